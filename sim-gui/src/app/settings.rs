//! Settings of tools, units and shortcuts. They stay when another scene opens.

use crate::actions::Shortcuts;
use crate::document::moving::Moment;
use crate::preferences::axes::Axes;
use crate::preferences::drawing::Drawing;
use crate::preferences::snap::Snap;
use crate::widgets::units::Units;

/// The settings.
#[derive(Default)]
pub(super) struct Settings {
    /// Snapping of positions and angles.
    pub(super) snap: Snap,
    /// The axes for moving and rotating.
    pub(super) axes: Axes,
    /// The 3D cursor, world frame, m.
    pub(super) cursor: [f64; 3],
    /// Sizes for drawing tools.
    pub(super) drawing: Drawing,
    /// Which poses an edit changes during a run.
    pub(super) chosen_moment: Moment,
    /// Whether the user has seen the hint about moving things during a run, or has made the choice.
    pub(super) knows_moment: bool,
    /// The shortcuts of actions.
    pub(super) shortcuts: Shortcuts,
    /// Units of lengths and angles.
    pub(super) units: Units,
}
