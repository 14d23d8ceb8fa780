//! Rate limiting for log messages that external events can trigger in floods.

use sim_abi::prelude::*;

/// Maximum number of messages of a kind per second of simulated time; the rest are only counted.
const PER_SECOND: u32 = 10;

/// Rate limiter for one kind of message.
#[derive(Clone, Debug, Default)]
pub struct Sparing {
    /// Start of the current second, s.
    since: f64,
    /// Number of messages in it.
    count: u32,
    left_out: u64,
}

impl Sparing {
    /// Logs a message, unless there were too many of its kind in this second.
    pub fn log(&mut self, io: &ServiceIo, level: LogLevel, text: impl FnOnce() -> String) {
        let Some(left_out) = self.admit(io.time()) else { return };
        if left_out > 0 {
            io.log(level, format!("{left_out} more lines like the next one were left out"));
        }
        io.log(level, text());
    }

    /// Returns whether a message is allowed at this time, s, with the number of previously suppressed messages.
    fn admit(&mut self, time: f64) -> Option<u64> {
        // A restored run continues at an earlier time.
        if !(self.since..self.since + 1.0).contains(&time) {
            (self.since, self.count) = (time, 0);
        }
        self.count += 1;
        if self.count > PER_SECOND {
            self.left_out += 1;
            return None;
        }
        Some(std::mem::take(&mut self.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_lines_per_second_come_and_the_rest_is_counted() {
        let mut sparing = Sparing::default();
        let mut admitted = |time: f64| (0..1000).filter_map(|_| sparing.admit(time)).collect::<Vec<_>>();
        assert_eq!(admitted(5.0), [0; 10]);
        assert_eq!(admitted(5.99), [0; 0]);
        assert_eq!(admitted(6.0), [&[1990][..], &[0; 9]].concat());
        assert_eq!(admitted(1.0), [&[990][..], &[0; 9]].concat(), "earlier than before");
    }
}
