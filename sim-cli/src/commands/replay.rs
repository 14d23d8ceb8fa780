//! `sim replay`.

use super::export::warn_of_damage;
use crate::console::{Console, conduct};
use crate::counts::robots;
use crate::exit::{Exit, Failure, Outcome};
use crate::number::whole;
use crate::recorded::RecordedScene;
use crate::rows::Rows;
use crate::session::{PluginArgs, Session};
use crate::summary::digest_told;
use crate::{completion, input};
use serde::Serialize;
use sim_abi::math::BodyState;
use sim_core::diagnostic::{Code, Diagnostic, Sentence};
use sim_core::engine::{Simulation, Snapshot};
use sim_core::recording::{EventKind, Frame, Gaps, Recording, RunSummary};
use std::path::PathBuf;

/// Runs the scene of a recording again, with the recording's own scene and files, and compares.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording, made with `sim run --record`; - for standard input
    #[arg(add = completion::recordings())]
    file: PathBuf,
    /// Compare every recorded state and the plugins' digests; any difference is an error
    #[arg(long)]
    verify: bool,
    /// Worker threads; 0 takes all cores. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MOST_THREADS, phrase!("number-all-cores", "0 takes all cores")))]
    threads: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// The result as one JSON document
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
    /// Over everything that decides the future; none where a component cannot be saved.
    digest: Option<String>,
    recorded_digest: Option<String>,
    equal: bool,
    plugins_changed: Vec<String>,
    /// Components that ran in processes of their own.
    isolated: Vec<String>,
    difference: Option<Sentence>,
    /// The first failure with the process that a component ran in, of the recording or else of the replay, where they differ.
    process_ended: Option<Sentence>,
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
    let isolated = session.plugins.iter().filter(|stamp| stamp.isolated.is_some()).map(|stamp| stamp.id.clone()).collect();
    let plugins_changed = changed_plugins(&recording, session);
    let Compared { frames: frames_compared, difference, mut gaps } = compare(&recording, &mut session.simulation)?;
    let simulation = &session.simulation;
    let recorded = recording.summary();
    let end = End::of(simulation);
    let difference = difference.or_else(|| recorded.and_then(|recorded| end.difference(recorded)));
    let is_empty = frames_compared == 0 && recorded.is_none();
    let difference = difference.or_else(|| is_empty.then(nothing_recorded));
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

/// Components whose library is another than that of the recording.
fn changed_plugins(recording: &Recording, session: &Session) -> Vec<String> {
    let now = |id: &str| session.plugins.iter().find(|stamp| stamp.id == id);
    let recorded = recording.info().plugins.iter();
    recorded
        .filter(|stamp| now(&stamp.id).is_none_or(|now| now.digest != stamp.digest))
        .map(|stamp| stamp.id.clone())
        .collect()
}

/// The first failure with the process that a component ran in, in the recorded run or else in this one.
fn process_ended(recording: &Recording, simulation: &Simulation, gaps: &mut Gaps) -> Outcome<Option<Sentence>> {
    let is_end = |code: &str| code == Code::EngineProcess.as_str();
    for event in recording.events() {
        let Some(event) = gaps.pass(event).map_err(|error| error.diagnostic())? else { continue };
        if let EventKind::Fault { robot, component, message, code, .. } = event.kind
            && is_end(&code)
        {
            let failed = failed(&component, &robot, event.tick, message.into());
            return Ok(Some(say!("replay-ended-then", "in the recorded run {failed}", failed)));
        }
    }
    let fault = simulation.faults().iter().find(|fault| is_end(&fault.code));
    Ok(fault.map(|fault| {
        let failed = failed(&fault.component, &fault.robot, fault.tick, fault.message.clone());
        say!("replay-ended-now", "in the replay {failed}", failed)
    }))
}

fn failed(component: &str, robot: &str, tick: u64, message: Sentence) -> Sentence {
    let tick = tick.to_string();
    match robot.is_empty() {
        true => say!("replay-failed", "`{component}` failed in tick {tick}: {message}", component, tick, message),
        false => say!(
            "replay-failed-of-robot",
            "`{component}` of robot `{robot}` failed in tick {tick}: {message}",
            component,
            robot,
            tick,
            message
        ),
    }
}

/// What a comparison has shown.
#[derive(Default)]
struct Compared {
    /// Number of frames.
    frames: u64,
    /// The first difference in words.
    difference: Option<Sentence>,
    /// What of the recording could not be compared.
    gaps: Gaps,
}

/// Runs up to the end of the recording and compares each recorded state.
fn compare(recording: &Recording, simulation: &mut Simulation) -> Outcome<Compared> {
    let Compared { mut frames, mut difference, mut gaps } = Compared::default();
    // The first frame is the state after the services have begun.
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

/// The state of a robot or object in a frame, as a difference.
fn state_of(body: Sentence, frame: &Frame) -> Sentence {
    let (tick, time) = (frame.tick.to_string(), format!("{:.3}", frame.time));
    say!("replay-state", "the state of {body} in tick {tick} ({time} s)", body, tick, time)
}

/// The end of the replay.
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

    /// Which of state hash and digest is another than recorded, and in what the states differ first. A recording without a
    /// digest says nothing about it.
    fn difference(&self, recorded: &RunSummary) -> Option<Sentence> {
        let same_hash = recorded.state_hash == self.state_hash;
        let same_digest = recorded.digest.is_none() || recorded.digest == self.digest;
        let which = match (same_hash, same_digest) {
            (true, true) => return None,
            (false, true) => say!("replay-hash", "another state hash at the end"),
            (true, false) => say!("replay-digest", "another digest, with an equal state hash, at the end"),
            (false, false) => say!("replay-both", "another state hash and another digest at the end"),
        };
        let kept = recorded.end.as_deref().and_then(|bytes| Snapshot::from_bytes(bytes).ok());
        let place = kept.zip(self.state.as_ref()).and_then(|(kept, state)| kept.difference(state));
        Some(match place {
            Some(place) => say!("replay-at", "{which}: {place}", which, place),
            None => which,
        })
    }
}

/// The first robot, or else movable object, whose state is not that of the frame.
fn unlike(simulation: &Simulation, frame: &Frame) -> Option<Sentence> {
    let robot = simulation.robots().zip(&frame.bodies).find(|(robot, body)| !same(&robot.state, body));
    let object = || simulation.movable_objects().zip(&frame.objects).find(|((_, state), body)| !same(state, body));
    match robot {
        Some((robot, _)) => Some(say!("replay-robot", "robot `{name}`", name = robot.name)),
        None => object().map(|((name, _), _)| say!("replay-object", "object `{name}`", name)),
    }
}

fn advance(simulation: &mut Simulation, tick: u64) -> Result<(), Failure> {
    Ok(simulation.steps(tick.saturating_sub(simulation.tick()))?)
}

/// Equal to the last bit.
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
    rows.add(phrase!("summary-scene", "scene"), &report.scene);
    let objects = say!(
        "replay-objects",
        ["{count} movable object", "{count} movable objects"],
        count = report.movable_objects
    );
    let robots = robots(report.robots);
    rows.add(phrase!("replay-recorded", "recorded"), Sentence::plain(format!("{}, {}", robots.told(), objects.told())));
    let (steps, frames) = (report.steps.to_string(), report.frames_compared.to_string());
    let compared = say!("replay-frames", "{steps}   frames compared: {frames}", steps, frames);
    rows.add(phrase!("replay-steps", "steps"), compared);
    rows.add(phrase!("summary-state-hash", "state hash"), &report.state_hash);
    rows.add(phrase!("summary-digest", "digest"), digest_told(report.digest.as_ref()));
    let label = match report.equal {
        true => phrase!("replay-equal", "equal"),
        false => phrase!("replay-different", "DIFFERENT"),
    };
    rows.add(
        label,
        match (&report.recorded_state_hash, report.equal) {
            (Some(_), true) => say!("replay-to-recording", "to the recording"),
            (Some(hash), false) => {
                let digest = report.recorded_digest.as_ref();
                let digest = digest.map_or_else(|| say!("replay-no-digest", "without a digest"), Sentence::from);
                say!("replay-recorded-hash", "recorded: {hash}, {digest}", hash, digest)
            }
            (None, true) => say!("replay-as-far", "as far as the recording goes (it has no end)"),
            (None, false) => say!("replay-from-recording", "from the recording"),
        },
    );
    report.difference.iter().for_each(|difference| rows.add(phrase!("replay-first", "first"), difference));
    report.process_ended.iter().for_each(|ended| rows.add(phrase!("replay-process", "process"), ended));
    if !report.isolated.is_empty() {
        rows.add(phrase!("replay-isolated", "isolated"), report.isolated.join(", "));
    }
    if !report.plugins_changed.is_empty() {
        let ids = report.plugins_changed.join(", ");
        rows.add(phrase!("replay-other", "other"), say!("replay-libraries", "libraries for {ids}", ids));
    }
    rows.text("", 12)
}

/// What a recording is that a replay cannot be compared with.
fn nothing_recorded() -> Sentence {
    say!("replay-nothing-found", "a recording without a state and without an end")
}

/// The status of a comparison. `is_changed` says whether options isolate otherwise than was recorded.
fn judge(report: &Report, is_changed: bool) -> Outcome {
    if report.frames_compared == 0 && report.recorded_state_hash.is_none() {
        let message = say!("replay-nothing", "there is nothing to compare with");
        let help = say!(
            "replay-nothing-help",
            "record it again: what a program has not written when it ends is lost, mostly less than a second"
        );
        return Err(Diagnostic::error(Code::RecordingDiffers, message).with_found(nothing_recorded()).with_help(help).into());
    }
    if report.equal && report.plugins_changed.is_empty() {
        return Ok(Exit::Ok);
    }
    let message = match report.equal {
        true => say!("replay-other-plugins", "the states are equal, but other plugin libraries were used"),
        false => say!("replay-differs", "the replay differs from the recording"),
    };
    let diagnostic = Diagnostic::error(Code::RecordingDiffers, message).with_found(match &report.difference {
        Some(difference) => difference.clone(),
        None => {
            let ids = report.plugins_changed.join(", ");
            say!("replay-other-libraries", "other libraries for {ids}", ids)
        }
    });
    let help = say!(
        "replay-help",
        "replay with the plugin libraries of the recording (`--plugins DIR`) and the same version of this program"
    );
    let help = match &report.process_ended {
        Some(ended) => say!(
            "replay-process-help",
            "{ended}; a run in which a process ends need not repeat: when it ends, and what is made anew, may depend on time, memory, \
             threads and other programs; else {help}",
            ended,
            help
        ),
        None => help,
    };
    let help = match is_changed {
        true => say!("replay-bounds-help", "without options of isolation it is isolated as it was recorded; else {help}", help),
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
        let kept = |end: &End| RunSummary {
            state_hash: end.state_hash.clone(),
            digest: end.digest.clone(),
            end: end.state.as_ref().map(|state| state.to_bytes().unwrap()),
            ..RunSummary::default()
        };
        assert_eq!(replayed.difference(&kept(&replayed)), None);
        // A key that nobody looks at moves nothing: only the digest knows.
        let found = replayed.difference(&kept(&other)).unwrap();
        assert_eq!(found, "another digest, with an equal state hash, at the end: keys or axes of the operator");
        let moved = RunSummary { state_hash: "0".into(), ..kept(&replayed) };
        assert_eq!(replayed.difference(&moved).unwrap(), "another state hash at the end");
        let old = RunSummary { digest: None, end: None, ..kept(&replayed) };
        assert_eq!(replayed.difference(&old), None, "a recording without a digest says nothing about it");
    }

    #[test]
    fn times_of_differences_have_no_digits_that_say_nothing() {
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
