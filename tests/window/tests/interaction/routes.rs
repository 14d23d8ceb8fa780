//! Drawing routes: for a robot, around obstacles, and continuing from their ends.

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_gui::{EditRequest, Request, SelectRequest};
use sim_window_tests::Rig;

/// A platform of 0.6 m including its margin, in front of a table, and a scout.
const SCENE: &str = r#"(
    format_version: 1,
    name: "room",
    floor: (),
    objects: [
        (name: "table", shape: Box(size: (0.6, 0.6, 0.7)), at: (0, 0, 0.35), category: "obstacle", margin: Fraction((0.1, 0.1, 0))),
        (name: "post", shape: Cylinder(radius: 0.05, height: 1), at: (2.5, 2.5, 0.5)),
    ],
    robots: [
        (name: "platform", model: (id: "robomap/platform", params: (size: (0.5, 0.5, 0.6))), at: (-1.5, 0.123456789), margin: Fraction((0.1, 0.1, 0))),
        (name: "scout", model: "scout/standard", at: (-1.5, -1.5), controller: (id: "route/follow", params: (moves: "differential", position: "gps"))),
    ],
)
"#;

struct Room {
    rig: Rig,
    _folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room.ron");
        std::fs::write(&path, SCENE).unwrap();
        let mut rig = Rig::open(Some(path), &[]);
        rig.wait("the room is built", |rig| rig.window().runner().structure().robots.len() == 2);
        rig.click("2D view");
        rig.harness.run_steps(3);
        rig.click("Fit all");
        rig.harness.run_steps(3);
        Self { rig, _folder: folder }
    }

    /// Selects a robot and starts a route.
    fn begin(&mut self, robot: usize) {
        let body = self.rig.window().runner().structure().robots[robot].body as usize;
        self.rig.request(SelectRequest::Body { body: Some(body), add: false });
        self.rig.press(Modifiers::SHIFT, Key::T);
    }

    fn place(&self, at: [f64; 2]) -> Pos2 {
        let place = self.rig.window().place_in_plan(at);
        let plan = self.rig.harness.get_by_label("2D view of the scene").rect();
        assert!(plan.shrink(30.0).contains(place), "{at:?} is seen: {place} in {plan}");
        place
    }

    fn click(&mut self, at: [f64; 2]) {
        let place = self.place(at);
        self.rig.click_at(place);
        self.rig.harness.step();
    }

    fn points(&self) -> Vec<Point3<f64>> {
        self.rig.window().clicked_points()
    }

    fn errors(&self) -> Vec<String> {
        let log = self.rig.window().log();
        log.filter(|line| line.level == sim_abi::ffi::types::LogLevel::Error)
            .map(|line| line.text.to_string())
            .collect()
    }
}

/// RM-39: The route editor starts at the route's last pose, else at the robot.
/// RM-42: Appending a pose checks its leg and rejects it with the obstacle's name.
/// RM-59: Legs are checked when appended and again before a plan is sent.
#[test]
fn a_leg_through_an_obstacle_is_refused_with_its_name_and_not_stored() {
    let mut room = Room::new();
    room.begin(0);
    assert_eq!(room.points().len(), 1);
    room.click([1.5, 0.0]);
    assert_eq!(room.points().len(), 1, "the table is an obstacle");
    let errors = room.errors();
    assert!(errors.len() == 1 && errors[0].contains("`table`") && errors[0].contains("platform"), "{errors:?}");
    let is_reported = room.rig.labels().into_iter().any(|label| label.contains("it would collide with `table`"));
    assert!(is_reported, "the view does not show it: {:?}", room.rig.labels());

    for at in [[-1.5, 1.0], [1.5, 1.0], [1.5, 0.0]] {
        room.click(at);
    }
    assert_eq!((room.points().len(), room.errors().len()), (4, 1));
    room.rig.key(Key::Enter);
    room.rig.wait("the route is there", |rig| rig.scene().routes.len() == 1);
    let scene = room.rig.scene().clone();
    assert_eq!(scene.robots[0].route.as_deref(), Some("route"));
    let poses = scene.routes[0].for_components().poses;
    assert_eq!(poses.len(), 4);
    assert_eq!(poses[0].at[..2], [-1.5, 0.123457], "where the robot is, as finely as the file has it");
    assert!(poses.iter().all(|pose| pose.yaw == 0.0), "a platform keeps its heading");
}

/// RM-42: Appending a pose checks its leg and rejects it with the obstacle's name.
#[test]
fn a_refused_leg_does_not_shift_the_layout_under_the_pointer() {
    let mut room = Room::new();
    room.begin(0);
    let plan = |room: &Room| room.rig.harness.get_by_label("2D view of the scene").rect();
    let (before, place) = (plan(&room), room.place([1.5, 1.0]));
    room.click([1.5, 0.0]);
    assert_eq!(room.errors().len(), 1, "the table is an obstacle");
    room.rig.harness.run_steps(4);
    assert_eq!((plan(&room), room.place([1.5, 1.0])), (before, place));
    // After finishing, the result is displayed.
    room.rig.key(Key::Escape);
    room.rig.key(Key::Escape);
    room.rig.harness.run_steps(4);
    assert!(plan(&room).height() < before.height() - 50.0, "the log is open: {} {before}", plan(&room));
}

/// RM-46: Stopping the editor appends the new legs to the saved route.
#[test]
fn a_route_goes_on_from_its_end() {
    let mut room = Room::new();
    room.begin(0);
    room.click([-1.5, 1.0]);
    room.rig.key(Key::Enter);
    room.rig.wait("the route is there", |rig| rig.scene().routes.len() == 1);
    let before = room.rig.scene().routes[0].for_components().poses;
    room.begin(0);
    assert_eq!(room.points(), [Point3::from(before[1].at)]);
    room.click([-0.5, 1.0]);
    room.click([0.5, 1.0]);
    room.rig.key(Key::Backspace);
    room.rig.key(Key::Enter);
    room.rig.wait("it is longer", |rig| rig.scene().routes[0].poses.len() == 3);
    let scene = room.rig.scene().clone();
    assert_eq!((scene.routes.len(), &scene.routes[0].for_components().poses[..2]), (1, &before[..]));
    room.rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    room.rig.wait("one step of undo", |rig| rig.scene().routes[0].poses.len() == 2);
}

/// RM-47: A command removes the last saved pose; a single leg leaves an empty route.
#[test]
fn a_pose_of_the_selected_route_is_dragged_at_once_while_time_runs_too() {
    let mut room = Room::new();
    room.begin(0);
    room.click([-1.5, 1.0]);
    room.click([1.5, 1.0]);
    room.rig.key(Key::Enter);
    let scene = |rig: &Rig| rig.scene().clone();
    room.rig.wait("the route is there", |rig| scene(rig).routes.len() == 1);
    room.rig.key(Key::Space);
    room.rig.wait("time runs", |rig| rig.frame().tick > 0);
    for (number, from, to) in [(2, [1.5, 1.0], [1.5, 1.5]), (1, [-1.5, 1.0], [-1.0, 1.5])] {
        let (start, end) = (room.place(from), room.place(to));
        let harness = &mut room.rig.harness;
        harness.event(Event::PointerMoved(start));
        harness.step();
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        harness.event(button(start, true));
        harness.step();
        for part in [0.3, 0.6, 1.0] {
            harness.event(Event::PointerMoved(start.lerp(end, part)));
            harness.step();
        }
        harness.event(button(end, false));
        harness.run_steps(2);
        room.rig.wait("it is where it was dragged", |rig| {
            let at = scene(rig).routes[0].for_components().poses[number].at;
            (at[0] - to[0]).abs() < 0.06 && (at[1] - to[1]).abs() < 0.06
        });
    }
}

/// RM-40: The route cursor is a 1 m cone that moves horizontally and turns about z.
#[test]
fn a_drag_with_shift_sets_the_heading_and_wheeled_robots_head_along_the_route() {
    let mut room = Room::new();
    room.begin(0);
    let (from, to) = (room.place([-1.5, 1.0]), room.place([-1.5, 1.8]));
    let harness = &mut room.rig.harness;
    harness.event(Event::PointerMoved(from));
    harness.step();
    let shift = Modifiers::SHIFT;
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: shift };
    harness.event_modifiers(button(from, true), shift);
    harness.step();
    for part in [0.3, 0.6, 1.0] {
        harness.event_modifiers(Event::PointerMoved(from.lerp(to, part)), shift);
        harness.step();
    }
    harness.event_modifiers(button(to, false), shift);
    harness.run_steps(2);
    room.rig.key(Key::Enter);
    room.rig.wait("the route is there", |rig| rig.scene().routes.len() == 1);
    let pose = room.rig.scene().routes[0].for_components().poses[1];
    assert!((pose.yaw - std::f64::consts::FRAC_PI_2).abs() < 0.05, "{pose:?}");
    assert!((pose.at[0] + 1.5).abs() < 0.06 && (pose.at[1] - 1.0).abs() < 0.06, "{pose:?}: where the drag began");

    room.begin(1);
    room.click([-1.5, -0.7]);
    room.rig.key(Key::Enter);
    room.rig.wait("both", |rig| rig.scene().routes.len() == 2);
    let pose = room.rig.scene().routes[1].for_components().poses[1];
    assert!((pose.yaw - std::f64::consts::FRAC_PI_2).abs() < 0.1, "{pose:?}: {}", room.rig.text());
    assert!(room.rig.harness.query_by_label_contains("error").is_none());
}

/// RM-21: Ceilings and margins are hidden per category but still count in route checks.
/// RM-59: Legs are checked when appended and again before a plan is sent.
#[test]
fn routes_are_checked_after_every_change_even_if_hidden() {
    let mut room = Room::new();
    room.begin(0);
    for at in [[-1.5, 1.0], [1.5, 1.0]] {
        room.click(at);
    }
    room.rig.key(Key::Enter);
    let warning = |rig: &Rig| rig.labels().into_iter().find(|label| label.contains("would collide with"));
    room.rig.wait("the route is selected", |rig| rig.labels().iter().any(|label| label == "closed"));
    room.rig.harness.run_steps(10);
    assert_eq!(warning(&room.rig), None);
    // A table is moved into its path: the inspector of the route reports it, until it is moved away again.
    let table = sim_edit::Target::object("table");
    let there = nalgebra::Isometry3::translation(0.5, 1.0, 0.35);
    let edit = sim_edit::Edit::Move(vec![(table, there)]);
    room.rig.harness.state_mut().request(Request::Edit(EditRequest::Apply { edit, coalesce: false }));
    room.rig.wait("the warning is shown", |rig| warning(rig).is_some());
    assert_eq!(warning(&room.rig).unwrap(), "⚠ platform would collide with table between pose 2 and the next one");
    // Hidden items are obstacles, too: a hidden margin, category or object.
    room.rig.harness.state_mut().request(Request::Action(sim_gui::Action::Margins));
    let edit = sim_edit::Edit::Move(vec![(
        sim_edit::Target::object("table"),
        nalgebra::Isometry3::translation(0.5, 0.38, 0.35),
    )]);
    room.rig.harness.state_mut().request(Request::Edit(EditRequest::Apply { edit, coalesce: false }));
    room.rig.harness.run_steps(20);
    room.rig.wait("its margin overlaps the route", |rig| warning(rig).is_some());
    room.rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    room.rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    room.rig.wait("the warning disappears", |rig| warning(rig).is_none());
}

/// RM-47: A command removes the last saved pose; a single leg leaves an empty route.
/// RM-L07: A pose within a route can be moved, deleted, or inserted at a midpoint.
#[test]
fn a_pose_that_is_selected_is_deleted_and_one_is_put_before_it() {
    let mut room = Room::new();
    room.begin(0);
    for at in [[-1.5, 1.0], [1.5, 1.0]] {
        room.click(at);
    }
    room.rig.key(Key::Enter);
    let count = |rig: &Rig| rig.scene().routes[0].poses.len();
    room.rig.wait("the route is there", |rig| rig.scene().routes.len() == 1);
    room.rig.harness.run_steps(3);
    let route = sim_edit::Target::named(sim_edit::Section::Routes, "route");
    room.rig.request(SelectRequest::Pose(route.clone(), 2));
    let at = room.place([1.5, 1.0]);
    let harness = &mut room.rig.harness;
    harness.event(Event::PointerMoved(at));
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.event(button(true));
    harness.step();
    harness.event(button(false));
    harness.run_steps(3);
    room.rig.click("Insert pose before this one");
    room.rig.wait("it has one more", |rig| count(rig) == 4);
    let middle = room.rig.scene().routes[0].for_components().poses[2];
    assert!(middle.at[0].abs() < 0.06, "{middle:?}");
    room.rig.request(SelectRequest::Pose(route, 2));
    room.rig.key(Key::Delete);
    room.rig.wait("and one less", |rig| count(rig) == 3);
    assert_eq!(room.rig.scene().routes.len(), 1, "not the whole route");
}
