//! Faults.

use sim_core::engine::Fault;

pub const MARK: &str = "⚠";

pub fn describe(fault: &Fault) -> String {
    let time = format!("{:.2}", fault.time);
    let (kind, code) = (fault.kind.to_string(), fault.code.to_string());
    let Fault { component, id, message, .. } = fault;
    say!("faults-told", kind, component = *component, id = *id, message = *message, code, time)
}

pub fn mark(robot: &str, fault: &str) -> String {
    say!("faults-mark-of", robot, fault)
}

pub fn count(count: u64) -> String {
    say!("faults-count", count)
}
