//! The list of problems, however many there are.

use super::wheel;
use egui_kittest::kittest::Queryable;
use sim_window_tests::Rig;
use std::fmt::Write;

/// How many objects of the scene have a field that does not exist.
const WRONG: usize = 1500;

/// A scene with one mistake in each of its last lines.
fn broken() -> String {
    let mut text = "(\n    format_version: 1,\n    run: (dt: 0.01),\n    objects: [\n".to_string();
    for number in 0..WRONG {
        let object = format!("(name: \"ball-{number}\", shape: Sphere(radius: 0.1), wrong_{number}: 1)");
        writeln!(text, "        {object},").unwrap();
    }
    text + "    ],\n)\n"
}

/// Findings of the list that are drawn.
fn drawn(rig: &Rig) -> usize {
    rig.labels().iter().filter(|label| label.starts_with("error[")).count()
}

#[test]
fn m1_9_all_of_many_problems_are_counted_and_can_be_scrolled_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, broken()).unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.harness.step();
    rig.click("Problems");
    assert_eq!(rig.harness.state().problems().count(), WRONG);
    assert!(rig.sees(&format!("{WRONG} problems")), "{:?}", rig.labels());
    let messages: Vec<String> = rig.harness.state().problems().map(|finding| finding.message.clone()).collect();
    let (first, last) = (messages.first().unwrap(), messages.last().unwrap());
    assert!(rig.sees(first) && !rig.sees(last));
    assert!((1..100).contains(&drawn(&rig)), "only what is in sight is drawn: {}", drawn(&rig));

    // The wheel reaches the last one, and a click on it leads to its line.
    let over = rig.harness.get_by_label(first).rect().center();
    for _ in 0..WRONG {
        if rig.sees(last) {
            break;
        }
        wheel(&mut rig, over, -2000.0);
    }
    // What is left of the wheel's way is gone in the following frames.
    for _ in 0..60 {
        rig.harness.step();
    }
    assert!(rig.sees(last));
    assert!(!rig.sees(first) && (1..100).contains(&drawn(&rig)), "{}", drawn(&rig));
    rig.click(last);
    assert_eq!(rig.harness.state().marked_line(), Some(4 + WRONG));
}
