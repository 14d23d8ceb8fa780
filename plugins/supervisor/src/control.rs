//! A supervisor.

use crate::arguments::Arguments;
use crate::labels::{LabelParams, Labels};
use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;

/// Period for executing calls while the run waits, s of wall-clock time.
const ATTEND: f64 = 0.05;

/// Parameters of the supervisor.
#[params]
pub struct ControlParams {
    /// Text overlays that functions show, move and hide.
    labels: Vec<LabelParams>,
}

/// Functions that find, read, move, add and remove robots and objects.
///
/// Calls that change the world are executed in order, at the end of the tick, or within 50 ms while the run waits;
/// calls that return values see the current state. Needs the grants `Edit` (poses, objects) and `Command` (controllers,
/// commands).
pub struct Control {
    robots: Vec<String>,
    labels: Labels,
    /// Pending actions.
    asked: Vec<Act>,
    /// The world as of the last look.
    snapshot: WorldSnapshot,
    done: Published,
    refused: Published,
    counts: [u64; 2],
}

/// Robots and objects at one moment.
#[derive(Default)]
struct WorldSnapshot {
    robots: Vec<BodyState>,
    layouts: Vec<RobotLayout>,
    /// Name and pose.
    objects: Vec<(String, Pose)>,
}

/// Action requested by a call.
enum Act {
    PlaceRobot(u32, BodyState),
    PlaceObject(String, BodyState),
    Add(Value),
    Remove(String),
    Push(u32, Vec3),
    Command(u32, u32, f64),
    Hold(u32, bool),
    Restart(u32),
    Stop(String),
}

impl Service for Control {
    type Params = ControlParams;

    fn new(params: ControlParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(ATTEND);
        let mut count = |name: &str, help: &str| {
            setup.publish(Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help))
        };
        let done = count("done", "completed calls");
        let refused = count("refused", "failed calls; see the log");
        let labels = Labels::new(&params.labels, setup)?;
        let (robots, asked, snapshot) = (setup.robots().to_vec(), Vec::new(), WorldSnapshot::default());
        Ok(Self { robots, labels, asked, snapshot, done, refused, counts: [0; 2] })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.update_snapshot(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.execute_pending(io);
        self.update_snapshot(io)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.step(io)
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.labels.save(), self.counts))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (labels, counts) = state::load(bytes)?;
        self.labels.restore(labels);
        self.counts = counts;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        functions().into_iter().fold(
            Datasheet::default().example(
                r#"services: [(name: "one", id: "supervisor/control", grants: [Edit, Command],
    params: (labels: [(name: "goal", text: "Goal")]))]"#,
            ),
            Datasheet::function,
        )
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let known = functions();
        let Some(declared) = known.iter().find(|known| known.name == function) else {
            let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
            return Err(
                Fault::new(format!("unknown function `{function}`")).help(format!("functions: {}", names.join(", ")))
            );
        };
        self.answer(function, Arguments::of(declared, arguments)?)
    }
}

/// The provided functions.
fn functions() -> Vec<Function> {
    let text = FunctionValue::string;
    let number = |name: &str| FunctionValue::float(name);
    let takes = |function: Function, names: &[&str]| {
        names.iter().fold(function, |function, name| function.parameter(number(name)))
    };
    let gives = |function: Function, names: &[&str]| {
        names.iter().fold(function, |function, name| function.result(number(name)))
    };
    let of = |name: &str| Function::new(name).parameter(text("name"));
    let pose = ["x", "y", "z", "roll", "pitch", "yaw"];
    let velocity = ["vx", "vy", "vz", "wx", "wy", "wz"];
    vec![
        Function::new("robots").result(text("names")).help("names of all robots, comma-separated"),
        Function::new("objects").result(text("names")).help("names of all objects, comma-separated"),
        of("find").result(text("kind")).help("type of this name: robot, object, or nothing"),
        gives(of("pose"), &pose).help("position, m, and roll, pitch, yaw, rad, in the world"),
        gives(of("velocity"), &velocity).help("of a robot: velocity, m/s, and angular velocity, rad/s, world axes"),
        takes(of("set_position"), &pose[..3]).help("moves a robot or a movable object to a position, m, at rest, keeping its orientation"),
        takes(of("set_pose"), &pose).help("moves a robot or a movable object to a pose, m and rad, at rest"),
        takes(of("set_velocity"), &velocity).help("of a robot: velocity, m/s, and angular velocity, rad/s, world axes"),
        takes(of("push"), &["fx", "fy", "fz"]).help("applies a force to a robot for one tick, N, world axes"),
        Function::new("add_object").parameter(text("object")).help("adds an object, given as JSON as in a scene"),
        of("remove_object").help("removes an object"),
        takes(of("command").parameter(text("command")), &["value"])
            .help("sets a command of a robot, by its actuator (its first one) or as actuator.command; the controller may overwrite it"),
        of("hold").parameter(FunctionValue::bool("held")).help("holds the controller of a robot, with neutral commands, or releases it"),
        of("restart").help("restarts the controller of a robot"),
        takes(Function::new("show_label").parameter(text("label")), &pose[..3]).help("shows a label at a position, m"),
        Function::new("hide_label").parameter(text("label")).help("hides a label"),
        Function::new("stop").parameter(text("reason")).help("ends the run"),
    ]
}

impl Control {
    fn answer(&mut self, function: &str, arguments: Arguments<'_>) -> Result<Value> {
        let name = arguments.text(0);
        let act = match function {
            "robots" => return Ok(json!(self.robots.join(", "))),
            "objects" => return Ok(json!(self.objects().join(", "))),
            "find" => return Ok(json!(self.kind(name))),
            "pose" => {
                let pose = self.pose(name)?;
                let (at, (roll, pitch, yaw)) = (pose.translation.vector, pose.rotation.euler_angles());
                return Ok(json!([at.x, at.y, at.z, roll, pitch, yaw]));
            }
            "velocity" => {
                let BodyState { linear_velocity: v, angular_velocity: w, .. } =
                    self.snapshot.robots[self.robot(name)? as usize];
                return Ok(json!([v.x, v.y, v.z, w.x, w.y, w.z]));
            }
            "set_position" => {
                let rotation = self.pose(name)?.rotation;
                self.place(name, Pose::from_parts(arguments.vector(1).into(), rotation))?
            }
            "set_pose" => {
                self.pose(name)?;
                let turned = arguments.vector(4);
                let rotation = Rotation::from_euler_angles(turned.x, turned.y, turned.z);
                self.place(name, Pose::from_parts(arguments.vector(1).into(), rotation))?
            }
            "set_velocity" => {
                let robot = self.robot(name)?;
                let (linear_velocity, angular_velocity) = (arguments.vector(1), arguments.vector(4));
                let pose = self.snapshot.robots[robot as usize].pose;
                Act::PlaceRobot(robot, BodyState { pose, linear_velocity, angular_velocity })
            }
            "push" => Act::Push(self.robot(name)?, arguments.vector(1)),
            "add_object" => Act::Add(object(name)?),
            "remove_object" => {
                self.object(name)?;
                Act::Remove(name.to_string())
            }
            "command" => {
                let robot = self.robot(name)?;
                Act::Command(robot, self.command(robot, arguments.text(1))?, arguments.number(2))
            }
            "hold" => Act::Hold(self.robot(name)?, arguments.flag(1)),
            "restart" => Act::Restart(self.robot(name)?),
            "show_label" => return self.labels.set(name, Some(arguments.vector(1))).map(|()| Value::Null),
            "hide_label" => return self.labels.set(name, None).map(|()| Value::Null),
            _ => Act::Stop(name.to_string()),
        };
        self.asked.push(act);
        Ok(Value::Null)
    }

    /// Executes the pending actions. A failed action is logged and does not end the service.
    fn execute_pending(&mut self, io: &mut ServiceIo) {
        for act in std::mem::take(&mut self.asked) {
            let request = |io: &mut ServiceIo, request: &Request| io.request(request).map(drop);
            let done = match act {
                Act::PlaceRobot(robot, state) => io.set_robot_state(robot, state),
                Act::PlaceObject(name, state) => request(io, &Request::MoveObject { name, state: state.into() }),
                Act::Add(object) => request(io, &Request::AddObject { object }),
                Act::Remove(name) => request(io, &Request::RemoveObject { name }),
                Act::Push(robot, force) => io.apply_wrench(robot, force, Vec3::zeros()),
                Act::Command(robot, index, value) => io.set_command(robot, index, value),
                Act::Hold(robot, held) => request(io, &Request::HoldController { robot, held }),
                Act::Restart(robot) => request(io, &Request::RestartController { robot }),
                Act::Stop(reason) => request(io, &Request::Stop { reason }),
            };
            self.counts[usize::from(done.is_err())] += 1;
            if let Err(fault) = done {
                io.log(LogLevel::Error, format!("{fault}"));
            }
        }
        io.publish(self.done, self.counts[0] as f64);
        io.publish(self.refused, self.counts[1] as f64);
        self.labels.publish(io);
    }

    /// Updates the view of the world.
    fn update_snapshot(&mut self, io: &mut ServiceIo) -> Result {
        let robots = 0..self.robots.len() as u32;
        self.snapshot.robots = robots.clone().map(|robot| io.robot_state(robot)).collect::<Result<_>>()?;
        if self.snapshot.layouts.is_empty() {
            self.snapshot.layouts = robots.map(|robot| io.layout(robot)).collect::<Result<_>>()?;
        }
        let objects = io.request(&Request::Objects)?;
        let objects = objects.as_array().into_iter().flatten().filter_map(|object| {
            let state: ObjectState = sim_abi::serde_json::from_value(object.clone()).ok()?;
            Some((object["name"].as_str()?.to_string(), BodyState::from(state).pose))
        });
        self.snapshot.objects = objects.filter(|(name, _)| !self.robots.contains(name)).collect();
        Ok(())
    }

    fn objects(&self) -> Vec<&str> {
        self.snapshot.objects.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn kind(&self, name: &str) -> &'static str {
        match (self.robots.iter().any(|robot| robot == name), self.object(name)) {
            (true, _) => "robot",
            (_, Ok(_)) => "object",
            _ => "",
        }
    }

    /// Index of a robot.
    fn robot(&self, name: &str) -> Result<u32> {
        let place = self.robots.iter().position(|robot| robot == name);
        let help = || format!("robots of the scene: {}", self.robots.join(", "));
        place.map(|place| place as u32).ok_or_else(|| Fault::new(format!("unknown robot `{name}`")).help(help()))
    }

    /// Pose of an object.
    fn object(&self, name: &str) -> Result<&Pose> {
        let found = self.snapshot.objects.iter().find(|(object, _)| object == name);
        let help = || format!("objects: {}", self.objects().join(", "));
        found.map(|(_, pose)| pose).ok_or_else(|| Fault::new(format!("unknown object `{name}`")).help(help()))
    }

    /// Pose of a robot or an object.
    fn pose(&self, name: &str) -> Result<Pose> {
        match self.robot(name) {
            Ok(robot) => Ok(self.snapshot.robots[robot as usize].pose),
            Err(_) => self.object(name).copied(),
        }
    }

    /// Moves a robot or an object to a pose, at rest.
    fn place(&self, name: &str, pose: Pose) -> Result<Act> {
        Ok(match self.robot(name) {
            Ok(robot) => Act::PlaceRobot(robot, BodyState::at(pose)),
            Err(_) => Act::PlaceObject(name.to_string(), BodyState::at(pose)),
        })
    }

    /// Telemetry index of a command of a robot.
    fn command(&self, robot: u32, name: &str) -> Result<u32> {
        let layout = &self.snapshot.layouts[robot as usize];
        let actuators = || layout.parts.iter().filter(|part| part.kind == "actuator");
        let (actuator, command) =
            name.split_once('.').map_or((name, None), |(actuator, command)| (actuator, Some(command)));
        let part = actuators().find(|part| part.name == actuator);
        let place = part.and_then(|part| {
            let place =
                command.map_or(Some(0), |name| part.channels.iter().position(|channel| channel.name == name))?;
            (place < part.channels.len()).then_some(part.offset + place)
        });
        place.map(|place| place as u32).ok_or_else(|| {
            let names: Vec<&str> = actuators().map(|part| part.name.as_str()).collect();
            let help = format!("actuators of {}: {}", layout.name, names.join(", "));
            Fault::new(format!("unknown command `{name}` of `{}`", layout.name)).help(help)
        })
    }
}

/// An object given as JSON.
fn object(text: &str) -> Result<Value> {
    let read: std::result::Result<Value, _> = sim_abi::serde_json::from_str(text);
    match read {
        Ok(object) if object.is_object() => Ok(object),
        Ok(_) => {
            Err(Fault::new("not an object")
                .help(r#"pass one as {"name": "post", "shape": {"Sphere": {"radius": 0.1}}}"#))
        }
        Err(error) => {
            Err(Fault::new(format!("cannot parse the object: {error}")).help("pass it as JSON, as in a scene"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::service::LayoutPart;

    fn control(params: Value) -> ServiceRig<Control> {
        let mut rig = ServiceRig::<Control>::new(params, &["anna", "bert"], &["Edit", "Command"]).unwrap();
        let channels = ["speed", "brake"].map(|name| Channel::new(name, "1")).to_vec();
        let part =
            LayoutPart { kind: "actuator".into(), name: "wheel".into(), offset: 1, channels, ..LayoutPart::default() };
        rig.robot("bert").layout.parts.push(part);
        rig.robot("bert").telemetry = vec![0.0; 3];
        rig.robot("bert").state.pose.translation.vector = Vec3::new(1.0, 2.0, 3.0);
        rig.world.spheres.push((Vec3::new(4.0, 5.0, 6.0), 0.1));
        rig.start().unwrap();
        rig
    }

    fn requests(rig: &mut ServiceRig<Control>) -> Vec<Request> {
        let is_change = |request: &Request| !matches!(request, Request::Objects | Request::Layout { .. });
        std::mem::take(rig.world.requests.get_mut()).into_iter().filter(is_change).collect()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::service(|| control(json!({"labels": [{"name": "goal", "text": "Goal"}]})));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn it_finds_and_reads() {
        let mut rig = control(Value::Null);
        assert_eq!(rig.call("robots", &[]).unwrap(), json!("anna, bert"));
        assert_eq!(rig.call("objects", &[]).unwrap(), json!("sphere0"));
        for (name, kind) in [("bert", "robot"), ("sphere0", "object"), ("carl", "")] {
            assert_eq!(rig.call("find", &[json!(name)]).unwrap(), json!(kind));
        }
        assert_eq!(rig.call("pose", &[json!("sphere0")]).unwrap(), json!([4.0, 5.0, 6.0, 0.0, 0.0, 0.0]));
        rig.robot("bert").state.linear_velocity.x = 0.5;
        rig.step().unwrap();
        assert_eq!(rig.call("pose", &[json!("bert")]).unwrap(), json!([1.0, 2.0, 3.0, 0.0, 0.0, 0.0]));
        assert_eq!(rig.call("velocity", &[json!("bert")]).unwrap(), json!([0.5, 0.0, 0.0, 0.0, 0.0, 0.0]));
        let fault = rig.call("pose", &[json!("carl")]).unwrap_err();
        assert_eq!((fault.message(), fault.advice()), ("unknown object `carl`", "objects: sphere0"));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn what_it_is_asked_for_is_done_in_the_next_step_in_order() {
        let mut rig = control(Value::Null);
        let call = |rig: &mut ServiceRig<Control>, function: &str, arguments: Value| {
            assert_eq!(rig.call(function, arguments.as_array().unwrap()).unwrap(), Value::Null, "{function}");
        };
        call(&mut rig, "set_pose", json!(["bert", 7, 8, 9, 0, 0, 0.5]));
        call(&mut rig, "set_position", json!(["sphere0", 1, 1, 1]));
        call(&mut rig, "push", json!(["anna", 1, 0, 2]));
        call(&mut rig, "command", json!(["bert", "wheel.brake", 0.75]));
        call(&mut rig, "command", json!(["bert", "wheel", -0.5]));
        call(&mut rig, "hold", json!(["anna", true]));
        call(&mut rig, "restart", json!(["bert"]));
        call(&mut rig, "add_object", json!([r#"{"name": "post"}"#]));
        call(&mut rig, "remove_object", json!(["sphere0"]));
        call(&mut rig, "stop", json!(["enough"]));
        assert_eq!(rig.robot("bert").state.pose.translation.vector, Vec3::new(1.0, 2.0, 3.0), "not before the step");
        requests(&mut rig);
        rig.step().unwrap();
        let state = ObjectState { at: [1.0; 3], ..ObjectState::default() };
        let expected = [
            Request::MoveObject { name: "sphere0".into(), state },
            Request::HoldController { robot: 0, held: true },
            Request::RestartController { robot: 1 },
            Request::AddObject { object: json!({"name": "post"}) },
            Request::RemoveObject { name: "sphere0".into() },
            Request::Stop { reason: "enough".into() },
        ];
        assert_eq!(requests(&mut rig), expected);
        let bert = rig.robot("bert");
        assert_eq!(
            (bert.state.pose.translation.vector, &bert.telemetry[..]),
            (Vec3::new(7.0, 8.0, 9.0), &[0.0, -0.5, 0.75][..])
        );
        assert!((bert.state.pose.rotation.euler_angles().2 - 0.5).abs() < 1e-12);
        assert_eq!(rig.robot("anna").force, Vec3::new(1.0, 0.0, 2.0));
        assert_eq!((rig.published("done"), rig.published("refused")), (10.0, 0.0));
        rig.step().unwrap();
        assert!(requests(&mut rig).is_empty(), "it is done once");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn it_executes_requests_while_the_run_is_paused() {
        let mut rig = control(Value::Null);
        rig.call("set_position", json!(["anna", 1, 0, 0]).as_array().unwrap()).unwrap();
        rig.idle().unwrap();
        assert_eq!(rig.call("pose", &[json!("anna")]).unwrap()[0], json!(1.0));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_missing_grant_is_reported_and_does_not_end_it() {
        let mut rig = control(Value::Null);
        rig.world.grants.clear();
        rig.call("restart", &[json!("bert")]).unwrap();
        rig.step().unwrap();
        assert!(rig.log()[0].contains("grant `Command`"), "{:?}", rig.log());
        assert_eq!((rig.published("done"), rig.published("refused")), (0.0, 1.0));
        rig.step().unwrap();
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn labels_are_shown_moved_and_hidden_and_survive_a_reload() {
        let params = || json!({"labels": [{"name": "goal", "text": "Goal", "at": [1, 2, 3]}, {"name": "lap", "text": "Lap", "shown": false}]});
        let mut rig = control(params());
        rig.step().unwrap();
        let goal = |rig: &ServiceRig<Control>| {
            ["goal_x", "goal_y", "goal_z", "goal_shown", "lap_shown"].map(|name| rig.published(name))
        };
        assert_eq!(goal(&rig), [1.0, 2.0, 3.0, 1.0, 0.0]);
        rig.call("show_label", json!(["lap", 0, 0, 2]).as_array().unwrap()).unwrap();
        rig.call("hide_label", &[json!("goal")]).unwrap();
        rig.step().unwrap();
        assert_eq!(goal(&rig), [1.0, 2.0, 3.0, 0.0, 1.0]);
        let mut other = control(params());
        other.restore(&rig.save().unwrap().unwrap()).unwrap();
        other.step().unwrap();
        assert_eq!((goal(&other), other.published("lap_z")), (goal(&rig), 2.0));
        assert_eq!(rig.declaration().drawings.len(), 2);
        assert!(rig.call("hide_label", &[json!("start")]).unwrap_err().advice().contains("goal, lap"));
        let twice = json!({"labels": [{"name": "a", "text": ""}, {"name": "a", "text": ""}]});
        assert!(ServiceRig::<Control>::new(twice, &[], &[]).err().unwrap().message().contains("two labels"));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn wrong_arguments_are_refused_with_what_the_function_takes() {
        let mut rig = control(Value::Null);
        for (function, arguments, word) in [
            ("set_position", json!(["bert", 1, 2]), "3 arguments instead of 4"),
            ("set_position", json!(["bert", 1, 2, "3"]), "`z` is \"3\""),
            ("hold", json!(["bert", 1]), "`held` is 1"),
            ("push", json!(["sphere0", 1, 2, 3]), "unknown robot `sphere0`"),
            ("command", json!(["bert", "wheel.gear", 1]), "unknown command `wheel.gear`"),
            ("command", json!(["bert", "rudder", 1]), "unknown command `rudder`"),
            ("remove_object", json!(["bert"]), "unknown object `bert`"),
            ("add_object", json!(["[1, 2]"]), "not an object"),
            ("add_object", json!(["{"]), "cannot parse"),
            ("fly", json!([]), "unknown function `fly`"),
        ] {
            let fault = rig.call(function, arguments.as_array().unwrap()).unwrap_err();
            assert!(fault.message().contains(word) && !fault.advice().is_empty(), "{function}: {fault}");
        }
        requests(&mut rig);
        rig.step().unwrap();
        assert!(requests(&mut rig).is_empty(), "nothing of it is done");
    }
}
