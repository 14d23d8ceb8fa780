//! Screenshots of regions of the window.

use super::{Window, files};
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

impl Window {
    /// Writes the plots as shown to a file. Without a path, opens a file dialog.
    pub(super) fn export_picture(&mut self, ctx: &Context, path: Option<PathBuf>) {
        let Some(path) = path else {
            let name = self.name_of_export("plots", files::PNG);
            let then = |window: &mut Self, ctx: &Context, path| window.export_picture(ctx, Some(path));
            return self.save_file(&text::choose::EXPORT_PICTURE, files::PNG, name, then);
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

    /// Reports finished screenshots.
    pub(super) fn take_screenshots(&mut self) {
        let done: Vec<_> = self.screenshots.done.try_iter().collect();
        for picture in done {
            match picture {
                Ok(path) => _ = self.toasts.success(text::plots::written(&path.display().to_string())),
                Err(finding) => self.note(finding),
            }
        }
    }
}
