//! Requests from panels and menus to the window.

use super::Action;

/// A request from a panel. The window applies it after the panels have been drawn.
#[derive(Debug)]
pub enum Request {
    /// An action without arguments.
    Action(Action),
    /// Binds a shortcut to one action only. Without `keys`, removes the action's shortcut.
    BindKeys {
        /// The action.
        action: Action,
        /// The shortcut.
        keys: Option<egui::KeyboardShortcut>,
    },
    /// Selects the keymap.
    KeySet(super::KeySet),
    /// Restores the default shortcut of an action, or of all actions.
    ResetKeys(Option<Action>),
    /// Selects bodies by index.
    SelectAll {
        /// The bodies.
        bodies: Vec<usize>,
        /// Whether to extend the current selection.
        add: bool,
    },
    /// Selects a body by index, or clears the selection.
    Select {
        /// The body.
        body: Option<usize>,
        /// Whether to extend the current selection.
        add: bool,
    },
    /// Selects a part of the scene that has no body.
    SelectPart(sim_edit::Target),
    /// Selects a waypoint of a route by index, and the route.
    SelectPose(sim_edit::Target, usize),
    /// Opens the context menu of an item at a position in the window, points. Applies the request first, which selects the item.
    ThingMenu(Box<Request>, egui::Pos2),
    /// Starts an insertion: the next click sets the position.
    Place(Box<crate::document::insertion::Insertion>),
    /// Inserts something at a point in the world frame, m.
    Insert(Box<crate::document::insertion::Insertion>, nalgebra::Point3<f64>),
    /// Closes the active tool.
    EndTool,
    /// Applies the edit of the active tool and closes the tool, unless the edit is rejected.
    FinishTool(sim_edit::Edit),
    /// Reports why a user's request is rejected and how to correct it.
    Refuse(String),
    /// Moves the 3D cursor, world frame, m.
    Cursor([f64; 3]),
    /// Changes the sizes for drawing tools.
    Drawing(crate::preferences::drawing::Drawing),
    /// Pastes text from the clipboard.
    Paste(String),
    /// Aligns the selection along an axis. Without `to`, distributes it evenly.
    Align {
        /// The axis.
        axis: sim_edit::Axis,
        /// The side to align.
        to: Option<sim_edit::Alignment>,
    },
    /// Hides or shows a body.
    Hide {
        /// The body.
        body: usize,
        /// Whether to hide it.
        hidden: bool,
    },
    /// A command for the simulation thread.
    Run(sim_runner::Command),
    /// An edit of the scene.
    Edit {
        /// The edit.
        edit: sim_edit::Edit,
        /// Whether to merge the edit with the previous undo step if both change the same thing.
        coalesce: bool,
    },
    /// Previews dragged items at their new poses.
    Drag(Vec<crate::document::moving::Moved>),
    /// Applies the drag as one undo step.
    Drop,
    /// Cancels the drag.
    TakeBackDrag,
    /// Sets the poses of robots and movable objects in the current run. Poses are defined as in `Movable::pose`.
    PlaceNow(Vec<(sim_edit::Target, nalgebra::Isometry3<f64>)>),
    /// Selects which poses an edit changes during a run.
    Moment(crate::document::moving::Moment),
    /// Sets the language. Default: the system's language.
    Language(Option<sim_text::Language>),
    /// Sets the units of lengths and angles.
    Units(crate::widgets::units::Units),
    /// Sets the snapping increments, or disables snapping.
    Snap(crate::preferences::snap::Snap),
    /// Selects the overlays.
    Show(crate::preferences::overlays::OverlaySettings),
    /// Toggles the plot of a telemetry value.
    Plot {
        /// Index of the robot.
        robot: usize,
        /// Index of the value.
        index: usize,
    },
    /// Exports the plotted values as a table. Without a path, opens a file dialog.
    ExportPlots(Option<std::path::PathBuf>),
    /// Exports the plots as an image. Without a path, opens a file dialog.
    ExportPicture(Option<std::path::PathBuf>),
    /// Toggles the plot of a robot's deviation from the recording.
    PlotDistance(usize),
    /// Records the live run to a file, or to a folder if the name does not end in `.mcap`.
    Record(std::path::PathBuf),
    /// Records a video of the most recently used 3D view.
    RecordView(ViewVideo),
    /// Opens a recording in place of the live run.
    OpenRecording(std::path::PathBuf),
    /// Controls playback of the open recording.
    Playback(crate::simulation::playback::Control),
    /// Compares the live run with a recording.
    Compare(std::path::PathBuf),
    /// Ends the comparison.
    EndComparison,
    /// Removes missing files from the list of recent files.
    ForgetMissing,
    /// Exports the log with its current filters.
    ExportLog,
    /// Restarts the run and advances it to a time, s.
    GoToMoment(f64),
    /// Opens a scene file.
    Open(std::path::PathBuf),
    /// Shows the subject of a diagnostic.
    Visit {
        /// The diagnostic.
        finding: Box<sim_core::diagnostic::Diagnostic>,
        /// Name of the affected robot, if known.
        robot: Option<String>,
    },
    /// Opens a robot by name for construction.
    Construct(std::sync::Arc<str>),
    /// Calls a function of a component of a robot.
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
    /// Reads or writes a file of the robot being constructed.
    RobotFile(RobotFile),
    /// A request about files in the editor.
    Text(TextRequest),
    /// A request about builds.
    Build(BuildRequest),
    /// A request about packs.
    Packs(PackRequest),
    /// Applies the contents of the text view to the scene.
    ApplyText,
    /// Applies a panel layout.
    Layout(Layout),
    /// A request about a saved state, by number.
    Kept {
        /// Number of the saved state.
        id: u64,
        /// The request.
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
    /// Its file, or the folder for its images.
    pub path: std::path::PathBuf,
    /// Whether to write a folder of PNG images instead of an MP4 file.
    pub pictures: bool,
    /// Whether the video runs in simulated time instead of wall-clock time.
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

/// A panel layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The default layout.
    Standard,
    /// The layout for robot construction.
    Building,
    /// A user-defined layout, by name.
    Own(String),
    /// Deletes a user-defined layout.
    Delete(String),
}

/// A request about a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptRequest {
    /// Restore it.
    GoTo,
    /// Rename it.
    Rename,
    /// Delete it.
    Delete,
}

/// Request for a file of the robot being constructed. Without a path, a file dialog opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RobotFile {
    /// Save the robot with all its parts.
    SaveRobot(Option<std::path::PathBuf>),
    /// Load the robot from a file.
    UseRobot(Option<std::path::PathBuf>),
    /// Save the open table.
    SaveTable(Option<std::path::PathBuf>),
    /// Load the open table.
    LoadTable(Option<std::path::PathBuf>),
}

/// A request about files in the editor, by text number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextRequest {
    /// Create an empty text.
    New,
    /// Open a file. Without a path, a file dialog opens.
    Open(Option<std::path::PathBuf>),
    /// Open a file at a 1-based line and column.
    OpenAt(std::path::PathBuf, usize, usize),
    /// Save a text.
    Save(u64),
    /// Save a text under a new name, with a file dialog.
    SaveAs(u64),
    /// Revert to the contents of the file.
    Revert(u64),
    /// Keep the text although another program has changed the file.
    Keep(u64),
    /// Close a file.
    Close(u64),
}

/// A request about builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildRequest {
    /// Build the project of the file in the editor.
    Start,
    /// Cancel the build.
    Cancel,
}

/// A request about packs.
#[derive(Clone, Debug, PartialEq)]
pub enum PackRequest {
    /// Refresh the list.
    Read,
    /// Fetch an image from a server.
    Picture(crate::packs::pictures::Picture),
    /// Install packs, or newer versions, from the sources.
    Install(Vec<sim_core::packs::Requirement>),
    /// Install the packs missing from the scene.
    InstallMissing,
    /// Install an archive.
    InstallFile(std::path::PathBuf),
    /// Choose an archive and install it.
    ChooseFile,
    /// Remove a pack.
    Remove(sim_core::packs::Requirement),
    /// Choose whether the libraries of a pack run in the program's process.
    Isolate {
        /// The pack.
        pack: sim_core::packs::Requirement,
        /// Whether they run in the program's process.
        in_program: bool,
    },
    /// Enable or disable a source.
    Source {
        /// The source.
        source: String,
        /// Whether to enable it.
        used: bool,
    },
}
