//! Progress of long operations, shown above the panels.

use crate::text;
use egui::{Align2, Area, Context, Frame, Id, Order, Spinner};
use sim_runner::RunState;
use std::path::Path;
use std::time::{Duration, Instant};

/// Operations shorter than this are not shown.
const SOON: Duration = Duration::from_millis(500);
/// Update interval of the elapsed time.
const COUNT: Duration = Duration::from_millis(100);

/// The current operation of the simulation thread.
#[derive(Default)]
pub struct Progress {
    building: Option<Instant>,
    library: Option<(String, Instant)>,
    file: Option<(String, Instant)>,
}

impl Progress {
    /// Starts installing a library.
    pub fn install(&mut self, file: &Path) {
        self.library = Some((text::busy::installing(name(file)), Instant::now()));
    }

    /// Starts loading a library.
    pub fn load(&mut self, file: &Path) {
        self.library = Some((text::busy::loading(name(file)), Instant::now()));
    }

    /// Ends loading a library, whether it succeeded or not.
    pub fn loaded(&mut self) {
        self.library = None;
    }

    /// Starts writing or reading a file, with this description.
    pub fn begin(&mut self, words: String) {
        self.file = Some((words, Instant::now()));
    }

    /// Ends all operations.
    pub fn ended(&mut self) {
        self.file = None;
    }

    /// Shows operations that have taken longer than `SOON`.
    pub fn show(&mut self, ctx: &Context, state: &RunState, title: &str) {
        match state {
            RunState::Building => _ = self.building.get_or_insert_with(Instant::now),
            _ => self.building = None,
        }
        let building = self.building.map(|since| (text::busy::building(title), since));
        let jobs: Vec<(String, Instant)> =
            building.into_iter().chain(self.library.clone()).chain(self.file.clone()).collect();
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

/// The message for an operation that has taken this long.
fn words_of(words: &str, elapsed: Duration) -> Option<String> {
    (elapsed >= SOON).then(|| text::busy::seconds(elapsed.as_secs(), words))
}

/// File name without its folder.
pub fn name(file: &Path) -> String {
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
