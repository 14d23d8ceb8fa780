//! Labels and descriptions of actions.

use super::{Text, text};

/// Label and description of an action.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Label in menus and the palette.
    pub name: Text,
    /// Description, one sentence.
    pub help: Text,
}

pub const NEW: Words = Words { name: text("action-new"), help: text("action-new.help") };
pub const OPEN: Words = Words { name: text("action-open"), help: text("action-open.help") };
pub const RELOAD: Words = Words { name: super::changed_files::ACTION, help: text("action-reload.help") };
pub const RECOVER: Words = Words { name: super::recovery::ACTION, help: text("action-recover.help") };
pub const NEW_TEXT: Words = Words { name: text("action-new-text"), help: text("action-new-text.help") };
pub const OPEN_TEXT: Words = Words { name: text("action-open-text"), help: text("action-open-text.help") };
pub const NEW_COMPONENT: Words = Words { name: text("action-new-component"), help: text("action-new-component.help") };
pub const BUILD: Words = Words { name: super::build::BUILD, help: text("action-build.help") };
pub const OPEN_RECORDING: Words =
    Words { name: text("action-open-recording"), help: text("action-open-recording.help") };
pub const SAVE: Words = Words { name: super::file::SAVE, help: text("action-save.help") };
pub const SAVE_AS: Words = Words { name: text("action-save-as"), help: text("action-save-as.help") };
pub const EXPORT_SURROUNDINGS: Words =
    Words { name: text("action-export-surroundings"), help: text("action-export-surroundings.help") };
pub const IMPORT_SURROUNDINGS: Words =
    Words { name: text("action-import-surroundings"), help: text("action-import-surroundings.help") };
pub const EXPORT_SVG: Words = Words { name: text("action-export-svg"), help: text("action-export-svg.help") };
pub const EXPORT_PNG: Words = Words { name: super::plan::EXPORT_PNG, help: text("action-export-png.help") };
pub const QUIT: Words = Words { name: text("action-quit"), help: text("action-quit.help") };
pub const UNDO: Words = Words { name: text("action-undo"), help: text("action-undo.help") };
pub const REDO: Words = Words { name: text("action-redo"), help: text("action-redo.help") };
pub const CUT: Words = Words { name: text("action-cut"), help: text("action-cut.help") };
pub const COPY: Words = Words { name: text("action-copy"), help: text("action-copy.help") };
pub const PASTE: Words = Words { name: text("action-paste"), help: text("action-paste.help") };
pub const DUPLICATE: Words = Words { name: text("action-duplicate"), help: text("action-duplicate.help") };
pub const RENAME: Words = Words { name: text("action-rename"), help: text("action-rename.help") };
pub const DELETE: Words = Words { name: text("action-delete"), help: text("action-delete.help") };
pub const SELECT_ALL: Words = Words { name: text("action-select-all"), help: text("action-select-all.help") };
pub const INSERT: Words = Words { name: text("action-insert"), help: text("action-insert.help") };
pub const INSERT_BY_NUMBERS: Words =
    Words { name: text("action-insert-by-numbers"), help: text("action-insert-by-numbers.help") };
pub const PLACE_CURSOR: Words = Words { name: text("action-place-cursor"), help: text("action-place-cursor.help") };
pub const RESET_CURSOR: Words = Words { name: text("action-reset-cursor"), help: text("action-reset-cursor.help") };
pub const LOCK: Words = Words { name: text("action-lock"), help: text("action-lock.help") };
pub const MOVE: Words = Words { name: text("action-move"), help: text("action-move.help") };
pub const TURN: Words = Words { name: text("action-turn"), help: text("action-turn.help") };
pub const RESIZE: Words = Words { name: super::resize::ACTION, help: super::resize::ACTION_HELP };
pub const GRAB: Words = Words { name: text("action-grab"), help: text("action-grab.help") };
pub const SPIN: Words = Words { name: text("action-spin"), help: text("action-spin.help") };
pub const OWN_AXES: Words = Words { name: super::axes::ACTION, help: super::axes::ACTION_HELP };
pub const SNAP: Words = Words { name: text("action-snap"), help: text("action-snap.help") };
pub const DRAW_WALLS: Words = Words { name: text("action-draw-walls"), help: text("action-draw-walls.help") };
pub const DRAW_ROOM: Words = Words { name: text("action-draw-room"), help: text("action-draw-room.help") };
pub const DRAW_DOOR: Words = Words { name: text("action-draw-door"), help: text("action-draw-door.help") };
pub const DRAW_FIELD: Words = Words { name: text("action-draw-field"), help: text("action-draw-field.help") };
pub const DRAW_ROUTE: Words = Words { name: text("action-draw-route"), help: text("action-draw-route.help") };
pub const TAKE_BACK_POINT: Words =
    Words { name: text("action-take-back-point"), help: text("action-take-back-point.help") };
pub const INSPECTOR: Words = Words { name: text("action-inspector"), help: text("action-inspector.help") };
pub const PLAY_PAUSE: Words = Words { name: text("action-play-pause"), help: text("action-play-pause.help") };
pub const STEP: Words = Words { name: super::run::STEP, help: text("action-step.help") };
pub const STEP_BACK: Words = Words { name: super::recordings::STEP_BACK, help: text("action-step-back.help") };
pub const STOP: Words = Words { name: super::run::STOP, help: text("action-stop.help") };
pub const RESET: Words = Words { name: super::run::RESET, help: text("action-reset.help") };
pub const RECORD: Words = Words { name: text("action-record"), help: text("action-record.help") };
pub const COMPARE: Words = Words { name: super::recordings::COMPARE, help: text("action-compare.help") };
pub const FIT: Words = Words { name: super::view::FIT, help: text("action-fit.help") };
pub const SCENE_TREE: Words = Words { name: text("action-scene-tree"), help: text("action-scene-tree.help") };
pub const SCENE_VIEW: Words = Words { name: text("action-scene-view"), help: text("action-scene-view.help") };
pub const FIT_SELECTION: Words = Words { name: text("action-fit-selection"), help: text("action-fit-selection.help") };
pub const HIDE: Words = Words { name: text("action-hide"), help: text("action-hide.help") };
pub const LABELS: Words = Words { name: super::shown::LABELS, help: text("action-labels.help") };
pub const CEILINGS: Words = Words { name: super::shown::CEILINGS, help: text("action-ceilings.help") };
pub const MARGINS: Words = Words { name: super::shown::MARGINS, help: text("action-margins.help") };
pub const SHOW_IN_TEXT: Words = Words { name: text("action-show-in-text"), help: text("action-show-in-text.help") };
pub const TOP: Words = Words { name: text("action-top"), help: text("action-top.help") };
pub const FRONT: Words = Words { name: text("action-front"), help: text("action-front.help") };
pub const SIDE: Words = Words { name: text("action-side"), help: text("action-side.help") };
pub const ORBIT_LEFT: Words = Words { name: text("action-orbit-left"), help: text("action-orbit-left.help") };
pub const ORBIT_RIGHT: Words = Words { name: text("action-orbit-right"), help: text("action-orbit-right.help") };
pub const ORBIT_UP: Words = Words { name: text("action-orbit-up"), help: text("action-orbit-up.help") };
pub const ORBIT_DOWN: Words = Words { name: text("action-orbit-down"), help: text("action-orbit-down.help") };
pub const PAN_LEFT: Words = Words { name: text("action-pan-left"), help: text("action-pan-left.help") };
pub const PAN_RIGHT: Words = Words { name: text("action-pan-right"), help: text("action-pan-right.help") };
pub const PAN_UP: Words = Words { name: text("action-pan-up"), help: text("action-pan-up.help") };
pub const PAN_DOWN: Words = Words { name: text("action-pan-down"), help: text("action-pan-down.help") };
pub const ZOOM_IN: Words = Words { name: text("action-zoom-in"), help: text("action-zoom-in.help") };
pub const ZOOM_OUT: Words = Words { name: text("action-zoom-out"), help: text("action-zoom-out.help") };
pub const PARALLEL: Words = Words { name: text("action-parallel"), help: text("action-parallel.help") };
pub const FOLLOW: Words = Words { name: text("action-follow"), help: text("action-follow.help") };
pub const FIRST_PERSON: Words = Words { name: text("action-first-person"), help: text("action-first-person.help") };
pub const BEHIND: Words = Words { name: text("action-behind"), help: text("action-behind.help") };
pub const THROUGH_CAMERA: Words =
    Words { name: text("action-through-camera"), help: text("action-through-camera.help") };
pub const MEASURE: Words = Words { name: text("action-measure"), help: text("action-measure.help") };
pub const SAVE_VIEW_PICTURE: Words =
    Words { name: text("action-save-view-picture"), help: text("action-save-view-picture.help") };
pub const RECORD_VIEW: Words = Words { name: text("action-record-view"), help: text("action-record-view.help") };
pub const EFFICIENT: Words = Words { name: text("action-efficient"), help: text("action-efficient.help") };
pub const THEME: Words = Words { name: text("action-theme"), help: text("action-theme.help") };
pub const NEW_3D_VIEW: Words = Words { name: super::several::NEW_3D_VIEW, help: text("action-new-3d-view.help") };
pub const NEW_PLAN: Words = Words { name: super::several::NEW_PLAN, help: text("action-new-plan.help") };
pub const NEW_CAMERA_PANEL: Words =
    Words { name: super::several::NEW_CAMERA_PANEL, help: text("action-new-camera-panel.help") };
pub const SAVE_LAYOUT: Words = Words { name: super::several::SAVE_LAYOUT, help: text("action-save-layout.help") };
pub const KEEP_STATE: Words = Words { name: super::several::KEEP_STATE, help: super::several::KEEP_HELP };
pub const NEWEST_STATE: Words = Words { name: super::several::NEWEST_STATE, help: text("action-newest-state.help") };
pub const LAYOUT: Words = Words { name: text("action-layout"), help: text("action-layout.help") };
pub const PALETTE: Words = Words { name: text("action-palette"), help: text("action-palette.help") };
pub const SHORTCUTS: Words = Words { name: super::menu::SHORTCUTS, help: text("action-shortcuts.help") };
pub const PREFERENCES: Words = Words { name: text("action-preferences"), help: text("action-preferences.help") };
pub const HELP: Words = Words { name: text("action-help"), help: text("action-help.help") };
pub const MANUAL: Words = Words { name: text("action-manual"), help: text("action-manual.help") };
pub const ABOUT: Words = Words { name: text("action-about"), help: text("action-about.help") };
