//! `sim replay`.

use super::export::warn_of_damage;
use crate::console::{Console, conduct};
use crate::counts::robots;
use crate::exit::{Exit, Failure, Outcome};
use crate::number::whole;
use crate::recorded::RecordedScene;
use crate::rows::Rows;
use crate::session::{PluginArgs, Session};
use crate::summary::digest_text;
use crate::{completion, input};
use serde::Serialize;
use sim_abi::math::BodyState;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Simulation, Snapshot};
use sim_core::recording::{EventKind, Frame, Gaps, Recording, RunSummary};
use sim_core::words::counted;
use std::path::PathBuf;

/// Runs the recorded scene again, with the files in the recording, and compares the states.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording from `sim run --record`; - for standard input
    #[arg(add = completion::recordings())]
    file: PathBuf,
    /// Compare every recorded state and the digests of the plugins; any difference is an error
    #[arg(long)]
    verify: bool,
    /// Worker threads, 0 for all cores. Does not affect the result
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MAX_THREADS, "0 uses all cores"))]
    threads: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    file: String,
    scene: String,
    seed: u64,
    robots: usize,
    movable_objects: usize,
    steps: u64,
    frames_compared: u64,
    state_hash: String,
    recorded_state_hash: Option<String>,
    /// Digest of the full simulation state; none if a component cannot be saved.
    digest: Option<String>,
    recorded_digest: Option<String>,
    equal: bool,
    plugins_changed: Vec<String>,
    /// Components that ran isolated.
    isolated: Vec<String>,
    difference: Option<String>,
    /// The first failure of an isolated component's process, in the recording or else in the replay, if they differ.
    process_ended: Option<String>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let recording = input::recording(&args.file)?;
    warn_of_damage(&recording, console);
    let scene = RecordedScene::unpack(&recording)?;
    let plugins = args.plugins.as_recorded(&recording, console);
    let mut built = scene.build(plugins.host()?, Some(args.threads as usize), console)?;
    let session = &mut built.session;
    args.plugins.warn_of_idle_bounds(session, console);
    let isolated =
        session.plugins.iter().filter(|stamp| stamp.isolated.is_some()).map(|stamp| stamp.id.clone()).collect();
    let plugins_changed = changed_plugins(&recording, session);
    let Compared { frames: frames_compared, difference, mut gaps } = compare(&recording, &mut session.simulation)?;
    let simulation = &session.simulation;
    let recorded = recording.summary();
    let end = End::of(simulation);
    let difference = difference.or_else(|| recorded.and_then(|recorded| end.difference(recorded)));
    let is_empty = frames_compared == 0 && recorded.is_none();
    let difference = difference.or_else(|| is_empty.then(empty_recording));
    let process_ended = match &difference {
        Some(_) => process_ended(&recording, simulation, &mut gaps)?,
        None => None,
    };
    gaps.found().iter().for_each(|error| console.show(&error.warning()));
    let report = Report {
        file: recording.path().display().to_string(),
        scene: recording.info().scene_name.clone(),
        seed: recording.info().seed,
        robots: recording.info().robots.len(),
        movable_objects: recording.info().objects.len(),
        steps: simulation.tick(),
        frames_compared,
        equal: difference.is_none(),
        state_hash: end.state_hash,
        recorded_state_hash: recorded.map(|summary| summary.state_hash.clone()),
        digest: end.digest,
        recorded_digest: recorded.and_then(|summary| summary.digest.clone()),
        plugins_changed,
        isolated,
        difference,
        process_ended,
    };
    if args.json {
        console.print_json(&report)?;
    } else {
        console.print(&text(&report))?;
    }
    if args.verify { judge(&report, args.plugins.changes_isolation()) } else { Ok(Exit::Ok) }
}

/// Components whose library differs from the recording.
fn changed_plugins(recording: &Recording, session: &Session) -> Vec<String> {
    let now = |id: &str| session.plugins.iter().find(|stamp| stamp.id == id);
    let recorded = recording.info().plugins.iter();
    recorded
        .filter(|stamp| now(&stamp.id).is_none_or(|now| now.digest != stamp.digest))
        .map(|stamp| stamp.id.clone())
        .collect()
}

/// The first failure of an isolated component's process, in the recorded run or else in this one.
fn process_ended(recording: &Recording, simulation: &Simulation, gaps: &mut Gaps) -> Outcome<Option<String>> {
    let is_end = |code: &str| code == Code::EngineProcess.as_str();
    for event in recording.events() {
        let Some(event) = gaps.pass(event).map_err(|error| error.diagnostic())? else { continue };
        if let EventKind::Fault { robot, component, message, code, .. } = event.kind
            && is_end(&code)
        {
            let failed = failed(&component, &robot, event.tick, message);
            return Ok(Some(format!("in the recorded run {failed}")));
        }
    }
    let fault = simulation.faults().iter().find(|fault| is_end(&fault.code));
    Ok(fault.map(|fault| {
        let failed = failed(&fault.component, &fault.robot, fault.tick, fault.message.clone());
        format!("in the replay {failed}")
    }))
}

fn failed(component: &str, robot: &str, tick: u64, message: String) -> String {
    match robot.is_empty() {
        true => format!("`{component}` failed in tick {tick}: {message}"),
        false => format!("`{component}` of robot `{robot}` failed in tick {tick}: {message}"),
    }
}

/// Result of a comparison.
#[derive(Default)]
struct Compared {
    /// Number of frames.
    frames: u64,
    /// Description of the first difference.
    difference: Option<String>,
    /// Parts of the recording that could not be compared.
    gaps: Gaps,
}

/// Runs to the end of the recording and compares each recorded state.
fn compare(recording: &Recording, simulation: &mut Simulation) -> Outcome<Compared> {
    let Compared { mut frames, mut difference, mut gaps } = Compared::default();
    // The first frame is the state after the services have started.
    simulation.start();
    for frame in recording.frames() {
        let Some(frame) = gaps.pass(frame).map_err(|error| error.diagnostic())? else { continue };
        advance(simulation, frame.tick)?;
        frames += 1;
        if difference.is_none() {
            difference = unlike(simulation, &frame).map(|body| state_of(body, &frame));
        }
    }
    if let Some(summary) = recording.summary() {
        advance(simulation, summary.steps)?;
    }
    Ok(Compared { frames, difference, gaps })
}

/// Text that identifies the state of a robot or object in a frame.
fn state_of(body: String, frame: &Frame) -> String {
    format!("the state of {body} in tick {} ({:.3} s)", frame.tick, frame.time)
}

/// Final state of the replay.
struct End {
    state_hash: String,
    digest: Option<String>,
    state: Option<Snapshot>,
}

impl End {
    fn of(simulation: &Simulation) -> Self {
        let state = simulation.snapshot().ok();
        let digest = state.as_ref().and_then(|state| state.digest().ok());
        Self { state_hash: simulation.state_hash(), digest, state }
    }

    /// Whether state hash or digest differ from the recording, and the first difference of the states. A recording without a digest is
    /// not compared by digest.
    fn difference(&self, recorded: &RunSummary) -> Option<String> {
        let same_hash = recorded.state_hash == self.state_hash;
        let same_digest = recorded.digest.is_none() || recorded.digest == self.digest;
        let which = match (same_hash, same_digest) {
            (true, true) => return None,
            (false, true) => "the state hash at the end differs".to_string(),
            (true, false) => "the digest at the end differs, but not the state hash".to_string(),
            (false, false) => "state hash and digest at the end differ".to_string(),
        };
        let end = recorded.end.as_deref().and_then(|bytes| Snapshot::from_bytes(bytes).ok());
        let place = end.zip(self.state.as_ref()).and_then(|(end, state)| end.difference(state));
        Some(match place {
            Some(place) => format!("{which}: {place}"),
            None => which,
        })
    }
}

/// The first robot, or else movable object, whose state differs from the frame.
fn unlike(simulation: &Simulation, frame: &Frame) -> Option<String> {
    let robot = simulation.robots().zip(&frame.bodies).find(|(robot, body)| !same(&robot.state, body));
    let object = || simulation.movable_objects().zip(&frame.objects).find(|((_, state), body)| !same(state, body));
    match robot {
        Some((robot, _)) => Some(format!("robot `{name}`", name = robot.name)),
        None => object().map(|((name, _), _)| format!("object `{name}`")),
    }
}

fn advance(simulation: &mut Simulation, tick: u64) -> Result<(), Failure> {
    Ok(simulation.steps(tick.saturating_sub(simulation.tick()))?)
}

/// Bitwise equality.
fn same(a: &BodyState, b: &BodyState) -> bool {
    let bits = |state: &BodyState| {
        let pose = state.pose.translation.vector.iter().chain(state.pose.rotation.coords.iter());
        let velocities = state.linear_velocity.iter().chain(state.angular_velocity.iter());
        pose.chain(velocities).map(|number| number.to_bits()).collect::<Vec<_>>()
    };
    bits(a) == bits(b)
}

fn text(report: &Report) -> String {
    let mut rows = Rows::default();
    rows.add("scene", &report.scene);
    let objects = counted(report.movable_objects, "movable object");
    rows.add("recorded", format!("{}, {objects}", robots(report.robots)));
    rows.add("steps", format!("{}   frames compared: {}", report.steps, report.frames_compared));
    rows.add("state hash", &report.state_hash);
    rows.add("digest", digest_text(report.digest.as_ref()));
    match (&report.recorded_state_hash, report.equal) {
        (Some(_), true) => rows.add("matches", "the recording"),
        (None, true) => rows.add("matches", "the recording (incomplete)"),
        (Some(hash), false) => {
            let digest = report.recorded_digest.as_deref().unwrap_or("no digest");
            rows.add("DIFFERENT", format!("recorded: {hash}, {digest}"));
        }
        (None, false) => rows.add("DIFFERENT", "from the recording"),
    }
    report.difference.iter().for_each(|difference| rows.add("first", difference));
    report.process_ended.iter().for_each(|ended| rows.add("process", ended));
    if !report.isolated.is_empty() {
        rows.add("isolated", report.isolated.join(", "));
    }
    if !report.plugins_changed.is_empty() {
        rows.add("libraries", format!("different for {}", report.plugins_changed.join(", ")));
    }
    rows.text("", 12)
}

/// Text for a recording that contains nothing to compare with.
fn empty_recording() -> String {
    "no recorded states and no end of the recording".to_string()
}

/// The exit status of a comparison. `is_changed` specifies whether options change the recorded isolation.
fn judge(report: &Report, is_changed: bool) -> Outcome {
    if report.frames_compared == 0 && report.recorded_state_hash.is_none() {
        let help = "record the run again; a program that is killed loses unwritten data, usually less than a second";
        return Err(Diagnostic::error(Code::RecordingDiffers, "the recording is too short to compare")
            .with_found(empty_recording())
            .with_help(help)
            .into());
    }
    if report.equal && report.plugins_changed.is_empty() {
        return Ok(Exit::Ok);
    }
    let message = match report.equal {
        true => "the states are equal, but the plugin libraries differ".to_string(),
        false => "the replay differs from the recording".to_string(),
    };
    let diagnostic = Diagnostic::error(Code::RecordingDiffers, message).with_found(match &report.difference {
        Some(difference) => difference.clone(),
        None => {
            let ids = report.plugins_changed.join(", ");
            format!("different libraries for {ids}")
        }
    });
    let help = "replay with the plugin libraries of the recording (`--plugins DIR`) and the same version of this \
                program"
        .to_string();
    let help = match &report.process_ended {
        Some(ended) => format!(
            "{ended}; a run with a crashed process may not be reproducible, because crash and restart can depend on \
             timing, memory, threads and other programs; otherwise {help}"
        ),
        None => help,
    };
    let help = match is_changed {
        true => format!("leave out the isolation options to isolate components as recorded; otherwise {help}"),
        false => help,
    };
    Err(diagnostic.with_help(help).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::engine::BuildOptions;
    use sim_core::plugins::{PluginHost, SearchPath};
    use sim_core::scene::Scene;
    use sim_core::scene::text::Format;

    #[test]
    fn what_differs_at_the_end_is_named_with_its_place() {
        let scene = |push: bool| {
            let loaded = Scene::parse(
                r#"(format_version: 1, run: (dt: 0.01), objects: [(name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, 9), mass: 1)])"#,
                Format::Ron,
                "ball.ron",
            );
            let host = PluginHost::new(SearchPath::only([])).unwrap();
            let mut simulation =
                Simulation::build(&loaded.unwrap(), &host, &BuildOptions::default()).unwrap().simulation;
            if push {
                simulation.press(None, 7, true).unwrap();
            }
            simulation.steps(3).unwrap();
            End::of(&simulation)
        };
        let (replayed, other) = (scene(false), scene(true));
        let recorded = |end: &End| RunSummary {
            state_hash: end.state_hash.clone(),
            digest: end.digest.clone(),
            end: end.state.as_ref().map(|state| state.to_bytes().unwrap()),
            ..RunSummary::default()
        };
        assert_eq!(replayed.difference(&recorded(&replayed)), None);
        // An unused key does not affect any body: only the digest differs.
        let found = replayed.difference(&recorded(&other)).unwrap();
        assert_eq!(found, "the digest at the end differs, but not the state hash: keys or axes of the operator");
        let moved = RunSummary { state_hash: "0".into(), ..recorded(&replayed) };
        assert_eq!(replayed.difference(&moved).unwrap(), "the state hash at the end differs");
        let old = RunSummary { digest: None, end: None, ..recorded(&replayed) };
        assert_eq!(replayed.difference(&old), None, "a recording without a digest is not compared by digest");
    }

    #[test]
    fn times_of_differences_have_no_redundant_digits() {
        let frame = Frame { tick: 351, time: 351.0 * 0.01, ..Frame::default() };
        assert_eq!(state_of("robot `a`".into(), &frame), "the state of robot `a` in tick 351 (3.510 s)");
    }

    #[test]
    fn an_object_in_another_state_is_named() {
        let text = r#"(format_version: 1, run: (dt: 0.01), objects: [
            (name: "wall", shape: Box(size: (1, 1, 1))), (name: "ball", shape: Sphere(radius: 0.1), at: (0, 0, 9), mass: 1)])"#;
        let loaded = Scene::parse(text, Format::Ron, "ball.ron").unwrap();
        let host = PluginHost::new(SearchPath::only([])).unwrap();
        let mut simulation = Simulation::build(&loaded, &host, &BuildOptions::default()).unwrap().simulation;
        simulation.steps(3).unwrap();
        let objects = simulation.movable_objects().map(|(_, state)| state).collect();
        let mut frame = Frame { objects, ..Frame::default() };
        assert!(frame.objects[0].linear_velocity.z < 0.0, "it falls");
        assert_eq!(unlike(&simulation, &frame), None);
        frame.objects[0].angular_velocity.z += 1e-300;
        assert_eq!(unlike(&simulation, &frame), Some("object `ball`".into()));
    }
}
