//! Routes of a scene, as those who follow them see them.

use serde::{Deserialize, Serialize};

/// A list of poses that a robot goes to one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Route {
    /// Its name in the scene.
    pub name: String,
    /// The poses in order.
    pub poses: Vec<RoutePose>,
    /// Whether the last pose leads back to the first.
    pub closed: bool,
}

/// How a robot gets from one pose of a route to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteMotion {
    /// Straight, and it turns to the next heading at any time on the way.
    #[default]
    Holonomic,
    /// It turns towards the next pose, drives straight ahead, and turns to the heading of that pose.
    Differential,
}

/// Something that a robot would touch on its way from one pose to the next, with the margins that both have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LegContact {
    /// The leg: number of the pose at which it begins.
    pub leg: usize,
    /// Name of the object or of the other robot.
    pub name: String,
    /// Whether the two only touch each other, within a millimetre.
    pub touches: bool,
    /// Where the robot is then: x and y, m, and its heading, rad.
    pub at: [f64; 3],
}

/// A pose of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RoutePose {
    /// Position in the world, m.
    pub at: [f64; 3],
    /// Heading, rad, counter-clockwise from the world's x axis.
    pub yaw: f64,
    /// Speed on the way to it, m/s; none where whoever follows the route chooses it.
    pub speed: Option<f64>,
    /// How long one stays there, s.
    pub dwell: f64,
}
