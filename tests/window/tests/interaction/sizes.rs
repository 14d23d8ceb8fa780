//! Visibility in small windows, with large fonts, of distant objects and in deep water.

use super::wheel;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_window_tests::{Rig, demo_copy, drawn};

/// Windows of 1600 × 1000 and 1024 × 700 points, and of 1600 × 1000 pixels at twice the scale: points, scale.
const SIZES: [([f32; 2], f32); 3] = [([1600.0, 1000.0], 1.0), ([1024.0, 700.0], 1.0), ([800.0, 500.0], 2.0)];

/// The window's rectangle, points.
fn whole(rig: &Rig) -> Rect {
    rig.harness.ctx.content_rect()
}

/// The rectangle of the 3D view, points.
fn view(rig: &Rig) -> Rect {
    rig.harness.get_by_label("3D view of the scene").rect()
}

/// A window on a scene given as text.
fn scene(parts: &str, robots: usize) -> Rig {
    Rig::of(&format!("(format_version: 1, run: (dt: 0.01), {parts})"), robots)
}

#[test]
fn the_window_of_keys_fills_its_height_and_scrolls_to_its_end() {
    for (size, scale) in SIZES {
        let mut rig = Rig::demo();
        rig.resize(size, scale);
        rig.press(Modifiers::COMMAND, Key::F1);
        let window = whole(&rig);
        let place = |rig: &Rig, label: &str| rig.harness.get_all_by_label_contains(label).last().unwrap().rect();
        let hint = |rig: &Rig| place(rig, "Drag: orbit");
        assert!(window.contains_rect(hint(&rig)), "{size:?}: {:?}", hint(&rig));
        assert!(hint(&rig).bottom() > window.top() + 0.8 * window.height(), "{size:?}: {:?}", hint(&rig));
        let title = rig.harness.get_all_by_label("Keyboard shortcuts").next().unwrap().rect();
        assert!(window.contains_rect(title), "{size:?}: {title:?}");
        let last = |rig: &Rig| place(rig, "Interface at its normal size");
        let middle = window.center();
        for _ in 0..40 {
            wheel(&mut rig, middle, -400.0);
        }
        rig.wait("the end is scrolled to", |rig| {
            last(rig).bottom() < hint(rig).top() && last(rig).top() > title.bottom()
        });
    }
}

#[test]
fn the_inspector_is_not_clipped_in_small_windows() {
    for (size, scale) in SIZES {
        let mut rig = Rig::demo_copy();
        rig.resize(size, scale);
        for name in ["Scene settings", "anna"] {
            rig.click(name);
            rig.harness.run_steps(3);
            let (left, right) = (view(&rig).right(), whole(&rig).right());
            let top = rig.harness.get_all_by_label("Inspector").last().unwrap().rect().bottom() + 8.0;
            let fields = [Role::SpinButton, Role::ComboBox, Role::TextInput, Role::CheckBox, Role::Button];
            let mut nodes = rig.nodes();
            nodes.retain(|node| node.accesskit_node().bounding_box().is_some());
            let inside = nodes.iter().filter(|node| {
                let rect = node.rect();
                rect.left() > left && rect.top() > top && fields.contains(&node.accesskit_node().role())
            });
            let cut: Vec<_> = inside.filter(|node| node.rect().right() > right).collect();
            assert!(cut.is_empty(), "{size:?}, {name}: {:?}", cut.iter().map(|node| node.rect()).collect::<Vec<_>>());
            let words =
                nodes.iter().filter(|node| node.rect().left() > left && node.accesskit_node().role() == Role::Label);
            let split: Vec<_> =
                words.filter(|node| node.rect().height() > 60.0 && node.rect().width() < 60.0).collect();
            assert!(split.is_empty(), "{size:?}, {name}: {split:?}");
        }
    }
}

#[test]
fn names_in_the_tree_are_read_in_small_windows() {
    let mut rig = Rig::demo();
    rig.resize([512.0, 350.0], 2.0);
    let row = rig.harness.get_by_label("pusher").rect();
    assert!(row.width() > 40.0, "{row:?}");
}

#[test]
fn every_item_of_the_longest_menu_is_reached_in_a_small_window() {
    let mut rig = Rig::demo();
    rig.click("View");
    rig.harness.run_steps(2);
    let [first, last] = ["Fit all", "Language"].map(|label| rig.harness.get_by_label_contains(label).rect());
    let rows = (last.center().y - first.center().y) / first.height();
    assert!(rows > 20.0 && whole(&rig).contains_rect(last), "all rows are seen where there is room: {last:?}");
    rig.harness.key_press(Key::Escape);
    rig.resize([800.0, 500.0], 2.0);
    rig.click("View");
    rig.harness.run_steps(2);
    let at = rig.harness.get_by_label_contains("View from front").rect().center();
    for _ in 0..10 {
        wheel(&mut rig, at, -100.0);
    }
    let last = rig.harness.get_by_label_contains("Language").rect();
    assert!(whole(&rig).contains_rect(last), "{last:?}");
    rig.harness.get_by_label_contains("Language").click();
    rig.wait("the submenu is open", |rig| rig.sees("Català"));
    let inner = rig.harness.get_by_label("Català").rect();
    assert!(whole(&rig).contains_rect(inner), "{inner:?}");
}

#[test]
fn messages_cover_no_fields() {
    for (size, scale) in SIZES {
        let mut rig = Rig::demo();
        rig.resize(size, scale);
        // There is nothing to undo, and the message reports this.
        rig.harness.key_press(Key::Delete);
        rig.wait("there is a message", |rig| rig.harness.query_all_by_label_contains("Message: ").next().is_some());
        rig.harness.run_steps(2);
        let message = rig.harness.get_by_label_contains("Message: ").rect();
        assert!(view(&rig).contains_rect(message), "{size:?}: {message:?} in {:?}", view(&rig));
        // A message that was read is dismissed.
        rig.harness.get_by_label_contains("Message: ").click();
        rig.wait("it is gone", |rig| rig.harness.query_all_by_label_contains("Message: ").next().is_none());
    }
}

#[test]
fn what_is_put_into_an_empty_scene_does_not_move_the_camera() {
    for key in [None, Some(Key::Num7)] {
        let mut rig = Rig::open(None, &[]);
        rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
        rig.wait("there is a scene", |rig| rig.window().document().is_some() && rig.sees("3D view of the scene"));
        rig.wait("it is built", |rig| matches!(rig.frame().state, sim_runner::RunState::Paused));
        key.into_iter().for_each(|key| rig.harness.key_press(key));
        rig.harness.run_steps(3);
        let before = rig.window().view_eye();
        rig.press(Modifiers::COMMAND, Key::I);
        rig.harness.event(Event::Text("insert box".to_owned()));
        rig.harness.run_steps(2);
        for _ in ["chooses it", "puts it into the middle"] {
            rig.key(Key::Enter);
        }
        rig.wait("the box is there", |rig| rig.sees("box"));
        rig.harness.run_steps(3);
        let after = rig.window().view_eye();
        assert!((after - before).norm() < 1e-9, "{key:?}: from {before} to {after}");
    }
}

#[test]
fn what_is_put_into_an_empty_scene_does_not_move_the_plan() {
    let mut rig = Rig::open(None, &[]);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    rig.wait("there is a scene", |rig| rig.window().document().is_some());
    rig.wait("it is built", |rig| matches!(rig.frame().state, sim_runner::RunState::Paused));
    rig.harness.state_mut().show_panel(sim_gui::Pane::Plan);
    rig.harness.run_steps(4);
    let before = rig.window().place_in_plan([1.0, 0.5]);
    rig.press(Modifiers::COMMAND, Key::I);
    rig.harness.event(Event::Text("insert box".to_owned()));
    rig.harness.run_steps(2);
    rig.key(Key::Enter);
    let middle = rig.harness.get_by_label("2D view of the scene").rect().center();
    rig.harness.hover_at(middle);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        rig.harness.event(Event::PointerButton { pos: middle, button, pressed, modifiers });
        rig.harness.step();
    }
    rig.wait("the box is there", |rig| rig.sees("box"));
    rig.harness.run_steps(3);
    assert_eq!(rig.window().place_in_plan([1.0, 0.5]), before);
}

#[test]
fn fit_all_shows_routes() {
    let parts = "objects: [(name: \"crate\", shape: Box(size: (0.4, 0.4, 0.4)), at: (0, 0, 0.2))], \
        routes: [(name: \"far\", poses: [(at: (0, 0)), (at: (40, 0))])]";
    let mut rig = scene(parts, 0);
    rig.wait("the crate is there", |rig| !rig.window().seen_bodies().is_empty());
    rig.key(Key::Home);
    let target = rig.window().view_target();
    assert!((target.x - 20.0).abs() < 1.0, "{target}");
    let distance = (rig.window().view_eye() - target).norm();
    assert!(distance > 20.0, "{distance}");
}

/// Size of a robot on the screen, in pixels, and its color contrast to the surroundings: the sum over red, green and
/// blue, each from 0 to 255.
fn drawn_size(rig: &Rig, image: &image::RgbaImage, robot: usize) -> [f64; 2] {
    let state = rig.window();
    let body = state.runner().structure().robots[robot].body as usize;
    let Some([low, high]) = state.place_of(body) else { return [0.0; 2] };
    let rect = view(rig);
    let at = |[x, y]: [f64; 2]| rect.center() + vec2(x as f32, -y as f32) * rect.size() / 2.0;
    let place = Rect::from_two_pos(at(low), at(high));
    if !rect.shrink(10.0).contains_rect(place) {
        return [0.0; 2];
    }
    let color = |at: egui::Pos2| image.get_pixel(at.x as u32, at.y as u32).0.map(f64::from);
    let beside = color(place.left_center() - vec2(4.0, 0.0));
    let difference = |x: usize, y: usize| {
        let part = vec2(x as f32 / 16.0, y as f32 / 16.0) * place.size();
        color(place.min + part).iter().zip(beside).map(|(a, b)| (a - b).abs()).sum::<f64>()
    };
    let most = (0..17 * 17).map(|index| difference(index % 17, index / 17)).fold(0.0, f64::max);
    [f64::from(place.size().max_elem()), most]
}

#[test]
fn the_first_view_of_a_pool_shows_its_robots() {
    for (name, robots) in [
        ("examples/pool.ron", 10),
        ("nautilus/ex1-movement.ron", 12),
        ("nautilus/ex4-velocity.ron", 3),
        ("nautilus/clear-course.ron", 4),
        ("nautilus/swarm-500.ron", 500),
    ] {
        let mut rig = drawn(|| Rig::open(Some(sim_window_tests::scene(name)), &[]));
        rig.wait("the scene is built", |rig| rig.frame().robots.len() == robots);
        rig.click("Show");
        // Names would cover their robots.
        rig.harness.get_by(|node| node.role() == Role::CheckBox && node.label().as_deref() == Some("Labels")).click();
        rig.harness.run_steps(2);
        rig.key(Key::Escape);
        rig.snap(&name.replace('/', "-"));
        let image = rig.picture();
        let seen: Vec<[f64; 2]> = (0..robots).map(|robot| drawn_size(&rig, &image, robot)).collect();
        let good = seen.iter().filter(|[size, apart]| *size >= 8.0 && *apart >= 50.0).count();
        assert!(good > robots.min(4) / 2, "{name}: {good} of {seen:?}");
    }
}

#[test]
fn the_first_view_of_a_wide_scene_shows_robots_rather_than_all_of_it() {
    let parts = "objects: [(name: \"west\", shape: Wall(from: (-200, -9), to: (-200, 9), height: 1)), \
        (name: \"east\", shape: Wall(from: (200, -9), to: (200, 9), height: 1))], \
        robots: [(name: \"one\", model: \"scout/standard\", at: (150, 0)), (name: \"two\", model: \"scout/standard\", at: (152, 0))]";
    let mut rig = drawn(|| scene(parts, 2));
    rig.harness.run_steps(4);
    let image = rig.picture();
    for robot in 0..2 {
        let [size, _] = drawn_size(&rig, &image, robot);
        assert!(size >= 3.0, "{size}");
    }
}

#[test]
fn water_does_not_hide_the_target_of_the_view() {
    let parts = "media: [(name: \"sea\", region: Below(0), density: 1000)], \
        objects: [(name: \"buoy\", shape: Sphere(radius: 2), at: (0, 0, -20), color: (1, 0.2, 0.1))], \
        view: (camera: (0, -30, 5), look_at: (0, 0, -20))";
    let mut rig = drawn(|| scene(parts, 0));
    rig.wait("the buoy is there", |rig| !rig.window().seen_bodies().is_empty());
    rig.harness.run_steps(3);
    let image = rig.picture();
    let middle = view(&rig).center() - vec2(0.0, 6.0);
    let [red, green, blue, _] = image.get_pixel(middle.x as u32, middle.y as u32).0;
    assert!(red > green && red > blue, "it is red: {red}, {green}, {blue}");
}

#[test]
fn sensors_have_no_reading_before_the_first_step() {
    let mut rig = Rig::demo_copy();
    rig.click("anna");
    rig.harness.run_steps(2);
    let without = |rig: &Rig| rig.harness.query_all_by_label_contains("no reading yet").count();
    assert!(without(&rig) >= 8, "{}", without(&rig));
    rig.click("Step");
    rig.wait("there are readings", |rig| rig.frame().tick > 0 && without(rig) == 0);
    rig.click("Stop");
    rig.wait("there is no trail after a reset", |rig| without(rig) >= 8);
    assert!(!rig.text().is_empty());
}

#[test]
fn the_log_is_collapsed_until_a_line_arrives_or_the_user_opens_it() {
    let mut rig = Rig::demo();
    rig.harness.run_steps(4);
    let below = |rig: &Rig| whole(rig).bottom() - view(rig).bottom();
    let folded = below(&rig);
    assert!(folded < 60.0, "{folded}: the bars of tabs and of the state");
    assert!(!rig.sees("Clear"));
    rig.click("Log");
    rig.harness.run_steps(4);
    assert!(rig.sees("Clear"));
    assert!(below(&rig) > folded + 100.0, "{}", below(&rig));

    let mut rig = Rig::demo();
    rig.harness.run_steps(4);
    let middle = view(&rig).center_bottom() + vec2(0.0, 0.5);
    rig.harness.drag_at(middle);
    for step in 1..=10_u8 {
        rig.harness.hover_at(middle - vec2(0.0, 10.0 * f32::from(step)));
        rig.harness.step();
    }
    rig.harness.drop_at(middle - vec2(0.0, 100.0));
    rig.harness.run_steps(4);
    assert!((80.0..120.0).contains(&(below(&rig) - folded)), "its border was moved: {}", below(&rig));
    assert!(rig.sees("Clear"));

    let mut rig = Rig::demo();
    rig.send(sim_runner::Command::StateHash);
    rig.wait("the log has a line", |rig| rig.window().log().any(|line| line.text.starts_with("state after")));
    rig.harness.run_steps(4);
    assert!(below(&rig) > folded + 100.0 && rig.sees("Clear"), "{}", below(&rig));
}

#[test]
fn the_lists_of_actions_and_of_what_can_be_inserted_are_as_high_as_there_is_room() {
    for ((size, scale), rows) in SIZES.into_iter().zip([10, 10, 8]) {
        let mut rig = Rig::demo();
        rig.resize(size, scale);
        for key in [Key::K, Key::I] {
            rig.harness.key_press_modifiers(Modifiers::COMMAND, key);
            rig.harness.run_steps(6);
            let list = rig.harness.get_by_label("What do you want to do?").rect();
            let seen = |rect: Rect| rect.top() > list.bottom() && rect.bottom() < whole(&rig).bottom() - 20.0;
            let nodes = rig.nodes();
            let buttons = nodes.iter().filter(|node| node.accesskit_node().role() == Role::Button);
            let below = buttons.filter(|node| seen(node.rect()) && list.x_range().contains(node.rect().center().x));
            let shown = below.filter(|node| node.accesskit_node().is_selected().is_some()).count();
            assert!(shown >= rows, "{size:?} {key:?}: {shown} rows");
            rig.key(Key::Escape);
        }
    }
}

#[test]
fn another_scene_is_shown_whole_in_the_plan_too() {
    let mut rig = Rig::demo();
    rig.click("2D view");
    rig.harness.run_steps(3);
    let plan = rig.harness.get_by_label("2D view of the scene").rect();
    wheel(&mut rig, plan.center(), 400.0);
    rig.harness.state_mut().open(sim_window_tests::scene("swarm-1000.ron"));
    rig.wait("the swarm is built", |rig| rig.frame().robots.len() == 1000);
    rig.harness.run_steps(4);
    let frame = rig.frame().clone();
    let place = |robot: &sim_runner::RobotFrame| {
        let at = robot.state.pose.translation;
        rig.window().place_in_plan([at.x, at.y])
    };
    let seen = frame.robots.iter().filter(|robot| plan.contains(place(robot))).count();
    assert_eq!(seen, 1000);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    rig.wait("the robots are removed", |rig| rig.frame().robots.is_empty());
    rig.harness.run_steps(4);
    let [low, high] = [[-2.5, -2.0], [2.5, 2.0]].map(|corner| rig.window().place_in_plan(corner));
    assert!(plan.contains(low) && plan.contains(high), "a room can be drawn: {low:?} {high:?}");
    assert!(high.x - low.x > 0.5 * plan.width() || low.y - high.y > 0.5 * plan.height(), "{low:?} {high:?}");
}

#[test]
fn fields_of_a_pose_leave_their_labels_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = demo_copy(folder.path());
    let scene = std::fs::read_to_string(&path).unwrap();
    assert!(scene.contains("at: (1.1, 0.5, 0.15)"));
    std::fs::write(&path, scene.replace("at: (1.1, 0.5, 0.15)", "at: (1.6438, -0.7536, 0.15)")).unwrap();
    let mut rig = Rig::built(&path, 6);
    rig.resize([1600.0, 1000.0], 1.0);
    rig.click("anna");
    rig.harness.run_steps(3);
    rig.click("box-1");
    rig.harness.run_steps(3);
    for (field, next) in [("x", "y"), ("y", "z")] {
        let field = rig.harness.get_by_role_and_label(Role::SpinButton, field).rect();
        let label = rig.harness.get_all_by_role_and_label(Role::Label, next).next().unwrap().rect();
        assert!(field.right() <= label.left(), "{field:?} and {next} at {label:?}");
    }
}

#[test]
fn of_very_many_items_only_a_few_are_labeled() {
    let mut rig = Rig::built(sim_window_tests::scene("swarm-1000.ron"), 1000);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    rig.wait("all are selected", |rig| rig.window().selected().len() >= 1000);
    rig.harness.run_steps(3);
    let align = rig.harness.get_by_label("Distribute along x").rect();
    assert!(whole(&rig).contains_rect(align), "the actions are visible: {align:?}");
    let seen = view(&rig);
    let names = sim_window_tests::painted::texts(&rig).into_iter();
    let names = names.filter(|text| text.text.starts_with("scout") && seen.contains(text.letters.center())).count();
    assert!((1..=40).contains(&names), "{names} names over the view");
}
