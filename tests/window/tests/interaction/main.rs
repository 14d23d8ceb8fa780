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

/// Scrolls over a position of the window.
fn wheel(rig: &mut Rig, at: egui::Pos2, points: f32) {
    rig.harness.hover_at(at);
    rig.harness.step();
    let (unit, phase, modifiers) = (MouseWheelUnit::Point, TouchPhase::Move, Modifiers::NONE);
    let source = MouseWheelSource::Wheel;
    rig.harness.event(Event::MouseWheel { unit, delta: vec2(0.0, points), phase, modifiers, source });
    rig.harness.step();
}
