//! Route following.

use route_follow::{Drive, Follower, Limits, Place, Step, Stop};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// How a robot moves.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Holonomic: an actuator `base` with velocities forward and to the left and a turn rate.
    #[default]
    Holonomic,
    /// Differential: the wheels `left_wheel` and `right_wheel`.
    Differential,
}

/// Parameters of the follower.
#[params]
pub struct FollowParams {
    /// How the robot moves.
    moves: Moves,
    /// Maximum speed.
    #[param(default = 0.2, unit = "m/s", min = 1e-4, max = 100.0)]
    speed: f64,
    /// Fraction of the heading error corrected per second.
    #[param(default = 0.05, min = 1e-6, max = 1.0)]
    turn_gain: f64,
    /// Maximum turn rate.
    #[param(default = 4.0, unit = "rad/s", min = 1e-4, max = 100.0)]
    turn_rate: f64,
    /// Wait until a function is called, instead of following the robot's route in the scene.
    waits: bool,
    /// Sensor whose first two values are the robot's position in the world.
    #[param(default = "position".to_string())]
    position: String,
    /// Sensor whose first value is its heading.
    #[param(default = "compass".to_string())]
    compass: String,
    /// With `differential`: radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// With `differential`: distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
}

/// The driven actuators.
enum Motors {
    Base(Output),
    Wheels { left: Output, right: Output, radius: f64, track: f64 },
}

/// Mode of the robot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Doing {
    /// Stopped.
    #[default]
    Stands,
    /// Starts the route of the scene once the robot's position is known.
    BeginsRoute,
    /// Follows the route of the scene.
    Follows(Follower),
    /// Starts to move to a requested pose.
    BeginsWay(Stop),
    /// Moves to a requested pose.
    GoesTo(Follower),
    /// Driven manually: forward, left, and counterclockwise, each as a fraction of its maximum, −1 … 1.
    Moves([f64; 3]),
}

/// Follows the route that the scene gives the robot, or moves to a requested pose; otherwise, it stops.
pub struct Follow {
    stops: Vec<Stop>,
    closed: bool,
    drive: Drive,
    limits: Limits,
    position: Input,
    compass: Input,
    motors: Motors,
    target: Published,
    left: Published,
    reached: Published,
    doing: Doing,
    count: u64,
    /// Fraction of its maximum speed that it may use, 0 … 1.
    share: f64,
}

/// Saved state.
#[derive(Serialize, Deserialize)]
struct Saved {
    doing: Doing,
    count: u64,
    share: f64,
}

impl Controller for Follow {
    type Params = FollowParams;

    fn new(params: FollowParams, robot: &mut ControllerSetup) -> Result<Self> {
        let (drive, motors) = match params.moves {
            Moves::Holonomic => (Drive::Holonomic, Motors::Base(robot.actuator("base")?)),
            Moves::Differential => {
                let [left, right] = [robot.actuator("left_wheel")?, robot.actuator("right_wheel")?];
                let (radius, track) = (params.wheel_radius, params.track);
                (Drive::Differential, Motors::Wheels { left, right, radius, track })
            }
        };
        robot.follows_routes(match params.moves {
            Moves::Holonomic => RouteMotion::Holonomic,
            Moves::Differential => RouteMotion::Differential,
        });
        let route = robot.route().cloned().unwrap_or_default();
        let stop = |pose: &RoutePose| Stop {
            place: Place { at: [pose.at[0], pose.at[1]], heading: pose.yaw },
            speed: pose.speed,
            dwell: pose.dwell,
        };
        let [position, compass] = robot.inputs([&params.position, &params.compass])?;
        if position.len() < 2 {
            return Err(Fault::new(format!("sensor `{}` does not have two values for x and y", params.position))
                .help("set `position` to a sensor such as `navigation/gps`")
                .because(Cause::Binding));
        }
        let count = |name: &str, help: &str| Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help);
        Ok(Self {
            stops: route.poses.iter().map(stop).collect(),
            closed: route.closed,
            drive,
            limits: Limits { speed: params.speed, turn_gain: params.turn_gain, turn_rate: params.turn_rate },
            position,
            compass,
            motors,
            doing: if params.waits { Doing::Stands } else { Doing::BeginsRoute },
            share: 1.0,
            target: robot.publish(count("target", "number of the target pose, from 1; 0 when the route is done")),
            left: robot
                .publish(Channel::new("left", "m").range(0.0, f64::INFINITY).help("distance to the end of the route")),
            reached: robot.publish(count("reached", "poses reached")),
            count: 0,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let (x, y) = (io.read(self.position)[0], io.read(self.position)[1]);
        let place = Place { at: [x, y], heading: io.value(self.compass) };
        self.begin(&place);
        let limits = Limits { speed: self.limits.speed * self.share, ..self.limits };
        let step = match &mut self.doing {
            Doing::Follows(follower) | Doing::GoesTo(follower) => follower.step(&place, io.dt(), &limits),
            Doing::Moves(shares) => moved(*shares, place.heading, &self.limits),
            Doing::Stands | Doing::BeginsRoute | Doing::BeginsWay(_) => Step::default(),
        };
        self.count += u64::from(step.reached.is_some());
        let (target, left) = match &self.doing {
            Doing::Follows(follower) | Doing::GoesTo(follower) => {
                (follower.target().map_or(0.0, |target| (target + 1) as f64), follower.left(&place))
            }
            _ => (0.0, 0.0),
        };
        self.motors.command(&step, place.heading, io)?;
        io.publish(self.target, target);
        io.publish(self.left, left);
        io.publish(self.reached, self.count as f64);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let number = |name: &str| FunctionValue::float(name);
        let share = |name: &str| number(name).range(-1.0, 1.0).default_value(0.0);
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "robomap/platform", route: "loop", controller: "route/follow")],
routes: [(name: "loop", closed: true, poses: [(at: (0, 0)), (at: (2, 0)), (at: (2, 2))])]"#,
        )
            .function(
                Function::new("go_to")
                    .parameter(number("x"))
                    .parameter(number("y"))
                    .parameter(number("heading"))
                    .help("moves to this pose in the world (m, rad); `reached` counts it on arrival"),
            )
            .function(Function::new("stand").help("stops and discards the target"))
            .function(
                Function::new("speed")
                    .parameter(number("percent").range(0.0, 100.0).default_value(100.0))
                    .help("limits the speed, percent of the maximum"),
            )
            .function(
                Function::new("move")
                    .parameter(share("forward"))
                    .parameter(share("left"))
                    .parameter(share("turn"))
                    .help("moves manually until the next call: fractions of the maximum speed forward and to the left, and of the maximum turn rate counterclockwise, −1 … 1"),
            )
            .function(Function::new("follow").help("follows the robot's route in the scene, from its start"))
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let number = |place: usize| {
            arguments.get(place).and_then(Value::as_f64).filter(|number| number.is_finite()).ok_or_else(|| {
                Fault::new(format!("argument {} of `{function}` is not a number", place + 1)).help("use finite numbers")
            })
        };
        match function {
            "go_to" => {
                let place = Place { at: [number(0)?, number(1)?], heading: number(2)? };
                self.doing = Doing::BeginsWay(Stop::at(place));
            }
            "stand" => self.doing = Doing::Stands,
            "speed" => self.share = (number(0)? / 100.0).clamp(0.0, 1.0),
            "move" => {
                self.doing = Doing::Moves([number(0)?, number(1)?, number(2)?].map(|share| share.clamp(-1.0, 1.0)))
            }
            "follow" => self.doing = Doing::BeginsRoute,
            _ => {
                return Err(Fault::new(format!("unknown function `{function}`"))
                    .help("functions: go_to, stand, speed, move, follow"));
            }
        }
        Ok(Value::Null)
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&Saved { doing: self.doing.clone(), count: self.count, share: self.share })
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        Saved { doing: self.doing, count: self.count, share: self.share } = state::load(bytes)?;
        Ok(())
    }
}

impl Follow {
    /// Starts pending motions now that the robot's position is known, and applies a changed route.
    fn begin(&mut self, place: &Place) {
        match &mut self.doing {
            Doing::BeginsRoute => {
                self.doing = Doing::Follows(Follower::new(self.drive, self.stops.clone(), self.closed, place));
            }
            Doing::BeginsWay(stop) => {
                let follower = Follower::new(self.drive, vec![*stop], false, place);
                // It is already there.
                self.count += u64::from(follower.target().is_none());
                self.doing = Doing::GoesTo(follower);
            }
            Doing::Follows(follower) if follower.stops() != self.stops || follower.is_closed() != self.closed => {
                follower.reroute(self.stops.clone(), self.closed, place);
            }
            Doing::Follows(_) | Doing::GoesTo(_) | Doing::Stands | Doing::Moves(_) => {}
        }
    }
}

/// The step of a manually driven robot.
fn moved([forward, left, turn]: [f64; 3], heading: f64, limits: &Limits) -> Step {
    let (sin, cos) = math::sin_cos(heading);
    let [ahead, aside] = [forward * limits.speed, left * limits.speed];
    let velocity = [cos * ahead - sin * aside, sin * ahead + cos * aside];
    Step { velocity, turn_rate: turn * limits.turn_rate, reached: None }
}

impl Motors {
    fn command(&self, step: &Step, heading: f64, io: &mut ControllerIo) -> Result {
        let (sin, cos) = math::sin_cos(heading);
        let [vx, vy] = step.velocity;
        let (forward, sideways) = (cos * vx + sin * vy, cos * vy - sin * vx);
        match self {
            Self::Base(base) => io.write(*base, &[forward, sideways, step.turn_rate]),
            Self::Wheels { left, right, radius, track } => {
                let across = 0.5 * track * step.turn_rate;
                io.set(*left, (forward - across) / radius);
                io.set(*right, (forward + across) / radius);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(poses: &[[f64; 3]]) -> Route {
        let pose = |[x, y, yaw]: &[f64; 3]| RoutePose { at: [*x, *y, 0.0], yaw: *yaw, ..RoutePose::default() };
        Route { name: "tour".into(), poses: poses.iter().map(pose).collect(), closed: false }
    }

    fn platform(route: Option<Route>) -> ControllerRig<Follow> {
        let robot = ControllerRig::robot().sensor("position", &[0.0; 6]).sensor("compass", &[0.0]).actuator("base", 3);
        let robot = route.into_iter().fold(robot, |robot, route| robot.route(route));
        robot.build().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| platform(Some(route(&[[1.0, 0.0, 0.0]]))), &["base"]);
    }

    /// RM-80: At 100 %, a simulated robot moves 0.2 m/s straight along its leg.
    #[test]
    fn the_base_is_commanded_in_the_axes_of_the_robot() {
        let mut rig = platform(Some(route(&[[1.0, 0.0, 0.0]])));
        rig.read("compass", &[std::f64::consts::FRAC_PI_2]);
        rig.step().unwrap();
        // World x is to the right of a robot with a heading to the left.
        let base = rig.command("base");
        assert!(base[0].abs() < 1e-12 && (base[1] + 0.2).abs() < 1e-12 && base[2] < 0.0, "{base:?}");
        assert_eq!((rig.published("target"), rig.published("left")), (1.0, 1.0));
    }

    #[test]
    fn without_a_route_and_after_its_end_it_stands() {
        let mut rig = platform(None);
        rig.step().unwrap();
        assert_eq!((rig.command("base"), rig.published("target")), (&[0.0, 0.0, 0.0][..], 0.0));
        let mut rig = platform(Some(route(&[[0.0, 0.0, 0.0], [0.001, 0.0, 0.0]])));
        rig.step().unwrap();
        assert_eq!(rig.published("reached"), 1.0, "it is at the first pose, and one step takes it to the second");
        rig.read("position", &[0.001, 0.0, 0.0, 0.0, 0.0, 0.0]);
        rig.step().unwrap();
        assert_eq!((rig.command("base"), rig.published("target")), (&[0.0, 0.0, 0.0][..], 0.0));
    }

    #[test]
    fn wheels_turn_towards_what_is_beside_the_robot() {
        let robot = ControllerRig::<Follow>::robot().sensor("position", &[0.0; 6]).sensor("compass", &[0.0]);
        let robot = robot.actuator("left_wheel", 1).actuator("right_wheel", 1).route(route(&[[0.0, 1.0, 0.0]]));
        let params = json!({"moves": "differential", "turn_gain": 0.9, "track": 0.1, "wheel_radius": 0.02});
        let mut rig = robot.params(params).build().unwrap();
        rig.step().unwrap();
        let [left, right] = ["left_wheel", "right_wheel"].map(|wheel| rig.command(wheel)[0]);
        assert!(right > 0.0 && (left + right).abs() < 1e-12, "{left} {right}");
    }

    /// RM-77: A virtual robot ships that drops, delays, duplicates and reorders packets.
    #[test]
    fn it_goes_where_it_is_sent_and_counts_what_it_has_reached() {
        let mut rig = platform(None);
        rig.call("go_to", &[json!(0.01), json!(0.0), json!(0.0)]).unwrap();
        rig.step().unwrap();
        assert!((rig.command("base")[0] - 0.2).abs() < 1e-12 && rig.published("reached") == 0.0);
        assert_eq!((rig.published("target"), rig.published("left")), (1.0, 0.01));
        rig.call("speed", &[json!(50.0)]).unwrap();
        rig.step().unwrap();
        assert!((rig.command("base")[0] - 0.1).abs() < 1e-12);
        rig.read("position", &[0.01, 0.0, 0.0, 0.0, 0.0, 0.0]);
        rig.step().unwrap();
        assert_eq!((rig.published("reached"), rig.command("base")), (1.0, &[0.0, 0.0, 0.0][..]));
        // A destination at the current position is reached immediately, and every request counts.
        rig.call("go_to", &[json!(0.01), json!(0.0), json!(0.0)]).unwrap();
        rig.step().unwrap();
        assert_eq!(rig.published("reached"), 2.0);
        rig.call("go_to", &[json!(5.0), json!(0.0), json!(0.0)]).unwrap();
        rig.step().unwrap();
        rig.call("stand", &[]).unwrap();
        rig.step().unwrap();
        assert_eq!((rig.command("base"), rig.published("target")), (&[0.0, 0.0, 0.0][..], 0.0));
        rig.call("move", &[json!(-1.0), json!(0.5), json!(0.25)]).unwrap();
        rig.step().unwrap();
        assert_eq!(rig.command("base"), [-0.2, 0.1, 1.0]);
        for wrong in [rig.call("go_to", &[json!(1.0)]), rig.call("speed", &[json!("fast")]), rig.call("fly", &[])] {
            assert!(wrong.is_err());
        }
    }

    #[test]
    fn a_waiting_follower_stays_until_it_is_called() {
        let robot = ControllerRig::<Follow>::robot().sensor("position", &[0.0; 6]).sensor("compass", &[0.0]);
        let robot = robot.actuator("base", 3).route(route(&[[1.0, 0.0, 0.0]])).params(json!({"waits": true}));
        let mut rig = robot.build().unwrap();
        rig.step().unwrap();
        assert_eq!(rig.command("base"), [0.0, 0.0, 0.0]);
        rig.call("follow", &[]).unwrap();
        rig.step().unwrap();
        assert!((rig.command("base")[0] - 0.2).abs() < 1e-12);
    }
}
