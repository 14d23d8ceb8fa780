//! The process of a library: it confines itself, opens the library, and makes the calls requested by the program. Each lane in use
//! is served by its own thread.

use super::bounds::Bounds;
use super::calls;
use super::lane::{LANES, Memory};
use super::questions::{self, leave, memory, receive, send, take_lane, turn};
use super::system;
use super::wire::{In, Out, kind};
use crate::library_cache::Refusal;
use crate::open::{Layouts, load};
use sim_diagnostics::{Code, Diagnostic};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// Entry point of `PROGRAM __host PARENT` ([`super::COMMAND`]): serves the program that started this process until this process
/// is ended or that program exits.
///
/// # Errors
/// When this process was started incorrectly, or by a process other than `parent`.
pub fn serve_parent(parent: u32) -> std::io::Result<()> {
    system::end_with_parent(parent)?;
    system::close_inherited();
    questions::begin(Memory::of_parent()?);
    let (first, read) = open();
    // The thread that opened the library starts the others.
    let wanted = &memory().shared().wanted;
    let mut serving = 0;
    loop {
        let now = wanted.load(SeqCst);
        while serving < now.min(LANES as u32) {
            let lane = serving as usize;
            let read = if lane == first { read } else { 0 };
            // If the thread cannot be started, the lane does not respond, which the program notices.
            let _ = std::thread::Builder::new().name(format!("lane {lane}")).spawn(move || serve_lane(lane, read));
            serving += 1;
        }
        system::sleep(wanted, now, Some(Duration::from_secs(3600)));
    }
}

/// Reads the settings, confines this process, and opens the library. Returns the lane on which the settings arrived, and the number
/// of that message.
fn open() -> (usize, u32) {
    let wanted = &memory().shared().wanted;
    while wanted.load(SeqCst) == 0 {
        system::sleep(wanted, 0, Some(Duration::from_secs(1)));
    }
    let lane = wanted.load(SeqCst) as usize - 1;
    take_lane(lane, 0);
    let mut message = Vec::new();
    if receive(&mut message) != kind::START {
        leave();
    }
    let bounds = In(&mut message).bytes().ok().and_then(|bytes| serde_json::from_slice::<Bounds>(bytes).ok());
    let mut answer = Vec::new();
    let mut out = Out(&mut answer);
    match bounds.map_or_else(|| leave(), |bounds| confined(&bounds)) {
        Ok(()) => out.word(0),
        Err(diagnostic) => {
            out.word(1);
            out.bytes(&serde_json::to_vec(&Refusal::from(diagnostic)).unwrap_or_default());
        }
    }
    send(kind::DONE, &answer);
    (lane, turn())
}

fn confined(bounds: &Bounds) -> Result<(), Diagnostic> {
    system::confine(bounds).map_err(|error| {
        Diagnostic::error(Code::PluginProcess, format!("the library process cannot be confined: {error}"))
    })?;
    calls::open(load(&bounds.library, Layouts::Unknown)?);
    Ok(())
}

/// Serves one lane until this process is ended.
fn serve_lane(lane: usize, read: u32) {
    take_lane(lane, read);
    let (mut message, mut answer) = (Vec::new(), Vec::new());
    loop {
        message.clear();
        answer.clear();
        let kind = receive(&mut message);
        let (mut read, mut out) = (In(&mut message), Out(&mut answer));
        let made = if kind == kind::STEPS {
            calls::make_steps(&mut read, &mut out)
        } else {
            calls::make(kind, &mut read, &mut out)
        };
        if made.is_none() {
            leave();
        }
        send(kind::DONE, &answer);
    }
}
