//! What the view shows at first, and what it shows when a person asks for everything.

use super::{View3d, Viewpoint};
use crate::document::selection::Selection;
use crate::simulation::world::WorldView;
use crate::views::content::Content;

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

    /// Shows a scene that does not say how it is seen first. `height` is that of the view, points.
    pub(super) fn show_first(&mut self, world: &WorldView, content: &Content, height: f32) {
        let Some(all) = content.bounds() else { return };
        let robots = world.structure().robots.iter();
        let robots = robots.filter_map(|robot| content.stage().bounds_of_body(robot.body as usize));
        self.orbit.fit_scene(all, &robots.collect::<Vec<_>>(), self.aspect, f64::from(height));
    }

    /// How much light water takes in this view; from a robot water is as it is.
    pub(super) fn turbidity(&self) -> f32 {
        match self.viewpoint {
            Viewpoint::Orbit => self.orbit.turbidity(),
            _ => 1.0,
        }
    }
}
