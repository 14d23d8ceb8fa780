//! Maps objects that only the real robot has detected as boxes of the twin's world: section 5.1 of the mixed-reality specification.
//!
//! Each reading with an echo is a piece of evidence. The boxes are recomputed from all evidence after every reading, so that a large object
//! seen at several angles becomes one box. A box keeps its identity through the evidence that it shares with its predecessor.
//!
//! Positions are in meters, angles in radians counterclockwise, in the axes of the twin's world.

mod cluster;
mod walls;

use crate::fusion::LookResult;
use cluster::Cluster;
use nalgebra::{Point2, Vector2};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::f64::consts::PI;
use walls::{Beam, Wall};

/// Maximum position difference of readings from the same sensor pose, m.
const SAME_PLACE: f64 = 0.005;

/// Maximum angle between readings of the same direction, rad.
const SAME_DIRECTION: f64 = 0.5 * PI / 180.0;

/// Tolerance beyond the half-angle of the beam within which evidence still counts as observed, rad.
const BESIDE: f64 = 2.0 * PI / 180.0;

/// Settings for placing boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct MapSettings {
    /// Edges of a box: depth along the ray, width, height, m.
    pub size: [f64; 3],
    /// Half-angle of the sonar's beam, rad.
    pub half_angle: f64,
    /// Distances that differ by at most this are equal, m.
    pub min_difference: f64,
    /// Point of the box that is placed at the end of the ray.
    pub anchor: Anchor,
    /// Rotate boxes to face the ray; otherwise they are axis-aligned.
    pub face_ray: bool,
    /// Merge the evidence of one object into one box; otherwise each reading creates its own, as in the original system.
    pub merge: bool,
    /// With `merge`: straight walls explain evidence, too.
    pub walls: bool,
    /// Distance up to which a reading without an echo shows free space, m.
    pub reach: f64,
    /// Number of contradicting readings after which evidence is dropped; 0 keeps it forever.
    pub refuted_after: u32,
}

/// Point of a box that is placed at the end of a ray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The center of its near face.
    #[default]
    NearFace,
    /// Its center.
    Center,
}

impl Default for MapSettings {
    fn default() -> Self {
        Self {
            size: [0.115, 0.115, 0.2],
            half_angle: 7.5 * PI / 180.0,
            min_difference: 0.05,
            anchor: Anchor::NearFace,
            face_ray: true,
            merge: true,
            walls: true,
            reach: 0.6,
            refuted_after: 3,
        }
    }
}

/// Position of the sonar, m, and heading of the robot, rad.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensorPose {
    /// x and y.
    pub at: [f64; 2],
    /// Heading of the robot.
    pub heading: f64,
}

impl SensorPose {
    /// Returns the end of a ray: sonar + (cos, sin)(heading + angle of the sonar) × distance.
    pub fn end(&self, bearing: f64, distance: f64) -> Point2<f64> {
        let (sin, cos) = libm::sincos(self.heading + bearing);
        Point2::from(self.at) + Vector2::new(cos, sin) * distance
    }

    fn is_near(&self, other: &Self) -> bool {
        (Point2::from(self.at) - Point2::from(other.at)).norm() <= SAME_PLACE
            && angle_between(self.heading, other.heading) <= SAME_DIRECTION
    }
}

/// Returns the angle between two directions, 0 … π.
fn angle_between(one: f64, other: f64) -> f64 {
    let turn = (one - other).rem_euclid(2.0 * PI);
    turn.min(2.0 * PI - turn)
}

/// A reading with an echo, or the average of several similar ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Persistent identifier.
    pub id: u32,
    /// Time of the last reading, s.
    pub time: f64,
    /// Pose of the sonar.
    pub sensor: SensorPose,
    /// Angle of the sonar relative to the robot, rad.
    pub bearing: f64,
    /// Distance, m.
    pub distance: f64,
    /// Number of readings.
    pub looks: u32,
    /// Number of later readings that contradict it.
    pub refuted: u32,
}

impl Evidence {
    /// Returns the direction of the ray in the world, rad.
    pub fn direction(&self) -> f64 {
        self.sensor.heading + self.bearing
    }

    /// Returns the end point of the ray, m.
    pub fn point(&self) -> Point2<f64> {
        self.sensor.end(self.bearing, self.distance)
    }
}

/// A box of the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MappedBox {
    /// Identifier, unchanged while the box shares evidence with its predecessor.
    pub id: u32,
    /// Center, m.
    pub center: [f64; 2],
    /// Direction of its depth, rad.
    pub yaw: f64,
    /// Depth and width, m.
    pub size: [f64; 2],
    /// Identifiers of its evidence.
    pub evidence: Vec<u32>,
}

impl MappedBox {
    /// Returns whether two boxes overlap: separating axis theorem in the plane.
    pub fn overlaps(&self, other: &Self) -> bool {
        let axes = |turned: &Self| {
            let (sin, cos) = libm::sincos(turned.yaw);
            let [depth, width] = turned.size;
            [Vector2::new(cos, sin) * (depth / 2.0), Vector2::new(-sin, cos) * (width / 2.0)]
        };
        let between = Point2::from(other.center) - Point2::from(self.center);
        let (one, two) = (axes(self), axes(other));
        one.iter().chain(&two).all(|axis| {
            let unit = axis.normalize();
            let reach: f64 = one.iter().chain(&two).map(|half| half.dot(&unit).abs()).sum();
            between.dot(&unit).abs() < reach - 1e-9
        })
    }
}

/// Object hit by a sonar ray in the twin's world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TwinHit {
    /// None.
    Nothing,
    /// A box of the map.
    Mapped(u32),
    /// Another object of the twin's world.
    Scene,
}

/// Sonar readings of the same direction in both worlds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Time, s.
    pub time: f64,
    /// Pose of the twin's sonar.
    pub sensor: SensorPose,
    /// Angle of the sonar, rad.
    pub bearing: f64,
    /// Distance measured by the real robot, m; undefined without an echo.
    pub distance: f64,
    /// Result of the comparison.
    pub result: LookResult,
    /// Object hit by the twin's sonar.
    pub seen: TwinHit,
}

/// Effect of a reading on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// No change.
    Nothing,
    /// Evidence was added or changed.
    Evidence,
    /// An object exists only in the twin's world.
    VirtualOnly,
    /// The real robot sees through an object of the scene.
    Conflict,
}

/// A change of the twin's world.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A box was added.
    Added(MappedBox),
    /// The position or the evidence of a box changed.
    Modified(MappedBox),
    /// A box was removed.
    Removed(u32),
}

/// A reading of the real robot without an echo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FreeLook {
    /// Pose of the sonar.
    pub sensor: SensorPose,
    /// Angle of the sonar relative to the robot, rad.
    pub bearing: f64,
}

impl FreeLook {
    fn is_like(&self, look: &Look) -> bool {
        self.sensor.is_near(&look.sensor) && angle_between(self.bearing, look.bearing) <= SAME_DIRECTION
    }
}

/// A sector without objects: the beam of a reading up to its echo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClearBeam {
    /// Pose of the sonar.
    pub sensor: SensorPose,
    /// Angle of the sonar relative to the robot, rad.
    pub bearing: f64,
    /// Distance of the echo, m.
    pub distance: f64,
}

/// Maximum number of stored readings without an echo, of readings explained by the scene, and of paths; beyond it, the oldest are dropped.
const FREE_LOOKS: usize = 4096;

/// Appends an element, and drops the oldest one if there are too many.
fn push_bounded<T>(list: &mut VecDeque<T>, one: T) {
    if list.len() == FREE_LOOKS {
        list.pop_front();
    }
    list.push_back(one);
}

/// The boxes and their evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Map {
    evidence: Vec<Evidence>,
    free: VecDeque<FreeLook>,
    /// Readings of objects of the scene, which are not evidence.
    explained: VecDeque<ClearBeam>,
    /// Straight paths that the robot has driven, m.
    driven: VecDeque<[[f64; 2]; 2]>,
    walls: Vec<Wall>,
    boxes: Vec<MappedBox>,
    next_evidence: u32,
    next_box: u32,
}

impl Map {
    /// Returns all boxes.
    pub fn boxes(&self) -> &[MappedBox] {
        &self.boxes
    }

    /// Returns all evidence.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Returns the readings without an echo.
    pub fn free_beams(&self) -> impl Iterator<Item = &FreeLook> {
        self.free.iter()
    }

    /// Returns the readings of objects of the scene, which are not evidence.
    pub fn explained(&self) -> impl Iterator<Item = &ClearBeam> {
        self.explained.iter()
    }

    /// Returns the straight paths that the robot has driven, m.
    pub fn driven(&self) -> impl Iterator<Item = &[[f64; 2]; 2]> {
        self.driven.iter()
    }

    /// Adds a straight path that the robot has driven, m.
    pub fn drove(&mut self, from: [f64; 2], to: [f64; 2]) {
        push_bounded(&mut self.driven, [from, to]);
    }

    /// Returns the evidence of a box.
    pub fn evidence_of(&self, of: &MappedBox) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().filter(|evidence| of.evidence.contains(&evidence.id))
    }

    /// Adds a reading; [`Map::update`] updates the boxes.
    pub fn add(&mut self, look: &Look, settings: &MapSettings) -> Notice {
        if matches!(look.result, LookResult::Nothing | LookResult::TwinOnly) {
            self.note_free(look);
        }
        match (look.result, look.seen) {
            (LookResult::Nothing, _) => Notice::Nothing,
            // Objects explained by the scene are not evidence.
            (LookResult::Agreement, TwinHit::Mapped(_)) => self.note(look, settings),
            (LookResult::Agreement, _) => {
                self.note_explained(look);
                Notice::Nothing
            }
            (LookResult::RealOnly | LookResult::Nearer, _) => self.note(look, settings),
            (LookResult::Farther, TwinHit::Mapped(id)) => {
                let notice = self.note(look, settings);
                self.refute(id, look, settings);
                notice
            }
            (LookResult::Farther, _) if !settings.merge => self.note(look, settings),
            (LookResult::Farther, _) => {
                self.note_explained(look);
                Notice::Conflict
            }
            (LookResult::TwinOnly, seen) => {
                if let TwinHit::Mapped(id) = seen {
                    self.refute(id, look, settings);
                }
                Notice::VirtualOnly
            }
        }
    }

    fn note_free(&mut self, look: &Look) {
        if !self.free.iter().any(|known| known.is_like(look)) {
            push_bounded(&mut self.free, FreeLook { sensor: look.sensor, bearing: look.bearing });
        }
    }

    fn note_explained(&mut self, look: &Look) {
        let Look { sensor, bearing, distance, .. } = *look;
        push_bounded(&mut self.explained, ClearBeam { sensor, bearing, distance });
    }

    /// Adds an obstacle at this distance in front of the real robot, m.
    pub fn obstacle(&mut self, time: f64, sensor: SensorPose, distance: f64, settings: &MapSettings) {
        let result = LookResult::RealOnly;
        self.note(&Look { time, sensor, bearing: 0.0, distance, result, seen: TwinHit::Nothing }, settings);
    }

    /// Adds evidence, averaged with earlier similar readings. Earlier readings without an echo in that direction are discarded.
    fn note(&mut self, look: &Look, settings: &MapSettings) -> Notice {
        self.free.retain(|known| !known.is_like(look));
        let alike = |evidence: &&mut Evidence| {
            evidence.sensor.is_near(&look.sensor) && angle_between(evidence.bearing, look.bearing) <= SAME_DIRECTION
        };
        match self.evidence.iter_mut().find(alike).filter(|_| settings.merge) {
            Some(known) if (known.distance - look.distance).abs() <= settings.min_difference => {
                known.distance += (look.distance - known.distance) / f64::from(known.looks + 1);
                (known.looks, known.refuted, known.time) = (known.looks + 1, 0, look.time);
            }
            Some(known) => {
                (known.distance, known.looks, known.refuted, known.time) = (look.distance, 1, 0, look.time);
            }
            None => {
                let Look { time, sensor, bearing, distance, .. } = *look;
                let id = self.next_evidence;
                self.next_evidence += 1;
                self.evidence.push(Evidence { id, time, sensor, bearing, distance, looks: 1, refuted: 0 });
            }
        }
        Notice::Evidence
    }

    /// Counts a reading through a box against the evidence within its beam, or against all evidence of the box if there is none within.
    fn refute(&mut self, id: u32, look: &Look, settings: &MapSettings) {
        let Some(refuted) = self.boxes.iter().find(|known| known.id == id) else { return };
        let own = |evidence: &Evidence| refuted.evidence.contains(&evidence.id) && evidence.time < look.time;
        let in_beam = |evidence: &Evidence| {
            let offset = evidence.point() - Point2::from(look.sensor.at);
            let direction = libm::atan2(offset.y, offset.x);
            angle_between(direction, look.sensor.heading + look.bearing) <= settings.half_angle + BESIDE
        };
        let any_in_beam = self.evidence.iter().any(|evidence| own(evidence) && in_beam(evidence));
        for evidence in self.evidence.iter_mut().filter(|evidence| own(evidence)) {
            evidence.refuted += u32::from(!any_in_beam || in_beam(evidence));
        }
        let enough = settings.refuted_after;
        let before = self.evidence.len();
        self.evidence.retain(|evidence| enough == 0 || evidence.refuted < enough);
        if self.evidence.len() < before {
            self.find_walls(settings);
        }
    }

    /// Recomputes the walls from all evidence, after a scan; [`Map::update`] updates the boxes.
    pub fn find_walls(&mut self, settings: &MapSettings) {
        if !(settings.walls && settings.merge) {
            return;
        }
        let beam = |sensor: &SensorPose, bearing: f64, clear: f64| {
            let (from, direction) = (Point2::from(sensor.at), sensor.heading + bearing);
            Beam { from, direction, clear }
        };
        let hits = self.evidence.iter().map(|one| beam(&one.sensor, one.bearing, one.distance));
        let explained = self.explained.iter().map(|one| beam(&one.sensor, one.bearing, one.distance));
        let free = self.free.iter().map(|one| beam(&one.sensor, one.bearing, settings.reach));
        let beams: Vec<Beam> = hits.chain(explained).chain(free).collect();
        self.walls = walls::walls(&self.evidence, &beams, settings);
    }

    /// Recomputes the boxes. `may_stand` returns whether a box is free of everything except the map's own boxes; otherwise the box keeps
    /// its old pose, or is not added.
    pub fn update(&mut self, settings: &MapSettings, mut may_stand: impl FnMut(&MappedBox) -> bool) -> Vec<Change> {
        let of_wall = |one: &&Evidence| self.walls.iter().any(|wall| wall.evidence.contains(&one.id));
        let others: Vec<Evidence> = self.evidence.iter().filter(|one| !of_wall(one)).cloned().collect();
        let mut clusters: Vec<Cluster> = self.walls.iter().map(Cluster::of_wall).collect();
        clusters.extend(cluster::clusters(&others, self.free.iter(), settings));
        let wanted = self.identify(clusters);
        let mut changes = Vec::new();
        let gone = |known: &MappedBox| !wanted.iter().any(|wanted| wanted.id == known.id);
        changes.extend(self.boxes.iter().filter(|known| gone(known)).map(|known| Change::Removed(known.id)));
        self.boxes.retain(|known| !gone(known));
        // A box may have to be removed before another can be placed.
        let mut waiting = wanted;
        loop {
            let before = waiting.len();
            waiting.retain(|wanted| !self.try_place(wanted, settings, &mut may_stand, &mut changes));
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        changes
    }

    /// Places a box at its new pose if that is allowed. Returns whether it succeeded.
    fn try_place(
        &mut self,
        wanted: &MappedBox,
        settings: &MapSettings,
        may_stand: &mut impl FnMut(&MappedBox) -> bool,
        changes: &mut Vec<Change>,
    ) -> bool {
        let known = self.boxes.iter().position(|known| known.id == wanted.id);
        if known.is_some_and(|place| self.boxes[place] == *wanted) {
            return true;
        }
        let stays = known.is_some_and(|place| {
            let known = &self.boxes[place];
            known.center == wanted.center && known.yaw == wanted.yaw && known.size == wanted.size
        });
        let others = || self.boxes.iter().filter(|other| other.id != wanted.id);
        let free = || !settings.merge || !others().any(|other| other.overlaps(wanted));
        if !stays && !(free() && (!settings.merge || may_stand(wanted))) {
            return false;
        }
        match known {
            Some(place) => {
                self.boxes[place] = wanted.clone();
                changes.push(Change::Modified(wanted.clone()));
            }
            None => {
                self.boxes.push(wanted.clone());
                changes.push(Change::Added(wanted.clone()));
            }
        }
        true
    }

    /// Assigns to clusters the identifiers of the boxes with which they share most evidence.
    fn identify(&mut self, clusters: Vec<Cluster>) -> Vec<MappedBox> {
        let mut shared: Vec<(usize, usize, usize)> = Vec::new();
        for (place, cluster) in clusters.iter().enumerate() {
            for (old, known) in self.boxes.iter().enumerate() {
                let count = cluster.evidence.iter().filter(|id| known.evidence.contains(id)).count();
                shared.extend((count > 0).then_some((count, place, old)));
            }
        }
        shared.sort_by_key(|(count, place, old)| (std::cmp::Reverse(*count), *place, *old));
        let mut ids = vec![None; clusters.len()];
        let mut taken = vec![false; self.boxes.len()];
        for (_, place, old) in shared {
            if ids[place].is_none() && !taken[old] {
                (ids[place], taken[old]) = (Some(self.boxes[old].id), true);
            }
        }
        let next = &mut self.next_box;
        let number = |id: Option<u32>| {
            id.unwrap_or_else(|| {
                *next += 1;
                *next
            })
        };
        let ids: Vec<u32> = ids.into_iter().map(number).collect();
        let boxes = clusters.into_iter().zip(ids);
        boxes
            .map(|(Cluster { center, yaw, size, evidence, .. }, id)| MappedBox {
                id,
                center: center.into(),
                yaw,
                size,
                evidence,
            })
            .collect()
    }
}

#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod tests;
