//! Shared code of the engine's tests: real plugin libraries, scenes as text.

pub mod c_library;
pub mod grounds;
pub mod scenes;

use sim_abi::ffi::module::Module;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{Chosen, Describe, Isolation, PluginHost, SearchPath};
use sim_core::scene::{LoadOptions, LoadedScene, Scene, text::Format};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Folder where cargo puts the plugin libraries on which this package depends: that of the test program itself.
fn built() -> PathBuf {
    let program = std::env::current_exe().expect("a test program has a path");
    program.parent().expect("a program lies in a folder").to_path_buf()
}

/// A host with all plugins of this repository.
///
/// # Panics
/// Panics if a library is missing or rejected.
pub fn plugins() -> PluginHost {
    loaded(PluginHost::new(SearchPath::only([])))
}

/// Like [`plugins`], with the chosen libraries in separate processes of this package's program `library-host`.
///
/// # Panics
/// See [`plugins`].
pub fn isolated_plugins(program: &Path, chosen: Vec<Chosen>) -> PluginHost {
    let describe = Describe::Child { program: program.to_path_buf(), cache: None };
    let host = PluginHost::describing(SearchPath::only([]), describe).map(|mut host| {
        host.isolate(Isolation { program: program.to_path_buf(), chosen, ..Isolation::default() });
        host
    });
    loaded(host)
}

fn loaded(host: Result<PluginHost, Diagnostic>) -> PluginHost {
    let mut host = host.expect("there is a temporary folder");
    for file in plugin_files() {
        host.load_file(&file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    }
    host
}

/// The host with all plugins shared by the tests of a program. Each host copies all libraries, and loaded libraries
/// stay until the end of the process: a host per test would take some 200 MB more each time.
///
/// # Panics
/// See [`plugins`].
pub fn shared_plugins() -> Arc<PluginHost> {
    shared(None)
}

/// Like [`shared_plugins`], with the components of a test, as the library `test`.
///
/// # Panics
/// See [`plugins`]; also if the components are rejected.
pub fn shared_plugins_with(module: &'static Module) -> Arc<PluginHost> {
    shared(Some(module))
}

fn shared(module: Option<&'static Module>) -> Arc<PluginHost> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if shared.is_empty() {
        // SAFETY: the function is valid until the process ends.
        unsafe { atexit(drop_shared) };
    }
    let host = shared.entry(module.map_or(0, |module| std::ptr::from_ref(module).addr())).or_insert_with(|| {
        let mut host = plugins();
        if let Some(module) = module {
            host.add_in_process("test", module).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        }
        Arc::new(host)
    });
    host.clone()
}

/// By the address of the module of a test; 0 without one.
static SHARED: Mutex<BTreeMap<usize, Arc<PluginHost>>> = Mutex::new(BTreeMap::new());

/// Removes the copies of the libraries; static values are not dropped.
extern "C" fn drop_shared() {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> i32;
}

/// The libraries of all plugins of this repository: one per folder in `plugins/`.
pub fn plugin_files() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins")).expect("the plugins");
    let folders = folders.flatten().filter(|folder| folder.path().join("Cargo.toml").is_file());
    let mut names: Vec<String> = folders.map(|folder| folder.file_name().to_string_lossy().replace('-', "_")).collect();
    names.sort();
    let file = |name| format!("{}plugin_{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    names.iter().map(|name| built().join(file(name))).collect()
}

/// A scene given as text.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn load(text: &str) -> LoadedScene {
    Scene::parse(text, Format::Ron, "test.ron").unwrap_or_else(|findings| panic!("{findings}"))
}

/// A scene of this repository with fields set, `PATH=VALUE`, as with `sim run --set`.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn shipped(name: &str, set: &[&str]) -> LoadedScene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name);
    let options = LoadOptions { set: set.iter().map(ToString::to_string).collect(), ..LoadOptions::default() };
    Scene::load_with(path, &options).unwrap_or_else(|findings| panic!("{findings}"))
}

/// A scene in a file.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn load_file(path: impl AsRef<Path>) -> LoadedScene {
    Scene::load(path).unwrap_or_else(|findings| panic!("{findings}"))
}

/// A simulation of a scene given as text, with a number of threads.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn build_with(text: &str, threads: usize) -> Simulation {
    build_on(&shared_plugins(), text, threads)
}

/// Like [`build_with`], with the plugins of a host.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn build_on(host: &PluginHost, text: &str, threads: usize) -> Simulation {
    simulate(&load(text), host, threads)
}

/// A simulation of a loaded scene.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn simulate(loaded: &LoadedScene, host: &PluginHost, threads: usize) -> Simulation {
    let options = BuildOptions { threads: Some(threads), ..BuildOptions::default() };
    Simulation::build(loaded, host, &options).unwrap_or_else(|findings| panic!("{findings}")).simulation
}

/// A simulation of a scene given as text, on one thread.
///
/// # Panics
/// Panics if the scene is rejected.
pub fn build(text: &str) -> Simulation {
    build_with(text, 1)
}

/// A simulation of a scene given as text, on one thread, next to the files that it references.
///
/// # Panics
/// Panics if the files cannot be written, or if the scene is rejected.
pub fn build_with_files(text: &str, files: &[(&str, impl AsRef<str>)]) -> Simulation {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content.as_ref()).expect("a file in it");
    }
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, text).expect("a scene in it");
    simulate(&load_file(&path), &shared_plugins(), 1)
}

/// Errors of a scene given as text that cannot be built.
///
/// # Panics
/// Panics if the scene can be built.
pub fn refused(text: &str) -> String {
    let options = BuildOptions::default();
    Simulation::build(&load(text), &shared_plugins(), &options).map(drop).expect_err("it is refused").to_string()
}

/// Current value of a telemetry channel.
///
/// # Panics
/// Panics if the robot or the channel does not exist.
pub fn value(simulation: &Simulation, robot: &str, path: &str) -> f64 {
    let index = simulation.robot_index(robot).unwrap_or_else(|| panic!("unknown robot {robot}"));
    let channels = simulation.robot(index).unwrap().channels();
    let channel = channels.iter().find(|channel| channel.path == path);
    let channel = channel.unwrap_or_else(|| {
        let names: Vec<&str> = channels.iter().map(|channel| channel.path.as_str()).collect();
        panic!("unknown channel {path}, not in {names:?}")
    });
    simulation.robot(index).unwrap().telemetry()[channel.index]
}

/// Position of a robot, m.
///
/// # Panics
/// Panics if the robot does not exist.
pub fn position(simulation: &Simulation, robot: &str) -> [f64; 3] {
    let report = simulation.robots().find(|report| report.name == robot);
    report.unwrap_or_else(|| panic!("unknown robot {robot}")).state.pose.translation.vector.into()
}

/// A swarm of noisy scouts among boxes, with moving objects: every source of nondeterminism at once.
pub fn noisy_swarm(robots: usize) -> String {
    swarm_with(robots, "")
}

/// Like [`noisy_swarm`], with a multi-layer lidar on each robot that writes all values of a scan.
pub fn scanning_swarm(robots: usize) -> String {
    let params = "rays: 32, layers: 4, intensity: true, rolling: true, rays_per_reading: 8";
    swarm_with(robots, &format!(r#""lidar": (id: "range/lidar", params: ({params})),"#))
}

fn swarm_with(robots: usize, sensors: &str) -> String {
    let half = (robots as f64).sqrt() / 2.0 + 1.0;
    format!(
        r#"(
    format_version: 1,
    run: (dt: 0.05, seed: 7),
    floor: (paint: [Disc(at: (0, 0), radius: 1, color: (0, 0, 0))]),
    objects: [
        (name: "pool", shape: Pool(outline: Polygon([(-{half}, -{half}), ({half}, -{half}), ({half}, {half}), (-{half}, {half})]), height: 0.5, floor: false)),
        (name: "crate", shape: Box(size: (0.4, 0.4, 0.3)), at: (0.5, 0.5, 0.15), mass: 2.0),
        (name: "post", shape: Cylinder(radius: 0.1, height: 0.4), at: (-0.5, 0.4, 0.2)),
    ],
    fleets: [(
        prefix: "scout", count: {robots},
        placement: Random(min: (-{inner}, -{inner}), max: ({inner}, {inner}), spacing: 0.25),
        model: "scout/standard",
        dynamics: "diff-drive/dynamic",
        sensors: {{
            "range": (noise: (sigma: 0.02, bias: 0.01, dropout: 0.05)),
            "gps": (noise: (sigma: 0.05, drift: 0.01, latency: 0.1), period: 0.1),
            "imu": (noise: (sigma: 0.01, quantum: 0.001)),
            {sensors}
        }},
    )],
)"#,
        inner = half - 0.3
    )
}
