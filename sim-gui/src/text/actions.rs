//! Labels and descriptions of actions.

use super::Text;

/// Label and description of an action.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Label in menus and the palette.
    pub name: Text,
    /// Description, one sentence.
    pub help: Text,
}

pub const NEW: Words = Words { name: super::action::NEW, help: super::action::NEW_HELP };
pub const OPEN: Words = Words { name: super::action::OPEN, help: super::action::OPEN_HELP };
pub const RELOAD: Words = Words { name: super::changed_files::ACTION, help: super::action::RELOAD_HELP };
pub const RECOVER: Words = Words { name: super::recovery::ACTION, help: super::action::RECOVER_HELP };
pub const NEW_TEXT: Words = Words { name: super::action::NEW_TEXT, help: super::action::NEW_TEXT_HELP };
pub const OPEN_TEXT: Words = Words { name: super::action::OPEN_TEXT, help: super::action::OPEN_TEXT_HELP };
pub const NEW_COMPONENT: Words = Words { name: super::action::NEW_COMPONENT, help: super::action::NEW_COMPONENT_HELP };
pub const BUILD: Words = Words { name: super::build::BUILD, help: super::action::BUILD_HELP };
pub const OPEN_RECORDING: Words =
    Words { name: super::action::OPEN_RECORDING, help: super::action::OPEN_RECORDING_HELP };
pub const SAVE: Words = Words { name: super::file::SAVE, help: super::action::SAVE_HELP };
pub const SAVE_AS: Words = Words { name: super::action::SAVE_AS, help: super::action::SAVE_AS_HELP };
pub const EXPORT_SURROUNDINGS: Words =
    Words { name: super::action::EXPORT_SURROUNDINGS, help: super::action::EXPORT_SURROUNDINGS_HELP };
pub const IMPORT_SURROUNDINGS: Words =
    Words { name: super::action::IMPORT_SURROUNDINGS, help: super::action::IMPORT_SURROUNDINGS_HELP };
pub const EXPORT_SVG: Words = Words { name: super::action::EXPORT_SVG, help: super::action::EXPORT_SVG_HELP };
pub const EXPORT_PNG: Words = Words { name: super::plan::EXPORT_PNG, help: super::action::EXPORT_PNG_HELP };
pub const QUIT: Words = Words { name: super::action::QUIT, help: super::action::QUIT_HELP };
pub const UNDO: Words = Words { name: super::action::UNDO, help: super::action::UNDO_HELP };
pub const REDO: Words = Words { name: super::action::REDO, help: super::action::REDO_HELP };
pub const CUT: Words = Words { name: super::action::CUT, help: super::action::CUT_HELP };
pub const COPY: Words = Words { name: super::action::COPY, help: super::action::COPY_HELP };
pub const PASTE: Words = Words { name: super::action::PASTE, help: super::action::PASTE_HELP };
pub const DUPLICATE: Words = Words { name: super::action::DUPLICATE, help: super::action::DUPLICATE_HELP };
pub const RENAME: Words = Words { name: super::action::RENAME, help: super::action::RENAME_HELP };
pub const DELETE: Words = Words { name: super::action::DELETE, help: super::action::DELETE_HELP };
pub const SELECT_ALL: Words = Words { name: super::action::SELECT_ALL, help: super::action::SELECT_ALL_HELP };
pub const INSERT: Words = Words { name: super::action::INSERT, help: super::action::INSERT_HELP };
pub const INSERT_BY_NUMBERS: Words =
    Words { name: super::action::INSERT_BY_NUMBERS, help: super::action::INSERT_BY_NUMBERS_HELP };
pub const PLACE_CURSOR: Words = Words { name: super::action::PLACE_CURSOR, help: super::action::PLACE_CURSOR_HELP };
pub const RESET_CURSOR: Words = Words { name: super::action::RESET_CURSOR, help: super::action::RESET_CURSOR_HELP };
pub const LOCK: Words = Words { name: super::action::LOCK, help: super::action::LOCK_HELP };
pub const MOVE: Words = Words { name: super::action::MOVE, help: super::action::MOVE_HELP };
pub const TURN: Words = Words { name: super::action::TURN, help: super::action::TURN_HELP };
pub const RESIZE: Words = Words { name: super::resize::ACTION, help: super::resize::ACTION_HELP };
pub const GRAB: Words = Words { name: super::action::GRAB, help: super::action::GRAB_HELP };
pub const SPIN: Words = Words { name: super::action::SPIN, help: super::action::SPIN_HELP };
pub const OWN_AXES: Words = Words { name: super::axes::ACTION, help: super::axes::ACTION_HELP };
pub const SNAP: Words = Words { name: super::action::SNAP, help: super::action::SNAP_HELP };
pub const DRAW_WALLS: Words = Words { name: super::action::DRAW_WALLS, help: super::action::DRAW_WALLS_HELP };
pub const DRAW_ROOM: Words = Words { name: super::action::DRAW_ROOM, help: super::action::DRAW_ROOM_HELP };
pub const DRAW_DOOR: Words = Words { name: super::action::DRAW_DOOR, help: super::action::DRAW_DOOR_HELP };
pub const DRAW_FIELD: Words = Words { name: super::action::DRAW_FIELD, help: super::action::DRAW_FIELD_HELP };
pub const DRAW_ROUTE: Words = Words { name: super::action::DRAW_ROUTE, help: super::action::DRAW_ROUTE_HELP };
pub const TAKE_BACK_POINT: Words =
    Words { name: super::action::TAKE_BACK_POINT, help: super::action::TAKE_BACK_POINT_HELP };
pub const INSPECTOR: Words = Words { name: super::action::INSPECTOR, help: super::action::INSPECTOR_HELP };
pub const PLAY_PAUSE: Words = Words { name: super::action::PLAY_PAUSE, help: super::action::PLAY_PAUSE_HELP };
pub const STEP: Words = Words { name: super::run::STEP, help: super::action::STEP_HELP };
pub const STEP_BACK: Words = Words { name: super::recordings::STEP_BACK, help: super::action::STEP_BACK_HELP };
pub const STOP: Words = Words { name: super::run::STOP, help: super::action::STOP_HELP };
pub const RESET: Words = Words { name: super::run::RESET, help: super::action::RESET_HELP };
pub const RECORD: Words = Words { name: super::action::RECORD, help: super::action::RECORD_HELP };
pub const COMPARE: Words = Words { name: super::recordings::COMPARE, help: super::action::COMPARE_HELP };
pub const FIT: Words = Words { name: super::view::FIT, help: super::action::FIT_HELP };
pub const SCENE_TREE: Words = Words { name: super::action::SCENE_TREE, help: super::action::SCENE_TREE_HELP };
pub const SCENE_VIEW: Words = Words { name: super::action::SCENE_VIEW, help: super::action::SCENE_VIEW_HELP };
pub const FIT_SELECTION: Words = Words { name: super::action::FIT_SELECTION, help: super::action::FIT_SELECTION_HELP };
pub const HIDE: Words = Words { name: super::action::HIDE, help: super::action::HIDE_HELP };
pub const LABELS: Words = Words { name: super::shown::LABELS, help: super::action::LABELS_HELP };
pub const CEILINGS: Words = Words { name: super::shown::CEILINGS, help: super::action::CEILINGS_HELP };
pub const MARGINS: Words = Words { name: super::shown::MARGINS, help: super::action::MARGINS_HELP };
pub const SHOW_IN_TEXT: Words = Words { name: super::action::SHOW_IN_TEXT, help: super::action::SHOW_IN_TEXT_HELP };
pub const TOP: Words = Words { name: super::action::TOP, help: super::action::TOP_HELP };
pub const FRONT: Words = Words { name: super::action::FRONT, help: super::action::FRONT_HELP };
pub const SIDE: Words = Words { name: super::action::SIDE, help: super::action::SIDE_HELP };
pub const ORBIT_LEFT: Words = Words { name: super::action::ORBIT_LEFT, help: super::action::ORBIT_LEFT_HELP };
pub const ORBIT_RIGHT: Words = Words { name: super::action::ORBIT_RIGHT, help: super::action::ORBIT_RIGHT_HELP };
pub const ORBIT_UP: Words = Words { name: super::action::ORBIT_UP, help: super::action::ORBIT_UP_HELP };
pub const ORBIT_DOWN: Words = Words { name: super::action::ORBIT_DOWN, help: super::action::ORBIT_DOWN_HELP };
pub const PAN_LEFT: Words = Words { name: super::action::PAN_LEFT, help: super::action::PAN_LEFT_HELP };
pub const PAN_RIGHT: Words = Words { name: super::action::PAN_RIGHT, help: super::action::PAN_RIGHT_HELP };
pub const PAN_UP: Words = Words { name: super::action::PAN_UP, help: super::action::PAN_UP_HELP };
pub const PAN_DOWN: Words = Words { name: super::action::PAN_DOWN, help: super::action::PAN_DOWN_HELP };
pub const ZOOM_IN: Words = Words { name: super::action::ZOOM_IN, help: super::action::ZOOM_IN_HELP };
pub const ZOOM_OUT: Words = Words { name: super::action::ZOOM_OUT, help: super::action::ZOOM_OUT_HELP };
pub const PARALLEL: Words = Words { name: super::action::PARALLEL, help: super::action::PARALLEL_HELP };
pub const FOLLOW: Words = Words { name: super::action::FOLLOW, help: super::action::FOLLOW_HELP };
pub const FIRST_PERSON: Words = Words { name: super::action::FIRST_PERSON, help: super::action::FIRST_PERSON_HELP };
pub const BEHIND: Words = Words { name: super::action::BEHIND, help: super::action::BEHIND_HELP };
pub const THROUGH_CAMERA: Words =
    Words { name: super::action::THROUGH_CAMERA, help: super::action::THROUGH_CAMERA_HELP };
pub const MEASURE: Words = Words { name: super::action::MEASURE, help: super::action::MEASURE_HELP };
pub const SAVE_VIEW_PICTURE: Words =
    Words { name: super::action::SAVE_VIEW_PICTURE, help: super::action::SAVE_VIEW_PICTURE_HELP };
pub const RECORD_VIEW: Words = Words { name: super::action::RECORD_VIEW, help: super::action::RECORD_VIEW_HELP };
pub const EFFICIENT: Words = Words { name: super::action::EFFICIENT, help: super::action::EFFICIENT_HELP };
pub const THEME: Words = Words { name: super::action::THEME, help: super::action::THEME_HELP };
pub const NEW_3D_VIEW: Words = Words { name: super::several::NEW_3D_VIEW, help: super::action::NEW_3D_VIEW_HELP };
pub const NEW_PLAN: Words = Words { name: super::several::NEW_PLAN, help: super::action::NEW_PLAN_HELP };
pub const NEW_CAMERA_PANEL: Words =
    Words { name: super::several::NEW_CAMERA_PANEL, help: super::action::NEW_CAMERA_PANEL_HELP };
pub const SAVE_LAYOUT: Words = Words { name: super::several::SAVE_LAYOUT, help: super::action::SAVE_LAYOUT_HELP };
pub const KEEP_STATE: Words = Words { name: super::several::KEEP_STATE, help: super::several::KEEP_HELP };
pub const NEWEST_STATE: Words = Words { name: super::several::NEWEST_STATE, help: super::action::NEWEST_STATE_HELP };
pub const LAYOUT: Words = Words { name: super::action::LAYOUT, help: super::action::LAYOUT_HELP };
pub const PALETTE: Words = Words { name: super::action::PALETTE, help: super::action::PALETTE_HELP };
pub const SHORTCUTS: Words = Words { name: super::menu::SHORTCUTS, help: super::action::SHORTCUTS_HELP };
pub const PREFERENCES: Words = Words { name: super::action::PREFERENCES, help: super::action::PREFERENCES_HELP };
pub const HELP: Words = Words { name: super::action::HELP, help: super::action::HELP_HELP };
pub const MANUAL: Words = Words { name: super::action::MANUAL, help: super::action::MANUAL_HELP };
pub const ABOUT: Words = Words { name: super::action::ABOUT, help: super::action::ABOUT_HELP };
