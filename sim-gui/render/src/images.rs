//! Images for camera sensors.

use crate::camera::{Camera, Projection};
use crate::renderer::{Painter, Renderer};
use nalgebra::Isometry3;
use sim_abi::ffi::types::{ImageRequest, ImageStatus};
use sim_core::engine::{ImageSource, World};
use sim_core::geometry::BodyId;
use sim_core::scene::LoadedScene;
use std::sync::{Mutex, PoisonError};

/// Renders the images of camera sensors, one at a time.
pub struct Images {
    state: Mutex<State>,
}

struct State {
    renderer: Renderer,
    /// Whether the floor has been painted.
    painted: bool,
}

impl Images {
    /// For worlds built from a scene.
    pub fn new(loaded: &LoadedScene, painter: Painter) -> Self {
        Self { state: Mutex::new(State { renderer: Renderer::new(loaded, painter), painted: false }) }
    }
}

impl ImageSource for Images {
    fn draw(&self, world: &World, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        // Nothing in here starts parallel work: a thread waiting for it could pick up another robot's task and deadlock on this
        // lock. A panic during an earlier image leaves no relevant inconsistent state.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(camera) = camera(request) else { return ImageStatus::WrongRequest };
        state.update(world);
        let size = [request.width, request.height];
        match request.format {
            ImageRequest::DEPTH => state.renderer.distances(&camera, size, pixels),
            _ => state.renderer.draw(&camera, &[], size, pixels),
        }
        ImageStatus::Drawn
    }
}

impl State {
    fn update(&mut self, world: &World) {
        let pose =
            |body: usize| world.index.pose(BodyId(body as u32)).copied().unwrap_or_else(|_| Isometry3::identity());
        self.renderer.follow(world.bodies.iter().map(|body| &body.visuals), pose, &world.links);
        let scenery = self.renderer.scenery_mut();
        scenery.follow(&world.lights);
        if let (false, Some(floor)) = (self.painted, &world.floor) {
            scenery.paint(floor);
        }
        self.painted = true;
    }
}

/// The camera of a request, if it is valid.
fn camera(request: &ImageRequest) -> Option<Camera> {
    let ImageRequest { near, far, field_of_view, width, height, .. } = *request;
    let pose = Isometry3::from(request.pose);
    let sane =
        near > 0.0 && far > near && far.is_finite() && field_of_view > 0.0 && field_of_view < std::f64::consts::PI;
    let small =
        width > 0 && height > 0 && width <= ImageRequest::MAX_SIDE_PIXELS && height <= ImageRequest::MAX_SIDE_PIXELS;
    let placed = pose.translation.vector.iter().all(|part| part.is_finite());
    let vertical = Camera::vertical_from_horizontal(field_of_view, f64::from(width), f64::from(height));
    (sane && small && placed).then_some(Camera { pose, projection: Projection::Perspective { vertical }, near, far })
}
