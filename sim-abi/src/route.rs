//! Routes of a scene, as received by components.

use serde::{Deserialize, Serialize};

/// A list of poses that a robot visits in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Route {
    /// Name in the scene.
    pub name: String,
    /// Poses in order.
    pub poses: Vec<RoutePose>,
    /// Whether the last pose connects to the first.
    pub closed: bool,
}

/// Motion of a robot from one pose of a route to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteMotion {
    /// Drives straight, and turns to the next heading at any time on the leg.
    #[default]
    Holonomic,
    /// Turns toward the next pose, drives straight ahead, and turns to that pose's heading.
    Differential,
}

/// A contact that a robot would have on a leg of its path, including the margins of both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LegContact {
    /// Leg: index of the pose at its start.
    pub leg: usize,
    /// Name of the object or of the other robot.
    pub name: String,
    /// Whether the two only touch, within a millimeter.
    pub touches: bool,
    /// Pose of the robot at the contact: x and y, m, and heading, rad.
    pub at: [f64; 3],
}

/// A pose of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RoutePose {
    /// Position in the world, m.
    pub at: [f64; 3],
    /// Heading, rad, counterclockwise from the world's x axis.
    pub yaw: f64,
    /// Speed on the leg to this pose, m/s; `None` if the follower chooses it.
    pub speed: Option<f64>,
    /// Dwell time at this pose, s.
    pub dwell: f64,
}
