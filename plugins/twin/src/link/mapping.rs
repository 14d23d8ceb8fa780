//! Execution of acts on the twin and its world.

use super::TwinLink;
use super::export;
use super::log::What;
use super::world::Place;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use twin_link::locate::{self, Sighting};
use twin_link::machine::Act;
use twin_link::map::{Look, Notice, TwinHit};

/// Returns a pose for the log.
pub fn format_place(place: &Place) -> String {
    let [x, y] = place.at;
    format!("({x:.4}, {y:.4}) m {:.2}°", place.heading.to_degrees())
}

/// A reading of a scan to be processed after correcting the twin's pose.
#[derive(Clone, Serialize, Deserialize)]
pub struct Waiting {
    look: Look,
    /// Identifier of the object hit by the twin's sonar.
    object: u64,
}

impl TwinLink {
    /// Returns the pose of the twin.
    pub(super) fn place(&mut self, io: &ServiceIo) -> Result<Place> {
        let place = self.world.place(io)?;
        self.log.write(io, What::Place(place));
        Ok(place)
    }

    /// Changes the twin or its world.
    pub(super) fn change(&mut self, act: Act, io: &mut ServiceIo) -> Result {
        match act {
            Act::Look { angle, real, result, .. } => {
                let (place, bearing) = (self.place(io)?, angle.to_radians());
                if !self.params.create_from_real {
                    return Ok(());
                }
                let found = self.world.measure(io, &place, bearing);
                let (time, sensor, distance) = (io.time(), place.sensor(), real / 100.0);
                let seen = found.map_or(TwinHit::Nothing, |(_, seen, _)| seen);
                let look = Look { time, sensor, bearing, distance, result, seen };
                if matches!(seen, TwinHit::Mapped(_)) {
                    self.agreement.looked(result);
                }
                if self.params.correct_pose {
                    self.looks.push(Waiting { look, object: found.map_or(0, |(_, _, object)| object.into()) });
                    return Ok(());
                }
                self.add_observation(&look, &place, io)
            }
            Act::Reposition { remaining } => self.reposition(remaining, io),
            Act::TwinToGoal => self.reposition(0.0, io),
            Act::Obstacle { echo } => {
                let place = self.chain.place.unwrap_or(self.place(io)?);
                let distance = echo.map_or(self.params.block_distance, |echo| echo / 100.0);
                self.world.map.obstacle(io.time(), place.sensor(), distance, &self.world.settings);
                self.update(&place, io)
            }
            Act::Conflict => {
                self.report_change("conflict: the real robot has moved further than the twin could", io);
                Ok(())
            }
            // Handled by the link itself.
            Act::HaltTwin | Act::HaltReal => Ok(()),
        }
    }

    /// Moves the twin to the real robot's pose: turned as commanded, and `remaining` short of the goal, cm.
    fn reposition(&mut self, remaining: f64, io: &mut ServiceIo) -> Result {
        self.agreement.stopped(remaining);
        let before = self.chain.place.unwrap_or(self.place(io)?);
        let (Some(start), Some(target)) = (self.agreement.start(), self.agreement.expected(&before)) else {
            return Ok(());
        };
        let (place, whole) = if self.world.in_the_way(io, &target)?.is_empty() {
            self.world.put(io, &target)?;
            (target, true)
        } else {
            let (dx, dy) = (target.at[0] - start.at[0], target.at[1] - start.at[1]);
            self.world.advance(io, &Place { heading: target.heading, ..start }, math::hypot(dx, dy))?
        };
        self.chain.place = Some(place);
        self.report_change(
            &format!("the twin is moved from {} to {}", format_place(&before), format_place(&place)),
            io,
        );
        if !whole {
            self.report_change("reposition_limited: an object in its world blocks it", io);
        }
        Ok(())
    }

    fn update(&mut self, place: &Place, io: &mut ServiceIo) -> Result {
        let (changes, in_the_way) = self.world.update(io, place)?;
        for change in changes {
            self.report_change(&change, io);
        }
        for name in in_the_way {
            self.report_change(&format!("conflict: `{name}` is where an object should be added"), io);
        }
        Ok(())
    }

    pub(super) fn report_change(&mut self, text: &str, io: &ServiceIo) {
        io.log(LogLevel::Debug, text);
        self.chain.world(text);
    }

    /// Adds a reading to the map.
    fn add_observation(&mut self, look: &Look, place: &Place, io: &mut ServiceIo) -> Result {
        match self.world.map.add(look, &self.world.settings) {
            Notice::Nothing => Ok(()),
            Notice::Conflict => {
                self.report_change("conflict: the real robot sees through an object of the scene", io);
                Ok(())
            }
            Notice::VirtualOnly => {
                self.report_change("virtual_only: only the twin sees an object", io);
                self.update(place, io)
            }
            Notice::Evidence => self.update(place, io),
        }
    }

    /// Corrects the twin's pose from a finished scan, processes its readings from there, and finds walls.
    pub(super) fn conclude_scan(&mut self, io: &mut ServiceIo) -> Result {
        self.check_scan(io);
        self.correct_pose(io)?;
        self.world.map.find_walls(&self.world.settings);
        let place = self.chain.place.unwrap_or(self.place(io)?);
        self.update(&place, io)
    }

    fn correct_pose(&mut self, io: &mut ServiceIo) -> Result {
        let pending = std::mem::take(&mut self.looks);
        if pending.is_empty() {
            return Ok(());
        }
        let before = self.place(io)?;
        let near = |waiting: &&Waiting| {
            let expected = self.world.measure(io, &before, waiting.look.bearing);
            let fits = |(distance, ..): (f64, TwinHit, u32)| {
                (distance - waiting.look.distance).abs() <= self.params.correct_within
            };
            waiting.look.seen == TwinHit::Scene && waiting.look.distance > 0.0 && expected.is_some_and(fits)
        };
        let sightings: Vec<Sighting> = pending
            .iter()
            .filter(near)
            .map(|Waiting { look, object }| {
                let Look { bearing, distance, .. } = *look;
                Sighting { bearing, distance, object: *object }
            })
            .collect();
        let expected = |[x, y, heading]: [f64; 3], bearing: f64| {
            let (distance, _, object) = self.world.measure(io, &Place { at: [x, y], heading }, bearing)?;
            Some((distance, object.into()))
        };
        let [x, y] = before.at;
        let mut place = before;
        if let Some([x, y, heading]) = locate::correct([x, y, before.heading], &sightings, expected) {
            place = Place { at: [x, y], heading: wrap_angle(heading) };
            self.world.put(io, &place)?;
            self.world.replayed = place;
            self.agreement.matched(place);
            self.chain.place = Some(place);
            self.report_change(
                &format!("the twin's pose is corrected to ({x:.4}, {y:.4}) m {:.2}°", heading.to_degrees()),
                io,
            );
        }
        let tolerance = self.link.machine().settings().tolerance;
        for Waiting { look, .. } in pending {
            let found = self.world.measure(io, &place, look.bearing);
            let (expected, seen) = found.map_or((0.0, TwinHit::Nothing), |(distance, seen, _)| (distance, seen));
            let result = tolerance.compare(look.distance * 100.0, expected * 100.0);
            self.add_observation(&Look { sensor: place.sensor(), result, seen, ..look }, &place, io)?;
        }
        Ok(())
    }

    /// Plans and follows a path to a goal, m.
    pub(super) fn go_to(&mut self, goal: [f64; 2], io: &ServiceIo) {
        let planned = self.place(io).and_then(|place| export::plan_orders(io, &self.world, &place, goal, &self.params));
        let orders = match planned {
            Ok(orders) => orders,
            Err(fault) => {
                return io.log(LogLevel::Warn, format!("no path is followed: {}; {}", fault.message(), fault.advice()));
            }
        };
        io.log(LogLevel::Info, format!("the path to the goal: {}", orders.join("; ")));
        if let Err(bad) = self.pilot.follow(orders.iter().map(String::as_str)) {
            io.log(LogLevel::Error, format!("the path has a leg that is not an order: {}", bad.text));
        }
    }
}
