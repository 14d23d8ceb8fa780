//! Recordings: making, playing, comparing.

pub use super::generated::recordings::*;
use sim_runner::MarkKind;

pub fn started(file: &str, skipped: u64) -> String {
    match skipped {
        0 => super::generated::recordings::started(file),
        skipped => started_late(file, skipped),
    }
}

pub fn stopped(file: &str, count: u64, reason: &'static str) -> String {
    super::generated::recordings::stopped(file, frames(count), reason)
}

pub fn span(first: f64, last: f64) -> String {
    super::generated::recordings::span(format!("{first:.2}"), format!("{last:.2}"))
}

pub fn mark(kind: MarkKind, time: f64, said: &str) -> String {
    let word = match kind {
        MarkKind::Note => NOTE,
        MarkKind::Warning => WARNING,
        MarkKind::Error => ERROR,
        MarkKind::Fault => FAULT,
    };
    format!("{time:.2} s, {word}: {said}")
}
