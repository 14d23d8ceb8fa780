//! Allowed and rejected operations of a service on the robots of its rig.

use sim_abi::prelude::*;
use sim_abi::service::LayoutPart;
use sim_abi::testing::TestRobot;

/// Performs one operation per step, given by its parameter.
struct Doer(String);

/// What to do.
#[params]
struct DoerParams {
    /// Word for the deed.
    deed: String,
}

impl Service for Doer {
    type Params = DoerParams;

    fn new(params: DoerParams, setup: &mut ServiceSetup) -> Result<Self> {
        assert!(!setup.replayed() || matches!(params.deed.as_str(), "hear" | "nothing"));
        Ok(Self(params.deed))
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
                other => Err(Fault::new(format!("the arm answers {other}"))),
            },
            "remove" => io.request(&Request::RemoveObject { name: "box".into() }).map(drop),
            "hear" => {
                let heard = io.external_input(vec!["now".into()])?;
                io.request(&Request::Stop { reason: heard.join(" ") }).map(drop)
            }
            "nothing" => {
                let heard = io.external_input(Vec::new())?;
                if heard.is_empty() { Ok(()) } else { Err(Fault::new(heard.join(" "))) }
            }
            "count" => match (io.robot_count(), io.layout(0)?.parts.len()) {
                (1, 1) => Ok(()),
                other => Err(Fault::new(format!("{other:?}"))),
            },
            _ => Ok(()),
        }
    }
}

fn rig(deed: &str, grants: &[&str]) -> ServiceRig<Doer> {
    let mut rig = ServiceRig::new(json!({"deed": deed}), &["anna"], grants).unwrap();
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
fn a_command_is_limited_to_its_range_and_what_is_no_command_is_refused() {
    let mut rig = rig("command", &["Command"]);
    rig.step().unwrap();
    assert_eq!(rig.robot("anna").telemetry, [0.5, 1.0]);
    let fault = self::rig("read", &["Command"]).step().unwrap_err();
    assert_eq!(fault.message(), "telemetry value 0 is no command");
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
fn strangers_infinities_and_what_is_not_granted_are_refused() {
    let refused = |deed: &str, grants: &[&str]| rig(deed, grants).step().unwrap_err().message().to_string();
    assert_eq!(refused("stranger", &[]), "there is no robot 7");
    assert_eq!(refused("infinite", &["Edit"]), "the state for robot 0 is not finite");
    for (deed, grant) in
        [("push", "Edit"), ("infinite", "Edit"), ("remove", "Edit"), ("command", "Command"), ("call", "Command")]
    {
        let message = format!("the service needs the grant `{grant}`, which the scene does not give it");
        assert_eq!(refused(deed, &[]), message, "{deed}");
        assert_eq!(refused(deed, &[if grant == "Edit" { "Command" } else { "Edit" }]), message, "{deed}");
    }
}

#[test]
fn what_comes_from_outside_is_what_is_given_or_what_was_heard_before() {
    let mut live = rig("hear", &[]);
    live.step().unwrap();
    let lines = vec!["now".to_string()];
    let wanted = [Request::ExternalInput { lines: lines.clone() }, Request::Stop { reason: "now".into() }];
    assert_eq!(*live.world.requests.get_mut(), wanted);
    let mut idle = rig("nothing", &[]);
    idle.step().unwrap();
    assert!(idle.world.requests.get_mut().is_empty(), "nothing costs nothing");

    let again = |deed: &str, heard: &[&[&str]]| {
        ServiceRig::<Doer>::replaying(json!({"deed": deed}), &["anna"], &[], heard).unwrap()
    };
    let mut replay = again("hear", &[&["then", "too"], &[]]);
    replay.step().unwrap();
    replay.step().unwrap();
    let ends = |reason: &str| Request::Stop { reason: reason.into() };
    let outside = || Request::ExternalInput { lines: lines.clone() };
    assert_eq!(*replay.world.requests.get_mut(), [outside(), ends("then too"), outside(), ends("")]);
    assert_eq!(again("nothing", &[&["then"]]).step().unwrap_err().message(), "then");
}
