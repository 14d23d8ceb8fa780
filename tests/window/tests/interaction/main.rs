//! Keyboard and pointer actions, through the real input of the window: fields, drags, tools.

mod added;
mod arranging;
mod builds;
mod drags;
mod drawing;
mod editor;
mod fields;
mod files;
mod item_menu;
mod key_list;
mod key_sets;
mod keyboard;
mod manual;
mod menus;
mod preferences;
mod problems;
mod refusals;
mod resizing;
mod routes;
mod signs;
mod sizes;
mod surroundings;
mod view_files;

use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, vec2};
use sim_window_tests::Rig;
use std::path::{Path, PathBuf};

/// An editable copy of the demo.
fn copy(folder: &Path) -> PathBuf {
    let path = folder.join("demo.ron");
    std::fs::copy(sim_window_tests::scene("demo.ron"), &path).unwrap();
    path
}

/// A window on it, built.
fn open(path: &Path) -> Rig {
    let mut rig = Rig::open(Some(path.to_path_buf()), &[]);
    rig.wait("the demo is built", |rig| rig.harness.state().frame().robots.len() == 6);
    rig
}

/// The document's text.
fn text(rig: &Rig) -> String {
    rig.harness.state().document().unwrap().to_text().to_string()
}

/// Scrolls over a position of the window.
fn wheel(rig: &mut Rig, at: egui::Pos2, points: f32) {
    rig.harness.hover_at(at);
    rig.harness.step();
    let (unit, phase, modifiers) = (MouseWheelUnit::Point, TouchPhase::Move, Modifiers::NONE);
    let source = MouseWheelSource::Wheel;
    rig.harness.event(Event::MouseWheel { unit, delta: vec2(0.0, points), phase, modifiers, source });
    rig.harness.step();
}
