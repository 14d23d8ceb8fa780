//! Screenshots of parts of the window.

use super::{Window, files};
use crate::panels::plots::picture;
use crate::text;
use egui::Context;
use sim_core::diagnostic::Diagnostic;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Screenshots that are being taken; they come with a later frame.
pub(super) struct Screenshots {
    sender: Sender<Picture>,
    done: Receiver<Picture>,
}

/// The file of a picture, or why there is none.
type Picture = Result<PathBuf, Diagnostic>;

impl Default for Screenshots {
    fn default() -> Self {
        let (sender, done) = channel();
        Self { sender, done }
    }
}

impl Window {
    /// Writes the plots as they are shown to a file, asking for it where none is given.
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
            // The window is gone when nobody listens any more.
            let _ = done.send(picture::write(&window, area, scale, &path).map(|()| path));
            context.request_repaint();
        });
    }

    /// Tells of pictures that have been taken.
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
