//! Initial view of a scene, and fitting bodies into the view.

use super::{View3d, Viewpoint};
use crate::document::selection::Selection;
use crate::simulation::world::WorldView;
use crate::views::content::Content;

impl View3d {
    /// Fits some bodies, or everything, into the view.
    pub fn fit(&mut self, bodies: &Selection, content: &Content) {
        let bounds = content.bounds_of(bodies);
        if let Some(bounds) = bounds {
            self.choose_view();
            self.orbit.fit(bounds, self.aspect);
        }
    }

    /// Looks from a direction: azimuth `yaw` about z from +x, elevation `pitch`, rad.
    pub fn turn_to(&mut self, yaw: f64, pitch: f64) {
        self.choose_view();
        self.orbit.turn_to(yaw, pitch);
    }

    /// Moves the camera by a step: pans and orbits like a pointer movement, given as fractions of the view height, and zooms by a
    /// factor. A camera on a robot stays there.
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

    /// Sets the initial view of a scene that does not define one. `height` is that of the view, points.
    pub(super) fn show_first(&mut self, world: &WorldView, content: &Content, height: f32) {
        let Some(all) = content.bounds() else { return };
        let robots = world.structure().robots.iter();
        let robots = robots.filter_map(|robot| content.stage().bounds_of_body(robot.body as usize));
        self.orbit.fit_scene(all, &robots.collect::<Vec<_>>(), self.aspect, f64::from(height));
    }

    /// Attenuation of water in this view; full for a view from a robot.
    pub(super) fn turbidity(&self) -> f32 {
        match self.viewpoint {
            Viewpoint::Orbit => self.orbit.turbidity(),
            _ => 1.0,
        }
    }
}
