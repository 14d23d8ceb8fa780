//! A service that monitors whether robots stay within a fence: an example service.
//!
//! Monitoring needs no grant. Moving robots back does: the scene specifies `grants: [Edit]`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use sim_abi::prelude::*;

/// What happens to a robot outside.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
enum Action {
    #[default]
    Report,
    PutBack,
}

/// Parameters of the fence.
#[params]
struct FenceParams {
    /// South-western corner (smallest x and y), m.
    #[param(default = [-5.0, -5.0], unit = "m")]
    min: [f64; 2],
    /// North-eastern corner (largest x and y), m.
    #[param(default = [5.0, 5.0], unit = "m")]
    max: [f64; 2],
    /// Lowest and highest position allowed.
    #[param(default = [-1.0, 100.0], unit = "m")]
    height: [f64; 2],
    /// Robots to watch, by name; empty: all.
    robots: Vec<String>,
    /// Report robots outside, or also move them to the nearest point inside, at rest (grant `Edit`).
    action: Action,
}

/// A box of allowed positions for robots' origins.
#[derive(Clone, Copy)]
struct Fence {
    min: Vec3,
    max: Vec3,
}

impl Fence {
    /// Nearest allowed position; inside, the position itself.
    fn nearest(&self, position: Vec3) -> Vec3 {
        position.sup(&self.min).inf(&self.max)
    }
}

/// Counts the robots outside a fence and logs each robot that leaves.
struct Monitor {
    fence: Fence,
    action: Action,
    /// Index and name of each monitored robot.
    watched: Vec<(u32, String)>,
    /// Whether each of them was outside at the last check.
    outside: Vec<bool>,
    count: Published,
    escapes: Published,
    /// Number of exits since the start; a robot that returns and leaves counts again.
    escaped: u64,
}

impl Service for Monitor {
    type Params = FenceParams;

    fn new(params: FenceParams, setup: &mut ServiceSetup) -> Result<Self> {
        let FenceParams { min: [west, south], max: [east, north], height: [low, high], .. } = params;
        let fence = Fence { min: Vec3::new(west, south, low), max: Vec3::new(east, north, high) };
        if !(west < east && south < north && low < high) {
            return Err(Fault::new("the fence encloses nothing")
                .help("every value of `min` must be below that of `max`, and `height` must be (lowest, highest)")
                .because(Cause::Parameters));
        }
        if params.action == Action::PutBack {
            setup.require("Edit")?;
        }
        let watched = watched(&params.robots, setup.robots())?;
        Ok(Self {
            fence,
            action: params.action,
            outside: vec![false; watched.len()],
            watched,
            count: setup.publish(Channel::new("outside", "1").range(0.0, f64::INFINITY).help("robots outside now")),
            escapes: setup.publish(Channel::new("escapes", "1").range(0.0, f64::INFINITY).help("since the start")),
            escaped: 0,
        })
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        for ((robot, name), was_outside) in self.watched.iter().zip(&mut self.outside) {
            let mut state = io.robot_state(*robot)?;
            let position = state.pose.translation.vector;
            let inside = self.fence.nearest(position);
            let is_outside = inside != position;
            if is_outside && !*was_outside {
                self.escaped += 1;
                let [x, y, z] = position.into();
                io.log(LogLevel::Warn, format!("{name} left the fence at ({x:.2}, {y:.2}, {z:.2}) m"));
            }
            *was_outside = is_outside;
            if is_outside && self.action == Action::PutBack {
                state.pose.translation.vector = inside;
                io.set_robot_state(*robot, BodyState::at(state.pose))?;
            }
        }
        let count = self.outside.iter().filter(|outside| **outside).count();
        io.publish(self.count, count as f64);
        io.publish(self.escapes, self.escaped as f64);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(&self.outside, self.escaped))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (outside, escaped): (Vec<bool>, u64) = state::load(bytes)?;
        if outside.len() != self.watched.len() {
            return Err(Fault::new("the saved state has a different number of robots"));
        }
        (self.outside, self.escaped) = (outside, escaped);
        Ok(())
    }

    fn functions(&self) -> Vec<Function> {
        let names = FunctionValue { name: "names".into(), kind: "string".into(), ..FunctionValue::default() };
        vec![Function {
            name: "outside".into(),
            results: vec![names],
            help: "names of the robots outside now, comma-separated".into(),
            ..Function::default()
        }]
    }

    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        if function != "outside" {
            return Err(Fault::new(format!("unknown function `{function}`")).help("functions: outside"));
        }
        let names = self.watched.iter().zip(&self.outside).filter(|(_, outside)| **outside);
        Ok(json!(names.map(|((_, name), _)| name.as_str()).collect::<Vec<_>>().join(", ")))
    }
}

/// Index and name of the robots with these names, or of all.
fn watched(wanted: &[String], robots: &[String]) -> Result<Vec<(u32, String)>> {
    if let Some(stranger) = wanted.iter().find(|name| !robots.contains(name)) {
        return Err(Fault::new(format!("unknown robot `{stranger}`"))
            .help(format!("robots of the scene: {}", robots.join(", ")))
            .because(Cause::Parameters));
    }
    let all = robots.iter().enumerate().map(|(index, name)| (index as u32, name.clone()));
    Ok(all.filter(|(_, name)| wanted.is_empty() || wanted.contains(name)).collect())
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Monitors whether robots stay inside a rectangle and a height range, and optionally moves them back.
    service "monitor/fence" = Monitor;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fence(params: Value, grants: &[&str]) -> Result<ServiceRig<Monitor>> {
        ServiceRig::new(params, &["anna", "bert"], grants)
    }

    #[test]
    fn it_conforms() {
        testing::conformance::service(|| fence(Value::Null, &[]).unwrap());
    }

    #[test]
    fn watching_needs_no_grant_and_putting_back_does() {
        assert!(fence(json!({"action": "report"}), &[]).is_ok());
        let fault = fence(json!({"action": "put_back"}), &[]).err().unwrap();
        assert!(fault.advice().contains("grants: [Edit]"), "{fault}");
        assert!(fence(json!({"action": "put_back"}), &["Edit"]).is_ok());
    }

    #[test]
    fn an_empty_fence_and_an_unknown_action_are_refused() {
        for empty in [json!({"min": [1.0, 0.0], "max": [1.0, 2.0]}), json!({"height": [2.0, -2.0]})] {
            assert_eq!(fence(empty, &[]).err().unwrap().message(), "the fence encloses nothing");
        }
        assert!(fence(json!({"action": "shoot"}), &[]).err().unwrap().message().contains("put_back"));
    }

    #[test]
    fn an_unknown_robot_is_refused_with_the_known_ones() {
        let fault = fence(json!({"robots": ["anna", "carl"]}), &[]).err().unwrap();
        assert_eq!((fault.message(), fault.advice()), ("unknown robot `carl`", "robots of the scene: anna, bert"));
    }

    #[test]
    fn only_the_robots_asked_for_are_watched() {
        let robots = ["anna".to_string(), "bert".to_string()];
        assert_eq!(watched(&robots[1..], &robots).unwrap(), [(1, "bert".to_string())]);
        assert_eq!(watched(&[], &robots).unwrap().len(), 2);
    }

    #[test]
    fn the_nearest_point_inside_is_on_the_nearest_side() {
        let fence = Fence { min: Vec3::new(-1.0, -2.0, 0.0), max: Vec3::new(1.0, 2.0, 3.0) };
        let inside = Vec3::new(0.3, -1.9, 2.0);
        assert_eq!(fence.nearest(inside), inside);
        assert_eq!(fence.nearest(Vec3::new(4.0, 1.0, -1.0)), Vec3::new(1.0, 1.0, 0.0));
        assert_eq!(fence.nearest(Vec3::new(0.0, -9.0, 9.0)), Vec3::new(0.0, -2.0, 3.0));
    }

    #[test]
    fn each_robot_that_leaves_is_counted_and_logged_once() {
        let mut rig = fence(json!({"max": [2.0, 5.0]}), &[]).unwrap();
        rig.step().unwrap();
        assert_eq!((rig.published("outside"), rig.published("escapes")), (0.0, 0.0));
        let elsewhere = Vec3::new(2.5, -1.0, 0.25);
        for _ in 0..3 {
            rig.robot("bert").state.pose.translation.vector = elsewhere;
            rig.step().unwrap();
            assert_eq!((rig.published("outside"), rig.published("escapes")), (1.0, 1.0));
        }
        assert_eq!(rig.log(), ["bert left the fence at (2.50, -1.00, 0.25) m"]);
        assert_eq!(rig.call("outside", &[]).unwrap(), json!("bert"));
        assert_eq!(rig.robot("bert").state.pose.translation.vector, elsewhere, "a report moves no robots");

        rig.robot("bert").state.pose.translation.vector = Vec3::zeros();
        rig.step().unwrap();
        assert_eq!((rig.published("outside"), rig.published("escapes")), (0.0, 1.0));
        rig.robot("bert").state.pose.translation.vector.z = -1.5;
        rig.robot("anna").state.pose.translation.vector.y = 5.5;
        rig.step().unwrap();
        assert_eq!((rig.published("outside"), rig.published("escapes")), (2.0, 3.0));
        assert_eq!(rig.call("outside", &[]).unwrap(), json!("anna, bert"));
        assert_eq!(rig.log().len(), 3);
    }

    #[test]
    fn a_robot_outside_is_put_back_to_the_nearest_point_at_rest_and_the_others_stay() {
        let mut rig = fence(json!({"action": "put_back", "robots": ["bert"]}), &["Edit"]).unwrap();
        let turned = Rotation::from_euler_angles(0.0, 0.0, 1.0);
        for name in ["anna", "bert"] {
            let state = &mut rig.robot(name).state;
            state.pose = Pose::from_parts(Vec3::new(7.0, 1.0, 0.5).into(), turned);
            state.linear_velocity.x = 3.0;
        }
        rig.step().unwrap();
        let put = rig.robot("bert").state;
        assert_eq!((put.pose.translation.vector, put.pose.rotation), (Vec3::new(5.0, 1.0, 0.5), turned));
        assert_eq!((put.linear_velocity, put.angular_velocity), (Vec3::zeros(), Vec3::zeros()));
        let stranger = rig.robot("anna").state;
        assert_eq!((stranger.pose.translation.x, stranger.linear_velocity.x), (7.0, 3.0), "it is not watched");
        rig.step().unwrap();
        assert_eq!((rig.published("outside"), rig.published("escapes")), (0.0, 1.0), "it is inside again");
    }

    #[test]
    fn moving_back_fails_after_the_grant_is_revoked() {
        let mut rig = fence(json!({"action": "put_back"}), &["Edit"]).unwrap();
        rig.world.grants.clear();
        rig.step().unwrap();
        rig.robot("anna").state.pose.translation.x = 9.0;
        assert!(rig.step().unwrap_err().message().contains("needs the grant `Edit`"));
    }

    #[test]
    fn who_is_outside_survives_a_reload() {
        let state = state::save(&(vec![false, true], 3)).unwrap();
        let mut rig = fence(Value::Null, &[]).unwrap();
        rig.restore(&state).unwrap();
        assert_eq!(rig.call("outside", &[]).unwrap(), json!("bert"));
        let mut other = fence(json!({"robots": ["anna"]}), &[]).unwrap();
        assert!(other.restore(&state).unwrap_err().message().contains("different number"));
    }
}
