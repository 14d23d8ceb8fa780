//! The real program in a real window: on a virtual display, driven by real input, observed through its pixels.
#![cfg(target_os = "linux")]

use sim_window_tests::Rig;
use sim_window_tests::display::Display;
use sim_window_tests::platforms::Platform;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One stationary red robot, seen from above by a stationary camera.
const SCENE: &str = r#"(
    format_version: 1,
    name: "one",
    floor: (color: (0.9, 0.9, 0.9)),
    robots: [(
        name: "anna",
        model: "scout/standard",
        controller: (id: "control/constant", params: (commands: {"left_wheel": 0.0, "right_wheel": 0.0})),
        color: (1, 0.05, 0.05),
    )],
    view: (camera: Some((0, -1.2, 1.2))),
)
"#;

/// A library with a controller that drives straight ahead.
fn counter(folder: &Path) -> PathBuf {
    let library = folder.join(sim_tests::build::library_name("counter"));
    let krate = sim_tests::root().join("tests").join("counter");
    sim_tests::build::build(&krate, "counter", &["build"], &library);
    library
}

/// A folder with all plugins.
fn copied_plugins(folder: &Path) -> PathBuf {
    let plugins = folder.join("plugins");
    std::fs::create_dir(&plugins).unwrap();
    for file in sim_engine_tests::plugin_files() {
        std::fs::copy(&file, plugins.join(file.file_name().unwrap())).unwrap();
    }
    plugins
}

/// Center of all red pixels, if there are enough of them to be the robot.
fn robot(display: &Display) -> Option<[f64; 2]> {
    let (mut sum, mut count) = ([0.0; 2], 0.0);
    display.pixels(|x, y, [red, green, blue]| {
        if red > 120 && green < 70 && blue < 70 {
            sum = [sum[0] + f64::from(x), sum[1] + f64::from(y)];
            count += 1.0;
        }
    });
    (count > 60.0).then(|| sum.map(|part| part / count))
}

/// Distance that the robot moves on the screen within a time, pixels.
fn moves(display: &Display, time: Duration) -> f64 {
    let before = robot(display).expect("the robot is seen");
    std::thread::sleep(time);
    let after = robot(display).expect("the robot is seen");
    (after[0] - before[0]).hypot(after[1] - before[1])
}

/// Sum of all colors, which a modal dialog makes darker.
fn brightness(display: &Display) -> f64 {
    let mut sum = 0.0;
    display.pixels(|_, _, color| sum += color.iter().map(|part| f64::from(*part)).sum::<f64>());
    sum
}

#[test]
fn a_library_that_is_dropped_while_the_real_window_runs_drives_a_robot_after_two_clicks() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("one.ron");
    std::fs::write(&scene, SCENE).unwrap();
    let library = counter(folder.path());

    // The twin is the same window without a display: it knows all positions.
    let mut twin = Rig::built(scene.clone(), 1);
    let plugins = copied_plugins(folder.path());
    let mut display = Display::start(folder.path());
    display.open(&scene, &plugins, &[]);
    display.wait("the robot is seen", |display| robot(display).is_some());

    display.click_for(&mut twin, "anna", "Controller");
    display.click(&mut twin, "Play");
    display.rest();
    assert!(moves(&display, Duration::from_millis(700)) < 2.0, "it does not move without commands");

    let dropped = Instant::now();
    for plugins in [&plugins, twin.folder.path()] {
        let part = plugins.join("counter.part");
        std::fs::copy(&library, &part).unwrap();
        std::fs::rename(&part, plugins.join(library.file_name().unwrap())).unwrap();
    }
    let listed = |rig: &Rig| rig.window().runner().plugins().components.iter().any(|c| c.info().id == "test/counter");
    twin.wait("the library is listed", listed);
    let took = dropped.elapsed();
    display.rest();
    // On a busy machine, the real window lists it later than its twin: then another item, or none, is selected, and
    // that is undone.
    let chosen = (0..5).any(|_| {
        display.choose(&mut twin, "Controller", "test/counter");
        let moved = |display: &Display| moves(display, Duration::from_millis(500)) > 8.0;
        // Twice: undo may return a robot to its start, which moves it, too.
        let drives = (0..20).filter(|_| moved(&display)).take(2).count() == 2;
        if !drives {
            display.key("Escape");
            display.key("ctrl+z");
        }
        drives
    });
    assert!(chosen, "the robot never drives");
    println!("listed after {} ms", took.as_millis());

    // Unsaved changes are not discarded without a confirmation.
    let before = brightness(&display);
    display.key("ctrl+q");
    display.wait("a confirmation appears before it closes", |display| brightness(display) < 0.8 * before);
    display.key("Escape");
    display.wait("it continues", |display| brightness(display) > 0.9 * before);
    assert!(display.is_open());
    display.key("ctrl+s");
    display.wait("it is saved", |_| std::fs::read_to_string(&scene).is_ok_and(|text| text.contains("test/counter")));
    display.key("ctrl+q");
    assert!(display.ends_well(), "it closes by itself");
}

#[test]
fn the_window_draws_with_opengl_too() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("one.ron");
    std::fs::write(&scene, SCENE).unwrap();
    let plugins = copied_plugins(folder.path());
    let mut display = Display::start(folder.path());
    display.open(&scene, &plugins, &[("WGPU_BACKEND", "gl")]);
    display.wait("the robot is seen", |display| robot(display).is_some());
    display.key("ctrl+q");
    assert!(display.ends_well(), "it closes by itself");
}

#[test]
fn data_in_the_old_folder_of_the_window_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("one.ron");
    std::fs::write(&scene, SCENE).unwrap();
    let data = folder.path().join("home/data");
    let (old, own) = (data.join("robot-simulator"), data.join("simwright/window"));
    std::fs::create_dir_all(&old).unwrap();
    std::fs::write(old.join("kept"), "of an earlier version").unwrap();
    // The data folder before the product had its name.
    std::fs::create_dir_all(data.join("robot-sim/plugins")).unwrap();
    std::fs::write(data.join("robot-sim/plugins/readme"), "plugins of the user").unwrap();
    let plugins = copied_plugins(folder.path());
    let mut display = Display::start(folder.path());
    display.open(&scene, &plugins, &[]);
    display.wait("the robot is seen", |display| robot(display).is_some());
    display.key("ctrl+q");
    assert!(display.ends_well(), "it closes by itself");
    assert_eq!(std::fs::read_to_string(own.join("kept")).unwrap(), "of an earlier version");
    assert!(own.join("app.ron").exists(), "its stored data is migrated, too");
    let plugins = std::fs::read_to_string(data.join("simwright/plugins/readme"));
    assert_eq!(plugins.unwrap(), "plugins of the user");
    assert!(!old.exists() && !data.join("robot-sim").exists(), "there is one folder");
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn a_window_that_the_system_ends_stops_the_robot_first_and_keeps_what_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let platform = Platform::new();
    let scene = folder.path().join("link.ron");
    std::fs::write(&scene, platform.scene()).unwrap();
    // The twin provides the positions of the buttons; it does not connect to anything.
    let mut twin = Rig::open(Some(scene.clone()), &[]);
    twin.wait("the services are there", |rig| rig.sees("Services"));
    let plugins = copied_plugins(folder.path());
    let mut display = Display::start(folder.path());
    display.open(&scene, &plugins, &[]);
    display.wait("the robot is seen", |display| robot(display).is_some());

    // An unsaved change.
    display.click_for(&mut twin, "box", "size x");
    display.key("ctrl+d");
    let recovery = folder.path().join("home/data/simwright/window/recovery");
    let copies = || {
        let files = std::fs::read_dir(&recovery).into_iter().flatten();
        let texts = files.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok());
        texts.filter(|text| text.contains("box-1")).count()
    };
    display.wait("there is a second box", |_| copies() == 1);

    display.click_for(&mut twin, "Services", "Call enter robot mode");
    let pressed = |button: &str, command: &str| {
        display.wait(command, |display| {
            display.click_alone(&twin, button);
            platform.commands().iter().any(|received| received == command)
        });
    };
    pressed("Call enter robot mode", "Mode(1)");
    pressed("Call simulate", "StartPlan");
    assert_eq!(platform.commands().iter().filter(|command| *command == "StopPlan").count(), 0);

    // A robot that does not reply takes longest: its link waits for 3 s after each command.
    platform.freeze();
    display.signal("-TERM");
    let began = Instant::now();
    assert_eq!(display.status(), Some(130), "{}", display.said());
    let took = began.elapsed();
    assert!(took > Duration::from_secs(5), "{took:?}");
    let commands = platform.commands();
    let first = |wanted: &str| commands.iter().position(|command| command == wanted);
    assert!(first("StopPlan").is_some() && first("StopPlan") < first("Mode(0)"), "{commands:?}");
    assert!(display.said().contains("the robot did not confirm the stop"), "{}", display.said());
    assert_eq!(copies(), 1, "the second box is saved");
}
