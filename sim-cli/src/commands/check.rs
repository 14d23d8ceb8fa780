//! `sim check`.

use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use crate::nautilus::config;
use crate::nautilus::scene::{Flags, told, translate};
use crate::session::{ChangeArgs, PluginArgs, refused_plugins};
use serde::Serialize;
use sim_abi::declare::Channel;
use sim_abi::service::RobotLayout;
use sim_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::PluginHost;
use sim_core::words::counted;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Checks scenes: files, names, shapes, models, every parameter against its schema, and that all components can be set up.
///
/// Robot files (`.urdf`, `.robot.ron`) and configurations of the NAUTILUS simulator (`.json`) are checked as what they are.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenes, robot files or configurations
    #[arg(required = true)]
    scenes: Vec<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    /// List robots with sensors, actuators and channels
    #[arg(long, short)]
    verbose: bool,
    /// The findings as one JSON document
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
    /// What the file is.
    kind: FileKind,
    ok: bool,
    diagnostics: Diagnostics,
    robots: Vec<RobotLayout>,
    objects: usize,
    services: usize,
    /// Ids for which the scene wants another library than the installation's.
    #[serde(skip)]
    replaced: Vec<String>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FileKind {
    Scene,
    Robot,
    /// A configuration of the NAUTILUS simulator.
    Nautilus,
}

impl FileKind {
    fn of(path: &Path) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if [".urdf", ".xacro", ".xml", ".robot.ron"].iter().any(|ending| name.ends_with(ending)) {
            return Self::Robot;
        }
        // What cannot be read is told by the reader of scenes.
        let text = if name.ends_with(".json") { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        if config::looks_like_one(&text) { Self::Nautilus } else { Self::Scene }
    }
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let console = Console::new(args.json);
    console.conclude(execute(&args, &console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let host = args.plugins.host()?;
    let mut failures = refused_plugins(&host);
    console.show_all(&failures);
    let mut all = Diagnostics::new();
    let mut scenes = Vec::new();
    for scene in &args.scenes {
        let checked = check(args, scene, &host);
        console.show_all(&checked.diagnostics);
        if !args.json {
            console.print(&text(&checked, args.verbose))?;
        }
        all.append(checked.diagnostics.clone());
        scenes.push(checked);
    }
    let claims = host.duplicates_with(&replaced_by_all(&scenes)).into_iter().map(Diagnostic::into_warning).collect();
    console.show_all(&claims);
    failures.append(claims);
    let exit = Failure::from(all).exit;
    if args.json {
        console.print_json(&Document { scenes, plugin_failures: failures, exit_status: exit.status() })?;
    }
    Ok(exit)
}

/// Ids of the installation for which every scene wants another library.
fn replaced_by_all(scenes: &[Checked]) -> Vec<String> {
    let Some((first, others)) = scenes.split_first() else { return Vec::new() };
    first.replaced.iter().filter(|id| others.iter().all(|scene| scene.replaced.contains(id))).cloned().collect()
}

fn check(args: &Args, scene: &Path, host: &PluginHost) -> Checked {
    let mut checked = Checked {
        scene: scene.display().to_string(),
        kind: FileKind::of(scene),
        ok: false,
        diagnostics: Diagnostics::new(),
        robots: Vec::new(),
        objects: 0,
        services: 0,
        replaced: Vec::new(),
    };
    let loaded = match checked.kind {
        FileKind::Scene => args.change.load(scene, &[]).map(|(loaded, _)| loaded).map_err(|failure| failure.diagnostics),
        FileKind::Nautilus => {
            return match configuration(scene, host) {
                Ok((robots, warnings)) => Checked { ok: true, robots, diagnostics: warnings, ..checked },
                Err(findings) => Checked { diagnostics: findings, ..checked },
            };
        }
        FileKind::Robot => {
            return match sim_core::model::load(scene, &args.change.urdf()) {
                Ok(model) => Checked { ok: true, diagnostics: model.findings().collect(), ..checked },
                Err(errors) => Checked { diagnostics: errors.iter().map(Diagnostic::from).collect(), ..checked },
            };
        }
    };
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(findings) => return Checked { diagnostics: findings, ..checked },
    };
    checked.replaced = loaded.scene.replaced();
    (checked.objects, checked.services) = (loaded.scene.objects.len(), loaded.scene.services.len());
    let options = BuildOptions { urdf: args.change.urdf(), ..BuildOptions::default() };
    match Simulation::build(&loaded, host, &options) {
        Ok(built) => {
            checked.ok = true;
            checked.diagnostics = built.warnings;
            checked.robots = (0..built.simulation.robot_count()).map(|robot| built.simulation.layout(robot)).collect();
        }
        Err(findings) => checked.diagnostics = findings,
    }
    checked
}

/// Checks a configuration of the NAUTILUS simulator. Returns the robots of the scene that it stands for, and warnings.
fn configuration(path: &Path, host: &PluginHost) -> Result<(Vec<RobotLayout>, Diagnostics), Diagnostics> {
    let file = config::File::read(path)?;
    let mut warnings = file.warnings.clone();
    let translated = translate(Some(&file), &Flags::default(), host)?;
    warnings.append(translated.warnings);
    let built = Simulation::build(&translated.loaded, host, &BuildOptions::default());
    let built = built.map_err(|findings| told(&findings, Some(&file)))?;
    warnings.append(told(&built.warnings, Some(&file)));
    Ok(((0..built.simulation.robot_count()).map(|robot| built.simulation.layout(robot)).collect(), warnings))
}

fn text(checked: &Checked, verbose: bool) -> String {
    if !checked.ok {
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        return format!("{}: {}", checked.scene, counted(errors, "problem"));
    }
    let (robots, objects, services) = (checked.robots.len(), checked.objects, checked.services);
    let [robots, objects, services] =
        [(robots, "robot"), (objects, "object"), (services, "service")].map(|(count, what)| counted(count, what));
    let mut text = match checked.kind {
        FileKind::Scene => format!("{}: ok, {robots}, {objects}, {services}\n", checked.scene),
        FileKind::Robot => format!("{}: ok, a robot file\n", checked.scene),
        FileKind::Nautilus => format!("{}: ok, a configuration with {robots} (`sim nautilus`)\n", checked.scene),
    };
    if verbose {
        let mut before: Option<&RobotLayout> = None;
        for robot in &checked.robots {
            match before {
                Some(other) if other.parts == robot.parts => {
                    let _ = writeln!(text, "\n  {}: as {}", robot.name, other.name);
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
    for part in &robot.parts {
        let _ = writeln!(text, "    {:<10} {:<width$}  {}", part.kind, part.name, part.component);
        let channels = part.channels.iter().map(|channel| ("", channel));
        let published = part.published.iter().map(|channel| ("publishes ", channel));
        let lines: Vec<(String, &Channel)> =
            channels.chain(published).map(|(prefix, channel)| (format!("{prefix}{}", channel.name), channel)).collect();
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

/// The first and the last of many channels, such as the rays of a lidar.
fn shortened<'a>(lines: &'a [(String, &'a Channel)]) -> Vec<(String, Option<&'a Channel>)> {
    let line = |(name, channel): &(String, &'a Channel)| (name.clone(), Some(*channel));
    if lines.len() <= 12 {
        return lines.iter().map(line).collect();
    }
    let mut short: Vec<_> = lines[..3].iter().map(line).collect();
    short.push((format!("… {} more", lines.len() - 4), None));
    short.extend(lines.last().map(line));
    short
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
