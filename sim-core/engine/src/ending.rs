//! The end of a run.

use super::service_context::Phase;
use super::{Fault, LogLine, Simulation, Verdict};
use sim_abi::ffi::types::LogLevel;

/// Results of a finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// All faults.
    pub faults: Vec<Fault>,
    /// The acceptance conditions.
    pub verdicts: Vec<Verdict>,
    /// Log lines not taken yet.
    pub log: Vec<LogLine>,
}

impl Simulation {
    /// Ends the run: stops the services, drops all components, and records their failures.
    pub fn finish(mut self) -> Finished {
        if self.started {
            self.serve(Phase::Stop);
        }
        self.report_left_out();
        let verdicts = self.verdicts();
        let (tick, time) = (self.clock.number, self.time());
        let mut faults = std::mem::take(&mut self.report.faults);
        for mover in std::mem::take(&mut self.movers) {
            let name = mover.identity.name;
            faults.extend(mover.components.close(&name).into_iter().map(|fault| fault.at(tick, time)));
        }
        for service in std::mem::take(&mut self.services) {
            let (name, id) = (service.slot.origin.name.clone(), service.slot.instance.id().to_string());
            if let Err(fault) = service.slot.instance.close() {
                let fault = Fault::reported(&fault).of(sim_abi::declare::Kind::Service, "", &name, &id);
                faults.push(fault.at(tick, time));
            }
        }
        if self.setup.data_folder.is_dir() {
            let folder = self.setup.data_folder.display();
            let text = format!("component files: {folder}");
            self.report.log.push(LogLine::of_engine(time, LogLevel::Info, text));
        }
        Finished { faults, verdicts, log: std::mem::take(&mut self.report.log) }
    }
}
