//! `sim kit`: copies the SDK of this installation into a crate.

use super::new::failure;
use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use std::path::PathBuf;

/// Puts the author's kit of this installation into the folder `sdk` of a crate, in place of the one that is there.
///
/// `sim new` does so for a new crate. Do it again after an update of the simulator, or when a crate comes from somebody whose
/// installation is another.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the crate; the present one without.
    #[arg(value_name = "CRATE", default_value = ".")]
    pub folder: PathBuf,
    /// Folder of the kit's crate `sim-abi`; found beside the program without.
    #[arg(long, value_name = "PATH")]
    pub sdk: Option<PathBuf>,
}

/// Copies the SDK into the crate.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    sim_project::renew_kit(&args.folder, args.sdk.as_deref()).map_err(failure)?;
    console.say(format!(
        "put the kit of simulator {version}, ABI {abi}, into {folder}",
        version = env!("CARGO_PKG_VERSION"),
        abi = format_args!("{ABI_MAJOR}.{ABI_MINOR}"),
        folder = args.folder.join("sdk").display()
    ));
    Ok(Exit::Ok)
}
