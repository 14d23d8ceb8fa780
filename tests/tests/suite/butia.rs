//! The Butiá robot's server in the assembled program: real time, real sockets, third-party modules.

use sim_tests::TestDir;
use sim_tests::build::{build_with_kit, library_name, new_crate};
use sim_tests::live::{PATIENCE, Running, ask};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const PORT: &str = "services.bobot.params.port=0";

/// A run in real time with a running server, and its port.
fn serving(dir: &TestDir, more: &[&str]) -> (Running, u16) {
    let arguments = [&["run", "scene.ron", "--plugins", "plugins", "--json", "--set", PORT], more].concat();
    let mut run = Running::start(dir.command(&arguments));
    let (line, _) = run.wait_for(&["bobot", "listens on 127.0.0.1:"]);
    let port = line.rsplit(':').next().and_then(|port| port.trim().parse().ok());
    (run, port.unwrap_or_else(|| panic!("{line}")))
}

/// Text of a bundled scene.
fn shipped_scene(name: &str) -> String {
    std::fs::read_to_string(sim_tests::dist().join("scenes/butia").join(name)).unwrap()
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// BS-1: A complete PyBot session gets the expected answers and drives the robot 16.6 cm.
#[test]
fn a_session_in_real_time_drives_the_robot_of_the_arena() {
    let dir = TestDir::new();
    dir.write("scene.ron", shipped_scene("wall.ron"));
    let (run, port) = serving(&dir, &[]);
    let client = connect(port);
    assert_eq!(ask(&client, "LIST"), "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7");
    assert_eq!(ask(&client, "CALL butia@0:0 getVolt"), "10.5");
    let asked = Instant::now();
    assert_eq!(ask(&client, "CALL motors@0:0 setvel2mtr 0 600 0 600"), "1");
    let driving = Instant::now();
    std::thread::sleep(Duration::from_secs(2));
    let least = driving.elapsed().as_secs_f64();
    assert_eq!(ask(&client, "CALL motors@0:0 setvel2mtr 1 0 1 0"), "1");
    let most = asked.elapsed().as_secs_f64();
    assert_eq!(ask(&client, "CALL distanc:2 getValue"), "-1");
    assert_eq!(ask(&client, "QUIT"), "BYE");
    let ended = run.interrupt().expect(130);
    // 8.29 cm/s while the motors were on, plus or minus the ticks in which they were switched.
    let distance = ended.distance("butia");
    let expected = 0.0829 * least - 0.015..0.0829 * most + 0.015;
    assert!(expected.contains(&distance), "{distance} m in {least} s to {most} s");
}

/// BU-09: Answers arrive within 20 ms at 200 requests per second, between steps of the simulation.
#[test]
fn requests_are_answered_between_ticks_in_a_small_part_of_one() {
    const REQUESTS: u32 = 200;
    const TICK: Duration = Duration::from_millis(500);
    let dir = TestDir::new();
    let scene = shipped_scene("wall.ron");
    let slow = scene.replace("dt: 0.05", &format!("dt: {}", TICK.as_secs_f64()));
    assert_ne!(slow, scene);
    dir.write("scene.ron", slow);
    let (run, port) = serving(&dir, &[]);
    let client = connect(port);
    assert_eq!(ask(&client, "CALL motors@0:0 setvel2mtr 0 600 0 600"), "1");
    let start = Instant::now();
    let mut readings = Vec::new();
    let mut times: Vec<Duration> = (0..REQUESTS)
        .map(|number| {
            // 200 requests per second.
            std::thread::sleep((Duration::from_millis(5) * number).saturating_sub(start.elapsed()));
            let asked = Instant::now();
            readings.push(ask(&client, "CALL distanc:3 getValue"));
            asked.elapsed()
        })
        .collect();
    let took = start.elapsed();
    run.interrupt().expect(130);
    times.sort();
    // The specification requires 20 ms. The measure is the tick of this run, 25 times as long: requests that wait for a
    // tick, or for anything but the server's own turn, take a good part of it. The median is robust against occasional
    // load; the bench `answers` reports the milliseconds on an idle machine.
    let median = times[times.len() / 2];
    assert!(median * 25 <= TICK, "half of the replies took {median:?} or more");
    readings.dedup();
    let ticks = took.as_secs_f64() / TICK.as_secs_f64();
    assert!(readings.len() as f64 <= ticks + 2.0, "{} readings in {ticks} ticks: {readings:?}", readings.len());
}

/// BU-01: The server listens on 127.0.0.1, port 2009; a taken port does not end the run.
#[test]
fn a_second_server_says_that_the_port_is_taken_and_runs_on() {
    let dir = TestDir::new();
    dir.write("scene.ron", shipped_scene("wall.ron"));
    let (first, port) = serving(&dir, &[]);
    let set = format!("services.bobot.params.port={port}");
    let arguments = ["run", "scene.ron", "--plugins", "plugins", "--json", "--duration", "1.5", "--set", &set];
    let second = dir.sim(&arguments).expect(0);
    assert!(second.stderr.contains(&format!("port {port} is in use")), "{}", second.stderr);
    assert_eq!(second.stderr.matches("is in use").count(), 1, "it is reported once: {}", second.stderr);
    assert_eq!(second.json()["faults"].as_array().map(Vec::len), Some(0), "{}", second.stdout);
    assert_eq!(ask(&connect(port), "BUTIA_COUNT"), "1", "the first one keeps serving");
    first.interrupt().expect(130);
}

/// Private memory of a process, bytes: file pages come and go on their own.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("every process has it");
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_connections_leave_memory_as_it_was() {
    let dir = TestDir::new();
    dir.write("scene.ron", shipped_scene("arena.ron"));
    let (run, port) = serving(&dir, &[]);
    let client = connect(port);
    let connections = |count: usize| {
        for number in 0..count {
            let stream = connect(port);
            // Some send a request, some an incomplete word, some nothing.
            match number % 3 {
                0 => assert_eq!(ask(&stream, "BUTIA_COUNT"), "1"),
                1 => (&stream).write_all(b"LIS").unwrap(),
                _ => {}
            }
        }
        assert_eq!(ask(&client, "BUTIA_COUNT"), "1");
    };
    // One-time allocations are done after the first thousand.
    connections(1000);
    let before = memory(run.id());
    connections(10_000);
    let after = memory(run.id());
    assert!(after.abs_diff(before) < 5_000_000, "{before} bytes became {after}");
    run.interrupt().expect(130);
}

/// A third-party module.
const MODULE: &str = r#"//! A thermometer for the tip of the robot's nose.

use sim_abi::prelude::*;

struct Nose;

impl Sensor for Nose {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("temperature", "°C"));
        Ok(Self)
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = 36.5;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let value = Function::new("getValue").result(FunctionValue::float("temperature"));
        let version = Function::new("getVersion").result(FunctionValue::int("version"));
        Datasheet::default()
            .plug("butia")
            .label("bobot.module", "nose")
            .label("bobot.kind", "hot-plug")
            .function(value)
            .function(version)
    }

    fn call(&mut self, function: &str, _: &[Value], reading: &[f64]) -> Result<Value> {
        match function {
            "getValue" => Ok(reading[0].into()),
            "getVersion" => Ok(1.into()),
            other => Err(Fault::new(format!("unknown function `{other}`"))),
        }
    }
}

sim_abi::export! {
    /// Module `nose`: how warm it is before the robot.
    sensor "stranger/nose" = Nose;
}
"#;

/// BU-23: A new module is a plugin that appears in lists and palette without server changes.
#[test]
fn a_module_of_a_stranger_is_listed_and_described_when_it_is_dropped_in_and_answers_in_a_port() {
    let dir = TestDir::new();
    let folder = new_crate(&dir, "sensor", "nose", &[]);
    std::fs::write(folder.join("src/lib.rs"), MODULE).unwrap();
    let library = dir.path(&library_name("nose"));
    build_with_kit(&folder, "nose", &["build"], &library);

    let scene = shipped_scene("wall.ron");
    dir.write("scene.ron", &scene);
    let (mut run, port) = serving(&dir, &["--watch"]);
    let client = connect(port);
    let known = |client: &TcpStream| ask(client, "LISTI 0").split(',').any(|name| name == "nose");
    assert!(!known(&client) && ask(&client, "DESCRIBE nose") == "{}");
    dir.install(&library, &library_name("nose"));
    run.wait_for(&["listed:", "stranger/nose"]);
    let start = Instant::now();
    while !known(&client) {
        assert!(start.elapsed() < PATIENCE, "it is never known");
    }
    let described = ask(&client, "DESCRIBE nose");
    assert!(described.contains("'getValue': []") && described.contains("'getVersion': []"), "{described}");
    run.interrupt().expect(130);

    let plugged = r#"(name: "butia", model: "butia/standard", sensors: {"nose": (id: "stranger/nose", port: "6")})"#;
    let with_nose = scene.replace(r#"(name: "butia", model: "butia/standard")"#, plugged);
    assert_ne!(with_nose, scene);
    dir.write("scene.ron", with_nose);
    let (run, port) = serving(&dir, &[]);
    let client = connect(port);
    let list = ask(&client, "LIST");
    assert!(list.split(',').any(|name| name == "nose:6"), "{list}");
    assert_eq!(ask(&client, "CALL nose:6 getValue"), "36.5");
    run.interrupt().expect(130);
}

#[test]
fn the_summary_names_the_folder_with_the_files_of_components() {
    let dir = TestDir::new();
    dir.write("scene.ron", shipped_scene("wall.ron").replace("[Network, Command]", "[Network, Command, Files]"));
    let (run, port) = serving(&dir, &["--set", "services.bobot.params.log=true", "--output", "out"]);
    assert_eq!(ask(&connect(port), "QUIT"), "BYE");
    let summary = run.interrupt().expect(130).json();
    let folder = summary["data_folder"].as_str().unwrap_or_else(|| panic!("{summary}"));
    assert_eq!(dir.path(folder), dir.path("out/data"));
    assert!(dir.path("out/data").is_dir());
    let without = dir.sim(&["run", "scene.ron", "--json", "--duration", "0.1", "--set", PORT]).expect(0).json();
    assert!(without["data_folder"].is_null(), "{without}");
}
