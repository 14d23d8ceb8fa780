//! Typing into the fields of the inspector.

use super::preferences::choose;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::Rig;

fn press(key: Key, pressed: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
}

/// Clicks a text or number field for editing, with its content selected.
fn begin(rig: &mut Rig, label: &str, role: Role) {
    rig.harness.get_all_by_label(label).find(|node| node.accesskit_node().role() == role).unwrap().click();
    rig.harness.run_steps(2);
    rig.press(Modifiers::COMMAND, Key::A);
}

/// Starts to rename the scene.
fn type_name(rig: &mut Rig, name: &str) {
    begin(rig, "name", Role::TextInput);
    rig.harness.event(Event::Text(name.to_owned()));
    rig.harness.step();
}

#[test]
fn what_is_being_typed_is_saved() {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("demo.ron");
    type_name(&mut rig, "typed");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |rig| !rig.window().document().unwrap().is_modified() && rig.text().contains("typed"));
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("name: \"typed\""), "{saved}");
}

#[test]
fn closing_asks_for_what_is_being_typed() {
    let mut rig = Rig::demo_copy();
    type_name(&mut rig, "typed");
    let viewport = rig.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    rig.harness.step();
    rig.wait("closing requires confirmation", |rig| rig.sees("Discard"));
    assert!(rig.text().contains("name: \"typed\""));
}

#[test]
fn escape_takes_back_what_was_typed() {
    let mut rig = Rig::demo_copy();
    let before = rig.text();
    type_name(&mut rig, "typed");
    rig.key(Key::Escape);
    assert_eq!(rig.text(), before);

    rig.click("anna");
    begin(&mut rig, "x", Role::SpinButton);
    rig.harness.event(Event::Text("1.5".to_owned()));
    rig.harness.step();
    rig.key(Key::Escape);
    assert_eq!(rig.text(), before);
}

#[test]
fn numbers_typed_faster_than_frames_are_drawn_are_complete() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    begin(&mut rig, "x", Role::SpinButton);
    let mut events = Vec::new();
    for (digits, key) in [("-1.25", Key::Tab), ("0.75", Key::Enter)] {
        events.extend(digits.chars().map(|digit| Event::Text(digit.to_string())));
        events.extend([press(key, true), press(key, false)]);
    }
    rig.harness.input_mut().events.extend(events);
    rig.wait("both numbers have arrived", |rig| rig.text().contains("at: (-1.25, 0.75)"));
}

#[test]
fn a_key_that_comes_while_a_question_opens_is_for_the_question() {
    let mut rig = Rig::demo_copy();
    let path = rig.scene_folder().join("demo.ron");
    rig.click("anna");
    rig.set("x", 0.625);
    rig.wait("it is changed", |rig| rig.text().contains("0.625"));
    // With slow frames, each frame contains just one of these: quit, no, save.
    let pressed = |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    for (key, modifiers) in [(Key::Q, Modifiers::COMMAND), (Key::Escape, Modifiers::NONE), (Key::S, Modifiers::COMMAND)]
    {
        rig.harness.input_mut().events.push(pressed(key, modifiers));
        rig.harness.step();
    }
    rig.wait("it is saved", |_| std::fs::read_to_string(&path).unwrap().contains("0.625"));
}

#[test]
fn select_all_in_a_field_selects_its_text() {
    let mut rig = Rig::demo_copy();
    begin(&mut rig, "name", Role::TextInput);
    rig.harness.event(Event::Text("typed".to_owned()));
    rig.harness.step();
    assert!(rig.window().selected().is_empty(), "{:?}", rig.window().selected());
    rig.harness.key_press(Key::Enter);
    rig.wait("all of the text was replaced", |rig| rig.text().contains("name: \"typed\""));
}

#[test]
fn decimal_commas_and_fractions_are_numbers_and_other_text_is_rejected() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    for (typed, number) in [("1,25", "1.25"), ("-1/4", "-0.25")] {
        begin(&mut rig, "x", Role::SpinButton);
        rig.harness.event(Event::Text(typed.to_owned()));
        rig.harness.step();
        rig.harness.key_press(Key::Enter);
        rig.wait(typed, |rig| rig.text().contains(&format!("at: ({number}, -1.8)")));
    }
    let before = rig.text();
    begin(&mut rig, "x", Role::SpinButton);
    rig.harness.event(Event::Text("1,000.5".to_owned()));
    rig.harness.step();
    rig.harness.key_press(Key::Enter);
    rig.wait("it is refused", |rig| rig.harness.query_all_by_label_contains("is not a length").next().is_some());
    assert_eq!(rig.text(), before);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    rig.wait("the refusal goes with undo", |rig| {
        rig.text() != before && rig.harness.query_all_by_label_contains("is not a length").next().is_none()
    });
}

/// Types into a number field like a user.
fn type_number(rig: &mut Rig, label: &str, number: &str) {
    begin(rig, label, Role::SpinButton);
    rig.harness.event(Event::Text(number.to_owned()));
    rig.harness.step();
    rig.key(Key::Enter);
}

#[test]
fn a_start_of_a_joint_outside_its_limits_is_refused_with_the_joint_and_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    let robot = |name: &str, more: &str| {
        format!(r#"(format_version: 1, {name}, model: "scout/standard", joints: {{"turret": 0.5}}{more})])"#)
    };
    for (scene, part) in [
        (robot(r#"robots: [(name: "anna""#, ""), "anna"),
        (robot(r#"fleets: [(prefix: "anna", count: 2"#, ", placement: Grid(spacing: (1, 1))"), "anna"),
    ] {
        std::fs::write(&path, scene).unwrap();
        let mut rig = Rig::open(Some(path.clone()), &[]);
        rig.wait("it is built", |rig| !rig.frame().robots.is_empty());
        rig.click(part);
        rig.click("joints (1)");
        rig.harness.run_steps(4);
        rig.wait("the start is shown", |rig| rig.sees("turret"));
        rig.snap("startofjoint");
        let said = |rig: &Rig, words: &str| rig.labels().iter().any(|label| label.contains(words));
        let before = rig.text();
        type_number(&mut rig, "start", "90.5");
        rig.wait("it is refused", |rig| said(rig, "joint `turret` is limited to -90 … 90 °"));
        assert_eq!(rig.text(), before);
        type_number(&mut rig, "start", "-1.6 rad");
        rig.harness.run_steps(2);
        assert_eq!(rig.text(), before);

        type_number(&mut rig, "start", "90");
        rig.wait("the limit itself is accepted", |rig| rig.text().contains("1.5707963267948966"));
        assert!(!said(&rig, "is limited to"), "{:?}", rig.labels());

        // In the selected unit.
        choose(&mut rig, "Angles: rad");
        let before = rig.text();
        type_number(&mut rig, "start", "2");
        rig.wait("it is refused", |rig| said(rig, "joint `turret` is limited to -1.570796 … 1.570796 rad"));
        assert_eq!(rig.text(), before);
    }
}
