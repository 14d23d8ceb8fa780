//! `sim doctor`.

use crate::console::{Console, conduct};
use crate::counts::components;
use crate::exit::{Exit, Outcome};
use crate::rows::Rows;
use crate::session::PluginArgs;
use serde::Serialize;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::plugins::{Chosen, Describe, Isolation, PluginHost, Status};
use sim_core::words::counted;
use std::fmt::Write;
use std::io::IsTerminal;

/// Reports the state of this installation and its problems. Exit status 4 if a plugin cannot be used.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the report as JSON
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
    /// The restrictions on isolated libraries that this system cannot enforce; none if it enforces all.
    isolation_gaps: Option<String>,
    folders: Vec<Folder>,
    files: Vec<File>,
    components: usize,
    duplicates: Diagnostics,
    /// Number of duplicates that make an id unusable.
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
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic: Option<Diagnostic>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    // The user may have fixed the problems since the last attempt.
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

fn isolation_gaps() -> Option<String> {
    let refused = Isolation::by_this_program(vec![Chosen::All]).err();
    let finding = refused.or_else(Isolation::gaps)?;
    Some(finding.found.unwrap_or(finding.message))
}

fn folders(host: &PluginHost) -> Vec<Folder> {
    let folder = |folder: &sim_core::plugins::Folder| Folder {
        path: folder.path.display().to_string(),
        origin: folder.origin.words(),
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
    rows.add("program", format!("sim {}, plugins of ABI {}", report.program_version, report.abi_version));
    rows.add("machine", format!("{}, {}", report.system, counted(report.threads, "thread")));
    rows.add("terminal", if report.terminal { "yes" } else { "no" });
    rows.add("temporary", &report.temporary_folder);
    rows.add(
        "isolation",
        match &report.isolation_gaps {
            None => "library processes can be confined".to_string(),
            Some(gaps) => format!("restricted: {gaps}"),
        },
    );
    for (index, Folder { path, origin, exists }) in report.folders.iter().enumerate() {
        let label = if index == 0 { "searched" } else { "" };
        rows.add(
            label,
            match exists {
                true => format!("{path} ({origin})"),
                false => format!("{path} ({origin}, does not exist)"),
            },
        );
    }
    let mut text = rows.text("", 10);
    let width = report.files.iter().map(|file| file.file.chars().count()).max().unwrap_or(0);
    text.push('\n');
    for file in &report.files {
        let more = match (&file.version, &file.components, &file.reason) {
            (Some(version), Some(count), _) => format!("{version}, {}", components(*count)),
            (_, _, Some(reason)) => reason.clone(),
            _ => String::new(),
        };
        let _ = writeln!(text, "{:<10} {:<width$}  {more}", file.status, file.file);
    }
    let count = |status: &str| report.files.iter().filter(|file| file.status == status).count();
    let [registered, failed, skipped] = ["registered", "failed", "skipped"].map(|status| count(status).to_string());
    let sum = format!(
        "{registered} registered with {components}, {failed} failed, {skipped} skipped, {ids} defined twice",
        components = components(report.components),
        ids = counted(report.conflicts, "id")
    );
    let _ = writeln!(text, "\n{}", sum);
    text
}
