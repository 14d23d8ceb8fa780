//! Faults: records of component failures.
//!
//! A command outside its range is clamped and counted, and is not a fault. A failed component whose library is replaced starts again.

use serde::{Deserialize, Serialize};
use sim_abi::Cause;
use sim_abi::declare::Kind;
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};

/// A component has failed and was stopped or restarted; its robot was halted; the simulation continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Tick during which it happened.
    pub tick: u64,
    /// Simulated time at the start of that tick, s.
    pub time: f64,
    /// Name of the robot; empty for a service.
    pub robot: String,
    /// Name of the component within the robot, or of the service.
    pub component: String,
    /// Component id.
    pub id: String,
    /// Kind of component.
    pub kind: Kind,
    /// Code of the fault, such as `EN001`.
    pub code: String,
    /// The error message.
    pub message: String,
    /// Location in the plugin's source, or empty.
    pub place: String,
    /// How to fix it, or empty.
    pub help: String,
    /// Result of the restart if restarts are enabled, otherwise empty.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub outcome: String,
}

fn is_empty(sentence: &str) -> bool {
    sentence.is_empty()
}

impl Fault {
    /// A fault from a component's report.
    pub(super) fn reported(fault: &sim_abi::Fault) -> Self {
        let code = match fault.cause() {
            Cause::Panic => Code::EnginePanic,
            Cause::Channels => Code::EngineChannels,
            Cause::Binding => Code::EngineBinding,
            Cause::Grant => Code::EngineGrant,
            Cause::Process => Code::EngineProcess,
            _ => Code::EngineError,
        };
        let mut record = Self::new(code, fault.message());
        record.place = fault.place().to_string();
        record.help = fault.advice().to_string();
        record
    }

    /// A fault detected by the core.
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            tick: 0,
            time: 0.0,
            robot: String::new(),
            component: String::new(),
            id: String::new(),
            kind: Kind::Controller,
            code: code.to_string(),
            message: message.into(),
            place: String::new(),
            help: String::new(),
            outcome: String::new(),
        }
    }

    /// Sets the component that failed.
    pub(super) fn of(mut self, kind: Kind, robot: &str, component: &str, id: &str) -> Self {
        self.kind = kind;
        self.robot = robot.to_string();
        self.component = component.to_string();
        self.id = id.to_string();
        self
    }

    /// Sets the time of the failure.
    pub(super) fn at(mut self, tick: u64, time: f64) -> Self {
        (self.tick, self.time) = (tick, time);
        self
    }

    /// As a diagnostic, for display.
    pub fn diagnostic(&self) -> Diagnostic {
        let Self { component, id, message, robot, tick, place, help, outcome, .. } = self;
        let kind = words::kind(self.kind);
        let message = match robot.is_empty() {
            true => format!("{kind} `{component}` ({id}): {message}"),
            false => format!("{kind} `{component}` ({id}) of robot `{robot}`: {message}"),
        };
        let time = format!("{:.3}", self.time);
        let found = match place.is_empty() {
            true => format!("in tick {tick} ({time} s)"),
            false => format!("in tick {tick} ({time} s) at {place}"),
        };
        let consequence: String = match (self.kind, robot.is_empty()) {
            _ if !outcome.is_empty() => outcome.clone(),
            (_, true) => "the service was stopped; the run continues".to_string(),
            (Kind::Dynamics, _) => "the robot was frozen in place; the run continues".to_string(),
            _ => "the component was stopped and its robot halted; the run continues".to_string(),
        };
        let help = match help.is_empty() {
            true => consequence,
            false => format!("{help}; {consequence}"),
        };
        let code = Code::parse(&self.code).unwrap_or(Code::EngineError);
        Diagnostic::error(code, message).with_found(found).with_help(help)
    }
}

/// The error if a component rejects a call of one of its functions.
pub fn refusal(component: &str, fault: &sim_abi::Fault) -> Diagnostic {
    let message = fault.message();
    let diagnostic = Diagnostic::error(Code::EngineError, format!("`{component}`: {message}"));
    match fault.advice() {
        "" => diagnostic,
        advice => diagnostic.with_help(advice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_the_code_that_the_guide_explains() {
        let code = |cause| Fault::reported(&sim_abi::Fault::new("x").because(cause)).code;
        let codes = [Cause::Reported, Cause::Panic, Cause::Channels, Cause::Binding, Cause::Parameters].map(code);
        assert_eq!(codes, ["EN002", "EN001", "EN005", "EN006", "EN002"]);
    }
}
