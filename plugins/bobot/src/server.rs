//! The service: its parameters and its lifecycle.

use crate::net::{Event, Limits, Net};
use crate::protocol::{Dialect, Engine, Options, Received};
use crate::robots::{RobotCache, Simulated};
use crate::traffic::Traffic;
use sim_abi::prelude::*;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// Maximum number of requests handled per call, so that a flood of requests does not stall the run.
const AT_A_TIME: usize = 256;

/// Wall-clock time between two calls while the run waits, s.
const ATTEND: f64 = 0.001;

/// Time between two attempts to listen.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// Time after which a client that does not read its replies is dropped.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time without requests after which a client may be dropped for a new one, once the client limit is reached.
const IDLE: Duration = Duration::from_secs(60);

/// Maximum size of `traffic.log`, bytes.
const LARGEST_LOG: u64 = 10_000_000;

/// Parameters of the server.
#[params]
pub struct ServerParams {
    /// Address to listen on: 127.0.0.1 for programs on this computer, 0.0.0.0 for other computers as well. Every client
    /// that can connect can drive the robots.
    #[param(default = "127.0.0.1".to_string())]
    address: String,
    /// TCP port to listen on; 0: any free port.
    #[param(default = 2009, min = 0, max = 65535)]
    port: u32,
    /// Dialect: PyBot until a client sends INIT, always PyBot, or always the Lua bobot-server.
    dialect: Dialect,
    /// Reply to VERSION.
    #[param(default = "0.29.0".to_string())]
    version: String,
    /// Maximum number of clients. At the limit, a new client replaces the one that has been idle longest, if for 60 s
    /// or more; otherwise it is rejected.
    #[param(default = 16, min = 1, max = 16)]
    max_clients: u32,
    /// LIST includes empty ports, as the original server does without a robot.
    list_empty_ports: bool,
    /// QUIT stops the server, as in the original; `retry` restarts it. Otherwise only the client's connection is
    /// closed.
    quit_ends_server: bool,
    /// Stop the motors of the robots that a client has used when its connection closes without QUIT.
    stop_on_disconnect: bool,
    /// Log requests and replies to `traffic.log` in the service's folder (grant `Files`). At 10 MB the file is rotated
    /// to `traffic.1.log`, which replaces an older one.
    log: bool,
}

/// State of the listener.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Listening {
    /// Listens, or tries to, from this time.
    Wanted(Instant),
    /// Ended.
    Ended,
}

/// Serves the clients of the simulated robots.
pub struct Server {
    at: (IpAddr, u16),
    limits: Limits,
    quit_ends_server: bool,
    engine: Engine,
    traffic: Traffic,
    cache: RobotCache,
    net: Option<Net>,
    listening: Listening,
    /// The failure to listen has been reported.
    reported: bool,
    answered: u64,
    published: [Published; 3],
}

impl Service for Server {
    type Params = ServerParams;

    fn new(params: ServerParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Network")?;
        setup.require("Command")?;
        if params.log {
            setup.require("Files")?;
        }
        setup.set_idle_period(ATTEND);
        setup.persist();
        let at_least_0 = |name: &str, help: &str| Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help);
        let published = [
            setup.publish(at_least_0("clients", "connected clients")),
            setup.publish(at_least_0("answered", "requests handled since the server was created")),
            setup.publish(at_least_0("port", "TCP port of the server; 0 if it is stopped")),
        ];
        let options = Options {
            dialect: params.dialect,
            version: params.version,
            list_empty_ports: params.list_empty_ports,
            stop_on_disconnect: params.stop_on_disconnect,
        };
        Ok(Self {
            at: (address(&params.address)?, params.port as u16),
            limits: Limits { clients: params.max_clients as usize, patience: PATIENCE, idle: IDLE },
            quit_ends_server: params.quit_ends_server,
            engine: Engine::new(options),
            traffic: Traffic::new(params.log.then(|| setup.data_folder().to_path_buf()), LARGEST_LOG),
            cache: RobotCache::default(),
            net: None,
            listening: Listening::Wanted(Instant::now()),
            reported: false,
            answered: 0,
            published,
        })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        if self.listening == Listening::Ended {
            self.listening = Listening::Wanted(Instant::now());
        }
        self.changed(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.serve(io);
        Ok(())
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.serve(io);
        Ok(())
    }

    fn changed(&mut self, io: &mut ServiceIo) -> Result {
        self.cache.forget();
        self.serve(io);
        Ok(())
    }

    fn stop(&mut self, io: &mut ServiceIo) -> Result {
        self.end();
        self.traffic.flush(io);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let text = |name: &str, result: &str| Function::new(name).result(FunctionValue::string(result));
        Datasheet::default()
            .example(r#"services: [(name: "one", id: "bobot/server", grants: [Network, Command])]"#)
            .function(
                text("retry", "address").help("starts the server again if it has stopped, or fails with the reason"),
            )
            .function(text("clients", "clients").help("address:port of every client, comma-separated"))
            .function(text("address", "address").help("address:port of the server; empty if it is stopped"))
    }

    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        match function {
            "retry" => {
                self.listening = Listening::Wanted(Instant::now());
                self.listen().map(|address| json!(address.to_string()))
            }
            "clients" => {
                let clients = self.net.iter().flat_map(Net::clients);
                Ok(json!(clients.map(|(_, peer)| peer.to_string()).collect::<Vec<_>>().join(", ")))
            }
            "address" => Ok(json!(self.net.as_ref().map_or(String::new(), |net| net.address().to_string()))),
            _ => Err(Fault::new(format!("unknown function `{function}`")).help("functions: retry, clients, address")),
        }
    }
}

impl Server {
    /// Handles the events since the last call.
    fn serve(&mut self, io: &mut ServiceIo) {
        self.attend(io);
        for _ in 0..AT_A_TIME {
            let Some(event) = self.net.as_ref().and_then(Net::next) else { break };
            self.handle(event, io);
        }
        self.traffic.flush(io);
        let (clients, port) = self.net.as_ref().map_or((0, 0), |net| (net.clients().len(), net.address().port()));
        for (published, value) in self.published.into_iter().zip([clients as f64, self.answered as f64, port.into()]) {
            io.publish(published, value);
        }
    }

    fn handle(&mut self, event: Event, io: &mut ServiceIo) {
        let Some(net) = &self.net else { return };
        let mut robots = Simulated { io: &mut *io, cache: &mut self.cache, net };
        let (client, received) = match event {
            Event::Gone(client) => return self.engine.gone(client, &mut robots),
            Event::Replaced { replaced, newcomer } => {
                let idle = self.limits.idle.as_secs();
                let text = format!("{replaced} was idle for {idle} s or more and is replaced by {newcomer}");
                return io.log(LogLevel::Info, text);
            }
            Event::Request(client, received) => (client, received),
        };
        let reply = self.engine.request(client, &received, &mut robots);
        let line = reply.line();
        self.answered += 1;
        if let Some(peer) = net.peer(client) {
            self.log_request(io, peer, &received, &line.bytes, line.truncated);
        }
        let Some(net) = &self.net else { return };
        net.answer(client, line.bytes, reply.quit);
        if reply.quit && self.quit_ends_server {
            io.log(LogLevel::Info, "a client stopped the server; call the function `retry` to restart it");
            self.end();
        }
    }

    fn log_request(&mut self, io: &ServiceIo, peer: SocketAddr, received: &Received, answer: &[u8], truncated: bool) {
        self.traffic.record(io, peer, received, answer);
        if truncated {
            self.traffic.truncated(io, peer, received);
        }
    }

    /// Closes every connection and the port.
    fn end(&mut self) {
        (self.net, self.listening) = (None, Listening::Ended);
    }

    /// Starts listening if it does not and a retry is due; reports a failure once.
    fn attend(&mut self, io: &ServiceIo) {
        let due = matches!(self.listening, Listening::Wanted(from) if from <= Instant::now());
        if self.net.is_some() || !due {
            return;
        }
        match self.listen() {
            Ok(address) => io.log(LogLevel::Info, format!("listens on {address}")),
            Err(_) if self.reported => {}
            Err(fault) => {
                io.log(LogLevel::Error, format!("{}; {}", fault.message(), fault.advice()));
                self.reported = true;
            }
        }
    }

    /// Starts listening if it does not yet.
    fn listen(&mut self) -> Result<SocketAddr> {
        if let Some(net) = &self.net {
            return Ok(net.address());
        }
        self.listening = Listening::Wanted(Instant::now() + BETWEEN_ATTEMPTS);
        let (address, port) = self.at;
        let net = Net::listen(address, port, self.limits).map_err(|error| refused(self.at, &error))?;
        self.reported = false;
        Ok(self.net.insert(net).address())
    }
}

/// Parses the address parameter.
fn address(text: &str) -> Result<IpAddr> {
    if text == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        Fault::new(format!("`{text}` is not a valid address to listen on"))
            .help("127.0.0.1 for programs on this computer, 0.0.0.0 for others as well, or one of this computer's addresses")
            .because(Cause::Parameters)
    })
}

/// Error for a failure to listen, with a remedy.
fn refused((address, port): (IpAddr, u16), error: &std::io::Error) -> Fault {
    let at = SocketAddr::new(address, port);
    let (reason, advice) = match error.kind() {
        ErrorKind::AddrInUse => (
            format!("port {port} is in use: another program listens on {at}"),
            "stop that program (possibly another simulator or a robot's own server), or choose another `port`",
        ),
        ErrorKind::PermissionDenied => {
            (format!("permission denied: cannot listen on {at}"), "choose a `port` of 1024 or more")
        }
        ErrorKind::AddrNotAvailable => {
            (format!("{address} is not an address of this computer"), "choose the `address` 127.0.0.1 or 0.0.0.0")
        }
        _ => (format!("cannot listen on {at}: {error}"), "choose another `address` or `port`"),
    };
    Fault::new(reason).help(format!("{advice}; the run continues without the server, which retries every second"))
}
