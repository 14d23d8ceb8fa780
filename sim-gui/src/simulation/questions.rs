//! Request ids for the simulation. Each requester has its own range.

/// A requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// Function calls made by the user.
    Calls,
    /// A camera panel, numbered from 1.
    Cameras(u32),
}

impl Asker {
    /// The first id of the requester's range, which has 2³² ids.
    pub fn first(self) -> u64 {
        let number = match self {
            Asker::Calls => 0,
            Asker::Cameras(number) => number.max(1),
        };
        u64::from(number) << 32
    }
}
