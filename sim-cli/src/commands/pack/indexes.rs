//! `sim pack` commands for indexes: publish, search, and install by name.

use super::{put, requirement, there};
use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::packs::Requirement;
use sim_pack::{Archive, Event, FoundPacks, Index, Link, Revoked, Source, Store, Terms, size};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time limit for a command to end after Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(1);

/// Downloads smaller than this show no progress bar, bytes.
const SMALL: u64 = 1 << 20;

/// Where packs come from that are named, and whose keys are accepted.
#[derive(Debug, clap::Args)]
pub struct FromArgs {
    /// An index: a folder, https://HOST/PATH or oci://HOST/PATH. Default: the configured indexes (`sim pack source`)
    #[arg(long, value_name = "PLACE", value_hint = clap::ValueHint::DirPath)]
    pub from: Vec<String>,
    /// Public key for verifying signatures: a file, or its line that starts with RW
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Trust new keys without confirmation; a different key of a known publisher is always rejected
    #[arg(long)]
    pub yes: bool,
    /// Build packs without a library for this machine from their sources, without confirmation; the build is confined
    #[arg(long)]
    pub build: bool,
}

impl FromArgs {
    /// The public key of `--key`.
    ///
    /// # Errors
    /// If it is not a public key.
    pub fn key(&self) -> Outcome<Option<String>> {
        Ok(self.key.as_deref().map(sim_pack::public_key).transpose()?)
    }
}

#[derive(Debug, clap::Args)]
pub struct PublishArgs {
    /// The archive; the signature next to it is published, too
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The index, created if it does not exist: a folder, or a registry as oci://HOST/PATH
    #[arg(long, value_name = "PLACE", value_hint = clap::ValueHint::DirPath)]
    to: String,
    /// Public key of the publisher, for users of this index: a file, or its line that starts with RW
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct RevokeArgs {
    /// The pack, optionally with versions: acme/rover, acme/rover@1.2.0 (exactly this version), acme/rover@^1.2
    #[arg(value_name = "PACK", value_parser = there)]
    pack: Requirement,
    /// The index: a folder, or a registry as oci://HOST/PATH
    #[arg(long, value_name = "PLACE", value_hint = clap::ValueHint::DirPath)]
    to: String,
    /// The reason, in one sentence for users of the pack
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    reason: String,
}

#[derive(Debug, clap::Args)]
pub struct SourceArgs {
    #[command(subcommand)]
    what: Option<SourceWhat>,
}

#[derive(Debug, clap::Subcommand)]
enum SourceWhat {
    /// Add an index
    Add(PlaceArgs),
    /// Remove an index
    Remove(PlaceArgs),
}

#[derive(Debug, clap::Args)]
struct PlaceArgs {
    /// The index: a folder, https://HOST/PATH or oci://HOST/PATH
    #[arg(value_name = "PLACE", value_hint = clap::ValueHint::DirPath)]
    place: String,
}

#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// Words in names, descriptions, authors, components, robots and scenes. Default: list all packs
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// An index: a folder, https://HOST/PATH or oci://HOST/PATH. Default: the configured indexes (`sim pack source`)
    #[arg(long, value_name = "PLACE", value_hint = clap::ValueHint::DirPath)]
    from: Vec<String>,
    /// Print the list as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct UpdateArgs {
    /// The packs, optionally with versions. Default: all packs except dependencies
    #[arg(value_name = "PACK", value_parser = requirement)]
    packs: Vec<Requirement>,
    #[command(flatten)]
    from: FromArgs,
}

/// A reason without surrounding whitespace.
fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the reason is empty: describe the problem in one sentence for users of the version".to_string()),
        reason => Ok(reason.to_owned()),
    }
}

/// Parses the location of an index.
fn place(text: &str) -> Outcome<Source> {
    Source::of(text).map_err(|finding| Failure::with(Exit::Usage, finding))
}

/// The connection to remote indexes, which reports its progress on the console.
fn link(store: &Store, console: &Console) -> Link {
    // Partial downloads are removed on cancellation.
    if let Err(warning) = interrupt::listen_with_limit(PATIENCE) {
        console.show(&warning);
    }
    let (console, bar) = (*console, Mutex::new(None::<ProgressBar>));
    let watch = move |event: &Event<'_>| {
        match *event {
            Event::Progress { name, done, total } if console.shows_progress() => {
                let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
                let total = total.filter(|total| *total >= SMALL && done < *total);
                match total {
                    Some(total) => {
                        let bar = bar
                            .get_or_insert_with(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
                        let style = ProgressStyle::with_template("{bar:32} {bytes} / {total_bytes}  {msg}");
                        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                        bar.set_message(name.to_owned());
                        bar.set_length(total);
                        bar.set_position(done);
                    }
                    None => drop(bar.take().inspect(ProgressBar::finish_and_clear)),
                }
            }
            Event::FromCache { source, age, cause } => console.info(format!(
                "{source} is not available ({cause}): using its contents of {age} ago",
                cause = cause.message,
                age = age_text(age)
            )),
            _ => {}
        }
        !interrupt::asked()
    };
    Link::new(store, Box::new(watch))
}

/// A duration in its largest unit.
fn age_text(age: Duration) -> String {
    match age.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds @ 7200..172_800 => format!("{} h", seconds / 3600),
        seconds => format!("{} d", seconds / 86_400),
    }
}

/// Indexes to install packs from.
pub struct OpenIndexes {
    /// The available indexes.
    pub indexes: Vec<Index>,
    /// Configured indexes that are not available, such as a folder on an unmounted disk.
    gone: Vec<String>,
}

impl OpenIndexes {
    /// Returns the search result. If a pack is missing, the error lists the unavailable indexes, since one of them may have it.
    ///
    /// # Errors
    /// The errors of `found`.
    pub fn found(&self, found: Result<FoundPacks, Diagnostics>) -> Outcome<FoundPacks> {
        let named = |finding: Diagnostic| match finding.code == Code::PackMissing && !self.gone.is_empty() {
            true => finding.with_help(format!(
                "it may be in an index that is not available: {places}; `sim pack source remove PLACE` removes one",
                places = self.gone.join(", ")
            )),
            false => finding,
        };
        found.map_err(|findings| findings.into_iter().map(named).collect::<Diagnostics>().into())
    }
}

/// Opens the indexes at these locations, or else the configured ones. Configured indexes that are not available are skipped; if
/// `needed`, with a warning.
///
/// # Errors
/// If `needed` and there is no index at all, or if one of `places` is not an index.
pub fn opened(store: &Store, places: &[String], needed: bool, console: &Console) -> Outcome<OpenIndexes> {
    let link = link(store, console);
    if !places.is_empty() {
        let sources = places.iter().map(|text| place(text)).collect::<Outcome<Vec<Source>>>()?;
        let indexes = sources.iter().map(|source| Index::open(source, &link)).collect::<Result<_, _>>()?;
        return Ok(OpenIndexes { indexes, gone: Vec::new() });
    }
    let (indexes, findings) = sim_pack::sources(store, &link);
    let gone = findings.iter().filter_map(|finding| finding.file.clone()).collect();
    let findings = findings.into_iter().map(|finding| {
        let place = finding.file.clone().unwrap_or_default();
        finding.with_help(format!("it is used again when it is available; `sim pack source remove {place}` removes it"))
    });
    match (indexes.is_empty(), findings.len()) {
        _ if !needed => {}
        (true, 0) => {
            let help = "specify one: `--from PLACE`, or `sim pack source add PLACE` for all commands";
            return Err(Diagnostic::error(Code::PackIndex, "no index is configured").with_help(help).into());
        }
        (true, _) => return Err(findings.collect::<Diagnostics>().into()),
        (false, _) => findings.map(Diagnostic::into_warning).for_each(|warning| console.show(&warning)),
    }
    Ok(OpenIndexes { indexes, gone })
}

/// Adds an archive to an index.
///
/// # Errors
/// All errors of the archive, and the reason if the index rejects it.
pub fn publish(args: &PublishArgs, console: &Console) -> Outcome {
    let archive = Archive::open(&args.archive)?;
    let signature = sim_pack::signature_of(&args.archive)?;
    let key = args.key.as_deref().map(sim_pack::public_key).transpose()?;
    let index = Index::make(&place(&args.to)?, &link(&Store::of_user()?, console));
    let listed = index.publish(&archive, signature.as_deref(), key.as_deref())?;
    console.info(format!("published {} {} in {}", listed.name, listed.version, index.source()));
    if !listed.signed {
        console.info("it is not signed: use `sim pack sign`");
    }
    Ok(Exit::Ok)
}

/// Revokes versions of a pack.
///
/// # Errors
/// If no version matches.
pub fn revoke(args: &RevokeArgs, console: &Console) -> Outcome {
    let index = Index::open(&place(&args.to)?, &link(&Store::of_user()?, console))?;
    let revoked = index.revoke(&args.pack, &args.reason)?;
    if revoked.is_empty() {
        let message = "pack or version not found in the index";
        let finding = Diagnostic::error(Code::PackIndex, message).with_expected(args.pack.to_string());
        return Err(Failure::with(Exit::Usage, finding));
    }
    for Revoked { version, before } in revoked {
        let name = &args.pack.name;
        console.info(match before {
            None => format!("revoked {name} {version}: it can no longer be installed from this index"),
            Some(reason) => format!("{name} {version} was already revoked; its reason stays: {reason}"),
        });
    }
    Ok(Exit::Ok)
}

/// Changes or lists the configured indexes.
///
/// # Errors
/// A location without an index.
pub fn source(args: &SourceArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let sources = store.sources();
    let link = link(&store, console);
    let count = match &args.what {
        None => {
            for source in sources {
                console.print(&source.to_string())?;
            }
            return Ok(Exit::Ok);
        }
        Some(SourceWhat::Add(args)) => store.use_source(&place(&args.place)?, true, &link)?,
        Some(SourceWhat::Remove(args)) => {
            let source = place(&args.place)?.absolute();
            if !sources.contains(&source) {
                let known: Vec<String> = sources.iter().map(ToString::to_string).collect();
                let finding = Diagnostic::error(Code::PackIndex, "this index is not configured")
                    .with_file(source.to_string())
                    .with_nearest_of(&source.to_string(), known.iter().map(String::as_str));
                return Err(Failure::with(Exit::Usage, finding));
            }
            store.use_source(&source, false, &link)?
        }
    };
    console.info(match count {
        1 => "1 index is configured".to_string(),
        _ => format!("{count} indexes are configured"),
    });
    Ok(Exit::Ok)
}

/// Lists the packs of indexes.
///
/// # Errors
/// If an index cannot be read.
pub fn search(args: &SearchArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let mut found = Vec::new();
    for index in opened(&store, &args.from, true, console)?.indexes {
        found.extend(index.search(&args.words)?);
    }
    // Several indexes may have the same version.
    let mut seen = BTreeSet::new();
    found.retain(|listed| seen.insert((listed.name.clone(), listed.version.clone(), listed.sha256.clone())));
    if args.json {
        console.print_json(&json!({"packs": found}))?;
        return Ok(Exit::Ok);
    }
    if found.is_empty() {
        console.info(match args.words.is_empty() {
            true => "the indexes do not contain usable packs".to_string(),
            false => format!("no pack matches: {words}", words = args.words.join(" ")),
        });
    }
    for (listed, unfit) in found.iter().zip(store.unfit(&found, Terms::default())) {
        let note = |reason| format!("  (skipped: {reason})");
        let passed = unfit.map(note).unwrap_or_default();
        let (size, description) = (size(listed.size), &listed.description);
        console.print(&format!("{} {}  {size}  {description}{passed}", listed.name, listed.version))?;
    }
    Ok(Exit::Ok)
}

/// Installs newer versions.
///
/// # Errors
/// If no index has the pack, or the pack is not accepted.
pub fn update(args: &UpdateArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let installed = store.installed();
    let wanted = installed.newest().into_iter().filter(|pack| pack.wanted);
    let names: Vec<Requirement> = match args.packs.is_empty() {
        true => wanted.map(|pack| Requirement::any(pack.name.clone())).collect(),
        false => args.packs.clone(),
    };
    let opened = opened(&store, &args.from.from, !names.is_empty(), console)?;
    let key = args.from.key()?;
    let terms = Terms { key: key.as_deref(), build: args.from.build };
    let found = opened.found(store.offer_named(&names, &opened.indexes, terms, &super::cancelable()))?;
    found.passed.iter().for_each(|passed| console.info(passed.sentence()));
    if found.packs.is_empty() {
        console.info(match found.passed.is_empty() {
            true => "the newest versions are installed".to_string(),
            false => "the newest usable versions are installed".to_string(),
        });
        return Ok(Exit::Ok);
    }
    put(&store, &found.packs, &args.from, console)
}
