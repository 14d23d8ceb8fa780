//! Every action: its menu, its words, its keys and what it needs, in one list.

use crate::text::actions::{self as words, Words};
use egui::{Key, KeyboardShortcut, Modifiers};

/// A menu of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Scenes, recordings and plans as files.
    File,
    /// Changes of the scene.
    Edit,
    /// Drawing by clicking.
    Draw,
    /// Time.
    Run,
    /// What is seen.
    View,
    /// From where it is seen.
    Camera,
    /// Where the panels are.
    Layouts,
    /// What can be done.
    Help,
}

/// What must be there before an action can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// A simulation that was built.
    Run,
    /// A simulation whose time can go on.
    Time,
    /// A document.
    Document,
    /// A document that has a file.
    File,
    /// A document without mistakes, or none yet.
    Editable,
    /// A document without mistakes.
    Scene,
    /// The same, and something that is selected.
    Part,
    /// Something that is selected.
    Selection,
    /// An edit that can be taken back.
    Undo,
    /// An edit that can be done again.
    Redo,
    /// A scene with a ceiling, and no tool that hides ceilings itself.
    Ceilings,
    /// A scene with something that has a margin.
    Margins,
    /// A point of something that is being drawn.
    Point,
}

/// Whether an action has a state that it changes, which menus and the palette show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    /// It has none.
    Never,
    /// It is on or off.
    Switch,
    /// It is one of several, of which one at most is on.
    Choice,
}

/// What the list says of an action.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The menu that offers it.
    pub menu: Menu,
    /// What it is called, and what it does.
    pub words: Words,
    /// Its keys.
    pub keys: Option<KeyboardShortcut>,
    /// What must be there.
    pub need: Need,
    /// Whether it has a state.
    pub toggle: Toggle,
}

/// Makes [`Action`] of its list: `Name: menu, words, keys, need;`, with a kind of [`Toggle`] at the end for what has a state.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $menu:ident, $words:ident, $keys:expr, $need:ident $(, $toggle:ident)?;)*) => {
        /// Something that a person asks for, without further particulars.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            /// All of them, in the order of menus, help and palette.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// What the list says of it.
            pub fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry {
                        menu: Menu::$menu,
                        words: words::$words,
                        keys: $keys,
                        need: Need::$need,
                        toggle: [$(Toggle::$toggle,)? Toggle::Never][0],
                    },)*
                }
            }
        }
    };
}

/// A key by itself.
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
    /// Begins a new scene.
    New: File, NEW, command(Key::N), Nothing;
    /// Opens a scene.
    Open: File, OPEN, command(Key::O), Nothing;
    /// Reads the files of the scene again.
    Reload: File, RELOAD, None, File;
    /// Lists the unsaved work that earlier runs have left.
    Recover: File, RECOVER, None, Nothing;
    /// Opens a recording.
    OpenRecording: File, OPEN_RECORDING, shifted(Key::O), Nothing;
    /// Begins a text in the editor.
    NewText: File, NEW_TEXT, None, Nothing;
    /// Opens a text file in the editor.
    OpenText: File, OPEN_TEXT, None, Nothing;
    /// Makes a component of one's own.
    NewComponent: File, NEW_COMPONENT, None, Nothing;
    /// Builds the project of the file in the editor.
    Build: File, BUILD, command(Key::B), Nothing;
    /// Saves the scene.
    Save: File, SAVE, command(Key::S), Document;
    /// Saves the scene to another file.
    SaveAs: File, SAVE_AS, shifted(Key::S), Document;
    /// Writes the scene without its robots to a file.
    ExportSurroundings: File, EXPORT_SURROUNDINGS, None, Scene;
    /// Puts the surroundings that a file holds in the place of those of the scene.
    ImportSurroundings: File, IMPORT_SURROUNDINGS, None, Scene;
    /// Writes the plan to an SVG file.
    ExportSvg: File, EXPORT_SVG, None, Nothing;
    /// Writes the plan to a PNG file.
    ExportPng: File, EXPORT_PNG, None, Nothing;
    /// Closes the window.
    Quit: File, QUIT, command(Key::Q), Nothing;
    /// Takes back the last edit.
    Undo: Edit, UNDO, command(Key::Z), Undo;
    /// Does an edit again.
    Redo: Edit, REDO, shifted(Key::Z), Redo;
    /// Copies what is selected to the clipboard and deletes it.
    Cut: Edit, CUT, command(Key::X), Part;
    /// Copies what is selected to the clipboard.
    Copy: Edit, COPY, command(Key::C), Part;
    /// Puts in what the clipboard holds.
    Paste: Edit, PASTE, command(Key::V), Scene;
    /// Makes copies of what is selected.
    Duplicate: Edit, DUPLICATE, command(Key::D), Part;
    /// Gives what was selected last another name.
    Rename: Edit, RENAME, plain(Key::F2), Part;
    /// Deletes what is selected.
    Delete: Edit, DELETE, plain(Key::Delete), Part;
    /// Selects everything.
    SelectAll: Edit, SELECT_ALL, command(Key::A), Scene;
    /// Chooses something to put in.
    Insert: Edit, INSERT, command(Key::I), Editable;
    /// Puts in walls, rooms, obstacles, beacons and robots by numbers.
    InsertByNumbers: Edit, INSERT_BY_NUMBERS, shift(Key::I), Editable;
    /// Puts the cursor of the world where one clicks.
    PlaceCursor: Edit, PLACE_CURSOR, None, Nothing, Choice;
    /// Puts the cursor of the world back to the origin.
    ResetCursor: Edit, RESET_CURSOR, shift(Key::C), Nothing;
    /// Locks what is selected against changes.
    Lock: Edit, LOCK, command(Key::L), Part, Switch;
    /// Moves what is selected along arrows.
    Move: Edit, MOVE, plain(Key::W), Nothing, Choice;
    /// Turns what is selected along rings.
    Turn: Edit, TURN, plain(Key::E), Nothing, Choice;
    /// Changes the size of what is selected by handles.
    Resize: Edit, RESIZE, plain(Key::R), Nothing, Choice;
    /// Moves what is selected with the pointer, until a click.
    Grab: Edit, GRAB, None, Part, Choice;
    /// Turns what is selected with the pointer, until a click.
    Spin: Edit, SPIN, None, Part, Choice;
    /// Moves and turns along the axes of what is selected, or along those of the world.
    OwnAxes: Edit, OWN_AXES, plain(Key::L), Nothing, Switch;
    /// Lets what is moved and turned snap to round numbers.
    Snap: Edit, SNAP, plain(Key::X), Nothing, Switch;
    /// Opens the preferences.
    Preferences: Edit, PREFERENCES, command(Key::Comma), Nothing;
    /// Draws walls from corner to corner.
    DrawWalls: Draw, DRAW_WALLS, shift(Key::W), Editable, Choice;
    /// Draws the four walls of a room.
    DrawRoom: Draw, DRAW_ROOM, shift(Key::R), Editable, Choice;
    /// Cuts a door into a wall.
    DrawDoor: Draw, DRAW_DOOR, shift(Key::D), Editable, Choice;
    /// Paints a field on the floor.
    DrawField: Draw, DRAW_FIELD, shift(Key::P), Editable, Choice;
    /// Draws a route.
    DrawRoute: Draw, DRAW_ROUTE, shift(Key::T), Editable, Choice;
    /// Takes back the last point of what is being drawn.
    TakeBackPoint: Draw, TAKE_BACK_POINT, None, Point;
    /// Lets time run, or stops it.
    PlayPause: Run, PLAY_PAUSE, plain(Key::Space), Time;
    /// Does one tick.
    Step: Run, STEP, plain(Key::Period), Time;
    /// Takes back one step.
    StepBack: Run, STEP_BACK, plain(Key::Comma), Run;
    /// Stops and goes back to the start.
    Stop: Run, STOP, shift(Key::F5), Run;
    /// Goes back to the start and goes on running.
    Reset: Run, RESET, command(Key::R), Run;
    /// Records the run.
    Record: Run, RECORD, shifted(Key::R), Run, Switch;
    /// Keeps the state of the run under a name.
    KeepState: Run, KEEP_STATE, plain(Key::F6), Run;
    /// Goes back to the state that was kept last.
    NewestState: Run, NEWEST_STATE, shift(Key::F6), Run;
    /// Compares the run with a recording.
    Compare: Run, COMPARE, None, Nothing;
    /// Shows everything.
    Fit: View, FIT, plain(Key::Home), Nothing;
    /// Looks as the scene says.
    SceneView: View, SCENE_VIEW, shift(Key::Home), Nothing;
    /// Shows what is selected.
    FitSelection: View, FIT_SELECTION, plain(Key::F), Selection;
    /// Hides what is selected, or shows it again.
    Hide: View, HIDE, plain(Key::H), Selection, Switch;
    /// Shows labels, or hides them.
    Labels: View, LABELS, None, Nothing, Switch;
    /// Shows ceilings, or hides them.
    Ceilings: View, CEILINGS, None, Ceilings, Switch;
    /// Shows margins, or hides them.
    Margins: View, MARGINS, None, Margins, Switch;
    /// Shows where what was selected last stands in the scene's text.
    ShowInText: View, SHOW_IN_TEXT, None, Part;
    /// Looks from above.
    Top: View, TOP, plain(Key::Num7), Nothing;
    /// Looks from the front.
    Front: View, FRONT, plain(Key::Num1), Nothing;
    /// Looks from the side.
    Side: View, SIDE, plain(Key::Num3), Nothing;
    /// Goes around to the left.
    OrbitLeft: Camera, ORBIT_LEFT, plain(Key::Num4), Nothing;
    /// Goes around to the right.
    OrbitRight: Camera, ORBIT_RIGHT, plain(Key::Num6), Nothing;
    /// Goes around upward.
    OrbitUp: Camera, ORBIT_UP, plain(Key::Num8), Nothing;
    /// Goes around downward.
    OrbitDown: Camera, ORBIT_DOWN, plain(Key::Num2), Nothing;
    /// Shifts what is seen so that more of the left is.
    PanLeft: Camera, PAN_LEFT, plain(Key::ArrowLeft), Nothing;
    /// Shifts what is seen so that more of the right is.
    PanRight: Camera, PAN_RIGHT, plain(Key::ArrowRight), Nothing;
    /// Shifts what is seen so that more of what is above is.
    PanUp: Camera, PAN_UP, plain(Key::ArrowUp), Nothing;
    /// Shifts what is seen so that more of what is below is.
    PanDown: Camera, PAN_DOWN, plain(Key::ArrowDown), Nothing;
    /// Comes closer.
    ZoomIn: Camera, ZOOM_IN, plain(Key::Plus), Nothing;
    /// Goes farther away.
    ZoomOut: Camera, ZOOM_OUT, plain(Key::Minus), Nothing;
    /// Lets lines that run away from the viewer stay parallel.
    Parallel: Camera, PARALLEL, plain(Key::Num5), Nothing, Switch;
    /// Follows the selected robot.
    Follow: View, FOLLOW, plain(Key::G), Selection, Switch;
    /// Looks from the selected robot.
    FirstPerson: View, FIRST_PERSON, plain(Key::V), Nothing, Choice;
    /// Looks from behind the selected robot.
    Behind: View, BEHIND, plain(Key::B), Nothing, Choice;
    /// Looks through the cameras of the selected robot, one after the other.
    ThroughCamera: View, THROUGH_CAMERA, plain(Key::C), Nothing, Choice;
    /// Measures distances and angles.
    Measure: View, MEASURE, plain(Key::M), Nothing, Switch;
    /// Shows the tree of the scene, or closes it.
    SceneTree: View, SCENE_TREE, command(Key::T), Nothing, Switch;
    /// Shows the inspector, or closes it.
    Inspector: View, INSPECTOR, None, Nothing, Switch;
    /// Saves a picture of the 3D view that was used last.
    SaveViewPicture: View, SAVE_VIEW_PICTURE, shift(Key::F12), Nothing;
    /// Makes a video of the 3D view that was used last.
    RecordView: View, RECORD_VIEW, command(Key::F12), Nothing, Switch;
    /// Simpler drawing.
    Efficient: View, EFFICIENT, None, Nothing, Switch;
    /// Light words on dark ground.
    Theme: View, THEME, None, Nothing, Switch;
    /// Opens another 3D view beside the view that was used last.
    NewView3d: View, NEW_3D_VIEW, None, Nothing;
    /// Opens another plan beside the view that was used last.
    NewPlan: View, NEW_PLAN, None, Nothing;
    /// Opens another panel of cameras beside the view that was used last.
    NewCameras: View, NEW_CAMERA_PANEL, None, Nothing;
    /// Saves the layout of the panels under a name.
    SaveLayout: Layouts, SAVE_LAYOUT, None, Nothing;
    /// Puts all panels back to their places.
    Layout: View, LAYOUT, None, Nothing;
    /// Opens the command palette.
    Palette: Help, PALETTE, command(Key::K), Nothing;
    /// Shows the page of the manual about what is under the pointer.
    Help: Help, HELP, plain(Key::F1), Nothing;
    /// Opens the manual.
    Manual: Help, MANUAL, None, Nothing;
    /// Shows all shortcuts.
    Shortcuts: Help, SHORTCUTS, command(Key::F1), Nothing;
    /// Shows version, licence and device.
    About: Help, ABOUT, None, Nothing;
}

impl Action {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.entry().words.name.as_str()
    }

    /// Whether it has a state that menus show.
    pub fn has_state(self) -> bool {
        self.entry().toggle != Toggle::Never
    }

    /// Its keys, where nobody has bound others.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        self.entry().keys
    }

    /// Another key for the same, where keyboards differ.
    pub fn other_shortcut(self) -> Option<KeyboardShortcut> {
        let key = match self {
            // The key `delete` of some keyboards is this one, and they have no other.
            Self::Delete => Key::Backspace,
            // The key of the plus sign, pressed without Shift.
            Self::ZoomIn => Key::Equals,
            _ => return None,
        };
        Some(KeyboardShortcut::new(Modifiers::NONE, key))
    }

    /// All its keys.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.shortcut().into_iter().chain(self.other_shortcut())
    }

    /// Whether this is about the whole document: what is being typed into a field belongs to it.
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

    /// Whether a text field has this for its own text.
    pub(super) fn is_of_text(self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::Delete | Self::Duplicate | Self::SelectAll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn rm_03_rm_90_no_two_actions_share_a_name_or_keys() {
        let names: HashSet<&str> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        let keys: Vec<_> = Action::ALL.iter().flat_map(|action| action.shortcuts()).collect();
        assert!(keys.iter().enumerate().all(|(number, keys_one)| !keys[..number].contains(keys_one)));
    }

    #[test]
    fn m1_13_rm_03_names_say_one_thing_and_every_action_has_help() {
        for action in Action::ALL {
            let Words { name, help } = action.entry().words;
            let both = name.contains(" or ") || name.contains("no longer") || help.contains("no longer");
            assert!(!both || *action == Action::PlayPause, "{name}: a state is shown by a mark");
            assert!(name.starts_with(char::is_uppercase) && !name.ends_with('.'), "{name}");
            assert!(help.starts_with(char::is_uppercase) && help.ends_with('.'), "{name}: {help}");
        }
    }
}
