//! A camera that turns about a point.

use crate::camera::{Camera, Projection};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_2, PI};

/// A camera that turns about a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    /// The point, m.
    pub target: Point3<f64>,
    /// Distance from it, m.
    pub distance: f64,
    /// Angle about z from which it looks: 0 from +x, rad.
    pub yaw: f64,
    /// Angle above the horizon, rad.
    pub pitch: f64,
    /// Vertical field of view, rad.
    pub field_of_view: f64,
    /// Whether lines that run away from the viewer stay parallel.
    pub parallel: bool,
}

impl Default for Orbit {
    fn default() -> Self {
        Self {
            target: Point3::origin(),
            distance: 6.0,
            yaw: -FRAC_PI_2,
            pitch: 0.7,
            field_of_view: 0.8,
            parallel: false,
        }
    }
}

/// Diagonal of a robot on the screen at least when a scene is seen first, points.
const LEAST: f64 = 5.0;
/// The way through water that takes as much light as what one looks at is seen through, m: of more water each metre takes less.
const CLEAR: f64 = 4.0;
/// Nearest and farthest distance, m.
const DISTANCES: [f64; 2] = [0.02, 20_000.0];

impl Orbit {
    /// Looks from a point at another.
    pub fn look(&mut self, eye: Point3<f64>, target: Point3<f64>) {
        let away = eye - target;
        self.target = target;
        self.distance = away.norm().clamp(DISTANCES[0], DISTANCES[1]);
        self.pitch = (away.z / self.distance).clamp(-1.0, 1.0).asin();
        if away.xy().norm() > 1e-9 {
            self.yaw = away.y.atan2(away.x);
        }
    }

    /// Looks from a direction: `yaw` about z from +x, `pitch` above the horizon, rad.
    pub fn turn_to(&mut self, yaw: f64, pitch: f64) {
        (self.yaw, self.pitch) = (yaw, pitch);
    }

    /// Turns by a movement of the pointer, given as parts of the height of the view.
    pub fn turn(&mut self, [right, down]: [f64; 2]) {
        self.yaw = (self.yaw - right * PI).rem_euclid(2.0 * PI);
        self.pitch = (self.pitch + down * PI).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Shifts along the image by a movement of the pointer, given as parts of the height of the view.
    pub fn shift(&mut self, [right, down]: [f64; 2]) {
        let pose = self.pose();
        let scale = self.height();
        self.target += pose * Vector3::new(0.0, right * scale, down * scale);
    }

    /// Comes closer by a factor above 1, or goes farther, keeping a point where it is on the image.
    pub fn zoom(&mut self, factor: f64, around: Option<Point3<f64>>) {
        let before = self.distance;
        self.distance = (self.distance / factor).clamp(DISTANCES[0], DISTANCES[1]);
        if let Some(point) = around {
            self.target = point + (self.target - point) * (self.distance / before);
        }
    }

    /// Shows a box from the direction that it looks from now; `aspect` is width over height of the view.
    pub fn fit(&mut self, [low, high]: [Point3<f64>; 2], aspect: f64) {
        self.target = nalgebra::center(&low, &high);
        let radius = ((high - low).norm() / 2.0).max(0.05);
        self.distance = (radius * self.fitting(aspect)).clamp(DISTANCES[0], DISTANCES[1]);
    }

    /// Shows a scene that does not say how it is seen first: everything, or, where robots would be too small to be seen, all of
    /// them and of the rest as much as leaves them large enough. Boxes by lowest and highest corner, m; `height` is that of the
    /// view, points.
    pub fn fit_scene(&mut self, all: [Point3<f64>; 2], robots: &[[Point3<f64>; 2]], aspect: f64, height: f64) {
        self.fit(all, aspect);
        let size = robots.iter().map(|[low, high]| (high - low).norm()).fold(f64::INFINITY, f64::min);
        let around = robots.iter().copied().reduce(|[a, b], [low, high]| [a.inf(&low), b.sup(&high)]);
        let Some(robots) = around else { return };
        let mut near = self.clone();
        near.fit(robots, aspect);
        near.distance = near.distance.max(size / (2.0 * (near.field_of_view / 2.0).tan() * LEAST / height));
        if near.distance < self.distance {
            *self = near;
        }
    }

    /// How much light water takes for one who looks from here, in parts of what clear water does: from outside one looks through
    /// as much water as the scene is wide, and sees what is in it.
    pub fn turbidity(&self) -> f32 {
        (CLEAR / self.distance).min(1.0) as f32
    }

    /// Distance from which a sphere fills the view, in radii of the sphere: the narrower of the two fields of view decides.
    pub fn fitting(&self, aspect: f64) -> f64 {
        let half = self.field_of_view / 2.0;
        half.min((half.tan() * aspect).atan()).sin().recip()
    }

    /// Height of what is seen at the distance of the target, m.
    fn height(&self) -> f64 {
        2.0 * self.distance * (self.field_of_view / 2.0).tan()
    }

    fn pose(&self) -> Isometry3<f64> {
        let turn = UnitQuaternion::from_euler_angles(0.0, self.pitch, self.yaw + PI);
        let eye = self.target - turn * Vector3::x() * self.distance;
        Isometry3::from_parts(eye.coords.into(), turn)
    }

    /// The camera.
    pub fn camera(&self) -> Camera {
        let projection = match self.parallel {
            true => Projection::Parallel { height: self.height() },
            false => Projection::Perspective { vertical: self.field_of_view },
        };
        let (near, far) = (self.distance / 500.0, (self.distance * 50.0).max(200.0));
        Camera { pose: self.pose(), projection, near: near.clamp(0.001, 1.0), far }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_from_where_it_was_put() {
        let mut orbit = Orbit::default();
        let (eye, target) = (Point3::new(1.0, -5.0, 4.0), Point3::new(0.2, 0.1, 0.3));
        orbit.look(eye, target);
        let camera = orbit.camera();
        assert!((camera.pose.translation.vector - eye.coords).norm() < 1e-9);
        let (place, depth) = camera.project(&target, 1.5).unwrap();
        assert!(place[0].abs() < 1e-9 && place[1].abs() < 1e-9 && (depth - (target - eye).norm()).abs() < 1e-9);
    }

    #[test]
    fn na_25_na_26_four_quarter_turns_lead_back_and_distance_and_elevation_are_limited() {
        let mut orbit = Orbit { pitch: 0.5, distance: 18.0, ..Orbit::default() };
        let eye = orbit.camera().pose.translation.vector;
        // Eye = centre + distance · (cos pitch cos yaw, cos pitch sin yaw, sin pitch).
        let away = Vector3::new(0.5f64.cos() * orbit.yaw.cos(), 0.5f64.cos() * orbit.yaw.sin(), 0.5f64.sin());
        assert!((eye - away * 18.0).norm() < 1e-9, "{eye}");
        (0..4).for_each(|_| orbit.turn([0.5, 0.0]));
        assert!((orbit.camera().pose.translation.vector - eye).norm() < 1e-9);
        orbit.turn([0.0, 9.0]);
        assert_eq!(orbit.pitch, FRAC_PI_2);
        orbit.zoom(1e9, None);
        assert_eq!(orbit.distance, DISTANCES[0]);
        orbit.zoom(1e-12, None);
        assert_eq!(orbit.distance, DISTANCES[1]);
    }

    #[test]
    fn what_is_fitted_is_seen_whole() {
        for aspect in [0.4, 1.0, 2.5] {
            let mut orbit = Orbit::default();
            let corners = [Point3::new(-3.0, -1.0, 0.0), Point3::new(5.0, 2.0, 1.0)];
            orbit.fit(corners, aspect);
            for corner in 0..8 {
                let pick = |axis: usize| corners[corner >> axis & 1][axis];
                let (place, _) = orbit.camera().project(&Point3::new(pick(0), pick(1), pick(2)), aspect).unwrap();
                assert!(place[0].abs() <= 1.0 && place[1].abs() <= 1.0, "{place:?}");
            }
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut orbit = Orbit::default();
        let point = Point3::new(1.0, 0.5, 0.2);
        let before = orbit.camera().project(&point, 1.0).unwrap().0;
        orbit.zoom(1.7, Some(point));
        let after = orbit.camera().project(&point, 1.0).unwrap().0;
        assert!((before[0] - after[0]).abs() < 1e-9 && (before[1] - after[1]).abs() < 1e-9);
    }

    #[test]
    fn shifting_moves_the_target_with_the_pointer() {
        let mut orbit = Orbit::default();
        let point = orbit.target;
        orbit.shift([0.25, 0.1]);
        let (place, _) = orbit.camera().project(&point, 1.0).unwrap();
        assert!((place[0] - 0.5).abs() < 1e-9 && (place[1] + 0.2).abs() < 1e-9, "{place:?}");
    }
}
