//! Simulated RoboMap platforms for a window with many links: each sends its pose ten times per second.

use crate::Rig;
use robomap_link::Datagram;
use robomap_link::server::{Server, Settings};
use robomap_protocol::{Message, Pose, decode};
use sim_gui::{Request, RunRequest};
use sim_runner::Command;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Distance of a platform between two consecutive poses, m.
const STEP: f64 = 0.001;

/// Platforms that move along x side by side, 2 m apart, once they are connected.
pub struct Platforms {
    ports: Vec<u16>,
    /// Send time of each pose of each platform.
    sent: Arc<Mutex<Vec<Vec<Instant>>>>,
    stands: Arc<AtomicBool>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Platforms {
    /// Creates `count` platforms, each at its own port.
    ///
    /// # Panics
    /// Panics if a socket cannot be opened.
    pub fn new(count: usize) -> Self {
        let sockets: Vec<UdpSocket> = (0..count)
            .map(|_| {
                let socket = UdpSocket::bind("127.0.0.1:0").expect("there is a free port");
                socket.set_nonblocking(true).expect("sockets need not wait");
                socket
            })
            .collect();
        let ports = sockets.iter().map(|socket| socket.local_addr().expect("it is bound").port()).collect();
        let sent = Arc::new(Mutex::new(vec![Vec::new(); count]));
        let [stands, ends] = [false, false].map(|on| Arc::new(AtomicBool::new(on)));
        let run = Run { sockets, sent: sent.clone(), stands: stands.clone(), ends: ends.clone() };
        Self { ports, sent, stands, ends, thread: Some(std::thread::spawn(move || run.run())) }
    }

    /// A window on a scene with a link to each platform, and its robot, with the simulation running and all links
    /// connected. The scene's folder is removed when it is dropped.
    ///
    /// # Panics
    /// Panics if they are never connected.
    pub fn open(&self) -> (Rig, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let path = folder.path().join("platforms.ron");
        std::fs::write(&path, self.scene()).expect("a scene can be written");
        let count = self.ports.len();
        let mut rig = Rig::open(Some(path), &[]);
        rig.wait("the scene is built", |rig| rig.frame().robots.len() == count);
        rig.send(Command::Play);
        for number in 0..count {
            let (service, function) = (format!("link {number}"), "enter_robot_mode".to_owned());
            rig.harness.state_mut().request(Request::Run(RunRequest::CallService {
                service,
                function,
                arguments: Vec::new(),
            }));
        }
        rig.wait("all are connected", |rig| {
            let panels = rig.frame().panels.iter().flatten();
            let modes = panels.filter_map(|panel| panel.states.iter().find(|state| state.name == "mode"));
            modes.filter(|mode| mode.text == "robot").count() == count
        });
        (rig, folder)
    }

    fn scene(&self) -> String {
        let robots = (0..self.ports.len()).map(|number| {
            format!(
                "(name: \"platform {number}\", model: \"robomap/platform\", at: (0, {}), \
                 controller: (id: \"route/follow\", params: (waits: true))),\n",
                2 * number
            )
        });
        let links = self.ports.iter().enumerate().map(|(number, port)| {
            format!(
                "(name: \"link {number}\", id: \"robomap/link\", grants: [Command, Edit, Network], params: (robot: \
                 \"platform {number}\", server: \"127.0.0.1:{port}\", bind: \"127.0.0.1:0\")),\n"
            )
        });
        let [robots, links] = [robots.collect::<String>(), links.collect()];
        format!("(format_version: 1, run: (dt: 0.02), floor: (), robots: [\n{robots}], services: [\n{links}])\n")
    }

    /// Number of poses sent by a platform so far.
    pub fn sent(&self, platform: usize) -> usize {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)[platform].len()
    }

    /// Number and age of the pose at which a platform is drawn; `None` before the first pose was sent.
    pub fn age(&self, platform: usize, x: f64) -> Option<(usize, Duration)> {
        let number = (x / STEP).round() as usize;
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent[platform].get(number).map(|sent| (number, sent.elapsed()))
    }

    /// Stops all messages.
    pub fn stop_sending(&self) {
        self.stands.store(true, Ordering::Relaxed);
    }
}

impl Drop for Platforms {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A failed thread has already reported its panic.
            let _ = thread.join();
        }
    }
}

/// One platform that executes its commands until it is frozen, and records them.
pub struct Platform {
    port: u16,
    commands: Arc<Mutex<Vec<String>>>,
    frozen: Arc<AtomicBool>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Default for Platform {
    fn default() -> Self {
        Self::new()
    }
}

impl Platform {
    /// Creates a platform at its own port.
    ///
    /// # Panics
    /// Panics if a socket cannot be opened.
    pub fn new() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("there is a free port");
        socket.set_nonblocking(true).expect("sockets need not wait");
        let port = socket.local_addr().expect("it is bound").port();
        let commands = Arc::<Mutex<Vec<String>>>::default();
        let [frozen, ends] = [false, false].map(|on| Arc::new(AtomicBool::new(on)));
        let (notes, stands, stops) = (commands.clone(), frozen.clone(), ends.clone());
        let work = move || {
            let (began, mut server) = (Instant::now(), Server::new(Settings::default()));
            while !stops.load(Ordering::Relaxed) {
                let received = received(&socket);
                let names = received.iter().filter_map(|datagram| command(&datagram.bytes));
                notes.lock().unwrap_or_else(PoisonError::into_inner).extend(names);
                if !stands.load(Ordering::Relaxed) {
                    for datagram in server.step(began.elapsed(), Pose::default(), &received).datagrams {
                        // A disconnected client does not receive anything more.
                        let _ = socket.send_to(&datagram.bytes, datagram.peer);
                    }
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        Self { port, commands, frozen, ends, thread: Some(std::thread::spawn(work)) }
    }

    /// A scene with a link to it, a red platform, a plan, and a box next to its path.
    pub fn scene(&self) -> String {
        format!(
            "(format_version: 1, run: (dt: 0.02), floor: (),
              routes: [(name: \"plan\", poses: [(at: (0, 0)), (at: (1, 0))])],
              objects: [(name: \"box\", shape: Box(size: (0.2, 0.2, 0.2)), at: (0, 4, 0.1))],
              robots: [(name: \"platform\", model: \"robomap/platform\", route: \"plan\", color: (1, 0.05, 0.05),
                  controller: (id: \"route/follow\", params: (waits: true)))],
              services: [(name: \"link\", id: \"robomap/link\", grants: [Command, Edit, Network],
                  params: (server: \"127.0.0.1:{}\", bind: \"127.0.0.1:0\"))],
              view: (camera: Some((0, -2, 2))))\n",
            self.port
        )
    }

    /// The commands received so far, including duplicates, such as `StopPlan` and `Mode(0)`.
    pub fn commands(&self) -> Vec<String> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops replying, but keeps receiving.
    pub fn freeze(&self) {
        self.frozen.store(true, Ordering::Relaxed);
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A failed thread has already reported its panic.
            let _ = thread.join();
        }
    }
}

/// Name of a client's command.
fn command(bytes: &[u8]) -> Option<String> {
    let word = match decode(bytes, Settings::default().dialect).ok()?.message {
        Message::Mode { mode, .. } => format!("Mode({})", mode as u8),
        Message::StartPlan => "StartPlan".into(),
        Message::StopPlan => "StopPlan".into(),
        _ => return None,
    };
    Some(word)
}

/// Datagrams received by a socket.
fn received(socket: &UdpSocket) -> Vec<Datagram> {
    let mut bytes = [0; 2048];
    let mut received = Vec::new();
    while let Ok((length, SocketAddr::V4(peer))) = socket.recv_from(&mut bytes) {
        received.push(Datagram { peer, bytes: bytes[..length].to_vec() });
    }
    received
}

/// State of the platforms' thread.
struct Run {
    sockets: Vec<UdpSocket>,
    sent: Arc<Mutex<Vec<Vec<Instant>>>>,
    stands: Arc<AtomicBool>,
    ends: Arc<AtomicBool>,
}

impl Run {
    fn run(self) {
        let began = Instant::now();
        let mut servers: Vec<Server> = self.sockets.iter().map(|_| Server::new(Settings::default())).collect();
        while !self.ends.load(Ordering::Relaxed) {
            if !self.stands.load(Ordering::Relaxed) {
                for (number, server) in servers.iter_mut().enumerate() {
                    self.step(number, server, began.elapsed());
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn step(&self, number: usize, server: &mut Server, now: Duration) {
        let socket = &self.sockets[number];
        let received = received(socket);
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = &mut sent[number];
        let pose = Pose { x: sent.len() as f64 * STEP, y: 2.0 * number as f64, ..Pose::default() };
        for datagram in server.step(now, pose, &received).datagrams {
            if decode(&datagram.bytes, Settings::default().dialect)
                .is_ok_and(|packet| matches!(packet.message, Message::Trace(_)))
            {
                sent.push(Instant::now());
            }
            socket.send_to(&datagram.bytes, datagram.peer).expect("this computer can be reached");
        }
    }
}
