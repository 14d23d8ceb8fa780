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

/// Why a folder is searched.
pub fn origin(origin: sim_core::plugins::Origin) -> &'static str {
    use sim_core::plugins::Origin;
    match origin {
        Origin::Project => super::plugins::PROJECT.as_str(),
        Origin::Installation => super::plugins::INSTALLATION.as_str(),
        Origin::User => super::plugins::USER_FOLDER.as_str(),
        Origin::Pack => super::plugins::PACK.as_str(),
        Origin::CommandLine | Origin::Environment => origin.words(),
    }
}
