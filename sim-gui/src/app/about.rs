//! Program information: version, license, folders, graphics device.

use crate::text::{self, Text, about as words};
use eframe::egui_wgpu::RenderState;
use egui::{Grid, Label, Ui};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use std::path::Path;

/// Width of the dialog, points.
const WIDTH: f32 = 460.0;

/// Names and values, from top to bottom.
#[derive(Clone, Debug)]
pub struct About(Vec<(Text, String)>);

impl About {
    /// Creates the information from the data folder and the graphics device.
    pub fn new(data: Option<&Path>, state: Option<&RenderState>) -> Self {
        let data = data.map_or_else(|| words::NO_DATA.to_string(), |folder| folder.display().to_string());
        let device = state.map_or_else(|| words::NO_DEVICE.to_string(), device);
        Self(vec![
            (words::VERSION, env!("CARGO_PKG_VERSION").to_owned()),
            (words::ABI, format!("{ABI_MAJOR}.{ABI_MINOR}")),
            (words::SYSTEM, format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
            (words::LICENCE, env!("CARGO_PKG_LICENSE").to_owned()),
            (words::AUTHORS, env!("CARGO_PKG_AUTHORS").replace(':', ", ")),
            (words::LIBRARIES, words::LIBRARIES_WORDS.to_string()),
            (words::DATA, data),
            (words::DEVICE, device),
        ])
    }

    /// The information as plain text.
    fn to_text(&self) -> String {
        let lines = self.0.iter().map(|(name, value)| format!("{name}: {value}\n"));
        format!("{}\n{}", text::PROGRAM, lines.collect::<String>())
    }

    /// Shows the dialog. Returns whether it stays open.
    pub fn show(&self, ui: &mut Ui) -> bool {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 60.0));
        ui.heading(text::PROGRAM);
        ui.add_space(8.0);
        Grid::new("about").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
            for (name, value) in &self.0 {
                ui.weak(*name);
                // A long path wraps.
                ui.add(Label::new(value).wrap().selectable(true));
                ui.end_row();
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button(words::COPY).on_hover_text(words::COPY_HELP).clicked() {
                ui.ctx().copy_text(self.to_text());
            }
            !ui.button(text::common::CLOSE).clicked()
        })
        .inner
    }
}

/// Name, interface and driver of the device.
fn device(state: &RenderState) -> String {
    let info = state.adapter.get_info();
    let driver = [info.driver.as_str(), info.driver_info.as_str()].join(" ");
    [info.name.as_str(), &format!("{:?}", info.backend), driver.trim()]
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(", ")
}
