//! Renders the images of a video in sequence.

use super::labels::write;
use super::viewpoint::{Viewpoint, ViewpointOptions};
use crate::live::Observer;
use sim_abi::ffi::types::Light;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::Simulation;
use sim_core::scene::LoadedScene;
use sim_render::{Camera, Line, Painter, Pen, Renderer, Values};
use sim_runner::{BodyPoses, Frame, FrameOptions, PlacedDrawing, Structure};
use sim_video::{Extent, Video};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Times closer than this are equal, as a fraction of the time between two images.
pub const SAME: f64 = 1e-6;

/// Times at which images are rendered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Simulated time of the first image, s.
    pub start: f64,
    /// Simulated time between two images, s.
    pub step: f64,
    /// Number of images.
    pub count: u64,
    /// Images per second of the video.
    pub rate: u32,
}

impl Timing {
    /// Timing of a part of a run, from `start` for `duration`, s; `speed` is in simulated seconds per second of video.
    pub fn new(start: f64, duration: f64, rate: u32, speed: f64) -> Self {
        let step = speed / f64::from(rate);
        let count = (duration / step).round().max(1.0) as u64;
        Self { start, step, count, rate }
    }

    /// Simulated time of an image, s.
    pub fn time(&self, image: u64) -> f64 {
        self.start + image as f64 * self.step
    }

    /// Simulated time of the last image, s.
    pub fn end(&self) -> f64 {
        self.time(self.count.saturating_sub(1))
    }
}

/// A rendering in progress.
pub struct Drawing {
    scene: Arc<LoadedScene>,
    video: Video,
    renderer: Renderer,
    poses: BodyPoses,
    asked: ViewpointOptions,
    viewpoint: Option<Viewpoint>,
    /// Camera of the last image, and turbidity of the water.
    camera: Option<(Camera, f32)>,
    size: [u32; 2],
    timing: Timing,
    /// Number of images rendered so far.
    images: u64,
    /// Structure of the simulation, and the number of object changes at that time.
    structure: Option<(Arc<Structure>, u64)>,
    frame: Frame,
    /// Lines drawn by components.
    lines: Vec<Line>,
}

impl Drawing {
    /// Starts rendering a scene into a video.
    pub fn new(scene: Arc<LoadedScene>, video: Video, asked: ViewpointOptions, size: [u32; 2], timing: Timing) -> Self {
        let mut renderer = Renderer::new(&scene, Painter::Any);
        renderer.scenery_mut().paint_floor(&scene);
        Self {
            scene,
            video,
            renderer,
            poses: BodyPoses::default(),
            asked,
            viewpoint: None,
            camera: None,
            size,
            timing,
            images: 0,
            structure: None,
            frame: Frame::default(),
            lines: Vec::new(),
        }
    }

    /// Simulated time of the next image, s; none after the last one.
    pub fn next(&self) -> Option<f64> {
        (self.images < self.timing.count).then(|| self.timing.time(self.images))
    }

    /// Renders the next image from a frame.
    ///
    /// # Errors
    /// If the viewpoint is not available, or the video cannot be written.
    pub fn draw(&mut self, frame: &Frame, structure: &Arc<Structure>, lights: &[Light]) -> Result<(), Diagnostic> {
        self.poses.follow(frame, structure);
        let poses = self.poses.poses();
        let visuals = structure.bodies.iter().map(|body| &body.visuals);
        self.renderer.follow(visuals, |body| poses[body], self.poses.links());
        let [width, height] = self.size.map(f64::from);
        let stage = self.renderer.stage();
        let viewpoint = match &mut self.viewpoint {
            Some(viewpoint) => viewpoint,
            None => {
                let view = &self.scene.scene.view;
                let new = Viewpoint::new(&self.asked, view, &self.poses, stage, width / height, height)?;
                self.viewpoint.insert(new)
            }
        };
        // If its robot is gone, the camera stays at its last pose.
        self.camera = viewpoint.camera(&self.poses, stage, width / height).or(self.camera.take());
        let mut labels = Vec::new();
        let mut pixels = vec![0; 4 * self.size[0] as usize * self.size[1] as usize];
        if let Some((camera, turbidity)) = &self.camera {
            let scenery = self.renderer.scenery_mut();
            // As in the window, lamps light the images of sensors.
            if viewpoint.is_sensor() {
                scenery.follow(lights);
            }
            scenery.turbidity = *turbidity;
            if !viewpoint.is_sensor() {
                let mut pen = Pen { layers: &BTreeMap::new(), lines: &mut self.lines, labels: &mut labels };
                for PlacedDrawing { drawing, pose, names, values, .. } in self.poses.drawings(frame) {
                    pen.draw(drawing, &pose, &Values { names, values });
                }
            }
            self.renderer.draw(camera, &self.lines, self.size, &mut pixels);
            self.lines.clear();
            write(&labels, camera, self.size, &mut pixels);
        }
        let time = self.images as f64 / f64::from(self.timing.rate);
        self.images += 1;
        self.video.add(pixels, time)
    }

    /// Writes the remaining data. Without any image, no file is created.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<Extent, Diagnostic> {
        if self.images == 0 { Ok(Extent::default()) } else { self.video.finish() }
    }

    /// The simulation as a frame, with its structure.
    fn take_frame(&mut self, simulation: &mut Simulation) -> Arc<Structure> {
        let changes = simulation.object_changes().count;
        let known = self.structure.take().filter(|(_, known)| *known == changes);
        let structure =
            known.map_or_else(|| Arc::new(Structure::of(simulation, &self.scene, changes)), |(structure, _)| structure);
        self.structure = Some((structure.clone(), changes));
        let drawing = (0..structure.robots.len()).filter(|robot| structure.robots[*robot].needs_telemetry());
        let options = FrameOptions { links: true, selected: drawing.collect(), ..FrameOptions::default() };
        self.frame.structure = structure.generation;
        self.frame.take(simulation, &options, &vec![false; structure.robots.len()]);
        structure
    }
}

impl Observer for Drawing {
    fn tick(&mut self, simulation: &mut Simulation) -> Result<(), Diagnostic> {
        let late = SAME * self.timing.step;
        while self.next().is_some_and(|next| next <= simulation.time() + late) {
            let structure = self.take_frame(simulation);
            let frame = std::mem::take(&mut self.frame);
            let lights = simulation.world().lights.clone();
            let drawn = self.draw(&frame, &structure, &lights);
            self.frame = frame;
            drawn?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_stand_for_equal_parts_of_a_run() {
        let timing = Timing::new(2.0, 10.0, 30, 1.0);
        assert_eq!((timing.count, timing.time(0), timing.time(30)), (300, 2.0, 3.0));
        assert!((timing.end() - (12.0 - 1.0 / 30.0)).abs() < 1e-12);
        // Eight times as fast.
        assert_eq!(Timing::new(0.0, 120.0, 25, 8.0).count, 375);
        assert_eq!(Timing::new(5.0, 0.0, 30, 1.0).count, 1, "a picture");
    }
}
