//! The ruler that Etoys uses to measure a distance.

use sim_abi::prelude::*;

/// Length of the ruler, cm.
pub const LENGTH: f64 = 200.0;
/// Steps of the search for the longest length that does not touch.
const STEPS: usize = 10;
/// Half width of the ruler, m.
const HALF_WIDTH: f64 = 0.005;
/// Half thickness of the slab swept along it, m.
const THIN: f64 = 1e-4;
/// Tolerance of touching beyond the border, cm: the world's geometry is stored in single precision.
const SLACK: f64 = 1e-3;
/// Name of the ground category.
pub const GROUND: &str = "ground";

/// Length (cm) at which the search of Etoys ends, given the distance of the nearest object (m), if any.
///
/// The ruler is shortened or lengthened by half of the last step, ten times: shorter if it touches, including its
/// border, otherwise longer. Nearer objects give shorter lengths, so only the nearest one matters.
pub fn searched(distance: Option<f64>) -> f64 {
    let touches = |length: f64| distance.is_some_and(|metres| metres * 100.0 <= length + SLACK);
    if !touches(LENGTH) {
        return LENGTH;
    }
    let (mut length, mut step) = (LENGTH, LENGTH);
    for _ in 0..STEPS {
        step /= 2.0;
        length += if touches(length) { -step } else { step };
    }
    length
}

/// An upright ruler that starts at the mount and lies along its x axis.
pub struct Ruler {
    /// Lower and upper edge above the robot's origin, m.
    edges: [f64; 2],
    /// Category bit of the ground.
    ground: u32,
}

impl Ruler {
    pub fn new(edges: [f64; 2], ground: u32) -> Self {
        Self { edges, ground }
    }

    /// Distance to the nearest object along the ruler (m), if any is within its length or just beyond. The robot itself
    /// and the ground are ignored; beyond rising ground ahead, only robots and movable objects count.
    pub fn measure(&self, io: &SensorIo) -> Option<f64> {
        let (world, start) = (io.world(), self.start(io));
        let every = Filter::default();
        let moving = Filter { fixed: 0, ..every };
        match self.next(&world, &start, every) {
            Some((_, category)) if category & self.ground != 0 => Some(self.next(&world, &start, moving)?.0),
            found => Some(found?.0),
        }
    }

    /// Pose of the start of the ruler at half height: it is upright in the robot's own plane, regardless of the tilt of
    /// the mount.
    fn start(&self, io: &SensorIo) -> Pose {
        let mount = io.mount();
        let ahead = mount.rotation * Vec3::x();
        let place = mount.translation.vector;
        let middle = Vec3::new(place.x, place.y, 0.5 * (self.edges[0] + self.edges[1]));
        io.body().pose * Pose::new(middle, Vec3::z() * math::atan2(ahead.y, ahead.x))
    }

    fn slab(&self) -> Vec3 {
        Vec3::new(THIN, HALF_WIDTH, 0.5 * (self.edges[1] - self.edges[0]))
    }

    /// Distance of the next object that passes a filter, and its category bits.
    fn next(&self, world: &World, start: &Pose, filter: Filter) -> Option<(f64, u32)> {
        let slab = self.slab();
        // A shape cast may miss an object that it starts inside.
        let inside = [-slab.z, 0.0, slab.z].into_iter().find_map(|height| {
            let point = start * na::Point3::new(0.0, 0.0, height);
            world.object_at(point.coords, filter)
        });
        let direction = start.rotation * Vec3::x();
        // Slightly longer than the ruler: its border counts.
        let reach = LENGTH / 100.0 + 2.0 * THIN;
        // The front of the slab starts at the start of the ruler.
        let back = start * Pose::translation(-THIN, 0.0, 0.0);
        let hit = world.cast_shape(Probe::Box(slab), &back, direction, reach, filter);
        if inside.is_some() {
            return Some((0.0, hit.map_or(0, |hit| hit.category)));
        }
        let hit = hit?;
        if hit.distance <= 0.0 {
            return Some((0.0, hit.category));
        }
        // The contact point is more precise than the distance to impact; it lies on the front of the slab or next to
        // it.
        let ahead = (Vec3::from(hit.point) - start.translation.vector).dot(&direction);
        Some((ahead.clamp((hit.distance - 2.0 * THIN).max(0.0), hit.distance), hit.category))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Distances of walls, and those that are found, cm.
    pub const FOUND: [(f64, f64); 9] = [
        (0.0, 0.195_312_5),
        (5.0, 4.882_812_5),
        (12.5, 12.304_687_5),
        (50.0, 49.804_687_5),
        (100.0, 99.804_687_5),
        (100.1, 100.195_312_5),
        (150.0, 149.804_687_5),
        (200.0, 199.804_687_5),
        (200.1, 200.0),
    ];

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_search_ends_where_that_of_etoys_ends() {
        for (cm, found) in FOUND {
            assert_eq!(searched(Some(cm / 100.0)), found, "{cm} cm");
        }
        assert_eq!(searched(None), 200.0);
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_error_is_never_above_0_1953125() {
        for tenth in 0..=20_000 {
            let cm = f64::from(tenth) / 100.0;
            let error = (searched(Some(cm / 100.0)) - cm).abs();
            assert!(error <= 0.195_312_5 + SLACK, "{error} at {cm} cm");
        }
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_border_counts_whatever_single_precision_makes_of_it() {
        for cm in [12.5_f64, 50.0, 100.0, 150.0, 200.0] {
            let exact = searched(Some(cm / 100.0));
            assert_eq!(searched(Some(f64::from((cm / 100.0) as f32))), exact);
            assert_eq!(searched(Some(cm / 100.0 + 9e-6)), exact);
        }
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_slab_is_1_cm_wide_and_has_the_given_height() {
        let slab = Ruler::new([0.0, 0.12], 2).slab();
        assert_eq!((slab.y, slab.z), (0.005, 0.06));
        assert!(slab.x < 0.001, "its thickness is negligible");
    }
}
