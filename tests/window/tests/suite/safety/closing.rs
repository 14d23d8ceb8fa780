//! The window closes even if a plugin hangs.

use super::edit;
use egui::{ViewportEvent, ViewportId};
use sim_abi::prelude::*;
use sim_core::recording::{Ending, Recording};
use sim_gui::{RecordingRequest, Request};
use sim_runner::Command;
use sim_window_tests::Rig;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Maximum duration of the hang: a failing test must end, too.
const HANGS: Duration = Duration::from_secs(90);
/// Ticks before the plugin hangs.
const TICKS: u64 = 8;

/// Whether the plugin is in the hanging call.
static HANGING: AtomicBool = AtomicBool::new(false);
/// Whether the call may return.
static RELEASED: AtomicBool = AtomicBool::new(false);

/// Hangs in a step.
struct Hung(u64);

impl Controller for Hung {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ControllerSetup) -> Result<Self> {
        Ok(Self(0))
    }

    fn step(&mut self, _: &mut ControllerIo) -> Result {
        self.0 += 1;
        if self.0 > TICKS {
            HANGING.store(true, SeqCst);
            while !RELEASED.load(SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(())
    }
}

sim_abi::export! {
    /// Does not return from its ninth step.
    controller "test/hung" = Hung;
}

/// A robot with that controller, and a movable box.
const HANGS_AT_LAST: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    objects: [(name: "box-1", shape: Box(size: (0.2, 0.2, 0.2)), at: (1, 1, 0.1))],
    robots: [(name: "anna", model: "scout/standard", controller: (id: "test/hung"))],
)
"#;

/// Requests to close the window, like its close button.
fn close(rig: &mut Rig) {
    let viewport = rig.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    rig.harness.step();
}

#[test]
fn the_window_closes_although_a_plugin_does_not_return() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hung.ron");
    std::fs::write(&path, HANGS_AT_LAST).unwrap();
    let recorded = folder.path().join("run.mcap");
    let (ended, end) = channel();
    let guard = std::thread::spawn(move || {
        let waited = end.recv_timeout(HANGS);
        RELEASED.store(true, SeqCst);
        waited == Err(RecvTimeoutError::Timeout)
    });
    let mut rig = Rig::open_linked(path, vec![("test", sim_plugin::module())]);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(recorded.clone())));
    rig.wait("it records", |rig| rig.frame().recorded.is_some());
    rig.send(Command::Play);
    rig.wait("the plugin hangs", |_| HANGING.load(SeqCst));

    // Unsaved changes require confirmation, as always.
    let changed = edit(&mut rig, 0.25);
    assert_eq!(rig.text(), changed);
    close(&mut rig);
    rig.click("Discard");
    rig.wait("no further confirmation appears", |rig| !rig.sees("Discard"));
    drop(rig);
    let _ = ended.send(());
    assert!(!guard.join().unwrap(), "the window waited until the plugin returned");

    let recording = Recording::open(&recorded).unwrap();
    assert_eq!(recording.ending(), &Ending::Complete);
    let ticks: Vec<u64> = recording.frames().map(|frame| frame.unwrap().tick).collect();
    assert_eq!(ticks, (0..=TICKS).collect::<Vec<_>>());
}
