//! Plugins built for an earlier minor version of the ABI, with the SDK of that version, stored in `tests/archive`.

mod c;
mod grown;
mod host;

use sim_abi::ffi::module::{AbiStamp, Module};
use sim_abi::ffi::types::{ImageRequest, ImageStatus, RandomState};
use sim_abi::random::Random;
use sim_core::engine::{ImageSource, Simulation, World};
use sim_core::plugins::PluginHost;
use sim_engine_tests::{load, plugins, simulate, value};
use sim_tests::build::{build as build_crate, copy_tree, library_name};
use sim_tests::{root, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

/// Version of the crate in the unpacked SDK: the program's version changes over time, which must not affect the ABI.
const OTHER_CRATE_VERSION: &str = "0.99.7";

/// Folder with the unpacked SDK of version 2.0, as `sdk`.
static ARCHIVE_DIR: LazyLock<PathBuf> = LazyLock::new(|| {
    let dir = target().join("archive/2.0");
    unpack(&root().join("tests/archive/sim-abi-2.0.tar.gz"), &dir);
    dir
});

/// The library of the author's crate, built with the SDK, once per run.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = ARCHIVE_DIR.join("author");
    copy_tree(&root().join("tests/archive/author"), &folder);
    let library = ARCHIVE_DIR.join(library_name("archive-author"));
    build_crate(&folder, "archive-author", &["build"], &library);
    library
});

/// Unpacks the SDK next to the author's crate, unless it exists: files older than their build are not recompiled.
fn unpack(archive: &Path, dir: &Path) {
    let (sdk, known) = (dir.join("sdk"), dir.join("unpacked.tar.gz"));
    let packed = fs::read(archive).expect("the archive is part of the repository");
    if fs::read(&known).is_ok_and(|known| known == packed) {
        return;
    }
    let _ = fs::remove_dir_all(dir);
    fs::create_dir_all(&sdk).unwrap();
    let mut tar = Command::new("tar");
    tar.args(["-x", "-z", "-m", "-f"]).arg(archive).arg("-C").arg(&sdk);
    assert!(tar.status().expect("tar can be started").success());
    let manifest = sdk.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let other = text.replacen("\nversion = \"0.1.0\"", &format!("\nversion = \"{OTHER_CRATE_VERSION}\""), 1);
    let other = other.replacen("version = \"=0.1.0\"", &format!("version = \"={OTHER_CRATE_VERSION}\""), 1);
    assert_ne!(text, other, "the SDK's manifest contains its version");
    fs::write(&manifest, other).unwrap();
    fs::create_dir_all(dir.join("author")).unwrap();
    fs::copy(sdk.join("Cargo.lock"), dir.join("author/Cargo.lock")).unwrap();
    fs::write(&known, packed).unwrap();
}

/// The module of the library, without a plugin host in between.
fn library() -> &'static Module {
    static OPEN: LazyLock<libloading::Library> = LazyLock::new(|| {
        // SAFETY: a library of this repository, without initializers of its own.
        unsafe { libloading::Library::new(&*LIBRARY) }.expect("the library loads")
    });
    // SAFETY: the library has a module under this name, and is never closed.
    unsafe { &**OPEN.get::<*const Module>(AbiStamp::MODULE.as_bytes()).expect("the library has a module") }
}

/// Current plugins with the earlier library next to them.
fn host() -> PluginHost {
    let mut host = plugins();
    host.load_file(&LIBRARY).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    host
}

/// Two rovers in front of a wall, far from each other, and a current scout between them.
const SCENE: &str = r#"(format_version: 1, run: (dt: 0.02, seed: 3), floor: (),
    objects: [(name: "wall", shape: Box(size: (0.1, 20, 4)), at: (5, 0, 2)),
        (name: "ball", shape: Sphere(radius: 0.1), at: (0, -8, 0.1), mass: 1)],
    beacons: [(name: "mark", at: (3, 0, 0.1))],
    lights: [(name: "lamp", kind: Point(), at: (0, 0, 3), intensity: 2)],
    robots: [
        (name: "a", model: "archive/rover"),
        (name: "b", model: "archive/rover", at: (0, 3)),
    ],
    services: [(name: "guard", id: "archive/guard", grants: [Edit, Command])])"#;

/// Fills every image with one byte.
struct Paper;

impl ImageSource for Paper {
    fn draw(&self, _: &World, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        assert_eq!((request.width, request.height, request.far), (4, 2, 10.0));
        pixels.fill(85);
        ImageStatus::Drawn
    }
}

fn build(scene: &str) -> Simulation {
    let mut simulation = simulate(&load(scene), &host(), 1);
    simulation.set_images(Arc::new(Paper));
    simulation
}

/// A value published by the service.
fn guard(simulation: &Simulation, name: &str) -> f64 {
    let guard = simulation.services().find(|service| service.name == "guard").unwrap();
    guard.published[guard.channels.iter().position(|channel| channel.name == name).unwrap()]
}

#[track_caller]
fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-6, "{what}: {found} instead of {expected}");
}

#[test]
fn components_of_all_six_kinds_that_were_built_for_2_0_run_beside_those_of_today() {
    let mut simulation = build(SCENE);
    assert_eq!(simulation.idle_period(), Some(0.01));
    simulation.idle();
    simulation.steps(100).unwrap();
    assert_eq!(simulation.faults(), []);
    // 0.5 m/s for 2 s; the last reading is one tick of 0.02 s older.
    let (x, x_read) = (1.0, 0.99);
    near(sim_engine_tests::position(&simulation, "a")[0], x, "x");
    let readings = [
        ("fan", 4.95 - x_read),
        ("ray", 4.95 - x_read),
        ("shape", 4.9 - x_read),
        ("nearest", 0.1),
        ("named", 1.0),
        ("ground", 0.0),
        ("beacon", 3.0 - x_read),
        // The lamp of the scene and one on each robot.
        ("lights", 2.0 + 0.5 + 0.5),
        // Channel 7, the tick of the sender, its joint at the end of the previous tick.
        ("word", 7.0 + 98.0 + 0.25 * 98.0 * 0.02),
        ("image", 85.0),
        ("joint", 0.25 * 99.0 * 0.02),
        ("velocity", 0.5),
        ("weight", -9.81),
        ("readings", 100.0),
    ];
    for (name, expected) in readings {
        near(value(&simulation, "a", &format!("eye.{name}")), expected, name);
    }
    let density = value(&simulation, "a", "eye.density");
    assert!((1.0..1.3).contains(&density), "air of {density} kg/m³");
    // Thrust 1 N, link wrench 4 N, and the command given by the service through the drive's function or by index.
    for (robot, spare, pushed) in [("a", 1.5, 0.0), ("b", 2.5, 3.0)] {
        near(value(&simulation, robot, "dynamics.force"), 5.0 + spare, "force");
        near(value(&simulation, robot, "dynamics.pushed"), pushed, "pushed");
        near(value(&simulation, robot, "dynamics.lever"), 0.1, "lever");
        near(value(&simulation, robot, "dynamics.density"), density, "density");
        near(value(&simulation, robot, "dynamics.floor"), 0.0, "floor");
        near(value(&simulation, robot, "dynamics.way"), 10.0 + x, "way");
    }
    near(sim_engine_tests::position(&simulation, "b")[1], 4.0, "y of b, moved by the service");
    near(value(&simulation, "a", "controller.seen"), 4.95 - x_read, "seen");
    random_numbers_are_those_of_their_streams(&simulation);
    let services = [("starts", 1.0), ("steps", 100.0), ("idles", 1.0), ("x", x), ("value", 2.5), ("components", 6.0)];
    for (name, expected) in services {
        near(guard(&simulation, name), expected, name);
    }
}

/// Every step draws once from the component's stream and twice from its additional one, for a normal number.
#[track_caller]
fn random_numbers_are_those_of_their_streams(simulation: &Simulation) {
    let mut own = RandomState::derive(3, &["a", "controller", ""]);
    let mut extra = RandomState::derive(3, &["a", "controller", "extra"]);
    let drawn = (0..100).map(|_| (Random::from_state(&mut own).unit(), Random::from_state(&mut extra).normal())).last();
    let values = ["own", "extra"].map(|name| value(simulation, "a", &format!("controller.{name}")));
    assert_eq!(Some((values[0], values[1])), drawn);
}

#[test]
fn their_state_is_saved_and_restored_and_their_functions_answer() {
    let mut first = build(SCENE);
    first.steps(40).unwrap();
    let snapshot = first.snapshot().unwrap();
    let mut second = build(SCENE);
    second.restore(&snapshot).unwrap();
    for simulation in [&mut first, &mut second] {
        simulation.steps(30).unwrap();
        assert_eq!(simulation.faults(), []);
        assert_eq!(simulation.call(0, "controller", "steps", &[]).unwrap(), 70);
        let ray = simulation.call(0, "eye", "ray", &[]).unwrap().as_f64().unwrap();
        near(ray, 4.95 - 0.7, "ray");
        let counts = simulation.call_service("guard", "counts", &[]).unwrap();
        assert_eq!(counts[1], 70);
    }
    assert_eq!(first.state_hash(), second.state_hash());
    let log = first.finish().log;
    assert!(log.iter().any(|line| line.text.contains("step 50 at 0.98 s")), "{log:?}");
    assert!(log.iter().any(|line| line.text.contains("stopped after 70 steps")), "{log:?}");
}
