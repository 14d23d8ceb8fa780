//! `sim render`: videos and pictures without a window.

use serde_json::Value;
use sim_tests::live::Running;
use sim_tests::video::Mp4;
use sim_tests::{TestDir, dist};
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

/// Number of images and duration of a video, s.
fn extent(path: &Path) -> (usize, f64) {
    let video = Mp4::read(path);
    (video.images.len(), video.length())
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_video_of_the_circuit_has_all_its_images_and_its_length() {
    let dir = TestDir::new();
    let circuit = dist().join("scenes/blimp/circuit.ron");
    let circuit = circuit.to_str().expect("a path");
    let arguments =
        ["render", circuit, "-o", "circuit.mp4", "--fps", "2", "--size", "64x48", "--camera", "blimp", "--json"];
    let report = dir.sim(&arguments).expect(0).json();
    assert_eq!((number(&report, "images"), number(&report, "duration_s")), (400.0, 200.0), "{report}");
    let (images, length) = extent(&dir.path("circuit.mp4"));
    assert!(images == 400 && (length - 200.0).abs() < 200.0 * 0.02, "{images} images, {length} s");
    // An excerpt, eight times as fast.
    let piece = ["--start", "10", "--duration", "40", "--speed", "8", "--fps", "4"];
    let arguments = [&["render", circuit, "-o", "piece.mp4", "--size", "64x48"][..], &piece].concat();
    dir.sim(&arguments).expect(0);
    assert_eq!(extent(&dir.path("piece.mp4")), (20, 5.0));
}

/// BL-28: A nose camera delivers color images of 800 by 600 pixels.
#[test]
fn what_is_ahead_of_a_camera_is_in_the_middle_of_its_picture() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    for (camera, name) in [("anna.eye", "eye.png"), ("anna", "behind.png")] {
        dir.sim(&["render", "yard.ron", "-o", name, "--size", "160x120", "--camera", camera]).expect(0);
    }
    let [red, green, blue] = middle(&dir.path("eye.png"));
    assert!(red > 120 && green < 60 && blue < 60, "the crate is ahead: {red} {green} {blue}");
    assert_ne!(std::fs::read(dir.path("eye.png")).unwrap(), std::fs::read(dir.path("behind.png")).unwrap());
    // From a custom viewpoint: from above.
    let above = ["--from", "2,-0.01,5", "--look-at", "2,0,0"];
    dir.sim(&[&["render", "yard.ron", "-o", "above.png", "--size", "160x120"][..], &above].concat()).expect(0);
    let [red, green, blue] = middle(&dir.path("above.png"));
    assert!(red > 120 && green < 60 && blue < 60, "{red} {green} {blue}");
}

#[test]
fn a_recording_shows_what_its_run_showed() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    for camera in ["anna", "anna.eye"] {
        for (input, output) in [("yard.ron", "live"), ("run.mcap", "recorded")] {
            let rest = ["-o", output, "--fps", "4", "--start", "0.5", "--duration", "1", "--size", "96x64", "--force"];
            dir.sim(&[&["render", input, "--camera", camera][..], &rest].concat()).expect(0);
        }
        let read =
            |folder: &str, number: u32| std::fs::read(dir.path(&format!("{folder}/frame-{number:06}.png"))).unwrap();
        for number in 1..=4 {
            assert!(read("live", number) == read("recorded", number), "{camera} {number}");
        }
        assert!(read("live", 1) != read("live", 4), "she drives");
        assert!(!dir.path("live/frame-000005.png").exists());
    }
}

#[test]
fn impossible_drawings_are_rejected_before_any_file_is_written() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    dir.write("endless.ron", YARD.replace(", duration: 2", ""));
    dir.write("there.png", "mine");
    let cases: [(&[&str], i32, &str); 14] = [
        (&["yard.ron", "-o", "a.png", "--start", "3"], 3, "at most 2 s"),
        (&["yard.ron", "-o", "a.png", "--start", "1e300"], 3, "at most 2 s"),
        (&["yard.ron", "-o", "a.mp4", "--start", "3", "--duration", "1"], 3, "at most 2 s"),
        (&["yard.ron", "-o", ".mp4"], 3, "give it a name, such as run.mp4"),
        (&["yard.ron", "-o", ".PNG"], 3, "give it a name, such as run.PNG"),
        (&["yard.ron", "-o", "a.avi"], 3, "unknown file extension"),
        (&["yard.ron", "-o", "there.png"], 3, "already exists"),
        (&["yard.ron", "-o", "a.png", "--camera", "ana"], 3, "did you mean `anna`?"),
        (&["yard.ron", "-o", "a.png", "--camera", "anna.eyes"], 3, "did you mean `eye`?"),
        (&["yard.ron", "-o", "a.png", "--duration", "1"], 3, "--duration does not apply"),
        (&["yard.ron", "-o", "a.mp4", "--start", "3"], 3, "after the end of the run"),
        (&["yard.ron", "-o", "a.mp4", "--size", "641x480"], 2, "such as 1280x720"),
        (&["endless.ron", "-o", "a.mp4"], 3, "--duration S"),
        (&["yard.ron", "-o", "nowhere/a.mp4"], 1, "mkdir -p nowhere"),
    ];
    for (arguments, status, words) in cases {
        let stderr = dir.sim(&[&["render"], arguments].concat()).expect(status).stderr;
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
    assert_eq!(std::fs::read(dir.path("there.png")).unwrap(), b"mine");
    let left: Vec<_> = std::fs::read_dir(dir.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let left = left.iter().filter(|name| name.to_string_lossy().starts_with("a."));
    assert_eq!(left.count(), 0);
}

#[test]
fn files_that_the_scene_reads_are_not_replaced() {
    let dir = TestDir::new();
    let objects = r#"objects: [
        (name: "hills", shape: HeightField(size: (2, 2), heights: Image(file: "hills.png", low: 0, high: 1))),"#;
    let floor = r#"floor: (size: (9, 9), paint: [Image(file: "floor.png", at: (0, 0), size: (4, 4))])"#;
    dir.write("yard.ron", YARD.replace("objects: [", objects).replace("floor: (color: (0.3, 0.6, 0.3))", floor));
    let files = ["floor.png", "hills.png"];
    files.iter().for_each(|file| image::GrayImage::new(4, 4).save(dir.path(file)).unwrap());
    for file in files {
        let before = std::fs::read(dir.path(file)).unwrap();
        let stderr = dir.sim(&["render", "yard.ron", "-o", file, "--force"]).expect(3).stderr;
        assert!(stderr.contains("CF005") && stderr.contains(file), "{stderr}");
        assert_eq!(std::fs::read(dir.path(file)).unwrap(), before);
    }
    dir.sim(&["render", "yard.ron", "-o", "other.png", "--size", "32x32"]).expect(0);
}

#[test]
fn pictures_of_an_earlier_run_do_not_stay_between_new_ones() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    let draw =
        |fps: &str| dir.sim(&["render", "yard.ron", "-o", "out", "--fps", fps, "--size", "32x32", "--force"]).expect(0);
    draw("4");
    assert!(dir.path("out/frame-000008.png").is_file());
    let others = ["frame-00008.png", "frame-000009.txt", "frame-00000a.png", "notes.txt", "my-frame-000009.png"];
    others.iter().for_each(|name| drop(dir.write(&format!("out/{name}"), "mine")));
    std::fs::create_dir(dir.path("out/frame-000099.png")).unwrap();
    draw("1");
    let mut names: Vec<String> =
        dir.path("out").read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut wanted = [&others[..], &["frame-000001.png", "frame-000002.png", "frame-000099.png"]].concat();
    wanted.sort_unstable();
    assert_eq!(names, wanted);
}

#[test]
fn damage_inside_a_recording_is_reported() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    // Several chunks, one of them damaged.
    dir.run("yard.ron", &["--record", "run.mcap", "--duration", "200"]).expect(0);
    dir.write("hurt.mcap", super::reports::damaged(std::fs::read(dir.path("run.mcap")).unwrap()));
    let missing =
        |text: &str| text.lines().filter(|line| line.contains("is missing")).map(str::to_string).collect::<Vec<_>>();
    let info = missing(&dir.sim(&["info", "hurt.mcap"]).expect(0).stderr);
    assert_eq!(info.len(), 1);
    // Every half second is rendered: on a busy machine, a chunk may cover less than a second.
    let drawn = dir.sim(&["render", "hurt.mcap", "-o", "out", "--fps", "2", "--size", "32x32"]).stderr;
    assert_eq!(missing(&drawn), info, "{drawn}");
    let whole = dir
        .sim(&["render", "run.mcap", "-o", "whole", "--fps", "1", "--speed", "10", "--size", "32x32"])
        .expect(0)
        .stderr;
    assert_eq!(whole, "");
}

#[test]
#[cfg(unix)]
fn an_interrupted_drawing_is_not_reported_as_a_result() {
    let dir = TestDir::new();
    let fence = r#", services: [(name: "fence", id: "monitor/fence", params: (min: (-9, -9), max: (0.1, 9), action: PutBack),
        grants: [Edit])],
)"#;
    let scene =
        YARD.replace(", duration: 2", "").trim_end().trim_end_matches(")").trim_end().trim_end_matches(',').to_string();
    dir.write("endless.ron", scene + fence);
    for (output, json) in [("x.png", false), ("x.png", true), ("x.mp4", false)] {
        let mut words = vec!["render", "endless.ron", "-o", output, "--start", "1e9", "--size", "32x32"];
        words.extend(["--duration", "1"].into_iter().filter(|_| output != "x.png"));
        words.extend(json.then_some("--json"));
        let mut run = Running::start(dir.command(&words));
        run.wait_for(&["left the fence"]);
        let ended = run.interrupt();
        assert_eq!(ended.status, 130, "{}", ended.stderr);
        match json {
            true => assert_eq!((&ended.json()["output"], &ended.json()["images"]), (&Value::Null, &0.into())),
            false => assert!(ended.stdout.contains("interrupted before the first image"), "{}", ended.stdout),
        }
        assert!(!dir.path(output).exists() && !dir.path("x.incomplete.mp4").exists());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_picture_without_a_display_server_gives_no_messages() {
    let dir = TestDir::new();
    dir.write("yard.ron", YARD);
    let mut command = dir.command(&["render", "yard.ron", "-o", "a.png", "--size", "32x32"]);
    command.env_remove("XDG_RUNTIME_DIR").env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
    let ended = command.output().expect("the program can be started");
    assert!(ended.status.success());
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}
