//! The list of problems, of any length.

use super::wheel;
use egui_kittest::kittest::Queryable;
use sim_window_tests::Rig;
use std::fmt::Write;

/// Number of objects with a nonexistent field.
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

/// Number of drawn problems in the list.
fn drawn(rig: &Rig) -> usize {
    rig.labels().iter().filter(|label| label.starts_with("error[")).count()
}

#[test]
fn all_of_many_problems_are_counted_and_can_be_scrolled_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, broken()).unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.harness.step();
    rig.click("Problems");
    assert_eq!(rig.window().problems().count(), WRONG);
    assert!(rig.sees(&format!("{WRONG} problems")), "{:?}", rig.labels());
    let messages: Vec<String> = rig.window().problems().map(|finding| finding.message.to_string()).collect();
    let (first, last) = (messages.first().unwrap(), messages.last().unwrap());
    assert!(rig.sees(first) && !rig.sees(last));
    assert!((1..100).contains(&drawn(&rig)), "only visible rows are drawn: {}", drawn(&rig));

    // Scrolling reaches the last one, and a click on it leads to its line.
    let over = rig.harness.get_by_label(first).rect().center();
    for _ in 0..WRONG {
        if rig.sees(last) {
            break;
        }
        wheel(&mut rig, over, -2000.0);
    }
    // The remaining scroll animation ends in the following frames.
    for _ in 0..60 {
        rig.harness.step();
    }
    assert!(rig.sees(last));
    assert!(!rig.sees(first) && (1..100).contains(&drawn(&rig)), "{}", drawn(&rig));
    rig.click(last);
    assert_eq!(rig.window().marked_line(), Some(4 + WRONG));
}

#[test]
fn what_is_said_of_a_plugin_names_its_file_and_the_list_follows_the_folder() {
    let mut rig = Rig::demo();
    let file = |name: &str| rig.folder.path().join(format!("{name}{}", std::env::consts::DLL_SUFFIX));
    let (bad, fence) = (file("bad"), file("libplugin_fence"));
    let said = |rig: &Rig, words: [&str; 2]| {
        let has = |label: &String| label.starts_with("Message: ") && words.iter().all(|word| label.contains(word));
        rig.labels().iter().any(has)
    };
    rig.click("Plugins");
    rig.wait("the list is there", |rig| rig.labels().iter().any(|label| label.contains("fence")));
    std::fs::write(&bad, "not a library").unwrap();
    let name = bad.file_name().unwrap().to_string_lossy().into_owned();
    rig.wait("it is refused", |rig| said(rig, [&name, "no"]));
    rig.wait("it is listed", |rig| rig.labels().iter().any(|label| label.starts_with(&name)));
    std::fs::remove_file(&bad).unwrap();
    rig.wait("it is not listed", |rig| !rig.labels().iter().any(|label| label.starts_with(&name)));
    std::fs::remove_file(&fence).unwrap();
    let name = fence.file_name().unwrap().to_string_lossy().into_owned();
    rig.wait("the message appears", |rig| said(rig, [&name, "deleted"]));
}
