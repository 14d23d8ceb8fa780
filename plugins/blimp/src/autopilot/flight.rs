//! The states of a flight and the transitions between them.

mod demand;

use super::course::{self, DOCKING, Kind, Target, counted};
use super::laws::{Leg, MASSES, Motion};
use super::manual::Keyed;
use super::memory::{Emergency, Holding, Log, Memory, State};
use super::observer::{Reading, observed};
use super::{AutopilotParams, BAND, NearDestination, trim_command};
use crate::standard::HULL_RADIUS;
use bisphere::{BiSphere, Settings, Sphere, clear_point, clearance, first_obstacle, plan, swept_vs_bisphere};
use sim_abi::call::Keys;
use sim_abi::prelude::*;

/// Emergencies start at the limits of the altitude band and end at this height, m.
const CLEAR_OF_LOW: f64 = 1.75;
const CLEAR_OF_HIGH: f64 = 3.9;
/// Minimum force available to stop a sinking blimp, N.
const STOPPING: f64 = 0.025;
/// Maximum angle and turn rate at the start of a leg, rad and rad/s.
const ALIGNED: (f64, f64) = (0.12, 0.15);
/// Angle between nose and leg above which the blimp first turns to the leg, rad.
const ASTRAY: f64 = 1.2;
/// Horizontal distances from a destination at which it is held and given up, m.
const HELD: [f64; 2] = [1.0, 2.0];
/// Distances at which a detour counts as passed: with a clear path to the next point, and in any case, m.
const PASSED: [f64; 2] = [0.30, 0.10];
/// Where the last leg is checked, m before its end, and the maximum lateral error there, m.
const MISSED: (f64, f64) = (0.15, 0.12);
/// Distance from the entrance at which a blimp that leaves the dock backward counts as outside, m.
const UNDOCKED: f64 = 0.5;
/// Maximum number of docking retries.
const RETRIES: u32 = 5;
/// Maximum angle of the nose in the dock, rad.
const DOCKED: f64 = 0.2;
/// Time after which the blimp circles a point instead of coming to rest there, s.
const CIRCLING: f64 = 30.0;
/// Minimum radius kept clear if the blimp itself is closer to an obstacle, and the margin subtracted from that
/// distance, m.
const RELIEF: (f64, f64) = (0.30, 0.001);

/// Inputs of a cycle.
pub struct Signs {
    /// Position, m.
    pub at: [f64; 3],
    /// Yaw, counterclockwise from x, rad.
    pub yaw: f64,
    /// Whether a downward sensor responds.
    pub is_near_ground: bool,
    /// Time since the last cycle, s.
    pub dt: f64,
    pub keys: Keys,
}

/// Flight plan: mission, obstacles and parameters.
pub struct Flight {
    params: AutopilotParams,
    mission: Vec<Target>,
    names: Vec<String>,
    obstacles: Vec<BiSphere>,
    /// Numbers of the obstacles in the parameters' list.
    numbers: Vec<usize>,
    settings: Settings,
}

impl Flight {
    pub fn try_new(params: AutopilotParams) -> Result<Self> {
        let mission = course::mission(&params.mission, params.docking)?;
        let (numbers, obstacles) = course::obstacles(&params.obstacles)?;
        let names = numbers.iter().map(|number| course::name_of(&params.obstacles, *number)).collect();
        let planner = &params.planner;
        let settings = Settings {
            radius: planner.radius,
            hysteresis: planner.hysteresis,
            margin: planner.margin,
            least_height_below: planner.least_height_below,
            heights: [BAND[0] + planner.altitude_margin, BAND[1] - planner.altitude_margin],
            first: planner.first.into(),
            ..Settings::default()
        };
        Ok(Self { mission, names, obstacles, numbers, settings, params })
    }

    /// Returns a flight that has not begun.
    pub fn start(&self) -> Memory {
        let mut stack = Vec::with_capacity(self.mission.len() + bisphere::MAX_DETOURS + DOCKING);
        stack.extend_from_slice(&self.mission);
        let flat = |sphere: &Sphere| [sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius];
        let flat = |shape: &BiSphere| {
            let [[a, b, c, d], [e, f, g, h]] = [flat(&shape.ends[0]), flat(&shape.ends[1])];
            [a, b, c, d, e, f, g, h]
        };
        Memory {
            state: State::SeekAngle,
            emergency: None,
            stack,
            leg: Leg { from: [0.0; 3], to: [0.0; 3] },
            motion: None,
            commands: [0.0; 3],
            holding: Holding::default(),
            integrals: [0.0; 2],
            blocked: 0,
            planned: 0.0,
            outdated: false,
            retries: 0,
            keyed: Keyed::default(),
            is_exchanged: false,
            mission: self.mission.clone(),
            obstacles: self.obstacles.iter().map(flat).collect(),
        }
    }

    /// Resumes a flight. If the mission differs, the flight starts the new one; if the obstacles differ, it replans.
    pub fn resume(&self, mut memory: Memory) -> Memory {
        let fresh = self.start();
        if memory.mission != fresh.mission {
            let entrance = memory.mission.get(1).filter(|point| point.kind == Kind::Dock).copied();
            (memory.stack, memory.mission) = (fresh.stack, fresh.mission);
            memory.retries = 0;
            memory.is_exchanged = true;
            memory.outdated = true;
            memory.state = match (memory.state, entrance, memory.motion) {
                (State::Manual, ..) => State::Manual,
                // The blimp leaves the dock backward, because its nose points into it.
                (State::Rest, Some(entrance), Some(motion)) => {
                    memory.stack.push(entrance);
                    memory.leg = Leg { from: motion.at, to: entrance.at };
                    State::Dock
                }
                _ => State::SeekAngle,
            };
        }
        memory.outdated |= memory.obstacles != fresh.obstacles;
        memory.obstacles = fresh.obstacles;
        memory.stack.reserve(bisphere::MAX_DETOURS + DOCKING);
        memory
    }

    pub fn params(&self) -> &AutopilotParams {
        &self.params
    }

    /// The active obstacles.
    pub fn obstacles(&self) -> &[BiSphere] {
        &self.obstacles
    }

    /// Clearance between the path `from` → `to` and the obstacle with this number in the list, minus the radius kept
    /// clear, m; `None` if the obstacle is disabled or does not exist.
    pub fn clearance_of(&self, number: usize, from: &[f64; 3], to: &[f64; 3]) -> Option<f64> {
        let index = self.numbers.iter().position(|listed| *listed == number)?;
        let leg = bisphere::Leg::new((*from).into(), (*to).into(), self.settings.radius);
        swept_vs_bisphere(&leg, &self.obstacles[index]).ok().map(|closest| closest.distance)
    }

    /// Minimum clearance between the path `from` → `to` and all obstacles, minus the radius kept clear, and the point
    /// of the path where it occurs, m.
    pub fn clearance(&self, from: &[f64; 3], to: &[f64; 3]) -> (f64, [f64; 3]) {
        let leg = bisphere::Leg::new((*from).into(), (*to).into(), self.settings.radius);
        let closest = self.obstacles.iter().map(|obstacle| match swept_vs_bisphere(&leg, obstacle) {
            Ok(closest) => (closest.distance, leg.at(closest.along_leg)),
            Err(_) => (f64::NEG_INFINITY, leg.at(0.0)),
        });
        let (distance, place) = closest.fold((f64::INFINITY, leg.at(0.0)), |a, b| if b.0 < a.0 { b } else { a });
        (distance, place.coords.into())
    }

    /// Runs one cycle and returns the commands of the front, bottom and tail motors.
    pub fn cycle(&self, memory: &mut Memory, signs: &Signs, log: Log<'_>) -> [f64; 3] {
        memory.commands = self.commands(memory, signs, log);
        memory.commands
    }

    fn commands(&self, memory: &mut Memory, signs: &Signs, log: Log<'_>) -> [f64; 3] {
        let motion = self.sensed(memory, signs);
        let is_first = memory.motion.replace(motion).is_none();
        if is_first && self.settings.radius < HULL_RADIUS {
            let radius = self.settings.radius;
            let text =
                format!("the planner keeps {radius} m clear, but the hull extends {HULL_RADIUS} m from its center");
            log(LogLevel::Warn, &text);
        }
        if is_first && self.params.docking && self.params.trim <= 0.0 {
            log(LogLevel::Warn, "it will not settle in the dock: its net weight (`trim`) is not above 0");
        }
        if is_first && memory.state != State::Manual {
            self.plan(memory, &motion, log);
        }
        if std::mem::take(&mut memory.is_exchanged) {
            log(LogLevel::Info, "another mission: starting with its first point");
        }
        let held = |code: u32| signs.keys.contains(&code);
        if memory.keyed.toggled(held) {
            self.toggle(memory, &motion, log);
        }
        self.watch_altitude(memory, signs, &motion, log);
        if memory.state == State::Rest {
            return [0.0; 3];
        }
        let mut commands = if memory.state == State::Manual {
            memory.keyed.follow(&self.params.manual, trim_command(self.params.trim), held);
            memory.keyed.commands
        } else {
            memory.planned += signs.dt;
            self.advance_state(memory, &motion, log);
            self.demand(memory, &motion, signs.dt).commands()
        };
        match memory.emergency {
            Some(Emergency::Low) => commands[1] = -1.0,
            Some(Emergency::High) => commands[1] = 1.0,
            None => {}
        }
        if memory.state == State::Rest { [0.0; 3] } else { commands }
    }

    /// Position and velocity.
    fn sensed(&self, memory: &Memory, signs: &Signs) -> Motion {
        let Signs { at, yaw, dt, .. } = *signs;
        let Some(last) = memory.motion.filter(|_| dt > 0.0) else {
            return Motion { at, velocity: [0.0; 3], yaw, yaw_rate: 0.0 };
        };
        observed(&last, &Reading { at, yaw, dt }, self.params.observer, memory.commands, self.params.trim)
    }

    fn toggle(&self, memory: &mut Memory, motion: &Motion, log: Log<'_>) {
        if memory.state == State::Manual {
            memory.integrals = [0.0; 2];
            if memory.stack.is_empty() && self.is_in_dock(motion) {
                self.finish(memory, motion.at, log);
                return;
            }
            if memory.stack.is_empty() && self.params.docking {
                memory.retries = 0;
                memory.stack.extend_from_slice(&self.mission[..DOCKING]);
            }
            if memory.stack.is_empty() {
                self.finish(memory, motion.at, log);
            } else {
                memory.go(State::SeekAngle, "automatic flight selected", log);
                self.plan(memory, motion, log);
            }
        } else {
            memory.keyed.commands = [0.0, trim_command(self.params.trim), 0.0];
            memory.go(State::Manual, "manual flight selected", log);
        }
    }

    /// Whether the blimp is in its dock, judged by the positions of the dock's entrance and rest point.
    fn is_in_dock(&self, motion: &Motion) -> bool {
        let [rest, entrance, ..] = self.mission.as_slice() else { return false };
        let [rest, entrance] = [rest, entrance].map(|point| Vec3::from(point.at));
        self.params.docking && (Vec3::from(motion.at) - rest).norm() < 0.5 * (entrance - rest).norm()
    }

    /// Starts and ends emergencies.
    fn watch_altitude(&self, memory: &mut Memory, signs: &Signs, motion: &Motion, log: Log<'_>) {
        let height = motion.at[2];
        let sinking = (-motion.velocity[2]).max(0.0);
        let stopping = MASSES[2] * sinking * sinking / (2.0 * STOPPING);
        let (may_be_low, may_be_high) = match memory.state {
            State::Rest | State::Dock => (false, memory.state == State::Dock),
            State::Manual => (self.params.manual.low_emergency, false),
            _ => (!memory.is_last(), true),
        };
        let before = memory.emergency;
        memory.emergency = match before {
            Some(Emergency::Low) if may_be_low && (signs.is_near_ground || height <= CLEAR_OF_LOW) => before,
            Some(Emergency::High) if may_be_high && height >= CLEAR_OF_HIGH => before,
            _ if may_be_low && (signs.is_near_ground || height - stopping < BAND[0]) => Some(Emergency::Low),
            _ if may_be_high && height > BAND[1] => Some(Emergency::High),
            _ => None,
        };
        if memory.emergency != before {
            let is_watched = match before {
                Some(Emergency::High) => may_be_high,
                _ => may_be_low,
            };
            let alert = match memory.emergency {
                Some(Emergency::Low) => "LOW: the bottom motor pushes up",
                Some(Emergency::High) => "HIGH: the bottom motor pushes down",
                None if is_watched => "the altitude is safe again",
                None => "altitude monitoring is off",
            };
            log(LogLevel::Warn, alert);
        }
    }

    /// Removes reached points from the stack and changes the state when due.
    fn advance_state(&self, memory: &mut Memory, motion: &Motion, log: Log<'_>) {
        let Some(target) = memory.stack.last().copied() else {
            if memory.state != State::Hold {
                self.finish(memory, motion.at, log);
            }
            return;
        };
        if memory.state != State::Blocked && self.is_reached(memory, &target, motion) {
            memory.stack.pop();
            if matches!(target.kind, Kind::Detour(_)) {
                self.begin(memory, motion, "a detour point is passed", log);
            } else {
                let ([x, y, z], left) = (target.at, counted(memory.stack.len(), "point"));
                log(LogLevel::Info, &format!("reached ({x:.2}, {y:.2}, {z:.2}); {left} left"));
                if memory.stack.is_empty() {
                    self.finish(memory, target.at, log);
                } else {
                    self.plan(memory, motion, log);
                }
            }
            return;
        }
        if self.cut(memory, motion) {
            return self.begin(memory, motion, "the path is free", log);
        }
        let is_en_route = matches!(memory.state, State::SeekAngle | State::Advance);
        let blocked = is_en_route && !memory.is_last() && !self.is_free(&motion.at, &target.at, self.settings.radius);
        memory.blocked = if blocked { memory.blocked + 1 } else { 0 };
        let waits = memory.state == State::Blocked && memory.retries <= RETRIES;
        let is_needed = waits || memory.blocked >= self.params.planner.patience;
        // A blimp that leaves the dock plans once it is outside.
        if memory.outdated && memory.state != State::Dock || is_needed && memory.planned >= self.params.planner.interval
        {
            return self.plan(memory, motion, log);
        }
        let along = memory.leg.along(motion);
        let course = memory.leg.course();
        let error = course.map_or(0.0, |course| wrap_angle(course - motion.yaw)).abs();
        let distance = math::hypot(target.at[0] - motion.at[0], target.at[1] - motion.at[1]);
        let is_destination = !matches!(target.kind, Kind::Detour(_));
        match memory.state {
            State::SeekAngle if error < ALIGNED.0 && motion.yaw_rate.abs() < ALIGNED.1 => {
                if memory.is_last() {
                    memory.go(State::Dock, "it faces the dock", log);
                } else {
                    memory.leg.from = motion.at;
                    memory.go(State::Advance, "it is aligned with the leg", log);
                }
                memory.integrals = [0.0; 2];
            }
            State::Advance if is_destination && distance < HELD[0] => {
                memory.holding = Holding::default();
                memory.go(State::Hold, "the destination is near", log);
            }
            State::Advance if error > ASTRAY => memory.go(State::SeekAngle, "it is not aligned with the leg", log),
            State::Hold if distance > HELD[1] => self.begin(memory, motion, "it was pushed away", log),
            State::Hold if memory.holding.time > CIRCLING => {
                memory.leg.from = motion.at;
                memory.go(State::SeekAngle, "it circles", log);
            }
            State::Dock if memory.is_last() && along.ahead < MISSED.0 && along.left.abs() > MISSED.1 => {
                self.retry(memory, motion, log)
            }
            _ => {}
        }
    }

    /// Drops all detours if several are left and the path to the point after them is clear: they belong to one path,
    /// and the blimp is no longer on it.
    fn cut(&self, memory: &mut Memory, motion: &Motion) -> bool {
        let is_detour = |target: &Target| matches!(target.kind, Kind::Detour(_));
        let detours = memory.stack.iter().rev().take_while(|target| is_detour(target)).count();
        let goal = memory.stack.len() - detours;
        let Some(target) = goal.checked_sub(1).map(|index| memory.stack[index].at).filter(|_| detours > 1) else {
            return false;
        };
        let is_free = self.is_free(&motion.at, &target, self.passing_radius());
        if is_free {
            memory.stack.truncate(goal);
        }
        is_free
    }

    /// Radius within which the path after a detour must be clear, m.
    fn passing_radius(&self) -> f64 {
        self.settings.radius + 0.3 * self.settings.hysteresis
    }

    /// Leaves the dock backward, with the nose toward it, flies to its approach and enters again.
    fn retry(&self, memory: &mut Memory, motion: &Motion, log: Log<'_>) {
        memory.retries += 1;
        if memory.retries > RETRIES {
            memory.holding = Holding::default();
            memory.leg = Leg { from: motion.at, to: motion.at };
            log(LogLevel::Error, "BLE-11 the dock was missed six times; holding position");
            return memory.go(State::Blocked, "the dock was missed", log);
        }
        let [entrance, approach] = [self.mission[1], self.mission[2]];
        memory.stack.extend([entrance, approach, entrance]);
        memory.leg = Leg { from: motion.at, to: entrance.at };
        log(LogLevel::Warn, &format!("the dock was missed; try {} of {RETRIES}", memory.retries));
    }

    fn is_reached(&self, memory: &Memory, target: &Target, motion: &Motion) -> bool {
        let distance = (Vec3::from(target.at) - Vec3::from(motion.at)).norm();
        if let Kind::Detour(_) = target.kind {
            let passed = distance < PASSED[0] || memory.leg.along(motion).ahead <= 0.0;
            let next = memory.stack.len().checked_sub(2).map(|index| memory.stack[index].at);
            let is_free = || next.is_none_or(|next| self.is_free(&motion.at, &next, self.passing_radius()));
            return memory.state != State::SeekAngle && (distance < PASSED[1] || passed && is_free());
        }
        if memory.state == State::Dock && !memory.is_last() {
            return memory.leg.along(motion).ahead < UNDOCKED;
        }
        let is_aligned = match target.heading {
            Some(heading) if memory.is_last() => wrap_angle(heading - motion.yaw).abs() < DOCKED,
            _ => true,
        };
        distance < target.tolerance && motion.speed() < target.speed && is_aligned
    }

    /// Whether a sphere of this radius can pass from `from` to `to`. If it starts closer to an obstacle, the radius is
    /// reduced.
    fn is_free(&self, from: &[f64; 3], to: &[f64; 3], radius: f64) -> bool {
        let room = |place: &[f64; 3], obstacle: usize| {
            clearance(&Sphere::new((*place).into(), 0.0), &self.obstacles[obstacle]).unwrap_or(0.0) - RELIEF.1
        };
        let radii =
            |obstacle| [radius.min(room(from, obstacle).max(RELIEF.0)), radius.min(room(to, obstacle).max(0.0))];
        let found = first_obstacle([&(*from).into(), &(*to).into()], radii, &self.obstacles, self.settings.first);
        matches!(found, Ok(None))
    }

    /// Plans the path to the next point of the mission: drops old detours and pushes new ones onto the stack.
    fn plan(&self, memory: &mut Memory, motion: &Motion, log: Log<'_>) {
        (memory.blocked, memory.planned, memory.outdated) = (0, 0.0, false);
        while let Some(Target { kind: Kind::Detour(_), .. }) = memory.stack.last() {
            memory.stack.pop();
        }
        let start = motion.at.into();
        loop {
            let Some(target) = memory.stack.last_mut() else {
                return self.finish(memory, motion.at, log);
            };
            let room = |at: &[f64; 3]| {
                let point = Sphere::new((*at).into(), 0.0);
                self.obstacles
                    .iter()
                    .map(|obstacle| clearance(&point, obstacle).unwrap_or(0.0))
                    .fold(f64::INFINITY, f64::min)
            };
            if target.kind != Kind::Mission || room(&target.at) >= self.settings.radius - RELIEF.1 {
                break;
            }
            let [x, y, z] = target.at;
            let radius = self.settings.radius;
            let nearest = clear_point(&(target.at).into(), &start, &self.obstacles, radius, self.settings.heights);
            match (self.params.planner.near_destination, nearest) {
                (NearDestination::Approach, Ok(Some(place))) => {
                    target.at = place.into();
                    let [near_x, near_y, near_z] = target.at;
                    log(
                        LogLevel::Warn,
                        &format!(
                            "obstacles are too close to ({x:.2}, {y:.2}, {z:.2}); flying to ({near_x:.2}, {near_y:.2}, {near_z:.2})"
                        ),
                    );
                    break;
                }
                (NearDestination::Skip, _) => {
                    log(
                        LogLevel::Warn,
                        &format!("obstacles are too close to ({x:.2}, {y:.2}, {z:.2}), which is skipped"),
                    );
                    memory.stack.pop();
                }
                _ => {
                    log(
                        LogLevel::Warn,
                        &format!("BLE-11 obstacles are too close to ({x:.2}, {y:.2}, {z:.2}); holding position"),
                    );
                    return self.stay(memory, motion, log);
                }
            }
        }
        let Some(target) = memory.stack.last() else { return };
        // The straight path into the dock is not planned; it is checked by eye.
        if memory.is_last() {
            return self.begin(memory, motion, "a point is reached", log);
        }
        match plan(&start, &target.at.into(), &self.obstacles, &self.settings) {
            Ok(found) if found.is_free() => {
                let first = memory.stack.len();
                for detour in found.detours() {
                    let name = &self.names[detour.obstacle];
                    let [x, y, z] = [detour.point.x, detour.point.y, detour.point.z];
                    let closest = &detour.closest;
                    log(
                        LogLevel::Info,
                        &format!(
                            "detour around `{name}`: distance {:.4} m at {:.4} of the leg, {:?} with margin {}, by ({x:.3}, {y:.3}, {z:.3})",
                            closest.distance, closest.along_leg, detour.direction, detour.margin
                        ),
                    );
                    let kind = Kind::Detour(detour.obstacle);
                    memory.stack.push(Target {
                        at: [x, y, z],
                        kind,
                        tolerance: PASSED[0],
                        speed: f64::MAX,
                        heading: None,
                    });
                }
                memory.stack[first..].reverse();
                self.begin(memory, motion, "the route is planned", log);
            }
            Ok(found) => {
                if memory.state != State::Blocked {
                    let name = found.blocked_by.map_or("", |obstacle| &self.names[obstacle]);
                    log(
                        LogLevel::Warn,
                        &format!("BLE-11 no path around `{name}`; holding position and replanning every second"),
                    );
                }
                self.stay(memory, motion, log);
            }
            Err(error) => {
                log(LogLevel::Error, &format!("BLE-11 planning failed: {error}"));
                self.stay(memory, motion, log);
            }
        }
    }

    /// Ends the mission: in the dock, the blimp rests with its motors off; elsewhere, it holds this position, m.
    fn finish(&self, memory: &mut Memory, place: [f64; 3], log: Log<'_>) {
        if self.params.docking {
            return memory.go(State::Rest, "the mission is over", log);
        }
        memory.holding = Holding::default();
        memory.leg = Leg { from: place, to: place };
        memory.go(State::Hold, "the mission is over; holding position", log);
    }

    fn stay(&self, memory: &mut Memory, motion: &Motion, log: Log<'_>) {
        if memory.state != State::Blocked {
            memory.holding = Holding::default();
            memory.leg = Leg { from: motion.at, to: motion.at };
            memory.go(State::Blocked, "no path found", log);
        }
    }

    /// Starts the leg to the next point.
    fn begin(&self, memory: &mut Memory, motion: &Motion, why: &str, log: Log<'_>) {
        let Some(target) = memory.stack.last().copied() else { return };
        // The blimp enters the dock along the dock's own axis.
        let from = if memory.is_last() { self.mission[1].at } else { motion.at };
        memory.leg = Leg { from, to: target.at };
        memory.integrals = [0.0; 2];
        let distance = math::hypot(target.at[0] - motion.at[0], target.at[1] - motion.at[1]);
        let is_near = !matches!(target.kind, Kind::Detour(_)) && !memory.is_last() && distance < HELD[0];
        if is_near {
            memory.holding = Holding::default();
        }
        memory.go(if is_near { State::Hold } else { State::SeekAngle }, why, log);
    }
}
