//! Water and air: density, surface and flow at a point.

use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::ffi::types::{Environment, Medium, RandomState};
use sim_abi::math;
use sim_abi::random::Random;
use sim_scene::{Current, Posed, Region};
use std::sync::Arc;

/// Default medium: air at rest (ICAO standard atmosphere at 15 °C): density, kg/m³.
const AIR_DENSITY: f64 = 1.225;
/// Dynamic viscosity of air, Pa·s.
const AIR_VISCOSITY: f64 = 1.81e-5;

/// All media of a scene; where regions overlap, the first one applies.
#[derive(Clone, Debug, Default)]
pub struct Media {
    regions: Vec<Medium1>,
}

#[derive(Clone, Debug)]
struct Medium1 {
    name: Arc<str>,
    is_liquid: bool,
    region: Place,
    density: f64,
    viscosity: f64,
    current: Current,
    gusts: Option<Gusts>,
}

#[derive(Clone, Debug)]
enum Place {
    Everywhere,
    Below(f64),
    Box { box_from_world: Isometry3<f64>, half: Vector3<f64>, top: f64 },
}

/// Velocity that fluctuates about zero (first-order Gauss–Markov process; Fossen, Handbook of Marine Craft Hydrodynamics and Motion
/// Control, 2011, section 8.3).
#[derive(Clone, Debug)]
struct Gusts {
    time: f64,
    sigma: Vector3<f64>,
    limit: f64,
    now: Vector3<f64>,
    random: RandomState,
}

impl Media {
    /// The media of a scene.
    pub fn new(media: &[sim_scene::Medium], seed: u64) -> Self {
        let regions = media.iter().map(|medium| Medium1 {
            name: medium.name.as_str().into(),
            is_liquid: medium.is_liquid(),
            region: place(&medium.region),
            density: medium.density,
            viscosity: medium.viscosity,
            current: medium.current.clone(),
            gusts: medium.gusts.as_ref().map(|gusts| Gusts {
                time: gusts.time,
                sigma: gusts.sigma.into(),
                limit: gusts.limit.unwrap_or(f64::INFINITY),
                now: Vector3::zeros(),
                random: RandomState::derive(seed, &["medium", &medium.name]),
            }),
        });
        Self { regions: regions.collect() }
    }

    /// Advances the random part of the flow by one step, s.
    pub(super) fn advance(&mut self, dt: f64) {
        for gusts in self.regions.iter_mut().filter_map(|medium| medium.gusts.as_mut()) {
            let keep = math::exp(-dt / gusts.time);
            let spread = (1.0 - keep * keep).sqrt();
            let mut random = Random::from_state(&mut gusts.random);
            for axis in 0..3 {
                let next = keep * gusts.now[axis] + spread * gusts.sigma[axis] * random.normal();
                gusts.now[axis] = next.clamp(-gusts.limit, gusts.limit);
            }
        }
    }

    /// Medium at a point; the second value is the density above its free surface, kg/m³.
    pub fn at(&self, point: &Vector3<f64>) -> (Medium, f64) {
        self.around(point, 0.0)
    }

    /// Like [`Media::at`], for a body that extends this far below the point, m: while it dips into a medium with a free surface, that
    /// medium applies, although its origin is already above it. So no force jumps at the surface.
    #[inline]
    fn around(&self, point: &Vector3<f64>, reach: f64) -> (Medium, f64) {
        let found =
            self.regions.iter().position(|medium| medium.region.holds(point) || medium.region.dips(point, reach));
        let Some(index) = found else {
            return (air(), AIR_DENSITY);
        };
        let medium = &self.regions[index];
        let surface = medium.region.surface();
        let mut flow = medium.current_at(surface - point.z);
        if let Some(gusts) = &medium.gusts {
            flow += gusts.now;
        }
        let above = self.regions[index + 1..].iter().find(|other| matches!(other.region, Place::Everywhere));
        let medium = Medium {
            density: medium.density,
            viscosity: medium.viscosity,
            surface_height: surface,
            flow: flow.into(),
            ..Medium::default()
        };
        (medium, above.map_or(AIR_DENSITY, |other| other.density))
    }

    /// Name of the liquid nearest to a point, and the distance, m: negative inside, −∞ for a liquid that is everywhere. A region is ignored
    /// if an earlier one covers its nearest point.
    pub(super) fn nearest_liquid(&self, point: &Vector3<f64>) -> Option<(&str, f64)> {
        let liquids = self.regions.iter().enumerate().filter(|(_, medium)| medium.is_liquid);
        let near = liquids.filter_map(|(number, medium)| {
            let (distance, nearest) = medium.region.nearest(point);
            let is_covered = self.regions[..number].iter().any(|other| other.region.holds(&nearest));
            (!is_covered).then_some((&*medium.name, distance))
        });
        near.min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Sets the medium in the environment of a body's dynamics; see [`Media::around`].
    pub(super) fn surround(&self, point: &Vector3<f64>, reach: f64, environment: &mut Environment) {
        let (medium, above) = self.around(point, reach);
        environment.density = medium.density;
        environment.viscosity = medium.viscosity;
        environment.surface_height = medium.surface_height;
        environment.flow = medium.flow;
        environment.density_above = above;
    }

    /// State of the random parts of the flow: velocity (m/s) and stream, in the order of the media.
    pub(super) fn save(&self) -> Vec<([f64; 3], [u64; 4])> {
        let gusts = self.regions.iter().filter_map(|medium| medium.gusts.as_ref());
        gusts.map(|gusts| (gusts.now.into(), gusts.random.words)).collect()
    }

    /// Restores the state from [`Media::save`].
    pub(super) fn restore(&mut self, saved: &[([f64; 3], [u64; 4])]) {
        let gusts = self.regions.iter_mut().filter_map(|medium| medium.gusts.as_mut());
        for (gusts, (now, words)) in gusts.zip(saved) {
            (gusts.now, gusts.random.words) = ((*now).into(), *words);
        }
    }
}

fn air() -> Medium {
    Medium {
        density: AIR_DENSITY,
        viscosity: AIR_VISCOSITY,
        surface_height: f64::INFINITY,
        flow: Vector3::zeros().into(),
        ..Medium::default()
    }
}

fn place(region: &Region) -> Place {
    match region {
        Region::Everywhere => Place::Everywhere,
        Region::Below(height) => Place::Below(*height),
        Region::Box(region) => {
            let pose = region.pose();
            let half = Vector3::from(region.size) / 2.0;
            let rotation = pose.rotation.to_rotation_matrix();
            let top = pose.translation.z + (0..3).map(|axis| rotation[(2, axis)].abs() * half[axis]).sum::<f64>();
            Place::Box { box_from_world: pose.inverse(), half, top }
        }
    }
}

impl Place {
    fn holds(&self, point: &Vector3<f64>) -> bool {
        match self {
            Place::Everywhere => true,
            Place::Below(height) => point.z <= *height,
            Place::Box { box_from_world, half, .. } => {
                let local = box_from_world * Point3::from(*point);
                (0..3).all(|axis| local[axis].abs() <= half[axis])
            }
        }
    }

    /// Whether the point is above the free surface of this region, but by no more than `reach`.
    fn dips(&self, point: &Vector3<f64>, reach: f64) -> bool {
        let above = point.z - self.surface();
        let lowered = Vector3::new(point.x, point.y, self.surface() - 1e-9);
        above > 0.0 && above <= reach && self.holds(&lowered)
    }

    /// Distance of a point from it, m, negative inside, and the nearest point in it.
    fn nearest(&self, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
        match self {
            Place::Everywhere => (f64::NEG_INFINITY, *point),
            Place::Below(height) => (point.z - height, Vector3::new(point.x, point.y, point.z.min(*height))),
            Place::Box { box_from_world, half, .. } => {
                let local = (box_from_world * Point3::from(*point)).coords;
                let beyond = local.abs() - half;
                let inside = local.zip_map(half, |place, half| place.clamp(-half, half));
                let distance = if beyond.max() > 0.0 { (local - inside).norm() } else { beyond.max() };
                (distance, box_from_world.inverse_transform_point(&inside.into()).coords)
            }
        }
    }

    fn surface(&self) -> f64 {
        match self {
            Place::Everywhere => f64::INFINITY,
            Place::Below(height) => *height,
            Place::Box { top, .. } => *top,
        }
    }
}

impl Medium1 {
    fn current_at(&self, depth: f64) -> Vector3<f64> {
        let rows = match &self.current {
            Current::Uniform(flow) => return (*flow).into(),
            Current::Profile(profile) => &profile.0,
        };
        let velocity = |row: &[f64; 4]| Vector3::new(row[1], row[2], row[3]);
        match rows.iter().position(|row| row[0] >= depth) {
            Some(0) => velocity(&rows[0]),
            Some(next) => {
                let (upper, lower) = (&rows[next - 1], &rows[next]);
                let share = (depth - upper[0]) / (lower[0] - upper[0]);
                velocity(upper).lerp(&velocity(lower), share)
            }
            None => rows.last().map_or_else(Vector3::zeros, velocity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_scene::{Scene, text::Format};

    fn media(text: &str) -> Media {
        let scene = format!("(format_version: 1, run: (dt: 0.1), media: [{text}])");
        Media::new(&Scene::parse(&scene, Format::Ron, "media.ron").unwrap().scene.media, 1)
    }

    #[test]
    fn the_first_region_that_holds_the_point_counts() {
        let media = media(
            r#"(name: "sea", region: Below(0.0), density: 1025, current: Uniform((1, 0, 0))), (name: "wind", density: 1.2, current: Uniform((0, 5, 0)))"#,
        );
        let (water, above) = media.at(&Vector3::new(0.0, 0.0, -1.0));
        assert_eq!((water.density, water.surface_height, water.flow.x, above), (1025.0, 0.0, 1.0, 1.2));
        let (air, _) = media.at(&Vector3::new(0.0, 0.0, 1.0));
        assert_eq!((air.density, air.flow.y), (1.2, 5.0));
        assert_eq!(Media::default().at(&Vector3::zeros()).0.density, AIR_DENSITY);
    }

    #[test]
    fn a_body_that_dips_in_feels_the_water_with_its_surface() {
        let media = media(r#"(name: "sea", region: Below(0.0), density: 1025)"#);
        let origin = Vector3::new(0.0, 0.0, 0.1);
        assert_eq!(media.around(&origin, 0.2).0.density, 1025.0);
        assert_eq!(media.around(&origin, 0.2).0.surface_height, 0.0);
        assert_eq!(media.around(&origin, 0.05).0.density, AIR_DENSITY);
    }

    #[test]
    fn the_nearest_liquid_is_reported_with_its_distance() {
        let of = media;
        let media = of(r#"(name: "bell", region: Box(size: (2, 2, 2), at: (9, 0, -3)), density: 1.2),
               (name: "sea", region: Below(0.0), density: 1025), (name: "wind", density: 1.2),
               (name: "pool", region: Box(size: (2, 4, 2), at: (0, 0, 6), yaw: 1.5707963267948966), density: 998)"#);
        let near = |x: f64, y: f64, z: f64| {
            media.nearest_liquid(&Vector3::new(x, y, z)).map(|(name, distance)| (name, (distance * 1e6).round() / 1e6))
        };
        assert_eq!(near(5.0, 0.0, 0.5), Some(("sea", 0.5)));
        assert_eq!(near(5.0, 0.0, -2.0), Some(("sea", -2.0)));
        // The wind comes before the pool and is everywhere, so the pool does not count.
        assert_eq!(near(0.0, 0.0, 6.0), Some(("sea", 6.0)));
        assert_eq!(near(9.0, 0.0, -3.0), None, "in the bell it is dry");
        let pool =
            r#"(name: "pool", region: Box(size: (2, 4, 2), at: (0, 0, 6), yaw: 1.5707963267948966), density: 998)"#;
        let media = of(pool);
        let near = |x: f64, y: f64, z: f64| media.nearest_liquid(&Vector3::new(x, y, z)).unwrap().1;
        assert!((near(2.3, 0.0, 6.0) - 0.3).abs() < 1e-9 && (near(0.0, 1.3, 6.0) - 0.3).abs() < 1e-9);
        assert!((near(2.3, 1.4, 6.0) - 0.5).abs() < 1e-9 && (near(1.9, 0.0, 6.2) + 0.1).abs() < 1e-9);
        let everywhere = of(r#"(name: "sea", density: 1025)"#);
        assert_eq!(everywhere.nearest_liquid(&Vector3::zeros()), Some(("sea", f64::NEG_INFINITY)));
    }

    #[test]
    fn a_profile_is_linear_between_its_rows() {
        let media = media(
            r#"(name: "sea", region: Below(0.0), density: 1025, current: Profile([(0, 1, 0, 0), (10, 0, 0, 0)]))"#,
        );
        let flow = |depth: f64| media.at(&Vector3::new(0.0, 0.0, -depth)).0.flow.x;
        assert_eq!(flow(0.0), 1.0);
        assert!((flow(2.5) - 0.75).abs() < 1e-12);
        assert_eq!(flow(20.0), 0.0);
    }

    #[test]
    fn gusts_have_their_deviation_and_their_limit() {
        let mut media = media(r#"(name: "wind", density: 1.2, gusts: (time: 0.5, sigma: (0.3, 0, 0), limit: 0.8))"#);
        let mut sum = 0.0;
        for _ in 0..20_000 {
            media.advance(0.1);
            let flow = media.at(&Vector3::zeros()).0.flow;
            assert!(flow.x.abs() <= 0.8 && flow.y == 0.0);
            sum += flow.x * flow.x;
        }
        let deviation = (sum / 20_000.0_f64).sqrt();
        assert!((deviation - 0.3).abs() < 0.02, "{deviation}");
    }
}
