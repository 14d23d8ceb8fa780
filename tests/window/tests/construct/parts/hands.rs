//! User input with mouse and keyboard, and its visible effects.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;

/// A part of the document's robot, as the scene reads it.
pub fn sensor(rig: &Rig, name: &str) -> sim_core::scene::Part {
    let scene = rig.scene().clone();
    scene.robots[0].sensors.get(name).unwrap_or_else(|| panic!("{name} in {}", rig.text())).clone()
}

pub fn at(rig: &Rig, name: &str) -> [f64; 3] {
    sensor(rig, name).at.unwrap_or_else(|| panic!("{name} has a place in {}", rig.text()))
}

pub fn undo(rig: &mut Rig) {
    rig.press(Modifiers::COMMAND, Key::Z);
}

pub fn redo(rig: &mut Rig) {
    rig.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
}

/// Number of steps that can be undone.
pub fn steps(rig: &Rig) -> usize {
    rig.window().document().unwrap().undo_labels().count()
}

pub fn center(rig: &Rig, label: &str) -> Pos2 {
    rig.harness.get_by_label(label).rect().center()
}

pub fn button(rig: &mut Rig, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    rig.harness.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
    rig.harness.step();
}

/// Drags with a button from one screen position to another, through intermediate positions.
pub fn drag_with(rig: &mut Rig, from: Pos2, to: Pos2, which: PointerButton, modifiers: Modifiers) {
    rig.harness.hover_at(from);
    rig.harness.step();
    button(rig, from, which, true, modifiers);
    for part in [0.3, 0.7, 1.0] {
        rig.harness.event_modifiers(Event::PointerMoved(from.lerp(to, part)), modifiers);
        rig.harness.step();
    }
    button(rig, to, which, false, modifiers);
    rig.harness.run_steps(2);
}

/// Position of a component in the palette, filtered to it.
pub fn offer(rig: &mut Rig, id: &str) -> Pos2 {
    rig.write("Search parts", id);
    rig.harness.step();
    center(rig, &format!("Add {id}"))
}

/// Scrolls over a screen position.
pub fn wheel(rig: &mut Rig, at: Pos2, points: f32) {
    rig.harness.hover_at(at);
    rig.harness.step();
    rig.harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, points),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
}

pub fn drag(rig: &mut Rig, from: Pos2, to: Pos2) {
    drag_with(rig, from, to, PointerButton::Primary, Modifiers::NONE);
}

/// Maps points of the robot to the screen, based on its wheels, which are 10 cm to the left and right.
pub struct RobotView {
    pub origin: Pos2,
    pub pixels_per_meter: f32,
}

impl RobotView {
    pub fn of(rig: &Rig) -> Self {
        let [left, right] = ["Joint left", "Joint right"].map(|label| center(rig, label));
        Self { origin: left.lerp(right, 0.5), pixels_per_meter: (right.x - left.x) / 0.2 }
    }

    pub fn screen(&self, x: f32, y: f32) -> Pos2 {
        self.origin - Vec2::new(y, x) * self.pixels_per_meter
    }
}

/// The position fields of the selection.
pub fn fields(rig: &Rig) -> Vec<String> {
    let field = |label: &str| {
        let nodes = rig.harness.get_all_by_label(label);
        let mut spin = nodes.filter(|node| node.accesskit_node().role() == egui::accesskit::Role::SpinButton);
        spin.next()
            .and_then(|node| node.accesskit_node().value())
            .unwrap_or_else(|| panic!("{label} does not have a value"))
    };
    ["x forward", "y left", "z height", "direction"].map(field).to_vec()
}

/// Whether the simulation is paused and can be stepped and called, which it cannot while a scene is being built.
pub fn is_paused(rig: &Rig) -> bool {
    matches!(rig.frame().state, sim_runner::RunState::Paused)
}
