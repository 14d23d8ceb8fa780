//! Display of a robot and its twin in the window.

use sim_gui::Pane;
use sim_window_tests::painted::texts;
use sim_window_tests::pictures::Pictures;
use sim_window_tests::{Rig, drawn, scene};

fn rig(name: &str) -> Rig {
    let mut rig = Rig::built(scene(name), 2);
    assert_eq!(rig.window().problems().count(), 0);
    rig.click("Show");
    rig.switch("Trails");
    rig
}

fn lines(rig: &Rig) -> usize {
    rig.window().drawn_lines()
}

fn says(rig: &Rig, text: &str) -> bool {
    texts(rig).iter().any(|painted| painted.text == text)
}

/// Lines of the ghost: two rings of five corners, the edges between them, and the line to the twin.
const GHOST: usize = 2 * 5 + 5 + 1;

/// Rays of a scan of E1 with a hit.
const SEEN: usize = 7;

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn rays_evidence_ghost_and_state_are_seen_and_switched_by_layer() {
    let mut rig = rig("twin/e1-mapping.ron");
    assert_eq!((lines(&rig), says(&rig, "SYNC")), (0, false), "before the run");
    // Two scans, and the route is complete.
    rig.steps(1000);
    let all = 2 * SEEN + GHOST;
    rig.wait("rays and ghost are drawn", |rig| lines(rig) == all);
    assert!(says(&rig, "SYNC"));
    for (layer, fewer) in
        [("rays of the twin", SEEN), ("rays of the robot", SEEN), ("ghost of the real robot", GHOST), ("goal", 0)]
    {
        rig.switch(layer);
        rig.wait("the layer is gone", |rig| lines(rig) == all - fewer);
        rig.switch(layer);
        rig.wait("and there again", |rig| lines(rig) == all);
    }
    rig.switch("evidence");
    rig.wait("evidence is drawn on demand", |rig| lines(rig) == all + SEEN);
    rig.switch("state");
    rig.wait("the state is gone", |rig| !says(rig, "SYNC"));
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn the_state_follows_the_link() {
    let mut rig = rig("twin/e4-route.ron");
    // The twin has completed its second order, and the robot's reply is pending.
    rig.steps(1365);
    rig.wait("the twin is ahead", |rig| says(rig, "AHEAD") && !says(rig, "SYNC"));
    // A sphere, the line to it, the ghost, and the bar with its frame.
    rig.wait("goal and time left are drawn", |rig| lines(rig) > GHOST + 1 + 8);
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_mapped_room_matches_its_snapshot_and_labels_do_not_overlap() {
    let mut rig = drawn(|| rig("twin/e1-mapping.ron"));
    rig.steps(1000);
    rig.harness.key_press(egui::Key::Escape);
    rig.wait("both are written", |rig| says(rig, "SYNC") && says(rig, "twin"));
    let place = |text: &str| {
        let mut painted = texts(&rig).into_iter().filter(|painted| painted.text == text);
        painted.next_back().unwrap_or_else(|| panic!("`{text}` is not written")).letters
    };
    assert!(!place("SYNC").intersects(place("twin")));
    rig.harness.state_mut().show_panel(Pane::View3d);
    rig.harness.run_steps(4);
    let place = rig.window().place_of_panel(Pane::View3d).expect("the view is shown");
    let mut pictures = Pictures::default();
    pictures.compare(&mut rig, "twin-3d-view", Some(place));
    pictures.end();
}

/// MR-40: A console field and buttons send orders by hand and show the replies.
#[test]
fn a_typed_command_moves_both_robots_and_maps_a_box_that_is_inspected_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("by-hand.ron");
    let text = std::fs::read_to_string(scene("twin/e2-obstacle.ron")).unwrap();
    let text = text.replace("[Command, Edit]", "[Command, Edit, Files]").replace("route: [\"GO 0 100\"]", "route: []");
    std::fs::write(&path, text).unwrap();
    let mut rig = Rig::built(path, 2);
    rig.click("Scene");
    rig.click("link");
    rig.wait("its functions are offered", |rig| rig.sees("Call order") && rig.sees("Call export"));
    rig.write("order line", "go 0 100");
    rig.click("Call order");
    rig.wait("it was taken", |rig| rig.labels().iter().any(|label| label.starts_with("order returned")));
    rig.steps(200);
    let x = |rig: &Rig, robot: usize| rig.robot(robot).expect("it is there").state.pose.translation.x;
    assert!(x(&rig, 0) > 0.1 && x(&rig, 1) > 0.1, "both drive: {} {}", x(&rig, 0), x(&rig, 1));
    rig.steps(1000);
    assert!((x(&rig, 0) - x(&rig, 1)).abs() < 0.01, "the twin is at the pose of the robot");
    rig.click("Call last");
    let answered = |rig: &Rig, function: &str, text: &str| {
        let prefix = format!("{function} returned ");
        rig.labels().iter().any(|label| label.starts_with(&prefix) && label.contains(text))
    };
    rig.wait("the command is reported", |rig| {
        answered(rig, "last", "go 0 100 | twin") && answered(rig, "last", "added link-1")
    });
    rig.click("Call export");
    rig.wait("the map is written", |rig| answered(rig, "export", "map.yaml"));
    rig.click("link-1");
    rig.wait("its evidence is shown", |rig| {
        rig.labels().iter().any(|label| label.contains("m heading 0.0°, ray 0.0°"))
    });
    assert_eq!(rig.window().problems().count(), 0);
}
