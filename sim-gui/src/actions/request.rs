//! Requests from panels and menus to the window, grouped by the area that applies them.

use super::{Action, KeySet};
use crate::document::insertion::Insertion;
use crate::document::moving::{Moment, Moved};
use crate::packs::pictures::Picture;
use crate::preferences::drawing::Drawing;
use crate::preferences::layout::Pane;
use crate::preferences::overlays::OverlaySettings;
use crate::preferences::snap::Snap;
use crate::simulation::calls::Key;
use crate::simulation::playback::Control;
use crate::widgets::units::Units;
use egui::{KeyboardShortcut, Pos2};
use nalgebra::{Isometry3, Point3};
use serde_json::Value;
use sim_core::diagnostic::Diagnostic;
use sim_core::packs::Requirement;
use sim_edit::{Alignment, Axis, Edit, Target};
use sim_runner::Command;
use sim_text::Language;
use std::path::PathBuf;
use std::sync::Arc;

macro_rules! requests {
    ($($(#[$help:meta])* $area:ident($request:ty),)*) => {
        /// A request from a panel. The window applies it after the panels have been drawn.
        #[derive(Debug)]
        pub enum Request {
            $($(#[$help])* $area($request),)*
        }

        $(impl From<$request> for Request {
            fn from(request: $request) -> Self {
                Self::$area(request)
            }
        })*
    };
}

requests! {
    /// An action without arguments.
    Action(Action),
    /// About shortcuts.
    Keys(KeyRequest),
    /// About the selection.
    Select(SelectRequest),
    /// About the views.
    View(ViewRequest),
    /// About the active tool.
    Tool(ToolRequest),
    /// A change of the scene.
    Edit(EditRequest),
    /// About settings.
    Setting(SettingRequest),
    /// About the live run.
    Run(RunRequest),
    /// About recordings.
    Recording(RecordingRequest),
    /// About plots.
    Plot(PlotRequest),
    /// About panels and their layout.
    Panel(PanelRequest),
    /// About files of scenes.
    File(FileRequest),
    /// About problems and the log.
    Notice(NoticeRequest),
    /// About the robot being constructed.
    Robot(RobotRequest),
    /// About files in the editor.
    Text(TextRequest),
    /// About builds.
    Build(BuildRequest),
    /// About packs.
    Packs(PackRequest),
}

/// A request about shortcuts.
#[derive(Debug)]
pub enum KeyRequest {
    /// Binds a shortcut to one action only. Without `keys`, removes the action's shortcut.
    Bind {
        /// The action.
        action: Action,
        /// The shortcut.
        keys: Option<KeyboardShortcut>,
    },
    /// Selects the keymap.
    Use(KeySet),
    /// Restores the default shortcut of an action, or of all actions.
    Reset(Option<Action>),
}

/// A request about the selection.
#[derive(Debug)]
pub enum SelectRequest {
    /// Selects bodies by index.
    Bodies {
        /// The bodies.
        bodies: Vec<usize>,
        /// Whether to extend the current selection.
        add: bool,
    },
    /// Selects a body by index, or clears the selection.
    Body {
        /// The body.
        body: Option<usize>,
        /// Whether to extend the current selection.
        add: bool,
    },
    /// Selects a part of the scene that has no body.
    Part(Target),
    /// Selects a waypoint of a route by index, and the route.
    Pose(Target, usize),
    /// Opens the context menu of an item at a position in the window, points. Applies the request first, which selects the item.
    Menu(Box<Request>, Pos2),
}

/// A request about the views.
#[derive(Debug)]
pub enum ViewRequest {
    /// Hides or shows a body.
    Hide {
        /// The body.
        body: usize,
        /// Whether to hide it.
        hidden: bool,
    },
    /// Selects the overlays.
    Overlays(OverlaySettings),
    /// Records a video of the most recently used 3D view.
    Record(ViewVideo),
}

/// A request about the active tool.
#[derive(Debug)]
pub enum ToolRequest {
    /// Starts an insertion: the next click sets the position.
    Place(Box<Insertion>),
    /// Inserts something at a point in the world frame, m.
    Insert(Box<Insertion>, Point3<f64>),
    /// Closes the active tool.
    End,
    /// Applies the edit of the active tool and closes the tool, unless the edit is rejected.
    Finish(Edit),
    /// Previews dragged items at their new poses.
    Drag(Vec<Moved>),
    /// Applies the drag as one undo step.
    Drop,
    /// Cancels the drag.
    CancelDrag,
}

/// A change of the scene.
#[derive(Debug)]
pub enum EditRequest {
    /// Applies an edit.
    Apply {
        /// The edit.
        edit: Edit,
        /// Whether to merge the edit with the previous undo step if both change the same thing.
        coalesce: bool,
    },
    /// Pastes text from the clipboard.
    Paste(String),
    /// Aligns the selection along an axis. Without `to`, distributes it evenly.
    Align {
        /// The axis.
        axis: Axis,
        /// The side to align.
        to: Option<Alignment>,
    },
    /// Sets the poses of robots and movable objects in the current run. Poses are defined as in `Movable::pose`.
    PlaceNow(Vec<(Target, Isometry3<f64>)>),
    /// Applies the contents of the text view to the scene.
    ApplyText,
}

/// A request about settings.
#[derive(Debug)]
pub enum SettingRequest {
    /// Sets the language. Default: the system's language.
    Language(Option<Language>),
    /// Sets the units of lengths and angles.
    Units(Units),
    /// Sets the snapping increments, or disables snapping.
    Snap(Snap),
    /// Moves the 3D cursor, world frame, m.
    Cursor([f64; 3]),
    /// Changes the sizes for drawing tools.
    Drawing(Drawing),
    /// Selects which poses an edit changes during a run.
    Moment(Moment),
}

/// A request about the live run.
#[derive(Debug)]
pub enum RunRequest {
    /// A command for the simulation thread.
    Command(Command),
    /// Restarts the run and advances it to a time, s.
    GoTo(f64),
    /// Calls a function of a component of a robot.
    Call {
        /// The function.
        key: Key,
        /// Index of the robot.
        robot: usize,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// Calls a function of a service.
    CallService {
        /// The service, by name.
        service: String,
        /// The function.
        function: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A request about a saved state, by number.
    State {
        /// Number of the saved state.
        id: u64,
        /// The request.
        what: KeptRequest,
    },
}

/// A request about recordings.
#[derive(Debug)]
pub enum RecordingRequest {
    /// Records the live run to a file, or to a folder if the name does not end in `.mcap`.
    Record(PathBuf),
    /// Opens a recording in place of the live run.
    Open(PathBuf),
    /// Controls playback of the open recording.
    Playback(Control),
    /// Compares the live run with a recording.
    Compare(PathBuf),
    /// Ends the comparison.
    EndComparison,
}

/// A request about plots.
#[derive(Debug)]
pub enum PlotRequest {
    /// Toggles the plot of a telemetry value.
    Toggle {
        /// Index of the robot.
        robot: usize,
        /// Index of the value.
        index: usize,
    },
    /// Toggles the plot of a robot's deviation from the recording.
    ToggleDistance(usize),
    /// Exports the plotted values as a table. Without a path, opens a file dialog.
    ExportTable(Option<PathBuf>),
    /// Exports the plots as an image. Without a path, opens a file dialog.
    ExportPicture(Option<PathBuf>),
}

/// A request about panels and their layout.
#[derive(Debug)]
pub enum PanelRequest {
    /// Brings a panel to the front.
    Show(Pane),
    /// Closes a panel.
    Close(Pane),
    /// Applies a panel layout.
    Layout(Layout),
}

/// A request about files of scenes.
#[derive(Debug)]
pub enum FileRequest {
    /// Opens a scene file.
    Open(PathBuf),
    /// Removes missing files from the list of recent files.
    ForgetMissing,
    /// Shows a folder in the system's file manager.
    ShowFolder(PathBuf),
}

/// A request about problems and the log.
#[derive(Debug)]
pub enum NoticeRequest {
    /// Reports why a user's request is rejected and how to correct it.
    Refuse(String),
    /// Shows the subject of a diagnostic.
    Visit {
        /// The diagnostic.
        finding: Box<Diagnostic>,
        /// Name of the affected robot, if known.
        robot: Option<String>,
    },
    /// Exports the log with its current filters.
    ExportLog,
}

/// A request about the robot being constructed.
#[derive(Debug)]
pub enum RobotRequest {
    /// Opens a robot by name for construction.
    Construct(Arc<str>),
    /// Reads or writes a file of the robot.
    File(RobotFile),
}

/// A video of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewVideo {
    /// Its file, or the folder for its images.
    pub path: PathBuf,
    /// Whether to write a folder of PNG images instead of an MP4 file.
    pub pictures: bool,
    /// Whether the video runs in simulated time instead of wall-clock time.
    pub of_run: bool,
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
    SaveRobot(Option<PathBuf>),
    /// Load the robot from a file.
    UseRobot(Option<PathBuf>),
    /// Save the open table.
    SaveTable(Option<PathBuf>),
    /// Load the open table.
    LoadTable(Option<PathBuf>),
}

/// A request about files in the editor, by text number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextRequest {
    /// Create an empty text.
    New,
    /// Open a file. Without a path, a file dialog opens.
    Open(Option<PathBuf>),
    /// Open a file at a 1-based line and column.
    OpenAt(PathBuf, usize, usize),
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
    Picture(Picture),
    /// Install packs, or newer versions, from the sources.
    Install(Vec<Requirement>),
    /// Install the packs missing from the scene.
    InstallMissing,
    /// Install an archive.
    InstallFile(PathBuf),
    /// Choose an archive and install it.
    ChooseFile,
    /// Remove a pack.
    Remove(Requirement),
    /// Choose whether the libraries of a pack run in the program's process.
    Isolate {
        /// The pack.
        pack: Requirement,
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
