//! Following a route.

use route_follow::{Drive, Follower, Limits, Place, Step, Stop};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// How a robot moves.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// In any direction: it has an actuator `base` with velocities forward and to the left and a turn rate.
    #[default]
    Holonomic,
    /// Where it heads: it has wheels, `left_wheel` and `right_wheel`.
    Differential,
}

/// Parameters of the follower.
#[params]
pub struct FollowParams {
    /// How the robot moves.
    moves: Moves,
    /// Largest speed.
    #[param(default = 0.2, unit = "m/s", min = 1e-4, max = 100.0)]
    speed: f64,
    /// Share of the error of the heading that is taken away in a second.
    #[param(default = 0.05, min = 1e-6, max = 1.0)]
    turn_gain: f64,
    /// Largest turn rate.
    #[param(default = 4.0, unit = "rad/s", min = 1e-4, max = 100.0)]
    turn_rate: f64,
    /// Sensor whose first two values are the robot's place in the world.
    #[param(default = "position".to_string())]
    position: String,
    /// Sensor whose first value is its heading.
    #[param(default = "compass".to_string())]
    compass: String,
    /// With `differential`: radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// With `differential`: distance of the wheels from each other.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
}

/// What is moved.
enum Motors {
    Base(Output),
    Wheels { left: Output, right: Output, radius: f64, track: f64 },
}

/// Follows the route that the scene gives the robot; without one it stands.
pub struct Follow {
    stops: Vec<Stop>,
    closed: bool,
    drive: Drive,
    limits: Limits,
    position: Input,
    compass: Input,
    motors: Motors,
    /// None before the first step, in which it is seen where the robot stands.
    follower: Option<Follower>,
    target: Published,
    left: Published,
    reached: Published,
    count: u64,
}

/// What is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    follower: Option<Follower>,
    count: u64,
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
            return Err(Fault::new(format!("sensor `{}` has no two values for x and y", params.position))
                .help("name a sensor such as `navigation/gps` as `position`")
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
            follower: None,
            target: robot
                .publish(count("target", "number of the pose that it goes to, from 1; 0 when the route is done")),
            left: robot
                .publish(Channel::new("left", "m").range(0.0, f64::INFINITY).help("way to the end of the route")),
            reached: robot.publish(count("reached", "poses that have been reached")),
            count: 0,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let (x, y) = (io.read(self.position)[0], io.read(self.position)[1]);
        let place = Place { at: [x, y], heading: io.value(self.compass) };
        let (stops, closed, drive) = (&self.stops, self.closed, self.drive);
        let follower = self.follower.get_or_insert_with(|| Follower::new(drive, stops.clone(), closed, &place));
        let step = follower.step(&place, io.dt(), &self.limits);
        self.count += u64::from(step.reached.is_some());
        let (target, left) = (follower.target().map_or(0.0, |target| (target + 1) as f64), follower.left(&place));
        self.motors.command(&step, place.heading, io)?;
        io.publish(self.target, target);
        io.publish(self.left, left);
        io.publish(self.reached, self.count as f64);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&Saved { follower: self.follower.clone(), count: self.count })
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        Saved { follower: self.follower, count: self.count } = state::load(bytes)?;
        Ok(())
    }
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

    #[test]
    fn rm_80_the_base_is_commanded_in_the_axes_of_the_robot() {
        let mut rig = platform(Some(route(&[[1.0, 0.0, 0.0]])));
        rig.read("compass", &[std::f64::consts::FRAC_PI_2]);
        rig.step().unwrap();
        // What is ahead in the world is to the right of a robot that heads to the left.
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
        assert_eq!(rig.published("reached"), 1.0, "it stands at the first pose, and one step takes it to the second");
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
}
