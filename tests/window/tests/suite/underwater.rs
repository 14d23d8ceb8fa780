//! Underwater vehicles in the window: their display in the views.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sim_gui::Options;
use sim_runner::{Command, RunState, Speed};
use sim_window_tests::{Rig, scene};
use std::time::{Duration, Instant};

fn rig(name: &str, robots: usize) -> Rig {
    let rig = Rig::built(scene(&format!("nautilus/{name}.ron")), robots);
    assert_eq!(rig.window().problems().count(), 0);
    rig
}

fn marks(rig: &Rig) -> usize {
    rig.window().drawn_lines()
}

/// NA-07: Every entity has a pose, may be followed, and toggles its extra drawing separately.
/// NA-28: Hitboxes, distance rays, radar and GPS tracks are views with separate toggles.
#[test]
fn the_radar_of_the_selected_vehicle_is_drawn_and_that_of_another_is_not_altered() {
    let mut rig = rig("ex5c-avoidance-four", 4);
    assert_eq!(marks(&rig), 0, "nothing is drawn at first");
    rig.click("a");
    // Eight directions; each ray without a hit is one line.
    rig.wait("its radar is drawn", |rig| marks(rig) == 8);
    rig.click("b");
    rig.wait("that of the other instead", |rig| marks(rig) == 8);
    rig.click("Show");
    rig.click("Sensor coverage: All");
    rig.wait("those of all four", |rig| marks(rig) == 4 * 8);
    rig.click("Sensor coverage: None");
    rig.wait("none", |rig| marks(rig) == 0);
}

/// NA-28: Hitboxes, distance rays, radar and GPS tracks are views with separate toggles.
#[test]
fn the_six_rays_of_a_vehicle_are_one_group() {
    let mut rig = rig("ex5e-avoidance-distance", 4);
    rig.click("a");
    rig.wait("six lines", |rig| marks(rig) == 6);
}

/// NA-27: The camera can follow a robot, also while the run is paused.
#[test]
fn the_camera_follows_a_vehicle_during_a_run_and_a_pause() {
    let mut rig = rig("ex5a-avoidance", 1);
    rig.click("a");
    rig.harness.key_press(Key::G);
    rig.click("Play");
    let target = |rig: &Rig| rig.window().view_target();
    rig.wait("it has moved", |rig| rig.frame().time > 2.0);
    rig.click("Pause");
    rig.wait("the camera looks at it", |rig| {
        let place = rig.robot(0).map(|robot| robot.state.pose.translation.vector);
        place.is_some_and(|place| place.x > 0.5 && (target(rig).coords - place).norm() < 1e-9)
    });
}

/// NA-29: A water surface and a 10 m wire cube with axes are always drawn.
#[test]
fn the_pool_its_water_and_the_vehicles_are_shown() {
    let rig = rig("ex5d-avoidance-four", 4);
    assert_eq!(rig.window().seen_bodies().len(), 5, "four vehicles and the pool");
    let structure = rig.window().runner().structure();
    assert_eq!(structure.scene.as_ref().map(|loaded| loaded.scene.media.len()), Some(1), "the views draw every medium");
}

/// NA-05: Runs can be started, paused, stepped, stopped, reset, and played at ×0.1 to ×1000.
#[test]
fn the_run_is_played_paused_stepped_stopped_and_reset() {
    let mut rig = rig("ex4-velocity", 3);
    let tick = |rig: &Rig| rig.frame().tick;
    rig.click("Play");
    rig.wait("time runs", |rig| tick(rig) > 20);
    rig.click("Pause");
    rig.wait("the run is paused", |rig| matches!(rig.frame().state, RunState::Paused));
    let paused = tick(&rig);
    // The specification requires one second of real time. A busy machine draws fewer frames in it, which does not
    // affect ticks.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(1) {
        rig.harness.step();
        assert_eq!(tick(&rig), paused, "a paused run makes no step");
    }
    for steps in 1..=2 {
        rig.click("Step");
        rig.wait("a step has been made", |rig| tick(rig) > paused + steps - 1);
        assert_eq!(tick(&rig), paused + steps, "one click is one step, and none was made before it");
    }
    rig.click("Stop");
    // Back at the start, it is rebuilt, and reports this.
    let built = |rig: &Rig| !matches!(rig.frame().state, RunState::Building);
    rig.wait("back at the start", |rig| tick(rig) == 0 && built(rig));
    assert!(matches!(rig.frame().state, RunState::Paused), "Stop leaves it paused");
    rig.click("Play");
    rig.wait("time runs", |rig| tick(rig) > 20);
    // Slow enough for a busy machine to see the first ticks.
    rig.send(Command::Speed(Speed::Factor(0.1)));
    rig.click("Reset to start");
    rig.wait("back at the start", |rig| tick(rig) < 20 && built(rig));
    assert!(matches!(rig.frame().state, RunState::Playing), "Reset lets it run on");
}

/// NA-05: Runs can be started, paused, stepped, stopped, reset, and played at ×0.1 to ×1000.
#[test]
fn every_speed_can_be_chosen_and_one_that_is_not_above_zero_is_refused() {
    let mut rig = rig("ex4-velocity", 3);
    let speed = |rig: &Rig| rig.frame().speed;
    let offered = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0].map(Some).into_iter().chain([None]);
    for factor in offered {
        // A selection by mouse closes the list; this one, by assistive technology, need not.
        if !rig.sees("unlimited") {
            rig.click("Speed");
        }
        let label = factor.map_or("unlimited".to_string(), |factor| format!("×{factor}"));
        // The selection is also displayed in the closed list. The end of the list is not visible until it is scrolled
        // to.
        rig.harness.get_all_by_label(&label).last().expect("the speed is offered").click_accesskit();
        rig.wait(&label, |rig| speed(rig) == factor);
    }
    rig.send(Command::Speed(Speed::Factor(2.0)));
    rig.wait("twice as fast", |rig| speed(rig) == Some(2.0));
    for (number, wrong) in [0.0, -1.0, f64::NAN].into_iter().enumerate() {
        rig.send(Command::Speed(Speed::Factor(wrong)));
        rig.wait("it is refused", |rig| rig.window().problems().count() == number + 1);
        assert_eq!(speed(&rig), Some(2.0), "{wrong} changes nothing");
    }
    let message = rig.window().problems().next().unwrap().to_string();
    assert!(message.contains("invalid speed 0") && message.contains("above 0"), "{message}");
}

/// A red ball in the middle of the camera's view, 4 m in front of it.
const BALL: &str = r#"(
    format_version: 1,
    objects: [(name: "ball", shape: Sphere(radius: 0.5), at: (0, 0, 5), color: (1, 0, 0))],
    view: (camera: Some((-4, 0, 5)), look_at: (0, 0, 5)),
)"#;

/// Width and height of the red area in the image of the 3D view, pixels.
fn red(rig: &mut Rig) -> [u32; 2] {
    let image = rig.picture();
    let view = rig.harness.get_by_label("3D view of the scene").rect();
    let [left, upper] = [view.left(), view.top()].map(|edge| edge.max(0.0) as u32);
    let image = image::imageops::crop_imm(&image, left, upper, view.width() as u32, view.height() as u32).to_image();
    let red = image.enumerate_pixels().filter(|(_, _, pixel)| {
        let [red, green, blue, _] = pixel.0;
        red > 60 && u32::from(red) > 3 * u32::from(green.max(blue))
    });
    let (low, high) = red.fold(([u32::MAX; 2], [0; 2]), |(low, high), (x, y, _)| {
        ([low[0].min(x), low[1].min(y)], [high[0].max(x + 1), high[1].max(y + 1)])
    });
    [0, 1].map(|axis| high[axis].saturating_sub(low[axis]))
}

/// NA-30: The resizable window starts with 1280 by 720 pixels and never distorts the picture.
#[test]
fn a_ball_stays_round_whatever_the_size_of_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ball.ron");
    std::fs::write(&path, BALL).unwrap();
    let mut rig = sim_window_tests::drawn(|| Rig::open(Some(path), &[]));
    rig.wait("the scene is built", |rig| !rig.window().seen_bodies().is_empty());
    let mut sizes = Vec::new();
    for size in [[1280.0, 720.0], [700.0, 900.0], [1.0, 1.0], [1600.0, 400.0], [480.0, 360.0], [1280.0, 720.0]] {
        rig.harness.set_size(size.into());
        rig.harness.run_steps(4);
        // A view does not fit into one pixel.
        if size[0] < 2.0 {
            continue;
        }
        rig.snap(&format!("ball-{}-{}", size[0], size[1]));
        let [width, height] = red(&mut rig);
        // Edges are anti-aliased: one pixel of tolerance on each side.
        assert!(width >= 8 && width.abs_diff(height) <= 2, "{width} by {height} pixels in a window of {size:?}");
        sizes.push([width, height]);
    }
    assert_eq!(sizes.first(), sizes.last(), "a window of the old size shows the old picture");
    assert!(sizes.iter().any(|size| size != &sizes[0]), "the picture follows the window");
}

/// Number of triangles drawn for a vehicle, and whether there are shadows; with the model's simple form, with the
/// window's option.
fn drawn(model: &str, [simple, efficient]: [bool; 2]) -> (usize, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.ron");
    // The effect of `sim nautilus` flags: a parameter of the model, and an option of the window.
    let params = if simple { "simple: true" } else { "" };
    let robot = format!("(name: \"a\", model: (id: \"{model}\", params: ({params})))");
    std::fs::write(&path, format!("(format_version: 1, robots: [{robot}])")).unwrap();
    let mut rig = Rig::open_as(Options { scene: Some(path), efficient, ..Options::default() });
    rig.wait("the vehicle is seen", |rig| !rig.window().seen_bodies().is_empty());
    let state = rig.window();
    (state.triangles_of(state.seen_bodies()[0]), state.has_shadows())
}

/// NA-33: Efficiency mode draws robots with at most 25 % of the triangles; results stay identical.
/// NA-69: `-ef` turns on efficiency mode.
#[test]
fn the_efficient_mode_draws_a_quarter_of_the_triangles_at_most_and_no_shadows() {
    for model in ["bluerov2/standard", "bluerov2/heavy"] {
        let (full, shadows) = drawn(model, [false, false]);
        assert!(shadows, "{model}");
        // The second model does not have a simple form: only the window draws less of it.
        for wish in [[true, true], [false, true]] {
            let (drawn, shadows) = drawn(model, wish);
            assert!(drawn >= 12 && 4 * drawn <= full, "{model}: {drawn} triangles instead of {full} with {wish:?}");
            assert!(!shadows, "{model} with {wish:?}");
        }
    }
}

/// NA-31: One help table lists all keys of the camera, run controls and views.
#[test]
fn all_keys_are_in_one_table() {
    let mut rig = rig("ex4-velocity", 3);
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::F1);
    rig.wait("the table is there", |rig| rig.sees("Follow selected robot"));
}
