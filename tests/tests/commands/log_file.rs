//! The log of a run in a file.

use super::dir;
use sim_tests::TestDir;

/// Robots that leave a fence again and again, which logs each exit.
fn fenced() -> TestDir {
    let dir = dir();
    let scene = r#"(
    format_version: 1,
    run: (dt: 0.02, duration: 20, seed: 3),
    floor: (),
    fleets: [(prefix: "s", count: 6, model: "scout/standard", at: (0, 0), placement: Grid(spacing: (0.3, 0.3)), controller: (id: "control/wander"))],
    services: [(name: "fence", id: "monitor/fence", params: (min: (-0.5, -0.5), max: (0.7, 0.7), action: PutBack), grants: [Edit])],
)"#;
    dir.write("fenced.ron", scene);
    dir
}

/// The log lines in standard error.
fn shown(stderr: &str) -> Vec<String> {
    stderr.lines().filter(|line| line.contains(" s  warn ")).map(str::to_string).collect()
}

/// BL-87: The log shows all messages with time, source and level, and fills a file.
#[test]
fn the_log_goes_to_a_file_line_by_line_in_its_order_and_a_file_that_is_there_goes_on() {
    let dir = fenced();
    let ended = dir.run("fenced.ron", &["--log-file", "run.log"]).expect(0);
    let emitted = shown(&ended.stderr);
    assert!(emitted.len() > 20, "{}", ended.stderr);
    assert_eq!(ended.json()["outputs"], serde_json::json!(["run.log"]));
    let read = || std::fs::read_to_string(dir.path("run.log")).unwrap();
    assert_eq!(read().lines().collect::<Vec<_>>(), emitted);
    // Regardless of the log level on the terminal, everything is in the file; the second run is appended.
    let quiet = dir.run("fenced.ron", &["--log-file", "run.log", "--log", "off"]).expect(0);
    assert!(shown(&quiet.stderr).is_empty(), "{}", quiet.stderr);
    assert_eq!(read().lines().collect::<Vec<_>>(), [&emitted[..], &emitted[..]].concat());
}

/// BL-87: The log shows all messages with time, source and level, and fills a file.
#[test]
fn a_file_that_cannot_be_written_is_warned_of_once_and_the_run_goes_on() {
    let dir = fenced();
    let without = dir.run("fenced.ron", &[]).expect(0);
    for file in ["missing/run.log", "."] {
        let ended = dir.run("fenced.ron", &["--log-file", file]).expect(0);
        assert_eq!(ended.stderr.matches("the log file cannot be written").count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("warning[") && ended.stderr.contains(file), "{}", ended.stderr);
        assert_eq!((ended.hash(), &ended.json()["outputs"]), (without.hash(), &serde_json::json!([])));
    }
    assert!(!dir.path("missing").exists());
}

/// BL-87: The log shows all messages with time, source and level, and fills a file.
#[test]
fn a_file_that_the_run_reads_or_writes_otherwise_is_refused() {
    let dir = fenced();
    let scene = std::fs::read(dir.path("fenced.ron")).unwrap();
    for more in [&["--log-file", "fenced.ron"][..], &["--log-file", "r.mcap", "--record", "r.mcap"]] {
        let ended = dir.run("fenced.ron", more).expect(3);
        assert!(ended.stderr.contains("CF005"), "{}", ended.stderr);
    }
    assert_eq!(std::fs::read(dir.path("fenced.ron")).unwrap(), scene);
    assert!(!dir.path("r.mcap").exists());
}

/// A tetrahedron.
const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
#[cfg(unix)]
fn files_that_the_run_reads_are_refused_whatever_their_names_and_stay_as_they_are() {
    let dir = dir();
    let scene = r#"(format_version: 1, include: ["more.ron"], run: (dt: 0.02, duration: 0.1),
        floor: (size: (9, 9), paint: [Image(file: "floor.png", at: (0, 0), size: (4, 4))]),
        shapes: [(name: "stone", shape: Mesh(file: "stone.obj"))],
        objects: [(name: "a", shape: Named("stone")), (name: "b", shape: Mesh(file: "b.obj"), at: (3, 0, 0))])"#;
    dir.write("scene.ron", scene);
    dir.write("more.ron", "(format_version: 1)");
    dir.write("stone.obj", TETRAHEDRON);
    dir.write("b.obj", format!("mtllib b.mtl\nusemtl red\n{TETRAHEDRON}"));
    dir.write("b.mtl", "newmtl red\nKd 1 0 0\n");
    image::RgbImage::new(2, 2).save(dir.path("floor.png")).unwrap();
    let library = format!("plugins/{}none.{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_EXTENSION);
    dir.write(&library, "no library");
    std::fs::hard_link(dir.path("stone.obj"), dir.path("hard.log")).unwrap();
    std::os::unix::fs::symlink("floor.png", dir.path("soft.log")).unwrap();
    let files = ["scene.ron", "more.ron", "stone.obj", "b.obj", "b.mtl", "floor.png", &library, "hard.log", "soft.log"];
    let read = || files.map(|file| std::fs::read(dir.path(file)).unwrap());
    let before = read();
    for file in files {
        let ended = dir.run("scene.ron", &["--log-file", file]).expect(3);
        assert!(ended.stderr.contains("CF005") && ended.stderr.contains(file), "{file}: {}", ended.stderr);
    }
    assert!(read() == before);
    let pipe = std::process::Command::new("mkfifo").arg(dir.path("pipe")).status().expect("mkfifo is there");
    assert!(pipe.success());
    let ended = dir.run("scene.ron", &["--log-file", "pipe"]).expect(3);
    assert!(ended.stderr.contains("CF005") && ended.stderr.contains("not a regular file"), "{}", ended.stderr);
    let images = ["floor.png", "stone.obj", "hard.log"];
    for (file, option) in images.into_iter().flat_map(|file| [(file, "--plan"), (file, "--plot")]) {
        let value = if option == "--plot" { format!("x={file}") } else { file.to_string() };
        let ended = dir.run("scene.ron", &[option, &value, "--force"]).expect(3);
        assert!(ended.stderr.contains("CF005"), "{option} {file}: {}", ended.stderr);
    }
    assert!(read() == before);
}

#[test]
fn a_file_with_an_unfinished_last_line_continues_on_a_new_line() {
    let dir = fenced();
    dir.write("run.log", "cut o");
    let ended = dir.run("fenced.ron", &["--log-file", "run.log"]).expect(0);
    let text = std::fs::read_to_string(dir.path("run.log")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        (lines[0], &lines[1..]),
        ("cut o", &shown(&ended.stderr).iter().map(String::as_str).collect::<Vec<_>>()[..])
    );
}
