//! Images of the window, compared with committed ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p sim-window-tests` updates them; review them before committing.

use crate::Rig;
use egui::Rect;
use egui_kittest::kittest::{NodeT, Queryable};
use image::{Rgba, RgbaImage};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Maximum difference of a channel that counts as equal: renderers round differently.
const SHADE: u8 = 24;
/// Maximum gap between differing pixels of the same cluster, pixels.
const GAP: i32 = 3;
/// Minimum number of pixels in a cluster that counts as a difference: fewer than in a letter.
const LEAST: usize = 14;
/// Height of the status bar, which shows the name of the graphics card, points.
const STATUS: f32 = 30.0;
/// Views of the world: their edges are drawn by the graphics card and vary by fractions of a pixel.
const WORLD: [&str; 2] = ["3D view of the scene", "2D view of the scene"];
/// Labels with these prefixes contain measured times.
const MEASURED: [&str; 1] = ["scene built in"];
/// Maximum number of frames until the window is at rest.
const FRAMES: usize = 100;
/// Color that covers machine-dependent parts.
const COVER: Rgba<u8> = Rgba([128, 128, 128, 255]);

/// Image of a window at rest, with machine-dependent parts covered.
pub struct Picture {
    image: RgbaImage,
    /// Parts of the image that the graphics card draws.
    world: Vec<Rect>,
}

impl Picture {
    /// Waits until the window is at rest, and captures a part of it, points; by default, all except the status bar.
    ///
    /// # Panics
    /// Panics if it does not come to rest.
    pub fn take(rig: &mut Rig, part: Option<Rect>) -> Self {
        rig.harness.remove_cursor();
        rig.harness.run_steps(4);
        let image = at_rest(rig);
        let scale = rig.harness.ctx.pixels_per_point();
        let whole = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(image.width() as f32, image.height() as f32));
        let part = part.map_or(whole, |part| part * scale).intersect(whole);
        let part = part.with_max_y(part.max.y.min(whole.max.y - STATUS * scale));
        let [x, y, width, height] = [part.min.x, part.min.y, part.width(), part.height()].map(|side| side as u32);
        let image = image::imageops::crop_imm(&image, x, y, width, height).to_image();
        let shift = egui::vec2(x as f32, y as f32);
        let world = WORLD.iter().filter_map(|label| rig.harness.query_by_label(label));
        let world = world.map(|node| (node.rect() * scale).translate(-shift)).collect();
        Self { image, world }
    }

    /// The same image with a part covered by a color, pixels.
    pub fn without(&self, part: Rect, color: Rgba<u8>) -> Self {
        let mut image = self.image.clone();
        fill(&mut image, part, color);
        Self { image, world: self.world.clone() }
    }

    /// The color at a position, pixels.
    pub fn color(&self, at: egui::Pos2) -> Option<Rgba<u8>> {
        self.image.get_pixel_checked(at.x.max(0.0) as u32, at.y.max(0.0) as u32).copied()
    }

    /// Areas that differ from another image, pixels; one area for everything if the sizes differ.
    pub fn differences(&self, other: &RgbaImage) -> Vec<Rect> {
        let (width, height) = self.image.dimensions();
        if other.dimensions() != (width, height) {
            return vec![Rect::EVERYTHING];
        }
        let mut unlike = self.unlike(other);
        if !self.world.is_empty() {
            let all = unlike.clone();
            // An edge that has moved by a fraction of a pixel is thin; a missing item is an area.
            let thick = |[x, y]: [i32; 2]| {
                let block = |dx: i32, dy: i32| (0..2).all(|i| (0..2).all(|j| all.contains(&[x + dx + i, y + dy + j])));
                (-1..=0).any(|dx| (-1..=0).any(|dy| block(dx, dy)))
            };
            let in_world =
                |[x, y]: [i32; 2]| self.world.iter().any(|rect| rect.contains(egui::pos2(x as f32, y as f32)));
            unlike.retain(|at| !in_world(*at) || thick(*at));
        }
        let mut found = Vec::new();
        while let Some(start) = unlike.pop_first() {
            let (mut rect, mut count, mut open) = (Rect::NOTHING, 0, vec![start]);
            while let Some([x, y]) = open.pop() {
                rect.extend_with(egui::pos2(x as f32, y as f32));
                count += 1;
                let near = (-GAP..=GAP).flat_map(|dx| (-GAP..=GAP).map(move |dy| [x + dx, y + dy]));
                open.extend(near.filter(|near| unlike.remove(near)));
            }
            if count >= LEAST {
                found.push(rect);
            }
        }
        found
    }

    /// The pixels that differ from those of another image with the same size.
    fn unlike(&self, other: &RgbaImage) -> BTreeSet<[i32; 2]> {
        let mut found = BTreeSet::new();
        let bytes = self.image.width() as usize * 4;
        let rows = self.image.as_raw().chunks(bytes).zip(other.as_raw().chunks(bytes));
        for (y, (own, others)) in rows.enumerate().filter(|(_, (own, others))| own != others) {
            for (x, (one, other)) in own.chunks(4).zip(others.chunks(4)).enumerate() {
                if one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) > SHADE) {
                    found.insert([x as i32, y as i32]);
                }
            }
        }
        found
    }

    /// The image.
    pub fn image(&self) -> &RgbaImage {
        &self.image
    }
}

/// Image of the window once two consecutive images are equal.
fn at_rest(rig: &mut Rig) -> RgbaImage {
    let mut last = covered(rig);
    for _ in 0..FRAMES {
        rig.harness.run_steps(2);
        let next = covered(rig);
        if next == last {
            return next;
        }
        last = next;
    }
    panic!("the window does not come to rest");
}

/// Image of the window, with plugin folders and measured times covered.
fn covered(rig: &mut Rig) -> RgbaImage {
    let mut image = rig.picture();
    let scale = rig.harness.ctx.pixels_per_point();
    let (right, bottom) = (image.width() as f32, image.height() as f32);
    if let Some(title) = rig.harness.query_by_label("Folders") {
        let below = Rect::from_min_max(title.rect().left_bottom() * scale, egui::pos2(right, bottom));
        fill(&mut image, below, COVER);
    }
    let measured = |label: &str| MEASURED.iter().any(|start| label.contains(start));
    for node in rig.nodes() {
        let accessible = node.accesskit_node();
        let words = [accessible.label(), accessible.value()];
        if words.into_iter().flatten().any(|words| measured(&words)) {
            fill(&mut image, node.rect() * scale, COVER);
        }
    }
    image
}

fn fill(image: &mut RgbaImage, part: Rect, color: Rgba<u8>) {
    let (width, height) = image.dimensions();
    for y in part.min.y.max(0.0) as u32..(part.max.y.max(0.0).ceil() as u32).min(height) {
        for x in part.min.x.max(0.0) as u32..(part.max.x.max(0.0).ceil() as u32).min(width) {
            image.put_pixel(x, y, color);
        }
    }
}

/// The folder of the committed images.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/window")
}

/// Images of a test, compared one after the other; all differences are reported at the end.
#[derive(Default)]
pub struct Pictures {
    failures: Vec<String>,
}

impl Pictures {
    /// Compares a part of the window with a committed image, or updates that image if `UPDATE_SNAPSHOTS` is set. A
    /// differing image is written next to the committed one.
    ///
    /// # Panics
    /// Panics if an image cannot be written.
    pub fn compare(&mut self, rig: &mut Rig, name: &str, part: Option<Rect>) {
        let picture = Picture::take(rig, part);
        let path = folder().join(name).with_extension("png");
        let beside = path.with_extension("new.png");
        _ = std::fs::remove_file(&beside);
        let committed = image::open(&path).map(image::DynamicImage::into_rgba8);
        let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
        let differences = committed.map_or_else(|_| vec![Rect::EVERYTHING], |image| picture.differences(&image));
        if differences.is_empty() {
            return;
        }
        picture.image.save(if update { &path } else { &beside }).expect("a picture can be saved");
        if !update {
            self.failures.push(format!("{name} differs at {differences:?}; see {}", beside.display()));
        }
    }

    /// Reports all differences.
    ///
    /// # Panics
    /// Panics if there are any.
    pub fn end(self) {
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n"));
    }
}
