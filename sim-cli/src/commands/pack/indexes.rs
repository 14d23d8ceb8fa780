//! Indexes of `sim pack`: publishing, searching, and installing by name.

use super::{put, requirement, size};
use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use serde_json::json;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::packs::Requirement;
use sim_pack::{Archive, Index, Store, Work};
use std::path::PathBuf;

/// Where packs come from that are named, and whose keys are accepted.
#[derive(Debug, clap::Args)]
pub struct FromArgs {
    /// Folder of an index; those that `sim pack source` lists without
    #[arg(long, value_name = "FOLDER")]
    pub from: Vec<PathBuf>,
    /// Public key to check signatures with: a file, or the line in it that begins with RW
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Trust a key that is new from now on without a question; another key of a known publisher is never taken
    #[arg(long)]
    pub yes: bool,
}

impl FromArgs {
    /// The key that is named.
    ///
    /// # Errors
    /// What is no public key.
    pub fn key(&self) -> Outcome<Option<String>> {
        Ok(self.key.as_deref().map(sim_pack::public_key).transpose()?)
    }
}

#[derive(Debug, clap::Args)]
pub struct PublishArgs {
    /// The archive; the signature beside it comes along
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Folder of the index, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Public key of the publisher, for those who install from this index: a file, or the line in it that begins with RW
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct RevokeArgs {
    /// The pack, with versions or without: acme/rover, acme/rover@1.2
    #[arg(value_name = "PACK", value_parser = requirement)]
    pack: Requirement,
    /// Folder of the index
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Why, in a sentence for those who would use it
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

#[derive(Debug, clap::Args)]
pub struct SourceArgs {
    /// Folder of an index that is used from now on; all that are used are listed without
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Use it no more
    #[arg(long, requires = "folder")]
    forget: bool,
}

#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// Words in names or descriptions; everything without
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Folder of an index; those that `sim pack source` lists without
    #[arg(long, value_name = "FOLDER")]
    from: Vec<PathBuf>,
    /// The list as one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct UpdateArgs {
    /// The packs, with versions or without; all that were asked for without
    #[arg(value_name = "PACK", value_parser = requirement)]
    packs: Vec<Requirement>,
    #[command(flatten)]
    from: FromArgs,
}

/// The indexes of these folders, or else those that are used.
///
/// # Errors
/// None at all where one is needed; where one is, or is named, a folder without an index.
pub fn opened(store: &Store, folders: &[PathBuf], needed: bool) -> Outcome<Vec<Index>> {
    if folders.is_empty() && !needed {
        return Ok(sim_pack::sources(store).0);
    }
    let folders = if folders.is_empty() { store.sources() } else { folders.to_vec() };
    if folders.is_empty() {
        let message = say!("pack-no-source", "there is no index to take packs from");
        let help = say!("pack-no-source-help", "name one: `--from FOLDER`, or `sim pack source FOLDER` for all commands");
        return Err(Diagnostic::error(Code::PackIndex, message).with_help(help).into());
    }
    Ok(folders.iter().map(|folder| Index::open(folder)).collect::<Result<_, _>>()?)
}

/// Puts an archive into an index.
///
/// # Errors
/// Everything that is wrong with it, and what the index refuses.
pub fn publish(args: &PublishArgs, console: &Console) -> Outcome {
    let archive = Archive::open(&args.archive)?;
    let signature = sim_pack::signature_of(&args.archive)?;
    let key = args.key.as_deref().map(sim_pack::public_key).transpose()?;
    let listed = Index::make(&args.to).publish(&archive, signature.as_deref(), key.as_deref())?;
    let (name, version, folder) = (listed.name.to_string(), listed.version.to_string(), args.to.display());
    console.say(say!("pack-published", "published {name} {version} in {folder}", name, version, folder));
    if !listed.signed {
        console.say(say!("pack-published-unsigned", "it has no signature: `sim pack sign` makes one"));
    }
    Ok(Exit::Ok)
}

/// Says of versions that they must not be used any more.
///
/// # Errors
/// No such version.
pub fn revoke(args: &RevokeArgs, console: &Console) -> Outcome {
    let count = Index::open(&args.to)?.revoke(&args.pack, &args.reason)?;
    if count == 0 {
        let message = say!("pack-not-listed", "the index has no such pack, or no such version");
        let finding = Diagnostic::error(Code::PackIndex, message).with_expected(args.pack.to_string());
        return Err(Failure::with(Exit::Usage, finding));
    }
    console.say(say!("pack-revoked", "{count} versions are not installed any more from this index", count));
    Ok(Exit::Ok)
}

/// Changes or lists the indexes that are used.
///
/// # Errors
/// A folder without an index.
pub fn source(args: &SourceArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let Some(folder) = &args.folder else {
        for source in store.sources() {
            console.print(&source.display().to_string())?;
        }
        return Ok(Exit::Ok);
    };
    let count = store.use_source(folder, !args.forget)?;
    console.say(say!("pack-sources", "{count} indexes are used", count));
    Ok(Exit::Ok)
}

/// Lists packs of indexes.
///
/// # Errors
/// An index that cannot be read.
pub fn search(args: &SearchArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let mut found = Vec::new();
    for index in opened(&store, &args.from, true)? {
        found.extend(index.search(&args.words)?);
    }
    if args.json {
        console.print_json(&json!({"packs": found}))?;
        return Ok(Exit::Ok);
    }
    for listed in &found {
        console.print(&format!("{} {}  {}  {}", listed.name, listed.version, size(listed.size), listed.description))?;
    }
    Ok(Exit::Ok)
}

/// Installs newer versions.
///
/// # Errors
/// What no index has, and what is not accepted.
pub fn update(args: &UpdateArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let installed = store.installed();
    let wanted = installed.newest().into_iter().filter(|pack| pack.wanted);
    let names: Vec<Requirement> = match args.packs.is_empty() {
        true => wanted.map(|pack| Requirement::any(pack.name.clone())).collect(),
        false => args.packs.clone(),
    };
    let indexes = opened(&store, &args.from.from, !names.is_empty())?;
    let offered = store.offer_named(&names, &indexes, args.from.key()?.as_deref(), &Work::default())?;
    if offered.is_empty() {
        console.say(say!("pack-newest", "the newest versions are installed"));
        return Ok(Exit::Ok);
    }
    put(&store, &offered, args.from.yes, console)
}
