//! A killed process loses at most the last second.

use super::support::channel;
use serde_json::Value;
use sim_abi::math::BodyState;
use sim_core::recording::{
    ChannelKind, Ending, FrameView, Recorder, RecorderOptions, Recording, RobotLayout, RunInfo, RunSummary, Target,
    repair,
};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FOLDER: &str = "SIM_TEST_RECORD_FOLDER";
const PACE: &str = "SIM_TEST_RECORD_PACE_MS";
/// Wall-clock time after which the child is killed, s.
const LIFE: f64 = 1.7;

fn names() -> impl Iterator<Item = String> {
    (0..4).map(|index| format!("r{index}"))
}

/// Records frames whose only reading is the wall-clock time since the start, and reports each on standard output.
fn record(folder: &Path, ticks: u64, pace: Duration) {
    let robot = |name| RobotLayout {
        name,
        telemetry_len: 1,
        channels: vec![channel("clock", ChannelKind::Sensor, "wall", "s", 0)],
        ..RobotLayout::default()
    };
    let run = RunInfo { dt: 0.01, robots: names().map(robot).collect(), ..RunInfo::default() };
    let targets = [Target::Mcap(folder.join("run.mcap")), Target::JsonFolder(folder.join("lists"))];
    let mut recorder = Recorder::start(&targets, run, RecorderOptions::default()).unwrap();
    let (start, bodies, mut out) = (Instant::now(), [BodyState::default(); 4], std::io::stdout().lock());
    for tick in 1..=ticks {
        let wall = [start.elapsed().as_secs_f64()];
        let frame = FrameView {
            tick,
            time: tick as f64 * 0.01,
            bodies: &bodies,
            objects: &[],
            telemetry: &|_| &wall,
            scan: &|_, _| &[],
        };
        recorder.frame(&frame).unwrap();
        writeln!(out, "recorded {tick} {}", wall[0]).unwrap();
        // Real-time pace; the parent does not wait for it.
        std::thread::park_timeout(pace);
    }
    recorder.finish(&RunSummary::default()).unwrap();
}

/// Runs endlessly as a separate process; otherwise it records ten frames.
#[test]
fn child_records_and_prints_each_frame() {
    if let Ok(folder) = std::env::var(FOLDER) {
        let pace = std::env::var(PACE).unwrap().parse().unwrap();
        return record(Path::new(&folder), u64::MAX, Duration::from_millis(pace));
    }
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), 10, Duration::ZERO);
    let recording = Recording::open(folder.path().join("run.mcap")).unwrap();
    assert_eq!(recording.frames().count(), 10);
    assert_eq!(*recording.ending(), Ending::Complete);
}

/// Last complete report in the child's output: tick and wall time.
fn last_report(text: &str) -> (u64, f64) {
    let report = |line: &str| {
        let mut words = line.strip_prefix("recorded ")?.split(' ');
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    let whole = &text[..text.rfind('\n').unwrap_or(0)];
    whole.lines().rev().find_map(report).unwrap()
}

fn kill_while_recording(pace_ms: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["recording::kill::child_records_and_prints_each_frame", "--exact", "--nocapture"])
        .env(FOLDER, folder.path())
        .env(PACE, pace_ms.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.ends_with('\n') || text.lines().count() < 4 || last_report(&text).1 < LIFE {
        // Only the latest reports matter.
        let keep = text.len().saturating_sub(4096);
        text.drain(..text[keep..].find('\n').map_or(0, |end| if keep == 0 { 0 } else { keep + end + 1 }));
        assert_ne!(output.read_line(&mut text).unwrap(), 0, "the child ended by itself");
    }
    // SIGKILL on Unix: no handler, no destructor runs.
    child.kill().unwrap();
    output.read_to_string(&mut text).unwrap();
    assert!(!child.wait().unwrap().success());
    let (tick, wall) = last_report(&text);

    assert!(!folder.path().join("run.mcap").exists(), "half a run is not taken for a whole one");
    let recording = Recording::open(folder.path().join("run.incomplete.mcap")).unwrap();
    assert!(matches!(recording.ending(), Ending::Truncated { .. }));
    assert_eq!(recording.summary(), None);
    let (mut count, mut last) = (0, 0.0);
    for frame in recording.frames() {
        let frame = frame.unwrap();
        count += 1;
        assert_eq!(frame.tick, count, "a frame is missing");
        last = frame.telemetry[0][0];
    }
    let lost = wall - last;
    println!(
        "pace {pace_ms} ms: {tick} frames in {wall:.2} s, MCAP lost {lost:.3} s, {} frames",
        tick as i64 - count as i64
    );
    assert!(lost < 1.0, "the MCAP file lost {lost} s");
    assert!(count > 0 && wall >= LIFE);

    let lists = folder.path().join("lists");
    let repaired = repair(&lists).unwrap();
    for name in names() {
        let text = std::fs::read(lists.join(format!("robot-{name}.json"))).unwrap();
        let list: Vec<Value> = serde_json::from_slice(&text).unwrap();
        let last = list.last().unwrap()["channels"]["clock"]["wall"].as_f64().unwrap();
        assert!(wall - last < 1.0, "{name} lost {} s", wall - last);
    }
    println!("lists that needed repair: {repaired:?}");
}

#[test]
fn a_kill_at_full_speed_loses_less_than_a_second() {
    kill_while_recording(0);
}

#[test]
fn a_kill_in_real_time_loses_less_than_a_second() {
    kill_while_recording(10);
}
