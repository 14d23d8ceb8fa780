//! What a window asks of the simulation.

use crate::history::Series;
use sim_abi::math::BodyState;
use sim_abi::model::ComponentRef;
use sim_core::engine::{BuildOptions, ImageSource};
use sim_core::scene::LoadedScene;
use std::path::PathBuf;
use std::sync::Arc;

/// How fast simulated time may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// Simulated seconds per second, within [`Speed::SLOWEST`] … [`Speed::FASTEST`]. What is not above 0 is refused.
    Factor(f64),
    /// As fast as the machine can.
    Unlimited,
}

impl Speed {
    /// Smallest factor.
    pub const SLOWEST: f64 = 0.1;
    /// Greatest factor.
    pub const FASTEST: f64 = 1000.0;

    /// The factor within its limits; none when unlimited, 1 for what is not a number.
    pub fn factor(self) -> Option<f64> {
        match self {
            Speed::Factor(factor) if factor.is_nan() => Some(1.0),
            Speed::Factor(factor) => Some(factor.clamp(Self::SLOWEST, Self::FASTEST)),
            Speed::Unlimited => None,
        }
    }
}

/// Which robots leave a trail.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailOptions {
    /// Robots by index; none: all.
    pub robots: Option<Vec<usize>>,
    /// Distance between two points, m.
    pub spacing: f64,
    /// Points of all robots together: a robot gets its share, at least 16 and at most 4,000.
    pub points: usize,
}

impl Default for TrailOptions {
    fn default() -> Self {
        Self { robots: None, spacing: 0.02, points: 1_000_000 }
    }
}

/// Something that the thread of the simulation is to do. What cannot be done is told by
/// [`Event::Refused`](crate::Event::Refused).
pub enum Command {
    /// Builds a scene and pauses at its start. The simulation before it ends first.
    Load {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// What the scene does not say.
        options: BuildOptions,
    },
    /// Builds a changed scene and carries the run over, see [`sim_core::engine::Simulation::carry_over`]. When building
    /// fails the old simulation goes on. A recording ends, because a file has one layout. A scene that waits to be rebuilt gives
    /// way to the next one.
    Rebuild {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Whether a change is taken back: robots and objects that are in the scene again go on as they were when they went.
        back: bool,
    },
    /// The scene that the run starts from the next time; of the present run only what is named changes. For edits that a running
    /// simulation can take over, or that say only where things start.
    StartFrom {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// What the edit changes of the run. Before the first tick recordings do not name it among what was done by hand: the
        /// scene has it.
        changes: Vec<Command>,
    },
    /// The same scene with other routes, notes, view or names, which no simulation reads: recordings have it from now on, and
    /// kept states are of it as they were of the one before.
    Annotated(Arc<LoadedScene>),
    /// Ends the simulation, if there is one, and leaves everything empty: the scene that was opened cannot be built.
    Close,
    /// Builds a scene beside the running one to see what it consists of, told by [`Event::Preview`](crate::Event::Preview),
    /// and drops it. Time stands still meanwhile.
    Preview {
        /// Number of the question, chosen by the window.
        id: u64,
        /// The scene.
        scene: Arc<LoadedScene>,
        /// What the scene does not say.
        options: BuildOptions,
    },
    /// Asks for a robot of a scene as a model of its own, with everything that the scene says otherwise about its parts;
    /// [`Event::Model`](crate::Event::Model) tells it.
    Model {
        /// Number of the question, chosen by the window.
        id: u64,
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Name of the robot.
        robot: String,
    },
    /// Lets time run. After the scene's duration the run goes on beyond it.
    Play,
    /// Stops time.
    Pause,
    /// Does a number of ticks and pauses.
    Step(u64),
    /// Pauses and goes back to the start.
    Stop,
    /// Builds the scene again from its start; a running simulation goes on running.
    Reset,
    /// Sets how fast time runs.
    Speed(Speed),
    /// Whether a run ends at the duration of its scene; it does unless told otherwise.
    EndAtDuration(bool),
    /// Puts a robot somewhere.
    PlaceRobot {
        /// Its index.
        robot: usize,
        /// Where, and how it moves.
        state: BodyState,
    },
    /// Puts a movable object somewhere.
    PlaceObject {
        /// Its index.
        object: usize,
        /// Where, and how it moves.
        state: BodyState,
    },
    /// Gives a robot another controller.
    SetController {
        /// Its index.
        robot: usize,
        /// Component id and parameters.
        component: ComponentRef,
    },
    /// Gives a robot another dynamics.
    SetDynamics {
        /// Its index.
        robot: usize,
        /// Component id and parameters.
        component: ComponentRef,
    },
    /// Presses or releases a key.
    Key {
        /// Robot that is meant; none: all.
        robot: Option<usize>,
        /// Code of the key, see [`sim_abi::keys`].
        code: u32,
        /// Whether it is held down now.
        down: bool,
    },
    /// Moves an axis.
    Axis {
        /// Robot that is meant; none: all.
        robot: Option<usize>,
        /// Name of the axis.
        name: String,
        /// −1 … 1.
        value: f64,
    },
    /// Calls a function of a component; [`Event::Answer`](crate::Event::Answer) bears the same number.
    Call {
        /// Number of the question, chosen by the window.
        id: u64,
        /// Index of the robot.
        robot: usize,
        /// Name of the component within it.
        component: String,
        /// Function.
        function: String,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Calls a function of a service; [`Event::Answer`](crate::Event::Answer) bears the same number.
    CallService {
        /// Number of the question, chosen by the window.
        id: u64,
        /// Name of the service.
        service: String,
        /// Function.
        function: String,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Asks a camera for its last image, by its function `image`; [`Event::Answer`](crate::Event::Answer) bears the same
    /// number. It only looks, so recordings do not name it among what was done by hand.
    Image {
        /// Number of the question, chosen by the window.
        id: u64,
        /// Index of the robot.
        robot: usize,
        /// Name of the camera within it.
        component: String,
    },
    /// Sets the number of worker threads, also of simulations built later; 0 takes all cores.
    Threads(usize),
    /// Looks through the plugin folders again.
    Rescan,
    /// Looks which packs are installed now, and where their libraries run: a scene that is open keeps its versions as long as
    /// they are there.
    Packs,
    /// Copies a library into the first plugin folder that can be written to, in one step, and loads it.
    Install(PathBuf),
    /// Reads a library file again.
    ReloadLibrary(PathBuf),
    /// Records from now on: an MCAP file if the name ends in `.mcap`, else a folder of JSON files. It is refused where that would
    /// take the place of something, see [`in_the_way`](crate::in_the_way).
    Record(PathBuf),
    /// As [`Command::Record`], in place of whatever is there.
    RecordOver(PathBuf),
    /// Closes the recording.
    StopRecording,
    /// Writes a channel's history, see [`crate::Runner::subscribe`].
    Subscribe(Arc<Series>),
    /// Ends a history; what it holds stays readable.
    Unsubscribe(Arc<Series>),
    /// Lets robots leave trails, or nobody.
    Trails(Option<TrailOptions>),
    /// Robots whose whole telemetry the frames carry.
    Select(Vec<usize>),
    /// Whether frames carry contacts.
    Contacts(bool),
    /// Whether frames carry the poses of moving links as they are. Unless told (none), they do up to 2,000 robots: with more
    /// of them that would be most of what a frame costs.
    Links(Option<bool>),
    /// Frames per second at most, 1 … 240.
    FrameRate(f64),
    /// Keeps the state in memory; [`Event::SnapshotTaken`](crate::Event::SnapshotTaken) tells its number. As many are kept as
    /// [`KeptStates::most`](crate::KeptStates::most) says; further ones are refused.
    Snapshot,
    /// Goes back to a kept state, or forward. It is refused where the scene is not as it was then.
    Restore(u64),
    /// Drops a kept state.
    Forget(u64),
    /// Takes back this many [`Command::Step`]s, of those done since time last ran.
    StepBack(u64),
    /// Lets camera sensors draw with a renderer.
    Images(Arc<dyn ImageSource>),
    /// Asks for the verdicts of the acceptance conditions as they stand; nobody answers while there is no simulation.
    Verdicts,
    /// Asks for the digest of all states; [`Event::StateHash`](crate::Event::StateHash) tells it.
    StateHash,
    /// Ends the simulation and the thread.
    Quit,
}

impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

impl Command {
    /// What it does, for messages.
    pub fn words(&self) -> &'static str {
        match self {
            Command::Load { .. } => "load a scene",
            Command::Rebuild { .. } => "rebuild the scene",
            Command::StartFrom { .. } => "set the start",
            Command::Annotated(_) => "take over the scene",
            Command::Close => "close the scene",
            Command::Preview { .. } => "look into a scene",
            Command::Model { .. } => "make a model of a robot",
            Command::Play => "play",
            Command::Pause => "pause",
            Command::Step(_) => "step",
            Command::Stop => "stop",
            Command::Reset => "go back to the start",
            Command::Speed(_) => "set the speed",
            Command::EndAtDuration(_) => "set the end",
            Command::PlaceRobot { .. } => "place a robot",
            Command::PlaceObject { .. } => "place an object",
            Command::SetController { .. } => "exchange a controller",
            Command::SetDynamics { .. } => "exchange a dynamics",
            Command::Key { .. } => "press a key",
            Command::Axis { .. } => "move an axis",
            Command::Call { .. } | Command::CallService { .. } => "call a function",
            Command::Image { .. } => "look through a camera",
            Command::Threads(_) => "set the number of threads",
            Command::Rescan => "look through the plugin folders",
            Command::Packs => "look which packs are installed",
            Command::Install(_) => "install a library",
            Command::ReloadLibrary(_) => "reload a library",
            Command::Record(_) | Command::RecordOver(_) => "record",
            Command::StopRecording => "stop recording",
            Command::Subscribe(_) => "subscribe a channel",
            Command::Unsubscribe(_) => "unsubscribe a channel",
            Command::Trails(_) => "draw trails",
            Command::Select(_) => "select robots",
            Command::Contacts(_) => "show contacts",
            Command::Links(_) => "show moving links",
            Command::FrameRate(_) => "set the frame rate",
            Command::Snapshot => "keep the state",
            Command::Restore(_) => "go back to a kept state",
            Command::Forget(_) => "drop a kept state",
            Command::StepBack(_) => "step back",
            Command::Images(_) => "set the renderer of cameras",
            Command::Verdicts => "judge",
            Command::StateHash => "compute the digest",
            Command::Quit => "quit",
        }
    }
}
