//! Counts as text, such as `1 robot` and `2 robots`.

use sim_core::words::counted;

/// "1 robot", "2 robots".
pub fn robots(count: usize) -> String {
    counted(count, "robot")
}

/// "1 component", "2 components".
pub fn components(count: usize) -> String {
    counted(count, "component")
}

/// "1 library", "2 libraries".
pub fn libraries(count: usize) -> String {
    counted(count, "library")
}

/// "1 object", "2 objects".
pub fn objects(count: usize) -> String {
    counted(count, "object")
}

/// "1 service", "2 services".
pub fn services(count: usize) -> String {
    counted(count, "service")
}

/// "1 file", "2 files".
pub fn files(count: usize) -> String {
    counted(count, "file")
}

/// "1 scene", "2 scenes".
pub fn scenes(count: usize) -> String {
    counted(count, "scene")
}

/// "… and 3 more (--json lists all)".
pub fn and_more(more: usize) -> String {
    format!("… and {more} more (--json lists all)")
}
