//! Packs that a scene uses and that must not be used any more.

use sim_core::diagnostic::Diagnostics;
use sim_core::packs::Locked;
use sim_core::recording::PluginStamp;
use sim_core::scene::LoadedScene;
use sim_pack::{Revocations, Store};

/// A warning of each pack that a scene with these components uses, and that an index of the person has revoked. Where it uses
/// none, nothing is read.
pub fn warnings(loaded: &LoadedScene, components: &[PluginStamp]) -> Diagnostics {
    let Ok(store) = Store::of_user() else { return Diagnostics::new() };
    let mut packs: Vec<Locked> = loaded.packs().iter().map(Locked::of).collect();
    packs.extend(components.iter().filter_map(|component| component.pack.clone()));
    // The scene itself may be one of a pack.
    if let Some(folder) = loaded.folder.as_deref().filter(|folder| folder.starts_with(store.folder())) {
        packs.extend(store.installed().packs().iter().filter(|pack| folder.starts_with(&pack.folder)).map(Locked::of));
    }
    if packs.is_empty() { Diagnostics::new() } else { Revocations::of(&store).warnings(&packs) }
}
