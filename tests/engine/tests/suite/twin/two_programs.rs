//! E2 … E4 with the robot in its own simulation, over TCP and over a pseudo-terminal. Both run side by side, as fast as
//! lines get across.

use super::experiments::{LinkLog, distance, near_faces, passes, place, remaining};
use super::scene;
use sim_core::engine::Simulation;
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

/// Time for lines to get from one side to the other within a tick.
const CROSSING: Duration = Duration::from_millis(5);

/// The free port bound by the stand-in.
fn port(simulation: &Simulation) -> u16 {
    let service = simulation.services().next().expect("the stand-in exists");
    let place = service.channels.iter().position(|channel| channel.name == "port");
    service.published[place.expect("it is published")] as u16
}

/// Runs both until the twin's route has received this many replies, plus one second.
fn run_both(twin: &mut Simulation, robot: &mut Simulation, answers: usize, limit: f64) -> LinkLog {
    let (mut log, mut after) = (LinkLog::default(), 0);
    while after < 100 && twin.time() < limit {
        robot.steps(1).unwrap();
        std::thread::sleep(CROSSING);
        log.step(twin);
        robot.take_log();
        after += usize::from(log.answers().len() >= answers);
    }
    log
}

/// The two sides of an experiment, connected over TCP.
fn over_tcp(name: &str) -> (Simulation, Simulation) {
    let set = ["services[0].params.address=\"127.0.0.1:0\"", "services[0].params.truth_address=\"\""];
    let mut robot = scene(&format!("two-programs/{name}-robot.ron"), &set);
    robot.steps(1).unwrap();
    let address = format!("services[0].params.address=\"127.0.0.1:{}\"", port(&robot));
    let mut twin = scene(&format!("two-programs/{name}-twin.ron"), &[&address]);
    connect(&mut twin);
    (twin, robot)
}

/// Lets the twin connect before its route starts.
fn connect(twin: &mut Simulation) {
    twin.start();
    std::thread::sleep(Duration::from_millis(200));
}

/// The same over a pseudo-terminal.
#[cfg(unix)]
fn over_terminal(name: &str, folder: &std::path::Path) -> (Simulation, Simulation) {
    let link = folder.join("ninjuab");
    let link = link.display();
    let set = [
        "services[0].grants=[Command, Files]".to_string(),
        format!("services[0].params={{\"address\": \"\", \"terminal\": \"{link}\"}}"),
    ];
    let mut robot = scene(&format!("two-programs/{name}-robot.ron"), &set.each_ref().map(String::as_str));
    robot.steps(1).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let set = [
        "services[0].grants=[Command, Edit, Files]".to_string(),
        "services[0].params.channel=\"serial\"".to_string(),
        format!("services[0].params.serial_port=\"{link}\""),
    ];
    let mut twin = scene(&format!("two-programs/{name}-twin.ron"), &set.each_ref().map(String::as_str));
    connect(&mut twin);
    (twin, robot)
}

fn apart(twin: &Simulation, robot: &Simulation) -> f64 {
    distance(place(twin, "twin").0, place(robot, "real").0)
}

fn e4((mut twin, mut robot): (Simulation, Simulation)) {
    let log = run_both(&mut twin, &mut robot, 4, 90.0);
    let answers = log.answers();
    assert!(matches!(answers[..], [_, "D: GO OK", _, _]), "{log:?}");
    for (answer, expected) in [answers[0], answers[2], answers[3]].into_iter().zip([40.75, 40.0, 40.75]) {
        assert!((remaining(answer) - expected).abs() <= 1.5, "{answers:?}");
    }
    passes(&twin);
    assert_eq!(near_faces(&twin).len(), 3);
    assert!(apart(&twin, &robot) <= 0.02, "{} m", apart(&twin, &robot));
}

/// MR-E2: A real obstacle blocks the robot, and its twin is repositioned within 1 cm.
#[test]
fn a_real_obstacle_is_mapped_over_tcp() {
    let (mut twin, mut robot) = over_tcp("e2");
    let log = run_both(&mut twin, &mut robot, 1, 30.0);
    let blocked: Vec<f64> = log.answers().into_iter().map(remaining).collect();
    assert!(matches!(blocked[..], [cm] if (cm - 40.75).abs() <= 1.0), "{log:?}");
    passes(&twin);
    assert!(apart(&twin, &robot) <= 0.01, "{} m", apart(&twin, &robot));
    assert!(near_faces(&twin).iter().all(|face| (face[0] - 0.7425).abs() <= 0.015));
}

/// MR-E3: A virtual obstacle stops the real robot within 3 cm, whatever the time-out.
#[test]
fn a_virtual_obstacle_stops_the_robot_over_tcp() {
    let (mut twin, mut robot) = over_tcp("e3");
    let log = run_both(&mut twin, &mut robot, 1, 30.0);
    let blocked: Vec<f64> = log.answers().into_iter().map(remaining).collect();
    assert!(matches!(blocked[..], [cm] if (cm - 57.5).abs() <= 1.0), "{log:?}");
    passes(&twin);
    assert!(apart(&twin, &robot) <= 0.03, "{} m", apart(&twin, &robot));
}

/// MR-E4: A route of four orders maps three boxes, near faces within 1 cm.
#[test]
fn a_route_maps_three_boxes_over_tcp() {
    e4(over_tcp("e4"));
}

/// MR-E4: A route of four orders maps three boxes, near faces within 1 cm.
#[cfg(unix)]
#[test]
fn a_route_maps_three_boxes_over_a_pseudo_terminal() {
    let folder = tempfile::tempdir().unwrap();
    e4(over_terminal("e4", folder.path()));
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn without_a_robot_the_twin_says_so() {
    // The port of a closed listener.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("services[0].params.address=\"{}\"", listener.local_addr().unwrap());
    drop(listener);
    let mut twin = scene("two-programs/e2-twin.ron", &[&address]);
    connect(&mut twin);
    twin.steps(10).unwrap();
    let link = twin.services().next().expect("the link exists");
    let shown = |name: &str| link.published[link.channels.iter().position(|channel| channel.name == name).unwrap()];
    assert_eq!([shown("connected"), shown("label")], [0.0, 5.0]);
    let labels = link.drawings.iter().filter(|drawing| format!("{drawing:?}").contains("NO ROBOT")).count();
    assert_eq!(labels, 1);
}

/// MR-35: Link loss is an error within 0.5 s; the link reconnects every 2 s.
#[test]
fn an_address_without_a_port_is_refused() {
    for address in ["foo", "127.0.0.1", "127.0.0.1:0", ":3010", "127.0.0.1:99999"] {
        let refused = super::refused(&format!(
            r#"(format_version: 1, robots: [(name: "twin", model: "ninjuab/standard")],
                services: [(name: "link", id: "twin/link", grants: [Command, Edit, Network],
                    params: (channel: "tcp", address: "{address}"))])"#
        ));
        assert!(refused.contains("is not an address with a port") && refused.contains("127.0.0.1:3010"), "{refused}");
    }
}

/// MR-33: If one reply does not arrive in time, both robots halt with a synchronization error.
#[test]
fn a_robot_that_is_done_too_early_is_not_believed() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("services[0].params.address=\"{}\"", listener.local_addr().unwrap());
    // It reports arrival at once, like a leftover of an earlier order.
    let robot = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        for line in BufReader::new(&stream).lines() {
            let answer: &[u8] = match line {
                Ok(line) if line.starts_with("GO") => b"D: GO OK\n",
                Ok(_) => b"W: Ignored command\n",
                Err(_) => return,
            };
            if (&stream).write_all(answer).is_err() {
                return;
            }
        }
    });
    let mut twin = scene("two-programs/e2-twin.ron", &[&address, "services[0].params.route=[\"GO 0 20\"]"]);
    connect(&mut twin);
    let mut log = LinkLog::default();
    for _ in 0..250 {
        log.step(&mut twin);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(log.answers().is_empty(), "{log:?}");
    let early = |text: &String| text.contains("earlier than possible");
    assert!(log.warnings.iter().any(early), "{log:?}");
    drop(twin);
    robot.join().unwrap();
}

/// A link that sends blank lines while it waits, and is gone.
#[test]
fn a_robot_whose_link_dies_halts() {
    let set = ["services[0].params.address=\"127.0.0.1:0\"", "services[0].params.truth_address=\"\"", "objects=[]"];
    for (keeps_alive, moved) in [(true, 0.1..0.6), (false, 0.9..1.1)] {
        let mut robot = scene("two-programs/e3-robot.ron", &set);
        robot.steps(1).unwrap();
        let mut link = std::net::TcpStream::connect(("127.0.0.1", port(&robot))).unwrap();
        if keeps_alive {
            link.write_all(b"\n").unwrap();
            std::thread::sleep(Duration::from_millis(100));
            robot.steps(1).unwrap();
        }
        link.write_all(b"GO 0 100\n").unwrap();
        std::thread::sleep(Duration::from_millis(100));
        robot.steps(100).unwrap();
        drop(link);
        robot.steps(1100).unwrap();
        let [x, _] = place(&robot, "real").0;
        assert!(moved.contains(&x), "{x} m, {keeps_alive}");
    }
}
