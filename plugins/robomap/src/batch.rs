//! What comes from outside between two looks, as a line that a recording keeps.

use robomap_link::Datagram;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use sim_abi::serde_json;
use std::time::{Duration, Instant};

/// What came between two looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch<T> {
    /// Real time since the service was made.
    #[serde(rename = "t")]
    pub time: Duration,
    /// What people and programs have asked for.
    #[serde(rename = "a", default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<T>,
    /// What has come over the network.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    pub datagrams: Vec<Packed>,
    /// What became of opening the socket: none of the address where it is open, else the cause.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<Result<(), String>>,
}

/// A datagram with its bytes as hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packed(std::net::SocketAddrV4, String);

impl From<Datagram> for Packed {
    fn from(datagram: Datagram) -> Self {
        Self(datagram.peer, datagram.bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl Packed {
    /// The datagram.
    pub fn unpacked(&self) -> Datagram {
        let digits = self.1.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or_default(), 16).unwrap_or(0);
        Datagram { peer: self.0, bytes: digits.map(byte).collect() }
    }
}

/// Time without anything else is told this often at most.
const QUIET: Duration = Duration::from_millis(10);

/// A clock of real time that goes on where the one before it has stood.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    before: Duration,
}

impl Clock {
    /// One that stands at this time now.
    pub fn at(before: Duration) -> Self {
        Self { began: Instant::now(), before }
    }

    /// What it shows.
    pub fn now(&self) -> Duration {
        self.before + self.began.elapsed()
    }
}

/// Batches as they come, in a usual run and when a recording is replayed.
pub struct Batches<T> {
    clock: Clock,
    /// Handled while the run waited, and not told yet.
    untold: Vec<Batch<T>>,
    last: Duration,
    replayed: bool,
}

impl<T: Clone + Serialize + for<'a> Deserialize<'a>> Batches<T> {
    /// None so far.
    pub fn new(replayed: bool) -> Self {
        Self { clock: Clock::at(Duration::ZERO), untold: Vec::new(), last: Duration::ZERO, replayed }
    }

    /// Whether a recording tells what comes.
    pub fn are_replayed(&self) -> bool {
        self.replayed
    }

    /// The time of the last one.
    pub fn last(&self) -> Duration {
        self.last
    }

    /// Goes on after the state of a run was restored that had come so far.
    pub fn go_on_from(&mut self, time: Duration) {
        self.last = self.last.max(time);
        self.clock = Clock::at(self.last);
    }

    /// The next one, with what has come; none where nothing has, and hardly any time has passed.
    pub fn next(&mut self, asked: Vec<T>, datagrams: Vec<Datagram>) -> Option<Batch<T>> {
        let time = self.clock.now().max(self.last);
        if asked.is_empty() && datagrams.is_empty() && time - self.last < QUIET {
            return None;
        }
        self.last = time;
        Some(Batch { time, asked, datagrams: datagrams.into_iter().map(Packed::from).collect(), socket: None })
    }

    /// Takes note of one that was handled.
    pub fn handled(&mut self, batch: Batch<T>) {
        self.untold.push(batch);
    }

    /// Tells a recording what was handled since the last step; what it tells, where it is replayed.
    ///
    /// # Errors
    /// Outside of a step.
    pub fn told(&mut self, io: &mut ServiceIo) -> Result<Vec<Batch<T>>> {
        let lines: Vec<String> = self.untold.iter().filter_map(|batch| serde_json::to_string(batch).ok()).collect();
        let lines = io.external_input(lines)?;
        self.untold.clear();
        if !self.replayed {
            return Ok(Vec::new());
        }
        let batches: Vec<Batch<T>> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        self.last = batches.last().map_or(self.last, |batch| batch.time);
        Ok(batches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_read_as_it_was_written() {
        let datagram = Datagram { peer: "10.0.0.1:1999".parse().unwrap(), bytes: vec![0, 0x92, 255] };
        let packed = Packed::from(datagram.clone());
        assert_eq!(packed.unpacked(), datagram);
        for socket in [None, Some(Ok(())), Some(Err("taken".to_owned()))] {
            let batch =
                Batch { time: Duration::from_nanos(7), asked: vec![1], datagrams: vec![packed.clone()], socket };
            let line = serde_json::to_string(&batch).unwrap();
            assert_eq!(serde_json::from_str::<Batch<i32>>(&line).unwrap(), batch, "{line}");
        }
    }

    #[test]
    fn time_alone_makes_a_batch_now_and_then() {
        let mut batches = Batches::<i32>::new(false);
        batches.go_on_from(Duration::from_secs(5));
        assert!(batches.next(Vec::new(), Vec::new()).is_none());
        assert!(batches.next(vec![1], Vec::new()).unwrap().time >= Duration::from_secs(5));
        std::thread::sleep(QUIET);
        assert!(batches.next(Vec::new(), Vec::new()).is_some());
    }
}
