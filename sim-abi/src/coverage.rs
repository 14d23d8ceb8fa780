//! The parts of space that sensors read, declared for those who draw them and for tools.

use serde::{Deserialize, Serialize};

/// Form of a [`Coverage`]; its axis is x.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageForm {
    /// Rays in the xy plane, counter-clockwise, with one channel each: over a full circle from x on, or evenly over an arc
    /// centred on x from its right end to its left end. A single ray looks along x.
    Rays {
        /// Number of rays.
        count: u32,
        /// Angle over which they fan out, rad.
        arc: f64,
    },
    /// Layers of rays, one above the other, each as [`CoverageForm::Rays`]; with one channel each, layer by layer.
    Layers {
        /// Number of layers.
        layers: u32,
        /// Number of rays in each.
        count: u32,
        /// Angle over which the rays of a layer fan out, rad.
        arc: f64,
        /// Elevations of the first and the last layer above the xy plane, rad.
        elevation: [f64; 2],
    },
    /// A cone about x.
    Cone {
        /// Angle between the axis and the edge, rad.
        half_angle: f64,
    },
    /// What an image shows: z is up in it.
    Frustum {
        /// Field of view in the xy plane, rad.
        horizontal: f64,
        /// Field of view in the xz plane, rad.
        vertical: f64,
    },
    /// Equal sectors around z, counter-clockwise, the first one centred on x, with one channel each.
    Sectors {
        /// Number of sectors.
        count: u32,
    },
    /// A form that this version does not know.
    Unknown,
}

/// Values of a whole scan of rays, for recordings and views. A sensor writes them with each reading into
/// [`SensorIo::scan`](crate::sensor::SensorIo::scan), in this order: distances, intensities, ages, each as far as it has them.
/// Unlike channels they get no noise. Not-a-number means that there is no value yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanData {
    /// Number of layers.
    pub layers: u32,
    /// Number of rays in each layer.
    pub rays: u32,
    /// It has distances, layer by layer, which mean what channels of the coverage would mean. Without: the channels of the coverage
    /// have the distances of all rays.
    #[serde(default)]
    pub distances: bool,
    /// It has intensities from 0 to 1, layer by layer.
    #[serde(default)]
    pub intensities: bool,
    /// It has, for each ray of a layer, the time from when it was taken to the reading, s.
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

    /// Distances, intensities and ages, out of all values; empty where it does not have them.
    pub fn split<'a>(&self, values: &'a [f64]) -> [&'a [f64]; 3] {
        let points = |has: bool| if has { self.points() } else { 0 };
        let (distances, rest) = values.split_at_checked(points(self.distances)).unwrap_or_default();
        let (intensities, rest) = rest.split_at_checked(points(self.intensities)).unwrap_or_default();
        [distances, intensities, if self.ages { rest } else { &[] }]
    }
}

/// The part of space that a sensor reads, for those who draw it and for tools. It says nothing about how the sensor reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// Its form.
    pub form: CoverageForm,
    /// `mount_from_coverage`.
    #[serde(default)]
    pub placement: crate::model::Placement,
    /// Distance from its origin at which it begins, m.
    #[serde(default)]
    pub start: f64,
    /// Distance from `start` at which it ends, m; 0 where the size of the robot is the end.
    pub max_range: f64,
    /// The sensor's channel that tells what is found there, or the first of them: a distance (m) that counts from `start`
    /// for rays and cones, a value that is not 0 for sectors that are touched. None where no channel does.
    #[serde(default)]
    pub channel: Option<usize>,
    /// Channels of rays and cones tell proximity instead of distance: (max_range − distance)/max_range, which is 1 at `start`
    /// and 0 where nothing is met within `max_range`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proximity: bool,
    /// Values of the whole scan beyond the channels; at most one coverage of a sensor has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<ScanData>,
}

impl Coverage {
    /// From the mount on, along its x axis, as far as `max_range` (m), without a channel.
    pub fn new(form: CoverageForm, max_range: f64) -> Self {
        let placement = crate::model::Placement::default();
        Self { form, placement, start: 0.0, max_range, channel: None, proximity: false, scan: None }
    }

    /// Sets the distance from the origin at which it begins, m.
    pub fn start(mut self, start: f64) -> Self {
        self.start = start;
        self
    }

    /// Says which channel of the sensor, or the first of several, tells what is found there.
    pub fn channel(mut self, channel: usize) -> Self {
        self.channel = Some(channel);
        self
    }

    /// Declares values of the whole scan.
    pub fn scan(mut self, scan: ScanData) -> Self {
        self.scan = Some(scan);
        self
    }

    /// Says that its channels tell proximity, (max_range − distance)/max_range, instead of distance.
    pub fn proximity(mut self) -> Self {
        self.proximity = true;
        self
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
    fn closeness_is_written_only_where_it_is_told() {
        let distance = Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, 5.0).channel(0);
        let proximity = distance.clone().proximity();
        assert!(!serde_json::to_string(&distance).unwrap().contains("proximity"));
        let text = serde_json::to_string(&proximity).unwrap();
        assert!(text.contains(r#""proximity":true"#), "{text}");
        assert_eq!(serde_json::from_str::<Coverage>(&text).unwrap(), proximity);
    }
}
