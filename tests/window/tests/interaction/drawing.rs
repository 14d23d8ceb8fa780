//! Drawing by clicking: walls, rooms, doors, fields and routes, in both views, and furniture.

use super::drags;
use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_core::scene::{Posed, Shape};
use sim_edit::Document;
use sim_gui::{FileRequest, Pane, Request, SelectRequest};
use sim_runner::RunState;
use sim_window_tests::Rig;

const VIEW: &str = "3D view of the scene";

/// A user at a window, whose actions are counted: clicks, drags, keys and typed words.
struct Person {
    rig: Rig,
    actions: usize,
}

impl Person {
    fn new() -> Self {
        let mut rig = Rig::open(None, &[]);
        rig.wait("libraries are there", |rig| {
            let plugins = rig.window().runner().plugins();
            plugins.components.iter().any(|offer| *offer.info().id == *"scout/standard")
        });
        Self { rig, actions: 0 }
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.actions += 1;
        self.rig.press(modifiers, key);
    }

    fn write(&mut self, words: &str) {
        self.actions += 1;
        self.rig.harness.event(Event::Text(words.to_owned()));
        self.rig.harness.run_steps(2);
    }

    /// Clicks a screen position.
    fn click(&mut self, at: Pos2) {
        self.actions += 1;
        self.rig.click_at(at);
    }

    /// Clicks a point of the world in the 3D view.
    fn click_point(&mut self, point: [f64; 3]) {
        let at = self.place(point);
        self.click(at);
    }

    /// Screen position of a point of the world, in the 3D view, which may still be rotating.
    fn place(&mut self, point: [f64; 3]) -> Pos2 {
        let at = |rig: &Rig| drags::on_screen(rig, Point3::from(point));
        let seen = |rig: &Rig| rig.harness.get_by_label(VIEW).rect().contains(at(rig));
        if !seen(&self.rig) {
            self.rig.wait(&format!("{point:?} is seen"), seen);
        }
        at(&self.rig)
    }

    /// Drags from one screen position to another.
    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.actions += 1;
        drags::drag(&mut self.rig, from, to);
    }

    /// Drags a row of the insert palette, visible without scrolling, to a point.
    fn drag_row(&mut self, row: &str, point: [f64; 3]) {
        self.rig.harness.run_steps(2);
        let from = self.rig.harness.get_by_label(row).rect().center();
        let window = self.rig.harness.ctx.content_rect();
        assert!((from.y - window.center().y).abs() < 170.0, "{row} is in sight: {from}");
        let to = self.place(point);
        self.drag(from, to);
    }
}

/// Number of objects built by the simulation.
fn built(rig: &Rig) -> usize {
    rig.window().runner().structure().scene.as_ref().map_or(0, |loaded| loaded.scene.objects.len())
}

#[test]
fn a_room_with_door_table_robot_and_route_takes_at_most_20_actions() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::R);
    // The view of a new scene exists.
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    let corners = [[-2.5, -2.0, 0.0], [2.5, 2.0, 0.0]].map(|corner| person.place(corner));
    person.drag(corners[0], corners[1]);
    person.rig.wait("the walls are inserted", |rig| built(rig) == 4);
    let inside = |scene: &sim_core::scene::Scene| {
        let walls = scene.objects.iter().filter_map(|object| match &object.shape {
            Shape::Wall(wall) => Some((object.pose().translation.vector, wall.clone())),
            _ => None,
        });
        let mut low = [f64::NEG_INFINITY; 2];
        let mut high = [f64::INFINITY; 2];
        for (at, wall) in walls {
            let axis = usize::from((wall.from[1] - wall.to[1]).abs() < 1e-9);
            match at[axis] < 0.0 {
                true => low[axis] = low[axis].max(at[axis] + wall.thickness / 2.0),
                false => high[axis] = high[axis].min(at[axis] - wall.thickness / 2.0),
            }
        }
        [high[0] - low[0], high[1] - low[1]].map(|side| (side * 1e6).round() / 1e6)
    };
    assert_eq!(inside(person.rig.scene()), [5.0, 4.0], "{}", person.rig.text());

    person.key(Modifiers::SHIFT, Key::D);
    person.click_point([0.0, 2.0, 0.5]);
    person.rig.wait("the wall has a door", |rig| built(rig) == 5);
    person.key(Modifiers::COMMAND, Key::I);
    person.drag_row("Insert table", [1.5, 1.0, 0.0]);
    person.rig.wait("the table is inserted", |rig| built(rig) == 10);
    person.key(Modifiers::COMMAND, Key::I);
    person.drag_row("Insert robot scout/standard", [-1.5, -1.0, 0.0]);
    person.key(Modifiers::SHIFT, Key::T);
    for point in [[1.5, -1.0, 0.0], [1.5, -0.5, 0.0], [-1.5, 0.0, 0.0]] {
        person.click_point(point);
    }
    person.key(Modifiers::NONE, Key::Enter);
    let scene = person.rig.scene().clone();
    assert_eq!(scene.routes.len(), 1);
    assert_eq!(scene.routes[0].poses.len(), 4);
    for (pose, wanted) in scene.routes[0].poses.iter().zip([[-1.5, -1.0], [1.5, -1.0], [1.5, -0.5], [-1.5, 0.0]]) {
        let at = pose.pose().translation;
        assert!((at.x - wanted[0]).abs() < 0.06 && (at.y - wanted[1]).abs() < 0.06, "{at}");
    }
    let start = scene.robots[0].pose().translation.vector;
    assert_eq!(scene.routes[0].poses[0].pose().translation.vector, start, "it begins at the robot, to the last digit");
    let path = person.rig.folder.path().join("room.ron");
    person.key(Modifiers::COMMAND, Key::S);
    person.write(&path.with_extension("").display().to_string());
    person.key(Modifiers::NONE, Key::Enter);
    person.key(Modifiers::NONE, Key::Space);
    person.rig.wait("time runs", |rig| rig.frame().tick > 0);
    assert!(matches!(person.rig.frame().state, RunState::Playing));
    assert_eq!(Document::open(&path).unwrap().scene().unwrap().routes.len(), 1, "it is saved");
    assert_eq!(person.actions, ACTIONS);
    assert_eq!(person.rig.window().problems().count(), 0);
    person.rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    person.rig.wait("the route is gone", |rig| rig.scene().routes.is_empty());
}

/// Number of actions for a furnished room according to the manual, including saving and running.
const ACTIONS: usize = 17;

#[test]
fn the_manual_lists_the_actions_of_this_example() {
    let page = include_str!("../../../../docs/src/draw-rooms.md");
    let (_, section) = page.split_once(&format!("## A room in {ACTIONS} actions\n")).expect("there is such a section");
    let section = section.split("\n## ").next().unwrap();
    let numbered = |line: &str| line.split_once(". ").and_then(|(number, _)| number.parse::<usize>().ok());
    assert_eq!(section.lines().filter_map(numbered).collect::<Vec<_>>(), (1..=ACTIONS).collect::<Vec<_>>());
}

#[test]
fn a_route_begins_at_the_robot_that_is_selected_and_elsewhere_after_backspace() {
    let mut person = Person::new();
    person.key(Modifiers::COMMAND, Key::I);
    person.rig.wait("the 3D view is shown", |rig| rig.sees("Insert table"));
    person.write("robot scout/standard");
    person.key(Modifiers::NONE, Key::Enter);
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    person.click_point([-1.0, -1.0, 0.0]);
    person.rig.wait("the robot is selected", |rig| rig.window().selected().len() == 1);
    let points = |person: &Person| person.rig.window().clicked_points().to_vec();
    let start = person.rig.scene().robots[0].pose().translation.vector;
    person.key(Modifiers::SHIFT, Key::T);
    assert_eq!(points(&person), [Point3::from(start)]);
    // A click on the robot does not add a second point there.
    person.click_point([start.x, start.y, 0.0]);
    assert_eq!(points(&person).len(), 1);
    person.key(Modifiers::NONE, Key::Backspace);
    assert!(points(&person).is_empty());
    for point in [[1.0, 1.0, 0.0], [1.0, -1.0, 0.0]] {
        person.click_point(point);
    }
    person.key(Modifiers::NONE, Key::Enter);
    let at = person.rig.scene().routes[0].poses[0].pose().translation.vector;
    assert!((at.x - 1.0).abs() < 0.06 && (at.y - 1.0).abs() < 0.06, "{at}");
    // The route is selected now: the next one starts where the user clicks.
    person.key(Modifiers::SHIFT, Key::T);
    assert!(points(&person).is_empty());
    // Escape exits a tool that only has the position of the robot.
    person.key(Modifiers::NONE, Key::Escape);
    let body = person.rig.window().runner().structure().robots[0].body as usize;
    person.rig.request(SelectRequest::Body { body: Some(body), add: false });
    person.key(Modifiers::SHIFT, Key::T);
    assert_eq!(points(&person).len(), 1);
    person.key(Modifiers::NONE, Key::Escape);
    person.click_point([1.0, 1.0, 0.0]);
    assert!(points(&person).is_empty(), "it has been put away");
}

#[test]
fn what_is_dragged_out_of_the_list_is_let_go_in_a_view_and_nowhere_else() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    let rows = |person: &Person| person.rig.sees("Insert table");
    let objects = |person: &Person| person.rig.scene().objects.len();
    // A click with a slight movement is a click.
    person.key(Modifiers::COMMAND, Key::I);
    person.rig.harness.run_steps(2);
    let row = person.rig.harness.get_by_label("Insert table").rect().center();
    person.drag(row, row + egui::vec2(9.0, 2.0));
    assert!(!rows(&person) && objects(&person) == 0);
    person.click_point([1.0, 1.0, 0.0]);
    assert_eq!(objects(&person), 5, "{}", person.rig.text());
    // Escape cancels a drag; the palette is closed.
    person.key(Modifiers::COMMAND, Key::I);
    let at = person.place([-1.0, -1.0, 0.0]);
    person.rig.harness.run_steps(2);
    drags::press_and_move(&mut person.rig, row, at);
    assert!(!rows(&person), "the list is hidden");
    person.key(Modifiers::NONE, Key::Escape);
    drags::button(&mut person.rig, at, false);
    person.click_point([1.5, -1.0, 0.0]);
    assert_eq!(objects(&person), 5);
    // Outside the views, it waits for a click.
    person.key(Modifiers::COMMAND, Key::I);
    person.rig.harness.run_steps(2);
    let beside = person.rig.window().place_of_panel(Pane::Tree).unwrap().center();
    person.drag(row, beside);
    assert_eq!(objects(&person), 5);
    person.click_point([-1.0, -1.0, 0.0]);
    assert_eq!(objects(&person), 10);
    // In the plan, too.
    person.rig.click("2D view");
    person.key(Modifiers::COMMAND, Key::I);
    person.rig.harness.run_steps(2);
    let at = person.rig.window().place_in_plan([1.0, -1.0]);
    person.drag(row, at);
    assert_eq!(objects(&person), 15);
    let table = person.rig.scene().objects[10].pose().translation.vector;
    assert!((table.x - 1.0).abs() < 0.06 && (table.y + 1.0).abs() < 0.06, "{table}");
}

#[test]
fn a_room_is_drawn_by_a_drag_in_the_plan_and_a_flat_one_is_none() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::R);
    person.rig.click("2D view");
    person.rig.harness.step();
    let place = |person: &Person, point| person.rig.window().place_in_plan(point);
    let (low, flat, high) = (place(&person, [-1.0, -1.0]), place(&person, [1.0, -1.0]), place(&person, [1.0, 1.0]));
    person.drag(low, flat);
    assert!(person.rig.scene().objects.is_empty());
    assert_eq!(person.rig.window().clicked_points().len(), 1, "the first corner stays");
    // Escape during a drag cancels it, and the view has not moved.
    person.key(Modifiers::NONE, Key::Escape);
    drags::press_and_move(&mut person.rig, low, high);
    person.key(Modifiers::NONE, Key::Escape);
    drags::button(&mut person.rig, high, false);
    assert!(person.rig.scene().objects.is_empty() && person.rig.window().clicked_points().is_empty());
    assert_eq!(place(&person, [1.0, 1.0]), high);
    person.drag(high, low);
    assert_eq!(person.rig.scene().objects.len(), 4, "{}", person.rig.text());
    assert_eq!(place(&person, [1.0, 1.0]), high, "the drag has not shifted the 2D view");
}

#[test]
fn points_are_taken_back_one_by_one_and_all_at_once() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    let before = person.rig.text();
    let points = |person: &Person| person.rig.window().clicked_points().to_vec();
    for point in [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]] {
        person.click_point(point);
    }
    assert_eq!(points(&person).len(), 3);
    person.key(Modifiers::NONE, Key::Backspace);
    assert_eq!(points(&person).len(), 2);
    person.key(Modifiers::NONE, Key::Escape);
    assert!(points(&person).is_empty());
    person.click_point([1.0, 1.0, 0.0]);
    assert_eq!(points(&person).len(), 1, "the tool is still chosen");
    person.key(Modifiers::NONE, Key::Enter);
    assert_eq!((points(&person).len(), person.rig.text()), (1, before.clone()), "one point does not make a wall");
    person.key(Modifiers::NONE, Key::Escape);
    person.key(Modifiers::NONE, Key::Escape);
    person.click_point([1.0, 1.0, 0.0]);
    assert_eq!((points(&person).len(), person.rig.text()), (0, before), "the tool has been put away");
}

#[test]
fn walls_are_closed_by_a_click_on_their_first_point_in_the_plan() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.click("2D view");
    person.rig.harness.step();
    for point in [[0.0, 0.0], [2.0, 0.0], [2.0, 1.5], [0.0, 0.0]] {
        let at = person.rig.window().place_in_plan(point);
        person.click(at);
    }
    let scene = person.rig.scene().clone();
    assert_eq!(scene.objects.len(), 3, "{}", person.rig.text());
    assert!(scene.objects.iter().all(|object| matches!(object.shape, Shape::Wall(_))));
    person.key(Modifiers::SHIFT, Key::P);
    for point in [[0.5, 0.2], [1.5, 0.2], [1.5, 0.8], [1.5, 0.8]] {
        let at = person.rig.window().place_in_plan(point);
        person.click(at);
    }
    let scene = person.rig.scene().clone();
    assert_eq!(scene.floor.unwrap().paint.len(), 1, "a click on the last point makes it whole");
}

#[test]
fn points_that_snap_to_the_same_place_are_one() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.click("2D view");
    person.rig.click("Snap");
    person.rig.click("Snap while dragging");
    person.rig.set("Grid step", 1.0);
    person.key(Modifiers::NONE, Key::Escape);
    for point in [[0.0, 0.0], [2.0, 0.0], [2.3, 0.3]] {
        let at = person.rig.window().place_in_plan(point);
        person.click(at);
    }
    let scene = person.rig.scene().clone();
    assert_eq!(scene.objects.len(), 1, "a click that snaps to the last point is one on it: {}", person.rig.text());
    assert_eq!(person.rig.window().problems().count(), 0);
}

/// Positions of objects and corners, m.
fn place_of(posed: &impl Posed) -> [f64; 2] {
    let at = posed.pose().translation.vector;
    [at.x, at.y]
}

#[test]
fn what_is_put_in_stands_on_the_grid_of_what_is_drawn() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::T);
    person.rig.click("2D view");
    person.rig.harness.step();
    let at = |person: &Person, point| person.rig.window().place_in_plan(point);
    let odd = at(&person, [1.033, 0.687]);
    let far = at(&person, [-1.0, 0.0]);
    let insert = |person: &mut Person, at: Pos2| {
        person.key(Modifiers::COMMAND, Key::I);
        person.write("insert box");
        person.key(Modifiers::NONE, Key::Enter);
        person.click(at);
    };
    // The first point of a route and a box, at the same screen position.
    person.click(odd);
    person.click(far);
    person.key(Modifiers::NONE, Key::Enter);
    let drawn = place_of(&person.rig.scene().routes[0].poses[0]);
    assert!(drawn != [1.03, 0.69], "the grid is coarser than a centimeter: {drawn:?}");
    insert(&mut person, odd);
    assert_eq!(place_of(&person.rig.scene().objects[0]), drawn);
    // With Snap, both snap to its steps, and Ctrl reverses it.
    person.rig.click("Snap");
    person.rig.click("Snap while dragging");
    person.rig.set("Grid step", 0.5);
    person.key(Modifiers::NONE, Key::Escape);
    insert(&mut person, odd);
    assert_eq!(place_of(&person.rig.scene().objects[1]), [1.0, 0.5]);
    person.key(Modifiers::COMMAND, Key::I);
    person.write("insert box");
    person.key(Modifiers::NONE, Key::Enter);
    person.rig.harness.event(Event::ModifiersChanged(Modifiers::COMMAND));
    person.click(odd);
    person.rig.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    person.rig.harness.step();
    assert_eq!(place_of(&person.rig.scene().objects[2]), drawn, "Ctrl reverses Snap");
}

/// Whether a notification with this prefix is shown.
fn says(person: &Person, words: &str) -> bool {
    person.rig.labels().iter().any(|label| label.contains(words))
}

#[test]
fn what_is_half_drawn_is_made_or_waits_when_another_tool_is_chosen() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::T);
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    let points = |person: &Person| person.rig.window().clicked_points().len();
    // A route with enough points is created, and undo removes it.
    for point in [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0]] {
        person.click_point(point);
    }
    person.key(Modifiers::SHIFT, Key::W);
    assert_eq!(person.rig.scene().routes.len(), 1);
    assert!(says(&person, "Route: created from the points set so far."), "{:?}", person.rig.labels());
    person.key(Modifiers::COMMAND, Key::Z);
    assert!(person.rig.scene().routes.is_empty());
    // A wall with one point is discarded while a room is drawn, and a room with one corner while an object is inserted.
    person.click_point([-1.0, 1.0, 0.0]);
    assert_eq!(points(&person), 1);
    person.key(Modifiers::SHIFT, Key::R);
    assert_eq!(points(&person), 0);
    assert!(says(&person, "Walls: incomplete. Select “Draw walls” to continue."), "{:?}", person.rig.labels());
    person.click_point([-2.0, -1.5, 0.0]);
    person.key(Modifiers::COMMAND, Key::I);
    person.write("insert box");
    person.key(Modifiers::NONE, Key::Enter);
    assert!(says(&person, "Room: incomplete."), "{:?}", person.rig.labels());
    person.click_point([0.0, 0.0, 0.0]);
    assert_eq!(person.rig.scene().objects.len(), 1);
    person.key(Modifiers::SHIFT, Key::R);
    assert_eq!(points(&person), 1, "its corner has waited");
    person.click_point([2.0, 1.5, 0.0]);
    assert_eq!(person.rig.scene().objects.len(), 5);
    person.key(Modifiers::SHIFT, Key::W);
    assert_eq!(points(&person), 1, "the first point of the wall has waited");
    // The move handles end drawing: complete items are created.
    person.click_point([1.0, 1.0, 0.0]);
    person.key(Modifiers::NONE, Key::W);
    assert_eq!((person.rig.scene().objects.len(), points(&person)), (6, 0));
    // Escape drops points, with a notification; nothing is pending then.
    person.key(Modifiers::SHIFT, Key::W);
    person.click_point([-1.0, 1.0, 0.0]);
    person.key(Modifiers::NONE, Key::Escape);
    person.key(Modifiers::SHIFT, Key::R);
    person.key(Modifiers::SHIFT, Key::W);
    assert_eq!(points(&person), 0);
}

#[test]
fn what_is_half_drawn_is_asked_about_before_another_scene_takes_its_place() {
    let mut person = Person::new();
    let path = person.rig.folder.path().join("room.ron");
    std::fs::write(&path, "(format_version: 1)").unwrap();
    person.rig.harness.state_mut().request(Request::File(FileRequest::Open(path)));
    person.rig.wait("it is open", |rig| rig.window().document().is_some_and(|document| document.path().is_some()));
    person.rig.click("2D view");
    person.key(Modifiers::SHIFT, Key::T);
    for point in [[-1.0, -1.0], [1.0, -1.0]] {
        let at = person.rig.window().place_in_plan(point);
        person.click(at);
    }
    person.key(Modifiers::COMMAND, Key::N);
    assert!(person.rig.sees("Cancel"), "{:?}", person.rig.labels());
    person.rig.click("Cancel");
    assert_eq!(person.rig.scene().routes.len(), 1);
}
