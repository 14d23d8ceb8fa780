//! Decodes messages to values.

use super::real::Real;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use sim_abi::math::{BodyState, Pose, Rotation, Vec3, na};
use std::fmt;
use std::marker::PhantomData;

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
#[derive(Deserialize)]
#[serde(from = "Entries<Entries<Real>>")]
pub(super) struct Values(pub Vec<f64>);

impl From<Entries<Entries<Real>>> for Values {
    fn from(components: Entries<Entries<Real>>) -> Self {
        Self(components.0.into_iter().flat_map(|channels| channels.0).map(|value| value.0).collect())
    }
}

/// The values of an object, in the order of the text.
struct Entries<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of components or channels")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut values = Vec::new();
                while let Some((_, value)) = map.next_entry::<serde::de::IgnoredAny, T>()? {
                    values.push(value);
                }
                Ok(Entries(values))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

/// Decodes a message.
pub(super) fn message<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}
