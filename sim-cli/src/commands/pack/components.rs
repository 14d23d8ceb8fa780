//! Checks that users of a pack can install the components that its robots and scenes use.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::model::LoadedModel;
use sim_core::pack_manifest::Manifest;
use sim_core::packs::{Installed, InstalledPack, Requirement};
use sim_core::scene::{ComponentId, Scene};
use sim_pack::Store;
use std::collections::BTreeSet;

/// Component ids that a file of a pack uses.
pub struct UsedComponents {
    /// The file, as shown in messages.
    pub file: String,
    /// The ids.
    pub ids: BTreeSet<String>,
}

impl UsedComponents {
    /// Ids used by a robot.
    pub fn by_robot(file: String, model: &LoadedModel) -> Self {
        let spec = &model.spec;
        let mounts = spec.sensors.iter().chain(&spec.actuators).map(|mount| &mount.component);
        let ids = mounts.chain(spec.dynamics.iter().chain(&spec.controller).map(|used| &used.id));
        Self { file, ids: ids.cloned().collect() }
    }

    /// Ids used by a scene.
    pub fn by_scene(file: String, scene: &Scene) -> Self {
        macro_rules! of_robots {
            ($robots:expr) => {
                $robots.iter().flat_map(|robot| {
                    let (dynamics, controller) = (&robot.dynamics, &robot.controller);
                    let used = dynamics.iter().map(|used| &used.id).chain(controller.iter().map(|used| &used.id));
                    let parts = robot.sensors.values().chain(robot.actuators.values());
                    used.chain(&robot.model.id).chain(parts.filter_map(|part| part.id.as_ref()))
                })
            };
        }
        let services = scene.services.iter().map(|service| &service.id);
        let ids = of_robots!(scene.robots).chain(of_robots!(scene.fleets)).chain(services);
        Self { file, ids: ids.map(|ComponentId(id)| id.clone()).collect() }
    }
}

/// The components of an installed pack.
fn offered(pack: &InstalledPack) -> BTreeSet<String> {
    let manifest = Manifest::of_folder(&pack.folder).ok();
    let built = pack.built.iter().flat_map(|library| &library.components);
    let built = built.filter_map(|component| Some(component.split_once(' ')?.1.to_owned()));
    manifest.iter().flat_map(own).chain(built).collect()
}

/// The components of the pack's own libraries.
fn own(manifest: &Manifest) -> impl Iterator<Item = String> {
    let components = manifest.libraries.iter().flat_map(|library| &library.components);
    components.map(|component| component.id.0.clone())
}

/// Warnings about components that neither the pack nor its known dependencies provide. `built` specifies whether the listed libraries
/// are complete.
pub fn warnings(manifest: &Manifest, named: &[UsedComponents], built: bool) -> Diagnostics {
    let installed = Store::of_user().map(|store| store.installed()).unwrap_or_default();
    let mut findings = Diagnostics::new();
    for UsedComponents { file, ids } in named {
        let warnings = ids.iter().filter_map(|id| warning(manifest, id, built, &installed));
        warnings.for_each(|finding| findings.push(finding.with_file(file.clone())));
    }
    findings
}

fn warning(manifest: &Manifest, id: &str, built: bool, installed: &Installed) -> Option<Diagnostic> {
    let warn = |message| Diagnostic::warning(Code::PluginUnknownComponent, message);
    let family = id.split_once('/').map(|(family, _)| family)?;
    // Ids without a publisher belong to the distribution.
    let (publisher, name) = family.split_once('.')?;
    if family == manifest.name.family() {
        let known: BTreeSet<String> = own(manifest).collect();
        if known.contains(id) || !built {
            return None;
        }
        let help = "use one of its components, or build the library that contains it: `crates` in pack.ron lists the \
                    folders of libraries";
        let finding = warn(format!("unknown component `{id}` of this pack"));
        let list: Vec<&str> = known.iter().map(String::as_str).collect();
        let finding = if list.is_empty() { finding } else { finding.with_found(list.join(", ")) };
        return Some(finding.with_nearest_of(id, list.iter().copied()).with_help(help));
    }
    let pack = format!("{publisher}/{name}");
    let is_it = |one: &&Requirement| one.name.to_string() == pack;
    let Some(requirement) = manifest.requires.iter().find(is_it) else {
        let message = format!("the component `{id}` belongs to a pack that is not a dependency of this one");
        return Some(warn(message).with_help(format!("add it to pack.ron: `requires: [\"{pack}\"]`")));
    };
    match installed.of(&requirement.name).find(|pack| requirement.covers(&pack.version)) {
        Some(pack) if offered(pack).contains(id) => None,
        Some(pack) => {
            let title = format!("{} {}", pack.name, pack.version);
            let finding = warn(format!("unknown component `{id}` of {title}"));
            let known: Vec<String> = offered(pack).into_iter().collect();
            Some(finding.with_nearest_of(id, known.iter().map(String::as_str)))
        }
        None => {
            let help = format!("run `sim pack install \"{requirement}\"`, then check again");
            Some(warn(format!("cannot check the component `{id}`: {requirement} is not installed")).with_help(help))
        }
    }
}
