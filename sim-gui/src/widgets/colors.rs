//! Colors that distinguish robots and curves.

use egui::Color32;

/// A palette for color-blind readers (Okabe and Ito, "Color Universal Design", 2008). Of its eight colors, black is replaced by a
/// gray, and yellow, which is faint on white, is omitted.
pub const PALETTE: [Color32; 7] = [
    Color32::from_rgb(0, 114, 178),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(140, 140, 140),
];

/// Selection color on the plan and of icons.
pub const SELECTED: Color32 = Color32::from_rgb(230, 130, 20);
