//! A small run to record.

use sim_abi::declare::Channel;
use sim_abi::math::{BodyState, Pose, Rotation, Vec3, na};
use sim_core::output_lock::Existing;
use sim_core::recording::{
    ChannelInfo, ChannelKind, Event, EventKind, Frame, FrameView, IsolatedStamp, LogLevel, ObjectLayout, PluginStamp,
    Recorder, RecorderOptions, RobotLayout, RunInfo, RunSummary, SceneFile, Scenery, Target,
};
use std::path::Path;

pub fn channel(component: &str, kind: ChannelKind, name: &str, unit: &str, index: usize) -> ChannelInfo {
    ChannelInfo { component: component.into(), kind, index, channel: Channel::new(name, unit) }
}

/// Two robots with awkward names: one with telemetry, whose value 2 has no channel, and one without; and a movable
/// object with the name of a robot.
pub fn info() -> RunInfo {
    let channels = vec![
        channel("range", ChannelKind::Sensor, "distance", "m", 0),
        channel("left \"wheel\", big", ChannelKind::Actuator, "speed", "rad/s", 3),
        channel("range", ChannelKind::Clean, "distance", "m", 1),
    ];
    let scout = RobotLayout { name: "scout/ä \"1\"".into(), model: "demo/scout".into(), telemetry_len: 4, channels };
    let stone = RobotLayout { name: "stone".into(), ..RobotLayout::default() };
    RunInfo {
        scene_name: "yard".into(),
        scene_text: "(format_version: 1)".into(),
        scene_files: vec![
            SceneFile {
                references: [("package://yard/a.stl".to_owned(), "meshes/a.stl".to_owned())].into(),
                ..SceneFile::new("yard.urdf", b"model".to_vec())
            },
            SceneFile::new("meshes/a.stl", vec![0, 255, 7]),
        ],
        seed: u64::MAX,
        dt: 0.1 + 0.2,
        threads: Some(2),
        plugins: vec![PluginStamp {
            id: "demo/scout".into(),
            version: "0.1.0".into(),
            file: "libdemo.so".into(),
            digest: "sha256:00ff".into(),
            pack: None,
            isolated: Some(IsolatedStamp { deadline_s: 0.1, restarts: 3 }),
        }],
        program_version: "0.1.0".into(),
        robots: vec![scout, stone],
        objects: vec![ObjectLayout { name: "stone".into() }],
        scenery: Scenery::default(),
        extra: [("command".to_owned(), "sim run yard.ron".to_owned())].into(),
    }
}

pub fn summary() -> RunSummary {
    RunSummary {
        steps: 30,
        sim_time_s: 0.30000000000000004,
        wall_time_s: 1.5,
        state_hash: "0123456789abcdef".into(),
        digest: Some("fedcba9876543210".into()),
        end: None,
        ended: "interrupted".into(),
    }
}

pub fn body(values: &[f64; 13]) -> BodyState {
    let [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = *values;
    BodyState {
        pose: Pose::from_parts(Vec3::new(x, y, z).into(), Rotation::new_unchecked(na::Quaternion::new(qw, qx, qy, qz))),
        linear_velocity: Vec3::new(vx, vy, vz),
        angular_velocity: Vec3::new(wx, wy, wz),
    }
}

/// A frame of [`info`]'s robots whose numbers are all different and change with every tick.
pub fn frame(tick: u64) -> Frame {
    let seed = tick as f64 / 7.0;
    let values = std::array::from_fn(|i| seed + i as f64 / 3.0);
    let telemetry = vec![vec![seed.sqrt(), -seed, 1e9, f64::INFINITY], vec![]];
    let objects = vec![body(&values.map(|v| v * 3.0))];
    Frame { tick, time: tick as f64 * 0.01, bodies: vec![body(&values), body(&values.map(|v| -v))], objects, telemetry }
}

/// The frame as it reads back: values without a channel are lost.
pub fn recorded(mut frame: Frame) -> Frame {
    frame.telemetry[0][2] = f64::NAN;
    frame
}

pub fn push(recorder: &mut Recorder, frame: &Frame) -> sim_core::recording::Result {
    let Frame { tick, time, bodies, objects, telemetry } = frame;
    recorder.frame(&FrameView {
        tick: *tick,
        time: *time,
        bodies,
        objects,
        telemetry: &|robot| &telemetry[robot],
        scan: &|_, _| &[],
    })
}

pub fn events() -> Vec<Event> {
    let kinds = vec![
        EventKind::Log {
            level: LogLevel::Warn,
            robot: "stone".into(),
            component: "".into(),
            message: "line\nbreak \"ü\"".into(),
        },
        EventKind::ContactBegin {
            a: "stone".into(),
            b: "wall".into(),
            position: [0.1, -0.0, f64::NEG_INFINITY],
            speed: 0.3,
        },
        EventKind::ContactEnd { a: "stone".into(), b: "wall".into() },
        EventKind::Fault {
            robot: "stone".into(),
            component: "wander".into(),
            message: "m".into(),
            help: "h".into(),
            place: "src/lib.rs:1:2".into(),
            panicked: true,
            code: "EN001".into(),
        },
        EventKind::Note { text: "reloaded".into() },
    ];
    kinds
        .into_iter()
        .zip([3, 3, 11, 29, 31])
        .map(|(kind, tick)| Event { tick, time: tick as f64 * 0.01, kind })
        .collect()
}

/// Records ticks 1 to 30 with [`events`], replacing existing files.
pub fn record(targets: &[Target], options: RecorderOptions, end: Option<&RunSummary>) {
    let options = RecorderOptions { existing: Existing::Replaced, ..options };
    let mut recorder = Recorder::start(targets, info(), options).unwrap();
    let mut events = events().into_iter().peekable();
    for tick in 1..=30 {
        while let Some(event) = events.next_if(|event| event.tick <= tick) {
            recorder.event(event);
        }
        push(&mut recorder, &frame(tick)).unwrap();
    }
    events.for_each(|event| recorder.event(event));
    if let Some(summary) = end {
        let report = recorder.finish(summary).unwrap();
        assert_eq!((report.frames, report.events), (30 / options.every_ticks, 5));
    }
}

/// Bits of every number of a frame, so that comparisons distinguish signed zeros and NaN.
pub fn bits(frame: &Frame) -> Vec<u64> {
    let mut bits = vec![frame.tick, frame.time.to_bits()];
    for body in frame.bodies.iter().chain(&frame.objects) {
        let q = body.pose.rotation.quaternion();
        bits.extend(body.pose.translation.vector.iter().map(|v| v.to_bits()));
        bits.extend([q.i, q.j, q.k, q.w].map(f64::to_bits));
        bits.extend(body.linear_velocity.iter().chain(body.angular_velocity.iter()).map(|v| v.to_bits()));
    }
    bits.extend(frame.telemetry.iter().flatten().map(|v| v.to_bits()));
    bits
}

pub fn mcap(folder: &Path, options: RecorderOptions) -> std::path::PathBuf {
    let path = folder.join("run.mcap");
    record(&[Target::Mcap(path.clone())], options, Some(&summary()));
    path
}

/// Positions in a file to test: all with `SIM_SOAK`, otherwise a deterministic sample.
pub fn places(len: usize) -> Vec<usize> {
    if std::env::var_os("SIM_SOAK").is_some() {
        return (0..len).collect();
    }
    let step = len / 700;
    (0..len).step_by(step.max(1)).map(|at| at + at % step.max(1)).filter(|at| *at < len).collect()
}
