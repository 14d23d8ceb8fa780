//! Recordings: making, playing, comparing.

use super::{Text, text};
use sim_runner::MarkKind;

pub const RECORD: Text = text("recordings-record");
pub const STOP: Text = text("recordings-stop");
pub const END_IT: Text = text("recordings-end-it");
pub const REPLACE: Text = text("common-replace");
pub const COMPARE: Text = text("recordings-compare");
pub const CLOSE: Text = text("recordings-close");

pub const TIMELINE: Text = text("recordings-timeline");
pub const TIME: Text = text("recordings-time");
pub const START: Text = text("recordings-start");
pub const STEP_BACK: Text = text("recordings-step-back");
pub const PLAY_BACK: Text = text("recordings-play-back");
pub const STEP: Text = text("recordings-step");
pub const END: Text = text("recordings-end");
pub const SPEED: Text = text("recordings-speed");
pub const COMPARE_THIS: Text = text("recordings-compare-this");
pub const COMPARE_HELP: Text = text("recordings-compare-help");
pub const CLOSE_HELP: Text = text("recordings-close-help");
pub const READING: Text = text("recordings-reading");
pub const MODELS: Text = text("recordings-models");
pub const NO_EVENTS: Text = text("recordings-no-events");
pub const NOT_OPENED: Text = text("recordings-not-opened");
pub const OPEN_AGAIN: Text = text("recordings-open-again");
pub const NO_THREAD: Text = text("recordings-no-thread");
pub const NO_EDITS: Text = text("recordings-no-edits");
pub const NO_STEP_BACK: Text = text("recordings-no-step-back");
pub const NO_LIVE: Text = text("recordings-no-live");
pub const NOTHING_RECORDED: Text = text("recordings-nothing-recorded");

pub const PANEL: Text = text("recordings-panel");
pub const NOTHING: Text = text("recordings-nothing");
pub const END_COMPARISON: Text = text("recordings-end-comparison");
pub const ROBOT: Text = text("common-robot");
pub const NOW: Text = text("recordings-now");
pub const MAX: Text = text("recordings-max");
pub const RMS: Text = text("recordings-rms");
pub const NOT_RECORDED: Text = text("recordings-not-recorded");
pub const OUTSIDE: Text = text("recordings-outside");
pub const PLOT_DISTANCE: Text = text("recordings-plot-distance");
pub const HIGHEST_FIRST: Text = text("recordings-highest-first");

pub fn frames(count: u64) -> String {
    say!("recordings-frames", count)
}

/// An action would end the recording.
pub fn ends(action: &str) -> String {
    say!("recordings-ends", action)
}

pub fn taken(there: &str) -> String {
    say!("recordings-taken", there)
}

pub fn started(file: &str, skipped: u64) -> String {
    match skipped {
        0 => say!("recordings-started", file),
        skipped => say!("recordings-started-late", file, skipped),
    }
}

pub fn stopped(file: &str, count: u64, reason: &'static str) -> String {
    say!("recordings-stopped", frames = say!("recordings-frames", count), file, reason)
}

pub fn failed(file: &str, reason: &str) -> String {
    say!("recordings-failed", file, reason)
}

pub fn opening(name: &str) -> String {
    say!("recordings-opening", name)
}

pub fn shown(name: &str) -> String {
    say!("recordings-shown", name)
}

pub fn compared(name: &str) -> String {
    say!("recordings-compared", name)
}

pub fn span(first: f64, last: f64) -> String {
    say!("recordings-span", first = format!("{first:.2}"), last = format!("{last:.2}"))
}

pub fn mark(kind: MarkKind, time: f64, said: &str) -> String {
    let word = match kind {
        MarkKind::Note => text("recordings-note"),
        MarkKind::Warning => text("recordings-warning"),
        MarkKind::Error => text("recordings-error"),
        MarkKind::Fault => text("recordings-fault"),
    };
    format!("{time:.2} s, {word}: {said}")
}

pub fn more(count: usize) -> String {
    say!("common-more", count)
}

pub fn plot_distance(robot: &str) -> String {
    say!("recordings-plot-distance-of", robot)
}
