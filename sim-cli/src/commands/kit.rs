//! `sim kit`: copies the SDK of this installation into a crate.

use super::new::failure;
use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use std::path::PathBuf;

/// Replaces the SDK in a crate (the folder `sdk`) with the SDK of this installation.
///
/// `sim new` copies the SDK into a new crate. Run `sim kit` after an update of the simulator, or if the crate comes from another
/// installation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the crate.
    #[arg(value_name = "CRATE", default_value = ".")]
    pub folder: PathBuf,
    /// Folder of the crate `sim-abi` of an SDK. Default: next to the program.
    #[arg(long, value_name = "PATH")]
    pub sdk: Option<PathBuf>,
}

/// Copies the SDK into the crate.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    sim_project::renew_kit(&args.folder, args.sdk.as_deref()).map_err(failure)?;
    console.info(format!(
        "copied the SDK of simulator {version}, ABI {abi}, to {folder}",
        version = env!("CARGO_PKG_VERSION"),
        abi = format_args!("{ABI_MAJOR}.{ABI_MINOR}"),
        folder = args.folder.join("sdk").display()
    ));
    Ok(Exit::Ok)
}
