//! Volumes of space covered by sensors, declared for display and tools.

use serde::{Deserialize, Serialize};

/// Shape of a [`Coverage`]; its axis is x.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageForm {
    /// Rays in the xy plane, counterclockwise, one channel each: over a full circle starting at x, or evenly over an arc centered
    /// on x from its right end to its left end. A single ray points along x.
    Rays {
        /// Number of rays.
        count: u32,
        /// Total angle of the rays, rad.
        arc: f64,
    },
    /// Layers of rays, one above the other, each as [`CoverageForm::Rays`]; one channel per ray, layer by layer.
    Layers {
        /// Number of layers.
        layers: u32,
        /// Number of rays per layer.
        count: u32,
        /// Total angle of the rays of a layer, rad.
        arc: f64,
        /// Elevations of the first and the last layer above the xy plane, rad.
        elevation: [f64; 2],
    },
    /// A cone about x.
    Cone {
        /// Angle between the axis and the edge, rad.
        half_angle: f64,
    },
    /// View frustum of an image; z is up in the image.
    Frustum {
        /// Field of view in the xy plane, rad.
        horizontal: f64,
        /// Field of view in the xz plane, rad.
        vertical: f64,
    },
    /// Equal sectors about z, counterclockwise, the first one centered on x, one channel each.
    Sectors {
        /// Number of sectors.
        count: u32,
    },
    /// A shape that this version does not know.
    Unknown,
}

/// Values of a full ray scan, for recordings and views. A sensor writes them with each reading to
/// [`SensorIo::scan`](crate::sensor::SensorIo::scan), in this order: distances, intensities, ages, each if present. Unlike channels
/// they have no noise. NaN means that there is no value yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanData {
    /// Number of layers.
    pub layers: u32,
    /// Number of rays in each layer.
    pub rays: u32,
    /// Whether it has distances, layer by layer, encoded like the channels of the coverage. Otherwise the channels of the coverage
    /// are the distances of all rays.
    #[serde(default)]
    pub distances: bool,
    /// Whether it has intensities from 0 to 1, layer by layer.
    #[serde(default)]
    pub intensities: bool,
    /// Whether it has, for each ray of a layer, the time from its measurement to the reading, s.
    #[serde(default)]
    pub ages: bool,
}

impl ScanData {
    /// Number of rays in all layers.
    pub fn points(&self) -> usize {
        (self.layers as usize).saturating_mul(self.rays as usize)
    }

    /// Number of values.
    pub fn values(&self) -> usize {
        let lists = usize::from(self.distances) + usize::from(self.intensities);
        let ages = if self.ages { self.rays as usize } else { 0 };
        self.points().saturating_mul(lists).saturating_add(ages)
    }

    /// Splits all values into distances, intensities and ages; empty if not present.
    pub fn split<'a>(&self, values: &'a [f64]) -> [&'a [f64]; 3] {
        let points = |has: bool| if has { self.points() } else { 0 };
        let (distances, rest) = values.split_at_checked(points(self.distances)).unwrap_or_default();
        let (intensities, rest) = rest.split_at_checked(points(self.intensities)).unwrap_or_default();
        [distances, intensities, if self.ages { rest } else { &[] }]
    }
}

/// Volume of space covered by a sensor, for display and tools. Does not describe how the sensor measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// Shape.
    pub form: CoverageForm,
    /// `mount_from_coverage`.
    #[serde(default)]
    pub placement: crate::model::Placement,
    /// Distance from its origin to its start, m.
    #[serde(default)]
    pub start: f64,
    /// Distance from `start` to its end, m; 0 if it ends at the size of the robot.
    pub max_range: f64,
    /// First channel of the sensor for this coverage: the distance (m) from `start` for rays and cones, a nonzero value for touched
    /// sectors. `None` if there is no such channel.
    #[serde(default)]
    pub channel: Option<usize>,
    /// Whether channels of rays and cones read proximity instead of distance: (max_range − distance)/max_range, which is 1 at
    /// `start` and 0 without a hit within `max_range`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proximity: bool,
    /// Values of the full scan in addition to the channels; at most one coverage per sensor may have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<ScanData>,
}

impl Coverage {
    /// A coverage from the mount along its x axis up to `max_range` (m), without a channel.
    pub fn new(form: CoverageForm, max_range: f64) -> Self {
        let placement = crate::model::Placement::default();
        Self { form, placement, start: 0.0, max_range, channel: None, proximity: false, scan: None }
    }

    /// Sets the distance from the origin to its start, m.
    pub fn start(self, start: f64) -> Self {
        Self { start, ..self }
    }

    /// Sets the sensor's channel for this coverage, or the first of several.
    pub fn channel(self, channel: usize) -> Self {
        Self { channel: Some(channel), ..self }
    }

    /// Declares values of the full scan.
    pub fn scan(self, scan: ScanData) -> Self {
        Self { scan: Some(scan), ..self }
    }

    /// Sets the channels to read proximity, (max_range − distance)/max_range, instead of distance.
    pub fn proximity(self) -> Self {
        Self { proximity: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::Declaration;

    #[test]
    fn coverage_comes_back_as_it_was_declared() {
        let rays = CoverageForm::Rays { count: 8, arc: 1.5 };
        let declaration =
            Declaration { coverage: vec![Coverage::new(rays, 2.0).start(0.1).channel(3)], ..Default::default() };
        let text = serde_json::to_string(&declaration).unwrap();
        assert_eq!(serde_json::from_str::<Declaration>(&text).unwrap(), declaration);
        let least = r#"{"form": {"cone": {"half_angle": 0.2}}, "max_range": 1.0}"#;
        let cone = CoverageForm::Cone { half_angle: 0.2 };
        assert_eq!(serde_json::from_str::<Coverage>(least).unwrap(), Coverage::new(cone, 1.0));
    }

    #[test]
    fn proximity_is_serialized_only_if_set() {
        let distance = Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, 5.0).channel(0);
        let proximity = distance.clone().proximity();
        assert!(!serde_json::to_string(&distance).unwrap().contains("proximity"));
        let text = serde_json::to_string(&proximity).unwrap();
        assert!(text.contains(r#""proximity":true"#), "{text}");
        assert_eq!(serde_json::from_str::<Coverage>(&text).unwrap(), proximity);
    }
}
