//! Response time of the Butiá's server: 200 requests per second to the assembled program, which runs 20 robots in real
//! time, compared with a plain echo over the same kind of connection.
//!
//! `cargo xtask build --release`, then `cargo bench --package sim-tests --bench answers`.

use sim_tests::TestDir;
use sim_tests::live::Running;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const ROBOTS: usize = 20;
const REQUESTS: usize = 2000;
const BETWEEN: Duration = Duration::from_millis(5);

fn scene() -> String {
    let robot = |number: usize| {
        let (x, y) = ((number % 5) as f64, (number / 5) as f64);
        format!("        (name: \"butia{number}\", model: \"butia/standard\", at: ({x}, {y})),\n")
    };
    let robots: String = (0..ROBOTS).map(robot).collect();
    format!(
        "(\n    format_version: 1,\n    run: (dt: 0.05, speed: 1, contacts: NoOverlap),\n    floor: (),\n    robots: [\n{robots}    ],\n    \
         services: [(name: \"bobot\", id: \"bobot/server\", params: (port: 0), grants: [Network, Command])],\n)\n"
    )
}

/// Sorted response times of 200 requests per second, s.
fn times(port: u16, request: impl Fn(usize) -> String) -> Vec<f64> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_nodelay(true).expect("Nagle's algorithm can be disabled");
    let mut buffer = [0; 1024];
    let start = Instant::now();
    let mut times: Vec<f64> = (0..REQUESTS)
        .map(|number| {
            let due = BETWEEN * number as u32;
            std::thread::sleep(due.saturating_sub(start.elapsed()));
            let sent = Instant::now();
            stream.write_all(request(number).as_bytes()).expect("the connection is open");
            assert!(stream.read(&mut buffer).expect("the server replies") > 0);
            sent.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn report(what: &str, times: &[f64]) -> f64 {
    let at = |share: f64| 1e3 * times[((times.len() - 1) as f64 * share) as usize];
    println!("{what:24} median {:.3} ms, 95 % {:.3} ms, largest {:.3} ms", at(0.5), at(0.95), at(1.0));
    at(0.5)
}

fn echo() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
    let port = listener.local_addr().expect("it has an address").port();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("the client connects");
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if stream.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
    });
    port
}

fn main() {
    let dir = TestDir::new();
    dir.write("scene.ron", scene());
    let mut run = Running::start(dir.command(&["run", "scene.ron", "--json"]));
    let (line, _) = run.wait_for(&["listens on 127.0.0.1:"]);
    let port = line.rsplit(':').next().and_then(|port| port.trim().parse().ok()).expect("the line ends with the port");
    let requests = |number: usize| {
        let board = number % ROBOTS;
        match number % 3 {
            0 => format!("CALL distanc@{board}:3 getValue\n"),
            1 => format!("CALL grey@{board}:2 getValue\n"),
            _ => format!("CALL motors@{board}:0 setvel2mtr 0 300 0 200\n"),
        }
    };
    let echoed = report("plain echo", &times(echo(), requests));
    let answered = report("server with 20 robots", &times(port, requests));
    println!("{:.1} times the plain echo", answered / echoed);
    run.interrupt();
}
