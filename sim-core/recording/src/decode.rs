//! Decodes messages to values.

use super::real::Real;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use sim_abi::math::{BodyState, Pose, Rotation, Vec3, na};
use std::fmt;

#[derive(Deserialize)]
struct Vector {
    x: Real,
    y: Real,
    z: Real,
}

impl From<Vector> for Vec3 {
    fn from(v: Vector) -> Self {
        Vec3::new(v.x.0, v.y.0, v.z.0)
    }
}

#[derive(Deserialize)]
struct Quaternion {
    x: Real,
    y: Real,
    z: Real,
    w: Real,
}

#[derive(Deserialize)]
struct PoseText {
    position: Vector,
    orientation: Quaternion,
}

/// The state message of a robot or an object.
#[derive(Deserialize)]
pub(super) struct StateMessage {
    pub tick: u64,
    pub time: Real,
    pose: PoseText,
    linear_velocity: Vector,
    angular_velocity: Vector,
}

impl StateMessage {
    /// The body, bit-exact: the quaternion is not normalized again.
    pub(super) fn body(self) -> BodyState {
        let q = self.pose.orientation;
        let rotation = Rotation::new_unchecked(na::Quaternion::new(q.w.0, q.x.0, q.y.0, q.z.0));
        BodyState {
            pose: Pose::from_parts(Vec3::from(self.pose.position).into(), rotation),
            linear_velocity: self.linear_velocity.into(),
            angular_velocity: self.angular_velocity.into(),
        }
    }
}

/// A robot's telemetry message.
#[derive(Deserialize)]
pub(super) struct TelemetryMessage {
    pub tick: u64,
    pub time: Real,
    pub channels: Values,
}

/// The values of `{component: {channel: value}}` in the order of the text, which is that of the layout's columns.
pub(super) struct Values(pub Vec<f64>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Components;
        impl<'de> Visitor<'de> for Components {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("components with their channels")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values = Values(Vec::new());
                while map.next_key::<serde::de::IgnoredAny>()?.is_some() {
                    let Group(mut group) = map.next_value()?;
                    values.0.append(&mut group);
                }
                Ok(values)
            }
        }
        deserializer.deserialize_map(Components)
    }
}

struct Group(Vec<f64>);

impl<'de> Deserialize<'de> for Group {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Channels;
        impl<'de> Visitor<'de> for Channels {
            type Value = Group;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("channels with their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Group, A::Error> {
                let mut values = Vec::new();
                while map.next_key::<serde::de::IgnoredAny>()?.is_some() {
                    values.push(map.next_value::<Real>()?.0);
                }
                Ok(Group(values))
            }
        }
        deserializer.deserialize_map(Channels)
    }
}

/// Decodes a message.
pub(super) fn message<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}
