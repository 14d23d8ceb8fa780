//! The service: its parameters and its lifecycle.

use crate::net::{Event, Limits, Net};
use crate::protocol::{Dialect, Engine, Options, Received};
use crate::robots::{Seen, Simulated};
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
    /// Address on which it listens: 127.0.0.1 for programs on this computer, 0.0.0.0 for others as well. Whoever can reach
    /// it drives the robots.
    #[param(default = "127.0.0.1".to_string())]
    address: String,
    /// TCP port on which it listens; 0: any that is free.
    #[param(default = 2009, min = 0, max = 65535)]
    port: u32,
    /// Dialect: that of PyBot until a client sends INIT, or always that of PyBot, or always that of the Lua bobot-server.
    dialect: Dialect,
    /// Answer to VERSION.
    #[param(default = "0.29.0".to_string())]
    version: String,
    /// Clients at a time. Who comes when there are as many takes the place of the one that has asked nothing for longest, if
    /// that is 60 s or more, and is sent away otherwise.
    #[param(default = 16, min = 1, max = 16)]
    max_clients: u32,
    /// LIST names empty ports, as the original server without a robot does.
    list_empty_ports: bool,
    /// QUIT ends the server, as it ends the original one; `retry` opens it again. Else only the client's connection ends.
    quit_ends_server: bool,
    /// The motors of the robots that a client has used stop when its connection ends without QUIT.
    stop_on_disconnect: bool,
    /// Requests and answers are also written into `traffic.log` in the service's folder (grant `Files`). At 10 MB the file is
    /// renamed to `traffic.1.log`, in the place of an older one, and a new one is begun.
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
    seen: Seen,
    net: Option<Net>,
    listening: Listening,
    /// The failure to listen has been reported.
    told: bool,
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
            setup.publish(at_least_0("clients", "clients that are connected")),
            setup.publish(at_least_0("answered", "requests answered since the server was made")),
            setup.publish(at_least_0("port", "port on which it listens; 0: it does not")),
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
            seen: Seen::default(),
            net: None,
            listening: Listening::Wanted(Instant::now()),
            told: false,
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
        self.seen.forget();
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
            .function(
                text("retry", "address").help("Listens again at once, if the server does not; fails with the reason"),
            )
            .function(text("clients", "clients").help("address:port of every client, separated by commas"))
            .function(text("address", "address").help("address:port on which it listens, or nothing"))
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
            _ => {
                Err(Fault::new(format!("there is no function `{function}`")).help("functions: retry, clients, address"))
            }
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
        let mut robots = Simulated { io: &mut *io, seen: &mut self.seen, net };
        let (client, received) = match event {
            Event::Gone(client) => return self.engine.gone(client, &mut robots),
            Event::GaveWay { silent, newcomer } => {
                let idle = self.limits.idle.as_secs();
                let text = format!("{silent} has asked nothing for {idle} s or more and gives its place to {newcomer}");
                return io.log(LogLevel::Info, text);
            }
            Event::Request(client, received) => (client, received),
        };
        let reply = self.engine.request(client, &received, &mut robots);
        let line = reply.line();
        self.answered += 1;
        if let Some(peer) = net.peer(client) {
            self.tell(io, peer, &received, &line.bytes, line.truncated);
        }
        let Some(net) = &self.net else { return };
        net.answer(client, line.bytes, reply.quit);
        if reply.quit && self.quit_ends_server {
            io.log(LogLevel::Info, "a client has ended the server; the function `retry` opens it again");
            self.end();
        }
    }

    fn tell(&mut self, io: &ServiceIo, peer: SocketAddr, received: &Received, answer: &[u8], truncated: bool) {
        self.traffic.tell(io, peer, received, answer);
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
            Err(_) if self.told => {}
            Err(fault) => {
                io.log(LogLevel::Error, format!("{}; {}", fault.message(), fault.advice()));
                self.told = true;
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
        self.told = false;
        Ok(self.net.insert(net).address())
    }
}

/// Parses the address parameter.
fn address(text: &str) -> Result<IpAddr> {
    if text == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        Fault::new(format!("`{text}` is no address on which to listen"))
            .help("127.0.0.1 for programs on this computer, 0.0.0.0 for others as well, or one of this computer's addresses")
            .because(Cause::Parameters)
    })
}

/// Error for a failure to listen, with a remedy.
fn refused((address, port): (IpAddr, u16), error: &std::io::Error) -> Fault {
    let at = SocketAddr::new(address, port);
    let (reason, advice) = match error.kind() {
        ErrorKind::AddrInUse => (
            format!("port {port} is taken: another program listens on {at}"),
            "end that program, which may be another simulator or a robot's own server, or choose another `port`",
        ),
        ErrorKind::PermissionDenied => {
            (format!("the system does not let this program listen on {at}"), "choose a `port` of 1024 or more")
        }
        ErrorKind::AddrNotAvailable => {
            (format!("{address} is no address of this computer"), "choose the `address` 127.0.0.1 or 0.0.0.0")
        }
        _ => (format!("{at} cannot be listened on: {error}"), "choose another `address` or `port`"),
    };
    Fault::new(reason).help(format!("{advice}; the run goes on without the server, which tries again every second"))
}
