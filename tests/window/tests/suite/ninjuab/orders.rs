//! Manual orders.

use sim_runner::Command;
use sim_window_tests::{Rig, scene};

fn answers(rig: &Rig) -> Vec<String> {
    let prefix = "answers returned ";
    rig.labels().iter().filter_map(|label| label.strip_prefix(prefix).map(String::from)).collect()
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn orders_are_given_by_hand_and_answered() {
    let mut rig = Rig::built(scene("ninjuab/drive.ron"), 1);
    assert_eq!(rig.window().problems().count(), 0);
    rig.click("Scene");
    rig.click("scout");
    rig.wait("its functions are offered", |rig| rig.sees("Call order") && rig.sees("Call answers"));
    rig.write("order line", "go 0 0");
    rig.click("Call order");
    rig.wait("it was taken", |rig| rig.labels().iter().any(|label| label.starts_with("order returned")));
    rig.send(Command::Step(2));
    rig.wait("the steps are done", |rig| rig.window().runner().frame().tick == 2);
    rig.click("Call answers");
    rig.wait("the result is shown", |rig| answers(rig).iter().any(|answer| answer.contains("W: GO00")));
    rig.write("order line", "GO 0 3");
    rig.click("Call order");
    rig.click("Play");
    rig.wait("it drives", |rig| rig.robot(0).is_some_and(|robot| robot.state.pose.translation.x > 0.02));
    assert_eq!(rig.window().problems().count(), 0);
}
