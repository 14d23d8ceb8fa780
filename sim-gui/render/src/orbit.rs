//! An orbit camera.

use crate::camera::{Camera, Projection};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_2, PI};

/// A camera that orbits a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    /// The point, m.
    pub target: Point3<f64>,
    /// Distance from it, m.
    pub distance: f64,
    /// Azimuth of the camera about z, 0 at +x, rad.
    pub yaw: f64,
    /// Elevation above the horizon, rad.
    pub pitch: f64,
    /// Vertical field of view, rad.
    pub field_of_view: f64,
    /// Whether the projection is orthographic.
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

/// Minimum diagonal of a robot on the screen in the initial view of a scene, points.
const LEAST: f64 = 5.0;
/// Path length through water at which the target is seen with full attenuation, m; more water attenuates less per meter.
const CLEAR: f64 = 4.0;
/// Minimum and maximum distance, m.
const DISTANCES: [f64; 2] = [0.02, 20_000.0];

impl Orbit {
    /// Places the camera at `eye`, looking at `target`.
    pub fn set_view(&mut self, eye: Point3<f64>, target: Point3<f64>) {
        let offset = eye - target;
        self.target = target;
        self.distance = offset.norm().clamp(DISTANCES[0], DISTANCES[1]);
        self.pitch = (offset.z / self.distance).clamp(-1.0, 1.0).asin();
        if offset.xy().norm() > 1e-9 {
            self.yaw = offset.y.atan2(offset.x);
        }
    }

    /// Looks from a direction: azimuth `yaw` about z from +x, elevation `pitch`, rad.
    pub fn turn_to(&mut self, yaw: f64, pitch: f64) {
        (self.yaw, self.pitch) = (yaw, pitch);
    }

    /// Orbits by a pointer movement, as fractions of the view height.
    pub fn turn(&mut self, [right, down]: [f64; 2]) {
        self.yaw = (self.yaw - right * PI).rem_euclid(2.0 * PI);
        self.pitch = (self.pitch + down * PI).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Pans by a pointer movement, as fractions of the view height.
    pub fn shift(&mut self, [right, down]: [f64; 2]) {
        let pose = self.pose();
        let scale = self.height();
        self.target += pose * Vector3::new(0.0, right * scale, down * scale);
    }

    /// Zooms in by a factor above 1, or out below 1, with a fixed point of the image.
    pub fn zoom(&mut self, factor: f64, around: Option<Point3<f64>>) {
        let before = self.distance;
        self.distance = (self.distance / factor).clamp(DISTANCES[0], DISTANCES[1]);
        if let Some(point) = around {
            self.target = point + (self.target - point) * (self.distance / before);
        }
    }

    /// Fits a box into the view from the current direction; `aspect` is width over height of the view.
    pub fn fit(&mut self, [low, high]: [Point3<f64>; 2], aspect: f64) {
        self.target = nalgebra::center(&low, &high);
        let radius = ((high - low).norm() / 2.0).max(0.05);
        self.distance = (radius * self.fitting(aspect)).clamp(DISTANCES[0], DISTANCES[1]);
    }

    /// Sets the initial view of a scene that does not define one: everything, or, if robots would be too small to see, all robots
    /// and as much of the rest as fits. Boxes are given by minimum and maximum corner, m; `height` is that of the view, points.
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

    /// Attenuation of water for this view, relative to clear water: reduced for a view from outside, so that the contents of the
    /// water are visible through its whole extent.
    pub fn turbidity(&self) -> f32 {
        (CLEAR / self.distance).min(1.0) as f32
    }

    /// Distance at which a sphere fills the view, in radii of the sphere; the narrower field of view counts.
    pub fn fitting(&self, aspect: f64) -> f64 {
        let half = self.field_of_view / 2.0;
        half.min((half.tan() * aspect).atan()).sin().recip()
    }

    /// Height of the view at the distance of the target, m.
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
    fn set_view_places_the_eye_and_the_target() {
        let mut orbit = Orbit::default();
        let (eye, target) = (Point3::new(1.0, -5.0, 4.0), Point3::new(0.2, 0.1, 0.3));
        orbit.set_view(eye, target);
        let camera = orbit.camera();
        assert!((camera.pose.translation.vector - eye.coords).norm() < 1e-9);
        let (place, depth) = camera.project(&target, 1.5).unwrap();
        assert!(place[0].abs() < 1e-9 && place[1].abs() < 1e-9 && (depth - (target - eye).norm()).abs() < 1e-9);
    }

    /// NA-25: An orbit camera looks at a center; zoom, elevation and field of view are limited.
    /// NA-26: Wheel, drag and keys change the zoom and the angles of the camera.
    #[test]
    fn four_quarter_turns_lead_back_and_distance_and_elevation_are_limited() {
        let mut orbit = Orbit { pitch: 0.5, distance: 18.0, ..Orbit::default() };
        let eye = orbit.camera().pose.translation.vector;
        // Eye = center + distance · (cos pitch cos yaw, cos pitch sin yaw, sin pitch).
        let offset = Vector3::new(0.5f64.cos() * orbit.yaw.cos(), 0.5f64.cos() * orbit.yaw.sin(), 0.5f64.sin());
        assert!((eye - offset * 18.0).norm() < 1e-9, "{eye}");
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
    fn a_fitted_box_is_completely_visible() {
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
