//! `sim pack info`.

use super::{as_data, no_pack, title};
use crate::console::Console;
use crate::exit::{Exit, Outcome};
use serde_json::{Value, json};
use sim_core::packs::{InstalledPack, Locked, Requirement, SCHEME};
use sim_core::plugins::Isolation;
use sim_pack::{Archive, Contents, Revocations, Seal, Store, signature_of, size};
use std::path::Path;

#[derive(Debug, clap::Args)]
pub struct InfoArgs {
    /// Name of an installed pack, optionally with versions (acme/rover@1.2.0 is exactly this one), an archive, or a pack folder
    #[arg(value_name = "PACK|ARCHIVE|FOLDER")]
    pack: String,
    /// Print the contents as JSON
    #[arg(long)]
    pub json: bool,
}

/// Information about a pack.
struct PackDetails {
    contents: Contents,
    sha256: Option<String>,
    installed: Option<InstalledPack>,
    /// Signature state of an archive or an installed pack.
    seal: Option<Seal>,
}

/// Resolves an argument of `sim pack info`.
fn resolve(pack: &str) -> Outcome<PackDetails> {
    let path = Path::new(pack);
    let requirement = Requirement::of_what_is_there(pack);
    if path.is_dir() && requirement.is_err() {
        let contents = sim_pack::check_folder(path)?.0;
        return Ok(PackDetails { contents, sha256: None, installed: None, seal: None });
    }
    if path.is_file() && requirement.is_err() {
        let archive = Archive::open(path)?;
        let seal = Some(Store::of_user()?.seal(&archive, signature_of(path)?.as_deref())?);
        let Archive { contents, sha256, .. } = archive;
        return Ok(PackDetails { contents, sha256: Some(sha256), installed: None, seal });
    }
    let requirement = requirement.map_err(|form| no_pack(pack, form))?;
    let store = Store::of_user()?;
    let installed = store.find(&requirement)?;
    let Archive { contents, sha256, .. } = Archive::open(&store.archive(&installed))?;
    let seal = Some(store.seal_of(&installed)?);
    Ok(PackDetails { contents, sha256: Some(sha256), installed: Some(installed), seal })
}

/// Prints the content of a pack.
///
/// # Errors
/// If there is no such pack, or it is invalid.
pub fn info(args: &InfoArgs, console: &Console) -> Outcome {
    let PackDetails { contents, sha256, installed, seal } = resolve(&args.pack)?;
    let manifest = &contents.manifest;
    let revoked = match &sha256 {
        Some(sha256) => {
            let (name, version) = (manifest.name.clone(), manifest.version.clone());
            Revocations::of(&Store::of_user()?).reason(&Locked { name, version, sha256: sha256.clone() })
        }
        None => None,
    };
    if args.json {
        let files: Vec<Value> =
            contents.files.iter().map(|file| json!({"path": file.path, "size": file.size})).collect();
        console.print_json(&json!({
            "manifest": manifest,
            "sha256": sha256,
            "size": contents.size(),
            "files": files,
            "signature": seal.as_ref().map(seal_data),
            "installed": installed.as_ref().map(|pack| as_data(pack, revoked.as_deref())),
            "revoked": revoked,
        }))?;
        return Ok(Exit::Ok);
    }
    let list = |texts: Vec<String>| texts.join(", ");
    let components = manifest.libraries.iter().flat_map(|library| &library.components);
    let mut ids: Vec<String> = components.map(|component| format!("{} {}", component.kind, component.id)).collect();
    let built = installed.iter().flat_map(|pack| &pack.built);
    ids.extend(built.flat_map(|library| library.components.iter().cloned()));
    ids.sort();
    ids.dedup();
    let run =
        installed.as_ref().and_then(|pack| Some(format!("sim {SCHEME}{}/{}", pack.name, contents.scenes().first()?)));
    let rows = [
        ("license", manifest.license.clone()),
        ("authors", list(manifest.authors.clone())),
        ("home", manifest.home.clone().unwrap_or_default()),
        ("needs", list(manifest.requires.iter().map(ToString::to_string).collect())),
        ("built for", list(manifest.targets())),
        ("sources of", list(manifest.sources.clone())),
        ("built here", installed.as_ref().map(built_here).unwrap_or_default()),
        ("components", list(ids)),
        ("requests", list(manifest.grants.iter().map(|grant| format!("{grant:?}")).collect())),
        ("robots", list(contents.models().into_iter().map(str::to_owned).collect())),
        ("scenes", list(contents.scenes().into_iter().map(str::to_owned).collect())),
        ("open with", run.unwrap_or_default()),
        ("size", size(contents.size())),
        ("SHA-256", sha256.unwrap_or_default()),
        ("signature", seal.map(|seal| signature_text(&seal, manifest.name.publisher())).unwrap_or_default()),
        ("runs in", installed.as_ref().map(runs_in).unwrap_or_default()),
        ("folder", installed.map(|pack| pack.folder.display().to_string()).unwrap_or_default()),
    ];
    let width = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    console.print(&format!("{}\n{}", title(&contents), manifest.description))?;
    if let Some(reason) = revoked {
        console.print(&format!("Revoked: {reason}"))?;
    }
    for (what, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        console.print(&format!("  {what:<width$}  {text}"))?;
    }
    Ok(Exit::Ok)
}

/// The validity of a pack's signature as text.
fn signature_text(seal: &Seal, publisher: &str) -> String {
    match seal {
        Seal::None => format!("none: the publisher {publisher} is not verified"),
        Seal::Trusted(key) => format!("with the trusted key of {publisher}, {key}"),
        Seal::Untrusted(key) => format!("with a key of {publisher} that is not trusted, {key}"),
        Seal::Unknown(number) => format!("with the key number {number}, not verified: no key of {publisher} is known"),
        Seal::Wrong(number) => {
            format!(
                "invalid: not made for this archive with the trusted key of {publisher}; it refers to key number \
                     {number}"
            )
        }
    }
}

/// The signature state as JSON.
fn seal_data(seal: &Seal) -> Value {
    match seal {
        Seal::None => json!({"state": "none"}),
        Seal::Trusted(key) => json!({"state": "trusted", "key": key}),
        Seal::Untrusted(key) => json!({"state": "untrusted", "key": key}),
        Seal::Unknown(number) => json!({"state": "unknown", "number": number}),
        Seal::Wrong(number) => json!({"state": "wrong", "number": number}),
    }
}

/// The libraries of a pack that were built on this machine.
fn built_here(pack: &InstalledPack) -> String {
    pack.built.iter().map(|library| library.file.clone()).collect::<Vec<_>>().join(", ")
}

/// The process in which the libraries of a pack run; empty for a pack without libraries.
fn runs_in(pack: &InstalledPack) -> String {
    match pack.in_process || !Isolation::is_possible() {
        _ if pack.targets.is_empty() => String::new(),
        true => "the simulator process, with all your permissions".to_string(),
        false => "separate processes".to_string(),
    }
}
