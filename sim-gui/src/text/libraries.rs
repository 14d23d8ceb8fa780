//! Details of libraries.

pub use super::generated::libraries::*;

pub fn abi(major: u32, minor: u32, built: &str) -> String {
    match built {
        "" => format!("ABI {major}.{minor}"),
        built => abi_of(built, major, minor),
    }
}

pub fn last(robot: &str, time: f64, message: &str) -> String {
    match robot {
        "" => super::generated::libraries::last(message, format!("{time:.2}")),
        robot => last_of(message, robot, format!("{time:.2}")),
    }
}
