//! Flat and slender falling objects.

use super::bodies::{Shape, Single, at_rest, on_ground};
use super::random::Random;
use super::{GRAVITY, Variation};
use nalgebra::Vector3;
use sim_abi::math::BodyState;
use sim_engine_tests::grounds::{Ground, grounds};

/// A household object, and its half extents, m, if it comes to rest on one of its sides; `None` for objects that may
/// roll forever.
fn random_object(random: &mut Random) -> (Shape, Option<Vector3<f64>>) {
    let thickness = random.scale(1e-3, 0.1);
    let long = thickness * random.scale(5.0, 50.0);
    let a_box = |size: [f64; 3]| (Shape::cuboid(size), Some(Vector3::from(size) / 2.0));
    match random.pick(&["plate", "stick", "coin", "pen"]) {
        "plate" => a_box([long, long * random.between(0.5, 1.0), thickness]),
        "stick" => a_box([thickness, thickness * random.between(1.0, 2.0), long]),
        "coin" => (Shape::cylinder(long / 2.0, thickness), None),
        _ => (Shape::cylinder(thickness / 2.0, long), None),
    }
}

/// Falls tilted, on ground of any kind, including edges of its pieces: it stays above, gains no energy, and rests on
/// one of its sides unless it rolls.
pub fn drop(random: &mut Random) -> Variation {
    let ((shape, sides), dt) = (random_object(random), random.scale(2e-3, 0.05));
    let kind = random.next() as usize % 5;
    let Ground { name, objects, files } = grounds(60.0, 12, [0.0; 2], "").remove(kind);
    let place = [0, 1].map(|_| on_ground(random));
    let rpy = [random.between(-3.0, 3.0), random.between(-1.5, 1.5), random.between(-3.0, 3.0)];
    let height = random.scale(0.01, 2.0);
    let at = Vector3::new(place[0], place[1], shape.radius + height);
    let (mass, is_robot) = (random.scale(1e-3, 10.0), random.pick(&[true, false]));
    let single = Single { shape: &shape, start: at_rest(at, rpy), mass, friction: 0.5, is_robot };
    let scene = single.scene(dt, &objects, files, (4.0 / dt).ceil() as u64);
    let gyration = shape.gyration;
    let energy = move |state: &BodyState| {
        let spin = state.pose.rotation.inverse() * state.angular_velocity;
        let kinetic = 0.5 * (state.linear_velocity.norm_squared() + spin.dot(&gyration.component_mul(&spin)));
        kinetic + GRAVITY * state.pose.translation.z
    };
    let check = move |states: &[BodyState]| {
        let lowest = states.iter().map(|state| state.pose.translation.z).fold(f64::INFINITY, f64::min);
        if lowest < 0.4 * shape.thickness {
            return Err(format!("is {lowest:.2e} m above the {name}, with a thickness of {:.2e} m", shape.thickness));
        }
        let first = energy(&states[0]);
        let most = states.iter().map(energy).fold(0.0, f64::max);
        if most > first * (1.0 + 1e-6) + 1e-9 {
            return Err(format!("gains {:.2e} J/kg of {first:.2e} on the {name}", most - first));
        }
        let [before, end] = [11, 1].map(|back| &states[states.len() - back]);
        let up = end.pose.rotation.inverse() * Vector3::z();
        let (speed, height) = (end.linear_velocity.norm(), end.pose.translation.z);
        let rests = |half: &Vector3<f64>| speed < 1e-3 && (height - half[up.iamax()]).abs() < 0.05 * shape.thickness;
        // A body on an edge may still be tipping over.
        let moved = (end.pose.translation.vector - before.pose.translation.vector).norm();
        if sides.is_some_and(|half| !rests(&half)) && moved < 0.5 * speed * 10.0 * dt {
            return Err(format!("moves at {speed:.2e} m/s, {height:.3e} m above the {name}, up is its {up:?}"));
        }
        Ok(())
    };
    Variation::of_body(scene, check)
}
