//! Plots, numbers and what the log tells of commands, by the events of a person.

use sim_runner::{Command, RunState, Series};
use sim_window_tests::Rig;
use std::sync::Arc;

/// Lets so many ticks run without waiting for real time, and waits until the window has seen them.
fn step(rig: &mut Rig, count: u64) {
    let tick = rig.harness.state().frame().tick + count;
    rig.harness.state().runner().send(Command::Step(count));
    rig.wait("the steps are done", |rig| {
        let frame = rig.harness.state().frame();
        frame.tick == tick && matches!(frame.state, RunState::Paused)
    });
}

fn live(rig: &Rig, heading: &str) -> Option<Arc<Series>> {
    rig.harness.state().histories(heading)[0].cloned()
}

/// First and last time of a curve (s) and its number of samples.
fn span(rig: &Rig, heading: &str) -> Option<(f64, f64, usize)> {
    let series = live(rig, heading)?;
    let times = series.times()?;
    Some((*times.start(), *times.end(), series.len()))
}

#[test]
fn a_curve_shows_what_was_before_the_click_and_nothing_of_another_run() {
    let mut rig = Rig::demo();
    rig.click("anna");
    step(&mut rig, 200);
    rig.wait("her telemetry is there", |rig| rig.sees("gps.x"));
    rig.click("gps.x");
    rig.wait("the curve has a past", |rig| span(rig, "anna gps.x").is_some());
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 2.0, 200)), "from the first tick, which has read first");
    step(&mut rig, 10);
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 2.1, 210)));

    // A step that is taken back is not in a curve that begins afterwards.
    rig.harness.state().runner().send(Command::StepBack(1));
    rig.wait("the steps are taken back", |rig| rig.harness.state().frame().tick == 200);
    rig.click("gps.y");
    rig.wait("the other curve has a past", |rig| span(rig, "anna gps.y").is_some());
    assert_eq!(span(&rig, "anna gps.y"), Some((0.01, 2.0, 200)));

    // Nor is a run in the one that begins anew.
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.harness.state().frame().tick == 0);
    rig.click("gps.z");
    rig.wait("it is followed", |rig| live(rig, "anna gps.z").is_some_and(|series| series.is_live()));
    assert_eq!(span(&rig, "anna gps.z"), None);
    step(&mut rig, 3);
    assert_eq!(span(&rig, "anna gps.z"), Some((0.01, 0.03, 3)));
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 0.03, 3)));
}

#[test]
fn an_edit_during_the_run_leaves_the_past_and_what_is_new_has_none() {
    let mut rig = Rig::demo();
    step(&mut rig, 50);
    rig.click("anna");
    rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::D);
    rig.wait("there is another robot", |rig| rig.harness.state().frame().robots.len() == 7);
    step(&mut rig, 10);
    rig.wait("its telemetry is there", |rig| rig.sees("gps.x"));
    rig.click("gps.x");
    rig.click("bert");
    rig.wait("his telemetry is there", |rig| rig.sees("gps.x"));
    rig.click("gps.x");
    let curves: Vec<String> = rig.harness.state().plotted().map(|(name, _)| name.to_string()).collect();
    rig.wait("both have samples", |rig| curves.iter().all(|name| span(rig, name).is_some()));
    let spans: Vec<_> = curves.iter().map(|name| span(&rig, name).unwrap()).collect();
    assert_eq!(curves[1], "bert gps.x");
    assert!((spans[0].0 - 0.51).abs() < 1e-9 && spans[0].2 == 10, "{spans:?}");
    assert_eq!(spans[1], (0.01, 0.6, 60));
}
