//! Plotted values, and their export as tables and as pictures: screenshots of a region of the window.

use super::notices::Notices;
use super::{Window, file_dialogs};
use crate::actions::PlotRequest;
use crate::panels::plots::picture;
use crate::text;
use egui::Context;
use sim_core::diagnostic::Diagnostic;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Pending screenshots, which arrive in a later frame.
pub(super) struct Screenshots {
    sender: Sender<Picture>,
    done: Receiver<Picture>,
}

/// The file of an image, or the error.
type Picture = Result<PathBuf, Diagnostic>;

impl Default for Screenshots {
    fn default() -> Self {
        let (sender, done) = channel();
        Self { sender, done }
    }
}

impl Screenshots {
    /// Reports finished screenshots.
    pub(super) fn update(&self, notices: &mut Notices) {
        for picture in self.done.try_iter() {
            match picture {
                Ok(path) => notices.wrote(&path),
                Err(finding) => notices.note(finding),
            }
        }
    }
}

impl Window {
    pub(super) fn plot_request(&mut self, ctx: &Context, request: PlotRequest) {
        match request {
            PlotRequest::Toggle { robot, index } => {
                self.panels.plots.toggle(&self.state.runner, &self.state.world, robot, index)
            }
            PlotRequest::ToggleDistance(robot) => {
                if let Some(comparison) = &self.state.scene.comparison {
                    self.panels.plots.toggle_distance(&self.state.runner, comparison, robot);
                }
            }
            PlotRequest::ExportTable(path) => self.export_plots(path),
            PlotRequest::ExportPicture(path) => self.export_picture(ctx, path),
        }
    }

    fn export_plots(&mut self, path: Option<PathBuf>) {
        let Some(path) = path else {
            let (name, title) = (self.name_of_export("plots", file_dialogs::CSV), text::choose::EXPORT_PLOTS);
            return self.save_file(&title, file_dialogs::CSV, name, |window, _, path| window.export_plots(Some(path)));
        };
        let result = self.panels.plots.write_csv(&path, self.state.scene.player.is_some());
        self.notices.written(&path, result, text::plots::EXPORT_FAILED);
    }

    /// Writes the plots as shown to a file. Without a path, opens a file dialog.
    pub(super) fn export_picture(&mut self, ctx: &Context, path: Option<PathBuf>) {
        let Some(path) = path else {
            let name = self.name_of_export("plots", file_dialogs::PNG);
            let then = |window: &mut Self, ctx: &Context, path| window.export_picture(ctx, Some(path));
            return self.save_file(&text::choose::EXPORT_PICTURE, file_dialogs::PNG, name, then);
        };
        let Some(area) = self.panels.plots.area() else { return };
        let done = self.screenshots.sender.clone();
        let (scale, context) = (ctx.pixels_per_point(), ctx.clone());
        ctx.request_screenshot(move |window| {
            // The receiver is gone if the window has closed.
            let _ = done.send(picture::write(&window, area, scale, &path).map(|()| path));
            context.request_repaint();
        });
    }
}
