//! The range of the selected beacon: a sphere, or the part of it inside its cone.

use super::{Moment, circle};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use sim_core::marks::{BEACON, LINE_WIDTH};
use sim_core::scene::{Beacon, BeaconKind, Direction};
use sim_render::Line;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Number of vertices of a circle.
const CORNERS: usize = 48;
/// Number of edges of a cone.
const EDGES: usize = 8;
/// Segments of half an arc over the end of a cone.
const STEPS: usize = 12;

/// The range of the selected beacon.
pub fn selected(moment: &Moment<'_>, lines: &mut Vec<Line>) {
    for (part, beacon, pose) in moment.beacons() {
        if part.is_some() && part.as_ref() == moment.part {
            let add = |[from, to]: [Point3<f64>; 2]| Line { from, to, color: BEACON, width: LINE_WIDTH, on_top: false };
            lines.extend(reach(beacon, &pose).into_iter().map(add));
        }
    }
}

/// Lines around the range of a beacon.
fn reach(beacon: &Beacon, pose: &Isometry3<f64>) -> Vec<[Point3<f64>; 2]> {
    let BeaconKind::Cone(cone) = &beacon.kind else {
        let turns = [(0.0, 0.0), (FRAC_PI_2, 0.0), (0.0, FRAC_PI_2)];
        let turns = turns.map(|(x, y)| pose * UnitQuaternion::from_euler_angles(x, y, 0.0));
        return turns.iter().flat_map(|frame| circle(frame, beacon.range, CORNERS)).collect();
    };
    let Direction(direction) = cone.direction;
    let along = Vector3::from(direction).normalize();
    // The z axis is that of the cone; for the direction −z, any rotation by π about another axis is valid.
    let turn = UnitQuaternion::rotation_between(&Vector3::z(), &along)
        .unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI));
    let frame = pose * turn;
    let point = |angle: f64, about: f64| {
        let (side, along) = (beacon.range * angle.sin(), beacon.range * angle.cos());
        frame * Point3::new(side * about.cos(), side * about.sin(), along)
    };
    let (apex, half) = (frame * Point3::origin(), cone.half_angle);
    let around = |number: usize, of: usize| TAU * number as f64 / of as f64;
    let edges = (0..EDGES).map(|number| [apex, point(half, around(number, EDGES))]);
    let rim = (0..CORNERS).map(|number| [number, number + 1].map(|corner| point(half, around(corner, CORNERS))));
    let step = |number: usize| half * number as f64 / STEPS as f64;
    let bows = (0..4).flat_map(|quarter| {
        (0..STEPS).map(move |number| [number, number + 1].map(|end| point(step(end), around(quarter, 4))))
    });
    edges.chain(rim).chain(bows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scene::Cone;

    fn beacon(kind: BeaconKind, range: f64) -> Beacon {
        Beacon {
            name: "beacon".into(),
            kind,
            at: sim_core::scene::Point::default(),
            rpy: None,
            yaw: None,
            parent: None,
            range,
            category: "beacon".into(),
            occlusion: false,
            notes: String::new(),
            properties: serde_json::Map::new(),
        }
    }

    /// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
    #[test]
    fn the_ball_is_as_large_as_the_range() {
        let pose = Isometry3::translation(1.0, 2.0, 3.0);
        let lines = reach(&beacon(BeaconKind::Omni, 2.5), &pose);
        assert_eq!(lines.len(), 3 * CORNERS);
        for end in lines.iter().flatten() {
            assert!((nalgebra::distance(end, &Point3::new(1.0, 2.0, 3.0)) - 2.5).abs() < 1e-9, "{end}");
        }
    }

    /// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
    #[test]
    fn the_cone_has_half_the_angle_and_is_as_long_as_the_range() {
        let half_angle = 0.4;
        let kind = BeaconKind::Cone(Cone { half_angle, direction: Direction([0.0, 0.0, -1.0]) });
        // A rotation by π/2 about y turns the downward direction to −x.
        let pose = Isometry3::from_parts(
            nalgebra::Translation3::new(1.0, 0.0, 2.0),
            UnitQuaternion::from_euler_angles(0.0, FRAC_PI_2, 0.0),
        );
        let apex = Point3::new(1.0, 0.0, 2.0);
        let lines = reach(&beacon(kind, 3.0), &pose);
        for [from, to] in &lines[..EDGES] {
            let edge = to - from;
            assert!((from - apex).norm() < 1e-9 && (edge.norm() - 3.0).abs() < 1e-9);
            assert!((edge.angle(&-Vector3::x()) - half_angle).abs() < 1e-9, "{edge}");
        }
        let middle = Point3::new(-2.0, 0.0, 2.0);
        assert!(lines.iter().flatten().any(|end| (end - middle).norm() < 1e-9), "its axis is as long, too");
        assert!(lines.iter().flatten().all(|end| (end - apex).norm() < 3.0 + 1e-9));
    }
}
