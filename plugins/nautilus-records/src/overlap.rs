//! Overlapping bodies.

use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Category bit of the ground, on which bodies rest.
const GROUND: u32 = 1 << 1;
/// Maximum number of finished overlaps stored; further ones are only counted.
const KEPT: usize = 10_000;

/// Overlap of two bodies, from its first to its last step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Overlap {
    /// A robot.
    pub a: String,
    /// Another robot, or an object.
    pub b: String,
    /// Number of the first overlapping step, from 1.
    pub first_step: u64,
    /// Number of the last overlapping step.
    pub last_step: u64,
    /// Maximum penetration depth, m.
    pub depth: f64,
}

/// The overlaps of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Overlaps {
    /// Current overlaps, by the numbers of the robot and the other body.
    lasting: Vec<((u32, u32), Overlap)>,
    finished: Vec<Overlap>,
    /// Total number of overlaps.
    pub count: u64,
    /// Buffer for the contacts of one robot.
    #[serde(skip)]
    contacts: Vec<Contact>,
}

/// Changes in a step.
#[derive(Debug, Default, PartialEq)]
pub struct Changes {
    pub begun: Vec<Overlap>,
    pub ended: Vec<Overlap>,
}

impl Overlaps {
    /// Processes the contacts of a step; `names` are those of the robots.
    pub fn step(&mut self, io: &ServiceIo, names: &[String]) -> Result<Changes> {
        let (step, mut changes) = (io.tick(), Changes::default());
        for (robot, name) in (0..).zip(names) {
            io.contacts(robot, &mut self.contacts)?;
            for contact in self.contacts.iter().filter(|contact| contact.category & GROUND == 0) {
                let other = io.world().object_name(contact.object);
                // Of two robots, the first one reports the contact.
                if names.iter().position(|known| *known == other).is_some_and(|other| other < robot as usize) {
                    continue;
                }
                let pair = (robot, contact.object);
                let known = self.lasting.iter_mut().find(|(known, _)| *known == pair);
                if let Some((_, overlap)) = known {
                    (overlap.last_step, overlap.depth) = (step, overlap.depth.max(contact.depth));
                } else {
                    let (a, b) = (name.clone(), other);
                    let new = Overlap { a, b, first_step: step, last_step: step, depth: contact.depth };
                    self.count += 1;
                    changes.begun.push(new.clone());
                    self.lasting.push((pair, new));
                }
            }
        }
        let finished = &mut self.finished;
        self.lasting.retain(|(_, overlap)| {
            let lasts = overlap.last_step == step;
            if !lasts {
                changes.ended.push(overlap.clone());
                if finished.len() < KEPT {
                    finished.push(overlap.clone());
                }
            }
            lasts
        });
        Ok(changes)
    }

    /// All stored overlaps, finished ones first.
    pub fn all(&self) -> impl Iterator<Item = &Overlap> {
        self.finished.iter().chain(self.lasting.iter().map(|(_, overlap)| overlap))
    }

    /// Number of current overlaps.
    pub fn lasting(&self) -> usize {
        self.lasting.len()
    }
}

/// Logs the start and the end of overlaps, and publishes their number.
pub struct Monitor {
    names: Vec<String>,
    overlaps: Overlaps,
    now: Published,
    total: Published,
}

impl Service for Monitor {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        let count = |name: &str, help: &str| Channel::new(name, "1").range(0.0, f64::INFINITY).help(help);
        Ok(Self {
            names: setup.robots().to_vec(),
            overlaps: Overlaps::default(),
            now: setup.publish(count("overlapping", "pairs of bodies overlapping now")),
            total: setup.publish(count("overlaps", "overlaps since the start")),
        })
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let changes = self.overlaps.step(io, &self.names)?;
        let dt = io.dt();
        for Overlap { a, b, first_step, .. } in &changes.begun {
            io.log(
                LogLevel::Warn,
                format!("{a} and {b} overlap from step {first_step} ({:.2} s) on", *first_step as f64 * dt),
            );
        }
        for Overlap { a, b, last_step, depth, .. } in &changes.ended {
            let depth = depth * 1e3;
            io.log(LogLevel::Info, format!("{a} and {b} overlapped until step {last_step}, by up to {depth:.1} mm"));
        }
        io.publish(self.now, self.overlaps.lasting() as f64);
        io.publish(self.total, self.overlaps.count as f64);
        Ok(())
    }

    save_fields!(overlaps);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> ServiceRig<Monitor> {
        ServiceRig::new(Value::Null, &["anna", "bert"], &[]).unwrap()
    }

    fn touch(rig: &mut ServiceRig<Monitor>, robot: &str, contacts: &[(f64, u32)]) {
        let contact =
            |(depth, category): &(f64, u32)| Contact { depth: *depth, category: *category, ..Contact::default() };
        rig.robot(robot).contacts = contacts.iter().map(contact).collect();
    }

    #[test]
    fn it_conforms() {
        testing::conformance::service(rig);
    }

    /// NA-23: Overlaps of robots and walls are logged; by default bodies pass through each other.
    #[test]
    fn an_overlap_is_one_event_with_its_steps_and_its_greatest_depth() {
        let mut rig = rig();
        rig.step().unwrap();
        for depth in [0.001, 0.004, 0.002] {
            touch(&mut rig, "bert", &[(depth, 1), (9.0, GROUND)]);
            rig.step().unwrap();
            assert_eq!((rig.published("overlapping"), rig.published("overlaps")), (1.0, 1.0));
        }
        touch(&mut rig, "bert", &[]);
        rig.step().unwrap();
        assert_eq!((rig.published("overlapping"), rig.published("overlaps")), (0.0, 1.0));
        assert_eq!(
            rig.log(),
            [
                "bert and obstacle overlap from step 2 (0.02 s) on",
                "bert and obstacle overlapped until step 4, by up to 4.0 mm"
            ]
        );
    }

    #[test]
    fn an_overlap_that_lasts_survives_a_reload() {
        let overlap = Overlap { a: "anna".into(), b: "wall".into(), first_step: 3, last_step: 5, depth: 0.5 };
        let saved = Overlaps {
            lasting: vec![((0, 7), overlap.clone())],
            finished: vec![overlap],
            count: 2,
            contacts: Vec::new(),
        };
        let mut rig = rig();
        rig.restore(&state::save(&saved).unwrap()).unwrap();
        rig.step().unwrap();
        assert_eq!((rig.published("overlapping"), rig.published("overlaps")), (0.0, 2.0));
    }
}
