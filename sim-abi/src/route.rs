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
