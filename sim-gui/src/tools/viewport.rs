//! Conversion between world and screen.

use egui::{Pos2, Rect, Vec2};
use nalgebra::{Point3, Vector3};
use sim_render::Camera;

/// A camera view on the screen.
#[derive(Clone, Copy)]
pub struct Viewport<'a> {
    /// The camera.
    pub camera: &'a Camera,
    /// Screen rectangle of the image.
    pub rect: Rect,
}

impl Viewport<'_> {
    /// Screen position of a point, possibly outside the image; `None` behind the camera.
    pub fn project(&self, point: &Point3<f64>) -> Option<Pos2> {
        let (place, _) = self.camera.project(point, self.aspect())?;
        let part = Vec2::new((place[0] as f32 + 1.0) / 2.0, (1.0 - place[1] as f32) / 2.0);
        Some(self.rect.min + part * self.rect.size())
    }

    /// As [`Viewport::project`], but `None` outside of the image.
    pub fn find(&self, point: &Point3<f64>) -> Option<Pos2> {
        self.project(point).filter(|at| self.rect.contains(*at))
    }

    /// Origin and direction of the ray through a screen position.
    pub fn ray(&self, at: Pos2) -> (Point3<f64>, Vector3<f64>) {
        let part = (at - self.rect.min) / self.rect.size();
        self.camera.ray([f64::from(part.x) * 2.0 - 1.0, 1.0 - f64::from(part.y) * 2.0], self.aspect())
    }

    fn aspect(&self) -> f64 {
        f64::from(self.rect.width() / self.rect.height())
    }
}
