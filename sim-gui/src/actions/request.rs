//! Everything that panels and menus ask the window for.

use super::Action;

/// Everything that panels ask for, done after the panels have been drawn.
#[derive(Debug)]
pub enum Request {
    /// A plain action.
    Action(Action),
    /// Binds keys to an action, and to no other one; without keys, takes its own away.
    BindKeys {
        /// The action.
        action: Action,
        /// The keys.
        keys: Option<egui::KeyboardShortcut>,
    },
    /// Chooses the set of keys that actions have where nobody has bound others.
    KeySet(super::KeySet),
    /// Gives an action the keys that it had at first; all actions, where none is named.
    ResetKeys(Option<Action>),
    /// Selects bodies by number; keeps the others where asked for.
    SelectAll {
        /// The bodies.
        bodies: Vec<usize>,
        /// Whether what was selected before stays so.
        add: bool,
    },
    /// Selects a body by number, or nothing; keeps the others where asked for.
    Select {
        /// The body.
        body: Option<usize>,
        /// Whether what was selected before stays so.
        add: bool,
    },
    /// Selects a part of the scene without body.
    SelectPart(sim_edit::Target),
    /// Selects a pose of a route, by number, and the route.
    SelectPose(sim_edit::Target, usize),
    /// Opens the menu of a thing at a place of the window, points. The request selects the thing, unless it is selected.
    ThingMenu(Box<Request>, egui::Pos2),
    /// Begins to put something in: the next click says where.
    Place(Box<crate::document::insertion::Insertion>),
    /// Puts something in at a point of the world, m.
    Insert(Box<crate::document::insertion::Insertion>, nalgebra::Point3<f64>),
    /// Puts the tool away that was chosen.
    EndTool,
    /// Makes the edit of the tool that was chosen and puts the tool away, unless the edit is refused.
    FinishTool(sim_edit::Edit),
    /// Tells why something that a person wanted is not done, and what would have to be otherwise.
    Refuse(String),
    /// Puts the cursor of the world somewhere, m.
    Cursor([f64; 3]),
    /// Draws with other sizes.
    Drawing(crate::preferences::drawing::Drawing),
    /// Puts in what the clipboard holds.
    Paste(String),
    /// Lines up what is selected along an axis; without a side, makes the distances equal.
    Align {
        /// The axis.
        axis: sim_edit::Axis,
        /// Which side.
        to: Option<sim_edit::Alignment>,
    },
    /// Hides a body or shows it again.
    Hide {
        /// The body.
        body: usize,
        /// Whether it is hidden from now on.
        hidden: bool,
    },
    /// Something for the thread of the simulation.
    Run(sim_runner::Command),
    /// An edit of the scene.
    Edit {
        /// The edit.
        edit: sim_edit::Edit,
        /// Whether it is one step of undo with the one before, when that was of the same thing.
        coalesce: bool,
    },
    /// Shows things where they would stand if they were let go now.
    Drag(Vec<crate::document::moving::Moved>),
    /// Puts them there: one step of undo.
    Drop,
    /// Shows what is dragged where it was.
    TakeBackDrag,
    /// Puts robots and movable objects somewhere in the present run; poses as `Movable::pose`.
    PlaceNow(Vec<(sim_edit::Target, nalgebra::Isometry3<f64>)>),
    /// Chooses which poses are changed by hand while a run is under way.
    Moment(crate::document::moving::Moment),
    /// Speaks a language from now on; without one, that of the system.
    Language(Option<sim_text::Language>),
    /// Shows lengths and angles in other units.
    Units(crate::widgets::units::Units),
    /// Snaps to other round numbers, or no longer.
    Snap(crate::preferences::snap::Snap),
    /// Draws other things besides the things themselves.
    Show(crate::preferences::overlays::Shown),
    /// Plots a telemetry value, or no longer.
    Plot {
        /// Index of the robot.
        robot: usize,
        /// Index of the value.
        index: usize,
    },
    /// Writes what is plotted as a table, to a file that is asked for where none is given.
    ExportPlots(Option<std::path::PathBuf>),
    /// Writes the plots as a picture, to a file that is asked for where none is given.
    ExportPicture(Option<std::path::PathBuf>),
    /// Plots how far a robot is from where it was in the recording, or no longer.
    PlotDistance(usize),
    /// Records the live run to a file, or to a folder where the name does not end in `.mcap`.
    Record(std::path::PathBuf),
    /// Makes a video of the 3D view that was used last.
    RecordView(ViewVideo),
    /// Shows a recording in place of the live run.
    OpenRecording(std::path::PathBuf),
    /// Plays, scrubs and closes the recording that is shown.
    Playback(crate::simulation::playback::Control),
    /// Compares the live run with a recording.
    Compare(std::path::PathBuf),
    /// Ends the comparison.
    EndComparison,
    /// Takes files that are missing out of the list of those that were open lately.
    ForgetMissing,
    /// Writes the log, as it is shown, to a file.
    ExportLog,
    /// Begins the run again and lets it go on to a moment, s.
    GoToMoment(f64),
    /// Opens a scene file.
    Open(std::path::PathBuf),
    /// Shows what a finding is about.
    Visit {
        /// The finding.
        finding: Box<sim_core::diagnostic::Diagnostic>,
        /// Name of the robot that it is about, where one is known.
        robot: Option<String>,
    },
    /// Shows the construction of a robot, by name.
    Construct(std::sync::Arc<str>),
    /// Calls a function of a part of a robot.
    Call {
        /// The function.
        key: crate::simulation::calls::Key,
        /// Index of the robot.
        robot: usize,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Calls a function of a service.
    CallService {
        /// The service, by name.
        service: String,
        /// The function.
        function: String,
        /// Its arguments.
        arguments: Vec<serde_json::Value>,
    },
    /// Reads or writes a file of the robot under construction.
    RobotFile(RobotFile),
    /// Something about the files of the editor.
    Text(TextRequest),
    /// Something about building what they belong to.
    Build(BuildRequest),
    /// Something about packs.
    Packs(PackRequest),
    /// Makes what is written in the text view the scene.
    ApplyText,
    /// Puts the panels where a layout has them.
    Layout(Layout),
    /// Something about a kept state, by number.
    Kept {
        /// Its number.
        id: u64,
        /// What is asked for.
        what: KeptRequest,
    },
    /// Brings a panel to the front.
    ShowPanel(crate::preferences::layout::Pane),
    /// Closes a panel.
    ClosePanel(crate::preferences::layout::Pane),
    /// Shows a folder in the system's file manager.
    ShowFolder(std::path::PathBuf),
}

/// A video of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewVideo {
    /// Its file, or the folder that is made for its pictures.
    pub path: std::path::PathBuf,
    /// Whether it is a folder of PNG pictures in place of an MP4 file.
    pub pictures: bool,
    /// Whether the time that passes in it is the simulated time of the run, in place of the time for which each image was seen.
    pub of_run: bool,
}

impl From<PackRequest> for Request {
    fn from(request: PackRequest) -> Self {
        Self::Packs(request)
    }
}

impl From<Action> for Request {
    fn from(action: Action) -> Self {
        Self::Action(action)
    }
}

/// A layout of the panels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The one that the program begins with.
    Standard,
    /// The one for building robots.
    Building,
    /// One that a person has saved, by name.
    Own(String),
    /// The same is to be deleted.
    Delete(String),
}

/// What is asked for about a kept state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptRequest {
    /// To go back to it, or forward.
    GoTo,
    /// To give it another name.
    Rename,
    /// To delete it.
    Delete,
}

/// A file of what is being built; one that is not given is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RobotFile {
    /// Writes the robot with all its parts.
    SaveRobot(Option<std::path::PathBuf>),
    /// Lets the robot be as a file says.
    UseRobot(Option<std::path::PathBuf>),
    /// Writes the table that is open.
    SaveTable(Option<std::path::PathBuf>),
    /// Fills the table that is open.
    LoadTable(Option<std::path::PathBuf>),
}

/// What is asked for about the files of the editor, by numbers of their texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextRequest {
    /// To begin an empty text.
    New,
    /// To open a file, which is asked for where none is given.
    Open(Option<std::path::PathBuf>),
    /// To open a file at a line and column, from 1.
    OpenAt(std::path::PathBuf, usize, usize),
    /// To save a text.
    Save(u64),
    /// To save a text to a file that is asked for.
    SaveAs(u64),
    /// To go back to what the file holds.
    Revert(u64),
    /// To leave the text as it is, though another program has changed the file.
    Keep(u64),
    /// To close a file.
    Close(u64),
}

/// What is asked for about builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildRequest {
    /// To build the project of the file that the editor shows.
    Start,
    /// To stop the build.
    Cancel,
}

/// What is asked for about packs.
#[derive(Clone, Debug, PartialEq)]
pub enum PackRequest {
    /// To look again what there is.
    Read,
    /// To fetch a picture that a server has.
    Picture(crate::packs::pictures::Picture),
    /// To install packs, or newer versions of them, from the sources.
    Install(Vec<sim_core::packs::Requirement>),
    /// To install what the scene misses.
    InstallMissing,
    /// To install an archive.
    InstallFile(std::path::PathBuf),
    /// To install an archive that is asked for.
    ChooseFile,
    /// To remove a pack.
    Remove(sim_core::packs::Requirement),
    /// To let its libraries run in the program's own process, or no longer.
    Isolate {
        /// The pack.
        pack: sim_core::packs::Requirement,
        /// Whether they run in the program's own process.
        in_program: bool,
    },
    /// To use a source, or no longer.
    Source {
        /// The source.
        source: String,
        /// Whether it is used from now on.
        used: bool,
    },
}
