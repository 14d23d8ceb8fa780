//! Shared code of the distance sensors: directions, maximum range, and the reading without a hit.

use sim_abi::prelude::*;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Reading where nothing is met.
#[params]
#[derive(Clone, Copy, Default)]
pub enum Empty {
    #[default]
    #[serde(alias = "reach")]
    MaxRange,
    Infinity,
    Zero,
}

/// Rays from one point, with their limits.
pub struct Fan {
    pub directions: Arc<[Vec3]>,
    /// Distances are measured from here, m.
    pub start: f64,
    /// Maximum reading, m.
    pub max_range: f64,
    pub empty: f64,
    pub filter: Filter,
}

impl Fan {
    /// Rays over a full circle, counterclockwise from x, or evenly over an arc (rad) centered on x, from its right end
    /// to its left end.
    pub fn new(rays: usize, arc: f64, start: f64, max_range: f64, empty: Empty) -> Self {
        let empty = match empty {
            Empty::MaxRange => max_range,
            Empty::Infinity => f64::INFINITY,
            Empty::Zero => 0.0,
        };
        Self { directions: directions(rays, arc), start, max_range, empty, filter: Filter::default() }
    }

    /// Layers of rays, each like [`Fan::new`], at evenly spaced elevations (rad), layer by layer.
    pub fn layered(layers: usize, elevation: [f64; 2], fan: Self, arc: f64) -> Self {
        static KNOWN: Shared<(usize, [f64; 2], usize, f64), [Vec3]> = Shared::new();
        let rays = fan.directions.len();
        let level = fan.directions.clone();
        let make = || {
            let layers = elevations(layers, elevation).map(math::sin_cos);
            layers
                .flat_map(|(up, flat)| level.iter().map(move |ray| Vec3::new(flat * ray.x, flat * ray.y, up)))
                .collect()
        };
        Self { directions: KNOWN.get((layers, elevation, rays, arc), make), ..fan }
    }

    /// Rays along these unit directions, which read `max_range` (m) without a hit.
    pub fn along(directions: Arc<[Vec3]>, max_range: f64) -> Self {
        Self { directions, start: 0.0, max_range, empty: max_range, filter: Filter::default() }
    }

    /// Coverage of rays that fan out over an arc (rad), with one channel each, starting at the first channel.
    pub fn coverage(&self, arc: f64) -> Coverage {
        let form = CoverageForm::Rays { count: self.directions.len() as u32, arc };
        Coverage::new(form, self.max_range).start(self.start).channel(0)
    }

    /// Sets whether robots and movable objects are seen.
    pub fn seeing_moving(mut self, moving: bool) -> Self {
        self.filter.moving = u8::from(moving);
        self
    }

    /// A channel for one of its distances; `nearest` (m) is the minimum reading.
    pub fn channel(&self, name: impl Into<String>, nearest: f64) -> Channel {
        let nearest = nearest.min(self.empty);
        Channel::new(name, "m").range(nearest, self.max_range.max(self.empty)).neutral(self.empty.min(self.max_range))
    }

    /// Distances along some of the rays, as the sensor reads them.
    #[inline]
    pub fn cast(&self, io: &SensorIo, rays: std::ops::Range<usize>, reading: &mut [f64]) {
        self.cast_along(io.world(), &io.pose(), &self.directions[rays], reading);
    }

    /// Distances along unit directions from a pose in the world, as the sensor reads them.
    #[inline]
    pub fn cast_along(&self, world: World<'_>, pose: &Pose, directions: &[Vec3], reading: &mut [f64]) {
        world.cast_fan(pose, directions, self.start + self.max_range, self.filter, reading);
        for distance in reading {
            // Without branches and without the NaN checks of `max`, so that the compiler can vectorize it.
            let seen = *distance - self.start;
            let seen = if seen > 0.0 { seen } else { 0.0 };
            *distance = if *distance < f64::INFINITY { seen } else { self.empty };
        }
    }
}

/// Unit directions of the rays.
fn directions(rays: usize, arc: f64) -> Arc<[Vec3]> {
    static KNOWN: Shared<(usize, f64), [Vec3]> = Shared::new();
    let direction = |angle: f64| Vec3::new(math::cos(angle), math::sin(angle), 0.0);
    KNOWN.get((rays, arc), || angles(rays, arc).map(direction).collect())
}

/// Elevations of layers, evenly from the first to the last; a single layer is in their middle, rad.
pub fn elevations(layers: usize, [first, last]: [f64; 2]) -> impl Iterator<Item = f64> {
    let step = if layers > 1 { (last - first) / (layers - 1) as f64 } else { 0.0 };
    let first = if layers > 1 { first } else { 0.5 * (first + last) };
    (0..layers).map(move |layer| first + step * layer as f64)
}

/// Angles of the rays from the x axis, rad.
fn angles(rays: usize, arc: f64) -> impl Iterator<Item = f64> {
    let full = arc > TAU - 1e-9;
    let (first, step) = match rays {
        _ if full => (0.0, TAU / rays as f64),
        0 | 1 => (0.0, 0.0),
        _ => (-0.5 * arc, arc / (rays - 1) as f64),
    };
    (0..rays).map(move |index| first + step * index as f64)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use sim_abi::testing::TestSolid;

    /// Height of the fixed floor next to the box, m.
    pub const FLOOR: f64 = -3.0;

    /// First reading of a sensor at this position, with axes parallel to the world's: see [`beside_a_box_at`].
    pub fn beside_a_box<T: Sensor>(params: Value, origin: Vec3) -> Vec<f64> {
        beside_a_box_at::<T>(params, Pose::translation(origin.x, origin.y, origin.z))
    }

    /// First reading of a sensor at this pose, in a world with a movable box 0.4 m wide around (2, 0.3, 0), a fixed
    /// floor, and the robot itself, which is everywhere.
    pub fn beside_a_box_at<T: Sensor>(params: Value, world_from_sensor: Pose) -> Vec<f64> {
        let mut rig = SensorRig::<T>::new(params).unwrap();
        rig.body.pose = world_from_sensor;
        rig.world.solids = vec![
            TestSolid::boxed([1.8, 0.1, -0.2], [2.2, 0.5, 0.2]).moving(),
            TestSolid::boxed([-50.0, -50.0, FLOOR - 1.0], [50.0, 50.0, FLOOR]),
            TestSolid::boxed([-50.0; 3], [50.0; 3]).on_own_robot(),
        ];
        rig.sense().unwrap()
    }

    pub fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?} and {expected:?}");
        for (a, b) in found.iter().zip(expected) {
            assert!(a == b || (a - b).abs() < 1e-12, "{found:?} instead of {expected:?}");
        }
    }

    #[test]
    fn equal_fans_share_their_directions_and_others_do_not() {
        let (one, same) = (directions(8, TAU), directions(8, TAU));
        assert!(Arc::ptr_eq(&one, &same));
        assert_eq!((directions(8, 1.0).len(), directions(9, TAU).len()), (8, 9));
        close(&[directions(8, 1.0)[0].y], &[-0.5_f64.sin()]);
    }

    #[test]
    fn a_circle_has_no_ray_twice_and_an_arc_has_both_ends() {
        close(&angles(4, TAU).collect::<Vec<_>>(), &[0.0, TAU / 4.0, TAU / 2.0, TAU * 0.75]);
        close(&angles(3, 2.0).collect::<Vec<_>>(), &[-1.0, 0.0, 1.0]);
        close(&angles(1, 2.0).collect::<Vec<_>>(), &[0.0]);
    }
}
