//! The 3D view and the plan: their content, viewpoints, measuring, plans as files.

use egui::{Key, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_core::engine::Form;
use sim_edit::{Edit, Section, Target, Thing};
use sim_gui::{Action, EditRequest, Pane, PanelRequest, Request, SelectRequest, ViewKind};
use sim_window_tests::painted::{clipped_texts, overlapping, texts};
use sim_window_tests::{Rig, drawn};

/// A room with a ceiling, a robot with a camera, a note, and a margin.
const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (color: (0.9, 0.9, 0.9), paint: [Disc(at: (1.5, 1.5), radius: 0.25, color: (0.3, 0.7, 0.4))]),
    objects: [
        (name: "roof", shape: Box(size: (4, 4, 0.1)), at: (0, 0, 1.5), tags: ["ceiling"]),
        (name: "crate", shape: Box(size: (0.4, 0.4, 0.4)), at: (0, 1.2, 0.2), margin: Meters((0.1, 0.1, 0.1))),
    ],
    robots: [
        (name: "r&d", model: "scout/standard", at: (0, 0), controller: "control/constant",
         sensors: {"eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 40, height: 30))}),
        (name: "plain", model: "scout/standard", at: (-1, -1), controller: "control/constant"),
    ],
    notes: [(text: "charging place", at: (1.5, 1.5))],
    view: (camera: Some((0, -4, 1.0)), look_at: (0, 0, 0.2)),
)"#;

fn rig() -> Rig {
    let rig = Rig::of(SCENE, 2);
    assert_eq!(rig.window().problems().count(), 0);
    rig
}

fn marks(rig: &Rig) -> usize {
    rig.window().drawn_lines()
}

#[test]
fn what_sensors_cover_is_drawn_for_the_selected_robot_and_for_all() {
    let mut rig = rig();
    let structure = rig.window().runner().structure();
    let ring = structure.robots[0].parts.parts.iter().find(|part| part.name == "range").unwrap();
    assert_eq!((ring.coverage.len(), ring.mount.at, ring.link), (1, [0.0, 0.0, 0.05], Some(0)));
    assert_eq!(marks(&rig), 0, "nothing is selected");
    rig.click("plain");
    rig.wait("its rays are drawn", |rig| marks(rig) >= 9);
    let one = marks(&rig);
    rig.click("Show");
    rig.click("Sensor coverage: All");
    // The other one has the same sensors plus a camera.
    rig.wait("those of both are drawn", |rig| marks(rig) > 2 * one);
    rig.click("Sensor coverage: None");
    rig.wait("none are drawn", |rig| marks(rig) == 0);
}

#[test]
fn every_switch_changes_what_is_drawn() {
    let mut rig = rig();
    rig.click("Show");
    rig.switch("Margins");
    rig.wait("two circles and a box", |rig| marks(rig) == 2 * 48 + 12);
    rig.switch("Margins");
    rig.click("Axes: All");
    // Floor, ceiling, crate and both robots; the floor is infinite and has no axes.
    rig.wait("axes of four bodies", |rig| marks(rig) == 4 * 3);
    rig.click("Axes: None");
    rig.wait("nothing", |rig| marks(rig) == 0);
}

#[test]
fn contacts_and_trails_are_drawn_while_robots_push_objects() {
    let mut rig = Rig::demo();
    rig.click("Play");
    rig.click("Show");
    rig.wait("there are trails", |rig| marks(rig) > 50);
    rig.switch("Trails");
    rig.wait("they are switched off", |rig| marks(rig) == 0);
    rig.switch("Contacts");
    rig.wait("the pusher touches the crate", |rig| {
        let touching = rig.frame().contacts.len();
        touching > 0 && marks(rig) > 0 && marks(rig).is_multiple_of(4)
    });
}

#[test]
fn a_hidden_ceiling_shows_the_room() {
    let mut rig = rig();
    let bodies = rig.window().runner().structure();
    let roof = bodies.bodies.iter().position(|body| &*body.name == "roof").unwrap();
    assert!(matches!(bodies.bodies[roof].visuals[0].form, Form::Box(_)));
    let seen = rig.window().seen_bodies();
    rig.click("Show");
    rig.switch("Ceilings");
    let without = rig.window().seen_bodies();
    assert!(seen.contains(&roof) && !without.contains(&roof) && without.len() + 1 == seen.len());
    rig.switch("Ceilings");
    assert_eq!(rig.window().seen_bodies(), seen);
}

/// Whether the menu item of an action is enabled.
fn is_enabled(rig: &mut Rig, action: Action) -> bool {
    rig.click("View");
    let is_enabled = rig.harness.get_all_by_label(action.name()).all(|item| !item.accesskit_node().is_disabled());
    rig.click("View");
    is_enabled
}

/// RM-21: Ceilings and margins are hidden per category but still count in route checks.
#[test]
fn ceilings_and_margins_are_shown_and_hidden_by_category() {
    let mut rig = rig();
    let body =
        |rig: &Rig, name: &str| rig.window().runner().structure().bodies.iter().position(|body| &*body.name == name);
    let seen = |rig: &Rig, name: &str| body(rig, name).is_some_and(|body| rig.window().seen_bodies().contains(&body));
    assert!(seen(&rig, "roof") && is_enabled(&mut rig, Action::Ceilings) && is_enabled(&mut rig, Action::Margins));
    rig.request(Action::Ceilings);
    rig.request(Action::Margins);
    assert!(!seen(&rig, "roof"));
    assert_eq!(marks(&rig), 2 * 48 + 12, "margins are drawn");
    // New objects are hidden as well while this is on; objects that do not cover a room are not.
    let new = |name: &str, category: &str| {
        let value = serde_json::json!({
            "name": name, "shape": {"Box": {"size": [1.0, 1.0, 0.1]}}, "at": [0.0, 0.0, 2.0], "category": category,
        });
        Request::Edit(EditRequest::Apply {
            edit: Edit::Insert(vec![Thing::from_json(Section::Objects, &value)]),
            coalesce: false,
        })
    };
    rig.request(new("second", "ceiling"));
    rig.request(new("shelf", "obstacle"));
    rig.wait("both are built", |rig| {
        body(rig, "second").is_some() && body(rig, "shelf").is_some() && seen(rig, "shelf")
    });
    assert!(!seen(&rig, "second") && !seen(&rig, "roof"));
    // While a route is drawn, they are hidden; afterward, they are restored.
    let draws = Request::Action(Action::DrawRoute);
    rig.request(Action::DrawRoute);
    assert!(!seen(&rig, "roof") && !is_enabled(&mut rig, Action::Ceilings));
    rig.request(draws);
    assert!(!seen(&rig, "roof") && is_enabled(&mut rig, Action::Ceilings), "they were hidden before");
    rig.request(Action::Ceilings);
    assert!(seen(&rig, "roof") && seen(&rig, "second"));
    rig.request(Action::DrawRoute);
    assert!(!seen(&rig, "roof") && !seen(&rig, "second") && seen(&rig, "shelf"));
    rig.request(Action::DrawRoute);
    assert!(seen(&rig, "roof") && seen(&rig, "second"));
}

/// RM-21: Ceilings and margins are hidden per category but still count in route checks.
#[test]
fn without_objects_of_the_category_the_command_reports_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bare.ron");
    std::fs::write(&path, "(format_version: 1, objects: [(name: \"post\", shape: Box(size: (1, 1, 1)))])").unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("the scene is built", |rig| rig.window().runner().structure().bodies.len() == 1);
    rig.harness.run_steps(3);
    for (action, why) in [
        (Action::Ceilings, "The scene does not contain ceilings."),
        (Action::Margins, "Nothing in the scene has a margin."),
    ] {
        assert!(!is_enabled(&mut rig, action));
        rig.request(Request::Action(action));
        assert!(rig.labels().iter().any(|label| label.contains(why)), "{:?}", rig.labels());
    }
}

#[test]
fn the_view_from_a_robot_and_through_its_camera_is_left_with_escape() {
    let mut rig = rig();
    rig.key(Key::V);
    assert_eq!(rig.window().seen_from(), None, "nothing is selected");
    rig.click("r&d");
    let body = rig.window().selected()[0];
    for key in [Key::V, Key::C, Key::B] {
        rig.key(key);
        assert_eq!(rig.window().seen_from(), Some(body), "{key:?}");
        rig.key(Key::Escape);
        assert_eq!(rig.window().seen_from(), None, "{key:?}");
    }
    rig.click("plain");
    rig.key(Key::C);
    assert_eq!(rig.window().seen_from(), None, "it does not have a camera");
}

#[test]
fn clicks_measure_in_the_view_and_in_the_plan() {
    let mut rig = rig();
    rig.key(Key::M);
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    rig.click_at(view.center());
    rig.click_at(view.center() + egui::vec2(120.0, 90.0));
    let points = rig.window().measured().unwrap().to_vec();
    assert_eq!(points.len(), 2);
    assert!(rig.window().selected().is_empty(), "a click that measures selects nothing");
    // The second point is on the floor, to the right of the first one.
    assert!(points[1].z.abs() < 1e-6 && points[1].x > points[0].x + 0.1, "{points:?}");

    rig.click("2D view");
    let plan = rig.harness.get_by_label("2D view of the scene").rect();
    rig.click_at(plan.center());
    rig.click_at(plan.center() + egui::vec2(100.0, 0.0));
    let points = rig.window().measured().unwrap().to_vec();
    assert_eq!(points.len(), 4);
    let step = points[3] - points[2];
    assert!(step.x > 0.1 && step.y.abs() < 1e-6 && step.z == 0.0, "{step}");

    rig.key(Key::Escape);
    assert_eq!(rig.window().measured(), None);
}

/// NA-32: Plan views show robots and tracks; plots show chosen values and are exported as CSV.
#[test]
fn a_plan_is_written_as_svg_and_as_png() {
    let mut rig = rig();
    let (svg, png) = (rig.scene_folder().join("plan.svg"), rig.scene_folder().join("plan.png"));
    for path in [&svg, &png] {
        rig.harness.state_mut().export_plan(path).unwrap();
    }
    let text = std::fs::read_to_string(&svg).unwrap();
    let mut names = Vec::new();
    for event in xml::EventReader::from_str(&text) {
        if let xml::reader::XmlEvent::Characters(text) = event.unwrap() {
            names.push(text);
        }
    }
    assert!(names.iter().any(|name| name == "r&d") && names.iter().any(|name| name == "charging place"), "{names:?}");
    assert!(text.contains("<circle cx=\"1.5\" cy=\"-1.5\" r=\"0.25\""), "the disc on the floor");
    let image = image::open(&png).unwrap();
    assert_eq!(image.width().max(image.height()), 2400);
}

#[test]
fn what_has_no_body_is_selected_and_dragged_by_its_sign() {
    // The mark is in the middle of both views.
    let text = SCENE.replace("    notes:", "    beacons: [(name: \"mark\", at: (0, 0, 0.2))],\n    notes:");
    let mut rig = Rig::of(&text, 2);
    let is_mark = |rig: &Rig| rig.window().selected_part().and_then(|part| part.name()) == Some("mark");
    let middle = rig.harness.get_by_label("3D view of the scene").rect().center();
    rig.click_at(middle);
    assert!(is_mark(&rig) && rig.window().selected().is_empty());

    rig.click("2D view");
    let middle = rig.harness.get_by_label("2D view of the scene").rect().center();
    rig.harness.key_press(Key::Escape);
    rig.click_at(middle + egui::vec2(200.0, 100.0));
    assert!(!is_mark(&rig));
    rig.click_at(middle);
    assert!(is_mark(&rig));
    // With the snap key, it moves to a rounded position.
    rig.harness.hover_at(middle);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::COMMAND,
    };
    rig.harness.event(egui::Event::ModifiersChanged(egui::Modifiers::COMMAND));
    rig.harness.event(button(middle, true));
    rig.harness.step();
    let end = middle + egui::vec2(97.0, 0.0);
    for part in [0.3, 0.6, 1.0] {
        rig.harness.hover_at(middle.lerp(end, part));
        rig.harness.step();
    }
    rig.harness.event(button(end, false));
    rig.harness.step();
    rig.harness.event(egui::Event::ModifiersChanged(egui::Modifiers::NONE));
    let document = rig.window().document().unwrap();
    let beacon = &document.scene().unwrap().beacons[0];
    let [x, y, z] = beacon.at.0;
    assert!(x > 0.05 && (x * 10.0 - (x * 10.0).round()).abs() < 1e-9 && (y, z) == (0.0, 0.2), "{:?}", beacon.at);
}

#[test]
fn names_and_titles_are_whole_and_do_not_cover_each_other_in_narrow_views() {
    let mut rig = Rig::demo();
    rig.resize([1024.0, 700.0], 1.0);
    rig.click("anna");
    for action in [Action::NewView3d, Action::NewView3d, Action::Behind] {
        rig.harness.state_mut().request(action.into());
        rig.harness.run_steps(6);
    }
    let mut widths = Vec::new();
    for pane in [Pane::View3d, Pane::Another(ViewKind::View3d, 2), Pane::Another(ViewKind::View3d, 3)] {
        let place = rig.window().place_of_panel(pane).expect("it is seen");
        widths.push(place.width());
        assert_eq!(clipped_texts(&rig, place), [""; 0], "{pane:?}");
        assert_eq!(overlapping(&rig, place), [[""; 2]; 0], "{pane:?}");
    }
    assert!(widths.iter().any(|width| *width < 250.0), "{widths:?}");
    rig.snap("narrow-views");
}

/// Two robots, one of them with an address, a route and two beacons.
const LABELLED: &str = r#"(
    format_version: 1,
    floor: (),
    robots: [
        (name: "anna", model: "scout/standard", at: (-1.5, -1.5)),
        (name: "lab", model: "scout/standard", at: (-1.5, 1.5), properties: {"ip": "127.0.0.1", "port": 1999}),
    ],
    routes: [(name: "tour", poses: [(at: (0, 0, 0)), (at: (1.2345678, -1, 0), yaw: 1.5707963267948966)])],
    beacons: [
        (name: "radio", at: (0.2, 1, 0.5), range: 2.5, category: "bluetooth"),
        (name: "horn", at: (-0.5, 0.5, 1), range: 3, category: "ultrasound", kind: Cone((half_angle: 0.5)), rpy: (0, 1.5707963267948966, 0)),
    ],
)"#;

fn labelled() -> Rig {
    let mut rig = Rig::of(LABELLED, 2);
    assert_eq!(rig.window().problems().count(), 0);
    rig.harness.run_steps(3);
    rig
}

/// The labels painted in a view, in alphabetical order.
fn labels_in(rig: &Rig, view: &str) -> Vec<String> {
    let area = rig.harness.get_by_label(view).rect();
    let texts = texts(rig).into_iter().filter(|text| area.contains(text.letters.center()));
    let is_label = |text: &str| {
        let beacon = text.starts_with("radio |") || text.starts_with("horn |");
        beacon || text.starts_with("anna") || text.starts_with("lab") || text.starts_with("(x=") || text.ends_with('°')
    };
    let mut labels: Vec<String> = texts.map(|text| text.text).filter(|text| is_label(text)).collect();
    labels.sort();
    labels
}

/// RM-32: A robot is drawn as a box with a sphere, a margin and a label.
/// RM-87: Labels are hidden, shown for everything, or shown for the selection only.
#[test]
fn labels_are_shown_of_all_of_what_is_selected_and_of_none() {
    let mut rig = labelled();
    let names = ["anna", "lab | 127.0.0.1:1999"].map(String::from).to_vec();
    let route = ["(x=0.0000, y=0.0000, z=0.0000)", "(x=1.2346, y=-1.0000, z=0.0000)", "0.0000°", "90.0000°"];
    let beacons =
        ["horn | ultrasound | range 3 m | cone 57.2958° | rotation (0, 90, 0)°", "radio | bluetooth | range 2.5 m"];
    for (view, panel) in [("3D view of the scene", Pane::View3d), ("2D view of the scene", Pane::Plan)] {
        rig.request(PanelRequest::Show(panel));
        rig.request(Action::Fit);
        rig.request(SelectRequest::Body { body: None, add: false });
        assert_eq!(labels_in(&rig, view), names, "{view}: robots, and nothing else is selected");
        rig.request(SelectRequest::Part(Target::named(Section::Routes, "tour")));
        let both = [&route.map(String::from)[..], &names].concat();
        assert_eq!(labels_in(&rig, view), both, "{view}: the route is selected");
        rig.request(Action::Labels);
        assert!(labels_in(&rig, view).is_empty(), "{view}");
        rig.request(Action::Labels);
        assert_eq!(labels_in(&rig, view), both, "{view}: as before");
        let choose = |rig: &mut Rig, which: &str| {
            rig.harness.get_all_by_label("Show").last().unwrap().click();
            rig.harness.run_steps(3);
            rig.click(which);
            rig.key(Key::Escape);
        };
        choose(&mut rig, "Labels: Selected");
        rig.request(SelectRequest::Part(Target::named(Section::Beacons, "horn")));
        assert_eq!(labels_in(&rig, view), [beacons[0]], "{view}: of the selection");
        let body = rig.window().runner().structure().robots[1].body as usize;
        rig.request(SelectRequest::Body { body: Some(body), add: false });
        assert_eq!(labels_in(&rig, view), names[1..], "{view}: of the selection");
        choose(&mut rig, "Labels: All");
        let mut all = [&both[..], &beacons.map(String::from)].concat();
        all.sort();
        assert_eq!(labels_in(&rig, view), all, "{view}");
        choose(&mut rig, "Labels: Robots");
    }
}

/// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
/// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
#[test]
fn the_reach_of_a_beacon_is_drawn_while_it_is_selected() {
    let mut rig = labelled();
    // The route is drawn in any case.
    let before = marks(&rig);
    for (name, lines) in [("radio", 3 * 48), ("horn", 8 + 48 + 4 * 12)] {
        rig.request(SelectRequest::Part(Target::named(Section::Beacons, name)));
        assert_eq!(marks(&rig), before + lines, "{name}");
    }
    rig.request(SelectRequest::Body { body: None, add: false });
    assert_eq!(marks(&rig), before);
}

/// Mean brightness of the image around a point of the 3D view, 0 … 255.
fn brightness(rig: &mut Rig, point: nalgebra::Point3<f64>) -> f64 {
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    let [right, up] = rig.window().place_of_point(point).unwrap();
    let part = egui::vec2((right as f32 + 1.0) / 2.0, (1.0 - up as f32) / 2.0);
    let (at, scale) = (view.min + part * view.size(), rig.harness.ctx.pixels_per_point());
    let image = rig.picture();
    let at = at * scale;
    let pixels = (-2..=2).flat_map(|x| (-2..=2).map(move |y| [at.x as i32 + x, at.y as i32 + y]));
    let bright = |[x, y]: [i32; 2]| {
        image.get_pixel(x as u32, y as u32).0[..3].iter().map(|part| f64::from(*part)).sum::<f64>() / 3.0
    };
    pixels.map(bright).sum::<f64>() / 25.0
}

/// RM-17: An obstacle's margin adds a percentage of each dimension on every side.
/// RM-32: A robot is drawn as a box with a sphere, a margin and a label.
/// RM-109: Each object category has its own shape and color, and margins are translucent.
#[test]
fn margins_have_faces_that_one_sees_through() {
    let text = r#"(
        format_version: 1,
        floor: (color: (0.45, 0.45, 0.45)),
        objects: [(name: "post", shape: Box(size: (0.2, 0.2, 0.4)), at: (-1, 0, 0.2), margin: Meters((0.5, 0.5, 0.1)), category: "obstacle")],
        robots: [(name: "lab", model: (id: "robomap/platform", params: (size: (0.4, 0.4, 0.4))), at: (1, 0), yaw: 0.7853981633974483, margin: Fraction((1, 1, 0.5)))],
        view: (camera: Some((0, -0.2, 6)), look_at: (0, 0, 0)),
    )"#;
    let mut rig = drawn(|| Rig::of(text, 1));
    assert_eq!(rig.window().problems().count(), 0);
    rig.harness.run_steps(4);
    let point = |x: f64, y: f64| nalgebra::Point3::new(x, y, 0.0);
    // Next to the post, next to the robot within its rotated margin, in the corner of its unrotated margin, and far
    // away.
    let places = [point(-1.35, -0.35), point(1.12, 0.55), point(1.62, 0.62), point(0.0, 1.2)];
    let before = places.map(|place| brightness(&mut rig, place));
    let picked = rig.window().seen_bodies();
    rig.request(Action::Margins);
    rig.harness.run_steps(4);
    let after = places.map(|place| brightness(&mut rig, place));
    rig.snap("margins");
    let change = [0, 1, 2, 3].map(|number| after[number] - before[number]);
    assert!(change[0] < -10.0 && change[1] > 10.0, "darker next to the post, lighter next to the robot: {change:?}");
    assert!(change[2].abs() < 4.0 && change[3].abs() < 4.0, "the margin turns with the robot: {change:?}");
    assert_eq!(marks(&rig), 2 * 12, "edges of two boxes");
    assert_eq!(rig.window().seen_bodies(), picked);
    rig.request(Action::Margins);
    rig.harness.run_steps(4);
    let again = places.map(|place| brightness(&mut rig, place));
    assert!(again.iter().zip(&before).all(|(now, before)| (now - before).abs() < 4.0), "{before:?} {again:?}");
    rig.request(Action::Margins);
    // A click on the face selects the object behind it.
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    let [right, up] = rig.window().place_of_point(places[1]).unwrap();
    let part = egui::vec2((right as f32 + 1.0) / 2.0, (1.0 - up as f32) / 2.0);
    rig.click_at(view.min + part * view.size());
    let robot = rig.window().runner().structure().robots[0].body as usize;
    assert!(!rig.window().selected().contains(&robot), "not the robot");
}

/// RM-20: Beacons never block routes, and their labels show their current parameters.
/// RM-50: Each pose is labeled with position and angles, four decimals each.
/// RM-88: Labels have a constant size on screen and update with their objects.
#[test]
fn labels_follow_what_they_name_and_keep_their_size() {
    let mut rig = labelled();
    let view = "3D view of the scene";
    let edit = |rig: &mut Rig, target: Target, field: &str, value: serde_json::Value| {
        let edit = Edit::set(Some(target), field, value);
        rig.request(EditRequest::Apply { edit, coalesce: false });
    };
    let radio = Target::named(Section::Beacons, "radio");
    rig.request(SelectRequest::Part(radio.clone()));
    assert!(
        labels_in(&rig, view).contains(&"radio | bluetooth | range 2.5 m".to_owned()),
        "{:?}",
        labels_in(&rig, view)
    );
    edit(&mut rig, radio, "range", 4.25.into());
    assert!(labels_in(&rig, view).contains(&"radio | bluetooth | range 4.25 m".to_owned()), "in the next frame");
    edit(
        &mut rig,
        Target::named(Section::Robots, "lab"),
        "properties",
        serde_json::json!({"ip": "10.0.0.7", "port": 2000}),
    );
    assert!(labels_in(&rig, view).contains(&"lab | 10.0.0.7:2000".to_owned()), "{:?}", labels_in(&rig, view));
    // The size does not depend on the distance.
    let height = |rig: &Rig, label: &str| {
        let texts = texts(rig);
        texts.iter().find(|text| text.text == label).map(|text| text.letters.height()).unwrap()
    };
    // Lowercase letters have half of the line height of 14 points.
    let near = height(&rig, "anna");
    assert!((6.5..8.5).contains(&near), "{near}");
    for _ in 0..4 {
        rig.request(Action::ZoomOut);
    }
    assert_eq!(height(&rig, "anna"), near);
    // While a pose is dragged, its label shows the new position.
    rig.request(PanelRequest::Show(Pane::Plan));
    rig.request(Action::Fit);
    rig.request(SelectRequest::Pose(Target::named(Section::Routes, "tour"), 1));
    let at = rig.window().place_in_plan([1.2345678, -1.0]);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    rig.harness.hover_at(at);
    rig.harness.event(button(at, true));
    rig.harness.step();
    let end = at + egui::vec2(40.0, 0.0);
    for part in [0.3, 0.6, 1.0, 1.0] {
        rig.harness.hover_at(at.lerp(end, part));
        rig.harness.step();
    }
    let dragged = labels_in(&rig, "2D view of the scene");
    let x = |label: &str| label.strip_prefix("(x=")?.split_once(',')?.0.parse::<f64>().ok();
    let places: Vec<f64> = dragged.iter().filter_map(|label| x(label)).collect();
    assert!(places.len() == 2 && places[1] > 1.3, "{dragged:?}");
    assert_eq!(rig.scene().routes[0].poses[1].at.0[0], 1.2345678);
    rig.harness.event(button(end, false));
    rig.harness.run_steps(2);
    let dropped = rig.scene().routes[0].poses[1].at.0[0];
    assert!((dropped - places[1]).abs() <= 5e-5, "{dropped} {places:?}");
    // A robot with another name.
    let edit = Edit::Rename { target: Target::named(Section::Robots, "anna"), name: "berta".into() };
    rig.request(EditRequest::Apply { edit, coalesce: false });
    rig.wait("it is built", |rig| texts(rig).iter().any(|text| text.text == "berta"));
}
