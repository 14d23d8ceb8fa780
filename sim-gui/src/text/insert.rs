//! Items that can be inserted.

use super::{Text, text};

pub const BOX: Text = text("insert-box");
pub const CYLINDER: Text = text("insert-cylinder");
pub const SPHERE: Text = text("insert-sphere");
pub const CAPSULE: Text = text("insert-capsule");
pub const ELLIPSOID: Text = text("insert-ellipsoid");
pub const EXTRUSION: Text = text("insert-extrusion");
pub const SHARED_SHAPE: Text = text("insert-shared-shape");
pub const GROUP: Text = text("insert-group");
pub const WALL: Text = text("insert-wall");
pub const RAMP: Text = text("insert-ramp");
pub const POOL: Text = text("insert-pool");
pub const PLANE: Text = text("insert-plane");
pub const TERRAIN: Text = text("insert-terrain");
pub const CRATE: Text = text("insert-crate");
pub const BALL: Text = text("insert-ball");
pub const BEACON: Text = text("insert-beacon");
pub const LAMP: Text = text("insert-lamp");
pub const SUN: Text = text("insert-sun");
pub const SPOT: Text = text("insert-spot");
pub const NOTE: Text = text("insert-note");
pub const NOTE_TEXT: Text = text("insert-note-text");
pub const DISC: Text = text("insert-disc");
pub const LINE: Text = text("insert-line");
pub const FIELD: Text = text("insert-field");
pub const WATER: Text = text("insert-water");
pub const ROUTE: Text = text("insert-route");
pub const MESH: Text = text("insert-mesh");
pub const MODEL: Text = text("insert-model");
pub const PICTURE: Text = text("insert-picture");
pub const HEIGHTS: Text = text("insert-heights");
pub const INCLUDE: Text = text("insert-include");
pub const NO_COLLISION: Text = text("insert-no-collision");
pub const KEY: Text = text("insert-key");
pub const HINT: Text = text("insert-hint");
pub const DRAG_HINT: Text = text("insert-drag-hint");

pub fn beacon(name: &str) -> String {
    say!("insert-beacon-of-type", name)
}

pub fn robot(model: &str) -> String {
    say!("insert-robot", model)
}

pub fn fleet(model: &str) -> String {
    say!("insert-fleet", model)
}

pub fn service(id: &str) -> String {
    say!("insert-service", id)
}

// Furniture and obstacles.
pub const TABLE: Text = text("insert-table");
pub const DESK: Text = text("insert-desk");
pub const CHAIR: Text = text("insert-chair");
pub const SHELF: Text = text("insert-shelf");
pub const CUPBOARD: Text = text("insert-cupboard");
pub const BED: Text = text("insert-bed");
pub const SOFA: Text = text("insert-sofa");
pub const COLUMN: Text = text("insert-column");
pub const BOLLARD: Text = text("insert-bollard");
pub const BIN: Text = text("insert-bin");
pub const PLANT: Text = text("insert-plant");
pub const STEP: Text = text("insert-step");
