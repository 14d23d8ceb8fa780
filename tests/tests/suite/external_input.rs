//! A run that depends on external input is replayed without it.

use sim_tests::build::{build, library_name};
use sim_tests::{TestDir, root};
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn a_recorded_run_with_external_input_replays_without_its_source() {
    let dir = TestDir::new();
    let library = dir.path(&library_name("counter"));
    build(&root().join("tests").join("counter"), "counter", &["build"], &library);
    dir.install(&library, &library_name("counter"));
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    dir.write(
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
    dir.run("told.ron", &["--record", "run.mcap", "--output", "out"]).expect(0);
    talking.join().unwrap();
    let events: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.path("out/events.json")).unwrap()).unwrap();
    let received = events.as_array().unwrap().iter().filter(|event| event["event"] == "external_input");
    let received: Vec<_> = received
        .map(|event| (event["service"].clone(), event["tick"].as_u64().unwrap(), event["lines"].clone()))
        .collect();
    assert_eq!((received[0].0.as_str(), received[0].1), (Some("ear"), 0), "{events}");
    assert_eq!(received[0].2[0], "0.125");
    let lines: usize = received.iter().map(|(_, _, lines)| lines.as_array().unwrap().len()).sum();
    assert_eq!(lines, 3, "{events}");
    assert!(received.len() > 1, "later lines came in later ticks: {events}");

    let again = dir.sim(&["replay", "run.mcap", "--verify", "--json", "--plugins", "plugins"]).expect(0).json();
    assert_eq!(again["equal"], true, "{again}");
    let run = dir.run("told.ron", &[]);
    assert_ne!(run.status, 0, "without the server, only a replay works");
}
