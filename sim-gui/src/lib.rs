//! The window: viewing, running and editing simulations.
//!
//! ```text
//! app             Window: runner, document, dialogs, menus; does what is requested
//!  ├── construct  a robot under construction, from above
//!  ├── manual     the pages of the guide, with a search
//!  ├── panels     scene tree, inspector, plugins, log, problems, plots, cameras, …
//!  └── views      3D view and plan, with overlays and markers
//!       └── tools arrows and rings, heights, measuring
//! actions         what a person can ask for, and requests: done after all panels have been drawn
//! viewer_context  what panels, views and tools see
//! document        edits, undo, saving; what is edited is also seen and run
//! packs           what is installed and can be had; work on it on a thread of its own
//! simulation      where everything is in the newest frame, of the live run or of a recording
//! ```
//!
//! A module imports only from its own folder and from those below it: see `ARCHITECTURE.md`.

#![forbid(unsafe_code)]

mod actions;
mod app;
mod construct;
mod document;
mod manual;
mod packs;
mod panels;
mod preferences;
mod simulation;
mod text;
mod tools;
mod viewer_context;
mod views;
mod widgets;

pub use actions::request::*;
pub use actions::{Action, KeySet};
pub use app::{End, Options, VideoStatus, Window};
pub use panels::log::Line;
pub use preferences::layout::{Pane, ViewKind};
pub use simulation::playback::Control;

use eframe::egui_wgpu::WgpuSetup;
use sim_core::diagnostic::{Code, Diagnostic};
pub use sim_text::Language;
use std::sync::{Arc, Mutex, PoisonError};

/// Opens the window and returns when it is closed, with a final report: its error is that of a display lost meanwhile, or of a
/// plugin that did not return when the window was closed.
///
/// # Errors
/// There is no display, or nothing that can draw on it.
pub fn run(mut options: Options) -> Result<End, Diagnostic> {
    options.data = options.data.or_else(preferences::folder::of_user);
    options.language = options.language.or_else(Language::of_system);
    let persistence_path = options.data.as_ref().map(|folder| folder.join("app.ron"));
    let mut native = eframe::NativeOptions {
        viewport: viewport(),
        renderer: eframe::Renderer::Wgpu,
        persistence_path,
        ..Default::default()
    };
    if let WgpuSetup::CreateNew(setup) = &mut native.wgpu_options.wgpu_setup {
        setup.device_descriptor = Arc::new(sim_render::device_descriptor);
    }
    let end = Arc::new(Mutex::new(End::default()));
    let shared_end = end.clone();
    let open = move |context: &eframe::CreationContext<'_>| {
        let mut window = Window::new(context, options)?;
        window.report_end_to(shared_end);
        Ok(Box::new(window) as Box<dyn eframe::App>)
    };
    eframe::run_native("simwright", native, Box::new(open)).map_err(|error| {
        Diagnostic::error(Code::Graphics, text::graphics::NO_WINDOW)
            .with_found(without_source_file(&error.to_string()))
            .with_help(text::graphics::NO_WINDOW_HELP)
    })?;
    Ok(std::mem::take(&mut *end.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// The initial window, and its minimum size, points.
fn viewport() -> egui::ViewportBuilder {
    egui::ViewportBuilder::default()
        .with_title(text::PROGRAM)
        .with_app_id("simwright")
        .with_inner_size([1280.0, 720.0])
        .with_min_inner_size([320.0, 240.0])
}

/// A message of a library without its source location, which is meaningless to users.
fn without_source_file(message: &str) -> String {
    let place = message.find(".rs:").map(|at| at + ".rs:".len());
    let rest =
        place.map(|at| message[at..].trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ':'));
    rest.map(str::trim).filter(|rest| !rest.is_empty()).unwrap_or(message).to_string()
}

#[cfg(test)]
mod tests {
    use super::{viewport, without_source_file};

    /// NA-30: The resizable window starts with 1280 by 720 pixels and never distorts the picture.
    #[test]
    fn the_window_begins_with_1280_by_720_points_and_has_320_by_240_at_least() {
        let viewport = viewport();
        assert_eq!(viewport.inner_size, Some(egui::vec2(1280.0, 720.0)));
        assert_eq!(viewport.min_inner_size, Some(egui::vec2(320.0, 240.0)));
        assert_ne!(viewport.resizable, Some(false));
    }

    #[test]
    fn what_a_person_reads_names_no_source_file() {
        let message = "winit EventLoopError: os error at /home/x/winit-0.30/src/linux/mod.rs:765: neither WAYLAND_DISPLAY nor DISPLAY is set";
        assert_eq!(without_source_file(message), "neither WAYLAND_DISPLAY nor DISPLAY is set");
        assert_eq!(without_source_file("no graphics"), "no graphics");
    }
}
