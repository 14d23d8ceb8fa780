//! Platforms that cannot isolate libraries, and builds without the feature `isolation`. Nothing here is ever called: requests are refused earlier.

use super::super::bounds::{Bounds, Confined};
use super::Common;
use std::convert::Infallible;
use std::io;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Memory shared by two processes; uninhabited.
pub(in super::super) struct Memory<T: Common>(Infallible, PhantomData<T>);

impl<T: Common> Memory<T> {
    /// Always fails.
    pub(in super::super) fn new() -> io::Result<(Self, Infallible)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Always fails.
    pub(in super::super) fn of_parent() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn shared(&self) -> &T {
        match self.0 {}
    }
}

pub(in super::super) fn sleep(_: &AtomicU32, _: u32, at_most: Option<Duration>) {
    std::thread::sleep(at_most.unwrap_or_default());
}

pub(in super::super) fn wake(_: &AtomicU32) {}

/// Always fails.
pub(in super::super) fn end_with_parent(_: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A started process; uninhabited.
pub(in super::super) struct Started(Infallible);

/// Handle to kill a process.
pub(in super::super) struct End(Infallible);

impl End {
    pub(in super::super) fn now(&self) {
        match self.0 {}
    }
}

/// Always fails.
pub(in super::super) fn start(
    _: &Path,
    _: &str,
    _: impl Sized,
    _: &[(String, String)],
    _: bool,
) -> io::Result<(Started, End)> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Started {
    /// Process ID.
    pub(in super::super) fn number(&self) -> u32 {
        match self.0 {}
    }
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ExitStatus {
    /// With an exit status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl Started {
    pub(in super::super) fn attend(self, _: impl FnMut(&[u8])) -> ExitStatus {
        self.code().map_or(ExitStatus::Signal(0), ExitStatus::Exit)
    }

    /// Its exit status; `None` if a signal has ended it.
    fn code(&self) -> Option<i32> {
        match self.0 {}
    }
}

/// Name of a signal.
pub(in super::super) fn signal_name(signal: i32) -> String {
    format!("signal {signal}")
}

/// Protections that this platform lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Missing {
    pub(in super::super) files: bool,
    pub(in super::super) lengths: bool,
    pub(in super::super) calls: bool,
}

/// All of them.
pub(in super::super) fn missing() -> Missing {
    Missing { files: true, lengths: false, calls: true }
}

/// Always fails.
pub(in super::super) fn confine(_: &Bounds) -> Result<(), String> {
    Err("this system".into())
}

/// Always fails.
pub(in super::super) fn attend_tool(_: u32, _: std::process::Command) -> io::Result<u8> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Always fails.
pub(in super::super) fn become_tool(_: u32, _: &Confined, _: std::process::Command) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// Does nothing.
pub(in super::super) fn close_inherited() {}
