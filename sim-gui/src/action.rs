//! What a person can ask the window for: names, help, shortcuts and conditions in one list, for menus, palette and help.

use crate::text;
use egui::{Key, KeyboardShortcut, Modifiers};

/// Something that a person asks for, without further particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Lets time run, or stops it.
    PlayPause,
    /// Does one tick.
    Step,
    /// Takes back one step.
    StepBack,
    /// Stops and goes back to the start.
    Stop,
    /// Goes back to the start and goes on running.
    Reset,
    /// Records the run, or stops recording.
    Record,
    /// Opens a recording.
    OpenRecording,
    /// Compares the run with a recording.
    Compare,
    /// Opens a scene.
    Open,
    /// Begins a new scene.
    New,
    /// Reads the files of the scene again.
    Reload,
    /// Lists the unsaved work that earlier runs have left.
    Recover,
    /// Saves the scene.
    Save,
    /// Saves the scene to another file.
    SaveAs,
    /// Takes back the last edit.
    Undo,
    /// Does an edit again.
    Redo,
    /// Deletes what is selected.
    Delete,
    /// Makes copies of what is selected.
    Duplicate,
    /// Copies what is selected to the clipboard.
    Copy,
    /// Copies what is selected to the clipboard and deletes it.
    Cut,
    /// Puts in what the clipboard holds.
    Paste,
    /// Selects everything.
    SelectAll,
    /// Chooses something to put in.
    Insert,
    /// Locks what is selected against changes, or unlocks it.
    Lock,
    /// Moves what is selected along arrows.
    Move,
    /// Turns what is selected along rings.
    Turn,
    /// Lets what is moved and turned snap to round numbers, or no longer.
    Snap,
    /// Closes the window.
    Quit,
    /// Shows everything.
    Fit,
    /// Shows what is selected.
    FitSelection,
    /// Looks from above.
    Top,
    /// Looks from the front.
    Front,
    /// Looks from the side.
    Side,
    /// Follows the selected robot.
    Follow,
    /// Looks from the selected robot.
    FirstPerson,
    /// Looks from behind the selected robot.
    Behind,
    /// Looks through the cameras of the selected robot, one after the other.
    ThroughCamera,
    /// Measures distances and angles, or ends that.
    Measure,
    /// Writes the plan to an SVG file.
    ExportSvg,
    /// Writes the plan to a PNG file.
    ExportPng,
    /// Simpler drawing.
    Efficient,
    /// Light or dark.
    Theme,
    /// Opens the command palette.
    Palette,
    /// Shows all shortcuts.
    Shortcuts,
    /// Puts all panels back to their places.
    Layout,
}

impl Action {
    /// All of them, in the order of help and palette.
    pub const ALL: [Self; 45] = [
        Self::PlayPause,
        Self::Step,
        Self::StepBack,
        Self::Stop,
        Self::Reset,
        Self::Record,
        Self::OpenRecording,
        Self::Compare,
        Self::Open,
        Self::New,
        Self::Reload,
        Self::Recover,
        Self::Save,
        Self::SaveAs,
        Self::Undo,
        Self::Redo,
        Self::Delete,
        Self::Duplicate,
        Self::Copy,
        Self::Cut,
        Self::Paste,
        Self::SelectAll,
        Self::Insert,
        Self::Lock,
        Self::Move,
        Self::Turn,
        Self::Snap,
        Self::Quit,
        Self::Fit,
        Self::FitSelection,
        Self::Top,
        Self::Front,
        Self::Side,
        Self::Follow,
        Self::FirstPerson,
        Self::Behind,
        Self::ThroughCamera,
        Self::Measure,
        Self::ExportSvg,
        Self::ExportPng,
        Self::Efficient,
        Self::Theme,
        Self::Palette,
        Self::Shortcuts,
        Self::Layout,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayPause => "Play or pause",
            Self::Step => text::run::STEP,
            Self::StepBack => text::recordings::STEP_BACK,
            Self::Stop => text::run::STOP,
            Self::Reset => text::run::RESET,
            Self::Record => text::recordings::RECORD_ACTION,
            Self::OpenRecording => text::recordings::OPEN,
            Self::Compare => text::recordings::COMPARE,
            Self::Open => text::menu::OPEN,
            Self::New => text::menu::NEW,
            Self::Reload => text::foreign::ACTION,
            Self::Recover => text::recovery::ACTION,
            Self::Save => text::file::SAVE,
            Self::SaveAs => text::menu::SAVE_AS,
            Self::Undo => text::menu::UNDO,
            Self::Redo => text::menu::REDO,
            Self::Delete => text::menu::DELETE,
            Self::Duplicate => text::menu::DUPLICATE,
            Self::Copy => text::edit::COPY,
            Self::Cut => text::edit::CUT,
            Self::Paste => text::edit::PASTE,
            Self::SelectAll => text::edit::SELECT_ALL,
            Self::Insert => text::edit::INSERT,
            Self::Lock => text::edit::LOCK,
            Self::Move => text::edit::MOVE,
            Self::Turn => text::edit::TURN,
            Self::Snap => text::edit::SNAP,
            Self::Quit => text::menu::QUIT,
            Self::Fit => text::view::FIT,
            Self::FitSelection => text::view::FIT_SELECTION,
            Self::Top => text::view::TOP,
            Self::Front => text::view::FRONT,
            Self::Side => text::view::SIDE,
            Self::Follow => text::view::FOLLOW,
            Self::FirstPerson => text::view::FIRST_PERSON,
            Self::Behind => text::view::BEHIND,
            Self::ThroughCamera => text::view::THROUGH,
            Self::Measure => text::measure::MEASURE,
            Self::ExportSvg => text::plan::EXPORT_SVG,
            Self::ExportPng => text::plan::EXPORT_PNG,
            Self::Efficient => text::view::EFFICIENT,
            Self::Theme => text::menu::THEME,
            Self::Palette => text::menu::PALETTE,
            Self::Shortcuts => text::menu::SHORTCUTS,
            Self::Layout => text::menu::LAYOUT,
        }
    }

    /// Its keys.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        let command = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        let shifted = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, key));
        match self {
            Self::PlayPause => plain(Key::Space),
            Self::Step => plain(Key::Period),
            Self::StepBack => plain(Key::Comma),
            Self::Stop => Some(KeyboardShortcut::new(Modifiers::SHIFT, Key::F5)),
            Self::Reset => command(Key::R),
            Self::Record => shifted(Key::R),
            Self::OpenRecording => shifted(Key::O),
            Self::Open => command(Key::O),
            Self::New => command(Key::N),
            Self::Save => command(Key::S),
            Self::SaveAs => shifted(Key::S),
            Self::Undo => command(Key::Z),
            Self::Redo => shifted(Key::Z),
            Self::Delete => plain(Key::Delete),
            Self::Duplicate => command(Key::D),
            Self::Copy => command(Key::C),
            Self::Cut => command(Key::X),
            Self::Paste => command(Key::V),
            Self::SelectAll => command(Key::A),
            Self::Insert => command(Key::I),
            Self::Lock => command(Key::L),
            Self::Move => plain(Key::W),
            Self::Turn => plain(Key::E),
            Self::Snap => plain(Key::X),
            Self::Quit => command(Key::Q),
            Self::Fit => plain(Key::Home),
            Self::FitSelection => plain(Key::F),
            Self::Top => plain(Key::Num7),
            Self::Front => plain(Key::Num1),
            Self::Side => plain(Key::Num3),
            Self::Follow => plain(Key::G),
            Self::FirstPerson => plain(Key::V),
            Self::Behind => plain(Key::B),
            Self::ThroughCamera => plain(Key::C),
            Self::Measure => plain(Key::M),
            Self::Palette => command(Key::K),
            Self::Shortcuts => plain(Key::F1),
            Self::Reload
            | Self::Recover
            | Self::Compare
            | Self::ExportSvg
            | Self::ExportPng
            | Self::Efficient
            | Self::Theme
            | Self::Layout => None,
        }
    }

    /// Another key for the same, where keyboards differ.
    pub fn other_shortcut(self) -> Option<KeyboardShortcut> {
        // The key `delete` of some keyboards is this one, and they have no other.
        (self == Self::Delete).then_some(KeyboardShortcut::new(Modifiers::NONE, Key::Backspace))
    }

    /// All its keys.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.shortcut().into_iter().chain(self.other_shortcut())
    }

    /// Whether a text field has this for its own text.
    fn is_of_text(self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::Delete | Self::Duplicate)
    }

    /// The action whose keys have been pressed, if no text is being written.
    pub fn pressed(ctx: &egui::Context) -> Option<Self> {
        let writing = ctx.egui_wants_keyboard_input();
        // The system tells these as what they mean, not as keys.
        let meant = |event: &egui::Event| match event {
            egui::Event::Copy => Some(Self::Copy),
            egui::Event::Cut => Some(Self::Cut),
            _ => None,
        };
        if let Some(action) = ctx.input(|input| input.events.iter().find_map(meant)).filter(|_| !writing) {
            return Some(action);
        }
        let text = ctx.text_edit_focused();
        let wanted = |(action, shortcut): &(Self, KeyboardShortcut)| {
            !(text && action.is_of_text()) && (!writing || shortcut.modifiers.any())
        };
        // Shortcuts with more modifiers go first, so that none swallows another's key.
        let all = Self::ALL.into_iter().flat_map(|action| action.shortcuts().map(move |keys| (action, keys)));
        let mut list: Vec<(Self, KeyboardShortcut)> = all.filter(wanted).collect();
        list.sort_by_key(|(_, shortcut)| (!shortcut.modifiers.shift, !shortcut.modifiers.any()));
        list.into_iter()
            .find(|(_, shortcut)| ctx.input_mut(|input| input.consume_shortcut(shortcut)))
            .map(|(action, _)| action)
    }
}

/// Everything that panels ask for, done after the panels have been drawn.
#[derive(Debug)]
pub enum Request {
    /// A plain action.
    Action(Action),
    /// Selects a body by number, or nothing; keeps the others where asked for.
    Select {
        /// The body.
        body: Option<usize>,
        /// Whether what was selected before stays so.
        add: bool,
    },
    /// Selects a part of the scene without body.
    SelectPart(sim_edit::Target),
    /// Begins to put something in: the next click says where.
    Place(Box<crate::insert::Insertion>),
    /// Puts in what has been begun, at a point of the world, m.
    Insert(nalgebra::Point3<f64>),
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
    /// The next edit is a step of undo of its own.
    Seal,
    /// Draws other things besides the things themselves.
    Show(crate::marks::Shown),
    /// Measures to a point, m.
    Measure(nalgebra::Point3<f64>),
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
    /// Shows a recording in place of the live run.
    OpenRecording(std::path::PathBuf),
    /// Plays, scrubs and closes the recording that is shown.
    Playback(crate::playback::Control),
    /// Compares the live run with a recording.
    Compare(std::path::PathBuf),
    /// Ends the comparison.
    EndComparison,
    /// Takes files that are missing out of the list of those that were open lately.
    ForgetMissing,
    /// Writes the log, as it is shown, to a file.
    ExportLog,
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
    /// Calls a function without parameters of a service.
    CallService {
        /// The service, by name.
        service: String,
        /// The function.
        function: String,
    },
    /// Reads or writes a file of the robot under construction.
    RobotFile(crate::construct::files::RobotFile),
    /// Makes what is written in the text view the scene.
    ApplyText,
    /// Shows a folder in the system's file manager.
    ShowFolder(std::path::PathBuf),
}

impl From<Action> for Request {
    fn from(action: Action) -> Self {
        Self::Action(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_actions_share_a_name_or_keys() {
        let names: HashSet<&str> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        let keys: Vec<_> = Action::ALL.iter().flat_map(|action| action.shortcuts()).collect();
        assert!(keys.iter().enumerate().all(|(number, keys_one)| !keys[..number].contains(keys_one)));
    }
}
