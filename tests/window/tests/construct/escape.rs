//! Escape cancels drags on a robot.

use super::parts::hands::{RobotView, at, button, center, drag, steps};
use super::parts::open;
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;

/// Drags from one position to another, presses Escape with the button held, continues a little and releases the button.
fn drag_and_escape(rig: &mut Rig, from: Pos2, to: Pos2) {
    rig.harness.hover_at(from);
    rig.harness.step();
    button(rig, from, PointerButton::Primary, true, Modifiers::NONE);
    for part in [0.3, 0.7, 1.0] {
        rig.harness.hover_at(from.lerp(to, part));
        rig.harness.step();
    }
    rig.key(Key::Escape);
    let beyond = from.lerp(to, 1.2);
    rig.harness.hover_at(beyond);
    rig.harness.step();
    button(rig, beyond, PointerButton::Primary, false, Modifiers::NONE);
    rig.harness.run_steps(3);
}

/// Position of the number field with this label.
fn field(rig: &Rig, label: &str) -> Pos2 {
    let fields = rig.harness.get_all_by_label(label);
    let mut fields = fields.filter(|node| node.accesskit_node().role() == Role::SpinButton);
    fields.next().unwrap().rect().center()
}

#[test]
fn escape_takes_back_a_drag_of_a_part() {
    let (mut rig, _folder) = open();
    let (before, robot_view) = (rig.text(), RobotView::of(&rig));
    let from = center(&rig, "Part gauge");
    drag_and_escape(&mut rig, from, robot_view.screen(0.083, 0.0413));
    assert_eq!((rig.text(), steps(&rig)), (before, 0));
    assert!(center(&rig, "Part gauge").distance(from) < 0.5, "it is seen where it was");
    // The next drag works as usual.
    drag(&mut rig, from, robot_view.screen(0.083, 0.0413));
    assert_eq!(at(&rig, "gauge"), [0.085, 0.04, 0.05]);
}

#[test]
fn escape_takes_back_a_drag_of_a_wheel() {
    let (mut rig, _folder) = open();
    let (before, robot_view) = (rig.text(), RobotView::of(&rig));
    let from = center(&rig, "Joint left");
    drag_and_escape(&mut rig, from, robot_view.screen(0.05, 0.12));
    assert_eq!((rig.text(), steps(&rig)), (before, 0));
    assert!(center(&rig, "Joint left").distance(from) < 0.5 && rig.scene().robots[0].joints.is_empty());
}

#[test]
fn escape_takes_back_a_turn_of_a_part() {
    let (mut rig, _folder) = open();
    let (before, robot_view) = (rig.text(), RobotView::of(&rig));
    rig.click("Part gauge");
    rig.harness.run_steps(2);
    let from = center(&rig, "Direction of gauge");
    let middle = robot_view.screen(0.05, 0.0);
    drag_and_escape(&mut rig, from, middle + egui::Vec2::new(-46.0, 0.0));
    assert_eq!((rig.text(), steps(&rig)), (before, 0));
    assert!(center(&rig, "Direction of gauge").distance(from) < 0.5);
}

#[test]
fn escape_takes_back_a_field_of_a_part_that_is_dragged() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    rig.click("Part gauge");
    rig.harness.run_steps(2);
    let (sign, from) = (center(&rig, "Part gauge"), field(&rig, "x forward"));
    drag_and_escape(&mut rig, from, from + egui::Vec2::new(60.0, 0.0));
    assert_eq!((rig.text(), steps(&rig)), (before, 0));
    assert!(center(&rig, "Part gauge").distance(sign) < 0.5);
}
