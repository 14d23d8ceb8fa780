//! Drawing by clicking.

pub const WALLS: &str = "Walls";
pub const ROOM: &str = "Room";
pub const FIELD: &str = "Field of paint";
pub const ROUTE: &str = "Route";
pub const DOOR: &str = "Door";
pub const FIRST_POINT: &str = "Click the first point. Esc ends.";
pub const NEXT_POINT: &str = "Click the next point. Backspace takes one back, Esc all.";
pub const LAST_POINT: &str =
    "Click the next point, the first one to close it, or the last one again (or press Enter) when it is whole.";
pub const FIRST_CORNER: &str = "Click a corner of its inside. Esc ends.";
pub const OTHER_CORNER: &str = "Click the opposite corner of its inside.";
pub const FROM_ABOVE: &str = "Draw in the 3D view, or in the plan seen from above.";
pub const POINT_AT_WALL: &str = "Point at the wall that gets it. Esc ends.";
pub const TOO_SHORT: &str = "This wall is too short for it.";
pub const CLICK_DOOR: &str = "Click to cut it into this wall.";
pub const HEIGHT: &str = "Height";
pub const THICKNESS: &str = "Thickness";
pub const WIDTH: &str = "Width";
