//! External input between two polls, as a line of a recording.

use robomap_link::Datagram;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use sim_abi::serde_json;
use std::time::{Duration, Instant};

/// External input between two polls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch<T> {
    /// Real time since the creation of the service.
    #[serde(rename = "t")]
    pub time: Duration,
    /// Requests of users and programs.
    #[serde(rename = "a", default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<T>,
    /// Received datagrams.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    pub datagrams: Vec<Packed>,
    /// Result of opening the socket: empty on success, otherwise the cause.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<Result<(), String>>,
}

/// A datagram with its bytes in hexadecimal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packed(std::net::SocketAddrV4, String);

impl From<Datagram> for Packed {
    fn from(datagram: Datagram) -> Self {
        Self(datagram.peer, datagram.bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl Packed {
    /// Returns the datagram.
    pub fn unpacked(&self) -> Datagram {
        let digits = self.1.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or_default(), 16).unwrap_or(0);
        Datagram { peer: self.0, bytes: digits.map(byte).collect() }
    }
}

/// Minimum interval between batches that contain only the time.
const QUIET: Duration = Duration::from_millis(10);

/// A real-time clock that continues from a previous reading.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    before: Duration,
}

impl Clock {
    /// Creates a clock that currently reads this time.
    pub fn at(before: Duration) -> Self {
        Self { began: Instant::now(), before }
    }

    /// Returns the current reading.
    pub fn now(&self) -> Duration {
        self.before + self.began.elapsed()
    }
}

/// Batches of external input, live or replayed from a recording.
pub struct Batches<T> {
    clock: Clock,
    /// Batches handled while the run was waiting, and not recorded yet.
    unrecorded: Vec<Batch<T>>,
    last: Duration,
    replayed: bool,
}

impl<T: Clone + Serialize + for<'a> Deserialize<'a>> Batches<T> {
    /// Creates an empty queue.
    pub fn new(replayed: bool) -> Self {
        Self { clock: Clock::at(Duration::ZERO), unrecorded: Vec::new(), last: Duration::ZERO, replayed }
    }

    /// Returns whether the batches come from a recording.
    pub fn are_replayed(&self) -> bool {
        self.replayed
    }

    /// Returns the time of the last batch.
    pub fn last(&self) -> Duration {
        self.last
    }

    /// Returns the current real time.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Continues from this time, after a saved state was restored.
    pub fn go_on_from(&mut self, time: Duration) {
        self.last = self.last.max(time);
        self.clock = Clock::at(self.last);
    }

    /// Returns the next batch with the received input; `None` without input, if little time has passed.
    pub fn next(&mut self, asked: Vec<T>, datagrams: Vec<Datagram>) -> Option<Batch<T>> {
        let time = self.clock.now().max(self.last);
        if asked.is_empty() && datagrams.is_empty() && time - self.last < QUIET {
            return None;
        }
        self.last = time;
        Some(Batch { time, asked, datagrams: datagrams.into_iter().map(Packed::from).collect(), socket: None })
    }

    /// Queues a handled batch for recording.
    pub fn handled(&mut self, batch: Batch<T>) {
        self.unrecorded.push(batch);
    }

    /// Records the batches handled since the last step. In a replay, returns the recorded batches instead.
    ///
    /// # Errors
    /// Outside of a step.
    pub fn record(&mut self, io: &mut ServiceIo) -> Result<Vec<Batch<T>>> {
        let lines: Vec<String> = self.unrecorded.iter().filter_map(|batch| serde_json::to_string(batch).ok()).collect();
        let lines = io.external_input(lines)?;
        self.unrecorded.clear();
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
