//! Appearance of the window: each panel and both themes on a software renderer, compared with committed images.

use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;
use sim_gui::{Pane, RecordingRequest};
use sim_runner::Command;
use sim_window_tests::pictures::{Picture, Pictures, folder};
use sim_window_tests::{Rig, drawn};
use std::collections::HashMap;

#[test]
fn every_panel_matches_its_snapshot() {
    let mut rig = drawn(Rig::demo);
    rig.click("anna");
    let mut pictures = Pictures::default();
    for pane in Pane::ALL {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let name = pane.title().to_lowercase().replace(' ', "-");
        let place = rig.window().place_of_panel(pane).unwrap_or_else(|| panic!("{name} is shown"));
        pictures.compare(&mut rig, &name, Some(place));
    }
    pictures.end();
}

#[test]
fn the_whole_window_matches_its_snapshot() {
    let mut rig = drawn(Rig::demo);
    let mut pictures = Pictures::default();
    for (theme, name, robot) in [(egui::Theme::Dark, "dark", "anna"), (egui::Theme::Light, "light", "bert")] {
        rig.click(robot);
        rig.harness.ctx.set_theme(theme);
        rig.harness.run_steps(4);
        pictures.compare(&mut rig, name, None);
    }
    pictures.end();
}

/// The demo after this many ticks, with a robot or an object selected and a panel in front.
fn demo_after(ticks: u64, selected: &str, pane: Pane) -> Rig {
    let mut rig = drawn(Rig::demo);
    rig.steps(ticks);
    rig.click(selected);
    rig.harness.state_mut().show_panel(pane);
    rig.harness.run_steps(4);
    rig
}

/// Pictures of the guide that show more than a panel at the start of a run.
#[test]
fn a_run_an_edit_plots_and_a_recording_match_their_snapshots() {
    let mut pictures = Pictures::default();
    let mut rig = demo_after(1500, "anna", Pane::Results);
    pictures.compare(&mut rig, "run", None);

    rig.click("crate");
    rig.harness.run_steps(4);
    pictures.compare(&mut rig, "edit", None);

    let mut rig = demo_after(0, "anna", Pane::Plots);
    for channel in ["gps.x", "gps.y"] {
        rig.click(channel);
    }
    rig.steps(1500);
    pictures.compare(&mut rig, "plotted", None);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let mut rig = demo_after(0, "anna", Pane::View3d);
    rig.request(RecordingRequest::Record(path.clone()));
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    rig.steps(1000);
    rig.send(Command::StopRecording);
    rig.wait("the recording is closed", |rig| rig.window().runner().frame().recorded.is_none());
    rig.request(RecordingRequest::Open(path));
    rig.wait("the recording is shown", |rig| rig.sees("Timeline"));
    rig.set("Time", 6.0);
    // Messages name the temporary folder.
    rig.harness.state_mut().show_panel(Pane::Plots);
    rig.wait("the messages are gone", |rig| rig.labels().iter().all(|label| !label.contains("1001 frames")));
    pictures.compare(&mut rig, "recording", None);
    pictures.end();
}

/// A room seen by the camera of a robot that is driven by hand.
const CAMERA: &str = r#"(
    format_version: 1,
    floor: (color: (0.93, 0.92, 0.88)),
    objects: [
        (name: "room", shape: Pool(height: 0.4, floor: false, outline: Regular(sides: 4, apothem: 1.5))),
        (name: "crate", shape: Box(size: (0.2, 0.2, 0.2)), at: (0.8, 0.2, 0.1), color: (0.8, 0.6, 0.2)),
        (name: "ball", shape: Sphere(radius: 0.12), at: (1, -0.3, 0.12), color: (0.3, 0.6, 0.8)),
    ],
    robots: [(name: "anna", model: "scout/standard", at: (-0.6, 0), color: (0.9, 0.3, 0.2),
        sensors: {"eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 320, height: 200))})],
)"#;

#[test]
fn the_image_of_a_camera_matches_its_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("camera.ron");
    std::fs::write(&path, CAMERA).unwrap();
    let mut rig = drawn(|| Rig::built(path, 1));
    rig.click("anna");
    rig.harness.state_mut().show_panel(Pane::Drive);
    rig.harness.state_mut().show_panel(Pane::Cameras);
    rig.steps(5);
    rig.harness.run_steps(4);
    let mut pictures = Pictures::default();
    pictures.compare(&mut rig, "camera", None);
    pictures.end();
}

#[test]
fn a_button_that_is_missing_is_seen() {
    let mut rig = drawn(Rig::demo);
    rig.click("anna");
    let mut unseen = Vec::new();
    let mut buttons = 0;
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        rig.harness.ctx.set_theme(theme);
        for pane in [Pane::Plugins, Pane::Drive, Pane::Inspector, Pane::Log, Pane::Problems, Pane::Plan, Pane::View3d] {
            rig.harness.state_mut().show_panel(pane);
            let picture = Picture::take(&mut rig, None);
            let scale = rig.harness.ctx.pixels_per_point();
            let (width, height) = picture.image().dimensions();
            let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(width as f32, height as f32));
            for node in rig.nodes().into_iter().filter(|node| node.accesskit_node().role() == Role::Button) {
                let place = node.rect() * scale;
                let seen = whole.contains_rect(place.expand(3.0));
                let Some(ground) = picture.color(place.min - egui::vec2(2.0, 2.0)).filter(|_| seen) else { continue };
                buttons += 1;
                if picture.without(place, ground).differences(picture.image()).is_empty() {
                    unseen.push(format!("{pane:?} {theme:?} {:?} {place:?}", node.accesskit_node().label()));
                }
            }
        }
    }
    assert!(buttons > 200, "{buttons} buttons");
    assert!(unseen.is_empty(), "{} of {buttons} buttons: {}", unseen.len(), unseen.join("\n"));
}

#[test]
fn no_two_pictures_are_equal() {
    let mut known: HashMap<Vec<u8>, String> = HashMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".new.png") || !name.ends_with(".png") {
            continue;
        }
        let image = image::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(other) = known.insert(image.into_rgba8().into_raw(), name.clone()) {
            panic!("{name} and {other} are identical; one of them shows the wrong state");
        }
    }
}
