//! Images for camera sensors.

use crate::camera::{Camera, Projection};
use crate::forms::Detail;
use crate::scenery::Scenery;
use crate::software;
use crate::stage::Stage;
use nalgebra::Isometry3;
use sim_abi::ffi::types::{ImageRequest, ImageStatus};
use sim_core::engine::{ImageSource, World};
use sim_core::geometry::BodyId;
use sim_core::scene::LoadedScene;
use std::sync::{Mutex, PoisonError};

/// What draws images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painter {
    /// A graphics card, or software that stands in for one; the processor where there is neither.
    Any,
    /// The processor, which needs nothing but itself.
    Processor,
}

/// Draws what camera sensors see. One image is drawn at a time.
pub struct Images {
    state: Mutex<State>,
}

struct State {
    stage: Stage,
    scenery: Scenery,
    painted: bool,
    #[cfg(feature = "gpu")]
    device: device::Device,
}

impl Images {
    /// For the worlds that are built of a scene.
    pub fn new(loaded: &LoadedScene, painter: Painter) -> Self {
        let state = State {
            stage: Stage::new(Detail::Full),
            scenery: Scenery::of(loaded),
            painted: false,
            #[cfg(feature = "gpu")]
            device: device::Device::new(painter),
        };
        // Without devices there is no choice.
        #[cfg(not(feature = "gpu"))]
        let _ = painter;
        Self { state: Mutex::new(state) }
    }
}

impl ImageSource for Images {
    fn draw(&self, world: &World, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        // Nothing in here starts parallel work: a thread that waits for such would take up another robot's turn, and wait
        // for this lock for ever. A panic of an earlier image leaves nothing half done that matters.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(camera) = camera(request) else { return ImageStatus::WrongRequest };
        state.look_at(world);
        state.paint(&camera, request, pixels);
        ImageStatus::Drawn
    }
}

impl State {
    fn look_at(&mut self, world: &World) {
        self.stage.set_bodies(world.bodies.iter().map(|body| &body.looks));
        let pose =
            |body: usize| world.index.pose(BodyId(body as u32)).copied().unwrap_or_else(|_| Isometry3::identity());
        self.stage.pose(pose, &world.links);
        self.scenery.follow(world);
        if let (false, Some(floor)) = (self.painted, &world.floor) {
            self.scenery.paint(floor);
        }
        self.painted = true;
    }

    fn paint(&mut self, camera: &Camera, request: &ImageRequest, pixels: &mut [u8]) {
        let size = [request.width, request.height];
        let distances = request.format == ImageRequest::DEPTH;
        #[cfg(feature = "gpu")]
        if self.device.draw(&self.stage, &self.scenery, camera, size, distances, pixels) {
            return;
        }
        software::draw(&self.stage, &self.scenery, camera, size, distances, pixels);
    }
}

#[cfg(feature = "gpu")]
mod device {
    use super::Painter;
    use crate::camera::Camera;
    use crate::gpu::{Canvas, Gpu, Quality};
    use crate::scenery::Scenery;
    use crate::stage::Stage;

    /// Canvases that are kept; cameras of one size share one.
    const CANVASES: usize = 8;

    /// A graphics device. It is opened with the first image: most runs have no camera.
    pub(super) struct Device {
        wanted: bool,
        gpu: Option<Box<Gpu>>,
        canvases: Vec<(Canvas, u64)>,
        used: u64,
    }

    impl Device {
        pub(super) fn new(painter: Painter) -> Self {
            Self { wanted: painter == Painter::Any, gpu: None, canvases: Vec::new(), used: 0 }
        }

        /// Draws an image, unless there is no device.
        pub(super) fn draw(
            &mut self,
            stage: &Stage,
            scenery: &Scenery,
            camera: &Camera,
            size: [u32; 2],
            distances: bool,
            pixels: &mut [u8],
        ) -> bool {
            if self.wanted && self.gpu.is_none() {
                self.gpu = Gpu::headless().ok().map(Box::new);
            }
            // A device that was lost does not come back: from then on the processor draws.
            self.wanted = self.gpu.is_some();
            let Some(gpu) = &mut self.gpu else { return false };
            gpu.upload(stage);
            let canvas = canvas(&mut self.canvases, &mut self.used, gpu, size);
            let drawn = match distances {
                true => canvas.distances(gpu, stage, scenery, camera, pixels),
                false => {
                    canvas.draw(gpu, stage, scenery, camera, &[], (&[], [0.0; 4]));
                    canvas.read(gpu, pixels)
                }
            };
            if drawn.is_err() {
                self.canvases.clear();
                (self.gpu, self.wanted) = (None, false);
            }
            drawn.is_ok()
        }
    }

    /// The canvas of a size; the one that was not used for longest makes room.
    fn canvas<'a>(list: &'a mut Vec<(Canvas, u64)>, used: &mut u64, gpu: &Gpu, size: [u32; 2]) -> &'a mut Canvas {
        *used += 1;
        let index = match list.iter().position(|(canvas, _)| canvas.size() == size) {
            Some(index) => index,
            None => {
                if list.len() >= CANVASES
                    && let Some(oldest) = (0..list.len()).min_by_key(|index| list[*index].1)
                {
                    list.swap_remove(oldest);
                }
                list.push((Canvas::new(gpu, size, Quality::default()), 0));
                list.len() - 1
            }
        };
        list[index].1 = *used;
        &mut list[index].0
    }
}

/// The camera of a request, if it can be one.
fn camera(request: &ImageRequest) -> Option<Camera> {
    let ImageRequest { near, far, field_of_view, width, height, .. } = *request;
    let pose = Isometry3::from(request.pose);
    let sane =
        near > 0.0 && far > near && far.is_finite() && field_of_view > 0.0 && field_of_view < std::f64::consts::PI;
    let small = width > 0 && height > 0 && width <= ImageRequest::MOST_PIXELS && height <= ImageRequest::MOST_PIXELS;
    let placed = pose.translation.vector.iter().all(|part| part.is_finite());
    let vertical = Camera::vertical_from_horizontal(field_of_view, f64::from(width), f64::from(height));
    (sane && small && placed).then_some(Camera { pose, projection: Projection::Perspective { vertical }, near, far })
}
