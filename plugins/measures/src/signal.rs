//! Signals: sums of values from a run.

use crate::motion::{Motion, Quantity};
use sim_abi::fault::nearest;
use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Tolerance for equal times, as a fraction of the period: they come from products and sums that round.
const SLACK: f64 = 1e-6;

/// Values from which signals are read in a step.
pub struct Inputs<'a, 'b> {
    pub io: &'a ServiceIo<'b>,
    /// Simulated time, s.
    pub time: f64,
    /// Period of the steps, s.
    pub dt: f64,
    pub followed: &'a [Followed],
    /// Values of the measures; those before the current measure are from this step.
    pub measures: &'a [f64],
}

impl Inputs<'_, '_> {
    /// Whether a moment (s) has come.
    pub fn has_come(&self, moment: f64) -> bool {
        self.time >= moment - SLACK * self.dt
    }

    /// Whether a moment (s) is over.
    pub fn is_past(&self, moment: f64) -> bool {
        self.time > moment + SLACK * self.dt
    }
}

/// A robot whose state is used by a signal.
pub struct Followed {
    /// Its index.
    pub robot: u32,
    pub motion: Motion,
}

/// Names available to signals before the run.
pub struct Scope<'a> {
    /// Names of the robots, in the order of their indices.
    pub robots: &'a [String],
    /// Names of all measures.
    pub measures: &'a [&'a str],
    /// Units of the preceding measures.
    pub units: &'a [String],
    /// Robots whose state is followed; signals add the robots they name.
    pub followed: &'a mut Vec<Followed>,
}

/// Source of a term.
enum Source {
    Time,
    /// A preceding measure, by index.
    Measure(usize),
    /// A quantity of a followed robot, by its index in `Scope::followed`.
    State(usize, Quantity),
    /// A telemetry value of a robot: `part.channel`, and its index once known.
    Channel {
        robot: u32,
        path: String,
        index: Option<usize>,
    },
}

/// A sum of values, each with a factor, plus an offset.
pub struct Signal {
    terms: Vec<(Source, f64)>,
    offset: f64,
    /// Whether the signal is the absolute value of the sum.
    absolute: bool,
}

impl Signal {
    /// Resolves the names of the terms; channels are resolved later by [`Signal::bind`]. `subject` is the prefix of error
    /// messages.
    pub fn new(terms: &[(String, f64)], offset: f64, absolute: bool, subject: &str, scope: &mut Scope) -> Result<Self> {
        if terms.is_empty() {
            let help = "name at least one term, as in of: [(\"robot.z\", 1)]";
            return Err(refused(format!("{subject} has no terms"), help));
        }
        let source = |(name, factor): &(String, f64)| Ok((Source::new(name, subject, scope)?, *factor));
        Ok(Self { terms: terms.iter().map(source).collect::<Result<_>>()?, offset, absolute })
    }

    /// The SI unit, as far as known before the run: that of the terms if all have the same unit and factors of ±1.
    pub fn unit(&self, units: &[String]) -> String {
        let mut of_terms = self.terms.iter().map(|(source, factor)| match source {
            _ if factor.abs() != 1.0 => "1",
            Source::Time => "s",
            Source::Measure(index) => &units[*index],
            Source::State(_, quantity) => quantity.unit(),
            Source::Channel { .. } => "1",
        });
        let first = of_terms.next().unwrap_or("1");
        if of_terms.all(|unit| unit == first) { first } else { "1" }.to_string()
    }

    /// Binds the channels. `layouts` caches the layouts requested so far.
    pub fn bind(&mut self, subject: &str, io: &mut ServiceIo, layouts: &mut BTreeMap<u32, RobotLayout>) -> Result {
        for (source, _) in &mut self.terms {
            let Source::Channel { robot, path, index } = source else { continue };
            if !layouts.contains_key(robot) {
                layouts.insert(*robot, io.layout(*robot)?);
            }
            *index = Some(channel(&layouts[robot], path).map_err(|fault| about(subject, &fault))?);
        }
        Ok(())
    }

    /// Current value; `None` if it is not finite.
    pub fn read(&self, now: &Inputs) -> Result<Option<f64>> {
        let mut sum = self.offset;
        for (source, factor) in &self.terms {
            sum += factor * source.read(now)?;
        }
        Ok(Some(if self.absolute { sum.abs() } else { sum }).filter(|value| value.is_finite()))
    }
}

impl Source {
    fn new(name: &str, subject: &str, scope: &mut Scope) -> Result<Self> {
        let Scope { robots, measures, units, followed } = scope;
        let earlier = &measures[..units.len()];
        if name == "time" {
            return Ok(Source::Time);
        }
        let Some((word, _)) = name.split_once('.') else {
            if let Some(index) = earlier.iter().position(|measure| *measure == name) {
                return Ok(Source::Measure(index));
            }
            let message = format!("{subject} names `{name}`, which is neither `time` nor an earlier measure");
            if measures.contains(&name) {
                return Err(refused(message, "a measure may refer only to earlier ones in the list"));
            }
            let known = std::iter::once("time").chain(earlier.iter().copied());
            return Err(refused(message, advice(name, "time and earlier measures", known)));
        };
        // Names may contain dots: the longest match wins.
        let of_robot = |(index, robot): (u32, &'_ String)| Some((index, name.strip_prefix(robot)?.strip_prefix('.')?));
        let Some((robot, rest)) = (0..).zip(*robots).filter_map(of_robot).min_by_key(|(_, rest)| rest.len()) else {
            let known = robots.iter().map(String::as_str);
            let message = format!("{subject} names `{name}`: unknown robot `{word}`");
            return Err(refused(message, advice(word, "robots of the scene", known)));
        };
        if rest.contains('.') {
            return Ok(Source::Channel { robot, path: rest.into(), index: None });
        }
        let Some((_, _, quantity)) = Quantity::ALL.into_iter().find(|(known, ..)| *known == rest) else {
            let known = Quantity::ALL.into_iter().map(|(name, ..)| name);
            let message = format!("{subject} names `{name}`: unknown quantity `{rest}`");
            return Err(refused(message, advice(rest, "quantities, in addition to `part.channel`", known)));
        };
        let place = followed.iter().position(|known| known.robot == robot).unwrap_or_else(|| {
            followed.push(Followed { robot, motion: Motion::default() });
            followed.len() - 1
        });
        Ok(Source::State(place, quantity))
    }

    fn read(&self, now: &Inputs) -> Result<f64> {
        Ok(match self {
            Source::Time => now.time,
            Source::Measure(index) => now.measures[*index],
            Source::State(place, quantity) => now.followed[*place].motion.get(*quantity),
            Source::Channel { robot, index, .. } => {
                let value = index.map(|index| now.io.telemetry_value(*robot, index)).transpose()?;
                value.flatten().unwrap_or(f64::NAN)
            }
        })
    }
}

/// Telemetry index of `part.channel`: a reading, a command or a published value.
fn channel(layout: &RobotLayout, path: &str) -> Result<usize> {
    let mut of_part = None;
    for part in &layout.parts {
        let Some(name) = path.strip_prefix(&part.name).and_then(|rest| rest.strip_prefix('.')) else { continue };
        let known = || (part.offset..).zip(&part.channels).chain((part.published_offset..).zip(&part.published));
        if let Some((index, _)) = known().find(|(_, channel)| channel.name == name) {
            return Ok(index);
        }
        of_part = Some((name, &part.name, known().map(|(_, channel)| channel.name.as_str()).collect::<Vec<_>>()));
    }
    let robot = &layout.name;
    Err(match of_part {
        Some((name, part, known)) => refused(
            format!("unknown channel `{name}` of part `{part}` of robot `{robot}`"),
            advice(name, &format!("channels of `{part}`"), known),
        ),
        None => {
            let name = path.split('.').next().unwrap_or(path);
            let known = layout.parts.iter().map(|part| part.name.as_str());
            refused(format!("unknown part `{name}` of robot `{robot}`"), advice(name, "parts", known))
        }
    })
}

/// An error in the parameters, with a remedy.
#[track_caller]
pub fn refused(message: String, help: impl Into<Cow<'static, str>>) -> Fault {
    Fault::new(message).help(help).because(Cause::Parameters)
}

/// The same error with its subject as a prefix.
#[track_caller]
pub fn about(subject: &str, fault: &Fault) -> Fault {
    Fault::new(format!("{subject}: {}", fault.message())).help(fault.advice().to_string()).because(fault.cause())
}

/// Suggests the most similar known name, or lists all of them.
fn advice<'a>(name: &str, what: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("{what}: none"),
        None => format!("{what}: {}", known.join(", ")),
    }
}
