//! Offscreen rendering.

use crate::camera::Camera;
use crate::forms::Detail;
use crate::line::Line;
use crate::scenery::Scenery;
use crate::software;
use crate::stage::Stage;
use nalgebra::Isometry3;
use sim_core::engine::{LinkPoses, Visual};
use sim_core::scene::LoadedScene;
use std::sync::Arc;

/// The rendering backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painter {
    /// A graphics card or a software adapter; the software renderer if there is neither.
    Any,
    /// The software renderer on the CPU, which has no dependencies.
    Processor,
}

/// Renders a world into memory.
pub struct Renderer {
    stage: Stage,
    scenery: Scenery,
    #[cfg(feature = "gpu")]
    device: device::Device,
}

impl Renderer {
    /// For worlds built from a scene.
    pub fn new(loaded: &LoadedScene, painter: Painter) -> Self {
        // Without GPU support there is no choice.
        #[cfg(not(feature = "gpu"))]
        let _ = painter;
        Self {
            stage: Stage::new(Detail::Full),
            scenery: Scenery::of(loaded),
            #[cfg(feature = "gpu")]
            device: device::Device::new(painter),
        }
    }

    /// Sets the visuals and poses of all bodies.
    pub fn follow<'a>(
        &mut self,
        visuals: impl ExactSizeIterator<Item = &'a Arc<[Visual]>> + Clone,
        pose: impl Fn(usize) -> Isometry3<f64>,
        links: &LinkPoses,
    ) {
        self.stage.set_bodies(visuals);
        self.stage.pose(pose, links);
    }

    /// The meshes of all bodies at their poses.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The mutable scenery around the bodies.
    pub fn scenery_mut(&mut self) -> &mut Scenery {
        &mut self.scenery
    }

    /// Renders colors: RGBA, row by row from the top. The buffer holds four bytes per pixel. The software renderer omits the
    /// lines.
    pub fn draw(&mut self, camera: &Camera, lines: &[Line], size: [u32; 2], pixels: &mut [u8]) {
        self.paint(camera, Some(lines), size, pixels);
    }

    /// Renders distances along the optical axis, m: f32, little-endian; infinity for empty pixels. The buffer holds four bytes
    /// per pixel.
    pub fn distances(&mut self, camera: &Camera, size: [u32; 2], pixels: &mut [u8]) {
        self.paint(camera, None, size, pixels);
    }

    /// Renders colors if there are lines, distances otherwise.
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

    /// Maximum number of cached canvases; cameras with the same size share one.
    const CANVASES: usize = 8;

    /// A graphics device. It is opened for the first image: most runs have no camera.
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

        /// Renders an image; returns `false` without a device.
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
            // A lost device does not come back: from then on the software renderer is used.
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

    /// The canvas of a size; evicts the least recently used one.
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
