//! Drawing into memory.

use crate::camera::Camera;
use crate::forms::Detail;
use crate::line::Line;
use crate::scenery::Scenery;
use crate::software;
use crate::stage::Stage;
use nalgebra::Isometry3;
use sim_core::engine::{LinkPoses, Look};
use sim_core::scene::LoadedScene;
use std::sync::Arc;

/// What draws images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painter {
    /// A graphics card, or software that stands in for one; the processor where there is neither.
    Any,
    /// The processor, which needs nothing but itself.
    Processor,
}

/// Draws a world into memory.
pub struct Renderer {
    stage: Stage,
    scenery: Scenery,
    #[cfg(feature = "gpu")]
    device: device::Device,
}

impl Renderer {
    /// For the worlds that are built of a scene.
    pub fn new(loaded: &LoadedScene, painter: Painter) -> Self {
        // Without devices there is no choice.
        #[cfg(not(feature = "gpu"))]
        let _ = painter;
        Self {
            stage: Stage::new(Detail::Full),
            scenery: Scenery::of(loaded),
            #[cfg(feature = "gpu")]
            device: device::Device::new(painter),
        }
    }

    /// Says what all bodies look like and where they are.
    pub fn follow<'a>(
        &mut self,
        looks: impl ExactSizeIterator<Item = &'a Arc<[Look]>> + Clone,
        pose: impl Fn(usize) -> Isometry3<f64>,
        links: &LinkPoses,
    ) {
        self.stage.set_bodies(looks);
        self.stage.pose(pose, links);
    }

    /// All bodies as meshes, where they are.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What is drawn besides the bodies.
    pub fn scenery_mut(&mut self) -> &mut Scenery {
        &mut self.scenery
    }

    /// Draws colors: red, green, blue and opacity of each pixel, row by row from the top. The buffer holds four bytes per pixel.
    /// The processor leaves out the lines.
    pub fn draw(&mut self, camera: &Camera, lines: &[Line], size: [u32; 2], pixels: &mut [u8]) {
        self.paint(camera, Some(lines), size, pixels);
    }

    /// Draws distances along the optical axis, m: f32, little-endian; infinity where nothing is. The buffer holds four bytes per
    /// pixel.
    pub fn distances(&mut self, camera: &Camera, size: [u32; 2], pixels: &mut [u8]) {
        self.paint(camera, None, size, pixels);
    }

    /// Draws colors with lines; distances where there are none.
    fn paint(&mut self, camera: &Camera, lines: Option<&[Line]>, size: [u32; 2], pixels: &mut [u8]) {
        #[cfg(feature = "gpu")]
        if self.device.draw(&self.stage, &self.scenery, camera, lines, size, pixels) {
            return;
        }
        software::draw(&self.stage, &self.scenery, camera, size, lines.is_none(), pixels);
    }
}

#[cfg(feature = "gpu")]
mod device {
    use super::Painter;
    use crate::camera::Camera;
    use crate::gpu::{Canvas, Gpu, Quality};
    use crate::line::Line;
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
            lines: Option<&[Line]>,
            size: [u32; 2],
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
            let drawn = match lines {
                None => canvas.distances(gpu, stage, scenery, camera, pixels),
                Some(lines) => {
                    canvas.draw(gpu, stage, scenery, camera, (lines, &[]), (&[], [0.0; 4]));
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
