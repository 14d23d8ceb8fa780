//! Colors that tell robots and curves apart.

use egui::Color32;

/// Colors that color-blind readers tell apart (Okabe and Ito, "Color Universal Design", 2008); of the eight, black gives way
/// to a grey, and the yellow, which is faint on white, is left out.
pub const PALETTE: [Color32; 7] = [
    Color32::from_rgb(0, 114, 178),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(140, 140, 140),
];

/// What is selected, on the plan and among signs.
pub const SELECTED: Color32 = Color32::from_rgb(230, 130, 20);
