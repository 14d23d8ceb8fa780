//! Runs whose digests are stored in a file of the repository. A change of results fails here; if it is intended, renew
//! the file.
//!
//! `SIM_RENEW_GOLDEN=1 cargo test -p sim-engine-tests --test suite golden` rewrites the file.

mod viewer;

use sim_abi::serde_json;
use sim_core::engine::Simulation;
use sim_core::model::UrdfOptions;
use sim_core::recording::{LiveRecorder, Recorder, RecorderOptions, RunSummary, run_info};
use sim_engine_tests::{build_with, load, scenes};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A scene, the tick at which its digest is taken, and an action before each tick.
struct Golden {
    name: &'static str,
    scene: String,
    ticks: u64,
    before: fn(&mut Simulation),
}

fn all() -> [Golden; 4] {
    let golden = |name, scene: &str, ticks, before| Golden { name, scene: scene.to_string(), ticks, before };
    [
        golden("swarm", &scenes::talking_swarm(20), 200, |_| ()),
        golden("underwater", scenes::UNDERWATER, 300, |_| ()),
        golden("line", scenes::LINE, 400, scenes::steer),
        golden("pushed", scenes::PUSHED, 300, |_| ()),
    ]
}

/// Runs a scene to its end; `after` is called after every tick.
fn run(golden: &Golden, simulation: &mut Simulation, mut after: impl FnMut(&Simulation)) -> String {
    while simulation.tick() < golden.ticks {
        (golden.before)(simulation);
        simulation.steps(1).unwrap();
        after(simulation);
    }
    assert!(simulation.faults().is_empty(), "{}: {:?}", golden.name, simulation.faults());
    simulation.digest().unwrap()
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/golden/digests.json")
}

#[test]
fn digests_are_those_of_the_file_on_any_number_of_threads_recording_or_not() {
    let mut digests = BTreeMap::new();
    for golden in all() {
        let once = |threads| run(&golden, &mut build_with(&golden.scene, threads), |_| ());
        let one = once(1);
        assert_eq!([once(2), once(5)], [one.clone(), one.clone()], "{}: threads change the result", golden.name);
        assert_eq!(recorded(&golden), one, "{}: a recording changes the result", golden.name);
        digests.insert(golden.name.to_string(), one);
    }
    if std::env::var_os("SIM_RENEW_GOLDEN").is_some() {
        let text = serde_json::to_string_pretty(&digests).unwrap();
        std::fs::write(file(), text + "\n").unwrap();
    }
    let text = std::fs::read_to_string(file()).unwrap();
    let known: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let how = "if that is meant: SIM_RENEW_GOLDEN=1 cargo test -p sim-engine-tests --test suite golden";
    assert_eq!(digests, known, "results have changed; {how}");
}

/// The digest of a recorded run.
fn recorded(golden: &Golden) -> String {
    let mut simulation = build_with(&golden.scene, 2);
    let loaded = load(&golden.scene);
    let (info, _) = run_info(&loaded, &simulation, Vec::new(), &UrdfOptions::default(), BTreeMap::new());
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::create(folder.path().join("run.mcap"), info, RecorderOptions::default()).unwrap();
    let mut recorder = LiveRecorder::new(recorder, &simulation);
    let digest = run(golden, &mut simulation, |simulation| recorder.frame(simulation).unwrap());
    recorder.into_recorder().finish(&RunSummary::default()).unwrap();
    digest
}

#[test]
fn another_seed_and_another_memory_give_another_digest() {
    let [swarm, underwater, ..] = all();
    for golden in [swarm, underwater] {
        let mut simulation = build_with(&golden.scene, 1);
        simulation.steps(20).unwrap();
        let seeds: Vec<&str> = golden.scene.match_indices("seed: ").map(|(at, _)| &golden.scene[at..at + 7]).collect();
        let mut other = build_with(&golden.scene.replace(seeds[0], "seed: 9"), 1);
        other.steps(20).unwrap();
        assert_ne!(simulation.digest().unwrap(), other.digest().unwrap(), "{}", golden.name);
    }
}
