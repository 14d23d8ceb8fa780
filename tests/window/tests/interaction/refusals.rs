//! Rejected or unsuitable actions: they are reported where the user looks, and have no other effect.

use egui::accesskit::Toggled;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::SelectRequest;
use sim_runner::RunState;
use sim_window_tests::Rig;

/// A window on the example with a fleet of twenty.
fn swarm() -> Rig {
    let mut rig = Rig::open(Some(sim_window_tests::scene("examples/swarm.ron")), &[]);
    rig.wait("the swarm is built", |rig| {
        let frame = rig.frame();
        frame.robots.len() > 20 && matches!(frame.state, RunState::Paused)
    });
    rig
}

fn problems(rig: &Rig) -> Vec<String> {
    rig.window().problems().map(|finding| finding.message.to_string()).collect()
}

#[test]
fn a_robot_of_a_dissolved_fleet_is_deleted_alone() {
    let mut rig = swarm();
    let robots = |rig: &Rig| rig.frame().robots.len();
    let all = robots(&rig);
    rig.click("scout0");
    rig.click("Dissolve fleet");
    rig.harness.run_steps(4);
    rig.harness.key_press(Key::Delete);
    rig.wait("it is gone", |rig| robots(rig) == all - 1);
    rig.harness.run_steps(4);
    assert!(rig.window().selected().is_empty(), "{:?}", rig.window().selected());
    rig.harness.key_press(Key::Delete);
    rig.harness.run_steps(10);
    assert_eq!(robots(&rig), all - 1, "nothing is selected, so nothing is deleted");
}

#[test]
fn what_was_refused_is_no_problem_any_more_after_the_next_edit() {
    let mut rig = swarm();
    rig.click("scout0");
    rig.key(Key::Delete);
    assert_eq!(problems(&rig).len(), 1, "a robot of a fleet is not deleted: {:?}", problems(&rig));
    rig.click("Dissolve fleet");
    rig.harness.run_steps(2);
    assert_eq!(problems(&rig), [""; 0]);
}

#[test]
fn a_controller_that_does_not_fit_stands_in_the_inspector() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    rig.click("Controller");
    rig.click("nautilus/avoid-obstacle");
    rig.wait("the build reports the error", |rig| !problems(rig).is_empty());
    assert!(rig.text().contains("nautilus/avoid-obstacle"));
    let chosen = |rig: &Rig| rig.harness.get_by_label("Controller").accesskit_node().value().unwrap_or_default();
    assert_eq!(chosen(&rig), "nautilus/avoid-obstacle", "the inspector shows the value of the scene");
    assert!(rig.labels().iter().any(|label| label.contains("continues with control/wander")), "{:?}", rig.labels());
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("it is undone", |rig| chosen(rig) == "control/wander" && problems(rig).is_empty());
}

#[test]
fn robots_cannot_be_locked_which_the_menu_says() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.click("Edit");
    rig.harness.run_steps(2);
    let lock = |rig: &Rig| {
        let item = rig.harness.get_all_by_label_contains("Lock").next().expect("the menu has it");
        item.accesskit_node().is_disabled()
    };
    assert!(lock(&rig), "a robot cannot be locked");
    rig.key(Key::Escape);
    rig.harness.get_all_by_label("crate").next().unwrap().click();
    rig.harness.run_steps(2);
    rig.click("Edit");
    rig.harness.run_steps(2);
    assert!(!lock(&rig), "an object can");
    rig.harness.key_press(Key::Escape);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    rig.wait("it is locked", |rig| rig.text().contains("locked: true"));
    // Next to a robot, the menu applies to it, and unlocks it.
    let bodies = rig.window().runner().structure().bodies.clone();
    let body = bodies.iter().position(|body| &*body.name == "anna");
    rig.request(SelectRequest::Body { body, add: true });
    rig.click("Edit");
    rig.harness.run_steps(2);
    let is_lock =
        |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with("Lock"));
    let item = rig.nodes().into_iter().find(is_lock).expect("the menu has it");
    assert_eq!(item.accesskit_node().toggled(), Some(Toggled::True));
}

#[test]
fn undo_after_a_refused_text_takes_back_what_was_typed() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    rig.set("x", 0.625);
    rig.wait("it is moved", |rig| rig.text().contains("0.625"));
    let scene = rig.text();
    rig.click("Text");
    let field = |rig: &Rig| rig.harness.get_by_label("Text of the scene").accesskit_node().value().unwrap_or_default();
    rig.harness.get_by_label("Text of the scene").focus();
    rig.harness.run_steps(2);
    rig.harness.event(egui::Event::Text("nonsense".to_owned()));
    rig.harness.run_steps(80);
    assert!(field(&rig).contains("nonsense"));
    rig.click("Apply");
    rig.harness.run_steps(2);
    rig.press(Modifiers::COMMAND, Key::Z);
    assert!(!field(&rig).contains("nonsense"), "the text is as it was");
    assert_eq!(rig.text(), scene, "and so is the scene");
}
