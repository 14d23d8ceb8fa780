use super::*;
use crate::lines::Server;
use sim_abi::testing::ServiceRig;
use std::time::{Duration, Instant};

const ROBOTS: [&str; 2] = ["twin", "real"];

fn put(rig: &mut ServiceRig<Ghost>, robot: &str, [x, y, yaw]: [f64; 3]) {
    rig.robot(robot).state.pose =
        Pose::from_parts(Vec3::new(x, y, 0.0).into(), Rotation::from_euler_angles(0.0, 0.0, yaw));
}

fn read<const N: usize>(rig: &ServiceRig<Ghost>, names: [&str; N]) -> [f64; N] {
    names.map(|name| rig.published(name))
}

#[track_caller]
fn assert_near<const N: usize>(numbers: [f64; N], expected: [f64; N]) {
    let near = numbers.iter().zip(expected).all(|(number, expected)| (number - expected).abs() < 1e-9);
    assert!(near, "{numbers:?} instead of {expected:?}");
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_ghost_is_the_robot_in_the_axes_of_the_twins_world() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let params = json!({"robot": "real", "at": [1.0, -10.0], "yaw": quarter});
    let mut rig = ServiceRig::<Ghost>::new(params, &ROBOTS, &[]).unwrap();
    put(&mut rig, "twin", [0.5, 0.0, 0.1]);
    put(&mut rig, "real", [1.0, -9.4, quarter + 0.3]);
    rig.start().unwrap();
    assert_near(read(&rig, ["x", "y", "yaw", "distance", "turn", "known"]), [0.6, 0.0, 0.3, 0.1, 0.2, 1.0]);
    put(&mut rig, "real", [0.8, -10.0, quarter]);
    rig.step().unwrap();
    assert_near(read(&rig, ["x", "y", "yaw", "turn"]), [0.0, 0.2, 0.0, -0.1]);
    // Half of 0.14 m and of 0.1 m, plus an offset of 4 mm.
    let corner = ["front_left_x", "front_left_y", "rear_right_x", "rear_right_y", "nose_y", "twin_x"];
    assert_near(read(&rig, corner), [0.074, 0.254, -0.074, 0.146, 0.2, 0.5]);
}

/// Steps until a value is as expected.
#[track_caller]
fn wait(rig: &mut ServiceRig<Ghost>, name: &str, expected: f64) {
    let limit = Instant::now() + Duration::from_secs(20);
    while read(rig, [name]) != [expected] {
        assert!(Instant::now() < limit, "{name} is {:?}, not {expected}", read(rig, [name]));
        std::thread::sleep(Duration::from_millis(5));
        rig.step().unwrap();
    }
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_ghost_listens_to_a_truth_port_and_goes_when_it_closes() {
    let server = Server::listen("127.0.0.1:0").unwrap();
    let params = json!({"address": server.address().to_string()});
    let mut rig = ServiceRig::<Ghost>::new(params, &["twin"], &["Network"]).unwrap();
    rig.start().unwrap();
    assert_eq!(read(&rig, ["known"]), [0.0]);
    assert!(read(&rig, ["x", "y", "yaw", "distance", "turn", "nose_x"]).iter().all(|number| number.is_nan()));
    while !matches!(server.next(), Some(LineEvent::Opened(..))) {
        std::thread::sleep(Duration::from_millis(5));
    }
    server.send(None, "nonsense");
    server.send(None, r#"{"t":1.5,"x":0.3,"y":-0.4,"yaw":3.0}"#);
    wait(&mut rig, "known", 1.0);
    assert_near(read(&rig, ["x", "y", "yaw", "distance"]), [0.3, -0.4, 3.0, 0.5]);
    let complaints = |rig: &ServiceRig<Ghost>| rig.log().iter().filter(|line| line.contains("an invalid pose")).count();
    assert_eq!(complaints(&rig), 1);
    drop(server);
    wait(&mut rig, "known", 0.0);
    assert!(read(&rig, ["x", "nose_y"]).iter().all(|number| number.is_nan()));
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_ghost_of_a_recorded_run_uses_only_the_recording() {
    let server = Server::listen("127.0.0.1:0").unwrap();
    let params = json!({"address": server.address().to_string()});
    let inputs: [&[&str]; 3] = [&[], &["opened 1 there", r#"line 1 {"x":0.3,"y":-0.4,"yaw":3.0}"#], &["closed 1 gone"]];
    let mut rig = ServiceRig::<Ghost>::replaying(params, &["twin"], &["Network"], &inputs).unwrap();
    rig.start().unwrap();
    assert_eq!(read(&rig, ["known"]), [0.0]);
    rig.step().unwrap();
    assert_near(read(&rig, ["known", "x", "y", "yaw", "distance"]), [1.0, 0.3, -0.4, 3.0, 0.5]);
    rig.step().unwrap();
    assert_eq!((read(&rig, ["known"]), server.next()), ([0.0], None));
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_ghost_of_nobody_says_so_once_and_is_not_drawn() {
    // A port that was free a moment ago.
    let address = Server::listen("127.0.0.1:0").unwrap().address().to_string();
    let mut rig = ServiceRig::<Ghost>::new(json!({"address": address}), &["twin"], &["Network"]).unwrap();
    rig.start().unwrap();
    let warnings = |rig: &ServiceRig<Ghost>| rig.log().iter().filter(|line| line.contains("it is not drawn")).count();
    let begun = Instant::now();
    while warnings(&rig) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
        rig.step().unwrap();
    }
    // It has retried.
    std::thread::sleep(Duration::from_millis(2500));
    rig.step().unwrap();
    assert_eq!((warnings(&rig), read(&rig, ["known"])), (1, [0.0]));
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_ghost_needs_one_source_of_the_pose() {
    let refused = |params: Value, grants: &[&str]| {
        let made = ServiceRig::<Ghost>::new(params, &ROBOTS, grants);
        made.err().expect("it is refused").to_string()
    };
    assert!(refused(json!({}), &[]).contains("neither `robot` nor `address`"));
    let both = json!({"robot": "real", "address": "127.0.0.1:3012"});
    assert!(refused(both, &["Network"]).contains("`robot` and `address` are both given"));
    assert!(refused(json!({"address": "127.0.0.1:3012"}), &[]).contains("Network"));
    assert!(refused(json!({"robot": "reel"}), &[]).contains("`reel`"));
    assert!(refused(json!({"robot": "real", "twin": "twim"}), &[]).contains("`twim`"));
}
