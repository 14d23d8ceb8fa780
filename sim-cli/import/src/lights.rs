//! Lights.

use super::Table;
use super::Work;
use super::fields::Fields;
use super::findings::described;
use super::frame::{Frame, Pose, tidy};
use nalgebra::{Matrix3, Vector3};
use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::check_value::MAX_COORDINATE;
use sim_vrml::NodeRef;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::rc::Rc;

/// A light with its frame.
pub(super) struct Lamp {
    pub(super) place: NodeRef,
    pub(super) frame: Frame,
    /// Its name, if it has one.
    pub(super) name: Option<Rc<str>>,
    /// Label of the parent, if it has one.
    pub(super) around: Option<Rc<str>>,
    /// The solid that it belongs to.
    pub(super) body: Option<usize>,
    /// Whether it is nested in a group, not at the top level of the file.
    pub(super) grouped: bool,
}

impl Lamp {
    /// Its label, chosen so that bodies around it keep their names.
    fn label(&self) -> String {
        match (&self.name, &self.around) {
            (Some(name), _) => name.to_string(),
            (None, Some(around)) => format!("{around} light"),
            (None, None) => "light".into(),
        }
    }
}

/// Whether this node type is a light.
pub(super) fn is_light(kind: &str) -> bool {
    ["PointLight", "SpotLight", "DirectionalLight"].contains(&kind)
}

impl<'w> Work<'w> {
    /// Converts a light, optionally attached to an object.
    pub(super) fn light(&mut self, lamp: &Lamp, carrier: Option<&(String, Pose)>) {
        let Lamp { place, frame, .. } = lamp;
        let place = *place;
        let mut fields = Fields::of(self, place);
        let kind = fields.node.kind.as_str();
        // In Webots, the direction of a `DirectionalLight` is in the world frame, regardless of its parents.
        let everywhere = kind == "DirectionalLight" && self.is_webots();
        let carrier = carrier.filter(|_| !everywhere);
        let back = carrier.map_or_else(Matrix3::identity, |(_, pose)| pose.rotation.transpose());
        let frame = if everywhere { &Frame::identity() } else { frame };
        if kind == "DirectionalLight" && !self.is_webots() && lamp.grouped && self.reported.insert((place.id, "group"))
        {
            let message = format!("{node} lights everything", node = described(fields.node));
            let help = "in VRML97 it lights only its own group";
            let finding = Diagnostic::warning(Code::ImportLeftOut, message).with_help(help);
            self.left_out.push(self.at(fields.node.span, finding));
        }
        let mut light = Table::new();
        let above_ground = if kind == "SpotLight" && self.is_webots() { [0.0, 0.0, 10.0] } else { [0.0; 3] };
        let color = fields.color(self, "color", [1.0; 3]);
        let intensity = fields.number(self, "intensity", 1.0);
        if intensity < 0.0 {
            fields.refuse(self, "intensity", "0 or more".to_string());
        }
        let on = fields.flag(self, "on", true);
        if fields.number(self, "ambientIntensity", 0.0) != 0.0 {
            self.leave_value(
                place,
                "ambientIntensity",
                "ambient light is a separate lamp: `kind: Ambient`".to_string(),
            );
        }
        let label = lamp.label();
        let shape = match kind {
            "DirectionalLight" => {
                let direction = self.ray(&mut fields, frame, &back);
                json!({"Directional": direction})
            }
            _ => {
                let location = frame.point(Vector3::from(fields.exact(self, "location", above_ground)));
                let origin = carrier.map_or_else(Vector3::zeros, |(_, pose)| pose.position);
                let at = self.axes * location - origin;
                let at = tidy(back * if at.amax() < MAX_COORDINATE { at } else { Vector3::zeros() });
                if at != [0.0; 3] {
                    light.insert("at".into(), json!(at));
                }
                let mut lamp = json!({});
                let attenuation = fields.exact(self, "attenuation", [1.0, 0.0, 0.0]);
                let [constant, linear, quadratic] = attenuation;
                if attenuation.iter().any(|part| *part < 0.0) {
                    fields.refuse(self, "attenuation", "three numbers, each at least 0".to_string());
                } else if attenuation != [1.0, 0.0, 0.0] && attenuation != [0.0; 3] {
                    // In VRML97, all-zero attenuation means no attenuation.
                    lamp["attenuation"] = json!({"constant": constant, "linear": linear, "quadratic": quadratic});
                }
                lamp["radius"] = json!(fields.positive(self, "radius", [100.0])[0]);
                if kind == "PointLight" {
                    json!({"Point": lamp})
                } else {
                    lamp["direction"] = json!(self.ray(&mut fields, frame, &back));
                    let edge = fields.in_range(self, "cutOffAngle", FRAC_PI_4, [0.0, FRAC_PI_2 + 0.01]);
                    lamp["half_angle"] = json!(edge.min(FRAC_PI_2));
                    if fields.in_range(self, "beamWidth", FRAC_PI_2, [0.0, FRAC_PI_2 + 0.01]) < edge {
                        self.leave_value(
                            place,
                            "beamWidth",
                            "the cone has a single edge, that of `cutOffAngle`".to_string(),
                        );
                    }
                    json!({"Spot": lamp})
                }
            }
        };
        // Shadows are a global setting of the scene.
        fields.done(self, &["castShadows"]);
        let mut whole = Table::new();
        whole.insert("name".into(), json!(self.names.take(&label)));
        whole.insert("kind".into(), shape);
        whole.extend(light);
        if let Some((object, _)) = carrier {
            whole.insert("parent".into(), json!(object));
        }
        if color != [1.0; 3] {
            whole.insert("color".into(), json!(color));
        }
        whole.insert("intensity".into(), json!(intensity.max(0.0)));
        if !on {
            whole.insert("on".into(), json!(false));
        }
        self.lights.push(Value::Object(whole));
    }

    /// The direction of a light in the frame of the scene or of its carrier.
    fn ray(&mut self, fields: &mut Fields<'w>, frame: &Frame, back: &Matrix3<f64>) -> [f64; 3] {
        let direction = fields.exact(self, "direction", [0.0, 0.0, -1.0]);
        // Avoid overflow and underflow of the squares.
        let longest = direction.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let turned = back * self.direction(frame, direction.map(|part| part / longest));
        match turned.try_normalize(1e-100).filter(|unit| unit.amax() > 0.5) {
            Some(unit) => tidy(unit),
            None => {
                fields.refuse(self, "direction", "a direction that is not (0, 0, 0)".to_string());
                [0.0, 0.0, -1.0]
            }
        }
    }
}
