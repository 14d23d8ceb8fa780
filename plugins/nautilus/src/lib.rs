//! Controllers of the NAUTILUS simulator (J. Madrigal Torija, ETSIT-UPM 2022) for underwater vehicles with six motors.
//!
//! They use the sensor `gps` (x, y, z), one of the range sensors `radar`, `distancia` and `ring`, whose readings are
//! proximities from 0 (nothing in range) to 1 (contact), and the actuators `f1` … `f6` in control units. They never turn:
//! x and y are those of the robot's frame, into which the sensor `compass` turns velocities.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod avoid_obstacle;
mod avoid_obstacle_v1;
mod clear_course;
mod constant_control;
mod depth_hold;
mod example1;
mod idle;
#[cfg(test)]
mod pool;
mod sides;
mod stabilizer;
mod toolkit;
mod velocity_control;

use sim_abi::prelude::Datasheet;

/// A data sheet with an example on a vehicle with the sensors of all controllers.
fn datasheet(id: &str) -> Datasheet {
    let scene = r#"robots: [(name: "a", model: "bluerov2/standard", at: (0, 0, -2), dynamics: "marine/modelo0", sensors: {
    "radar": "range/radar", "distancia": "range/group", "clearance": "range/clearance",
    "ring": (id: "range/radar", params: (reads: 24, per_step: 24, beam_radius: 0.3)),
}, controller: ID)],
media: [(name: "sea", density: 1025, region: Below(0))]"#;
    Datasheet::default().example(scene.replace("ID", &format!("{id:?}")))
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Does nothing.
    controller "nautilus/idle" = idle::Idle;
    /// The example of the thesis: holds the depth and logs position and control.
    controller "nautilus/example1" = example1::Example1;
    /// Constant commands for the horizontal motors, optionally for a limited time, with the depth law or constant
    /// commands for the vertical motors.
    controller "nautilus/constant-control" = constant_control::ConstantControl;
    /// Holds the depth by a control law linear in z.
    controller "nautilus/depth-hold" = depth_hold::DepthHold;
    /// Follows a velocity profile over time.
    controller "nautilus/velocity-control" = velocity_control::VelocityControl;
    /// Avoids obstacles on one or two axes by force, in three phases: the first version of the thesis.
    controller "nautilus/avoid-obstacle-v1" = avoid_obstacle_v1::AvoidObstacleV1;
    /// Avoids obstacles on one or two axes by velocity: the second version of the thesis.
    controller "nautilus/avoid-obstacle" = avoid_obstacle::AvoidObstacle;
    /// Moves around, turns back at obstacles, and can always stop before them.
    controller "nautilus/clear-course" = clear_course::ClearCourse;
}

#[cfg(test)]
mod tests {
    use sim_abi::declare::Manifest;

    /// NA-41: Controllers are found by their exact name; an unknown name lists the closest match.
    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn the_shipped_controllers_are_found_by_exactly_these_names() {
        let manifest = Manifest::of(super::sim_plugin::module()).unwrap();
        let ids: Vec<&str> = manifest.components.iter().map(|component| component.id.as_str()).collect();
        let names = ["idle", "example1", "constant-control", "depth-hold", "velocity-control", "avoid-obstacle-v1"];
        let expected: Vec<String> =
            names.iter().chain(&["avoid-obstacle", "clear-course"]).map(|name| format!("nautilus/{name}")).collect();
        assert_eq!(ids, expected);
    }
}
