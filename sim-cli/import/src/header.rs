//! Global settings of a world: title, time step, gravity, view, sky.

use super::fields::Fields;
use super::frame::{Frame, tidy, tidy_number, turn};
use super::{BOUNCE, FRICTION, Work};
use nalgebra::Vector3;
use serde_json::json;
use sim_vrml::NodeRef;
use std::f64::consts::{FRAC_PI_4, PI};

/// Distance from the camera to the point that it looks at, m.
const AHEAD: f64 = 10.0;

/// Aspect ratio (width / height) used to convert Webots' field of view, which is that of the longer side, to ours.
const ASPECT: f64 = 16.0 / 9.0;

/// Maximum roll of the view that is ignored without a warning, degrees.
const ROLL: f64 = 2.0;

impl<'w> Work<'w> {
    /// Whether this is the first node of its type; further ones are left out.
    fn is_first(&mut self, place: NodeRef, kind: &'static str) -> bool {
        let first = self.headers.insert(kind);
        if !first {
            self.leave(place, "only the first node of its type is used".to_string());
        }
        first
    }

    /// The node `WorldInfo`.
    pub(super) fn world_info(&mut self, place: NodeRef) {
        if !self.is_first(place, "WorldInfo") {
            return;
        }
        let mut fields = Fields::of(self, place);
        if let Some(title) = fields.text(self, "title") {
            self.scene.insert("name".into(), json!(title));
        }
        let info = fields.texts(self, "info").join("\n");
        if !info.trim().is_empty() {
            self.scene.insert("description".into(), json!(info));
        }
        fields.field("coordinateSystem");
        self.time(&mut fields);
        self.gravity(&mut fields);
        let seed = fields.number(self, "randomSeed", 0.0);
        if seed == -1.0 {
            self.leave_value(place, "randomSeed", "runs always have a fixed seed: 0 is used".to_string());
        } else if seed.fract() != 0.0 || !(0.0..=2f64.powi(53)).contains(&seed) {
            fields.refuse(self, "randomSeed", "a whole number from 0, or -1".to_string());
        } else if seed != 0.0 {
            self.set("run", "seed", json!(seed as u64));
        }
        for contact in fields.nodes(self, "contactProperties") {
            self.contact(*contact);
        }
        if let Some(damping) = fields.one(self, "defaultDamping") {
            self.leave_unknown(damping);
        }
        // Rendering options, and settings of Webots' physics engine for contacts and sleeping bodies.
        let ignored = [
            "window",
            "FPS",
            "displayRefresh",
            "runRealTime",
            "fast",
            "lineScale",
            "dragForceScale",
            "dragTorqueScale",
            "optimalThreadCount",
            "CFM",
            "ERP",
            "physicsDisableTime",
            "physicsDisableLinearThreshold",
            "physicsDisableAngularThreshold",
        ];
        fields.done(self, &ignored);
    }

    /// The time step.
    fn time(&mut self, fields: &mut Fields<'w>) {
        let step = fields.number(self, "basicTimeStep", 32.0);
        if !(1e-3..=1000.0).contains(&step) {
            fields.refuse(self, "basicTimeStep", "from 0.001 to 1000 ms".to_string());
        } else if self.is_webots() {
            self.set("run", "dt", json!(tidy_number(step / 1000.0)));
        }
    }

    /// Gravity: its magnitude, or a vector in the axes of the file.
    fn gravity(&mut self, fields: &mut Fields<'w>) {
        let gravity = match fields.numbers(self, "gravity") {
            None => return,
            Some([strength]) => Vector3::new(0.0, 0.0, -strength),
            Some([x, y, z]) => self.axes * Vector3::new(*x, *y, *z),
            Some(_) => {
                fields.refuse(self, "gravity", "one number or three, up to 1000 m/s²".to_string());
                return;
            }
        };
        if gravity.amax() > 1e3 {
            fields.refuse(self, "gravity", "one number or three, up to 1000 m/s²".to_string());
        } else if tidy(gravity) != [0.0, 0.0, -9.81] {
            self.set("run", "gravity", json!(tidy(gravity)));
        }
    }

    /// Contact properties shared by all materials.
    fn contact(&mut self, place: NodeRef) {
        let mut fields = Fields::of(self, place);
        let materials = [fields.text(self, "material1"), fields.text(self, "material2")];
        let of_all = materials.iter().all(|material| material.is_none_or(|material| material == "default"));
        if fields.node.kind != "ContactProperties" || !of_all || self.material.is_some() {
            self.leave(
                place,
                "objects have a single friction and restitution, independent of the other \
                               material"
                    .to_string(),
            );
            return;
        }
        let friction = match fields.numbers(self, "coulombFriction") {
            None | Some([]) => FRICTION,
            Some([-1.0, ..]) => f64::INFINITY,
            Some([friction, rest @ ..]) => {
                if !rest.is_empty() {
                    self.leave_value(
                        place,
                        "coulombFriction",
                        "friction is isotropic: the first number is used".to_string(),
                    );
                }
                *friction
            }
        };
        let friction = if friction < 0.0 {
            fields.refuse(self, "coulombFriction", "0 or more, or -1 for infinite friction".to_string());
            FRICTION
        } else {
            if friction > 10.0 {
                self.leave_value(place, "coulombFriction", "the maximum friction is 10".to_string());
            }
            friction
        };
        let restitution = fields.in_range(self, "bounce", BOUNCE, [0.0, 1.0]);
        fields.done(self, &["bumpSound", "rollSound", "slideSound"]);
        self.material = Some(json!({"friction": friction.clamp(0.0, 10.0), "restitution": restitution}));
    }

    /// The node `Background`.
    pub(super) fn background(&mut self, place: NodeRef) {
        if !self.is_first(place, "Background") {
            return;
        }
        let mut fields = Fields::of(self, place);
        let colors = fields.tuples::<3>(self, "skyColor").filter(|colors| {
            let good = colors.iter().flatten().all(|part| (0.0..=1.0).contains(part));
            if !good {
                fields.refuse(self, "skyColor", "red, green and blue, each from 0 to 1".to_string());
            }
            good
        });
        let colors = colors.unwrap_or_else(|| vec![[0.0; 3]]);
        if colors.len() > 2 {
            let why = "the sky has two colors: the first and the last one are used".to_string();
            self.leave_value(place, "skyColor", why);
        }
        if let (Some(above), Some(horizon)) = (colors.first(), colors.last()) {
            self.set("view", "background", json!(above));
            self.set("view", "horizon", json!(horizon));
        }
        fields.done(self, &[]);
    }

    /// The node `Viewpoint`, inside this frame.
    pub(super) fn viewpoint(&mut self, place: NodeRef, frame: &Frame) {
        if !self.is_first(place, "Viewpoint") {
            return;
        }
        let along_x = self.world.dialect.has_axes_along_z();
        let default_position = if self.is_webots() { [0.0; 3] } else { [0.0, 0.0, 10.0] };
        let mut fields = Fields::of(self, place);
        let position = frame.point(Vector3::from(fields.exact(self, "position", default_position)));
        let rotation = turn(fields.rotation(self, "orientation", [0.0, 0.0, 1.0, 0.0]));
        let (ahead, up) = if along_x { (Vector3::x(), Vector3::z()) } else { (-Vector3::z(), Vector3::y()) };
        let seen = |direction| self.axes * frame.linear() * (rotation * direction);
        let (ahead, up) = (seen(ahead), seen(up));
        let camera = self.axes * position;
        let Some(ahead) = ahead.try_normalize(1e-100).filter(|_| camera.amax() < 1e9 && ahead.amax() < 1e9) else {
            let expected = "a position within 1e9 m, and nonzero scales of the parent nodes".to_string();
            self.leave_broken(place, "the position of the view is invalid".to_string(), expected);
            return;
        };
        self.set("view", "camera", json!(tidy(camera)));
        self.set("view", "look_at", json!(tidy(camera + ahead * AHEAD)));
        // Cameras of scenes have no roll.
        let right = ahead.cross(&up).try_normalize(1e-9).unwrap_or_else(Vector3::x);
        if right.z.abs() > ROLL.to_radians().sin() {
            self.leave_part(place, "roll", "orientation", "the view cannot roll".to_string());
        }
        let angle = fields.in_range(self, "fieldOfView", FRAC_PI_4, [0.01, PI]);
        let vertical = if self.is_webots() { 2.0 * ((angle / 2.0).tan() / ASPECT).atan() } else { angle };
        let vertical = if vertical < 3.1 { tidy_number(vertical) } else { 3.1 };
        self.set("view", "field_of_view", json!(vertical.max(0.01)));
        let far = fields.number(self, "far", 0.0);
        if far >= 0.1 {
            self.set("view", "far", json!(far));
        }
        if let Some(name) = fields.text(self, "follow") {
            match self.placed.get(name).cloned() {
                Some(robot) => self.set("view", "follow", json!(robot)),
                None => self.leave_value(
                    place,
                    "follow",
                    "the view can only follow robots; set the model with --robot".to_string(),
                ),
            }
        }
        let ignored = [
            "description",
            "near",
            "jump",
            "followType",
            "followOrientation",
            "followSmoothness",
            "ambientOcclusionRadius",
            "bloomThreshold",
            "exposure",
        ];
        fields.done(self, &ignored);
    }
}
