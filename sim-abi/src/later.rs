//! Messages of a later minor version: unknown fields are ignored, and variants that this version does not know become
//! `Unknown`, so that the rest of the message can be read.
//!
//! Types are deserialized from values by reference, here and wherever parameters are read: every other deserializer would add
//! another copy of this code to each library.

use crate::declare::{CoverageForm, EffectKind, Request};
use crate::model::JointMotion;
use crate::service::RobotLayout;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Result, Value, from_slice};

impl Request {
    /// Reads a request: a component may not know all kinds of joints and effects of its robot.
    pub(crate) fn read(json: &[u8]) -> Result<Self> {
        let mut request: Value = from_slice(json)?;
        Self::deserialize(&request).or_else(|_| {
            each(&mut request, "joints", |joint| known::<JointMotion>(joint.get_mut("motion"), "Unknown"));
            each(&mut request, "effects", |part| known::<EffectKind>(part.pointer_mut("/effect/kind"), "unknown"));
            Self::deserialize(&request)
        })
    }
}

impl RobotLayout {
    /// Reads a layout.
    pub(crate) fn read(mut layout: Value) -> Result<Self> {
        each(&mut layout, "parts", |part| {
            each(part, "coverage", |coverage| known::<CoverageForm>(coverage.get_mut("form"), "unknown"));
        });
        Self::deserialize(&layout)
    }
}

/// Applies a change to each item of the list with this name, if any.
fn each(object: &mut Value, list: &str, change: impl FnMut(&mut Value)) {
    object.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().for_each(change);
}

/// Replaces a value that cannot be read as a `T` with the word for an unknown one.
fn known<T: DeserializeOwned>(value: Option<&mut Value>, unknown: &str) {
    if let Some(value) = value
        && T::deserialize(&*value).is_err()
    {
        *value = unknown.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::LinkPart;
    use crate::model::*;
    use serde_json::json;

    /// Adds a field to every object except those filled by a component's author; for a choice, to its content.
    fn later(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut().filter(|(name, _)| *name != "params") {
                    match (name.as_str(), value) {
                        ("kind" | "form" | "geometry", Value::Object(choice)) => choice.values_mut().for_each(later),
                        (_, value) => later(value),
                    }
                }
                fields.insert("later".into(), json!({"more": [1, 2]}));
            }
            Value::Array(items) => items.iter_mut().for_each(later),
            _ => {}
        }
    }

    #[test]
    fn a_request_of_a_later_host_is_read_but_for_what_is_new() {
        let robot = crate::testing::library::default_robot();
        let mut request = Request { links: vec![LinkPart::default()], params: json!({"a": 1}), ..robot };
        let mut message = serde_json::to_value(&request).unwrap();
        later(&mut message);
        assert_eq!(Request::read(message.to_string().as_bytes()).unwrap(), request);
        // A joint with a new type of motion, and an effect of a new kind, with data.
        message["joints"][2]["motion"] = json!({"Screw": {"pitch": 0.1}});
        message["effects"][1]["effect"]["kind"] = json!({"buoyancy": {"volume": 1.0}});
        message["effects"][2]["effect"]["kind"] = json!("glow");
        request.joints[2].motion = JointMotion::Unknown;
        request.effects[1].effect.kind = EffectKind::Unknown;
        request.effects[2].effect.kind = EffectKind::Unknown;
        assert_eq!(Request::read(message.to_string().as_bytes()).unwrap(), request);
        assert!(Request::read(b"{\"joints\": 7}").is_err());
        let glow = r#"{"effects": [{"actuator": "lamp", "effect": {"kind": "glow", "channels": []}, "offset": 0,
            "mount": {}}]}"#;
        assert_eq!(Request::read(glow.as_bytes()).unwrap().effects[0].effect.kind, EffectKind::Unknown);
    }

    #[test]
    fn a_robot_model_of_a_later_library_is_read_but_for_what_is_new() {
        let shape = CollisionShape { placement: Placement::default(), geometry: Geometry::Sphere { radius: 0.1 } };
        let visual =
            Visual { placement: Placement::default(), geometry: shape.geometry.clone(), color: [0.5; 4], paint: true };
        let link = |name: &str| Link {
            name: name.into(),
            collision: vec![shape.clone()],
            visual: vec![visual.clone()],
            ..Link::default()
        };
        let model = RobotModelSpec {
            name: "robot".into(),
            links: vec![link("body"), link("arm")],
            joints: vec![Joint {
                name: "elbow".into(),
                parent: "body".into(),
                child: "arm".into(),
                ..Joint::default()
            }],
            sensors: vec![Mount { name: "eye".into(), component: "range/ring".into(), ..Mount::default() }],
            ports: vec![Port { name: "1".into(), kind: String::new() }],
            dynamics: Some(ComponentRef::new("a/b")),
            ..RobotModelSpec::default()
        };
        let mut message = serde_json::to_value(&model).unwrap();
        later(&mut message);
        assert_eq!(serde_json::from_value::<RobotModelSpec>(message).unwrap(), model);
    }

    #[test]
    fn a_layout_of_a_later_host_is_read_but_for_what_is_new() {
        use crate::declare::Coverage;
        use crate::service::LayoutPart;
        let coverage = vec![Coverage::new(CoverageForm::Cone { half_angle: 0.2 }, 1.0); 2];
        let part = LayoutPart { name: "eye".into(), coverage, ..LayoutPart::default() };
        let (parts, ports) = (vec![part, LayoutPart::default()], vec![Port::default()]);
        let mut layout = RobotLayout { parts, ports, ..RobotLayout::default() };
        let mut message = serde_json::to_value(&layout).unwrap();
        later(&mut message);
        assert_eq!(RobotLayout::read(message.clone()).unwrap(), layout);
        message["parts"][0]["coverage"][1]["form"] = json!({"torus": {"radius": 1.0}});
        layout.parts[0].coverage[1].form = CoverageForm::Unknown;
        assert_eq!(RobotLayout::read(message).unwrap(), layout);
    }
}
