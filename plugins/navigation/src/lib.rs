//! Sensors of the robot's own motion and position.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod attitude;
mod compass;
mod depth;
mod dvl;
mod gps;
mod imu;
mod odometry;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Position in the world and, optionally, velocity.
    sensor "navigation/gps" = gps::Gps;
    /// Heading in the world.
    sensor "navigation/compass" = compass::Compass;
    /// Roll, pitch and yaw in the world.
    sensor "navigation/attitude" = attitude::Attitude;
    /// Specific force and angular rate in the sensor's own axes.
    sensor "navigation/imu" = imu::Imu;
    /// Position and heading since the start, from the rotation of two wheels.
    sensor "navigation/odometry" = odometry::Odometry;
    /// Depth below the surface of the water, and pressure.
    sensor "navigation/depth" = depth::Depth;
    /// Velocity relative to the bottom and altitude above it, from four slanted beams.
    sensor "navigation/dvl" = dvl::Dvl;
}

/// Shared code of this crate's tests.
#[cfg(test)]
mod rig {
    pub fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?} and {expected:?}");
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near, "{found:?} instead of {expected:?}");
    }
}
