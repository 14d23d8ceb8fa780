//! What can be put in.

pub const BOX: &str = "Insert box";
pub const CYLINDER: &str = "Insert cylinder";
pub const SPHERE: &str = "Insert sphere";
pub const CAPSULE: &str = "Insert capsule";
pub const WALL: &str = "Insert wall";
pub const RAMP: &str = "Insert ramp";
pub const POOL: &str = "Insert pool";
pub const PLANE: &str = "Insert plane";
pub const TERRAIN: &str = "Insert terrain";
pub const CRATE: &str = "Insert crate that can be pushed";
pub const BALL: &str = "Insert ball that can be pushed";
pub const BEACON: &str = "Insert beacon";
pub const LAMP: &str = "Insert lamp";
pub const SUN: &str = "Insert sun";
pub const NOTE: &str = "Insert note";
pub const NOTE_TEXT: &str = "Note";
pub const DISC: &str = "Insert painted disc";
pub const LINE: &str = "Insert painted line";
pub const FIELD: &str = "Insert painted field";
pub const WATER: &str = "Insert water";
pub const ROUTE: &str = "Insert route";
pub const MESH: &str = "Insert mesh from a file …";
pub const MODEL: &str = "Insert robot from a model file …";
pub const PICTURE: &str = "Insert picture on the floor …";
pub const HEIGHTS: &str = "Insert terrain from an image …";
pub const INCLUDE: &str = "Include another scene file …";
pub const NO_COLLISION: &str = "Insert condition: no collision";
pub const KEY: &str = "Insert key press";
pub const HINT: &str = "Click where it shall stand. Enter puts it into the middle of the view, Escape ends.";

pub fn robot(model: &str) -> String {
    format!("Insert robot {model}")
}

pub fn fleet(model: &str) -> String {
    format!("Insert fleet of {model}")
}

pub fn service(id: &str) -> String {
    format!("Insert service {id}")
}

// Furniture and obstacles.
pub const TABLE: &str = "Insert table";
pub const DESK: &str = "Insert desk";
pub const CHAIR: &str = "Insert chair";
pub const SHELF: &str = "Insert shelf";
pub const CUPBOARD: &str = "Insert cupboard";
pub const BED: &str = "Insert bed";
pub const SOFA: &str = "Insert sofa";
pub const COLUMN: &str = "Insert column";
pub const BOLLARD: &str = "Insert bollard";
pub const BIN: &str = "Insert waste bin";
pub const PLANT: &str = "Insert potted plant";
pub const STEP: &str = "Insert step";
