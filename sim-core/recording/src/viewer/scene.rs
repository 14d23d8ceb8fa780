//! Shapes and trails as scene updates.

use super::super::Result;
use super::super::mcap_file::McapFile;
use super::super::scenery::{Carrier, Entity, Scenery, WORLD};
use super::frames::Frames;
use super::primitives::{Primitives, line};
use super::trail::Trail;
use super::wire::Wire;
use sim_abi::math::BodyState;
use std::collections::{BTreeMap, BTreeSet};

/// Minimum interval between two complete messages of growing or changing entities: time, s, and number of frames.
const INTERVAL: (f64, u64) = (1.0, 50);
/// Default color of a trail.
const TRAIL: [f32; 4] = [0.2, 0.4, 0.8, 1.0];

/// A frame being written.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    /// Index in the recording, from 0.
    pub(super) number: u32,
    /// Simulated time, s.
    pub(super) time: f64,
    /// Simulated time, ns.
    pub(super) log_time: u64,
    /// Simulated time, encoded.
    pub(super) encoded: &'a [u8],
}

/// Schedule for writing again.
#[derive(Clone, Copy, Default)]
struct WriteTime {
    time: f64,
    number: u64,
}

impl WriteTime {
    fn is_now(self, moment: Moment<'_>) -> bool {
        moment.time >= self.time && u64::from(moment.number) >= self.number
    }

    fn after(moment: Moment<'_>) -> Self {
        Self { time: moment.time + INTERVAL.0, number: u64::from(moment.number) + INTERVAL.1 }
    }
}

/// Appends an entity with its time to a scene update.
fn push_entity(out: &mut Wire<'_>, entity: &[u8], time: &[u8]) {
    out.message(2, |message| {
        message.0.extend_from_slice(entity);
        message.0.extend_from_slice(time);
    });
}

/// The fixed entities. A viewer that jumps to a time only reads the last message before it, so that one has to be
/// complete: changes are written at once, and a complete message soon after.
#[derive(Default)]
pub(super) struct Fixed {
    id: u16,
    /// Encoded entities by name.
    shown: BTreeMap<String, (Entity, Vec<u8>)>,
    /// Names of removed entities.
    gone: BTreeSet<String>,
    /// Whether a complete message is due.
    owed: bool,
    due: WriteTime,
}

impl Fixed {
    pub(super) fn new(id: u16) -> Self {
        Self { id, owed: true, ..Self::default() }
    }

    /// Takes the current list of entities, and writes the changes since the last one, or everything if that is due.
    pub(super) fn write(
        &mut self,
        present: Option<&[Entity]>,
        primitives: &mut Primitives,
        moment: Moment<'_>,
        message: &mut Vec<u8>,
        file: &mut McapFile,
    ) -> Result {
        let changed = present.map(|present| self.take(present, primitives)).unwrap_or_default();
        self.owed |= !changed.is_empty();
        let complete = self.owed && self.due.is_now(moment);
        if !complete && changed.is_empty() {
            return Ok(());
        }
        let wanted = |name: &String| complete || changed.contains(name);
        message.clear();
        let mut wire = Wire(message);
        for name in self.gone.iter().filter(|name| wanted(name)) {
            wire.message(1, |deletion| {
                deletion.0.extend_from_slice(moment.encoded);
                deletion.number(2, 0);
                deletion.text(3, name);
            });
        }
        for (_, (_, bytes)) in self.shown.iter().filter(|(name, _)| wanted(name)) {
            push_entity(&mut wire, bytes, moment.encoded);
        }
        if complete {
            (self.owed, self.due) = (false, WriteTime::after(moment));
        }
        file.message(self.id, moment.number, moment.log_time, message)
    }

    /// Names of entities that are new, changed or removed.
    fn take(&mut self, present: &[Entity], primitives: &mut Primitives) -> BTreeSet<String> {
        let names: BTreeSet<&String> = present.iter().map(|entity| &entity.id).collect();
        let lost: Vec<String> = self.shown.keys().filter(|name| !names.contains(name)).cloned().collect();
        lost.iter().for_each(|name| drop(self.shown.remove(name)));
        let mut changed: BTreeSet<String> = lost.iter().cloned().collect();
        self.gone.extend(lost);
        for entity in present {
            if self.shown.get(&entity.id).is_some_and(|(known, _)| known == entity) {
                continue;
            }
            self.gone.remove(&entity.id);
            let bytes = primitives.entity(entity, WORLD);
            self.shown.insert(entity.id.clone(), (entity.clone(), bytes));
            changed.insert(entity.id.clone());
        }
        changed
    }
}

/// Shapes that move with their frames, as one message.
pub(super) fn moving(
    scenery: &Scenery,
    frames: &Frames,
    primitives: &mut Primitives,
    time: &[u8],
    message: &mut Vec<u8>,
) {
    message.clear();
    for entity in scenery.others.iter().filter(|entity| entity.carrier != Carrier::World) {
        let bytes = primitives.entity(entity, &frames.name_of(entity.carrier));
        push_entity(&mut Wire(message), &bytes, time);
    }
}

/// Difference between the maximum and the minimum of red, green and blue.
fn colorfulness([red, green, blue, _]: &[f32; 4]) -> f32 {
    red.max(*green).max(*blue) - red.min(*green).min(*blue)
}

/// Trails of the robots.
#[derive(Default)]
pub(super) struct Trails {
    id: u16,
    robots: Vec<(String, Trail, [f32; 4])>,
    due: WriteTime,
    sequence: u32,
}

impl Trails {
    /// Trails that start at the robots' positions.
    pub(super) fn new(id: u16, frames: &Frames, scenery: &Scenery, bodies: &[BodyState]) -> Self {
        let robots = frames.robots.iter().enumerate().zip(bodies).map(|((number, robot), body)| {
            let own = |entity: &&Entity| entity.carrier == Carrier::Robot(number);
            let pieces = scenery.others.iter().filter(own).flat_map(|entity| &entity.pieces);
            // The most colorful color identifies the robot best.
            let color = pieces.map(|piece| piece.color).max_by(|a, b| colorfulness(a).total_cmp(&colorfulness(b)));
            let color = color.unwrap_or(TRAIL);
            (format!("trails/{}", robot.name), Trail::new(body.pose.translation.vector.into()), color)
        });
        Self { id, robots: robots.collect(), ..Self::default() }
    }

    /// Extends the trails to the robots' current positions, and writes them if that is due.
    pub(super) fn write(
        &mut self,
        bodies: &[BodyState],
        moment: Moment<'_>,
        message: &mut Vec<u8>,
        file: &mut McapFile,
    ) -> Result {
        for ((_, trail, _), body) in self.robots.iter_mut().zip(bodies) {
            trail.go_to(body.pose.translation.vector.into());
        }
        if !self.due.is_now(moment) {
            return Ok(());
        }
        self.due = WriteTime::after(moment);
        message.clear();
        for (name, trail, color) in &self.robots {
            Wire(message).message(2, |entity| {
                entity.0.extend_from_slice(moment.encoded);
                entity.text(2, WORLD);
                entity.text(3, name);
                entity.number(5, 1);
                line(entity, trail.points(), false, *color);
            });
        }
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        file.message(self.id, sequence, moment.log_time, message)
    }
}
