//! Operations on the twin and its world.

use super::params::LinkParams;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use sim_abi::serde_json;
use sim_abi::service::{Orientation, OverlapShape};
use sim_abi::world::{Filter, Probe};
use twin_link::map::{Change, Map, MapSettings, MappedBox, SensorPose, TwinHit};

/// Height of mapped objects above the floor, m, so that objects touching it do not overlap them.
const ABOVE_FLOOR: f64 = 0.001;

/// Maximum overlap that counts as touching, m.
const TOUCH: f64 = 0.0005;

/// Number of rays across the beam per reading.
const RAYS: usize = 41;

/// Planar position of the twin's origin, m, and its heading, rad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// x and y.
    pub at: [f64; 2],
    /// Heading.
    pub heading: f64,
}

impl Place {
    /// Returns the planar pose of a body.
    pub fn of(state: &BodyState) -> Self {
        let at = state.pose.translation.vector;
        Self { at: [at.x, at.y], heading: state.pose.rotation.euler_angles().2 }
    }

    /// Returns the pose moved along its heading, m.
    pub fn advanced(&self, distance: f64) -> Self {
        let (sin, cos) = math::sin_cos(self.heading);
        Self { at: [self.at[0] + cos * distance, self.at[1] + sin * distance], ..*self }
    }

    /// Returns the distance to another pose, m.
    pub fn distance_to(&self, other: &Self) -> f64 {
        math::hypot(other.at[0] - self.at[0], other.at[1] - self.at[1])
    }

    /// Returns whether two poses are equal up to a tolerance, m and rad.
    pub fn is_near(&self, other: &Self, tolerance: f64) -> bool {
        self.distance_to(other) <= tolerance && wrap_angle(self.heading - other.heading).abs() <= tolerance
    }

    /// Returns the pose of its sonar.
    pub fn sensor(&self) -> SensorPose {
        SensorPose { at: self.at, heading: self.heading }
    }
}

/// The world of a twin.
pub struct TwinWorld {
    /// Name of the twin.
    pub twin: String,
    /// Name prefix of mapped objects.
    pub prefix: String,
    /// Index of the twin; `None` in a replay.
    pub robot: Option<u32>,
    /// Pose of the twin in a replay.
    pub replayed: Place,
    /// Index of the robot that shows the twin's pose in a replay.
    pub shown: Option<u32>,
    /// Height of the twin's floor, m.
    pub floor: f64,
    /// The map.
    pub map: Map,
    /// Its settings.
    pub settings: MapSettings,
    params: LinkParams,
}

impl TwinWorld {
    /// Creates the world of a twin on a floor at height 0.
    pub fn new(twin: &str, prefix: String, params: &LinkParams) -> Self {
        let (map, settings) = (Map::default(), params.map());
        Self {
            twin: twin.into(),
            prefix,
            robot: None,
            replayed: Place::default(),
            shown: None,
            floor: 0.0,
            map,
            settings,
            params: params.clone(),
        }
    }

    /// Returns the name of a mapped object.
    pub fn name(&self, id: u32) -> String {
        format!("{}{id}", self.prefix)
    }

    /// Returns the edges of a mapped object, m.
    pub fn size(&self, known: &MappedBox) -> [f64; 3] {
        let [depth, width] = known.size;
        [depth, width, self.settings.size[2]]
    }

    fn id(&self, name: &str) -> Option<u32> {
        name.strip_prefix(&self.prefix)?.parse().ok()
    }

    /// Returns the pose of the twin.
    pub fn place(&self, io: &ServiceIo) -> Result<Place> {
        let state = self.robot.map(|robot| io.robot_state(robot)).transpose()?;
        Ok(state.map_or(self.replayed, |state| Place::of(&state)))
    }

    /// Returns distance (m), kind and identifier of the object hit by the twin's sonar in a direction, rad.
    pub fn measure(&self, io: &ServiceIo, place: &Place, bearing: f64) -> Option<(f64, TwinHit, u32)> {
        let origin = Vec3::new(place.at[0], place.at[1], self.floor + self.params.sonar_height);
        let filter = Filter { moving: 0, ..Filter::default() };
        let count = if self.params.half_angle > 0.0 { RAYS } else { 1 };
        let direction = |number: usize| {
            let share = if count == 1 { 0.0 } else { 2.0 * number as f64 / (count - 1) as f64 - 1.0 };
            let (sin, cos) = math::sin_cos(place.heading + bearing + share * self.params.half_angle);
            Vec3::new(cos, sin, 0.0)
        };
        let hits = (0..count)
            .filter_map(|number| io.world().cast_ray(origin, direction(number), self.params.max_distance, filter));
        let hit = hits.min_by(|one, other| one.distance.total_cmp(&other.distance))?;
        let seen = self.id(&io.world().object_name(hit.object)).map_or(TwinHit::Scene, TwinHit::Mapped);
        Some((hit.distance, seen, hit.object))
    }

    /// Moves the twin from a pose along its heading, as far as the path is free. Returns its new pose, and whether it
    /// covers the entire distance.
    pub fn advance(&self, io: &mut ServiceIo, from: &Place, distance: f64) -> Result<(Place, bool)> {
        let half_height = self.params.sonar_height.max(0.01) / 2.0;
        let middle = Vec3::new(from.at[0], from.at[1], self.floor + ABOVE_FLOOR + half_height);
        let (sin, cos) = math::sin_cos(from.heading);
        let (direction, length) = (Vec3::new(cos, sin, 0.0) * distance.signum(), distance.abs());
        let probe = Probe::Cylinder(self.params.radius, half_height);
        let filter = Filter { moving: 0, ..Filter::default() };
        let pose = Pose::from_parts(middle.into(), Rotation::identity());
        let touch = (length > 0.0).then(|| io.world().cast_shape(probe, &pose, direction, length, filter)).flatten();
        let free = touch.map_or(length, |hit| (hit.distance - ABOVE_FLOOR).max(0.0));
        let place = from.advanced(free * distance.signum());
        self.put(io, &place)?;
        Ok((place, touch.is_none()))
    }

    /// Returns the names of everything that the twin would overlap at a pose.
    pub fn in_the_way(&self, io: &mut ServiceIo, place: &Place) -> Result<Vec<String>> {
        let height = self.params.sonar_height.max(0.01);
        let [x, y] = place.at;
        let at = [x, y, self.floor + ABOVE_FLOOR + height / 2.0];
        let shape = OverlapShape::Cylinder { radius: self.params.radius, height };
        let asked = Request::Overlaps { shape, at, quaternion: about_z(0.0), depth: TOUCH };
        let names: Vec<String> = serde_json::from_value(io.request(&asked)?)?;
        Ok(names.into_iter().filter(|name| *name != self.twin).collect())
    }

    /// Moves the twin to a pose, at rest and with unchanged tilt.
    pub fn put(&self, io: &mut ServiceIo, place: &Place) -> Result {
        match self.robot {
            Some(robot) => Self::put_robot(io, robot, place),
            None => Ok(()),
        }
    }

    /// Shows a pose of the twin from a replay.
    pub fn show_replayed(&mut self, place: Place, io: &mut ServiceIo) -> Result {
        self.replayed = place;
        match self.shown {
            Some(robot) => Self::put_robot(io, robot, &place),
            None => Ok(()),
        }
    }

    fn put_robot(io: &mut ServiceIo, robot: u32, place: &Place) -> Result {
        let before = io.robot_state(robot)?.pose;
        let (roll, pitch, _) = before.rotation.euler_angles();
        let at = Vec3::new(place.at[0], place.at[1], before.translation.vector.z);
        let rotation = Rotation::from_euler_angles(roll, pitch, place.heading);
        let pose = Pose::from_parts(at.into(), rotation);
        io.set_robot_state(robot, BodyState { pose, ..BodyState::default() })
    }

    /// Updates the mapped objects from the map, with the twin at `place`. Returns descriptions of the changes, and the
    /// names of blocking objects.
    pub fn update(&mut self, io: &mut ServiceIo, place: &Place) -> Result<(Vec<String>, Vec<String>)> {
        let (mut in_the_way, mut failure) = (Vec::new(), None);
        let mut map = std::mem::take(&mut self.map);
        let changes = map.update(&self.settings, |wanted| match self.obstacles(io, wanted, place) {
            Ok(names) => {
                let free = names.is_empty();
                in_the_way.extend(names);
                free
            }
            Err(fault) => {
                failure = Some(fault);
                false
            }
        });
        self.map = map;
        failure.map_or(Ok(()), Err)?;
        let mut applied = Vec::new();
        for change in changes {
            applied.push(self.carry_out(io, &change)?);
        }
        Ok((applied, in_the_way))
    }

    /// Returns the names of objects that block a mapped object, except other mapped ones.
    fn obstacles(&self, io: &mut ServiceIo, wanted: &MappedBox, place: &Place) -> Result<Vec<String>> {
        let size = self.size(wanted);
        let [x, y] = wanted.center;
        let at = [x, y, self.floor + ABOVE_FLOOR + size[2] / 2.0];
        let shape = OverlapShape::Box { size };
        let asked = Request::Overlaps { shape, at, quaternion: about_z(wanted.yaw), depth: TOUCH };
        let names: Vec<String> = serde_json::from_value(io.request(&asked)?)?;
        // The twin may have been moved in this step, which the world does not show yet.
        let others = names.into_iter().filter(|name| *name != self.twin && self.id(name).is_none());
        let twin = self.reaches_twin(wanted, place).then(|| self.twin.clone());
        Ok(others.chain(twin).collect())
    }

    fn reaches_twin(&self, wanted: &MappedBox, place: &Place) -> bool {
        let (sin, cos) = math::sin_cos(wanted.yaw);
        let [dx, dy] = [place.at[0] - wanted.center[0], place.at[1] - wanted.center[1]];
        let beyond = |along: f64, size: f64| (along.abs() - size / 2.0).max(0.0);
        let beside = beyond(cos * dx + sin * dy, wanted.size[0]);
        let ahead = beyond(cos * dy - sin * dx, wanted.size[1]);
        math::hypot(beside, ahead) < self.params.radius - TOUCH
    }

    fn carry_out(&self, io: &mut ServiceIo, change: &Change) -> Result<String> {
        let (verb, known) = match change {
            Change::Added(known) => ("added", known),
            Change::Modified(known) => {
                io.request(&Request::RemoveObject { name: self.name(known.id) })?;
                ("modified", known)
            }
            Change::Removed(id) => {
                io.request(&Request::RemoveObject { name: self.name(*id) })?;
                return Ok(format!("removed {}", self.name(*id)));
            }
        };
        io.request(&Request::AddObject { object: self.object(known) })?;
        let [x, y] = known.center;
        Ok(format!("{verb} {} at ({x:.3}, {y:.3})", self.name(known.id)))
    }

    /// Returns a mapped object as a scene entry.
    pub fn object(&self, known: &MappedBox) -> Value {
        let size = self.size(known);
        let [x, y] = known.center;
        json!({
            "name": self.name(known.id),
            "shape": {"Box": {"size": size}},
            "at": [x, y, self.floor + ABOVE_FLOOR + size[2] / 2.0],
            "yaw": known.yaw,
            "color": self.params.object_color,
            "category": "mapped",
            "description": self.evidence(known),
        })
    }

    /// Returns the evidence of a mapped object, one reading per line.
    pub fn evidence(&self, known: &MappedBox) -> String {
        let lines = self.map.evidence_of(known).map(|evidence| {
            let [x, y] = evidence.sensor.at;
            let heading = evidence.sensor.heading.to_degrees();
            let mean = match evidence.looks {
                1 => String::new(),
                looks => format!(", mean of {looks} readings"),
            };
            format!(
                "{:.2} s: from ({x:.3}, {y:.3}) m heading {heading:.1}°, ray {:.1}°, {:.2} cm{mean}",
                evidence.time,
                evidence.bearing.to_degrees(),
                evidence.distance * 100.0,
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn about_z(yaw: f64) -> Orientation {
    let (sin, cos) = math::sin_cos(yaw / 2.0);
    Orientation { x: 0.0, y: 0.0, z: sin, w: cos }
}
