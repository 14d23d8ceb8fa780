//! The service.

use crate::motion::Motion;
use crate::passing::{Memory, Trigger, TriggerParams};
use crate::signal::{Followed, Inputs, Scope, Signal, about, refused};
use crate::tally::{Kind, Tally};
use sim_abi::params::Params;
use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Parameters of the service.
#[params]
pub struct MeasuresParams {
    /// The measures; each may refer only to earlier ones.
    measures: Vec<MeasureParams>,
}

/// One measure.
#[params]
pub struct MeasureParams {
    /// Name of the published value, without dots.
    name: String,
    /// The signal, a weighted sum: names and factors of its terms. Names: robot.part.channel, robot.x and other
    /// quantities of its state, time, an earlier measure.
    of: Vec<(String, f64)>,
    /// Offset added to the sum.
    offset: f64,
    /// Whether to take the magnitude of the sum, including the offset.
    absolute: bool,
    /// Statistic of the selected samples.
    kind: Kind,
    /// Level of crossings, rises and time above, in the unit of the signal.
    level: f64,
    /// Time of the first selected sample.
    #[param(unit = "s", min = 0.0)]
    from: f64,
    /// Time of the last selected sample. Default: the end of the run.
    #[param(unit = "s")]
    until: Option<f64>,
    /// Selects only samples at level crossings of another signal.
    when: Option<TriggerParams>,
}

/// A measure and its state.
struct Measure {
    name: String,
    of: Signal,
    kind: Kind,
    level: f64,
    /// Times of the first and the last sample that counts, s.
    window: [f64; 2],
    when: Option<Trigger>,
    tally: Tally,
    published: Published,
}

/// Reduces signals to numbers and publishes them.
pub struct Measures {
    measures: Vec<Measure>,
    followed: Vec<Followed>,
    /// Last values of the measures.
    values: Vec<f64>,
    /// Whether the channels have been bound, which requires the robots to exist.
    bound: bool,
}

/// Saved state: names, tallies and triggers of the measures, and the followed robots.
type Saved = (Vec<(String, Tally, Option<Memory>)>, Vec<Motion>);

impl Measure {
    /// `scope` covers the preceding measures.
    fn new(mut params: MeasureParams, scope: &mut Scope, setup: &mut ServiceSetup) -> Result<(Self, String)> {
        let name = params.name.clone();
        let subject = subject(&name);
        params.check().map_err(|fault| about(&subject, &fault).because(Cause::Parameters))?;
        let window = [params.from, params.until.unwrap_or(f64::INFINITY)];
        if window[1] < window[0] {
            let message = format!("{subject} starts at {} s, after its end at {} s", window[0], window[1]);
            return Err(refused(message, "`until` must not be before `from`"));
        }
        let signal = Signal::new(&params.of, params.offset, params.absolute, &subject, scope)?;
        let trigger = |when| Trigger::new(when, &trigger_subject(&name), scope);
        let when = params.when.take().map(trigger).transpose()?;
        let (help, unit) = params.kind.description_and_unit();
        let unit = unit.map_or_else(|| signal.unit(scope.units), str::to_string);
        let published = setup.publish(Channel::new(&name, &unit).help(help));
        let MeasureParams { kind, level, .. } = params;
        Ok((Self { name, of: signal, kind, level, window, when, tally: Tally::default(), published }, unit))
    }

    /// Takes a sample, if one counts now, and returns the measure's value.
    fn step(&mut self, now: &Inputs) -> Result<f64> {
        let due = match &mut self.when {
            Some(trigger) => trigger.step(now).map_err(|fault| about(&trigger_subject(&self.name), &fault))?,
            None => true,
        };
        let [from, until] = self.window;
        if due
            && now.has_come(from)
            && !now.is_past(until)
            && let Some(value) = self.of.read(now)?
        {
            self.tally.take(now.time, value, self.level);
        }
        Ok(self.tally.result(self.kind, now.dt))
    }
}

impl Measures {
    /// Binds the channels once the robots exist.
    fn bind(&mut self, io: &mut ServiceIo) -> Result {
        if self.bound {
            return Ok(());
        }
        let mut layouts = BTreeMap::new();
        for Measure { name, of, when, .. } in &mut self.measures {
            of.bind(&subject(name), io, &mut layouts)?;
            if let Some(trigger) = when {
                trigger.of.bind(&trigger_subject(name), io, &mut layouts)?;
            }
        }
        self.bound = true;
        Ok(())
    }
}

impl Service for Measures {
    type Params = MeasuresParams;

    fn new(params: MeasuresParams, setup: &mut ServiceSetup) -> Result<Self> {
        let robots = setup.robots().to_vec();
        let names: Vec<String> = params.measures.iter().map(|measure| measure.name.clone()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        check_names(&names)?;
        let (mut measures, mut units, mut followed) = (Vec::new(), Vec::new(), Vec::new());
        for measure in params.measures {
            let mut scope = Scope { robots: &robots, measures: &names, units: &units, followed: &mut followed };
            let (measure, unit) = Measure::new(measure, &mut scope, setup)?;
            measures.push(measure);
            units.push(unit);
        }
        Ok(Self { values: vec![0.0; measures.len()], measures, followed, bound: false })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.bind(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        // An instance that takes over a run is not started.
        self.bind(io)?;
        let (time, dt) = (io.time(), io.dt());
        for Followed { robot, motion } in &mut self.followed {
            motion.step(&io.robot_state(*robot)?, dt);
        }
        for (index, measure) in self.measures.iter_mut().enumerate() {
            let now = Inputs { io, time, dt, followed: &self.followed, measures: &self.values };
            let value = measure.step(&now)?;
            self.values[index] = value;
            io.publish(measure.published, value);
        }
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        let memory = |measure: &Measure| measure.when.as_ref().map(|trigger| trigger.memory.clone());
        let measures =
            self.measures.iter().map(|measure| (measure.name.clone(), measure.tally.clone(), memory(measure)));
        let motions = self.followed.iter().map(|followed| followed.motion.clone());
        let saved: Saved = (measures.collect(), motions.collect());
        state::save(&saved)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (measures, motions): Saved = state::load(bytes)?;
        let same = |(measure, (name, _, memory)): (&Measure, &(String, Tally, Option<Memory>))| {
            measure.name == *name && measure.when.is_some() == memory.is_some()
        };
        let fits = measures.len() == self.measures.len() && self.measures.iter().zip(&measures).all(same);
        if !fits || motions.len() != self.followed.len() {
            return Err(Fault::new("the saved state belongs to other measures"));
        }
        for (measure, (_, tally, memory)) in self.measures.iter_mut().zip(measures) {
            measure.tally = tally;
            if let Some((trigger, memory)) = measure.when.as_mut().zip(memory) {
                trigger.memory.restore(&memory);
            }
        }
        for (followed, motion) in self.followed.iter_mut().zip(motions) {
            followed.motion = motion;
        }
        Ok(())
    }
}

/// Name of a measure in messages.
fn subject(name: &str) -> String {
    format!("measure `{name}`")
}

/// Name of a measure's trigger in messages.
fn trigger_subject(name: &str) -> String {
    format!("the trigger of measure `{name}`")
}

/// Names must be unique and valid as scene names, without dots.
fn check_names(names: &[&str]) -> Result {
    let strange = |letter: char| letter.is_control() || "\"'`[]{}()*=.".contains(letter);
    for (index, name) in names.iter().enumerate() {
        let fits = (1..=100).contains(&name.chars().count()) && name.trim() == *name && !name.contains(strange);
        if !fits {
            return Err(refused(
                format!("`measures[{index}].name` is {name:?}, not a valid name of a measure"),
                "use 1 to 100 characters, without dots, quotes, brackets, `*`, `=`, and leading or trailing spaces",
            ));
        }
        if *name == "time" {
            let message = format!("`measures[{index}].name` is \"time\", reserved for the simulated time");
            return Err(refused(message, "choose another name"));
        }
        if names[..index].contains(name) {
            return Err(refused(format!("two measures are named `{name}`"), "rename one of the two"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
