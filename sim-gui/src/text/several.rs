//! Several views, layouts of the panels, kept states.

pub const NEW_3D_VIEW: &str = "New 3D view";
pub const NEW_PLAN: &str = "New plan";
pub const NEW_CAMERA_PANEL: &str = "New camera panel";

/// Title of a view that is not the first of its kind.
pub fn numbered(kind: &str, number: u32) -> String {
    format!("{kind} {number}")
}

/// What a view shows, for assistive technology; the first of its kind bears no number.
pub fn view_of_scene(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        number => format!("{name} ({number})"),
    }
}

/// Title of a panel that shows what a camera sees.
pub fn camera(robot: &str, camera: &str) -> String {
    format!("Cameras: {robot}.{camera}")
}
