//! A service that clients talk to serves them whatever the window does: before the start, while it runs, in a pause, when
//! the run goes back to its start, and when the scene changes.

mod common;

use common::{PATIENCE, Window, scene};
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, RunState, Speed};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One school robot; `robot` is put into it.
fn school(robot: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.05), floor: (),
            robots: [(name: "ana", model: "butia/standard", {robot})],
            services: [(name: "bobot", id: "bobot/server", params: (port: 0), grants: [Network, Command])])"#
    ))
}

/// Asks a service something and waits for its answer.
fn called(window: &mut Window, id: u64, service: &str, function: &str) -> Result<serde_json::Value, String> {
    let (service, function) = (service.to_string(), function.to_string());
    window.send(Command::CallService { id, service, function, arguments: Vec::new() });
    window.event(|event| match event {
        Event::Answer { id: answered, result } if *answered == id => {
            Some(result.clone().map_err(|refusal| refusal.to_string()))
        }
        _ => None,
    })
}

/// Waits until a client sees what a change of the scene makes of its robot: the runner tells of the new simulation before it
/// serves it.
fn wait_for(mut seen: impl FnMut() -> bool) {
    let start = Instant::now();
    while !seen() {
        assert!(start.elapsed() < PATIENCE, "the client never sees it");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A client that asks and waits, while the window's own thread may do what it likes.
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

#[test]
fn bu_10_a_client_is_served_before_the_start_and_while_it_runs_and_in_a_pause_and_after_a_stop() {
    let mut window = Window::of(school(""));
    let structure = window.runner().structure();
    assert_eq!(
        (structure.services[0].name.as_str(), structure.services[0].functions[0].name.as_str()),
        ("bobot", "retry")
    );
    let mut address = String::new();
    // The server is up as soon as it has been attended to for the first time.
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
    assert_eq!(x(&window), 0.0, "what was commanded before the start is void");
    assert_eq!(client.ask("CALL motors setvel2mtr 0 600 0 600"), "1");
    window.frame(|frame| frame.robots[0].state.pose.translation.x > 0.05);

    window.send(Command::Pause);
    let paused = window.frame(|frame| matches!(frame.state, RunState::Paused)).tick;
    assert_eq!(client.ask("CALL grey:2 getValue"), "0");
    assert_eq!(client.ask("CALL motors setvel2mtr 1 600 1 600"), "1");
    assert_eq!(window.runner().frame().tick, paused, "time stands still");
    let before = x(&window);
    window.send(Command::Play);
    window.frame(|frame| frame.robots[0].state.pose.translation.x < before - 0.03);

    window.send(Command::Stop);
    window.frame(|frame| frame.tick == 0);
    assert_eq!(client.ask("LIST"), format!("{list},motors:8"), "the connection and what it has opened outlive the run");
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
    assert!(x(&window) > before + 0.05, "and goes on");
}

#[test]
fn a_service_that_is_not_there_and_a_function_that_it_lacks_are_refused() {
    let mut window = Window::of(school(""));
    let nobody = called(&mut window, 1, "babot", "address").unwrap_err();
    assert!(nobody.contains("no service `babot`") && nobody.contains("bobot"), "{nobody}");
    let nothing = called(&mut window, 2, "bobot", "adress").unwrap_err();
    assert!(nothing.contains("no function `adress`"), "{nothing}");
}
