//! `sim doctor`.

use crate::console::{Console, conduct};
use crate::counts::components;
use crate::exit::{Exit, Outcome};
use crate::rows::Rows;
use crate::session::PluginArgs;
use serde::Serialize;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Phrase, Sentence};
use sim_core::plugins::{Chosen, Describe, Isolation, PluginHost, Status};
use std::fmt::Write;
use std::io::IsTerminal;

/// Says what this installation consists of and what is wrong with it. Exit status 4 if a plugin cannot be used.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    plugins: PluginArgs,
    /// The report as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    program_version: &'static str,
    abi_version: String,
    system: String,
    threads: usize,
    terminal: bool,
    temporary_folder: String,
    /// What the system cannot keep libraries from that run in processes of their own; nothing where it can do all of it.
    isolation_gaps: Option<Sentence>,
    folders: Vec<Folder>,
    files: Vec<File>,
    components: usize,
    duplicates: Diagnostics,
    /// How many of them are ids that nobody can use.
    #[serde(skip)]
    conflicts: usize,
    exit_status: u8,
}

#[derive(Serialize)]
struct Folder {
    path: String,
    origin: &'static str,
    exists: bool,
}

#[derive(Serialize)]
struct File {
    file: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abi: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Sentence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic: Option<Diagnostic>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    // Whoever asks for this may have mended what was missing.
    Describe::by_this_program().forget_failures();
    let host = args.plugins.host()?;
    let duplicates: Diagnostics = host.duplicates().into_iter().collect();
    let conflicts = duplicates.iter().filter(|finding| finding.code == Code::PluginDuplicateId).count();
    let bad = host.failures().count() > 0 || conflicts > 0;
    let exit = if bad { Exit::Plugin } else { Exit::Ok };
    let report = Report {
        program_version: env!("CARGO_PKG_VERSION"),
        abi_version: format!("{ABI_MAJOR}.{ABI_MINOR}"),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        terminal: std::io::stderr().is_terminal(),
        temporary_folder: std::env::temp_dir().display().to_string(),
        isolation_gaps: isolation_gaps(),
        folders: folders(&host),
        files: files(&host),
        components: host.components().len(),
        conflicts,
        duplicates,
        exit_status: exit.status(),
    };
    if args.json {
        console.print_json(&report)?;
    } else {
        console.print(&text(&report))?;
        host.failures().for_each(|finding| console.show(finding));
        console.show_all(&report.duplicates);
    }
    Ok(exit)
}

fn isolation_gaps() -> Option<Sentence> {
    let refused = Isolation::by_this_program(vec![Chosen::All]).err();
    let finding = refused.or_else(Isolation::gaps)?;
    Some(finding.found.unwrap_or(finding.message))
}

fn folders(host: &PluginHost) -> Vec<Folder> {
    let folder = |folder: &sim_core::plugins::Folder| Folder {
        path: folder.path.display().to_string(),
        origin: folder.origin.words().english(),
        exists: folder.path.is_dir(),
    };
    host.folders().iter().map(folder).collect()
}

fn files(host: &PluginHost) -> Vec<File> {
    let file = |row: &sim_core::plugins::Row| {
        let library = host.libraries().iter().find(|library| library.file == row.file);
        let (status, diagnostic) = match &row.status {
            Status::Registered => ("registered", None),
            Status::Skipped(_) | Status::Copy(_) => ("skipped", None),
            Status::Gone => ("gone", None),
            Status::Failed(diagnostic) => ("failed", Some((**diagnostic).clone())),
        };
        let reason = diagnostic.as_ref().map(|diagnostic| diagnostic.message.clone()).or_else(|| row.status.reason());
        File {
            file: row.file.display().to_string(),
            status,
            version: library.map(|library| format!("{} {}", library.manifest().name, library.manifest().version)),
            abi: library.map(|library| format!("{}.{}", library.stamp.major, library.stamp.minor)),
            components: library.map(|library| library.manifest().components.len()),
            reason,
            diagnostic,
        }
    };
    host.rows().iter().map(file).collect()
}

fn text(report: &Report) -> String {
    let mut rows = Rows::default();
    let (version, abi) = (report.program_version, &report.abi_version);
    rows.add(
        phrase!("doctor-program", "program"),
        say!("doctor-program-is", "sim {version}, plugins of ABI {abi}", version, abi),
    );
    let (system, threads) = (&report.system, report.threads);
    rows.add(
        phrase!("doctor-machine", "machine"),
        say!("doctor-machine-is", ["{system}, {threads} thread", "{system}, {threads} threads"], threads, system),
    );
    let terminal = if report.terminal { say!("doctor-yes", "yes") } else { say!("doctor-no", "no") };
    rows.add(phrase!("doctor-terminal", "terminal"), terminal);
    rows.add(phrase!("doctor-copies", "copies in"), &report.temporary_folder);
    rows.add(
        phrase!("doctor-isolation", "isolation"),
        match &report.isolation_gaps {
            None => say!("doctor-isolation-whole", "processes of libraries can be confined"),
            Some(gaps) => say!("doctor-isolation-gaps", "not as it should be: {gaps}", gaps),
        },
    );
    for (index, Folder { path, origin, exists }) in report.folders.iter().enumerate() {
        let label = if index == 0 { phrase!("doctor-searched", "searched") } else { Phrase::plain("") };
        let origin = origin_told(origin);
        rows.add(
            label,
            match exists {
                true => say!("doctor-folder", "{path} ({origin})", path, origin),
                false => say!("doctor-no-such-folder", "{path} ({origin}, does not exist)", path, origin),
            },
        );
    }
    let mut text = rows.text("", 10);
    let width = report.files.iter().map(|file| file.file.chars().count()).max().unwrap_or(0);
    text.push('\n');
    for file in &report.files {
        let more = match (&file.version, &file.components, &file.reason) {
            (Some(version), Some(count), _) => format!("{version}, {}", components(*count).told()),
            (_, _, Some(reason)) => reason.told().into_owned(),
            _ => String::new(),
        };
        let _ = writeln!(text, "{:<10} {:<width$}  {more}", status_told(file.status), file.file);
    }
    let count = |status: &str| report.files.iter().filter(|file| file.status == status).count();
    let [registered, failed, skipped] = ["registered", "failed", "skipped"].map(|status| count(status).to_string());
    let sum = say!(
        "doctor-sum",
        "{registered} registered with {components}, {failed} failed, {skipped} skipped, {ids} claimed twice",
        registered,
        components = components(report.components),
        failed,
        skipped,
        ids = say!("doctor-ids", ["{count} id", "{count} ids"], count = report.conflicts)
    );
    let _ = writeln!(text, "\n{}", sum.told());
    text
}

/// Why a folder is searched, for people.
fn origin_told(origin: &str) -> Sentence {
    match origin {
        "installation" => say!("doctor-installation", "installation"),
        "project" => say!("doctor-project", "project"),
        "user folder" => say!("doctor-user-folder", "user folder"),
        other => other.into(),
    }
}

/// What became of a file, for people.
fn status_told(status: &str) -> &'static str {
    let word = match status {
        "registered" => phrase!("doctor-registered", "registered"),
        "skipped" => phrase!("doctor-skipped", "skipped"),
        "gone" => phrase!("doctor-gone", "gone"),
        _ => phrase!("doctor-failed", "failed"),
    };
    word.told()
}
