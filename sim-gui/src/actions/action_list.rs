//! The list of actions: menu, label, default shortcut and requirement of each.

use crate::text::{Text, Words, action, menu, several};
use egui::{Key, KeyboardShortcut, Modifiers};

/// A menu of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Scene, recording and plan files.
    File,
    /// Edits of the scene.
    Edit,
    /// Drawing tools.
    Draw,
    /// Simulation control.
    Run,
    /// Visibility and views.
    View,
    /// Camera moves.
    Camera,
    /// Panel layouts.
    Layouts,
    /// Help and the command palette.
    Help,
}

impl Menu {
    /// All menus, in the order of the list of shortcuts.
    pub const ALL: [Self; 8] =
        [Self::File, Self::Edit, Self::Draw, Self::Run, Self::View, Self::Camera, Self::Layouts, Self::Help];

    /// Title.
    pub fn title(self) -> Text {
        match self {
            Self::File => menu::FILE,
            Self::Edit => menu::EDIT,
            Self::Draw => menu::DRAW,
            Self::Run => menu::RUN,
            Self::View => menu::VIEW,
            Self::Camera => menu::CAMERA,
            Self::Layouts => several::LAYOUTS,
            Self::Help => menu::HELP,
        }
    }
}

/// A precondition of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No precondition.
    Nothing,
    /// A built simulation.
    Run,
    /// A simulation that can advance.
    Time,
    /// An open document.
    Document,
    /// A document with a file.
    File,
    /// A document without errors, or no document yet.
    Editable,
    /// A document without errors.
    Scene,
    /// A document without errors, and a selection.
    Part,
    /// A selection.
    Selection,
    /// An edit to undo.
    Undo,
    /// An edit to redo.
    Redo,
    /// A scene with ceilings, and no active tool that hides ceilings itself.
    Ceilings,
    /// A scene with margins.
    Margins,
    /// A point of the shape being drawn.
    Point,
}

/// How menus and the palette show the state of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    /// Stateless.
    Never,
    /// An on/off switch.
    Switch,
    /// One of several choices, at most one of which is on.
    Choice,
}

/// An entry of the list of actions.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The menu that contains the action.
    pub menu: Menu,
    /// Label and description.
    pub words: Words,
    /// Default shortcut.
    pub keys: Option<KeyboardShortcut>,
    /// Precondition.
    pub need: Need,
    /// How the state is shown.
    pub toggle: Toggle,
}

/// Defines [`Action`] from a list of `Name: menu, words, keys, need;`. A stateful action adds a [`Toggle`] at the end.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $menu:ident, $words:ident, $keys:expr, $need:ident $(, $toggle:ident)?;)*) => {
        /// A command without arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            /// All actions, in the order of menus, help and palette.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The list entry of the action.
            pub fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry {
                        menu: Menu::$menu,
                        words: action::$words,
                        keys: $keys,
                        need: Need::$need,
                        toggle: [$(Toggle::$toggle,)? Toggle::Never][0],
                    },)*
                }
            }
        }
    };
}

/// A key without modifiers.
const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

/// A key with the command key.
const fn command(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

/// A key with Shift.
const fn shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::SHIFT, key))
}

/// A key with the command key and Shift.
const fn shifted(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

actions! {
    /// Creates a scene.
    New: File, NEW, command(Key::N), Nothing;
    /// Opens a scene.
    Open: File, OPEN, command(Key::O), Nothing;
    /// Reloads the files of the scene.
    Reload: File, RELOAD, None, File;
    /// Lists unsaved work from earlier sessions.
    Recover: File, RECOVER, None, Nothing;
    /// Opens a recording.
    OpenRecording: File, OPEN_RECORDING, shifted(Key::O), Nothing;
    /// Creates a text file in the editor.
    NewText: File, NEW_TEXT, None, Nothing;
    /// Opens a text file in the editor.
    OpenText: File, OPEN_TEXT, None, Nothing;
    /// Creates a component project.
    NewComponent: File, NEW_COMPONENT, None, Nothing;
    /// Builds the project of the file in the editor.
    Build: File, BUILD, command(Key::B), Nothing;
    /// Saves the scene.
    Save: File, SAVE, command(Key::S), Document;
    /// Saves the scene to another file.
    SaveAs: File, SAVE_AS, shifted(Key::S), Document;
    /// Exports the scene without its robots.
    ExportSurroundings: File, EXPORT_SURROUNDINGS, None, Scene;
    /// Replaces the surroundings of the scene with those from a file.
    ImportSurroundings: File, IMPORT_SURROUNDINGS, None, Scene;
    /// Exports the 2D view as SVG.
    ExportSvg: File, EXPORT_SVG, None, Nothing;
    /// Exports the 2D view as PNG.
    ExportPng: File, EXPORT_PNG, None, Nothing;
    /// Closes the window.
    Quit: File, QUIT, command(Key::Q), Nothing;
    /// Undoes the last edit.
    Undo: Edit, UNDO, command(Key::Z), Undo;
    /// Redoes the last undone edit.
    Redo: Edit, REDO, shifted(Key::Z), Redo;
    /// Cuts the selection to the clipboard.
    Cut: Edit, CUT, command(Key::X), Part;
    /// Copies the selection to the clipboard.
    Copy: Edit, COPY, command(Key::C), Part;
    /// Pastes the contents of the clipboard.
    Paste: Edit, PASTE, command(Key::V), Scene;
    /// Duplicates the selection.
    Duplicate: Edit, DUPLICATE, command(Key::D), Part;
    /// Renames the most recently selected item.
    Rename: Edit, RENAME, plain(Key::F2), Part;
    /// Deletes the selection.
    Delete: Edit, DELETE, plain(Key::Delete), Part;
    /// Selects everything.
    SelectAll: Edit, SELECT_ALL, command(Key::A), Scene;
    /// Opens the list of things to insert.
    Insert: Edit, INSERT, command(Key::I), Editable;
    /// Inserts walls, rooms, obstacles, beacons and robots with typed coordinates and sizes.
    InsertByNumbers: Edit, INSERT_BY_NUMBERS, shift(Key::I), Editable;
    /// Places the 3D cursor with a click.
    PlaceCursor: Edit, PLACE_CURSOR, None, Nothing, Choice;
    /// Resets the 3D cursor to the origin.
    ResetCursor: Edit, RESET_CURSOR, shift(Key::C), Nothing;
    /// Locks the selection against edits.
    Lock: Edit, LOCK, command(Key::L), Part, Switch;
    /// Moves the selection with a gizmo.
    Move: Edit, MOVE, plain(Key::W), Nothing, Choice;
    /// Rotates the selection with a gizmo.
    Turn: Edit, TURN, plain(Key::E), Nothing, Choice;
    /// Resizes the selection with handles.
    Resize: Edit, RESIZE, plain(Key::R), Nothing, Choice;
    /// Moves the selection with the pointer until a click.
    Grab: Edit, GRAB, None, Part, Choice;
    /// Rotates the selection with the pointer until a click.
    Spin: Edit, SPIN, None, Part, Choice;
    /// Switches the gizmo between the local axes of the selection and the world axes.
    OwnAxes: Edit, OWN_AXES, plain(Key::L), Nothing, Switch;
    /// Snaps positions and angles to a grid.
    Snap: Edit, SNAP, plain(Key::X), Nothing, Switch;
    /// Opens the preferences.
    Preferences: Edit, PREFERENCES, command(Key::Comma), Nothing;
    /// Draws walls from corner to corner.
    DrawWalls: Draw, DRAW_WALLS, shift(Key::W), Editable, Choice;
    /// Draws a room with four walls.
    DrawRoom: Draw, DRAW_ROOM, shift(Key::R), Editable, Choice;
    /// Cuts a door into a wall.
    DrawDoor: Draw, DRAW_DOOR, shift(Key::D), Editable, Choice;
    /// Draws a field on the floor.
    DrawField: Draw, DRAW_FIELD, shift(Key::P), Editable, Choice;
    /// Draws a route.
    DrawRoute: Draw, DRAW_ROUTE, shift(Key::T), Editable, Choice;
    /// Removes the last point of the shape being drawn.
    TakeBackPoint: Draw, TAKE_BACK_POINT, None, Point;
    /// Plays or pauses the simulation.
    PlayPause: Run, PLAY_PAUSE, plain(Key::Space), Time;
    /// Advances the simulation by one tick.
    Step: Run, STEP, plain(Key::Period), Time;
    /// Goes back one step.
    StepBack: Run, STEP_BACK, plain(Key::Comma), Run;
    /// Stops and resets to the start.
    Stop: Run, STOP, shift(Key::F5), Run;
    /// Resets to the start and keeps running.
    Reset: Run, RESET, command(Key::R), Run;
    /// Records the run.
    Record: Run, RECORD, shifted(Key::R), Run, Switch;
    /// Saves the current state of the run under a name.
    KeepState: Run, KEEP_STATE, plain(Key::F6), Run;
    /// Restores the most recently saved state.
    NewestState: Run, NEWEST_STATE, shift(Key::F6), Run;
    /// Compares the run with a recording.
    Compare: Run, COMPARE, None, Nothing;
    /// Fits everything into the view.
    Fit: View, FIT, plain(Key::Home), Nothing;
    /// Restores the camera specified in the scene.
    SceneView: View, SCENE_VIEW, shift(Key::Home), Nothing;
    /// Fits the selection into the view.
    FitSelection: View, FIT_SELECTION, plain(Key::F), Selection;
    /// Hides or shows the selection.
    Hide: View, HIDE, plain(Key::H), Selection, Switch;
    /// Hides or shows labels.
    Labels: View, LABELS, None, Nothing, Switch;
    /// Hides or shows ceilings.
    Ceilings: View, CEILINGS, None, Ceilings, Switch;
    /// Hides or shows margins.
    Margins: View, MARGINS, None, Margins, Switch;
    /// Shows the most recently selected item in the scene's text.
    ShowInText: View, SHOW_IN_TEXT, None, Part;
    /// Views the scene from above.
    Top: View, TOP, plain(Key::Num7), Nothing;
    /// Views the scene from the front.
    Front: View, FRONT, plain(Key::Num1), Nothing;
    /// Views the scene from the side.
    Side: View, SIDE, plain(Key::Num3), Nothing;
    /// Orbits the camera to the left.
    OrbitLeft: Camera, ORBIT_LEFT, plain(Key::Num4), Nothing;
    /// Orbits the camera to the right.
    OrbitRight: Camera, ORBIT_RIGHT, plain(Key::Num6), Nothing;
    /// Orbits the camera upward.
    OrbitUp: Camera, ORBIT_UP, plain(Key::Num8), Nothing;
    /// Orbits the camera downward.
    OrbitDown: Camera, ORBIT_DOWN, plain(Key::Num2), Nothing;
    /// Pans the view to the left.
    PanLeft: Camera, PAN_LEFT, plain(Key::ArrowLeft), Nothing;
    /// Pans the view to the right.
    PanRight: Camera, PAN_RIGHT, plain(Key::ArrowRight), Nothing;
    /// Pans the view up.
    PanUp: Camera, PAN_UP, plain(Key::ArrowUp), Nothing;
    /// Pans the view down.
    PanDown: Camera, PAN_DOWN, plain(Key::ArrowDown), Nothing;
    /// Zooms in.
    ZoomIn: Camera, ZOOM_IN, plain(Key::Plus), Nothing;
    /// Zooms out.
    ZoomOut: Camera, ZOOM_OUT, plain(Key::Minus), Nothing;
    /// Toggles the orthographic projection.
    Parallel: Camera, PARALLEL, plain(Key::Num5), Nothing, Switch;
    /// Follows the selected robot.
    Follow: View, FOLLOW, plain(Key::G), Selection, Switch;
    /// First-person view of the selected robot.
    FirstPerson: View, FIRST_PERSON, plain(Key::V), Nothing, Choice;
    /// Chase camera behind the selected robot.
    Behind: View, BEHIND, plain(Key::B), Nothing, Choice;
    /// Cycles through the cameras of the selected robot.
    ThroughCamera: View, THROUGH_CAMERA, plain(Key::C), Nothing, Choice;
    /// Measures distances and angles.
    Measure: View, MEASURE, plain(Key::M), Nothing, Switch;
    /// Opens or closes the scene tree.
    SceneTree: View, SCENE_TREE, command(Key::T), Nothing, Switch;
    /// Opens or closes the inspector.
    Inspector: View, INSPECTOR, None, Nothing, Switch;
    /// Saves an image of the most recently used 3D view.
    SaveViewPicture: View, SAVE_VIEW_PICTURE, shift(Key::F12), Nothing;
    /// Records a video of the most recently used 3D view.
    RecordView: View, RECORD_VIEW, command(Key::F12), Nothing, Switch;
    /// Reduces the rendering quality.
    Efficient: View, EFFICIENT, None, Nothing, Switch;
    /// Toggles the dark theme.
    Theme: View, THEME, None, Nothing, Switch;
    /// Opens another 3D view next to the most recently used view.
    NewView3d: View, NEW_3D_VIEW, None, Nothing;
    /// Opens another 2D view next to the most recently used view.
    NewPlan: View, NEW_PLAN, None, Nothing;
    /// Opens another camera panel next to the most recently used view.
    NewCameras: View, NEW_CAMERA_PANEL, None, Nothing;
    /// Saves the current panel layout under a name.
    SaveLayout: Layouts, SAVE_LAYOUT, None, Nothing;
    /// Resets the panel layout.
    Layout: View, LAYOUT, None, Nothing;
    /// Opens the command palette.
    Palette: Help, PALETTE, command(Key::K), Nothing;
    /// Opens the manual page about the item under the pointer.
    Help: Help, HELP, plain(Key::F1), Nothing;
    /// Opens the manual.
    Manual: Help, MANUAL, None, Nothing;
    /// Shows all shortcuts.
    Shortcuts: Help, SHORTCUTS, command(Key::F1), Nothing;
    /// Shows version, license and graphics device.
    About: Help, ABOUT, None, Nothing;
}

impl Action {
    /// The identifier of the action.
    pub fn name(self) -> &'static str {
        self.entry().words.name.as_str()
    }

    /// Whether menus show a state for the action.
    pub fn has_state(self) -> bool {
        self.entry().toggle != Toggle::Never
    }

    /// The default shortcut.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        self.entry().keys
    }

    /// An alternative shortcut, for differences between keyboards.
    pub fn other_shortcut(self) -> Option<KeyboardShortcut> {
        let key = match self {
            // Some keyboards label this key `delete` and have no other.
            Self::Delete => Key::Backspace,
            // The plus key, pressed without Shift.
            Self::ZoomIn => Key::Equals,
            _ => return None,
        };
        Some(KeyboardShortcut::new(Modifiers::NONE, key))
    }

    /// All default shortcuts.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.shortcut().into_iter().chain(self.other_shortcut())
    }

    /// Whether the action affects the whole document, so that text typed into a field must be committed first.
    pub fn needs_whole_document(self) -> bool {
        matches!(
            self,
            Self::Save
                | Self::SaveAs
                | Self::ExportSurroundings
                | Self::ImportSurroundings
                | Self::New
                | Self::Open
                | Self::OpenRecording
                | Self::Reload
                | Self::Quit
        )
    }

    /// Whether a text field handles this action for its own text.
    pub(super) fn is_of_text(self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::Delete | Self::Duplicate | Self::SelectAll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// RM-03: Every function is a registered command that gives a reason when disabled.
    /// RM-90: Each concept has one term and one icon, in one language at a time.
    #[test]
    fn no_two_actions_share_a_name_or_keys() {
        let names: HashSet<&str> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        let keys: Vec<_> = Action::ALL.iter().flat_map(|action| action.shortcuts()).collect();
        assert!(keys.iter().enumerate().all(|(number, keys_one)| !keys[..number].contains(keys_one)));
    }

    #[test]
    fn the_reference_of_shortcuts_lists_every_action_with_its_keys() {
        let ctx = egui::Context::default();
        let row = |action: &Action| {
            let keys = |keys: KeyboardShortcut| format!("`{}`", crate::text::keys::shortcut(&keys, &ctx));
            let keys: Vec<String> = action.shortcuts().map(keys).collect();
            let keys = if keys.is_empty() { "–".to_owned() } else { keys.join(", ") };
            format!("| {} | {keys} |", action.name())
        };
        let page = include_str!("../../../docs/src/shortcuts.md");
        let missing: Vec<String> = Action::ALL.iter().map(row).filter(|row| !page.contains(row)).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// RM-03: Every function is a registered command that gives a reason when disabled.
    #[test]
    fn names_are_unambiguous_and_every_action_has_help() {
        for action in Action::ALL {
            let Words { name, help } = action.entry().words;
            let both = name.contains(" or ") || name.contains("no longer") || help.contains("no longer");
            assert!(!both || *action == Action::PlayPause, "{name}: a state is shown by a mark");
            assert!(name.starts_with(char::is_uppercase) && !name.ends_with('.'), "{name}");
            assert!(help.starts_with(char::is_uppercase) && help.ends_with('.'), "{name}: {help}");
        }
    }
}
