//! Sinks: code of the program that receives the state at the end of every tick, such as a recording in a format of its own.

use super::Simulation;
use sim_diagnostics::Diagnostic;

/// Receives the state at the end of every tick; see [`Simulation::add_sink`].
pub trait Sink: Send {
    /// Receives the state at the end of a tick.
    ///
    /// # Errors
    /// An error ends [`Simulation::run`], which returns it. The tick is complete.
    fn tick(&mut self, simulation: &Simulation) -> Result<(), Diagnostic>;
}

/// A closure as a sink.
struct PerTick<F>(F);

impl<F: FnMut(&Simulation) -> Result<(), Diagnostic> + Send> Sink for PerTick<F> {
    fn tick(&mut self, simulation: &Simulation) -> Result<(), Diagnostic> {
        (self.0)(simulation)
    }
}

impl Simulation {
    /// Adds a sink. Sinks are called in the order in which they were added, and dropped with the simulation.
    pub fn add_sink(&mut self, sink: impl Sink + 'static) {
        self.sinks.push(Box::new(sink));
    }

    /// Adds a closure as a sink; see [`Simulation::add_sink`].
    pub fn on_tick(&mut self, function: impl FnMut(&Simulation) -> Result<(), Diagnostic> + Send + 'static) {
        self.add_sink(PerTick(function));
    }

    pub(super) fn feed_sinks(&mut self) -> Result<(), Diagnostic> {
        // They receive the whole simulation, so they must not be borrowed from it.
        let mut sinks = std::mem::take(&mut self.sinks);
        let result = sinks.iter_mut().try_for_each(|sink| sink.tick(self));
        self.sinks = sinks;
        result
    }
}
