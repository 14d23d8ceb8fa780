//! A run that depends on external input is replayed without it.

use sim_tests::build::{build, library_name};
use sim_tests::{Desk, root};
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn a_recorded_run_that_was_told_something_from_outside_is_the_same_without_it() {
    let desk = Desk::new();
    let library = desk.path(&library_name("counter"));
    build(&root().join("tests").join("counter"), "counter", &["build"], &library);
    desk.install(&library, &library_name("counter"));
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    desk.write(
        "told.ron",
        format!(
            r#"(format_version: 1, run: (dt: 0.02, duration: 1, speed: 2), floor: (),
                robots: [(name: "anna", model: "scout/standard", controller: "control/wander")],
                services: [(name: "ear", id: "test/listener", grants: [Network, Edit], params: (address: "{address}"))])"#
        ),
    );
    let talking = std::thread::spawn(move || {
        let (mut stream, _) = server.accept().unwrap();
        for x in ["0.125", "1.5", "-2.25"] {
            stream.write_all(format!("{x}\n").as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(80));
        }
        // The server ends here: its address is closed.
    });
    desk.run("told.ron", &["--record", "run.mcap", "--output", "out"]).expect(0);
    talking.join().unwrap();
    let events: serde_json::Value =
        serde_json::from_slice(&std::fs::read(desk.path("out/events.json")).unwrap()).unwrap();
    let heard = events.as_array().unwrap().iter().filter(|event| event["event"] == "outside");
    let heard: Vec<_> = heard
        .map(|event| (event["service"].clone(), event["tick"].as_u64().unwrap(), event["lines"].clone()))
        .collect();
    assert_eq!((heard[0].0.as_str(), heard[0].1), (Some("ear"), 0), "{events}");
    assert_eq!(heard[0].2[0], "0.125");
    let lines: usize = heard.iter().map(|(_, _, lines)| lines.as_array().unwrap().len()).sum();
    assert_eq!(lines, 3, "{events}");
    assert!(heard.len() > 1, "later lines came in later ticks: {events}");

    let again = desk.sim(&["replay", "run.mcap", "--verify", "--json", "--plugins", "plugins"]).expect(0).json();
    assert_eq!(again["equal"], true, "{again}");
    let run = desk.run("told.ron", &[]);
    assert_ne!(run.status, 0, "the server is gone: only a replay does without");
}
