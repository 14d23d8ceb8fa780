//! What takes time, and what is about to happen: shown above the panels.

use crate::insert::{self, Insertion};
use crate::text;
use crate::window::is_recording;
use egui::{Align2, Area, Color32, Context, Frame, Id, Order, RichText, Spinner};
use sim_runner::RunState;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is done sooner than this is not worth a word.
const SOON: Duration = Duration::from_millis(500);
/// How often the seconds are counted on.
const COUNT: Duration = Duration::from_millis(100);

/// What the simulation's thread is busy with.
#[derive(Default)]
pub struct Busy {
    building: Option<Instant>,
    library: Option<(String, Instant)>,
}

impl Busy {
    /// A library is being installed.
    pub fn install(&mut self, file: &Path) {
        self.library = Some((text::busy::installing(&name(file)), Instant::now()));
    }

    /// A library is being loaded.
    pub fn load(&mut self, file: &Path) {
        self.library = Some((text::busy::loading(&name(file)), Instant::now()));
    }

    /// The library is there, or was refused.
    pub fn loaded(&mut self) {
        self.library = None;
    }

    /// Shows what has been going on for longer than half a second.
    pub fn show(&mut self, ctx: &Context, state: &RunState, title: &str) {
        match state {
            RunState::Building => _ = self.building.get_or_insert_with(Instant::now),
            _ => self.building = None,
        }
        let building = self.building.map(|since| (text::busy::building(title), since));
        let jobs: Vec<(String, Instant)> = building.into_iter().chain(self.library.clone()).collect();
        if jobs.is_empty() {
            return;
        }
        ctx.request_repaint_after(COUNT);
        let long: Vec<String> = jobs.iter().filter_map(|(words, since)| words_of(words, since.elapsed())).collect();
        if long.is_empty() {
            return;
        }
        let area = Area::new(Id::unique("busy")).order(Order::Foreground).interactable(false);
        area.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(16.0).show(ui, |ui| {
                for words in long {
                    ui.horizontal(|ui| {
                        ui.add(Spinner::new());
                        ui.label(words);
                    });
                }
            });
        });
    }
}

/// What is said of something that has taken this long.
fn words_of(words: &str, elapsed: Duration) -> Option<String> {
    (elapsed >= SOON).then(|| text::busy::seconds(words, elapsed.as_secs()))
}

/// Says what becomes of a file that is held above the window.
pub fn drop_hint(ctx: &Context) {
    let hovered = ctx.input(|input| input.raw.hovered_files.first().map(|file| file.path.clone()));
    let Some(path) = hovered else { return };
    let (words, file) = match &path {
        Some(path) => {
            let words = match Dropped::of(path) {
                Dropped::Recording => text::busy::DROP_RECORDING,
                Dropped::Scene => text::busy::DROP_SCENE,
                Dropped::Part(_) => text::busy::DROP_PART,
                Dropped::Library => text::busy::DROP_LIBRARY,
            };
            (words, name(path))
        }
        None => (text::busy::DROP_ANY, String::new()),
    };
    let screen = ctx.content_rect();
    let area = Area::new(Id::unique("drop")).order(Order::Tooltip).interactable(false).fixed_pos(screen.min);
    area.show(ctx, |ui| {
        ui.painter().rect_filled(screen, 0.0, Color32::from_black_alpha(150));
        let edge = egui::Stroke::new(3.0, ui.visuals().selection.bg_fill);
        ui.painter().rect_stroke(screen.shrink(12.0), 8.0, edge, egui::StrokeKind::Inside);
        ui.set_min_size(screen.size());
        ui.vertical_centered(|ui| {
            ui.add_space(screen.height() / 2.0 - 40.0);
            ui.label(RichText::new(words).heading().color(Color32::WHITE));
            ui.label(RichText::new(file).color(Color32::from_gray(200)));
        });
    });
}

/// What a file or folder is taken for, by its name, when it is dropped onto the window.
pub enum Dropped {
    Recording,
    Scene,
    /// A mesh, a model of a robot or an image, which is put into the scene.
    Part(Box<Insertion>),
    /// Anything else.
    Library,
}

impl Dropped {
    /// What this file is taken for.
    pub fn of(path: &Path) -> Self {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        if is_recording(path) {
            Self::Recording
        } else if matches!(extension.as_deref(), Some("ron" | "json")) {
            Self::Scene
        } else {
            insert::of_dropped(path).map_or(Self::Library, |insertion| Self::Part(Box::new(insertion)))
        }
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_second_goes_without_a_word() {
        assert_eq!(words_of("Building …", Duration::from_millis(499)), None);
        assert_eq!(words_of("Building …", Duration::from_millis(2500)).as_deref(), Some("Building … 2 s"));
    }
}
