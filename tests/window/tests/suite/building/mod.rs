//! Building by numbers: the dialog for walls, rooms and other objects, and the 3D cursor.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_core::scene::Posed;
use sim_gui::{Action, Request};
use sim_window_tests::{Rig, scene};

fn open() -> Rig {
    let mut rig = Rig::open(Some(scene("empty.ron")), &[]);
    rig.wait("the scene is built", |rig| {
        let plugins = rig.window().runner().plugins();
        rig.harness.query_by_label("3D view of the scene").is_some() && !plugins.components.is_empty()
    });
    rig
}

/// Selects an item from a list of the dialog.
fn choose(rig: &mut Rig, list: &str, kind: &str) {
    rig.click(list);
    // The list opens in the next frames.
    rig.harness.run_steps(4);
    rig.click(kind);
    rig.harness.run_steps(2);
}

/// Names of the objects of the document.
fn objects(rig: &Rig) -> Vec<String> {
    let document = rig.window().document().expect("there is a document");
    document.scene().expect("it is whole").objects.iter().map(|object| object.name.clone()).collect()
}

/// RM-10: A wall is a box from start to end, by default 2.40 m high.
/// RM-14: A room is defined by inner size, height, and four wall widths of 0.20 m.
#[test]
fn walls_and_rooms_are_put_in_by_numbers_and_undone_in_one_step() {
    let mut rig = open();
    let before = objects(&rig);
    rig.press(Modifiers::SHIFT, Key::I);
    rig.set("End x", 4.0);
    rig.click("Insert");
    assert!(rig.sees("Inserted: wall"), "{:?}", rig.labels());
    rig.click("Insert");
    assert_eq!(objects(&rig).len(), before.len() + 2, "the dialog stays open with its values");
    choose(&mut rig, "Item", "Room");
    rig.set("North", 0.5);
    rig.set("Inner size x", 0.0);
    rig.click("Insert");
    assert!(rig.labels().iter().any(|label| label.contains("inner sizes")), "{:?}", rig.labels());
    assert_eq!(objects(&rig).len(), before.len() + 2, "nothing is inserted");
    rig.set("Inner size x", 3.0);
    rig.click("Insert");
    assert_eq!(objects(&rig).len(), before.len() + 6);
    rig.click("Done");
    rig.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(objects(&rig).len(), before.len() + 2, "a room is one step");

    // Fields keep their values while the program is running.
    rig.press(Modifiers::SHIFT, Key::I);
    rig.click("Insert");
    let document = rig.window().document().unwrap();
    let scene = document.scene().unwrap();
    let north = scene.objects.iter().find(|object| object.name.starts_with("north")).expect("there is one");
    assert!((north.pose().translation.y - 5.25).abs() < 1e-6, "{}", north.pose());
}

/// RM-04: Form fields keep their last value; typed values out of range are rejected.
#[test]
fn what_is_typed_out_of_range_is_refused_with_the_range() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    rig.set("Height", -1.0);
    assert!(rig.sees("Height must be from 0 to 10000."), "{:?}", rig.labels());
    rig.click("Insert");
    let document = rig.window().document().unwrap();
    assert!(document.to_text().contains("height: 2.4"), "the last value stays: {}", document.to_text());
}

/// RM-04: Form fields keep their last value; typed values out of range are rejected.
#[test]
fn a_share_may_be_typed_with_its_sign_and_a_decimal_comma() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    choose(&mut rig, "Item", "Obstacle");
    for (field, typed) in [("Margin x", "20 %"), ("Margin y", "12,5"), ("Red", "0,5")] {
        rig.harness.get_by_role_and_label(Role::SpinButton, field).click();
        rig.harness.run_steps(3);
        rig.press(Modifiers::COMMAND, Key::A);
        rig.harness.event(egui::Event::Text(typed.to_owned()));
        rig.harness.step();
        rig.key(Key::Enter);
    }
    rig.click("Insert");
    let text = rig.text();
    assert!(text.contains("Fraction((0.2, 0.125, 0))") && text.contains("(0.5, 1, 1"), "{text}");
}

/// RM-07: A 3D cursor is placed by click or numbers and reset by Shift+C.
#[test]
fn the_cursor_is_placed_by_numbers_and_by_a_click_and_reset() {
    let mut rig = open();
    let lines = rig.window().drawn_lines();
    rig.press(Modifiers::SHIFT, Key::I);
    rig.click("from the 3D cursor");
    rig.set("Cursor x", 2.0);
    rig.set("Cursor y", 3.0);
    rig.set("Cursor z", 7.0);
    rig.click("Insert");
    let place = |rig: &Rig| {
        let document = rig.window().document().unwrap();
        document.scene().unwrap().objects.last().unwrap().pose().translation.vector
    };
    assert_eq!(place(&rig), nalgebra::Vector3::new(2.0, 3.0, 0.0), "a wall is on the ground");
    choose(&mut rig, "Item", "Ceiling");
    rig.click("Insert");
    assert!((place(&rig) - nalgebra::Vector3::new(3.0, 4.0, 7.0005)).norm() < 1e-6, "{}", place(&rig));
    rig.click("Done");
    rig.wait("the cursor is drawn", |rig| rig.window().drawn_lines() > lines);
    rig.press(Modifiers::SHIFT, Key::C);
    rig.wait("it is at the origin again", |rig| rig.window().drawn_lines() == lines);

    rig.wait("all is built", |rig| {
        let window = rig.window();
        let count = |scene: &sim_core::scene::Scene| scene.objects.len();
        let built = window.runner().structure().scene.as_ref().map(|loaded| count(&loaded.scene));
        built == window.document().and_then(|document| document.scene()).map(count)
    });
    rig.harness.run_steps(3);
    rig.harness.state_mut().request(Request::Action(Action::PlaceCursor));
    rig.click("2D view");
    rig.harness.run_steps(3);
    let at = rig.window().place_in_plan([2.5, 3.5]);
    rig.click_at(at);
    rig.press(Modifiers::SHIFT, Key::I);
    rig.click("Insert");
    let found = place(&rig);
    let off = found - nalgebra::Vector3::new(3.5, 4.5, 0.0);
    assert!(off.xy().norm() < 0.05, "the lower left corner is at the cursor: {found}");
}

/// RM-93: Every creation dialog succeeds with its default values.
#[test]
fn whatever_is_chosen_is_put_in_with_what_stands_there() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    let parts = |rig: &Rig| {
        let document = rig.window().document().expect("there is a document");
        let scene = document.scene().expect("it is whole");
        [scene.objects.len(), scene.beacons.len(), scene.robots.len()]
    };
    for (kind, types, more) in [
        ("Wall", &[][..], [1, 0, 0]),
        ("Room", &[], [4, 0, 0]),
        ("Ceiling", &[], [1, 0, 0]),
        ("Obstacle", &[], [1, 0, 0]),
        ("Beacon", &["BLE beacon", "ultrasound beacon"], [0, 1, 0]),
        ("Robot", &["robomap/platform", "scout/standard"], [0, 0, 1]),
    ] {
        choose(&mut rig, "Item", kind);
        let types = if types.is_empty() { vec![None] } else { types.iter().map(Some).collect() };
        for of_type in types {
            if let Some(of_type) = of_type {
                choose(&mut rig, "Type", of_type);
            }
            let before = parts(&rig);
            rig.click("Insert");
            let named = |label: &String| label.strip_prefix("Inserted: ").is_some_and(|names| !names.is_empty());
            assert!(rig.labels().iter().any(named), "{kind}, {of_type:?}: {:?}", rig.labels());
            let after = parts(&rig);
            let made = std::array::from_fn(|section| after[section] - before[section]);
            assert_eq!(made, more, "{kind}, {of_type:?}: {:?}", rig.labels());
        }
    }
    let problems: Vec<String> = rig.window().problems().map(ToString::to_string).collect();
    // All objects are at the origin.
    assert!(problems.iter().all(|problem| problem.starts_with("warning[SC032]")), "{problems:?}");
}

/// RM-101: Every field has a label, a unit and its current value.
#[test]
fn every_field_of_the_dialog_has_its_name_and_unit() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    for (kind, units) in [("Wall", " m"), ("Room", " m"), ("Ceiling", " m"), ("Beacon", " m°"), ("Robot", " m°%")] {
        choose(&mut rig, "Item", kind);
        let dialog = rig.harness.get_by_label("Done").rect().center().x;
        let fields: Vec<(String, String)> = rig
            .nodes()
            .iter()
            .filter(|node| node.accesskit_node().role() == Role::SpinButton)
            .filter(|node| (node.rect().center().x - dialog).abs() < 400.0 && node.rect().center().x > 400.0)
            .map(|node| {
                (node.accesskit_node().label().unwrap_or_default(), node.accesskit_node().value().unwrap_or_default())
            })
            .collect();
        let here: Vec<_> = fields.iter().filter(|(name, _)| !name.is_empty()).collect();
        assert_eq!(here.len(), fields.len(), "{kind}: {fields:?}");
        assert!(fields.len() >= 4, "{kind}: {:?}", rig.labels());
        for (name, value) in fields {
            assert!(value.ends_with(|last| units.contains(last)), "{kind}: {name}: {value:?}");
        }
    }
}

/// RM-108: Vector components share a row; a room's four wall widths form a compass cross.
#[test]
fn the_widths_of_the_walls_of_a_room_stand_where_the_walls_are() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    choose(&mut rig, "Item", "Room");
    let field = |name: &str| {
        let fields = rig.harness.get_all_by_label(name);
        fields.map(|node| node.rect()).reduce(|all, one| all.union(one)).expect("there is a field")
    };
    let [north, east, south, west] = ["North", "East", "South", "West"].map(field);
    assert!(north.bottom() <= west.top() && north.bottom() <= east.top(), "{north} {west} {east}");
    assert!(south.top() >= west.bottom() && south.top() >= east.bottom(), "{south} {west} {east}");
    assert!(west.right() < east.left() && (west.top() - east.top()).abs() < 1.0, "{west} {east}");
    assert!(north.center().x > west.right() && north.center().x < east.left(), "{north}");
}

/// RM-31: A robot is added with name, location, address (127.0.0.1:1999), size and margin.
#[test]
fn a_robot_is_put_in_with_its_address_and_only_with_one_that_can_be() {
    let mut rig = open();
    rig.press(Modifiers::SHIFT, Key::I);
    choose(&mut rig, "Item", "Robot");
    choose(&mut rig, "Type", "robomap/platform");
    rig.write("IP address", "256.1.1.1");
    rig.click("Insert");
    assert!(rig.labels().iter().any(|label| label.contains("four numbers from 0 to 255")), "{:?}", rig.labels());
    rig.write("IP address", "10.0.0.7");
    rig.click("Insert");
    rig.click("Insert");
    rig.wait("both are built", |rig| rig.frame().robots.len() == 2);
    let structure = rig.window().runner().structure();
    let names: Vec<&str> = structure.robots.iter().map(|robot| &*robot.name).collect();
    assert_eq!(names, ["Robot", "Robot.001"]);
    assert!(rig.text().contains("10.0.0.7"));
}

/// RM-31: A robot is added with name, location, address (127.0.0.1:1999), size and margin.
#[test]
fn the_inspector_has_the_address_of_a_robot_and_refuses_what_is_none() {
    let test_dir = sim_tests::TestDir::new();
    let scene = r#"(format_version: 1, floor: (), robots: [
        (name: "anna", model: "robomap/platform", properties: (ip: "10.0.0.7", room: "lab")), (name: "bert", model: "scout/standard")])"#;
    let mut rig = Rig::built(test_dir.write("scene.ron", scene), 2);
    rig.click("bert");
    rig.harness.run_steps(3);
    assert!(!rig.sees("IP address"), "a scout does not have an address");
    rig.click("anna");
    rig.wait("its fields are shown", |rig| rig.sees("IP address") && rig.sees("Port"));
    rig.write("Port", "70000");
    rig.wait("it is refused", |rig| rig.labels().iter().any(|label| label.contains("1 to 65535")));
    assert_eq!(rig.text(), scene);
    rig.write("Port", "2001");
    rig.wait("it is written", |rig| rig.text().contains("port: 2001"));
    assert!(!rig.labels().iter().any(|label| label.contains("1 to 65535")));
    rig.write("IP address", "192.168.1.20");
    rig.wait("it is written", |rig| rig.text().contains("192.168.1.20"));
    assert!(rig.text().contains("room: \"lab\""), "unknown fields are preserved: {}", rig.text());
    rig.write("IP address", "");
    rig.wait("it is as the library has it", |rig| !rig.text().contains("192.168.1.20"));
}

/// RM-B13: Plugins add further platform types and beacon types.
#[test]
fn a_robot_and_a_type_of_beacon_that_are_dropped_in_are_in_every_list() {
    let test_dir = sim_tests::TestDir::new();
    let folder = sim_tests::build::new_crate(&test_dir, "robot", "carrier", &[]);
    std::fs::write(folder.join("src").join("lib.rs"), include_str!("carrier.rs")).unwrap();
    let library = test_dir.path(&sim_tests::build::library_name("carrier"));
    sim_tests::build::build_with_kit(&folder, "carrier", &["build"], &library);

    let path = test_dir.path("scene.ron");
    let link = r#"(name: "link", id: "robomap/link", grants: [Command, Edit])"#;
    std::fs::write(&path, format!("(format_version: 1, run: (dt: 0.02), floor: (),\n    services: [{link}])\n"))
        .unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    // A link without a robot is still idle.
    rig.wait("all is read", |rig| rig.window().document().is_some());
    rig.press(Modifiers::SHIFT, Key::I);
    choose(&mut rig, "Item", "Robot");
    rig.click("Type");
    rig.harness.run_steps(4);
    assert!(rig.sees("scout/standard") && !rig.sees("acme/carrier"));
    rig.key(Key::Escape);
    std::fs::copy(&library, rig.folder.path().join(library.file_name().unwrap())).unwrap();
    rig.wait("it is loaded", |rig| {
        rig.window().runner().plugins().components.iter().any(|offer| offer.info().id == "acme/carrier")
    });

    // The dialog offers both, with their required fields and properties.
    choose(&mut rig, "Type", "acme/carrier");
    rig.set("Size x", 1.2);
    rig.write("serial number", "A-17");
    assert!(rig.sees("IP address") && !rig.sees("Port"), "{:?}", rig.labels());
    rig.click("Insert");
    choose(&mut rig, "Item", "Beacon");
    choose(&mut rig, "Type", "UWB anchor");
    rig.write("anchor", "north");
    assert!(rig.sees("Range") && !rig.sees("Full angle of the cone"), "{:?}", rig.labels());
    rig.click("Insert");
    rig.click("Done");
    let document = rig.scene().clone();
    let beacon = &document.beacons[0];
    assert_eq!((beacon.category.as_str(), beacon.range), ("uwb", 30.0));
    let text = rig.text();
    for wanted in ["acme/carrier", "1.2, 0.6, 0.4", "A-17", "10.0.0.1", "anchor: \"north\""] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }

    // So do the insert palette, the table of robots and the panel of the link; the receiver detects the beacon.
    rig.wait("it is built", |rig| rig.frame().robots.len() == 1);
    rig.press(Modifiers::COMMAND, Key::I);
    rig.write("Search", "acme");
    rig.harness.run_steps(2);
    assert!(rig.sees("Insert robot acme/carrier"), "{:?}", rig.labels());
    rig.write("Search", "uwb anchor");
    rig.harness.run_steps(2);
    assert!(rig.sees("Insert UWB anchor"), "{:?}", rig.labels());
    rig.key(Key::Escape);
    rig.harness.state_mut().show_panel(sim_gui::Pane::Robots);
    rig.wait("it has a row", |rig| rig.labels().iter().any(|label| label.starts_with("Robot: ")));
    let shown = |rig: &Rig, name: &str, text: &str| {
        let panels = rig.frame().panels.iter().flatten();
        panels.flat_map(|panel| &panel.states).any(|state| state.name == name && state.text == text)
    };
    rig.wait("the link has it", |rig| shown(rig, "robot", "Robot"));
}
