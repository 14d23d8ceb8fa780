//! Comparison of a live run with a recording.

use crate::frame::Frame;
use crate::history::{Series, Subject};
use crate::playback::Playback;
use crate::structure::Structure;
use nalgebra::Isometry3;
use sim_core::diagnostic::Diagnostic;
use std::collections::HashMap;
use std::sync::Arc;

/// Total number of samples of all robots, and the limits of a robot's share.
const SAMPLES: usize = 2_000_000;
const SHARE: [usize; 2] = [128, 20_000];

/// Distance of a live robot from its recorded position, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deviation {
    /// Current distance.
    pub now: f64,
    /// Maximum.
    pub max: f64,
    /// Root mean square.
    pub rms: f64,
    /// Number of compared times.
    pub count: u64,
    sum_of_squares: f64,
}

impl Deviation {
    fn add(&mut self, apart: f64) {
        self.now = apart;
        self.max = self.max.max(apart);
        self.sum_of_squares += apart * apart;
        self.count += 1;
        self.rms = (self.sum_of_squares / self.count as f64).sqrt();
    }
}

/// One live robot.
struct Pair {
    /// Its index in the recording.
    recorded: Option<usize>,
    series: Arc<Series>,
    deviation: Deviation,
}

/// Distance of each robot from its recorded position over time.
pub struct Comparison {
    playback: Playback,
    generation: Option<u64>,
    pairs: Vec<Pair>,
    poses: Vec<Isometry3<f64>>,
}

impl std::fmt::Debug for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Comparison").field("playback", &self.playback).finish_non_exhaustive()
    }
}

impl Comparison {
    /// Label of the curves of [`Comparison::series`].
    pub const CHANNEL: &str = "distance to the recording";

    /// Compares with a recording, which must be opened for this purpose: it follows the live run.
    pub fn new(playback: Playback) -> Self {
        Self { playback, generation: None, pairs: Vec::new(), poses: Vec::new() }
    }

    /// The recording.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Compares a frame of the live run with its structure. Frames outside of the recording, and frames at a time that was
    /// compared already, are ignored; an earlier frame restarts the comparison from there.
    ///
    /// # Errors
    /// That part of the file cannot be read.
    pub fn compare(&mut self, frame: &Frame, structure: &Structure) -> Result<(), Diagnostic> {
        if self.generation != Some(structure.generation) {
            self.match_robots(structure);
        }
        self.playback.poses_at(frame.time, &mut self.poses)?;
        if self.poses.is_empty() {
            return Ok(());
        }
        for (robot, Pair { recorded, series, deviation }) in frame.robots.iter().zip(&mut self.pairs) {
            let Some(pose) = recorded.and_then(|recorded| self.poses.get(recorded)) else { continue };
            if series.take_back_before(frame.time) {
                *deviation = Deviation::default();
                series.samples().iter().for_each(|[_, apart]| deviation.add(*apart));
            }
            let apart = (robot.state.pose.translation.vector - pose.translation.vector).norm();
            series.push(frame.time, apart);
            deviation.add(apart);
        }
        Ok(())
    }

    fn match_robots(&mut self, structure: &Structure) {
        let known = self.playback.structure();
        let known: HashMap<&str, usize> =
            known.robots.iter().enumerate().map(|(number, robot)| (&*robot.name, number)).collect();
        let share = (SAMPLES / structure.robots.len().max(1)).clamp(SHARE[0], SHARE[1]);
        let mut before: HashMap<String, Pair> = std::mem::take(&mut self.pairs)
            .into_iter()
            .filter_map(|pair| Some((pair.series.names()?.0, pair)))
            .collect();
        let pairs = structure.robots.iter().enumerate().map(|(number, robot)| {
            let recorded = known.get(&*robot.name).copied();
            let subject = Subject {
                robot: number,
                index: usize::MAX,
                names: Some((robot.name.to_string(), Self::CHANNEL.to_string())),
            };
            // A robot that continues keeps its results; the scene may change during a run.
            let continued = before.remove(&*robot.name).filter(|pair| pair.series.capacity() == share);
            let (series, deviation) = match continued {
                Some(pair) => (pair.series, pair.deviation),
                None => (Arc::new(Series::new(number, usize::MAX, share)), Deviation::default()),
            };
            series.set_subject(Some(subject));
            Pair { recorded, series, deviation }
        });
        self.pairs = pairs.collect();
        self.generation = Some(structure.generation);
    }

    /// Number of live robots.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no robots, or nothing has been compared.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Index in the recording of a live robot; `None` if it is not recorded.
    pub fn recorded(&self, robot: usize) -> Option<usize> {
        self.pairs.get(robot)?.recorded
    }

    /// Recorded pose of a live robot at the last compared time; `None` outside of the recording.
    pub fn pose(&self, robot: usize) -> Option<&Isometry3<f64>> {
        self.poses.get(self.recorded(robot)?)
    }

    /// Deviation of a robot; `None` if it is not recorded.
    pub fn deviation(&self, robot: usize) -> Option<Deviation> {
        self.pairs.get(robot).filter(|pair| pair.recorded.is_some()).map(|pair| pair.deviation)
    }

    /// Distance (m) between the live and the recorded position of a robot over time. With many robots, only the latest part.
    pub fn series(&self, robot: usize) -> Option<&Arc<Series>> {
        self.pairs.get(robot).filter(|pair| pair.recorded.is_some()).map(|pair| &pair.series)
    }
}
