//! Scenes generated from a table, and checked without a reference: nothing passes through anything, nothing gains
//! energy or momentum, bodies held by friction stay, bodies without friction or drag keep moving in a straight line, on
//! every kind of ground; a scene moved and rotated as a whole gives the same motion, and a shorter step converges to
//! it.
//!
//! The test command runs a sample with fixed seeds; `cargo xtask soak variations` runs ten thousand. A violation
//! reports its seed: `SIM_SEED=N cargo test -p sim-engine-tests --test suite variations` runs only that seed, and prints its
//! scenes and the states after every tick.

mod bodies;
mod comparisons;
mod drops;
mod pushes;
mod random;
mod topples;

use random::Random;
use sim_abi::math::BodyState;
use sim_core::engine::Simulation;
use sim_engine_tests::build_with_files;

const GRAVITY: f64 = 9.81;

/// A scene, and the initial states of its objects, then its robots, if they differ from the scene.
struct Scene {
    text: String,
    files: Vec<(&'static str, String)>,
    starts: Vec<BodyState>,
    ticks: u64,
}

impl Scene {
    fn without_gravity(self) -> Self {
        Self { text: self.text.replace("run: (", "run: (gravity: (0, 0, 0), "), ..self }
    }
}

/// States of all moving bodies, objects before robots, at the start and after each tick.
type Run = Vec<Vec<BodyState>>;

/// Checks the runs of some scenes; returns the violation.
type Check = dyn Fn(&[Run]) -> Result<(), String>;

/// Scenes, and a check of their runs.
struct Variation {
    scenes: Vec<Scene>,
    check: Box<Check>,
}

impl Variation {
    /// A scene with one moving body; the check receives its states.
    fn of_body(scene: Scene, check: impl Fn(&[BodyState]) -> Result<(), String> + 'static) -> Self {
        let states = |run: &Run| run.iter().map(|bodies| bodies[0]).collect::<Vec<_>>();
        Self { scenes: vec![scene], check: Box::new(move |runs| check(&states(&runs[0]))) }
    }
}

/// The kinds of variations.
const KINDS: [fn(&mut Random) -> Variation; 12] = [
    bodies::slide,
    bodies::rest,
    bodies::land,
    bodies::wall,
    bodies::collide,
    drops::drop,
    comparisons::moved_body,
    comparisons::moved_robot,
    comparisons::shorter_step,
    pushes::push,
    pushes::shove,
    topples::topple,
];

fn variation(seed: u64) -> Variation {
    let mut random = Random(seed);
    random.pick(&KINDS)(&mut random)
}

/// Runs a scene to its end.
fn run(scene: &Scene, verbose: bool) -> Result<Run, String> {
    let mut simulation: Simulation = build_with_files(&scene.text, &scene.files);
    let objects = simulation.movable_objects().count();
    for (body, start) in scene.starts.iter().enumerate() {
        let placed = match body.checked_sub(objects) {
            Some(robot) => simulation.place_robot(robot, *start),
            None => simulation.place_object(body, *start),
        };
        placed.map_err(|error| error.to_string())?;
    }
    let states = |simulation: &Simulation| {
        let objects = simulation.movable_objects().map(|(_, state)| state);
        objects.chain(simulation.robots().map(|robot| robot.state)).collect::<Vec<_>>()
    };
    let mut run = vec![states(&simulation)];
    for _ in 0..scene.ticks {
        simulation.steps(1).map_err(|error| error.to_string())?;
        run.push(states(&simulation));
        if verbose {
            println!("{:?}", run[run.len() - 1]);
            simulation.contacts().for_each(|contact| println!("    {contact:?}"));
        }
    }
    match simulation.faults() {
        [] => Ok(run),
        [fault, ..] => Err(format!("{fault:?}")),
    }
}

/// Returns the violation of a variation.
fn violation(variation: &Variation, verbose: bool) -> Result<(), String> {
    let runs = variation.scenes.iter().map(|scene| run(scene, verbose)).collect::<Result<Vec<_>, _>>()?;
    (variation.check)(&runs)
}

#[test]
fn variations_violate_no_invariant() {
    if let Some(seed) = std::env::var("SIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        let variation = variation(seed);
        variation.scenes.iter().for_each(|scene| println!("{}\n{:?}", scene.text, scene.starts));
        violation(&variation, true).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
        return;
    }
    let count = if std::env::var_os("SIM_SOAK").is_some() { 10_000 } else { 200 };
    let violations: Vec<String> = (0..count)
        .filter_map(|seed| {
            violation(&variation(seed), false).err().map(|violation| format!("seed {seed}: {violation}"))
        })
        .collect();
    assert!(violations.is_empty(), "{} of {count}:\n{}", violations.len(), violations.join("\n"));
}
