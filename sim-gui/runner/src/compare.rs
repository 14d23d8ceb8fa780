//! A live run beside a recorded one.

use crate::frame::Frame;
use crate::playback::Playback;
use crate::ring::Ring;
use crate::structure::Structure;
use sim_core::diagnostic::Diagnostic;

/// Samples per robot that are kept.
const CAPACITY: usize = 20_000;

/// How far each robot is from where it was in a recording, over time.
pub struct Comparison {
    playback: Playback,
    generation: Option<u64>,
    /// Recorded index of each live robot.
    recorded: Vec<Option<usize>>,
    errors: Vec<Ring<2>>,
    positions: Vec<[f64; 3]>,
}

impl std::fmt::Debug for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Comparison").field("playback", &self.playback).finish_non_exhaustive()
    }
}

impl Comparison {
    /// With a recording, which should be opened for this purpose: it follows the live run.
    pub fn new(playback: Playback) -> Self {
        Self { playback, generation: None, recorded: Vec::new(), errors: Vec::new(), positions: Vec::new() }
    }

    /// Compares a frame of the live run, to which a structure belongs. Frames outside of the recording, and frames of a
    /// moment that was compared already, add nothing; one of an earlier moment lets the comparison start over from there.
    ///
    /// # Errors
    /// When that part of the file cannot be read.
    pub fn look(&mut self, frame: &Frame, structure: &Structure) -> Result<(), Diagnostic> {
        if self.generation != Some(structure.generation) {
            self.match_robots(structure);
        }
        self.playback.positions_at(frame.time, &mut self.positions)?;
        if self.positions.is_empty() {
            return Ok(());
        }
        for ((robot, recorded), errors) in frame.robots.iter().zip(&self.recorded).zip(&self.errors) {
            let Some(place) = recorded.and_then(|recorded| self.positions.get(recorded)) else { continue };
            errors.take_back(|[time, _]| *time < frame.time);
            let apart = robot.state.pose.translation.vector - sim_abi::math::Vec3::from(*place);
            errors.push([frame.time, apart.norm()]);
        }
        Ok(())
    }

    fn match_robots(&mut self, structure: &Structure) {
        let known = self.playback.structure();
        self.recorded = structure.robots.iter().map(|robot| known.robot(&robot.name)).collect();
        self.errors = structure.robots.iter().map(|_| Ring::new(CAPACITY)).collect();
        self.generation = Some(structure.generation);
    }

    /// Time (s) and distance (m) between the live and the recorded place of a robot, oldest first; empty for a robot that the
    /// recording does not have.
    pub fn errors(&self, robot: usize) -> Vec<[f64; 2]> {
        let ring = self.errors.get(robot);
        ring.and_then(|ring| ring.read(|rows| rows.iter().collect())).unwrap_or_default()
    }
}
