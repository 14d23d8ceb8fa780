//! Plans of a platform: simulated, and over real sockets between the link and a virtual robot.

use robomap_protocol::{Dialect, decode};
use sim_abi::panel::{Panel, PanelLevel};
use sim_core::engine::Simulation;
use sim_engine_tests::{build, position, refused};
use std::net::UdpSocket;
use std::time::{Duration, Instant};

/// A 0.5 m platform in a room with a table, on a route of three poses next to it.
fn laboratory_text(services: &str, more: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (),
            objects: [(name: "table", shape: Box(size: (1, 1, 0.7)), at: (1, 2, 0.35), category: "obstacle")],
            routes: [(name: "tour", poses: [(at: (0, 0)), (at: (1, 0), yaw: deg(10)), (at: (1, 0.5))]), {more}],
            robots: [(name: "platform", model: (id: "robomap/platform", params: (size: (0.5, 0.5, 0.6), speed: 1)), at: (0, 0), route: "tour",
                controller: (id: "route/follow", params: (waits: true, speed: 1, turn_gain: 0.9)))],
            services: [{services}])"#
    )
}

fn laboratory(services: &str, more: &str) -> Simulation {
    build(&laboratory_text(services, more))
}

/// A virtual robot at a free port, and its port.
fn virtual_robot(params: &str) -> (Simulation, u16) {
    virtual_robot_with(params, "")
}

/// The same in a scene with beacons.
fn virtual_robot_with(params: &str, beacons: &str) -> (Simulation, u16) {
    let service = format!(
        r#"(name: "robot", id: "robomap/virtual-robot", grants: [Command, Network], params: (address: "127.0.0.1:0", {params}))"#
    );
    let text = laboratory_text(&service, "").replace("routes:", &format!("beacons: [{beacons}], routes:"));
    let mut robot = build(&text);
    robot.steps(1).unwrap();
    let port = state(&panel(&robot, "robot"), "port").parse().unwrap();
    (robot, port)
}

/// A link to a robot at a port of this computer.
pub fn link(port: u16, params: &str, more: &str) -> Simulation {
    let service = format!(
        r#"(name: "link", id: "robomap/link", grants: [Command, Edit, Network],
            params: (server: "127.0.0.1:{port}", bind: "127.0.0.1:0", {params}))"#
    );
    let mut link = laboratory(&service, more);
    link.steps(1).unwrap();
    link
}

fn panel(simulation: &Simulation, service: &str) -> Panel {
    let report = simulation.services().find(|report| report.name == service).expect("there is the service");
    (*report.panel.expect("it shows something")).clone()
}

/// Value of an entry in a panel; empty if there is none.
fn state<'p>(panel: &'p Panel, name: &str) -> &'p str {
    panel.states.iter().find(|state| state.name == name).map_or("", |state| state.text.as_str())
}

pub fn call(simulation: &mut Simulation, service: &str, function: &str, arguments: &[f64]) {
    let arguments: Vec<_> = arguments.iter().map(|number| sim_abi::serde_json::json!(number)).collect();
    simulation.call_service(service, function, &arguments).unwrap_or_else(|refused| panic!("{function}: {refused:?}"));
}

/// Runs both until a condition holds; simulated time is several times as fast as real time.
#[track_caller]
pub fn wait(simulations: &mut [&mut Simulation], what: &str, mut holds: impl FnMut(&[&mut Simulation]) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds(simulations) {
        assert!(
            Instant::now() < end,
            "never: {what}; {:?}",
            simulations.iter().map(|one| shown(one)).collect::<Vec<_>>()
        );
        for simulation in simulations.iter_mut() {
            simulation.steps(2).unwrap();
            assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All entries shown by services.
pub fn shown(simulation: &Simulation) -> Vec<String> {
    let panels = simulation.services().filter_map(|report| report.panel);
    panels.flat_map(|panel| panel.states.clone()).map(|state| format!("{}: {}", state.name, state.text)).collect()
}

pub fn says(simulation: &Simulation, name: &str, text: &str) -> bool {
    simulation.services().filter_map(|report| report.panel).any(|panel| state(&panel, name).contains(text))
}

/// Names of the objects added to the scene by services.
fn added(simulation: &Simulation) -> Vec<String> {
    let added = &simulation.object_changes().added;
    let mut names: Vec<String> = added.iter().map(|object| object.name.to_string()).collect();
    names.sort();
    names
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
/// RM-65: The drawn robot takes the newest reported pose at least 10 times per second.
/// RM-69: A plan is sent pose by pose; any missing acknowledgment stops sending.
/// RM-70: A plan ends only when its last pose is reached in order.
#[test]
fn a_plan_is_driven_by_a_virtual_robot_and_followed() {
    let (mut robot, port) = virtual_robot("");
    let mut link = link(port, "", "");
    assert_eq!(panel(&link, "link").calls["play"].caption.as_deref(), Some("simulate"));
    call(&mut link, "link", "enter_robot_mode", &[40.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    assert!(says(&robot, "mode", "robot") && says(&robot, "speed", "40.00 %"), "{:?}", shown(&robot));
    assert!(says(&link, "speed", "40.00 %"), "{:?}", shown(&link));

    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it runs", |both| says(both[0], "plan", "running"));
    wait(&mut [&mut link, &mut robot], "a pose is reached", |both| says(both[0], "reached", "2 of 3"));
    link.steps(1).unwrap();
    let marks = ["platform: reached pose 1 at 0.000, 0.000", "platform: reached pose 2 at 1.000, 0.000"];
    assert_eq!(added(&link), marks);
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it is paused", |both| says(both[0], "plan", "paused"));
    assert_eq!(panel(&link, "link").calls["play"].caption.as_deref(), Some("resume"));
    let stopped = position(&robot, "platform");
    robot.steps(100).unwrap();
    assert_eq!(position(&robot, "platform"), stopped);
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it has finished", |both| says(both[0], "plan", "idle"));
    assert!(says(&link, "newest", "finished") || says(&link, "newest", "reached"), "{:?}", shown(&link));
    wait(&mut [&mut link, &mut robot], "the drawn robot is there", |both| {
        let [one, other] = [position(both[0], "platform"), position(both[1], "platform")];
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9)
    });
    let [x, y, _] = position(&robot, "platform");
    assert!((x - 1.0).abs() < 1e-6 && (y - 0.5).abs() < 1e-6, "{x} {y}");

    // RM-64: its own controller is in control again.
    call(&mut link, "link", "leave_robot_mode", &[]);
    wait(&mut [&mut link, &mut robot], "editor mode", |both| says(both[0], "mode", "editor"));
    assert!(says(&robot, "mode", "no client"));
    link.steps(1).unwrap();
    assert!(added(&link).is_empty(), "nothing is marked without a plan: {:?}", added(&link));
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link], "a simulation", |both| says(both[0], "mode", "simulation"));
}

/// RM-52: Diagnostic commands print poses, the route revision, and the receive buffers.
#[test]
fn the_link_reports_poses_revision_and_received_packets() {
    let (mut robot, port) = virtual_robot("");
    let mut link = link(port, "", "");
    let diagnosis = link.call_service("link", "diagnose", &[]).unwrap();
    let poses: Vec<[f64; 3]> = sim_abi::serde_json::from_value(diagnosis["poses (m, m, °)"].clone()).unwrap();
    let wanted = [[0.0, 0.0, 0.0], [1.0, 0.0, 10.0], [1.0, 0.5, 0.0]];
    assert_eq!(poses.len(), wanted.len());
    assert!(poses.concat().iter().zip(wanted.concat()).all(|(one, other)| (one - other).abs() < 1e-9), "{poses:?}");
    assert_eq!(
        (diagnosis["received"]["packets"].as_u64(), &diagnosis["newest pose (m, m, °)"]),
        (Some(0), &sim_abi::serde_json::Value::Null)
    );
    assert!(diagnosis["revision"].is_u64());
    call(&mut link, "link", "enter_robot_mode", &[]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    let diagnosis = link.call_service("link", "diagnose", &[]).unwrap();
    assert!(
        diagnosis["received"]["traces"].as_u64() >= Some(1) && diagnosis["newest pose (m, m, °)"].is_array(),
        "{diagnosis}"
    );
    assert_eq!(diagnosis["lost"], 0);
}

/// RM-59: Legs are checked when appended and again before a plan is sent.
#[test]
fn a_plan_through_an_obstacle_is_not_sent_and_names_it() {
    let (mut robot, port) = virtual_robot("");
    let through = r#"(name: "through", poses: [(at: (1, 0)), (at: (1, 4))])"#;
    let mut link = link(port, r#"route: "through""#, through);
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    let before = value_of(&robot, "received");
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it is refused", |both| says(both[0], "newest", "table"));
    assert!(says(&link, "plan", "idle"));
    // Only acknowledgments have arrived since then: nothing that starts a plan.
    robot.steps(10).unwrap();
    assert!(says(&robot, "plan", "none") && value_of(&robot, "received") == before, "{:?}", shown(&robot));
}

/// A published value of the service `robot`.
fn value_of(simulation: &Simulation, name: &str) -> f64 {
    let report = simulation.services().find(|report| report.name == "robot").unwrap();
    let place = report.channels.iter().position(|channel| channel.name == name).unwrap();
    report.published[place]
}

/// RM-72: Cancel stops the robot; without confirmation the plan state is unknown.
/// RM-CT6: After a cancel, the robot moves less than 0.1 s further.
/// RM-CT10: With 10 % loss, delay or reordering, no wrong plan state goes unreported.
#[test]
fn a_bad_wire_never_leaves_a_wrong_state_without_a_word() {
    let (mut robot, port) = virtual_robot("loss: 0.1, delay: (0.02, 0.2), duplication: 0.1, reordering: 0.05, seed: 7");
    let mut link = link(port, "resend: true", "");
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it runs", |both| says(both[0], "plan", "running"));
    call(&mut link, "link", "change_speed", &[10.0]);
    wait(&mut [&mut link, &mut robot], "it is slow", |both| {
        says(both[0], "speed", "10.00 %") && says(both[1], "speed", "10.00 %")
    });
    call(&mut link, "link", "cancel", &[]);
    wait(&mut [&mut link, &mut robot], "it is canceled", |both| says(both[0], "plan", "idle"));
    assert!(says(&robot, "plan", "none"), "{:?}", shown(&robot));
    let stopped = position(&robot, "platform");
    robot.steps(50).unwrap();
    assert_eq!(position(&robot, "platform"), stopped);
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
/// RM-CT9: An absent or killed server is reported in every state.
#[test]
fn without_a_server_it_is_editor_mode_again_after_three_seconds_and_the_port_is_free() {
    let port = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut link = link(port, "", "");
    let began = Instant::now();
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    wait(&mut [&mut link], "it is reported", |both| says(both[0], "newest", "does not respond"));
    let took = began.elapsed().as_secs_f64();
    assert!((2.8..4.5).contains(&took), "{took}");
    assert!(says(&link, "mode", "editor"));
}

#[test]
fn invalid_parameters_are_rejected_with_their_line_before_the_run() {
    let link = |params: &str| {
        format!("(name: \"link\", id: \"robomap/link\", grants: [Command, Edit, Network], params: (\n{params}))")
    };
    let robot = |params: &str| {
        format!("(name: \"robot\", id: \"robomap/virtual-robot\", grants: [Command, Network], params: (\n{params}))")
    };
    let services = laboratory_text("\n", "").lines().count();
    for (service, words) in [
        (link(r#"server: "255.255.255.255:1999""#), "not the address of a single robot"),
        (link(r#"server: "0.0.0.0:1999""#), "not the address of a single robot"),
        (link(r#"server: "224.0.0.1:1999""#), "not the address of a single robot"),
        (link(r#"server: "127.0.0.1:0""#), "port 0"),
        (link(r#"bind: "0.0.0.0:53000000""#), "`bind` is not an IPv4 address"),
        (link(r#"route: "nowhere""#), "routes of the scene: tour"),
        (link(r#"robot: "nobody""#), "robots of the scene: platform"),
        (robot(r#"address: "127.0.0.1:99999""#), "`address` is not an IPv4 address"),
        (robot("delay: (0.4, 0.2)"), "is above the maximum"),
        (robot("refused: [1, 0]"), "counted from 1"),
    ] {
        let refused = refused(&laboratory_text(&format!("\n{service}"), ""));
        assert!(refused.contains(words), "{refused}");
        let line = format!("test.ron:{}:", services + 1);
        assert!(refused.contains(&line), "{line} {refused}");
    }
}

/// RM-31: A robot is added with name, location, address (127.0.0.1:1999), size and margin.
/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn the_link_goes_to_the_address_that_the_scene_gives_the_robot() {
    let (mut robot, port) = virtual_robot("");
    let service =
        r#"(name: "link", id: "robomap/link", grants: [Command, Edit, Network], params: (bind: "127.0.0.1:0"))"#;
    let with = |ip: &str, port: &str| {
        let properties = format!(r#"route: "tour", properties: {{"ip": "{ip}", "port": {port}}}"#);
        let text = laboratory_text(service, "").replace(r#"route: "tour""#, &properties);
        let mut link = build(&text);
        link.steps(1).unwrap();
        link
    };
    let mut link = with("127.0.0.1", &port.to_string());
    assert_eq!(state(&panel(&link, "link"), "address"), format!("127.0.0.1:{port}"));
    call(&mut link, "link", "enter_robot_mode", &[40.0]);
    wait(&mut [&mut link, &mut robot], "both are connected", |both| says(both[0], "mode", "robot"));
    for (ip, port) in
        [("10.0.0.256", "1999"), ("robot", "1999"), ("10.0.0.2", "0"), ("0.0.0.0", "1999"), ("10.0.0.2", "-1")]
    {
        let mut link = with(ip, port);
        let address = format!("{ip}:{port}");
        assert!(says(&link, "address", &address) && says(&link, "address", "`ip` and `port` of `platform`"));
        let refused = link.call_service("link", "enter_robot_mode", &[]).unwrap_err();
        assert!(refused.message().contains(&address), "{refused}");
        link.steps(2).unwrap();
        assert!(says(&link, "mode", "editor"), "{:?}", shown(&link));
    }
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn the_beacons_of_the_real_robot_are_drawn_replaced_and_dropped() {
    let beacons = r#"(name: "one", kind: Cone(half_angle: 0.5), at: (0.5, 0, 2.5), category: "ultrasound"),
        (name: "two", kind: Cone(half_angle: 0.5), at: (1, -1, 2.5), category: "ultrasound")"#;
    let (mut robot, port) = virtual_robot_with("", beacons);
    let mut link = link(port, "", "");
    call(&mut link, "link", "enter_robot_mode", &[40.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    call(&mut link, "link", "calibrate", &[]);
    let both = ["platform: beacon 0 at 0.500, 0.000, 2.500", "platform: beacon 1 at 1.000, -1.000, 2.500"];
    wait(&mut [&mut link, &mut robot], "they are drawn", |sides| added(sides[0]) == both);
    call(&mut link, "link", "calibrate", &[]);
    wait(&mut [&mut link, &mut robot], "requested again", |sides| {
        state(&panel(sides[0], "link"), "newest") == "beacons: 2"
    });
    link.steps(3).unwrap();
    assert_eq!(added(&link), both, "the same ones stay");
    call(&mut link, "link", "drop_beacons", &[]);
    wait(&mut [&mut link, &mut robot], "they are dropped", |sides| added(sides[0]).is_empty());
    assert!(link.call_service("link", "drop_beacons", &[]).unwrap_err().message().contains("no beacons"));
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn a_drawn_robot_that_differs_from_the_real_one_is_reported() {
    let (mut robot, port) = virtual_robot("");
    let mut link = link(port, "", "");
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    let drawn = |link: &Simulation| {
        let panel = panel(link, "link");
        panel.states.into_iter().find(|state| state.name == "drawn robot").unwrap()
    };
    let pause = |link: &mut Simulation| {
        std::thread::sleep(Duration::from_millis(600));
        link.idle();
        drawn(link)
    };
    let paused = pause(&mut link);
    assert_eq!((&*paused.text, paused.level), ("does not follow while the run is paused", PanelLevel::Warning));
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "the plan runs", |both| says(both[0], "plan", "running"));
    let paused = pause(&mut link);
    assert!(paused.text.ends_with("the real one may be moving") && paused.level == PanelLevel::Error, "{paused:?}");
    // The robot falls silent.
    wait(&mut [&mut link], "it is reported", |links| says(links[0], "newest", "no packets from the robot for 3 s"));
    assert!(says(&link, "plan", "running at the last contact"), "{:?}", shown(&link));
    assert!(says(&link, "drawn robot", "last known pose"), "{:?}", shown(&link));
    wait(&mut [&mut link, &mut robot], "the robot responds again", |both| says(both[0], "newest", "is restored"));
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn a_lost_robot_is_reported_in_the_next_connection_as_well() {
    let (mut robot, port) = virtual_robot("");
    let mut link = link(port, "", "");
    for _ in 0..2 {
        call(&mut link, "link", "enter_robot_mode", &[100.0]);
        wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
        wait(&mut [&mut link], "it is reported", |links| says(links[0], "newest", "no packets from the robot for 3 s"));
        call(&mut link, "link", "leave_robot_mode", &[]);
        wait(&mut [&mut link], "it is left", |links| says(links[0], "mode", "editor"));
        robot.steps(2).unwrap();
    }
}

#[test]
fn services_give_no_errors_about_a_robot_that_cannot_be_built() {
    let service = r#"(name: "link", id: "robomap/link", grants: [Command, Edit, Network])"#;
    let error = refused(&laboratory_text(service, "").replace("robomap/platform", "robomap/platfrom"));
    assert!(error.contains("platfrom") && !error.contains("robomap/link"), "{error}");
    let none = format!("(format_version: 1, services: [{service}])");
    assert!(refused(&none).contains("the scene contains no robots"));
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn a_port_that_is_taken_is_named() {
    let taken = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let service =
        format!(r#"(name: "link", id: "robomap/link", grants: [Command, Edit, Network], params: (bind: "{address}"))"#);
    let mut link = laboratory(&service, "");
    link.steps(1).unwrap();
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    wait(&mut [&mut link], "it is reported", |both| says(both[0], "newest", &address.to_string()));
    assert!(says(&link, "mode", "editor"));
    let news = panel(&link, "link").states.into_iter().find(|state| state.name == "newest").unwrap();
    assert_eq!(news.level, PanelLevel::Error);
}

#[test]
fn the_vectors_of_the_protocol_come_over_the_socket_as_they_are() {
    let (mut robot, port) = virtual_robot("");
    let client = UdpSocket::bind("127.0.0.1:0").unwrap();
    client.connect(("127.0.0.1", port)).unwrap();
    client.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    let mut received: Vec<Vec<u8>> = Vec::new();
    let mut say = |bytes: &[u8], robot: &mut Simulation| -> Vec<Vec<u8>> {
        client.send(bytes).unwrap();
        let end = Instant::now() + Duration::from_millis(60);
        let mut came = Vec::new();
        while Instant::now() < end {
            robot.steps(1).unwrap();
            let mut buffer = [0; 256];
            while let Ok(length) = client.recv(&mut buffer) {
                came.push(buffer[..length].to_vec());
            }
        }
        received.extend(came.clone());
        came
    };
    // V2a, then V4 … V7: one trace before the first acknowledgment, then one acknowledgment for each.
    let mode = [0x94, 0x00, 0x02, 0x01, 0xcb, 0x40, 0x59, 0, 0, 0, 0, 0, 0];
    let answers = say(&mode, &mut robot);
    let kinds: Vec<u8> = answers.iter().map(|bytes| bytes[2]).collect();
    assert_eq!(kinds[..2], [3, 1], "{kinds:?}");
    assert_eq!(answers[1], [0x94, 0x01, 0x01, 0x00, 0x01]);
    let acknowledged = |answers: &[Vec<u8>], id: u8, status: u8| {
        answers.iter().any(|bytes| bytes[0] == 0x94 && bytes[bytes.len() - 3] == 1 && bytes.ends_with(&[id, status]))
    };
    assert!(acknowledged(&say(&[0x93, 0x01, 0x04, 0x01], &mut robot), 1, 1));
    let pose = [
        0x95, 0x03, 0x05, 0xcb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xcb, 0xc0, 0x02, 0, 0, 0, 0, 0, 0, 0xcb, 0x40, 0x56,
        0x80, 0, 0, 0, 0, 0,
    ];
    assert!(acknowledged(&say(&pose, &mut robot), 3, 1));
    assert!(acknowledged(&say(&[0x92, 0x05, 0x06], &mut robot), 5, 1));
    assert!(acknowledged(&say(&[0x92, 0x06, 0x07], &mut robot), 6, 1));
    assert!(says(&robot, "plan", "to pose 1 of 1"), "{:?}", shown(&robot));
    // N1, N12, N13 get no reply, N11 is rejected.
    for bytes in [&[0x92, 0x04, 0x63][..], &[0x81, 0x00, 0x01], &[0x92, 0x05, 0x06, 0x00]] {
        assert!(say(bytes, &mut robot).iter().all(|bytes| bytes[2] == 3), "{bytes:x?}");
    }
    assert!(acknowledged(&say(&[0x93, 0x09, 0x04, 0x00], &mut robot), 9, 0));
    // Each datagram is a packet of the protocol, with increasing ids.
    let ids: Vec<u32> = received.iter().map(|bytes| decode(bytes, Dialect::Later).unwrap().id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
}

/// RM-78: The selected robot executes its route in simulation at a chosen speed.
/// RM-83: After the last pose the robot returns bit-exactly to its original pose.
#[test]
fn a_plan_is_simulated_and_the_robot_put_back_to_the_bit() {
    let mut link = link(1, "", "");
    let before = link.robots().next().unwrap().state;
    call(&mut link, "link", "play", &[]);
    let mut far: f64 = 0.0;
    wait(&mut [&mut link], "it has finished", |both| {
        far = far.max(position(both[0], "platform")[0]);
        says(both[0], "newest", "finished")
    });
    assert!(far > 0.99, "{far}");
    assert_eq!(link.robots().next().unwrap().state, before);
    link.steps(50).unwrap();
    assert_eq!(link.robots().next().unwrap().state, before, "and there it stays");
}

/// RM-84: A paused simulation freezes the pose, and speed changes apply immediately.
/// RM-85: Canceling a simulation moves the robot back bit-exactly within one frame.
#[test]
fn it_is_paused_slowed_and_cancelled_at_any_moment() {
    let mut link = link(1, "", "");
    let before = link.robots().next().unwrap().state;
    for moment in 1..=20 {
        call(&mut link, "link", "play", &[]);
        link.steps(moment * 5).unwrap();
        assert!(says(&link, "mode", "simulation"), "{:?}", shown(&link));
        if moment % 4 == 0 {
            call(&mut link, "link", "play", &[]);
            link.steps(2).unwrap();
            let stopped = link.robots().next().unwrap().state.pose;
            link.steps(250).unwrap();
            assert_eq!(link.robots().next().unwrap().state.pose, stopped, "paused for 5 s");
            assert!(says(&link, "plan", "paused"));
            call(&mut link, "link", "play", &[]);
            link.steps(2).unwrap();
            assert_ne!(link.robots().next().unwrap().state.pose, stopped);
        }
        call(&mut link, "link", "cancel", &[]);
        link.steps(1).unwrap();
        assert_eq!(link.robots().next().unwrap().state, before, "cancelled after {} steps", moment * 5);
        link.steps(3).unwrap();
        assert_eq!(link.robots().next().unwrap().state, before);
    }
    // Half the speed takes twice the time: it is reported from the next step on.
    call(&mut link, "link", "change_speed", &[50.0]);
    call(&mut link, "link", "play", &[]);
    link.steps(25).unwrap();
    let x = position(&link, "platform")[0];
    assert!((x - 0.25).abs() < 0.02, "{x}: half a second at half of 1 m/s");
}

/// RM-86: Mode changes and edits of robots and routes are disabled while simulating.
#[test]
fn what_excludes_each_other_is_refused_with_a_reason() {
    let mut link = link(1, "", "");
    let refused = |link: &Simulation, function: &str| {
        panel(link, "link").calls.get(function).and_then(|call| call.disabled.clone())
    };
    assert!(refused(&link, "cancel").is_some() && refused(&link, "leave_robot_mode").is_some());
    assert_eq!(refused(&link, "play"), None);
    call(&mut link, "link", "play", &[]);
    link.steps(3).unwrap();
    let error = refused(&link, "enter_robot_mode").expect("a simulation is active");
    assert!(error.contains("simulation"), "{error}");
    let answer = link.call_service("link", "enter_robot_mode", &[sim_abi::serde_json::json!(50.0)]);
    assert!(answer.is_err());
    call(&mut link, "link", "cancel", &[]);
    link.steps(2).unwrap();
    assert_eq!(refused(&link, "enter_robot_mode"), None);
}

/// A box of the scene, in the way of the platform.
fn crate_at(x: f64, y: f64, size: f64) -> sim_abi::serde_json::Value {
    sim_abi::serde_json::json!({
        "name": "crate", "shape": {"Box": {"size": [size, size, 0.6]}}, "at": [x, y, 0.3], "category": "obstacle",
    })
}

#[test]
fn a_simulated_plan_is_paused_by_an_obstacle_that_appears_on_its_rest_and_goes_on_without_it() {
    let mut link = link(1999, "", "");
    call(&mut link, "link", "play", &[]);
    link.steps(40).unwrap();
    let x = position(&link, "platform")[0];
    assert!(0.1 < x && x < 0.9, "{x}");
    link.add_object(crate_at(1.0, 0.8, 0.3)).unwrap();
    link.steps(40).unwrap();
    assert!(says(&link, "newest", "the rest of the plan would touch crate: the plan is paused"), "{:?}", shown(&link));
    let stopped = position(&link, "platform");
    link.steps(100).unwrap();
    assert_eq!(position(&link, "platform"), stopped);
    link.remove_object("crate").unwrap();
    call(&mut link, "link", "play", &[]);
    link.steps(200).unwrap();
    assert!(says(&link, "newest", "finished"), "{:?}", shown(&link));
}

#[test]
fn an_obstacle_cancels_the_plan_or_is_a_warning_by_option() {
    for (option, what, mode) in
        [("cancel", "the plan is canceled", "editor"), ("warn", "the plan continues", "simulation")]
    {
        let mut link = link(1999, &format!("on_obstacle: {option}"), "");
        call(&mut link, "link", "play", &[]);
        link.steps(40).unwrap();
        link.add_object(crate_at(1.0, 0.8, 0.3)).unwrap();
        link.steps(40).unwrap();
        assert!(says(&link, "newest", what), "{option}: {:?}", shown(&link));
        assert!(says(&link, "mode", mode), "{option}: {:?}", shown(&link));
    }
}

/// RM-72: Cancel stops the robot; without confirmation the plan state is unknown.
#[test]
fn an_obstacle_on_the_plan_of_a_robot_over_a_bad_wire_stops_it_before() {
    let (mut robot, port) = virtual_robot("loss: 0.1, delay: (0.01, 0.05), seed: 3");
    let mut link = link(port, "resend: true", "");
    call(&mut link, "link", "enter_robot_mode", &[20.0]);
    wait(&mut [&mut link, &mut robot], "robot mode", |both| says(both[0], "mode", "robot"));
    call(&mut link, "link", "play", &[]);
    wait(&mut [&mut link, &mut robot], "it runs", |both| says(both[0], "plan", "running"));
    link.add_object(crate_at(1.0, 0.8, 0.3)).unwrap();
    wait(&mut [&mut link, &mut robot], "it is paused", |both| says(both[0], "plan", "paused"));
    let stopped = position(&robot, "platform");
    assert!(stopped[1] < 0.35, "{stopped:?}");
    robot.steps(100).unwrap();
    assert_eq!(position(&robot, "platform"), stopped);
}

/// Obstacles of any size at any place, when there is room to stop: 20 in the test command, 1,000 in the soak test.
#[test]
fn no_obstacle_that_appears_in_time_is_touched() {
    let count = if std::env::var_os("SIM_SOAK").is_some() { 1000 } else { 20 };
    let mut blocked = 0;
    for number in 0..count {
        let mut words = sim_abi::ffi::types::RandomState::derive(number, &["crates"]);
        let mut random = sim_abi::random::Random::from_state(&mut words);
        let mut link = link(1999, "", "");
        call(&mut link, "link", "play", &[]);
        link.steps((random.uniform(0.0, 60.0)) as u64).unwrap();
        let [x, y, _] = position(&link, "platform");
        let size = random.uniform(0.05, 0.8);
        // Its corners and those of the platform, and 0.2 m to stop.
        let apart = 0.71 * (size + 0.5) + 0.2;
        let place = [random.uniform(-0.2, 2.0), random.uniform(-0.8, 1.4)];
        if (place[0] - x).hypot(place[1] - y) < apart {
            continue;
        }
        link.add_object(crate_at(place[0], place[1], size)).unwrap();
        let before = link.collisions();
        link.steps(250).unwrap();
        let message = format!("{number}: {size} m at {place:?}, platform at {x}, {y}: {:?}", shown(&link));
        assert_eq!(link.collisions(), before, "{message}");
        let is_paused = says(&link, "newest", "paused");
        assert!(is_paused != says(&link, "newest", "finished"), "{message}");
        blocked += u64::from(is_paused);
    }
    assert!(blocked > count / 10 && blocked < count, "{blocked} of {count}");
}
