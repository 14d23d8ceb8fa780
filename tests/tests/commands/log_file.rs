//! The log of a run in a file.

use super::desk;
use sim_tests::Desk;

/// Robots that leave a fence again and again, which logs each exit.
fn fenced() -> Desk {
    let desk = desk();
    let scene = r#"(
    format_version: 1,
    run: (dt: 0.02, duration: 20, seed: 3),
    floor: (),
    fleets: [(prefix: "s", count: 6, model: "scout/standard", at: (0, 0), placement: Grid(spacing: (0.3, 0.3)), controller: (id: "control/wander"))],
    services: [(name: "fence", id: "monitor/fence", params: (min: (-0.5, -0.5), max: (0.7, 0.7), action: PutBack), grants: [Edit])],
)"#;
    desk.write("fenced.ron", scene);
    desk
}

/// The log lines in standard error.
fn shown(stderr: &str) -> Vec<String> {
    stderr.lines().filter(|line| line.contains(" s  warn ")).map(str::to_string).collect()
}

#[test]
fn bl_87_the_log_goes_to_a_file_line_by_line_in_its_order_and_a_file_that_is_there_goes_on() {
    let desk = fenced();
    let ended = desk.run("fenced.ron", &["--log-file", "run.log"]).expect(0);
    let emitted = shown(&ended.stderr);
    assert!(emitted.len() > 20, "{}", ended.stderr);
    assert_eq!(ended.json()["outputs"], serde_json::json!(["run.log"]));
    let read = || std::fs::read_to_string(desk.path("run.log")).unwrap();
    assert_eq!(read().lines().collect::<Vec<_>>(), emitted);
    // Regardless of the log level on the terminal, everything is in the file; the second run is appended.
    let quiet = desk.run("fenced.ron", &["--log-file", "run.log", "--log", "off"]).expect(0);
    assert!(shown(&quiet.stderr).is_empty(), "{}", quiet.stderr);
    assert_eq!(read().lines().collect::<Vec<_>>(), [&emitted[..], &emitted[..]].concat());
}

#[test]
fn bl_87_a_file_that_cannot_be_written_is_warned_of_once_and_the_run_goes_on() {
    let desk = fenced();
    let without = desk.run("fenced.ron", &[]).expect(0);
    for file in ["missing/run.log", "."] {
        let ended = desk.run("fenced.ron", &["--log-file", file]).expect(0);
        assert_eq!(ended.stderr.matches("cannot be written to its file").count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("warning[") && ended.stderr.contains(file), "{}", ended.stderr);
        assert_eq!((ended.hash(), &ended.json()["outputs"]), (without.hash(), &serde_json::json!([])));
    }
    assert!(!desk.path("missing").exists());
}

#[test]
fn bl_87_a_file_that_the_run_reads_or_writes_otherwise_is_refused() {
    let desk = fenced();
    let scene = std::fs::read(desk.path("fenced.ron")).unwrap();
    for more in [&["--log-file", "fenced.ron"][..], &["--log-file", "r.mcap", "--record", "r.mcap"]] {
        let ended = desk.run("fenced.ron", more).expect(3);
        assert!(ended.stderr.contains("CF005"), "{}", ended.stderr);
    }
    assert_eq!(std::fs::read(desk.path("fenced.ron")).unwrap(), scene);
    assert!(!desk.path("r.mcap").exists());
}

/// A tetrahedron.
const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
#[cfg(unix)]
fn files_that_the_run_reads_are_refused_whatever_their_names_and_stay_as_they_are() {
    let desk = desk();
    let scene = r#"(format_version: 1, include: ["more.ron"], run: (dt: 0.02, duration: 0.1),
        floor: (size: (9, 9), paint: [Image(file: "floor.png", at: (0, 0), size: (4, 4))]),
        shapes: [(name: "stone", shape: Mesh(file: "stone.obj"))],
        objects: [(name: "a", shape: Named("stone")), (name: "b", shape: Mesh(file: "b.obj"), at: (3, 0, 0))])"#;
    desk.write("scene.ron", scene);
    desk.write("more.ron", "(format_version: 1)");
    desk.write("stone.obj", TETRAHEDRON);
    desk.write("b.obj", format!("mtllib b.mtl\nusemtl red\n{TETRAHEDRON}"));
    desk.write("b.mtl", "newmtl red\nKd 1 0 0\n");
    image::RgbImage::new(2, 2).save(desk.path("floor.png")).unwrap();
    let library = format!("plugins/{}none.{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_EXTENSION);
    desk.write(&library, "no library");
    std::fs::hard_link(desk.path("stone.obj"), desk.path("hard.log")).unwrap();
    std::os::unix::fs::symlink("floor.png", desk.path("soft.log")).unwrap();
    let files = ["scene.ron", "more.ron", "stone.obj", "b.obj", "b.mtl", "floor.png", &library, "hard.log", "soft.log"];
    let read = || files.map(|file| std::fs::read(desk.path(file)).unwrap());
    let before = read();
    for file in files {
        let ended = desk.run("scene.ron", &["--log-file", file]).expect(3);
        assert!(ended.stderr.contains("CF005") && ended.stderr.contains(file), "{file}: {}", ended.stderr);
    }
    assert!(read() == before);
    let pipe = std::process::Command::new("mkfifo").arg(desk.path("pipe")).status().expect("mkfifo is there");
    assert!(pipe.success());
    let ended = desk.run("scene.ron", &["--log-file", "pipe"]).expect(3);
    assert!(ended.stderr.contains("CF005") && ended.stderr.contains("not a file"), "{}", ended.stderr);
    let images = ["floor.png", "stone.obj", "hard.log"];
    for (file, option) in images.into_iter().flat_map(|file| [(file, "--plan"), (file, "--plot")]) {
        let value = if option == "--plot" { format!("x={file}") } else { file.to_string() };
        let ended = desk.run("scene.ron", &[option, &value, "--force"]).expect(3);
        assert!(ended.stderr.contains("CF005"), "{option} {file}: {}", ended.stderr);
    }
    assert!(read() == before);
}

#[test]
fn a_file_that_ends_within_a_line_goes_on_in_the_next_one() {
    let desk = fenced();
    desk.write("run.log", "cut o");
    let ended = desk.run("fenced.ron", &["--log-file", "run.log"]).expect(0);
    let text = std::fs::read_to_string(desk.path("run.log")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        (lines[0], &lines[1..]),
        ("cut o", &shown(&ended.stderr).iter().map(String::as_str).collect::<Vec<_>>()[..])
    );
}
