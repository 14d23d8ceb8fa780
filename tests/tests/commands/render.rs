//! `sim render`: videos and pictures without a window.

use serde_json::Value;
use sim_tests::video::Mp4;
use sim_tests::{Desk, dist};
use std::path::Path;

/// A robot that drives toward a red crate, with a camera at its front.
const YARD: &str = r#"(
    format_version: 1,
    name: "yard",
    run: (dt: 0.02, duration: 2),
    floor: (color: (0.3, 0.6, 0.3)),
    objects: [(name: "crate", shape: Box(size: (0.5, 0.5, 0.5)), at: (2, 0, 0.25), color: (0.9, 0, 0))],
    robots: [(name: "anna", model: "scout/standard", at: (0, 0), sensors: {
        "eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 64, height: 48), on_demand: true),
    }, controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 10})))],
)"#;

/// Red, green and blue of the pixel in the middle.
fn middle(path: &Path) -> [u8; 3] {
    let image = image::open(path).expect("an image").to_rgb8();
    image.get_pixel(image.width() / 2, image.height() / 2).0
}

fn number(report: &Value, name: &str) -> f64 {
    report[name].as_f64().unwrap_or_else(|| panic!("no number `{name}` in {report}"))
}

/// Number of images of a video, and its length, s.
fn extent(path: &Path) -> (usize, f64) {
    let video = Mp4::read(path);
    (video.images.len(), video.length())
}

#[test]
fn k8_bl_92_a_video_of_the_circuit_has_all_its_images_and_its_length() {
    let desk = Desk::new();
    let circuit = dist().join("scenes/blimp/circuit.ron");
    let circuit = circuit.to_str().expect("a path");
    let arguments =
        ["render", circuit, "-o", "circuit.mp4", "--fps", "2", "--size", "64x48", "--camera", "blimp", "--json"];
    let report = desk.sim(&arguments).expect(0).json();
    assert_eq!((number(&report, "images"), number(&report, "duration_s")), (400.0, 200.0), "{report}");
    let (images, length) = extent(&desk.path("circuit.mp4"));
    assert!(images == 400 && (length - 200.0).abs() < 200.0 * 0.02, "{images} images, {length} s");
    // A piece of it eight times as fast.
    let piece = ["--start", "10", "--duration", "40", "--speed", "8", "--fps", "4"];
    let arguments = [&["render", circuit, "-o", "piece.mp4", "--size", "64x48"][..], &piece].concat();
    desk.sim(&arguments).expect(0);
    assert_eq!(extent(&desk.path("piece.mp4")), (20, 5.0));
}

#[test]
fn bl_28_what_is_ahead_of_a_camera_is_in_the_middle_of_its_picture() {
    let desk = Desk::new();
    desk.write("yard.ron", YARD);
    for (camera, name) in [("anna.eye", "eye.png"), ("anna", "behind.png")] {
        desk.sim(&["render", "yard.ron", "-o", name, "--size", "160x120", "--camera", camera]).expect(0);
    }
    let [red, green, blue] = middle(&desk.path("eye.png"));
    assert!(red > 120 && green < 60 && blue < 60, "the crate is ahead: {red} {green} {blue}");
    assert_ne!(std::fs::read(desk.path("eye.png")).unwrap(), std::fs::read(desk.path("behind.png")).unwrap());
    // From a place of one's own: from above.
    let above = ["--from", "2,-0.01,5", "--look-at", "2,0,0"];
    desk.sim(&[&["render", "yard.ron", "-o", "above.png", "--size", "160x120"][..], &above].concat()).expect(0);
    let [red, green, blue] = middle(&desk.path("above.png"));
    assert!(red > 120 && green < 60 && blue < 60, "{red} {green} {blue}");
}

#[test]
fn a_recording_shows_what_its_run_showed() {
    let desk = Desk::new();
    desk.write("yard.ron", YARD);
    desk.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    for camera in ["anna", "anna.eye"] {
        for (input, output) in [("yard.ron", "live"), ("run.mcap", "recorded")] {
            let rest = ["-o", output, "--fps", "4", "--start", "0.5", "--duration", "1", "--size", "96x64", "--force"];
            desk.sim(&[&["render", input, "--camera", camera][..], &rest].concat()).expect(0);
        }
        let read =
            |folder: &str, number: u32| std::fs::read(desk.path(&format!("{folder}/frame-{number:06}.png"))).unwrap();
        for number in 1..=4 {
            assert!(read("live", number) == read("recorded", number), "{camera} {number}");
        }
        assert!(read("live", 1) != read("live", 4), "she drives");
        assert!(!desk.path("live/frame-000005.png").exists());
    }
}

#[test]
fn what_cannot_be_drawn_is_told_before_anything_is_written() {
    let desk = Desk::new();
    desk.write("yard.ron", YARD);
    desk.write("endless.ron", YARD.replace(", duration: 2", ""));
    desk.write("there.png", "mine");
    let cases: [(&[&str], i32, &str); 9] = [
        (&["yard.ron", "-o", "a.gif"], 3, "has an ending that is not known"),
        (&["yard.ron", "-o", "there.png"], 3, "exists already"),
        (&["yard.ron", "-o", "a.png", "--camera", "ana"], 3, "did you mean `anna`?"),
        (&["yard.ron", "-o", "a.png", "--camera", "anna.eyes"], 3, "did you mean `eye`?"),
        (&["yard.ron", "-o", "a.png", "--duration", "1"], 3, "--duration has no effect"),
        (&["yard.ron", "-o", "a.mp4", "--start", "3"], 3, "after the end of the run"),
        (&["yard.ron", "-o", "a.mp4", "--size", "641x480"], 2, "such as 1280x720"),
        (&["endless.ron", "-o", "a.mp4"], 3, "--duration S"),
        (&["yard.ron", "-o", "nowhere/a.mp4"], 1, "mkdir -p nowhere"),
    ];
    for (arguments, status, told) in cases {
        let said = desk.sim(&[&["render"], arguments].concat()).expect(status).stderr;
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read(desk.path("there.png")).unwrap(), b"mine");
    let left: Vec<_> = std::fs::read_dir(desk.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let left = left.iter().filter(|name| name.to_string_lossy().starts_with("a."));
    assert_eq!(left.count(), 0);
}
