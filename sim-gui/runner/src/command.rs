//! Commands of a window to the simulation.

use crate::history::Series;
use sim_abi::math::BodyState;
use sim_abi::model::ComponentRef;
use sim_core::engine::{BuildOptions, ImageSource};
use sim_core::scene::LoadedScene;
use std::path::PathBuf;
use std::sync::Arc;

/// The speed of simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// Simulated seconds per second, clamped to [`Speed::SLOWEST`] … [`Speed::FASTEST`]. Values of 0 and below are refused.
    Factor(f64),
    /// As fast as the machine can.
    Unlimited,
}

impl Speed {
    /// Minimum factor.
    pub const SLOWEST: f64 = 0.1;
    /// Maximum factor.
    pub const FASTEST: f64 = 1000.0;

    /// The factor clamped to its limits; `None` if unlimited, 1 for NaN.
    pub fn factor(self) -> Option<f64> {
        match self {
            Speed::Factor(factor) if factor.is_nan() => Some(1.0),
            Speed::Factor(factor) => Some(factor.clamp(Self::SLOWEST, Self::FASTEST)),
            Speed::Unlimited => None,
        }
    }
}

/// Options of robot trails.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailOptions {
    /// Robots by index; `None`: all.
    pub robots: Option<Vec<usize>>,
    /// Distance between two points, m.
    pub spacing: f64,
    /// Number of points of all robots: each robot gets an equal share, at least 16 and at most 4,000.
    pub points: usize,
}

impl Default for TrailOptions {
    fn default() -> Self {
        Self { robots: None, spacing: 0.02, points: 1_000_000 }
    }
}

/// A command to the simulation thread. Failures are reported by [`Event::Refused`](crate::Event::Refused).
pub enum Command {
    /// Build a scene and pause at its start. Ends the previous simulation first.
    Load {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Build options that the scene does not define.
        options: BuildOptions,
    },
    /// Build a changed scene and migrate the run to it, see [`sim_core::engine::Simulation::migrate_from`]. If building fails, the
    /// old simulation continues. Ends a recording, because a file has one layout. A pending rebuild is superseded by the next
    /// one.
    Rebuild {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Whether this is an undo: restored robots and objects continue in the state in which they were removed.
        back: bool,
    },
    /// Start the next run from this scene; change the current run only by `changes`. For edits that can be applied to a running
    /// simulation, or that affect only the initial state.
    StartFrom {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Changes of the edit to the current run. Before the first tick, recordings do not list them as user input: they are
        /// part of the scene.
        changes: Vec<Command>,
    },
    /// The same scene with other routes, notes, view or names, which no simulation reads: recordings contain it from now on, and
    /// saved states remain valid for it.
    Annotated(Arc<LoadedScene>),
    /// End the simulation, if any, and leave everything empty: the opened scene cannot be built.
    Close,
    /// Build a scene separately from the running one to inspect its structure, reported by
    /// [`Event::Preview`](crate::Event::Preview), and drop it. Simulated time pauses meanwhile.
    Preview {
        /// Request id, chosen by the window.
        id: u64,
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Build options that the scene does not define.
        options: BuildOptions,
    },
    /// Export a robot of a scene as a standalone model, including the scene's changes to its parts; returned by
    /// [`Event::Model`](crate::Event::Model).
    Model {
        /// Request id, chosen by the window.
        id: u64,
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Name of the robot.
        robot: String,
    },
    /// Run. After the end of the scene's duration, continue beyond it.
    Play,
    /// Pause.
    Pause,
    /// Execute a number of ticks and pause.
    Step(u64),
    /// Pause and return to the start.
    Stop,
    /// Rebuild the scene from its start; a running simulation keeps running.
    Reset,
    /// Set the speed of simulated time.
    Speed(Speed),
    /// Move a robot.
    PlaceRobot {
        /// Its index.
        robot: usize,
        /// Pose and velocity.
        state: BodyState,
    },
    /// Move a movable object.
    PlaceObject {
        /// Its index.
        object: usize,
        /// Pose and velocity.
        state: BodyState,
    },
    /// Replace the controller of a robot.
    SetController {
        /// Its index.
        robot: usize,
        /// Component id and parameters.
        component: ComponentRef,
    },
    /// Replace the dynamics of a robot.
    SetDynamics {
        /// Its index.
        robot: usize,
        /// Component id and parameters.
        component: ComponentRef,
    },
    /// Press or release a key.
    Key {
        /// Target robot; `None`: all.
        robot: Option<usize>,
        /// Key code, see [`sim_abi::keys`].
        code: u32,
        /// Whether it is pressed.
        down: bool,
    },
    /// Move an axis.
    Axis {
        /// Target robot; `None`: all.
        robot: Option<usize>,
        /// Name of the axis.
        name: String,
        /// −1 … 1.
        value: f64,
    },
    /// Call a function of a component; [`Event::Answer`](crate::Event::Answer) has the same id.
    Call {
        /// Request id, chosen by the window.
        id: u64,
        /// Index of the robot.
        robot: usize,
        /// Name of the component in the robot.
        component: String,
        /// Function.
        function: String,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Call a function of a service; [`Event::Answer`](crate::Event::Answer) has the same id.
    CallService {
        /// Request id, chosen by the window.
        id: u64,
        /// Name of the service.
        service: String,
        /// Function.
        function: String,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Get the latest image of a camera with its function `image`; [`Event::Answer`](crate::Event::Answer) has the same id.
    /// Read-only, so recordings do not list it as user input.
    Image {
        /// Request id, chosen by the window.
        id: u64,
        /// Index of the robot.
        robot: usize,
        /// Name of the camera in the robot.
        component: String,
    },
    /// Rescan the plugin folders.
    Rescan,
    /// Rescan the installed packs and where their libraries run: an open scene keeps its versions as long as they are installed.
    Packs,
    /// Copy a library to the first writable plugin folder, atomically, and load it.
    Install(PathBuf),
    /// Reload a library file.
    ReloadLibrary(PathBuf),
    /// Start recording: to an MCAP file if the extension is `.mcap`, otherwise to a folder of JSON files. Refused if that would
    /// overwrite something, see [`existing_recording`](crate::existing_recording).
    Record(PathBuf),
    /// As [`Command::Record`], overwriting existing files.
    RecordOver(PathBuf),
    /// Close the recording.
    StopRecording,
    /// Record the history of a channel, see [`crate::Runner::subscribe`].
    Subscribe(Arc<Series>),
    /// Stop a history; its content stays readable.
    Unsubscribe(Arc<Series>),
    /// Set which robots leave trails; `None` disables trails.
    Trails(Option<TrailOptions>),
    /// Robots whose full telemetry is included in frames.
    Select(Vec<usize>),
    /// Whether frames include contacts.
    Contacts(bool),
    /// Whether frames include the current poses of moving links. Default (`None`): up to 2,000 robots; with more robots they
    /// would dominate the cost of a frame.
    Links(Option<bool>),
    /// Maximum frames per second, 1 … 240.
    FrameRate(f64),
    /// Save the state in memory; [`Event::SnapshotTaken`](crate::Event::SnapshotTaken) reports its id. At most
    /// [`SavedStates::max`](crate::SavedStates::max) states are saved; further ones are refused.
    Snapshot,
    /// Restore a saved state, earlier or later. Refused if the scene has changed since.
    Restore(u64),
    /// Delete a saved state.
    Forget(u64),
    /// Undo this number of [`Command::Step`]s, of those executed since time last ran.
    StepBack(u64),
    /// Set the renderer of camera sensors.
    Images(Arc<dyn ImageSource>),
    /// Request the current verdicts of the acceptance conditions; no response without a simulation.
    Verdicts,
    /// Request the digest of all states, returned by [`Event::StateHash`](crate::Event::StateHash).
    StateHash,
    /// End the simulation and the thread.
    Quit,
}

impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

impl Command {
    /// Description for messages.
    pub fn words(&self) -> &'static str {
        match self {
            Command::Load { .. } => "load a scene",
            Command::Rebuild { .. } => "rebuild the scene",
            Command::StartFrom { .. } => "set the initial state",
            Command::Annotated(_) => "update the scene",
            Command::Close => "close the scene",
            Command::Preview { .. } => "preview a scene",
            Command::Model { .. } => "export a robot model",
            Command::Play => "play",
            Command::Pause => "pause",
            Command::Step(_) => "step",
            Command::Stop => "stop",
            Command::Reset => "reset",
            Command::Speed(_) => "set the speed",
            Command::PlaceRobot { .. } => "move a robot",
            Command::PlaceObject { .. } => "move an object",
            Command::SetController { .. } => "replace a controller",
            Command::SetDynamics { .. } => "replace the dynamics",
            Command::Key { .. } => "press a key",
            Command::Axis { .. } => "move an axis",
            Command::Call { .. } | Command::CallService { .. } => "call a function",
            Command::Image { .. } => "get a camera image",
            Command::Rescan => "rescan the plugin folders",
            Command::Packs => "rescan the installed packs",
            Command::Install(_) => "install a library",
            Command::ReloadLibrary(_) => "reload a library",
            Command::Record(_) | Command::RecordOver(_) => "record",
            Command::StopRecording => "stop recording",
            Command::Subscribe(_) => "subscribe to a channel",
            Command::Unsubscribe(_) => "unsubscribe from a channel",
            Command::Trails(_) => "draw trails",
            Command::Select(_) => "select robots",
            Command::Contacts(_) => "show contacts",
            Command::Links(_) => "show moving links",
            Command::FrameRate(_) => "set the frame rate",
            Command::Snapshot => "save the state",
            Command::Restore(_) => "restore a saved state",
            Command::Forget(_) => "delete a saved state",
            Command::StepBack(_) => "step back",
            Command::Images(_) => "set the renderer of cameras",
            Command::Verdicts => "evaluate the acceptance conditions",
            Command::StateHash => "compute the state hash",
            Command::Quit => "quit",
        }
    }
}
