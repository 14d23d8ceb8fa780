//! What a person does with the mouse and the keyboard, and what they see of it.

use super::{scene_of, text};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;

/// What the robot of the document has at a path, as the scene reads it.
pub fn sensor(rig: &Rig, name: &str) -> sim_core::scene::Part {
    let scene = scene_of(rig);
    scene.robots[0].sensors.get(name).unwrap_or_else(|| panic!("{name} in {}", text(rig))).clone()
}

pub fn at(rig: &Rig, name: &str) -> [f64; 3] {
    sensor(rig, name).at.unwrap_or_else(|| panic!("{name} has a place in {}", text(rig)))
}

pub fn undo(rig: &mut Rig) {
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.harness.run_steps(3);
}

pub fn redo(rig: &mut Rig) {
    rig.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    rig.harness.run_steps(3);
}

/// Number of steps that can be taken back.
pub fn steps(rig: &Rig) -> usize {
    rig.harness.state().document().unwrap().undo_labels().count()
}

pub fn center(rig: &Rig, label: &str) -> Pos2 {
    rig.harness.get_by_label(label).rect().center()
}

pub fn button(rig: &mut Rig, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    rig.harness.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
    rig.harness.step();
}

/// Drags with a button from a place of the screen to another, over places between.
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

/// Where a component is in the palette, with nothing else in it.
pub fn offer(rig: &mut Rig, id: &str) -> Pos2 {
    rig.write("Search parts", id);
    rig.harness.step();
    center(rig, &format!("Add {id}"))
}

/// Turns the wheel over a place of the screen.
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

/// Where a point of the robot is on the screen, found by its wheels, which sit 10 cm to the left and right.
pub struct Sight {
    pub origin: Pos2,
    pub metre: f32,
}

impl Sight {
    pub fn of(rig: &Rig) -> Self {
        let [left, right] = ["Joint left", "Joint right"].map(|label| center(rig, label));
        Self { origin: left.lerp(right, 0.5), metre: (right.x - left.x) / 0.2 }
    }

    pub fn screen(&self, x: f32, y: f32) -> Pos2 {
        self.origin - Vec2::new(y, x) * self.metre
    }
}

/// The fields of the place of what is selected.
pub fn fields(rig: &Rig) -> Vec<String> {
    let field = |label: &str| {
        let nodes = rig.harness.get_all_by_label(label);
        let mut spin = nodes.filter(|node| node.accesskit_node().role() == egui::accesskit::Role::SpinButton);
        spin.next().and_then(|node| node.accesskit_node().value()).unwrap_or_else(|| panic!("{label} tells its value"))
    };
    ["x forward", "y left", "z height", "direction"].map(field).to_vec()
}

/// Whether time stands still and there is something to step and to call: while a scene is built there is not.
pub fn is_paused(rig: &Rig) -> bool {
    matches!(rig.harness.state().frame().state, sim_runner::RunState::Paused)
}
