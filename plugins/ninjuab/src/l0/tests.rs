use super::*;

fn with(params: Value) -> Result<ControllerRig<L0>> {
    let robot = ControllerRig::robot().sensor("sonar", &[0.0, 0.0, 0.0]).params(params);
    robot.actuator("left_servo", 1).actuator("right_servo", 1).actuator("sonar_servo", 1).build()
}

/// The controller with its sonar, which reads every 5 ticks.
struct Robot {
    rig: ControllerRig<L0>,
    ticks: u64,
    distance: f64,
}

impl Robot {
    fn new(params: Value) -> Self {
        Self { rig: with(params).unwrap(), ticks: 0, distance: 0.0 }
    }

    fn order(&mut self, line: &str) {
        assert_eq!(self.rig.call("order", &[json!(line)]).unwrap(), Value::Null);
    }

    fn answers(&mut self) -> Vec<String> {
        let answers = self.rig.call("answers", &[]).unwrap();
        answers.as_str().unwrap().lines().map(String::from).collect()
    }

    fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            let found = f64::from(u8::from(self.distance > 0.0));
            self.rig.read("sonar", &[self.distance, found, (self.ticks / 5) as f64]);
            self.rig.step().unwrap();
            self.ticks += 1;
        }
    }

    fn commands(&self) -> [f64; 3] {
        ["left_servo", "right_servo", "sonar_servo"].map(|actuator| self.rig.command(actuator)[0])
    }
}

#[test]
fn it_conforms() {
    let build = || {
        let mut rig = with(Value::Null).unwrap();
        rig.call("order", &[json!("GO 3 0.3")]).unwrap();
        rig.call("order", &[json!("SONAR")]).unwrap();
        rig
    };
    testing::conformance::controller(build, &["left_servo", "right_servo", "sonar_servo"]);
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn an_order_moves_the_servos_and_is_answered() {
    let mut robot = Robot::new(Value::Null);
    robot.run(3);
    assert_eq!((robot.commands(), robot.answers()), ([1500.0, 1500.0, 0.0], vec![]));
    robot.order("GO 0 20\r\n");
    robot.run(1);
    assert_eq!(robot.commands(), [1340.0, 1660.0, 0.0]);
    assert_eq!([robot.rig.published("state"), robot.rig.published("distance_left")], [2.0, 0.2]);
    robot.run(199);
    assert_eq!(robot.rig.published("answers"), 0.0);
    robot.run(1);
    assert_eq!((robot.commands(), robot.answers()), ([1500.0, 1500.0, 0.0], vec!["D: GO OK".to_string()]));
    assert_eq!([robot.rig.published("answers"), robot.rig.published("state")], [1.0, 0.0]);
    assert_eq!(robot.answers(), [""; 0], "they are returned once");
}

/// MR-11: `GO` turns first, then advances by dead reckoning in steps of 0.1 cm.
#[test]
fn the_steps_follow_speed_turn_rate_and_period() {
    let mut robot = Robot::new(json!({"speed": 0.2, "turn_rate": 1.0}));
    robot.order("GO 90 20");
    robot.run(1);
    assert_eq!(robot.commands(), [1660.0, 1660.0, 0.0]);
    assert!((robot.rig.published("angle_left") - 90_f64.to_radians()).abs() < 1e-12);
    robot.run(1);
    assert!((robot.rig.published("angle_left") - (90_f64.to_radians() - 0.01)).abs() < 1e-12);
    robot.run(156);
    assert_eq!(robot.commands(), [1660.0, 1660.0, 0.0], "157 steps are taken off 1.571 rad");
    robot.run(1);
    assert_eq!(robot.commands(), [1340.0, 1660.0, 0.0]);
    robot.run(100);
    assert_eq!(robot.answers(), ["D: GO OK"]);
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn the_sonar_is_read_in_metres_and_blocks_in_centimetres() {
    let blocked = |params: Value, distance: f64| {
        let mut robot = Robot::new(params);
        robot.order("GO 0 100");
        robot.run(50);
        robot.distance = distance;
        robot.run(1);
        robot.answers()
    };
    assert_eq!(blocked(Value::Null, 0.15), ["W: BLOCKED 95"]);
    assert_eq!(blocked(Value::Null, 0.151), [""; 0]);
    assert_eq!(blocked(json!({"block_s": 0.3}), 0.3), ["W: BLOCKED 95"]);
    assert_eq!(blocked(json!({"blocked_dist": "travelled"}), 0.1), ["W: BLOCKED 5"]);
    assert_eq!(blocked(json!({"extensions": true}), 0.1), ["W: BLOCKED 95 q=10"]);
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn noise_that_reduces_a_distance_to_zero_still_blocks_and_noise_without_a_hit_does_not() {
    for (reading, blocks) in [([0.0, 1.0, 3.0], true), ([0.004, 0.0, 3.0], false), ([f64::NAN, 1.0, 3.0], false)] {
        let mut robot = Robot::new(Value::Null);
        robot.order("GO 0 100");
        robot.run(1);
        robot.rig.read("sonar", &reading);
        robot.rig.step().unwrap();
        assert_eq!(robot.rig.published("state") == 3.0, blocks, "{reading:?}");
    }
}

/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
#[test]
fn the_times_of_a_blocked_robot_are_parameters() {
    let mut robot = Robot::new(json!({"block_h": 0.5, "block_t": 2.0}));
    robot.order("GO 0 100");
    robot.run(10);
    robot.distance = 0.1;
    robot.run(200);
    assert_eq!(robot.rig.published("state"), 3.0);
    robot.run(1);
    assert_eq!((robot.rig.published("state"), robot.answers()), (0.0, vec!["W: BLOCKED 99".to_string()]));
}

/// MR-14: A full scan is one `SONAR` and 15 `RESUME` orders with 15 rays.
#[test]
fn a_scan_waits_for_the_servo_and_a_reading_of_its_own() {
    let mut robot = Robot::new(Value::Null);
    robot.distance = 0.4425;
    robot.order("SONAR");
    robot.run(1);
    assert_eq!(robot.commands(), [0.0, 0.0, 15_f64.to_radians()]);
    // 15° at 300°/s, and 0.2 s of settling.
    robot.run(24);
    assert_eq!(robot.rig.published("state"), 5.0);
    robot.run(1);
    assert_eq!(robot.rig.published("state"), 6.0);
    robot.run(5);
    assert_eq!(robot.answers(), ["D: RAY 15 44.25"]);
    assert_eq!(robot.commands()[2], 30_f64.to_radians(), "MR-15: at once to the next angle");
    robot.order("RESUME");
    robot.run(31);
    assert_eq!(robot.answers(), ["D: RAY 30 44.25"]);
    let mut grid = Robot::new(json!({"scan": "grid"}));
    let mut angles = Vec::new();
    for order in std::iter::once("SONAR").chain(std::iter::repeat_n("RESUME", 15)) {
        grid.order(order);
        grid.run(100);
        angles.extend(grid.answers());
    }
    assert_eq!((angles[6].as_str(), angles[14].as_str()), ("D: RAY 45 0", "D: RAY -45 0"));
    assert_eq!(angles[15], "D: SONAR OK");
}

/// MR-17: Other orders during an activity are ignored, and the activity continues.
#[test]
fn orders_wait_for_their_turn_and_those_that_find_no_place_are_ignored() {
    let mut robot = Robot::new(Value::Null);
    robot.order("GO 0 0\nFLY\n\n  \nRESUME");
    robot.run(1);
    assert_eq!(robot.answers(), ["W: GO00"], "one in each tick");
    robot.run(5);
    assert_eq!(robot.answers(), ["E: wrong command", "W: Ignored command"]);
    (0..WAITING + 3).for_each(|_| robot.order("GO 0 0"));
    robot.run(1);
    assert_eq!(robot.answers(), ["W: Ignored command", "W: Ignored command", "W: Ignored command", "W: GO00"]);
    robot.run(WAITING);
    assert_eq!(robot.answers().len(), WAITING - 1);
    assert_eq!(robot.rig.published("answers"), (3 + 3 + WAITING) as f64);
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[test]
fn lines_come_as_they_are_sent() {
    let mut robot = Robot::new(Value::Null);
    robot.order("");
    robot.order("\r\n");
    robot.run(2);
    assert_eq!(robot.answers(), [""; 0]);
    robot.order(&"x".repeat(129));
    robot.order(&format!("GO 0 0{}", " ".repeat(122)));
    robot.order("GÖ\u{0}");
    robot.run(3);
    assert_eq!(robot.answers(), ["E: line too long", "W: GO00", "E: wrong command"]);
}

#[test]
fn unfetched_replies_are_queued_up_to_a_limit_and_counted() {
    let mut robot = Robot::new(Value::Null);
    for _ in 0..KEPT + 5 {
        robot.order("FLY");
        robot.run(1);
    }
    assert_eq!(robot.rig.published("answers"), (KEPT + 5) as f64);
    assert_eq!(robot.answers().len(), KEPT);
}

#[test]
fn orders_of_the_scene_are_given_at_their_times_and_once() {
    let orders =
        json!({"orders": [{"at": 0.0, "line": "FLY"}, {"at": 0.05, "line": "GO 0 0"}, {"at": 0.05, "line": "RESUME"}]});
    let mut robot = Robot::new(orders.clone());
    robot.run(5);
    assert_eq!(robot.answers(), ["E: wrong command"]);
    robot.run(1);
    assert_eq!(robot.answers(), ["W: GO00"]);
    let mut reloaded = Robot::new(orders);
    reloaded.rig.restore(&robot.rig.save().unwrap().unwrap()).unwrap();
    for robot in [&mut robot, &mut reloaded] {
        robot.run(10);
        assert_eq!(robot.answers(), ["W: Ignored command"]);
    }
    let fault = with(json!({"orders": [{"at": 2.0, "line": "SONAR"}, {"at": 1.0, "line": "HALT"}]})).err().unwrap();
    assert!(fault.message().contains("`orders[1]`") && fault.cause() == Cause::Parameters, "{fault}");
}

#[test]
fn calls_that_make_no_sense_are_refused() {
    let mut rig = with(Value::Null).unwrap();
    for (function, arguments) in
        [("order", json!([])), ("order", json!([5])), ("answers", json!([1])), ("go", json!([]))]
    {
        let fault = rig.call(function, arguments.as_array().unwrap()).unwrap_err();
        assert!(!fault.advice().is_empty(), "{function} {arguments}");
    }
}

#[test]
fn programs_find_the_controller_by_its_label() {
    let sheet = L0::datasheet();
    let names: Vec<&str> = sheet.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!((sheet.labels["twin.l0"].as_str(), names.join(",").as_str()), ("order,answers", "order,answers"));
    assert_eq!(sheet.functions[0].parameters[0], FunctionValue::string("line"));
    assert_eq!(with(Value::Null).unwrap().declaration().period, Some(0.01));
}

#[test]
fn a_sensor_that_is_no_sonar_is_refused() {
    let robot = ControllerRig::<L0>::robot().sensor("sonar", &[0.0]).actuator("left_servo", 1);
    let fault = robot.actuator("right_servo", 1).actuator("sonar_servo", 1).build().err().unwrap();
    assert!(fault.message().contains("1 channels") && fault.cause() == Cause::Binding, "{fault}");
    let fault = with(json!({"left_servo": "lefd_servo"})).err().unwrap();
    assert!(fault.advice().starts_with("did you mean `left_servo`?"), "{fault}");
}

/// MR-18: An unknown order is an error; an undefined state disables the robot until restart.
#[test]
fn a_state_that_cannot_be_switches_off_and_stays() {
    let mut robot = Robot::new(Value::Null);
    robot.order("GO 0 100");
    robot.run(5);
    let mut saved: Value = state::load(&robot.rig.save().unwrap().unwrap()).unwrap();
    saved[0][0] = json!(42);
    robot.rig.restore(&state::save(&saved).unwrap()).unwrap();
    robot.run(1);
    assert_eq!((robot.commands(), robot.answers()), ([0.0; 3], vec!["E: Undefined state!".to_string()]));
    robot.order("GO 0 10");
    robot.run(10);
    assert_eq!((robot.commands(), robot.answers()), ([0.0; 3], vec!["E: Undefined state!".to_string()]));
    assert_eq!(robot.rig.published("state"), 8.0);
}

#[test]
fn all_of_its_state_survives_a_reload() {
    let mut old = Robot::new(Value::Null);
    for line in ["SONAR", "FLY", "RESUME", "x"] {
        old.order(line);
    }
    old.run(3);
    for step in 0..120 {
        let mut new = Robot::new(Value::Null);
        new.rig.restore(&old.rig.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.rig.save().unwrap(), old.rig.save().unwrap());
        if step % 40 == 0 {
            old.order("RESUME");
        }
        old.run(1);
    }
    assert!(old.answers().len() > 5);
}
