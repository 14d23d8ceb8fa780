//! Packs of `sim pack` that must be built from source.

use super::asked;
use crate::console::Console;
use crate::exit::{Exit, Outcome};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::Confined;
use sim_pack::{Offered, Store, is_installed};

/// Asks before building packs from source; the build takes place during installation.
///
/// # Errors
/// If a build is declined, or cannot be confined on this system.
pub fn agreed(store: &Store, offered: &[Offered], build: bool, console: &Console) -> Outcome {
    let installed = store.installed();
    for pack in offered.iter().filter(|pack| pack.is_to_be_built() && !is_installed(pack, &installed)) {
        Confined::is_possible()?;
        let manifest = &pack.archive.contents.manifest;
        let (name, sources) = (format!("{} {}", manifest.name, manifest.version), manifest.sources.join(", "));
        let question = format!(
            "{name} does not contain a library for this machine. Build it from its sources ({sources})? The build \
             can write only to its own folder, without network access. (yes/no)"
        );
        if !build && !asked(&question) {
            let message = format!(
                "{name} does not contain a library for this machine, and building it was not \
                                   confirmed"
            );
            let help = "--build builds it from its sources, confined to its own folder and without network access";
            return Err(Diagnostic::error(Code::PackTarget, message).with_help(help).into());
        }
        console.info(format!("building {name} from its sources ({sources}); this takes a while"));
    }
    Ok(Exit::Ok)
}
