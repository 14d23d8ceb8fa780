//! Parameters of the link, and the address of the real robot.

use crate::socket;
use robomap_link::client::Settings;
use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;
use std::net::SocketAddrV4;
use std::time::Duration;

/// Parameters of the link.
#[params]
pub struct LinkParams {
    /// The robot that is simulated, and that shows where the real one is; empty: the first one of the scene.
    pub robot: String,
    /// The route that is the plan; empty: the one that the scene gives the robot.
    pub route: String,
    /// Address and UDP port of the real robot; empty: the properties `ip` and `port` of the robot of the scene, or
    /// 127.0.0.1:1999 where it has none.
    pub server: String,
    /// Address and UDP port of this computer at which the robot is heard.
    #[param(default = "0.0.0.0:1500".to_string())]
    pub bind: String,
    /// It uses the packets of the first release of RoboMap alone, and heeds their order as that does.
    pub strict: bool,
    /// Commands without an answer are sent again; the robot must not do them twice.
    pub resend: bool,
    /// A paused plan is cancelled before another one is sent, for robots that do not do so by themselves.
    pub stop_first: bool,
    /// After what time without a packet the link is lost.
    #[param(default = 30.0, unit = "s", min = 1.0, max = 60.0)]
    pub link_timeout: f64,
}

impl LinkParams {
    /// Rejects a route that is not in the scene.
    pub fn check_route(&self, routes: &[String]) -> Result {
        if self.route.is_empty() || routes.contains(&self.route) {
            return Ok(());
        }
        let known = if routes.is_empty() { "none".into() } else { routes.join(", ") };
        Err(Fault::new(format!("`route` names the route `{}`, which is not in the scene", self.route))
            .help(format!("routes of the scene: {known}"))
            .parameter("route"))
    }

    /// Rejects invalid addresses.
    pub fn check_addresses(&self) -> Result {
        socket::address("bind", &self.bind)?;
        if self.server.is_empty() {
            return Ok(());
        }
        robot_at(&self.server).map(drop).map_err(|why| {
            Fault::new(format!("`server` {why}: `{}`", self.server))
                .help("give the robot's own address and its port, as in 192.168.1.20:1999; 127.0.0.1 is this computer")
                .parameter("server")
        })
    }

    /// Returns the address of the real robot, using the properties from the scene, or why there is none.
    pub fn robot_address(&self, robot: &RobotLayout) -> Result<SocketAddrV4, String> {
        let part = |name: &str, usual: &str| match robot.properties.get(name) {
            None => usual.to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let of_robot = || format!("{}:{}", part("ip", "127.0.0.1"), part("port", "1999"));
        let address = if self.server.is_empty() { of_robot() } else { self.server.clone() };
        robot_at(&address)
            .map_err(|why| format!("`{address}` {why}; change the properties `ip` and `port` of `{}`", robot.name))
    }

    /// Returns the client settings for a robot at an address.
    pub fn settings(&self, server: SocketAddrV4) -> Settings {
        let usual = if self.strict { Settings::strict(server) } else { Settings::new(server) };
        let link_timeout = Duration::from_secs_f64(self.link_timeout);
        Settings { resend: self.resend, stop_first: self.stop_first, link_timeout, ..usual }
    }
}

/// Parses the address of a robot, or returns why it is invalid.
fn robot_at(address: &str) -> Result<SocketAddrV4, &'static str> {
    let server: SocketAddrV4 = address.parse().map_err(|_| "is no address of IPv4 with a port from 1 to 65535")?;
    let ip = server.ip();
    match server.port() {
        0 => Err("has port 0, at which no robot listens"),
        _ if ip.is_unspecified() || ip.is_broadcast() || ip.is_multicast() => Err("is the address of no single robot"),
        _ => Ok(server),
    }
}
