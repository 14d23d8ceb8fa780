//! Overlays: what views draw in addition to robots and objects.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The robots to which an overlay applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OverlayRobots {
    /// No robots.
    Nobody,
    /// Selected robots.
    #[default]
    Selected,
    /// All robots.
    All,
}

/// Which labels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Labelled {
    /// Labels of the selection.
    Selected,
    /// Names of all robots if there are few; other labels for the selection only.
    #[default]
    Usual,
    /// All labels.
    All,
}

/// Overlays of the 3D view and the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OverlaySettings {
    /// Trails of robots.
    pub trails: bool,
    /// Contact points with the direction of the impulse.
    pub contacts: bool,
    /// Body frames.
    pub frames: OverlayRobots,
    /// Sensor coverage and detections.
    pub sensors: OverlayRobots,
    /// Drawings of components.
    pub drawings: OverlayRobots,
    /// Drawing layers that the user has switched on or off.
    pub layers: BTreeMap<String, bool>,
    /// Notes of the scene.
    pub notes: bool,
    /// Routes in the scene.
    pub routes: bool,
    /// Markers of lights and beacons.
    #[serde(alias = "signs")]
    pub markers: bool,
    /// Clearance around robots and objects.
    pub margins: bool,
    /// Clearance of robots, m.
    pub margin: f64,
    /// Labels of robots, waypoints and beacons.
    #[serde(alias = "names")]
    pub labels: bool,
    /// Which labels.
    pub labelled: Labelled,
    /// Font size of labels, points.
    pub letters: f32,
    /// The ground grid.
    pub grid: bool,
    /// Grid spacing in the 3D view, m; every tenth line is bolder.
    pub step: f64,
    /// Ceilings: objects of the category `ceiling`, or with that tag.
    pub ceilings: bool,
    /// Whether the 3D view clips everything above a height.
    pub cut: bool,
    /// The clipping height, m.
    pub height: f64,
}

impl Default for OverlaySettings {
    fn default() -> Self {
        Self {
            trails: true,
            contacts: false,
            frames: OverlayRobots::Nobody,
            sensors: OverlayRobots::Selected,
            drawings: OverlayRobots::All,
            layers: BTreeMap::new(),
            notes: true,
            routes: true,
            markers: true,
            margins: false,
            margin: 0.1,
            labels: true,
            labelled: Labelled::default(),
            letters: 14.0,
            grid: true,
            step: 1.0,
            ceilings: true,
            cut: false,
            height: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RM-87: Labels are hidden, shown for everything, or shown for the selection only.
    #[test]
    fn overlay_settings_of_earlier_versions_are_read() {
        let stored: OverlaySettings = serde_json::from_str(r#"{"names": false, "grid": false}"#).unwrap();
        assert_eq!(stored, OverlaySettings { labels: false, grid: false, ..OverlaySettings::default() });
    }
}
