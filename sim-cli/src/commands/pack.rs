//! `sim pack`: builds packs of robots, and installs them into the user's store.

mod components;
mod indexes;
mod info;
mod keys;
mod sources;

use super::new::failure;
use crate::console::{Console, conduct};
use crate::counts;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::output::{ForceArgs, Outputs};
use components::UsedComponents;
use indexes::{FromArgs, PublishArgs, RevokeArgs, SearchArgs, SourceArgs, UpdateArgs};
use info::InfoArgs;
use keys::{KeyArgs, SignArgs, TrustArgs};
use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::model::UrdfOptions;
use sim_core::packs::{InstalledPack, Lock, Locked, OWN_PUBLISHER, PackName, Requirement, SCHEME, lock_file};
use sim_core::plugins::Describe;
use sim_core::scene::{LoadOptions, Scene};
use sim_core::words::counted;
use sim_pack::{Archive, Contents, Offered, Revocations, Store, Terms, Work, size};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Interval at which running work is checked for cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// Creates, checks, builds, installs and removes packs: robots with models, components, scenes and documents, distributed as one
/// file.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Create the folder of a new pack: a robot, its controller and a scene
    New(NewArgs),
    /// Check the folder of a pack, or an archive
    Check(CheckArgs),
    /// Build the libraries of a pack and its archive
    Build(BuildArgs),
    /// Create a key pair for signing packs
    Key(KeyArgs),
    /// Sign an archive
    Sign(SignArgs),
    /// Trust the public key of a publisher, or list the trusted keys
    Trust(TrustArgs),
    /// Publish an archive to an index, from which others can install it by name
    Publish(PublishArgs),
    /// Revoke versions of a pack in an index
    Revoke(RevokeArgs),
    /// List the configured indexes, or add or remove one
    Source(SourceArgs),
    /// Search the configured indexes for packs
    Search(SearchArgs),
    /// Install packs
    Install(InstallArgs),
    /// Install newer versions of packs from the configured indexes
    Update(UpdateArgs),
    /// Run the libraries of a pack in separate processes (the default) or in the simulator process
    Isolate(IsolateArgs),
    /// Remove an installed pack, and dependencies that are no longer needed
    Remove(RemoveArgs),
    /// List the installed packs
    List(ListArgs),
    /// Show the contents of an installed pack, an archive or a folder
    Info(InfoArgs),
    /// Compare the files of installed packs with their archives
    Verify(VerifyArgs),
    /// Write a lock file next to a scene with the exact versions of its packs
    Lock(LockArgs),
    /// Write the archive of an installed pack
    Export(ExportArgs),
}

#[derive(Debug, clap::Args)]
struct NewArgs {
    /// Name of the pack as PUBLISHER/NAME, such as acme/rover
    #[arg(value_name = "PUBLISHER/NAME", value_parser = name)]
    name: PackName,
    /// Parent folder of the new folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Folder of the crate `sim-abi` of an SDK. Default: next to the program, or in its source tree
    #[arg(long, value_name = "PATH")]
    sdk: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// Folder or archive
    #[arg(value_name = "FOLDER|ARCHIVE", default_value = ".")]
    pack: PathBuf,
}

#[derive(Debug, clap::Args)]
struct BuildArgs {
    /// Folder of the pack
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Archive of the same version built on another machine, whose libraries are added; repeatable
    #[arg(long, value_name = "ARCHIVE")]
    with: Vec<PathBuf>,
    /// Folder for the archive. Default: the folder of the pack
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct InstallArgs {
    /// Names of packs, optionally with versions; archives; pack folders, which are built first
    #[arg(value_name = "PACK|ARCHIVE|FOLDER", required = true)]
    packs: Vec<String>,
    #[command(flatten)]
    from: FromArgs,
}

#[derive(Debug, clap::Args)]
struct IsolateArgs {
    /// The pack, optionally with versions: acme/rover, acme/rover@1.2.0 (exactly this version), acme/rover@^1.2
    #[arg(value_name = "PACK", value_parser = there)]
    pack: Requirement,
    /// Run them in the simulator process, without isolation
    #[arg(long)]
    off: bool,
}

#[derive(Debug, clap::Args)]
struct RemoveArgs {
    /// The pack, optionally with versions: acme/rover, acme/rover@1.2.0 (exactly this version), acme/rover@^1.2
    #[arg(value_name = "PACK", value_parser = there)]
    pack: Requirement,
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// The pack, optionally with versions. Default: all installed packs
    #[arg(value_name = "PACK", value_parser = there)]
    pack: Option<Requirement>,
}

#[derive(Debug, clap::Args)]
struct LockArgs {
    /// The scene
    scene: PathBuf,
}

#[derive(Debug, clap::Args)]
struct ExportArgs {
    /// The pack, optionally with versions: acme/rover, acme/rover@1.2.0 (exactly this version), acme/rover@^1.2
    #[arg(value_name = "PACK", value_parser = there)]
    pack: Requirement,
    /// Folder for the archive
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
}

fn parsed<T: FromStr<Err = String>>(text: &str) -> Result<T, String> {
    text.parse()
}

fn name(text: &str) -> Result<PackName, String> {
    parsed(text)
}

fn requirement(text: &str) -> Result<Requirement, String> {
    parsed(text)
}

/// Parses the name of an existing pack; a full version matches exactly.
fn there(text: &str) -> Result<Requirement, String> {
    Requirement::of_what_is_there(text)
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let json = match &args.what {
        What::List(args) => args.json,
        What::Info(args) => args.json,
        What::Search(args) => args.json,
        _ => false,
    };
    conduct(json, |console| match (done(&args.what, console), &args.what) {
        (Err(_), What::Install(_) | What::Update(_)) if interrupt::asked() => {
            console.info("interrupted; `sim pack list` lists the installed packs");
            Ok(Exit::Interrupted)
        }
        (Err(failure), _) if interrupt::asked() => Err(Failure { exit: Exit::Interrupted, ..failure }),
        (outcome, _) => outcome,
    })
}

fn done(what: &What, console: &Console) -> Outcome {
    match what {
        What::New(args) => new(args, console),
        What::Check(args) => check(args, console),
        What::Build(args) => build(args, console),
        What::Key(args) => keys::key(args, console),
        What::Sign(args) => keys::sign(args, console),
        What::Trust(args) => keys::trust(args, console),
        What::Publish(args) => indexes::publish(args, console),
        What::Revoke(args) => indexes::revoke(args, console),
        What::Source(args) => indexes::source(args, console),
        What::Search(args) => indexes::search(args, console),
        What::Update(args) => indexes::update(args, console),
        What::Install(args) => install(args, console),
        What::Isolate(args) => isolate(args, console),
        What::Remove(args) => remove(args, console),
        What::List(args) => list(args, console),
        What::Info(args) => info::info(args, console),
        What::Verify(args) => verify(args, console),
        What::Lock(args) => lock(args, console),
        What::Export(args) => export(args, console),
    }
}

/// Work that Ctrl-C cancels, once [`indexes::opened`] handles the signal.
fn cancelable() -> Arc<Work> {
    let work = Arc::<Work>::default();
    let shared = Arc::downgrade(&work);
    std::thread::spawn(move || {
        while let Some(work) = shared.upgrade() {
            if interrupt::asked() {
                return work.cancel();
            }
            drop(work);
            std::thread::sleep(LOOK);
        }
    });
    work
}

fn new(args: &NewArgs, console: &Console) -> Outcome {
    let folder = sim_project::new_pack(&args.name, &args.dir, args.sdk.as_deref()).map_err(failure)?;
    let folder = folder.display();
    if args.name.publisher() == OWN_PUBLISHER {
        let message = format!("the publisher `{OWN_PUBLISHER}` is reserved for built-in packs");
        let help = format!("choose your own publisher name; packs of `{OWN_PUBLISHER}` are never installed unsigned");
        console
            .show(&Diagnostic::warning(Code::ConfigValue, message).with_found(args.name.to_string()).with_help(help));
    }
    console.info(format!("created the pack `{name}` in {folder}", name = args.name));
    console.info(format!("next: cd {folder} && sim pack build; see README.md for an overview"));
    Ok(Exit::Ok)
}

fn check(args: &CheckArgs, console: &Console) -> Outcome {
    let contents = match args.pack.is_dir() {
        true => {
            let (contents, others) = sim_pack::check_folder(&args.pack)?;
            if !others.is_empty() {
                console.info(format!("not part of the pack: {names}", names = others.join(", ")));
            }
            let named = read_all(&args.pack, &contents)?;
            let manifest = &contents.manifest;
            let built = manifest.crates.is_empty() && manifest.sources.is_empty();
            console.show_all(&components::warnings(manifest, &named, built));
            contents
        }
        false => {
            let contents = Archive::open(&args.pack)?.contents;
            sim_pack::usable(&contents.manifest)?;
            contents
        }
    };
    console.info(format!("{pack} is valid: {holds}", pack = title(&contents), holds = holds(&contents)));
    Ok(Exit::Ok)
}

/// Reads the robots and scenes in the folder of a pack. Returns the components that they use.
///
/// # Errors
/// All errors in them. Missing packs are not errors of a scene: the pack itself is not installed yet.
fn read_all(folder: &Path, contents: &Contents) -> Outcome<Vec<UsedComponents>> {
    let (mut findings, mut named) = (sim_core::diagnostic::Diagnostics::new(), Vec::new());
    for model in contents.models() {
        let file = folder.join(model);
        match sim_core::model::load(&file, &UrdfOptions::default()) {
            Ok(model) => {
                model.findings().for_each(|finding| findings.push(finding));
                named.push(UsedComponents::by_robot(file.display().to_string(), &model));
            }
            Err(errors) => errors.iter().for_each(|error| findings.push(Diagnostic::from(error))),
        }
    }
    for scene in contents.scenes() {
        let file = folder.join(scene);
        if let Err(more) = Scene::load(&file) {
            more.into_iter()
                .filter(|finding| finding.code != Code::PackMissing)
                .for_each(|finding| findings.push(finding));
        }
        if let Some(loaded) = Scene::load_partly(&file, &LoadOptions::default()).loaded {
            named.push(UsedComponents::by_scene(file.display().to_string(), &loaded.scene));
        }
    }
    if findings.has_errors() { Err(findings.into()) } else { Ok(named) }
}

/// `acme/rover 1.2.0`.
fn title(contents: &Contents) -> String {
    format!("{} {}", contents.manifest.name, contents.manifest.version)
}

fn holds(contents: &Contents) -> String {
    format!(
        "{files} of {size}, {robots}, {scenes}, {libraries}",
        files = counts::files(contents.files.len()),
        size = size(contents.size()),
        robots = counts::robots(contents.models().len()),
        scenes = counts::scenes(contents.scenes().len()),
        libraries = counts::libraries(contents.manifest.libraries.len())
    )
}

/// Builds the pack in a folder and reports progress.
fn built(folder: &Path, with: &[PathBuf], to: &Path, console: &Console) -> Outcome<sim_pack::Built> {
    let progress = |name: &str| console.info(format!("building the library of `{name}`"));
    let built = sim_pack::build(folder, with, to, &Describe::by_this_program(), &progress)?;
    Ok(built)
}

fn build(args: &BuildArgs, console: &Console) -> Outcome {
    let named = read_all(&args.folder, &sim_pack::inspect_folder(&args.folder)?.0)?;
    let to = args.output.as_deref().unwrap_or(&args.folder);
    let built = built(&args.folder, &args.with, to, console)?;
    let manifest = &built.contents.manifest;
    // A pack with only sources is built on other machines.
    let built_here = manifest.sources.is_empty() || !manifest.libraries.is_empty();
    console.show_all(&components::warnings(manifest, &named, built_here));
    console.info(format!("{pack}: {holds}", pack = title(&built.contents), holds = holds(&built.contents)));
    console.info(format!("SHA-256 {sha256}", sha256 = built.sha256));
    console.print(&built.archive.display().to_string())?;
    Ok(Exit::Ok)
}

fn install(args: &InstallArgs, console: &Console) -> Outcome {
    let scratch = tempfile::tempdir().map_err(|error| {
        let message = "cannot create a temporary folder for building packs";
        Diagnostic::error(Code::PackStore, message).with_found(error.to_string())
    })?;
    let store = Store::of_user()?;
    let (mut files, mut offered, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for pack in &args.packs {
        let path = Path::new(pack);
        // `publisher/name` is always the name of a pack, even if such a folder exists; `./publisher/name` is a folder.
        let form = match pack.parse::<Requirement>() {
            Ok(name) => {
                names.push(name);
                continue;
            }
            Err(form) => form,
        };
        match (path.exists(), path.is_dir()) {
            (false, _) => return Err(no_pack(pack, form)),
            (_, true) => {
                let archive = Archive::open(&built(path, &[], scratch.path(), console)?.archive)?;
                offered.push(Offered::own(archive, pack.clone()));
            }
            (_, false) => files.push(path),
        }
    }
    let opened = indexes::opened(&store, &args.from.from, !names.is_empty(), console)?;
    let indexes = &opened.indexes;
    let (key, work) = (args.from.key()?, cancelable());
    for file in files {
        offered.push(store.offer_file(file, indexes, key.as_deref(), &work)?);
    }
    let terms = Terms { key: key.as_deref(), build: args.from.build };
    let needed = opened.found(store.offer_needed(&offered, indexes, terms, &work))?;
    let named = opened.found(store.offer_named(&names, indexes, terms, &work))?;
    for found in [needed, named] {
        found.passed.iter().for_each(|passed| console.info(passed.sentence()));
        offered.extend(found.packs);
    }
    if offered.is_empty() {
        console.info("everything is already installed");
        return Ok(Exit::Ok);
    }
    put(&store, &offered, &args.from, console)
}

/// Installs all offered packs or none, and reports it. Asks before trusting new keys and before building from source.
fn put(store: &Store, offered: &[Offered], from: &FromArgs, console: &Console) -> Outcome {
    store.check(offered)?;
    keys::agreed(offered, from.yes, console)?;
    sources::agreed(store, offered, from.build, console)?;
    let installed = store.accept(offered, &cancelable())?;
    for sim_pack::NewKey { publisher, key } in sim_pack::new_keys(offered) {
        console.info(format!("the key {key} of {publisher} is now trusted"));
    }
    for pack in installed {
        console.info(format!("installed {} {}, {}", pack.name, pack.version, size(pack.size)));
    }
    Ok(Exit::Ok)
}

/// Asks a yes/no question on the terminal; false without a terminal.
fn asked(question: &str) -> bool {
    if !std::io::stdin().is_terminal() {
        return false;
    }
    let mut answer = String::new();
    let _ = write!(std::io::stderr(), "{} ", question).and_then(|()| std::io::stderr().flush());
    let _ = std::io::stdin().lock().read_line(&mut answer);
    let answer = answer.trim().to_lowercase();
    ["y", "yes", "s", "sí", "si"].contains(&answer.as_str())
}

/// The failure for an argument that is neither a file nor the name of a pack.
fn no_pack(pack: &str, form: String) -> Failure {
    if pack.split_once('@').is_some_and(|(name, _)| name.parse::<PackName>().is_ok()) {
        let message = "invalid versions of a pack";
        let finding = Diagnostic::error(Code::ConfigValue, message).with_expected(form).with_found(pack.to_owned());
        return Failure::with(Exit::Usage, finding);
    }
    let message = "archive, folder or pack not found";
    let finding = Diagnostic::error(Code::ConfigValue, message).with_file(pack.to_owned()).with_help(
        "specify a file `….simpack`, a folder with a `pack.ron` such as `./rover`, or a pack as `publisher/name`",
    );
    Failure::with(Exit::Usage, finding)
}

fn isolate(args: &IsolateArgs, console: &Console) -> Outcome {
    for pack in Store::of_user()?.set_in_process(&args.pack, args.off)? {
        let pack = format!("{} {}", pack.name, pack.version);
        console.info(match args.off {
            true => format!("{pack} now runs in the simulator process, with all your permissions"),
            false => format!("{pack} now runs in separate processes"),
        });
    }
    Ok(Exit::Ok)
}

fn remove(args: &RemoveArgs, console: &Console) -> Outcome {
    let removed = Store::of_user()?.remove(&args.pack)?;
    for pack in &removed.packs {
        console.info(format!("removed {} {}", pack.name, pack.version));
    }
    console.info(format!("freed {size}", size = size(removed.bytes)));
    Ok(Exit::Ok)
}

/// An installed pack as JSON, with the reason if it is revoked.
fn as_data(pack: &InstalledPack, revoked: Option<&str>) -> Value {
    let mut data = serde_json::to_value(pack).unwrap_or_default();
    if let Some(fields) = data.as_object_mut() {
        fields.insert("folder".to_owned(), json!(pack.folder.display().to_string()));
        fields.insert("revoked".to_owned(), json!(revoked));
    }
    data
}

fn list(args: &ListArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let installed = store.installed();
    for file in installed.unreadable() {
        let message = "the record of an installed pack cannot be read";
        let finding = Diagnostic::warning(Code::PackStore, message).with_file(file.display().to_string());
        console.show(&finding.with_help("remove the file and install the pack again"));
    }
    let mut revocations = Revocations::of(&store);
    if args.json {
        let data = |pack: &InstalledPack| as_data(pack, revocations.reason(&Locked::of(pack)).as_deref());
        console.print_json(&json!({"packs": installed.packs().iter().map(data).collect::<Vec<_>>()}))?;
        return Ok(Exit::Ok);
    }
    if installed.packs().is_empty() {
        console.info(format!("no pack is installed in {folder}", folder = store.folder().display()));
    }
    for pack in installed.packs() {
        let needed = if pack.wanted { String::new() } else { "  (dependency)".to_string() };
        let reason = revocations.reason(&Locked::of(pack));
        let note = |reason| format!("  (revoked: {reason})");
        let revoked = reason.map(note).unwrap_or_default();
        console.print(&format!("{} {}  {}{needed}{revoked}", pack.name, pack.version, size(pack.size)))?;
    }
    if !installed.packs().is_empty() {
        console.info("`sim pack info PACK` shows the contents of a pack, `sim list` the scenes");
    }
    Ok(Exit::Ok)
}

fn verify(args: &VerifyArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let packs = match &args.pack {
        Some(requirement) => vec![store.find(requirement)?],
        None => store.installed().packs().to_vec(),
    };
    let mut findings = sim_core::diagnostic::Diagnostics::new();
    for pack in &packs {
        match store.verify(pack) {
            Ok(contents) => {
                let pack = title(&contents);
                console.info(match contents.files.len() {
                    1 => format!("{pack}: 1 file, unchanged"),
                    count => format!("{pack}: {count} files, all unchanged"),
                });
            }
            Err(more) => findings.append(more),
        }
    }
    if findings.has_errors() { Err(findings.into()) } else { Ok(Exit::Ok) }
}

fn lock(args: &LockArgs, console: &Console) -> Outcome {
    let scene = &args.scene;
    if scene.to_string_lossy().starts_with(SCHEME) {
        let message = "a scene in a pack cannot have a lock file";
        let help = "copy the scene to your own folder and lock the copy";
        let finding = Diagnostic::error(Code::ConfigValue, message).with_file(scene.display().to_string());
        return Err(Failure::with(Exit::Usage, finding.with_help(help)));
    }
    let file = lock_file(scene);
    // Versions pinned by an earlier lock file do not apply to the new one.
    let loaded = Scene::load_with(scene, &LoadOptions { unlocked: true, ..LoadOptions::default() })?;
    let lock = Lock::of_packs(loaded.packs());
    if lock.packs.is_empty() {
        return Err(Diagnostic::error(Code::ConfigValue, "the scene does not use packs")
            .with_file(scene.display().to_string())
            .with_help("list them in the scene: `packs: [\"publisher/name\"]`")
            .into());
    }
    sim_core::files::write_whole(&file, lock.to_text().as_bytes()).map_err(|error| {
        Diagnostic::error(Code::ConfigOutput, "the lock file cannot be written")
            .with_file(file.display().to_string())
            .with_found(error.to_string())
    })?;
    console.show_all(&Revocations::of(&Store::of_user()?).warnings(&lock.packs));
    let file = file.display();
    console.info(format!("wrote {file} with {count}", count = counted(lock.packs.len(), "pack")));
    Ok(Exit::Ok)
}

fn export(args: &ExportArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    let pack = store.find(&args.pack)?;
    let archive = store.archive(&pack);
    let to = args.output.join(sim_pack::archive_name(&pack.name, &pack.version));
    let written = |error: std::io::Error| {
        let message = "the archive cannot be written";
        Diagnostic::error(Code::ConfigOutput, message).with_file(to.display().to_string()).with_found(error.to_string())
    };
    std::fs::create_dir_all(&args.output).map_err(written)?;
    Outputs::new(args.force).reading([archive.as_path()]).file("--output", &to).checked()?;
    std::fs::copy(&archive, &to).map_err(written)?;
    console.print(&to.display().to_string())?;
    Ok(Exit::Ok)
}
