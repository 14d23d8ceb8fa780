//! Numbers of questions that the simulation answers: whoever asks has numbers of its own.

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// Calls of functions by hand.
    Calls,
    /// The panel of cameras with this number, from 1.
    Cameras(u32),
}

impl Asker {
    /// Number of the first question; four thousand million follow that are nobody else's.
    pub fn first(self) -> u64 {
        let number = match self {
            Asker::Calls => 0,
            Asker::Cameras(number) => number.max(1),
        };
        u64::from(number) << 32
    }
}
