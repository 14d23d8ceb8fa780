//! Drawing by clicking: walls, rooms, doors, fields and routes, in both views, and furniture.

use super::text;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_core::scene::{Posed, Shape};
use sim_window_tests::Rig;

const VIEW: &str = "3D view of the scene";

/// A person at a window, whose actions are counted: clicks, keys and words that are typed.
struct Person {
    rig: Rig,
    actions: usize,
}

impl Person {
    fn new() -> Self {
        let mut rig = Rig::open(None, &[]);
        rig.wait("libraries are there", |rig| {
            let plugins = rig.harness.state().runner().plugins();
            plugins.components.iter().any(|offer| *offer.info().id == *"scout/standard")
        });
        Self { rig, actions: 0 }
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.actions += 1;
        self.rig.harness.key_press_modifiers(modifiers, key);
        self.rig.harness.step();
        self.rig.harness.step();
    }

    fn write(&mut self, words: &str) {
        self.actions += 1;
        self.rig.harness.event(Event::Text(words.to_owned()));
        self.rig.harness.step();
        self.rig.harness.step();
    }

    /// Clicks a place of the screen.
    fn click(&mut self, at: Pos2) {
        self.actions += 1;
        self.rig.harness.hover_at(at);
        self.rig.harness.step();
        for pressed in [true, false] {
            self.rig.harness.event(Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            self.rig.harness.step();
        }
        self.rig.harness.step();
    }

    /// Clicks a point of the world in the 3D view.
    fn click_point(&mut self, point: [f64; 3]) {
        let rect = self.rig.harness.get_by_label(VIEW).rect();
        let [x, y] = self.rig.harness.state().place_of_point(Point3::from(point)).unwrap();
        let at = rect.center() + Vec2::new(x as f32, -y as f32) * rect.size() / 2.0;
        assert!(rect.contains(at), "{point:?} is seen");
        self.click(at);
    }

    /// Inserts something that is found by words, at a point.
    fn insert(&mut self, words: &str, point: [f64; 3]) {
        self.key(Modifiers::COMMAND, Key::I);
        self.write(words);
        self.key(Modifiers::NONE, Key::Enter);
        self.click_point(point);
    }

    fn scene(&self) -> sim_core::scene::Scene {
        self.rig.harness.state().document().unwrap().scene().unwrap().clone()
    }
}

/// Number of objects that the simulation has built.
fn built(rig: &Rig) -> usize {
    rig.harness.state().runner().structure().scene.as_ref().map_or(0, |loaded| loaded.scene.objects.len())
}

#[test]
fn m7_a_room_with_door_table_robot_and_route_takes_at_most_20_actions() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::R);
    // The view of a new scene is there.
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    person.click_point([-2.5, -2.0, 0.0]);
    person.click_point([2.5, 2.0, 0.0]);
    person.rig.wait("the walls stand", |rig| built(rig) == 4);
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
    assert_eq!(inside(&person.scene()), [5.0, 4.0], "{}", text(&person.rig));

    person.key(Modifiers::SHIFT, Key::D);
    person.click_point([0.0, 2.0, 0.5]);
    person.rig.wait("the wall has a door", |rig| built(rig) == 5);
    person.insert("table", [1.5, 1.0, 0.0]);
    person.rig.wait("the table stands", |rig| built(rig) == 10);
    person.insert("robot scout/standard", [-1.5, -1.0, 0.0]);
    person.rig.wait("the robot stands", |rig| rig.harness.state().frame().robots.len() == 1);
    person.key(Modifiers::SHIFT, Key::T);
    for point in [[-1.5, -1.0, 0.0], [1.5, -1.0, 0.0], [1.5, -0.5, 0.0], [-1.5, 0.0, 0.0]] {
        person.click_point(point);
    }
    person.key(Modifiers::NONE, Key::Enter);
    let scene = person.scene();
    assert_eq!(scene.routes.len(), 1);
    assert_eq!(scene.routes[0].poses.len(), 4);
    for (pose, wanted) in scene.routes[0].poses.iter().zip([[-1.5, -1.0], [1.5, -1.0], [1.5, -0.5], [-1.5, 0.0]]) {
        let at = pose.pose().translation;
        assert!((at.x - wanted[0]).abs() < 0.06 && (at.y - wanted[1]).abs() < 0.06, "{at}");
    }
    assert!(person.actions <= 20, "{} actions", person.actions);
    assert_eq!(person.rig.harness.state().problems().count(), 0);
    person.rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    person
        .rig
        .wait("the route is gone", |rig| rig.harness.state().document().unwrap().scene().unwrap().routes.is_empty());
}

#[test]
fn points_are_taken_back_one_by_one_and_all_at_once() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.wait("the 3D view is shown", |rig| rig.harness.query_by_label(VIEW).is_some());
    let before = text(&person.rig);
    let points = |person: &Person| person.rig.harness.state().clicked_points().to_vec();
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
    assert_eq!((points(&person).len(), text(&person.rig)), (1, before.clone()), "one point is no wall");
    person.key(Modifiers::NONE, Key::Escape);
    person.key(Modifiers::NONE, Key::Escape);
    person.click_point([1.0, 1.0, 0.0]);
    assert_eq!((points(&person).len(), text(&person.rig)), (0, before), "the tool has been put away");
}

#[test]
fn walls_are_closed_by_a_click_on_their_first_point_in_the_plan() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.click("Plan");
    person.rig.harness.step();
    for point in [[0.0, 0.0], [2.0, 0.0], [2.0, 1.5], [0.0, 0.0]] {
        let at = person.rig.harness.state().place_in_plan(point);
        person.click(at);
    }
    let scene = person.scene();
    assert_eq!(scene.objects.len(), 3, "{}", text(&person.rig));
    assert!(scene.objects.iter().all(|object| matches!(object.shape, Shape::Wall(_))));
    person.key(Modifiers::SHIFT, Key::P);
    for point in [[0.5, 0.2], [1.5, 0.2], [1.5, 0.8], [1.5, 0.8]] {
        let at = person.rig.harness.state().place_in_plan(point);
        person.click(at);
    }
    let scene = person.scene();
    assert_eq!(scene.floor.unwrap().paint.len(), 1, "a click on the last point makes it whole");
}

#[test]
fn points_that_snap_to_the_same_place_are_one() {
    let mut person = Person::new();
    person.key(Modifiers::SHIFT, Key::W);
    person.rig.click("Plan");
    person.rig.click("Snap");
    person.rig.click("Snap while dragging");
    person.rig.set("Grid step", 1.0);
    person.key(Modifiers::NONE, Key::Escape);
    for point in [[0.0, 0.0], [2.0, 0.0], [2.3, 0.3]] {
        let at = person.rig.harness.state().place_in_plan(point);
        person.click(at);
    }
    let scene = person.scene();
    assert_eq!(scene.objects.len(), 1, "a click that snaps to the last point is one on it: {}", text(&person.rig));
    assert_eq!(person.rig.harness.state().problems().count(), 0);
}
