//! Units in which lengths and angles are shown.

pub const LENGTHS: &str = "Lengths";
pub const LENGTHS_HELP: &str =
    "In what lengths are shown. Fields understand all units; the scene file is in metres in any case.";
pub const FITTING: &str = "m; of robots cm";
pub const METRES: &str = "m";
pub const CENTIMETRES: &str = "cm";
pub const ANGLES: &str = "Angles";
pub const ANGLES_HELP: &str =
    "In what angles are shown. Fields understand both; the scene file is in radians in any case.";
pub const DEGREES: &str = "degrees";
pub const RADIANS: &str = "rad";

pub fn no_length(text: &str) -> String {
    format!("{text:?} is no length; accepted: 0.5, 0,5, 1/2, 0.5 m, 50 cm or 500 mm")
}

pub fn no_angle(text: &str) -> String {
    format!("{text:?} is no angle; accepted: 30, 30°, 22,5° or 0.5 rad")
}
