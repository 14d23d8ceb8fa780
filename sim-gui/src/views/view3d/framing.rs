//! What the view shows at first, and what it shows when a person asks for everything.

use super::{View3d, Viewpoint};
use crate::document::selection::Selection;
use crate::simulation::world::WorldView;
use crate::views::content::{Content, around};
use nalgebra::Point3;

/// Diagonal of a robot on the screen at least when a scene is seen first, points.
const LEAST: f64 = 5.0;
/// The way through water that takes as much light as what one looks at is seen through, m: of more water each metre takes less.
const CLEAR: f64 = 4.0;

impl View3d {
    /// Shows some bodies, or everything.
    pub fn fit(&mut self, bodies: &Selection, content: &Content) {
        let bounds = content.bounds_of(bodies);
        if let Some(bounds) = bounds {
            self.choose_view();
            self.orbit.fit(bounds, self.aspect);
        }
    }

    /// Looks from a direction: `yaw` about z from +x, `pitch` above the horizon, rad.
    pub fn turn_to(&mut self, yaw: f64, pitch: f64) {
        self.choose_view();
        self.orbit.turn_to(yaw, pitch);
    }

    /// Moves the camera by a step: shifts and turns as a movement of the pointer does, given in parts of the height of the view,
    /// and comes closer by a factor. A camera that looks from a robot stays there.
    pub fn step(&mut self, shift: [f64; 2], turn: [f64; 2], closer: f64) {
        if self.viewpoint != Viewpoint::Orbit {
            return;
        }
        self.choose_view();
        if shift != [0.0; 2] {
            self.follow = None;
        }
        self.orbit.shift(shift);
        self.orbit.turn(turn);
        self.orbit.zoom(closer, None);
    }

    /// Shows a scene that does not say how it is seen first: everything, or, where robots would be too small to be seen, all of
    /// them and of the rest as much as leaves them large enough. `height` is that of the view, points.
    pub(super) fn show_first(&mut self, world: &WorldView, content: &Content, height: f32) {
        let Some(all) = content.bounds() else { return };
        self.orbit.fit(all, self.aspect);
        let robots = world.structure().robots.iter();
        let bounds = robots.filter_map(|robot| content.stage().bounds_of_body(robot.body as usize));
        let bounds: Vec<[Point3<f64>; 2]> = bounds.collect();
        let size = bounds.iter().map(|[low, high]| (high - low).norm()).fold(f64::INFINITY, f64::min);
        let Some(robots) = bounds.into_iter().reduce(around) else { return };
        let mut near = self.orbit.clone();
        near.fit(robots, self.aspect);
        near.distance = near.distance.max(size / (2.0 * (near.field_of_view / 2.0).tan() * LEAST / f64::from(height)));
        if near.distance < self.orbit.distance {
            self.orbit = near;
        }
    }

    /// How much light water takes in this view. From outside one looks through as much water as the scene is wide, and sees
    /// what is in it; from a robot water is as it is.
    pub(super) fn turbidity(&self) -> f32 {
        match self.viewpoint {
            Viewpoint::Orbit => (CLEAR / self.orbit.distance).min(1.0) as f32,
            _ => 1.0,
        }
    }
}
