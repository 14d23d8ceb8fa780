//! Recording a frame does not allocate once all buffers have been used.

use nalgebra::Isometry3;
use sim_abi::declare::{Channel, ScanData};
use sim_abi::math::BodyState;
use sim_core::ranging::Ranging;
use sim_core::recording::{
    ChannelInfo, ChannelKind, Event, EventKind, FrameView, ObjectLayout, Recorder, RecorderOptions, RobotFrames,
    RobotLayout, RunInfo, RunSummary, Scan, Scenery, SensorFrame,
};
use sim_fuzz::allocations;
use std::sync::Arc;
use std::time::Instant;

fn robot(index: usize) -> RobotLayout {
    let channel = |index: usize| {
        let (component, channel) = (format!("ring{}", index / 8), Channel::new(format!("distance_{}", index % 8), "m"));
        ChannelInfo { component, kind: ChannelKind::Sensor, index, channel }
    };
    let channels = (0..24).map(channel).collect();
    RobotLayout { name: format!("robot{index}"), telemetry_len: 24, channels, ..RobotLayout::default() }
}

/// Each robot has a lidar with intensities, read every third tick.
fn lidars() -> Scenery {
    let data = ScanData { layers: 4, rays: 25, distances: false, intensities: true, ages: false };
    let scan = Scan {
        placement: Isometry3::identity(),
        angles: [-1.0, 1.0],
        rays: 25,
        layers: Some((4, [-0.5, 0.5])),
        values: 24,
        first: 0,
        clean: None,
        start: 0.0,
        ranging: Ranging { max_range: 2.0, proximity: false },
        data: Some(data),
    };
    let sensor =
        SensorFrame { name: "lidar".into(), link: None, mount: Isometry3::identity(), every: 3, scans: vec![scan] };
    let frames = Arc::new(RobotFrames { sensors: vec![sensor], ..RobotFrames::default() });
    Scenery { robots: vec![frames; 4], ..Scenery::default() }
}

#[test]
fn frames_and_contacts_do_not_allocate_even_when_the_simulation_waits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let objects = (0..3).map(|index| ObjectLayout { name: format!("box{index}") }).collect();
    let run = RunInfo { robots: (0..4).map(robot).collect(), objects, scenery: lidars(), ..RunInfo::default() };
    let scan = [0.5; 100];
    let mut recorder = Recorder::create(&path, run, RecorderOptions::default()).unwrap();
    let names: [Arc<str>; 2] = ["robot0".into(), "wall".into()];
    let mut bodies = [BodyState::default(); 4];
    let mut telemetry = [[0.0; 24]; 4];
    let mut tick = 0;
    let mut go = |recorder: &mut Recorder, ticks: u64| {
        for _ in 0..ticks {
            tick += 1;
            let time = tick as f64 * 0.01;
            for (i, (body, values)) in bodies.iter_mut().zip(&mut telemetry).enumerate() {
                body.pose.translation.x = (time + i as f64).sin();
                values.iter_mut().enumerate().for_each(|(j, value)| *value = (time * j as f64).cos());
            }
            let (a, b) = (Arc::clone(&names[0]), Arc::clone(&names[1]));
            recorder.event(Event { tick, time, kind: EventKind::ContactEnd { a, b } });
            let objects = &bodies[1..];
            let telemetry = &|robot: usize| &telemetry[robot][..];
            recorder
                .frame(&FrameView { tick, time, bodies: &bodies, objects, telemetry, scan: &|_, _| &scan })
                .unwrap();
        }
    };
    go(&mut recorder, 600);
    let (before, start, waits) = (allocations(), Instant::now(), recorder.report().waits);
    go(&mut recorder, 20_000);
    let (after, elapsed) = (allocations(), start.elapsed());
    assert_eq!(after - before, 0, "frame() allocated");
    // At this speed the writer falls behind; otherwise waiting would not be tested.
    assert!(recorder.report().waits > waits, "the simulation never waited");
    let report = recorder.finish(&RunSummary::default()).unwrap();
    let size = std::fs::metadata(path).unwrap().len();
    println!("{:.1} us and {} bytes a frame; {report:?}", elapsed.as_secs_f64() * 1e6 / 2e4, size / report.frames);
}
