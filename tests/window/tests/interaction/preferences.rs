//! The preferences, and the units of displayed and typed values.

use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::Pane;
use sim_window_tests::{MemoryStorage, Rig};

fn open_preferences(rig: &mut Rig) {
    rig.press(Modifiers::COMMAND, Key::Comma);
    assert!(rig.sees("Preferences"));
}

pub(super) fn choose(rig: &mut Rig, label: &str) {
    open_preferences(rig);
    rig.click(label);
    rig.harness.run_steps(2);
    rig.key(Key::Escape);
    assert!(!rig.sees(label), "Escape closes them");
}

/// Types into the number field with this label, and leaves it.
fn type_into(rig: &mut Rig, label: &str, typed: &str) {
    let field = |rig: &Rig| {
        let fields = rig.harness.get_all_by_label(label);
        fields.filter(|node| node.accesskit_node().role() == Role::SpinButton).map(|node| node.rect().center()).next()
    };
    rig.harness.get_by(|node| node.role() == Role::SpinButton && node.label().as_deref() == Some(label)).click();
    rig.harness.run_steps(2);
    assert!(field(rig).is_some());
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    rig.harness.event(Event::Text(typed.to_owned()));
    rig.harness.step();
    rig.key(Key::Enter);
}

/// Displayed text of the number field with this label.
fn shown(rig: &Rig, label: &str) -> String {
    let fields = rig.harness.get_all_by_label(label);
    let mut fields = fields.filter(|node| node.accesskit_node().role() == Role::SpinButton);
    fields.next().unwrap().accesskit_node().value().unwrap_or_default()
}

/// Start position and heading of the robot anna in the scene.
pub(super) fn start(rig: &Rig) -> ([f64; 3], f64) {
    let scene = rig.scene();
    let robot = scene.robots.iter().find(|robot| robot.name == "anna").unwrap();
    let yaw = robot.yaw.unwrap_or_else(|| robot.rpy.map_or(0.0, |rpy| rpy[2]));
    (robot.at.0, yaw)
}

#[test]
fn lengths_and_angles_can_be_typed_in_any_unit() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    for units in ["m (robots: cm)", "cm"] {
        choose(&mut rig, &format!("Lengths: {units}"));
        for (typed, meters) in [("1.5 m", 1.5), ("-50 cm", -0.5), ("250mm", 0.25), ("1/4 m", 0.25)] {
            type_into(&mut rig, "x", typed);
            assert_eq!(start(&rig).0[0], meters, "{typed} with {units}");
        }
    }
    for units in ["degrees", "rad"] {
        choose(&mut rig, &format!("Angles: {units}"));
        for (typed, radians) in [("30°", 30f64.to_radians()), ("0.5 rad", 0.5), ("-90 deg", -90f64.to_radians())] {
            type_into(&mut rig, "yaw", typed);
            assert!((start(&rig).1 - radians).abs() < 1e-9, "{typed} with {units}: {}", start(&rig).1);
        }
    }
    // The default unit is the displayed one.
    type_into(&mut rig, "x", "75");
    type_into(&mut rig, "yaw", "0.25");
    assert_eq!(start(&rig).0[0], 0.75);
    assert!((start(&rig).1 - 0.25).abs() < 1e-9);
    let before = rig.text();
    type_into(&mut rig, "x", "3 kg");
    assert!(rig.labels().iter().any(|label| label.contains("\"3 kg\" is not a length")), "{:?}", rig.labels());
    assert_eq!(rig.text(), before);
}

#[test]
fn other_units_change_what_is_shown_and_not_the_file() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    type_into(&mut rig, "x", "0.123456 m");
    type_into(&mut rig, "yaw", "33°");
    let before = rig.text();
    assert!(shown(&rig, "x").contains("0.123") && shown(&rig, "x").ends_with(" m"), "{}", shown(&rig, "x"));
    choose(&mut rig, "Lengths: cm");
    choose(&mut rig, "Angles: rad");
    assert!(shown(&rig, "x").starts_with("12.3") && shown(&rig, "x").ends_with(" cm"), "{}", shown(&rig, "x"));
    assert!(shown(&rig, "yaw").starts_with("0.57") && shown(&rig, "yaw").ends_with(" rad"), "{}", shown(&rig, "yaw"));
    assert!(rig.labels().iter().any(|label| label.contains(" cm")), "{:?}", rig.labels());
    // Tabbing through fields does not change anything, including digits that are not displayed.
    rig.harness.get_all_by_label("x").find(|node| node.accesskit_node().role() == Role::SpinButton).unwrap().click();
    rig.harness.run_steps(2);
    for _ in 0..7 {
        rig.key(Key::Tab);
    }
    assert_eq!(rig.text(), before);
    assert!(rig.window().document().unwrap().redo_labels().next().is_none());
    // They persist.
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert!(
        storage.0["units"].contains("Centimetres") && storage.0["units"].contains("Radians"),
        "{:?}",
        storage.0["units"]
    );
}

#[test]
fn construction_has_the_same_units() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    rig.harness.state_mut().show_panel(Pane::Construction);
    rig.harness.run_steps(4);
    rig.click("cm, °");
    assert!(rig.sees("m, rad"));
    assert!(shown(&rig, "yaw").ends_with(" rad"), "{}", shown(&rig, "yaw"));
    choose(&mut rig, "Lengths: cm");
    assert!(rig.sees("cm, rad"));
}

#[test]
fn preferences_take_effect_at_once() {
    let mut rig = Rig::demo();
    open_preferences(&mut rig);
    let chosen = |rig: &Rig, label: &str| rig.harness.get_by_label(label).accesskit_node().toggled();
    rig.click("Theme: Light");
    assert_eq!((rig.harness.ctx.theme(), chosen(&rig, "Theme: Light")), (Theme::Light, Some(Toggled::True)));
    rig.click("Theme: Dark");
    assert_eq!((rig.harness.ctx.theme(), chosen(&rig, "Theme: Light")), (Theme::Dark, Some(Toggled::False)));
    rig.click("Theme: System");
    assert_eq!(rig.harness.ctx.options(|options| options.theme_preference), egui::ThemePreference::System);
    assert!(rig.window().has_shadows());
    rig.click("Low-detail rendering");
    rig.wait("it is simpler", |rig| !rig.window().has_shadows());
    rig.click("Show grid");
    rig.click("Snap while dragging");
    rig.set("Grid step", 0.25);
    // All shortcuts open above them; Escape closes one after the other.
    rig.click("Keyboard shortcuts …");
    rig.harness.run_steps(3);
    assert!(rig.sees("Keys of Measure"), "{:?}", rig.labels());
    rig.key(Key::Escape);
    assert!(!rig.sees("Keys of Measure") && rig.sees("Theme: Dark"));
    rig.key(Key::Escape);
    assert!(!rig.sees("Theme: Dark"));
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert!(storage.0["snap"].contains("0.25") && storage.0["snap"].contains("true"), "{:?}", storage.0["snap"]);
    assert!(storage.0["efficient"].contains("true") && storage.0["shown"].contains("grid:false"), "{:?}", storage.0);
}

#[test]
fn the_interface_has_the_size_that_is_chosen() {
    let mut rig = Rig::demo();
    open_preferences(&mut rig);
    rig.click("Interface size");
    rig.click("125 %");
    rig.harness.run_steps(4);
    assert_eq!(rig.harness.ctx.zoom_factor(), 1.25);
}
