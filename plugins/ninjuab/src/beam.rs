//! The nearest surface within a flat beam, exact with as few rays as possible.
//!
//! A fan of rays finds the surfaces. Where two adjacent rays hit different surfaces, bisection finds the angle at which
//! one ends. Within each surface, the nearest point lies between the neighbors of the nearest ray, where a
//! golden-section search finds it: along a smooth or convex surface, the distance has one minimum there (W. H. Press et
//! al., "Numerical Recipes", 2007, section 10.2). Objects narrower than the angle between two rays may be missed.

use sim_abi::prelude::*;
use sim_abi::world::NO_OBJECT;

/// Maximum angle between rays of the fan, rad: half a degree.
const STEP: f64 = std::f64::consts::PI / 360.0;
/// Bisections of that angle, which locate the end of a surface within a millionth of a degree.
const BISECTIONS: usize = 20;
/// Golden-section steps on twice that angle, for the same precision.
const SECTIONS: usize = 30;
/// Two normals belong to the same face if the cosine between them is larger than this.
const SAME_FACE: f64 = 0.9;
/// Rays longer than the nearest one by this fraction have nothing nearer next to them.
const FAR: f64 = 0.1;

/// The hit of a ray.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    angle: f64,
    hit: Hit,
}

impl Echo {
    /// Whether both belong to the same face of one body, or both missed. Steps of a body between parallel faces do not
    /// matter: the distance has one minimum across such a step, too.
    fn goes_on(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|echo| &echo.hit);
        let same_face = || Vec3::from(a.normal).dot(&Vec3::from(b.normal)) > SAME_FACE;
        a.object == b.object && (a.object == NO_OBJECT || same_face())
    }
}

/// A beam and the rays of its last search.
#[derive(Debug)]
pub struct Beam {
    half_angle: f64,
    /// Number of angles between the rays of the fan.
    steps: usize,
    echoes: Vec<Echo>,
}

impl Beam {
    /// A beam with this half-angle, rad; 0 is a single ray.
    pub fn new(half_angle: f64) -> Self {
        let steps = 2 * (half_angle / STEP).ceil() as usize;
        // The rays of the fan, and two at each gap between them, where a surface may end.
        Self { half_angle, steps, echoes: Vec::with_capacity(3 * steps + 1) }
    }

    /// Distance to the nearest surface; `cast` casts a ray at an angle (rad, counterclockwise from the middle).
    /// Infinite if nothing is hit.
    pub fn nearest(&mut self, cast: impl Fn(f64) -> Option<Hit>) -> f64 {
        let echo = |angle: f64| Echo { angle, hit: cast(angle).unwrap_or_default() };
        self.echoes.clear();
        for index in 0..=self.steps {
            let part = if self.steps > 0 { index as f64 / self.steps as f64 } else { 0.5 };
            let next = echo((2.0 * part - 1.0) * self.half_angle);
            if let Some(last) = self.echoes.last().filter(|last| !last.goes_on(&next)) {
                let (end, begin) = bisect(*last, next, echo);
                self.echoes.extend([end, begin]);
            }
            self.echoes.push(next);
        }
        let best = self.echoes.iter().map(|echo| echo.hit.distance).fold(f64::INFINITY, f64::min);
        let candidates = (0..self.echoes.len()).filter(|index| self.echoes[*index].hit.distance <= best * (1.0 + FAR));
        candidates.fold(best, |best, index| best.min(self.beside(index, echo)))
    }

    /// Minimum distance between the neighbors of a ray on its surface, if it is nearer than they are.
    fn beside(&self, index: usize, echo: impl Fn(f64) -> Echo) -> f64 {
        let here = &self.echoes[index];
        let neighbour = |index: Option<usize>| index.and_then(|index| self.echoes.get(index));
        let neighbours = [neighbour(index.checked_sub(1)), neighbour(Some(index + 1))];
        let [low, high] = neighbours.map(|next| next.filter(|next| next.goes_on(here)).unwrap_or(here));
        if here.hit.object == NO_OBJECT || here.hit.distance > low.hit.distance.min(high.hit.distance) {
            return here.hit.distance;
        }
        if low.angle == high.angle {
            return here.hit.distance;
        }
        golden(low.angle, high.angle, |angle| echo(angle).hit.distance).min(here.hit.distance)
    }
}

/// The last ray on the surface of one ray and the first ray beyond it, toward another one.
fn bisect(mut end: Echo, mut begin: Echo, echo: impl Fn(f64) -> Echo) -> (Echo, Echo) {
    for _ in 0..BISECTIONS {
        let middle = echo(0.5 * (end.angle + begin.angle));
        if end.goes_on(&middle) { end = middle } else { begin = middle }
    }
    (end, begin)
}

/// Minimum of a unimodal function in an interval.
fn golden(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_9;
    let mut places = [high - RATIO * (high - low), low + RATIO * (high - low)];
    let mut values = places.map(&value);
    let mut least = values[0].min(values[1]);
    for _ in 0..SECTIONS {
        if values[0] < values[1] {
            high = places[1];
            places = [high - RATIO * (high - low), places[0]];
            values = [value(places[0]), values[0]];
        } else {
            low = places[0];
            places = [places[1], low + RATIO * (high - low)];
            values = [values[1], value(places[1])];
        }
        least = least.min(values[0]).min(values[1]);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Casts a ray from the origin onto the segment between two points, seen from the origin's side.
    fn wall(object: u32, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> impl Fn(f64) -> Option<Hit> {
        move |angle: f64| {
            let (dx, dy) = (angle.cos(), angle.sin());
            let (ex, ey) = (x2 - x1, y2 - y1);
            let det = ex * dy - ey * dx;
            let distance = (ex * y1 - ey * x1) / det;
            let along = (dx * y1 - dy * x1) / det;
            let met = det.abs() > 1e-12 && distance > 0.0 && (0.0..=1.0).contains(&along);
            let length = ex.hypot(ey);
            let normal = Vec3::new(-ey / length, ex / length, 0.0);
            let point = Vec3::new(distance * dx, distance * dy, 0.0);
            met.then(|| Hit { distance, point: point.into(), normal: normal.into(), object, category: 1 })
        }
    }

    fn first(hits: &[Option<Hit>]) -> Option<Hit> {
        hits.iter().flatten().copied().min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    fn nearest(half_angle: f64, cast: impl Fn(f64) -> Option<Hit>) -> f64 {
        Beam::new(half_angle.to_radians()).nearest(cast)
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn the_foot_of_a_wall_counts_and_else_its_end_or_the_edge_of_the_beam() {
        let across = wall(0, [50.0, -100.0], [50.0, 100.0]);
        close(nearest(0.0, &across), 50.0);
        close(nearest(7.5, &across), 50.0);
        // Turned by 5.3°: the foot lies between two rays.
        let turn = |x: f64, y: f64, by: f64| [x * by.cos() - y * by.sin(), x * by.sin() + y * by.cos()];
        let by = 5.3_f64.to_radians();
        close(nearest(7.5, wall(0, turn(50.0, -100.0, by), turn(50.0, 100.0, by))), 50.0);
        let by = 40_f64.to_radians();
        let oblique = wall(0, turn(50.0, -100.0, by), turn(50.0, 100.0, by));
        close(nearest(7.5, &oblique), 50.0 / 32.5_f64.to_radians().cos());
        // It ends within the beam, between two rays.
        let end = turn(50.0, -50.0 * 37.123_f64.to_radians().tan(), by);
        close(nearest(7.5, wall(0, turn(50.0, -100.0, by), end)), 50.0 / 37.123_f64.to_radians().cos());
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn behind_the_end_of_one_surface_another_one_goes_on() {
        // Two oblique walls: the near one ends at 1.234°, where it is nearest.
        let angle = 1.234_f64.to_radians();
        let end = [60.0 * angle.cos(), 60.0 * angle.sin()];
        let near = wall(0, end, [end[0] + 30.0, end[1] + 10.0]);
        let far = wall(1, [65.0, -100.0], [75.0, 100.0]);
        let both = |angle: f64| first(&[near(angle), far(angle)]);
        close(nearest(7.5, both), 60.0);
        // Both belong to one body: only their directions distinguish them.
        let same = wall(0, [65.0, -100.0], [75.0, 100.0]);
        close(nearest(7.5, |angle: f64| first(&[near(angle), same(angle)])), 60.0);
        // And not even those: a step between parallel faces, down and up.
        let parallel = wall(0, [-200.0, -100.0], [400.0, 100.0]);
        close(nearest(7.5, |angle: f64| first(&[near(angle), parallel(angle)])), 60.0);
        let mirrored = |angle: f64| first(&[near(-angle), parallel(-angle)]);
        close(nearest(7.5, mirrored), 60.0);
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn a_corner_between_two_faces_is_met_exactly() {
        let corner = [44.25, 30.75];
        let front = wall(0, corner, [44.25, 42.25]);
        let side = wall(0, corner, [55.75, 30.75]);
        let ahead = 30_f64.to_radians();
        let cast = |angle: f64| first(&[front(ahead + angle), side(ahead + angle)]);
        close(nearest(7.5, cast), 44.25_f64.hypot(30.75));
        assert_eq!(nearest(0.5, |angle| front(ahead + angle)), f64::INFINITY, "outside the beam");
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn it_agrees_with_a_thousand_times_as_many_rays() {
        let mut state = sim_abi::ffi::types::RandomState::derive(1, &["beam"]);
        let mut random = sim_abi::random::Random::from_state(&mut state);
        let mut compared = 0;
        for scene in 0..60 {
            let walls: Vec<_> = (0..4)
                .map(|object| {
                    let mut point = || [random.uniform(10.0, 100.0), random.uniform(-20.0, 20.0)];
                    wall(object, point(), point())
                })
                .collect();
            let cast = |angle: f64| first(&[walls[0](angle), walls[1](angle), walls[2](angle), walls[3](angle)]);
            let half = 8_f64.to_radians();
            let dense: Vec<Hit> =
                (0..=30_000).filter_map(|index| cast(half * (index as f64 / 15_000.0 - 1.0))).collect();
            let Some(least) = dense.iter().min_by(|a, b| a.distance.total_cmp(&b.distance)) else {
                assert_eq!(nearest(8.0, cast), f64::INFINITY, "scene {scene}");
                continue;
            };
            // Objects narrower than the angle between two rays, such as a wall seen edge-on, may be missed.
            let seen = dense.iter().filter(|hit| hit.object == least.object).count();
            if seen as f64 * half / 15_000.0 < STEP {
                continue;
            }
            compared += 1;
            let found = nearest(8.0, cast);
            let least = least.distance;
            assert!(found <= least + 1e-4 && found > least - 0.05, "scene {scene}: {found} instead of {least}");
        }
        assert!(compared > 45, "only {compared} scenes were compared");
    }

    #[test]
    fn a_wall_costs_no_more_rays_than_it_must() {
        let (count, across) = (Cell::new(0), wall(0, [50.0, -100.0], [50.0, 100.0]));
        let cast = |angle: f64| {
            count.set(count.get() + 1);
            across(angle)
        };
        close(nearest(7.5, cast), 50.0);
        assert!(count.get() < 100, "{} rays", count.get());
        count.set(0);
        assert_eq!(nearest(0.0, cast), 50.0);
        assert_eq!(count.get(), 1, "a thin ray");
    }
}
