//! Curves available as x axes for others.

use super::Curve;
use sim_runner::Series;
use std::sync::Arc;

/// A curve available as x axis for others.
pub(super) struct AxisCurve {
    pub(super) robot: String,
    pub(super) path: String,
    pub(super) heading: String,
    pub(super) unit: String,
    /// Histories of the live and the recorded run.
    pub(super) series: [Option<Arc<Series>>; 2],
}

impl AxisCurve {
    /// From a curve.
    pub(super) fn of(curve: &Curve) -> Self {
        Self {
            robot: curve.robot.clone(),
            path: curve.path.clone(),
            heading: curve.heading.clone(),
            unit: curve.unit.clone(),
            series: [curve.live.clone(), curve.past.series().cloned()],
        }
    }
}
