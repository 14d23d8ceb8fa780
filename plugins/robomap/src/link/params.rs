//! Parameters of the link, and the address of the real robot.

use super::guard::OnObstacle;
use crate::socket;
use robomap_link::client::Settings;
use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;
use std::net::SocketAddrV4;
use std::time::Duration;

/// Parameters of the link.
#[params]
pub struct LinkParams {
    /// Robot that simulates plans and follows the real one; empty: the first one of the scene.
    pub robot: String,
    /// Route of the plan; empty: the robot's route in the scene.
    pub route: String,
    /// Address and UDP port of the real robot; empty: the properties `ip` and `port` of the robot of the scene, or
    /// 127.0.0.1:1999 if it has none.
    pub server: String,
    /// Local address and UDP port for packets of the robot.
    #[param(default = "0.0.0.0:1500".to_string())]
    pub bind: String,
    /// Use only the packets of the first release of RoboMap, and enforce their order as it does.
    pub strict: bool,
    /// Resend commands without a reply; the robot must not execute them twice.
    pub resend: bool,
    /// Cancel a paused plan before another one is sent, for robots that do not do so themselves.
    pub stop_first: bool,
    /// What happens if an obstacle appears on the rest of a running plan: it is paused or canceled, or goes on with a warning.
    pub on_obstacle: OnObstacle,
    /// Time without a packet after which the link is lost.
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
        Err(Fault::new(format!("unknown route `{}` in `route`", self.route))
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
                .help("use the robot's own address and its port, as in 192.168.1.20:1999; 127.0.0.1 is this computer")
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
    let server: SocketAddrV4 = address.parse().map_err(|_| "is not an IPv4 address with a port from 1 to 65535")?;
    let ip = server.ip();
    match server.port() {
        0 => Err("has port 0, at which no robot listens"),
        _ if ip.is_unspecified() || ip.is_broadcast() || ip.is_multicast() => {
            Err("is not the address of a single robot")
        }
        _ => Ok(server),
    }
}
