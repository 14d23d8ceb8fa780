//! Allowed and rejected operations of a service on the robots of its rig.

use sim_abi::prelude::*;
use sim_abi::service::LayoutPart;
use sim_abi::testing::TestRobot;

/// Performs one operation per step, given by its parameter.
struct Operator(String);

/// What to do.
#[params]
struct OperatorParams {
    /// Word for the operation.
    operation: String,
}

impl Service for Operator {
    type Params = OperatorParams;

    fn new(params: OperatorParams, setup: &mut ServiceSetup) -> Result<Self> {
        assert!(!setup.replayed() || matches!(params.operation.as_str(), "receive" | "nothing"));
        Ok(Self(params.operation))
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        match self.0.as_str() {
            "push" => {
                io.apply_wrench(0, Vec3::x(), Vec3::z())?;
                io.apply_wrench(0, Vec3::x(), Vec3::zeros())
            }
            "command" => io.set_command(0, 1, 9.0),
            "read" => io.set_command(0, 0, io.telemetry_value(0, 0)?.unwrap_or(f64::NAN)),
            "stranger" => io.robot_state(7).map(drop),
            "infinite" => io.set_robot_state(0, BodyState::at(Pose::translation(f64::INFINITY, 0.0, 0.0))),
            "call" => match io.call_component(0, "arm", "lift", &[])? {
                answer if answer == json!(3) => Ok(()),
                other => Err(Fault::new(format!("the arm returns {other}"))),
            },
            "remove" => io.request(&Request::RemoveObject { name: "box".into() }).map(drop),
            "receive" => {
                let received = io.external_input(vec!["now".into()])?;
                io.request(&Request::Stop { reason: received.join(" ") }).map(drop)
            }
            "nothing" => {
                let received = io.external_input(Vec::new())?;
                if received.is_empty() { Ok(()) } else { Err(Fault::new(received.join(" "))) }
            }
            "count" => match (io.robot_count(), io.layout(0)?.parts.len()) {
                (1, 1) => Ok(()),
                other => Err(Fault::new(format!("{other:?}"))),
            },
            _ => Ok(()),
        }
    }
}

fn rig(operation: &str, grants: &[&str]) -> ServiceRig<Operator> {
    let mut rig = ServiceRig::new(json!({"operation": operation}), &["anna"], grants).unwrap();
    let TestRobot { layout, telemetry, functions, .. } = rig.robot("anna");
    let channels = vec![Channel::new("speed", "m/s").range(-1.0, 1.0)];
    layout.parts =
        vec![LayoutPart { kind: "actuator".into(), name: "arm".into(), offset: 1, channels, ..Default::default() }];
    telemetry.extend([0.5, 0.0]);
    functions.push(("arm".into(), "lift".into(), json!(3)));
    rig
}

#[test]
fn forces_of_one_step_add_up_and_are_gone_in_the_next() {
    let mut rig = rig("push", &["Edit"]);
    for _ in 0..2 {
        rig.step().unwrap();
        assert_eq!((rig.robot("anna").force, rig.robot("anna").torque), (Vec3::x() * 2.0, Vec3::z()));
    }
}

#[test]
fn a_command_is_clamped_to_its_range_and_other_telemetry_values_are_rejected() {
    let mut rig = rig("command", &["Command"]);
    rig.step().unwrap();
    assert_eq!(rig.robot("anna").telemetry, [0.5, 1.0]);
    let fault = self::rig("read", &["Command"]).step().unwrap_err();
    assert_eq!(fault.message(), "telemetry value 0 is not a command");
}

#[test]
fn functions_layout_and_requests_are_answered() {
    rig("call", &["Command"]).step().unwrap();
    rig("count", &[]).step().unwrap();
    let mut rig = rig("remove", &["Edit"]);
    rig.step().unwrap();
    assert_eq!(*rig.world.requests.get_mut(), [Request::RemoveObject { name: "box".into() }]);
}

#[test]
fn unknown_robots_infinite_values_and_operations_without_a_grant_are_rejected() {
    let refused = |operation: &str, grants: &[&str]| rig(operation, grants).step().unwrap_err().message().to_string();
    assert_eq!(refused("stranger", &[]), "unknown robot 7");
    assert_eq!(refused("infinite", &["Edit"]), "the state for robot 0 is not finite");
    for (operation, grant) in
        [("push", "Edit"), ("infinite", "Edit"), ("remove", "Edit"), ("command", "Command"), ("call", "Command")]
    {
        let message = format!("the service needs the grant `{grant}`");
        assert_eq!(refused(operation, &[]), message, "{operation}");
        assert_eq!(refused(operation, &[if grant == "Edit" { "Command" } else { "Edit" }]), message, "{operation}");
    }
}

#[test]
fn external_input_is_the_given_input_or_the_recorded_one() {
    let mut live = rig("receive", &[]);
    live.step().unwrap();
    let lines = vec!["now".to_string()];
    let wanted = [Request::ExternalInput { lines: lines.clone() }, Request::Stop { reason: "now".into() }];
    assert_eq!(*live.world.requests.get_mut(), wanted);
    let mut idle = rig("nothing", &[]);
    idle.step().unwrap();
    assert!(idle.world.requests.get_mut().is_empty(), "an empty list is not requested");

    let again = |operation: &str, recorded: &[&[&str]]| {
        ServiceRig::<Operator>::replaying(json!({"operation": operation}), &["anna"], &[], recorded).unwrap()
    };
    let mut replay = again("receive", &[&["then", "too"], &[]]);
    replay.step().unwrap();
    replay.step().unwrap();
    let ends = |reason: &str| Request::Stop { reason: reason.into() };
    let outside = || Request::ExternalInput { lines: lines.clone() };
    assert_eq!(*replay.world.requests.get_mut(), [outside(), ends("then too"), outside(), ends("")]);
    assert_eq!(again("nothing", &[&["then"]]).step().unwrap_err().message(), "then");
}
