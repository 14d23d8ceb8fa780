//! Clustering of evidence into objects.

use super::walls::{THICKNESS, Wall};
use super::{Anchor, Evidence, FreeLook, MapSettings, MappedBox, SensorPose};
use nalgebra::Point2;

/// Half the width of a box that a sonar detects, relative to its depth: half the diagonal of a square over its edge.
const HALF_DIAGONAL: f64 = 0.707;

/// A box without an identifier.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cluster {
    pub(super) center: Point2<f64>,
    /// Number of reading groups averaged in it.
    groups: f64,
    pub(super) yaw: f64,
    /// Depth and width, m.
    pub(super) size: [f64; 2],
    pub(super) evidence: Vec<u32>,
}

impl Cluster {
    pub(super) fn of_wall(wall: &Wall) -> Self {
        let (center, yaw) = wall.placed();
        Self { center, groups: 1.0, yaw, size: [THICKNESS, wall.length()], evidence: wall.evidence.clone() }
    }
}

/// Returns all boxes supported by the evidence. Directions without an echo separate the evidence on both sides.
pub(super) fn clusters<'a>(
    evidence: &[Evidence],
    free: impl Iterator<Item = &'a FreeLook> + Clone,
    settings: &MapSettings,
) -> Vec<Cluster> {
    if !settings.merge {
        return evidence.iter().map(|one| cluster(&[one], settings)).collect();
    }
    let mut poses: Vec<(SensorPose, Vec<&Evidence>)> = Vec::new();
    for one in evidence {
        match poses.iter_mut().find(|(pose, _)| pose.is_near(&one.sensor)) {
            Some((_, group)) => group.push(one),
            None => poses.push((one.sensor, vec![one])),
        }
    }
    let mut found = Vec::new();
    for (pose, mut looks) in poses {
        looks.sort_by(|one, other| one.bearing.total_cmp(&other.bearing).then(one.id.cmp(&other.id)));
        let free = free.clone().filter(|look| look.sensor.is_near(&pose));
        let apart = |pair: &[&Evidence]| {
            let [one, other] = [pair[0], pair[1]];
            let is_between = |look: &FreeLook| one.bearing < look.bearing && look.bearing < other.bearing;
            (one.distance - other.distance).abs() > largest_jump(settings) || free.clone().any(is_between)
        };
        let mut first = 0;
        for place in 1..=looks.len() {
            if place == looks.len() || apart(&looks[place - 1..=place]) {
                split(&looks[first..place], settings, &mut found);
                first = place;
            }
        }
    }
    merge(found, settings)
}

/// Returns the maximum distance difference of two readings of one object: the diagonal of its top face plus the tolerance, m.
fn largest_jump(settings: &MapSettings) -> f64 {
    let [depth, width, _] = settings.size;
    libm::hypot(depth, width) + settings.min_difference
}

/// Returns the maximum angle subtended by one object: twice the angle of its half diagonal, plus the beam on both sides, rad.
fn largest_span(looks: &[&Evidence], settings: &MapSettings) -> f64 {
    let nearest = looks.iter().map(|look| look.distance).fold(f64::INFINITY, f64::min);
    let depth = settings.size[0];
    2.0 * libm::atan(HALF_DIAGONAL * depth / (nearest + depth / 2.0)) + 2.0 * settings.half_angle
}

/// Splits readings of one sensor pose, sorted by bearing, into one group per object.
fn split(looks: &[&Evidence], settings: &MapSettings, found: &mut Vec<Cluster>) {
    let [first, .., last] = looks else {
        found.extend((!looks.is_empty()).then(|| cluster(looks, settings)));
        return;
    };
    let limit = largest_span(looks, settings);
    let gap = |place: &usize| looks[*place].bearing - looks[place - 1].bearing;
    let jump = |place: &usize| (looks[*place].distance - looks[place - 1].distance).abs();
    let widest = (1..looks.len()).find(|place| gap(place) > limit);
    let too_wide = last.bearing - first.bearing > limit;
    let cut = widest.or_else(|| {
        // The first of the largest jumps.
        let larger = |one: &usize, other: &usize| jump(one).total_cmp(&jump(other)).then(other.cmp(one));
        (1..looks.len()).filter(|_| too_wide).max_by(larger)
    });
    match cut {
        Some(place) => {
            split(&looks[..place], settings, found);
            split(&looks[place..], settings, found);
        }
        None => found.push(cluster(looks, settings)),
    }
}

/// Returns the box for readings of one sensor pose: in the middle of their directions, at the nearest distance.
fn cluster(looks: &[&Evidence], settings: &MapSettings) -> Cluster {
    let (first, last) = (looks[0], looks[looks.len() - 1]);
    let bearing = (first.bearing + last.bearing) / 2.0;
    let nearest = looks.iter().map(|look| look.distance).fold(f64::INFINITY, f64::min);
    let deeper = match settings.anchor {
        Anchor::NearFace => settings.size[0] / 2.0,
        Anchor::Center => 0.0,
    };
    Cluster {
        groups: 1.0,
        center: first.sensor.end(bearing, nearest + deeper),
        yaw: if settings.face_ray { first.sensor.heading + bearing } else { 0.0 },
        size: [settings.size[0], settings.size[1]],
        evidence: looks.iter().map(|look| look.id).collect(),
    }
}

/// Merges boxes that intersect or whose centers are closer than the depth of a box.
fn merge(mut clusters: Vec<Cluster>, settings: &MapSettings) -> Vec<Cluster> {
    let boxed = |cluster: &Cluster| {
        let Cluster { center, yaw, size, .. } = *cluster;
        MappedBox { id: 0, center: center.into(), yaw, size, evidence: Vec::new() }
    };
    let together = |one: &Cluster, other: &Cluster| {
        (one.center - other.center).norm() < settings.size[0] || boxed(one).overlaps(&boxed(other))
    };
    let pair = |clusters: &[Cluster]| {
        let all = |one: usize| (one + 1..clusters.len()).map(move |other| (one, other));
        (0..clusters.len()).flat_map(all).find(|(one, other)| together(&clusters[*one], &clusters[*other]))
    };
    while let Some((one, other)) = pair(&clusters) {
        let second = clusters.remove(other);
        let first = &mut clusters[one];
        let groups = first.groups + second.groups;
        first.center += (second.center - first.center) * (second.groups / groups);
        first.groups = groups;
        if second.evidence.len() > first.evidence.len() {
            first.yaw = second.yaw;
        }
        first.evidence.extend(second.evidence);
    }
    clusters
}
