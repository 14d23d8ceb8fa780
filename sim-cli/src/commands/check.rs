//! `sim check`.

use crate::completion;
use crate::console::{Console, conduct};
use crate::counts;
use crate::exit::{Exit, Failure, Outcome};
use crate::external::{self, External, Report, as_data};
use crate::input::{SceneInput, is_standard_input};
use crate::near;
use crate::session::{ChangeArgs, PluginArgs, refused_plugins};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sim_abi::declare::Channel;
use sim_abi::service::RobotLayout;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Simulation, blocked_routes};
use sim_core::plugins::PluginHost;
use sim_core::recording::components_in_use;
use sim_core::words;
use sim_core::words::counted;
use sim_pack::Revocations;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Checks scenes: files, names, shapes, models, every parameter against its schema, and the setup of all components.
///
/// Robot files (`.urdf`, `.robot.ron`) are checked as robots, and JSON files of other programs next to this one by these programs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenes, robot files or files of other programs; - for a scene from standard input
    #[arg(required = true, add = completion::scenes())]
    scenes: Vec<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    /// List robots with sensors, actuators and channels
    #[arg(long, short)]
    verbose: bool,
    /// Print the diagnostics as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    scenes: Vec<Checked>,
    plugin_failures: Diagnostics,
    exit_status: u8,
}

#[derive(Serialize)]
struct Checked {
    scene: String,
    /// Kind of the file.
    kind: FileKind,
    ok: bool,
    diagnostics: Vec<Value>,
    /// Exit status for the findings.
    #[serde(skip)]
    exit: Exit,
    robots: Vec<RobotLayout>,
    objects: usize,
    services: usize,
    /// Ids for which the scene selects a library other than the installation's.
    #[serde(skip)]
    replaced: Vec<String>,
}

/// Kind of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileKind {
    Scene,
    Robot,
    /// A file of another program.
    Other(External),
}

impl FileKind {
    fn of(path: &Path) -> Self {
        if is_standard_input(path) {
            return Self::Scene;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if [".urdf", ".xacro", ".xml", ".robot.ron"].iter().any(|ending| name.ends_with(ending)) {
            return Self::Robot;
        }
        let others = if name.ends_with(".json") && !is_scene(path) { external::beside() } else { Vec::new() };
        others.into_iter().find(|program| program.knows(path)).map_or(Self::Scene, Self::Other)
    }

    fn name(&self) -> &str {
        match self {
            FileKind::Scene => "scene",
            FileKind::Robot => "robot",
            FileKind::Other(program) => &program.name,
        }
    }
}

impl Serialize for FileKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Whether a file is clearly a scene in JSON, so that no other program needs to be queried. Also true for an unreadable file, which the
/// scene reader reports.
fn is_scene(path: &Path) -> bool {
    let Ok(text) = sim_core::scene::text::of_file(path) else { return true };
    matches!(serde_json::from_str(&text), Ok(Value::Object(fields)) if fields.contains_key("format_version"))
}

/// Runs the command.
pub fn run(mut args: Args) -> Exit {
    args.change.with_errors = true;
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let mut host = args.plugins.host()?;
    let mut failures = refused_plugins(&host);
    console.show_all(&failures);
    let mut scenes = Vec::new();
    for scene in &args.scenes {
        let checked = check(args, scene, &mut host, console);
        if !args.json {
            console.print(&text(&checked, args.verbose))?;
        }
        scenes.push(checked);
    }
    let claims = host.duplicates_with(&replaced_by_all(&scenes)).into_iter().map(Diagnostic::into_warning).collect();
    console.show_all(&claims);
    failures.append(claims);
    let exit = Exit::worst(scenes.iter().map(|checked| checked.exit));
    if args.json {
        console.print_json(&Document { scenes, plugin_failures: failures, exit_status: exit.status() })?;
    }
    Ok(exit)
}

/// Ids of the installation for which every scene selects another library.
fn replaced_by_all(scenes: &[Checked]) -> Vec<String> {
    let Some((first, others)) = scenes.split_first() else { return Vec::new() };
    first.replaced.iter().filter(|id| others.iter().all(|scene| scene.replaced.contains(id))).cloned().collect()
}

fn check(args: &Args, scene: &Path, host: &mut PluginHost, console: &Console) -> Checked {
    let mut checked = Checked {
        scene: scene.display().to_string(),
        kind: FileKind::of(scene),
        ok: false,
        diagnostics: Vec::new(),
        exit: Exit::Ok,
        robots: Vec::new(),
        objects: 0,
        services: 0,
        replaced: Vec::new(),
    };
    let found = match &checked.kind {
        FileKind::Scene => as_scene(args, scene, host, &mut checked),
        FileKind::Robot => Ok(as_robot(args, scene)),
        FileKind::Other(program) => match program.check(scene, &args.plugins.plugins) {
            Ok(Report { diagnostics, robots, exit_status }) => {
                let exit = Exit::from_status(exit_status);
                return Checked { ok: exit == Exit::Ok, diagnostics, exit, robots, ..checked };
            }
            Err(failure) => Err(failure),
        },
    };
    let (exit, findings) = match found {
        Ok(findings) => (Exit::of(&findings), findings),
        Err(Failure { exit, diagnostics }) => (exit, diagnostics),
    };
    console.show_all(&findings);
    Checked { ok: !findings.has_errors(), diagnostics: as_data(&findings), exit, ..checked }
}

/// Findings about a robot file.
fn as_robot(args: &Args, file: &Path) -> Diagnostics {
    match sim_core::model::load(file, &args.change.urdf()) {
        Ok(model) => model.findings().collect(),
        Err(errors) => errors.iter().map(Diagnostic::from).collect(),
    }
}

/// Findings about a scene; its content is added to `checked`.
///
/// # Errors
/// If the scene cannot be read.
fn as_scene(args: &Args, scene: &Path, host: &mut PluginHost, checked: &mut Checked) -> Outcome<Diagnostics> {
    let (loaded, _) = args.change.load(&SceneInput::open(scene)?, &[])?;
    checked.replaced = loaded.scene.replaced();
    (checked.objects, checked.services) = (loaded.scene.objects.len(), loaded.scene.services.len());
    let options = BuildOptions { urdf: args.change.urdf(), ..BuildOptions::default() };
    Ok(match Simulation::build_with_packs(&loaded, host, &options) {
        Ok(mut built) => {
            let components = components_in_use(&built.simulation, &loaded, host);
            built.warnings.append(Revocations::in_use(&loaded, &components));
            built.warnings.append(blocked_routes(&built.simulation, &loaded));
            checked.robots = built.simulation.robot_views().map(|robot| robot.layout()).collect();
            built.warnings
        }
        Err(findings) => near::helped(findings, host, loaded.folder.as_deref()),
    })
}

fn text(checked: &Checked, verbose: bool) -> String {
    if !checked.ok {
        let errors = checked.diagnostics.iter().filter(|finding| finding["severity"] == "error").count();
        let problems = counted(errors, "problem");
        return format!("{}: {}", checked.scene, problems);
    }
    let (file, robots) = (&checked.scene, counts::robots(checked.robots.len()));
    let what = match &checked.kind {
        FileKind::Scene => {
            let (objects, services) = (counts::objects(checked.objects), counts::services(checked.services));
            format!("{file}: ok, {robots}, {objects}, {services}")
        }
        FileKind::Robot => format!("{file}: ok, a robot file"),
        FileKind::Other(program) => {
            let name = &program.name;
            format!("{file}: ok, a configuration with {robots} (`sim {name}`)")
        }
    };
    let mut text = format!("{}\n", what);
    if verbose {
        let mut before: Option<&RobotLayout> = None;
        for robot in &checked.robots {
            match before {
                Some(other) if other.parts == robot.parts => {
                    let as_other = format!("{robot}: as {other}", robot = robot.name, other = other.name);
                    let _ = writeln!(text, "\n  {}", as_other);
                }
                _ => {
                    describe(&mut text, robot);
                    before = Some(robot);
                }
            }
        }
    }
    text
}

fn describe(text: &mut String, robot: &RobotLayout) {
    let _ = writeln!(text, "\n  {}", robot.name);
    let width = robot.parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let kinds = robot.parts.iter().map(|part| kind_text(&part.kind).chars().count()).max().unwrap_or(0).max(10);
    for part in &robot.parts {
        let kind = kind_text(&part.kind);
        let _ = writeln!(text, "    {kind:<kinds$} {:<width$}  {}", part.name, part.component);
        let channels = part.channels.iter().map(|channel| ("", channel));
        let publishes = "publishes";
        let published = part.published.iter().map(|channel| (publishes, channel));
        let name =
            |(prefix, channel): (&str, &'_ Channel)| format!("{prefix} {}", channel.name).trim_start().to_string();
        let lines: Vec<(String, &Channel)> =
            channels.chain(published).map(|(prefix, channel)| (name((prefix, channel)), channel)).collect();
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, channel) in shortened(&lines) {
            match channel {
                Some(channel) => {
                    let _ = writeln!(text, "      {name:<width$}  {:<6} {}", unit(channel), range(channel));
                }
                None => {
                    let _ = writeln!(text, "      {name}");
                }
            }
        }
    }
}

/// The first and last of many channels, such as the rays of a lidar.
fn shortened<'a>(lines: &'a [(String, &'a Channel)]) -> Vec<(String, Option<&'a Channel>)> {
    let line = |(name, channel): &(String, &'a Channel)| (name.clone(), Some(*channel));
    if lines.len() <= 12 {
        return lines.iter().map(line).collect();
    }
    let mut short: Vec<_> = lines[..3].iter().map(line).collect();
    let more = lines.len() - 4;
    short.push((format!("… {more} more"), None));
    short.extend(lines.last().map(line));
    short
}

/// The kind of a component as text for users.
fn kind_text(kind: &str) -> &str {
    use sim_abi::declare::Kind;
    let kinds = [Kind::Sensor, Kind::Actuator, Kind::Controller, Kind::Dynamics, Kind::Robot, Kind::Service];
    kinds.into_iter().find(|known| known.word() == kind).map_or(kind, |known| words::kind(known))
}

fn unit(channel: &Channel) -> &str {
    if channel.unit.is_empty() { "1" } else { &channel.unit }
}

fn range(channel: &Channel) -> String {
    match (channel.min, channel.max) {
        (Some(min), Some(max)) => format!("{min} … {max}"),
        (Some(min), None) => format!("from {min}"),
        (None, Some(max)) => format!("up to {max}"),
        (None, None) => String::new(),
    }
}
