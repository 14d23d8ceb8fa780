//! Faults.

pub use super::generated::faults::*;
use sim_core::engine::Fault;

pub const MARK: &str = "⚠";

pub fn describe(fault: &Fault) -> String {
    let time = format!("{:.2}", fault.time);
    let (kind, code) = (fault.kind.to_string(), fault.code.to_string());
    let Fault { component, id, message, .. } = fault;
    told(code, component, id, kind, message, time)
}
