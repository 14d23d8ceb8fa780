//! Boxes on an edge: beyond the balance point, they fall; before it, they return to their base.

use super::bodies::{Shape, Single, at_rest, on_ground, place};
use super::random::Random;
use super::{GRAVITY, Variation};
use nalgebra::Vector3;
use sim_abi::math::BodyState;
use sim_engine_tests::grounds::{Ground, grounds};
use std::f64::consts::{FRAC_PI_4, TAU};

/// A box on its edge is an inverted pendulum: φ'' = 3 g sin φ / (4 r), with the angle φ of its center from the vertical
/// through the edge, and the distance r between the two. The time to a mark does not depend on the step.
pub fn topple(random: &mut Random) -> Variation {
    /// Minimum number of steps until the mark.
    const STEPS: f64 = 8.0;
    let width = random.scale(5e-3, 1.0);
    let height = width * random.between(2.0, 12.0);
    let shape = Shape::cuboid([width, height * random.between(0.3, 1.0), height]);
    let (radius, corner) = (width.hypot(height) / 2.0, width.atan2(height));
    let falls = random.pick(&[true, false]);
    let from = if falls { random.between(0.05, 0.25) } else { -corner * random.between(0.2, 0.8) };
    let tilt = corner + from;
    let mark = if falls { FRAC_PI_4 } else { tilt / 2.0 };
    let expected = time_to(mark - corner, from, radius);
    let dt = random.scale(1e-3, 0.1).min(expected / STEPS);
    let (middle, ground) = (place(random), random.next() as usize % 5);
    let Ground { name: kind, objects, files } = grounds(60.0, 12, middle, "friction: 3").remove(ground);
    let [x, y] = middle.map(|middle| middle + on_ground(random));
    let at = Vector3::new(x, y, radius * from.cos());
    let start = at_rest(at, [0.0, tilt, random.between(0.0, TAU)]);
    let mass = random.scale(1e-3, 1e3);
    let single = Single { shape: &shape, start, mass, friction: 3.0, is_robot: random.pick(&[true, false]) };
    let ticks = (3.0 * expected / dt) as u64;
    let check = move |states: &[BodyState]| {
        let tilts = states.iter().map(|state| (state.pose.rotation * Vector3::z()).z.clamp(-1.0, 1.0).acos());
        let is_there = |tilt: f64| if falls { tilt >= mark } else { tilt <= mark };
        let case = format!("{width:.3} m × {height:.3} m on {kind}, tilted by {:.1}°, dt {dt:.4}", tilt.to_degrees());
        let Some(tick) = tilts.clone().position(is_there) else {
            return Err(format!("{case}: is not at {:.1}° after {:.3} s", mark.to_degrees(), 3.0 * expected));
        };
        // A body at rest takes a few steps to start moving.
        let time = tick as f64 * dt;
        if (time - expected).abs() > 0.03 * expected + 4.0 * dt {
            return Err(format!(
                "{case}: is at {:.1}° after {time:.3} s instead of {expected:.3} s",
                mark.to_degrees()
            ));
        }
        match tilts.fold(0.0, f64::max) {
            // It rebounds a little, to first order in the step.
            most if !falls && most > 1.05 * tilt => Err(format!("{case}: rocks up to {:.1}°", most.to_degrees())),
            _ => Ok(()),
        }
    };
    Variation::of_body(single.scene(dt, &objects, files, ticks), check)
}

/// Time from rest at an angle to another angle, s.
fn time_to(end: f64, start: f64, radius: f64) -> f64 {
    let (mut angle, mut rate, mut time) = (start, 0.0, 0.0);
    let step = 1e-4 * (radius / GRAVITY).sqrt();
    while (angle - start).abs() < (end - start).abs() {
        rate += 0.75 * GRAVITY / radius * angle.sin() * step;
        angle += rate * step;
        time += step;
    }
    time
}
