//! The files of a run, in the format of the NAUTILUS simulator.

use crate::columns::Columns;
use crate::folder;
use crate::overlap::Overlaps;
use crate::writer::{LATEST, Style, Writer};
use sim_abi::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Parameters of the records.
#[params]
pub struct RecordsParams {
    /// Folder in which each run creates a subfolder.
    #[param(default = "output_files".to_string())]
    folder: String,
    /// Sign of the vertical speed: positive down, as in the NAUTILUS simulator, or positive up, like everything else.
    speed_axes: SpeedAxes,
    /// Number of steps between records.
    #[param(default = 1, min = 1)]
    every: u32,
    /// Whether to write a table (CSV) per robot in addition to the list.
    csv: bool,
    /// Additional contents of `run.json`: versions, flags, the scene.
    about: Value,
}

/// Sign of the third component of `linearSpeed`.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
enum SpeedAxes {
    #[default]
    Nautilus,
    Zup,
}

/// Writes one folder per run: `Robot-0.json` and so on, a list with one object per step, and `run.json`.
pub struct Records {
    params: RecordsParams,
    names: Vec<String>,
    run: Option<Run>,
    /// Buffer for the telemetry of one robot.
    telemetry: Vec<f64>,
}

/// A run that is being recorded.
struct Run {
    folder: PathBuf,
    columns: Vec<Columns>,
    writer: Writer,
    overlaps: Overlaps,
    began: Instant,
    /// Number of overlaps reported in `run.json`.
    reported: u64,
}

impl Service for Records {
    type Params = RecordsParams;

    fn new(params: RecordsParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Files")?;
        setup.set_idle_period(LATEST.as_secs_f64());
        Ok(Self { params, names: setup.robots().to_vec(), run: None, telemetry: Vec::new() })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.or_stop(io, Self::begin)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.or_stop(io, Self::record)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.or_stop(io, Self::hand_over)
    }

    fn stop(&mut self, io: &mut ServiceIo) -> Result {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let written = run.writer.finish();
        self.write_run_file(&run, io, "finished")?;
        written
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(r#"services: [(name: "one", id: "nautilus/records", grants: [Files])]"#)
    }
}

impl Records {
    /// Stops the run if it cannot be recorded.
    fn or_stop(&mut self, io: &mut ServiceIo, work: fn(&mut Self, &mut ServiceIo) -> Result) -> Result {
        work(self, io).inspect_err(|fault| {
            self.run = None;
            // The error is reported in any case.
            let _ = io.request(&Request::Stop { reason: fault.message().to_string() });
        })
    }

    fn begin(&mut self, io: &mut ServiceIo) -> Result {
        let robots = 0..self.names.len() as u32;
        let columns =
            robots.map(|robot| io.layout(robot).map(|layout| Columns::of(&layout))).collect::<Result<Vec<_>>>()?;
        let folder = folder::create(Path::new(&self.params.folder))?;
        let style = Style {
            down: self.params.speed_axes == SpeedAxes::Nautilus,
            csv: self.params.csv,
            period: io.dt() * f64::from(self.params.every),
        };
        let began = Instant::now();
        let writer = Writer::start(&folder, columns.clone(), style, began)?;
        let run = Run { folder, columns, writer, overlaps: Overlaps::default(), began, reported: 0 };
        self.write_run_file(&run, io, "running")?;
        io.log(LogLevel::Info, format!("records in {}", run.folder.display()));
        self.run = Some(run);
        Ok(())
    }

    fn record(&mut self, io: &mut ServiceIo) -> Result {
        // A library that replaces another during a run starts its own folder.
        if self.run.is_none() {
            self.begin(io)?;
        }
        let Some(run) = &mut self.run else { return Ok(()) };
        run.overlaps.step(io, &self.names)?;
        if !io.tick().is_multiple_of(u64::from(self.params.every)) {
            return self.hand_over(io);
        }
        for (robot, columns) in (0..).zip(&run.columns) {
            io.telemetry(robot, &mut self.telemetry)?;
            columns.gather(&io.robot_state(robot)?, &self.telemetry, run.writer.rows());
        }
        self.hand_over(io)
    }

    /// Hands over rows that have waited long enough to be written.
    fn hand_over(&mut self, io: &mut ServiceIo) -> Result {
        let Some(run) = &mut self.run else { return Ok(()) };
        let handed_over = run.writer.hand_over_due(Instant::now())?;
        if handed_over && run.reported != run.overlaps.count {
            run.reported = run.overlaps.count;
            if let Some(run) = &self.run {
                self.write_run_file(run, io, "running")?;
            }
        }
        Ok(())
    }

    /// Writes `run.json`.
    fn write_run_file(&self, run: &Run, io: &ServiceIo, state: &str) -> Result {
        let (time, wall) = (io.time(), run.began.elapsed().as_secs_f64());
        let axes = match self.params.speed_axes {
            SpeedAxes::Nautilus => "x forward, y left, z down",
            SpeedAxes::Zup => "x forward, y left, z up",
        };
        let document = json!({
            "format": "nautilus",
            "records": env!("CARGO_PKG_VERSION"),
            "state": state,
            "dt": io.dt(),
            "every": self.params.every,
            "steps": io.tick(),
            "simulated_s": time,
            "wall_s": wall,
            "real_time_factor": if wall > 0.0 { time / wall } else { 0.0 },
            "units": {
                "position": "m, world axes, z up",
                "rotation": "degrees about the fixed axes x, y, z in this order",
                "linearSpeed": format!("m/s, world axes: {axes}"),
                "angularSpeed": "degrees/s, world axes, z up",
                "motorState": "control units",
                "control": "control units",
            },
            "speedAxes": match self.params.speed_axes { SpeedAxes::Nautilus => "nautilus", SpeedAxes::Zup => "zup" },
            "robots": self.names,
            "overlaps": run.overlaps.count,
            "overlap_events": run.overlaps.all().collect::<Vec<_>>(),
            "run": self.params.about,
        });
        folder::replace(&run.folder.join("run.json"), &format!("{document:#}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::service::LayoutPart;

    /// A vehicle with a motor, a position sensor and rays that its controller does not read.
    fn vehicle(name: &str, rig: &mut ServiceRig<Records>) {
        let channels = |names: &[&str]| names.iter().map(|name| Channel::new(*name, "1")).collect::<Vec<_>>();
        let part = |kind: &str, name: &str, component: &str, offset: usize, names: &[&str]| LayoutPart {
            kind: kind.into(),
            name: name.into(),
            component: component.into(),
            offset,
            channels: channels(names),
            ..LayoutPart::default()
        };
        let robot = rig.robot(name);
        robot.layout.parts = vec![
            part("sensor", "gps", "navigation/gps", 0, &["x", "y", "z"]),
            part("sensor", "distancia", "range/group", 3, &["ray_0", "ray_1"]),
            part("actuator", "f1", "marine/motor", 5, &["Command"]),
            LayoutPart {
                published_offset: 6,
                published: channels(&["motor_1", "depth"]),
                ..part("dynamics", "dynamics", "marine/modelo0", 0, &[])
            },
            LayoutPart { reads: Some(vec!["gps".into()]), ..part("controller", "controller", "a/b", 0, &[]) },
        ];
        robot.telemetry = vec![1.0, 7.0, -1.0, 0.5, 0.25, 5.0 / 3.0, 1.0 / 6.0, 9.0];
        robot.state.pose = Pose::new(Vec3::new(1.0, 7.0, -1.0), Vec3::zeros());
        robot.state.linear_velocity.z = 0.04 / 3.0;
    }

    struct Bench {
        parent: tempfile::TempDir,
        rig: ServiceRig<Records>,
    }

    impl Bench {
        fn new(mut params: Value, robots: &[&str]) -> Self {
            let parent = tempfile::tempdir().unwrap();
            params["folder"] = json!(parent.path());
            let mut rig = ServiceRig::new(params, robots, &["Files"]).unwrap();
            robots.iter().for_each(|robot| vehicle(robot, &mut rig));
            Self { parent, rig }
        }

        fn ran(mut self, steps: usize) -> Self {
            self.rig.start().unwrap();
            (0..steps).for_each(|_| self.rig.step().unwrap());
            self.rig.stop().unwrap();
            self
        }

        fn folder(&self) -> PathBuf {
            let mut folders = std::fs::read_dir(self.parent.path()).unwrap();
            let folder = folders.next().unwrap().unwrap().path();
            assert!(folders.next().is_none());
            folder
        }

        fn text(&self, file: &str) -> String {
            std::fs::read_to_string(self.folder().join(file)).unwrap()
        }

        fn json(&self, file: &str) -> Value {
            sim_abi::serde_json::from_str(&self.text(file)).unwrap()
        }
    }

    #[test]
    fn it_conforms() {
        let parent = tempfile::tempdir().unwrap();
        testing::conformance::service(|| {
            ServiceRig::<Records>::new(json!({"folder": parent.path()}), &[], &["Files"]).unwrap()
        });
    }

    /// NA-79: Each robot has one JSON list with one object per step.
    #[test]
    fn every_robot_has_a_list_with_an_object_per_step() {
        let bench = Bench::new(json!({}), &["a", "b", "c", "d"]).ran(100);
        for id in 0..4 {
            assert_eq!(bench.json(&format!("Robot-{id}.json")).as_array().unwrap().len(), 100);
        }
    }

    /// NA-80: Record keys have a fixed order; numbers have their shortest exact form.
    #[test]
    fn the_keys_have_their_order_and_numbers_their_shortest_form() {
        let bench = Bench::new(json!({}), &["a"]).ran(1);
        let line = r#"{"position":[1.0,7.0,-1.0],"rotation":[0.0,0.0,0.0],"linearSpeed":[0.0,0.0,-0.013333333333333334],"angularSpeed":[0.0,0.0,0.0],"motorState":[0.16666666666666666],"control":[1.6666666666666667],"sensores":{"radar":[],"distancia":[],"gps":[1.0,7.0,-1.0]}}"#;
        assert_eq!(bench.text("Robot-0.json"), format!("[\n{line}\n]\n"));
        assert_eq!(bench.json("Robot-0.json")[0].to_string(), line, "read and printed again");
    }

    /// NA-42: Records contain the values that the controller read or published, without reading sensors again.
    #[test]
    fn a_sensor_that_the_controller_does_not_read_is_an_empty_list_and_what_it_publishes_is_added() {
        let mut bench = Bench::new(json!({}), &["a"]);
        let parts = &mut bench.rig.robot("a").layout.parts;
        parts[4].reads = Some(vec!["distancia".into()]);
        (parts[4].published, parts[4].published_offset) = (vec![Channel::new("goal", "m")], 7);
        let bench = bench.ran(1);
        let exported = &bench.json("Robot-0.json")[0]["sensores"];
        assert_eq!(*exported, json!({"radar": [], "distancia": [0.5, 0.25], "gps": [], "goal": 9.0}));
    }

    #[test]
    fn the_vertical_speed_is_positive_up_on_request_and_angles_are_degrees() {
        let mut bench = Bench::new(json!({"speed_axes": "zup"}), &["a"]);
        let state = &mut bench.rig.robot("a").state;
        state.pose.rotation = Rotation::from_euler_angles(0.1, -0.2, 3.0);
        state.angular_velocity.z = 1.0;
        let bench = bench.ran(1);
        let record = bench.json("Robot-0.json")[0].clone();
        assert_eq!(record["linearSpeed"][2], json!(0.04 / 3.0));
        assert_eq!(record["angularSpeed"][2], json!(1f64.to_degrees()));
        for (axis, angle) in [0.1f64, -0.2, 3.0].into_iter().enumerate() {
            assert!((record["rotation"][axis].as_f64().unwrap() - angle.to_degrees()).abs() < 1e-9, "{record}");
        }
        assert_eq!(bench.json("run.json")["speedAxes"], "zup");
    }

    /// NA-84: Output can be thinned to every k-th step and written as CSV.
    #[test]
    fn fewer_records_and_tables() {
        let bench = Bench::new(json!({"every": 10, "csv": true}), &["a"]).ran(100);
        assert_eq!(bench.json("Robot-0.json").as_array().unwrap().len(), 10);
        let table = bench.text("Robot-0.csv");
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 11);
        assert!(
            lines[0].starts_with("time,position.x,") && lines[0].ends_with("control.1,gps.1,gps.2,gps.3"),
            "{}",
            lines[0]
        );
        assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
        assert!(lines[2].starts_with("0.2,1.0,7.0,-1.0,"), "{}", lines[2]);
        let fault = ServiceRig::<Records>::new(json!({"every": 0}), &[], &["Files"]).err().unwrap();
        assert!(fault.message().contains("every"), "{fault}");
    }

    /// NA-82: `run.json` describes the run with versions, seed and overlaps, and is enough to repeat it.
    #[test]
    fn the_run_is_described_with_its_overlaps() {
        let mut bench = Bench::new(json!({"about": {"seed": 7}}), &["a"]);
        bench.rig.start().unwrap();
        assert_eq!(bench.json("run.json")["state"], "running");
        for depth in [None, Some(0.25), Some(0.5), None] {
            bench.rig.robot("a").contacts =
                depth.map(|depth| Contact { depth, category: 1, ..Contact::default() }).into_iter().collect();
            bench.rig.step().unwrap();
        }
        bench.rig.stop().unwrap();
        let run = bench.json("run.json");
        let event = json!([{"a": "a", "b": "obstacle", "first_step": 2, "last_step": 3, "depth": 0.5}]);
        assert_eq!(
            (&run["state"], &run["run"]["seed"], &run["overlap_events"]),
            (&json!("finished"), &json!(7), &event)
        );
        assert_eq!((run["steps"].as_u64(), run["robots"][0].as_str()), (Some(4), Some("a")));
    }

    /// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
    #[test]
    fn a_value_that_is_not_finite_ends_the_run_with_valid_files() {
        let mut bench = Bench::new(json!({}), &["a"]);
        bench.rig.start().unwrap();
        bench.rig.step().unwrap();
        bench.rig.robot("a").telemetry[0] = f64::INFINITY;
        bench.rig.step().unwrap();
        let fault = bench.rig.stop().unwrap_err();
        assert!(fault.message().contains("row 1 of a is inf"), "{fault}");
        assert_eq!(bench.json("Robot-0.json").as_array().unwrap().len(), 1, "earlier rows remain");
    }

    /// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
    #[test]
    fn what_is_recorded_is_written_while_the_run_is_paused() {
        let mut bench = Bench::new(json!({}), &["a"]);
        bench.rig.start().unwrap();
        bench.rig.step().unwrap();
        // No step follows; without this call, a run would wait forever.
        let began = Instant::now();
        while bench.json("Robot-0.json").as_array().unwrap().is_empty() {
            assert!(began.elapsed().as_secs() < 60, "the step is never in the file");
            bench.rig.idle().unwrap();
            std::thread::sleep(LATEST / 10);
        }
        assert!(bench.rig.declaration().idle.is_some_and(|period| period <= 0.5), "the host has to call that often");
    }

    #[test]
    fn without_the_grant_no_file_is_written() {
        let fault = ServiceRig::<Records>::new(json!({}), &[], &[]).err().unwrap();
        assert!(fault.advice().contains("grants: [Files]"), "{fault}");
    }

    /// NA-78: Each run with output gets its own folder, named by local date and time.
    #[test]
    fn a_folder_that_cannot_be_written_ends_the_run_before_its_first_step() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut rig = ServiceRig::<Records>::new(json!({"folder": file}), &[], &["Files"]).unwrap();
        assert!(rig.start().unwrap_err().message().contains("cannot be written"));
        assert!(matches!(&rig.world.requests.borrow()[..], [Request::Stop { .. }]));
    }
}
