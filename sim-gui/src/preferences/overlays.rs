//! What is drawn over the views besides robots and objects.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Of which robots something is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Of none.
    Nobody,
    /// Of those that are selected.
    #[default]
    Selected,
    /// Of all.
    All,
}

/// Which labels are written, where labels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Labelled {
    /// Those of what is selected.
    Selected,
    /// Names of robots where there are few, and the others of what is selected.
    #[default]
    Usual,
    /// All.
    All,
}

/// What is drawn besides the things themselves, in the 3D view and in the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// Where robots have been.
    pub trails: bool,
    /// Where things touch, with the direction of the impulse.
    pub contacts: bool,
    /// Axes of bodies.
    pub frames: Who,
    /// What sensors cover, and what they find there.
    pub sensors: Who,
    /// What components draw.
    pub drawings: Who,
    /// Layers of it that a person has switched on or off.
    pub layers: BTreeMap<String, bool>,
    /// Notes of the scene.
    pub notes: bool,
    /// Routes of the scene.
    pub routes: bool,
    /// Markers of lamps and beacons.
    #[serde(alias = "signs")]
    pub markers: bool,
    /// Clearance around robots and objects.
    pub margins: bool,
    /// Clearance of robots, m.
    pub margin: f64,
    /// Labels of robots, poses of routes and beacons.
    #[serde(alias = "names")]
    pub labels: bool,
    /// Which of them.
    pub labelled: Labelled,
    /// Height of their letters, points.
    pub letters: f32,
    /// Lines on the ground.
    pub grid: bool,
    /// Distance of those lines in the 3D view, m; every tenth is stronger.
    pub step: f64,
    /// Objects of the category `ceiling`, or with that tag.
    pub ceilings: bool,
    /// Whether what is above a height is cut off, in the 3D view.
    pub cut: bool,
    /// That height, m.
    pub height: f64,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            trails: true,
            contacts: false,
            frames: Who::Nobody,
            sensors: Who::Selected,
            drawings: Who::All,
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

    #[test]
    fn rm_87_what_earlier_versions_have_kept_of_names_is_read() {
        let kept: Shown = serde_json::from_str(r#"{"names": false, "grid": false}"#).unwrap();
        assert_eq!(kept, Shown { labels: false, grid: false, ..Shown::default() });
    }
}
