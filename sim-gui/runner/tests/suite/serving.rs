//! A service with clients serves them independently of the window: before the start, while running, while paused, when the run
//! returns to its start, and when the scene changes.

use crate::common::{PATIENCE, Window, scene};
use sim_abi::prelude::*;
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, RunState, Speed};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Opens as far as commanded.
struct Valve;

impl Actuator for Valve {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("open", "1").range(0.0, 1.0));
        Ok(Self)
    }

    fn act(&mut self, _: &mut ActuatorIo) -> Result {
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().function(Function::new("set").parameter(FunctionValue::float("open")))
    }

    fn call(&mut self, _: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        commands[0] = arguments[0].as_f64().unwrap_or_default();
        Ok(Value::Null)
    }
}

/// Commands the valve of the first robot out of range in every step.
struct Chief;

impl Service for Chief {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let valve = io.layout(0)?.parts.into_iter().find(|part| part.name == "valve").map(|part| part.offset as u32);
        io.set_command(0, valve.ok_or_else(|| Fault::new("no valve"))?, 7.0)
    }
}

sim_abi::export! {
    /// Opens.
    actuator "test/valve" = Valve;
    /// Commands.
    service "test/chief" = Chief;
}

/// One school robot; `robot` is inserted into it.
fn school(robot: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.05), floor: (),
            robots: [(name: "ana", model: "butia/standard", {robot})],
            services: [(name: "bobot", id: "bobot/server", params: (port: 0), grants: [Network, Command])])"#
    ))
}

/// Calls a service and waits for the result.
fn called(window: &mut Window, id: u64, service: &str, function: &str) -> Result<Value, String> {
    let (service, function) = (service.to_string(), function.to_string());
    window.send(Command::CallService { id, service, function, arguments: Vec::new() });
    window.event(|event| match event {
        Event::Answer { id: answered, result } if *answered == id => {
            Some(result.clone().map_err(|refusal| refusal.to_string()))
        }
        _ => None,
    })
}

/// Waits until a client sees the effect of a scene change on its robot: the runner reports the new simulation before it serves
/// it.
fn wait_for(mut seen: impl FnMut() -> bool) {
    let start = Instant::now();
    while !seen() {
        assert!(start.elapsed() < PATIENCE, "timeout");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A client that sends requests and waits, while the window's thread is free.
struct Client(TcpStream);

impl Client {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self(stream)
    }

    #[track_caller]
    fn ask(&mut self, request: &str) -> String {
        self.0.write_all(format!("{request}\n").as_bytes()).unwrap();
        let mut buffer = [0; 1024];
        let count = self.0.read(&mut buffer).unwrap();
        assert!(count > 0, "`{request}` closed the connection");
        String::from_utf8(buffer[..count - 1].to_vec()).unwrap()
    }
}

fn x(window: &Window) -> f64 {
    window.runner().frame().robots[0].state.pose.translation.x
}

/// BU-10: While the run is paused, sensors answer and motor commands are stored.
#[test]
fn a_client_is_served_before_the_start_and_while_it_runs_and_in_a_pause_and_after_a_stop() {
    let mut window = Window::of(school(""));
    let structure = window.runner().structure();
    assert_eq!(
        (structure.services[0].name.as_str(), structure.services[0].functions[0].name.as_str()),
        ("bobot", "retry")
    );
    let mut address = String::new();
    // The server is up after its first update.
    for id in 0..10_000 {
        address = called(&mut window, id, "bobot", "address").unwrap().as_str().unwrap().to_string();
        if !address.is_empty() {
            break;
        }
    }
    let mut client = Client::new(&address);
    let list = "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7";
    assert_eq!(client.ask("LIST"), list);
    assert_eq!(client.ask("CALL motors setvel2mtr 0 600 0 600"), "1");

    window.send(Command::Speed(Speed::Factor(20.0)));
    window.send(Command::Play);
    window.frame(|frame| frame.tick >= 20);
    assert_eq!(x(&window), 0.0, "commands before the start have no effect");
    assert_eq!(client.ask("CALL motors setvel2mtr 0 600 0 600"), "1");
    window.frame(|frame| frame.robots[0].state.pose.translation.x > 0.05);

    window.send(Command::Pause);
    let paused = window.frame(|frame| matches!(frame.state, RunState::Paused)).tick;
    assert_eq!(client.ask("CALL grey:2 getValue"), "0");
    assert_eq!(client.ask("CALL motors setvel2mtr 1 600 1 600"), "1");
    assert_eq!(window.runner().frame().tick, paused, "time does not advance");
    let before = x(&window);
    window.send(Command::Play);
    window.frame(|frame| frame.robots[0].state.pose.translation.x < before - 0.03);

    window.send(Command::Stop);
    window.frame(|frame| frame.tick == 0);
    assert_eq!(client.ask("LIST"), format!("{list},motors:8"), "the connection and its open modules outlive the run");
    assert_eq!(x(&window), 0.0);

    window.rebuild(school(r#"sensors: {"back": (id: "butia/distance", port: "6", at: (-0.14, 0, 0.05))}"#));
    wait_for(|| client.ask("LIST").contains("distanc:6"));
    window.step(5);
    assert_eq!(client.ask("CALL motors setvel2mtr 0 600 0 600"), "1");
    window.step(20);
    let before = x(&window);
    window.rebuild(school(r#"remove: ["distance"]"#));
    window.event(|event| matches!(event, Event::Rebuilt(_)).then_some(()));
    wait_for(|| !client.ask("LIST").contains("distanc"));
    assert_eq!(x(&window), before, "the robot stays where it is");
    window.step(20);
    assert!(x(&window) > before + 0.05, "then continues");
}

#[test]
fn calls_of_unknown_services_and_functions_are_refused() {
    let mut window = Window::of(school(""));
    let unknown_service = called(&mut window, 1, "babot", "address").unwrap_err();
    assert!(
        unknown_service.contains("unknown service `babot`") && unknown_service.contains("bobot"),
        "{unknown_service}"
    );
    let unknown_function = called(&mut window, 2, "bobot", "adress").unwrap_err();
    assert!(unknown_function.contains("unknown function `adress`"), "{unknown_function}");
}

/// A scene with only a robot with a valve, and these services.
fn with_valve(services: &str) -> Window {
    let mut window = Window::with_library("test", sim_plugin::module());
    window.load(scene(&format!(
        r#"(format_version: 1, run: (dt: 0.05),
            robots: [(name: "ana", model: "scout/standard", actuators: {{"valve": "test/valve"}})], services: [{services}])"#
    )));
    window
}

/// The next log line about a clamped command: the robot, the source of the command, and the message.
fn next_clamping(window: &mut Window) -> (String, String, String) {
    window.event(|event| match event {
        Event::Log(line) if line.text.contains("clamped: ") => {
            Some((line.robot.to_string(), line.component.to_string(), line.text.to_string()))
        }
        _ => None,
    })
}

#[test]
fn a_clamped_command_is_reported_with_the_service_or_part_that_set_it() {
    let mut window = with_valve(r#"(name: "chief", id: "test/chief", grants: [Command])"#);
    window.step(2);
    let (robot, component, text) = next_clamping(&mut window);
    assert_eq!((robot.as_str(), component.as_str()), ("ana", "chief"));
    assert!(text.starts_with("command `valve.open` clamped: 7 is outside 0 … 1."), "{text}");
    assert_eq!(window.frame(|frame| frame.tick == 2).robots[0].clamped_commands, 2);

    // Manually, while the run is paused.
    let mut window = with_valve("");
    let (component, function) = ("valve".to_string(), "set".to_string());
    window.send(Command::Call { id: 1, robot: 0, component, function, arguments: vec![json!(-3)] });
    let (robot, component, text) = next_clamping(&mut window);
    assert_eq!((robot.as_str(), component.as_str()), ("ana", "valve"));
    assert!(text.starts_with("command `valve.open` clamped: -3 is outside"), "{text}");
    assert_eq!(window.frame(|frame| frame.robots[0].clamped_commands == 1).tick, 0);
}
