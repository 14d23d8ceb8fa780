//! `sim check`.

use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use crate::session::{ChangeArgs, PluginArgs, refused_plugins};
use serde::Serialize;
use sim_abi::declare::Channel;
use sim_abi::service::RobotLayout;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::PluginHost;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Checks scenes: files, names, shapes, models, every parameter against its schema, and that all components can be set up.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenes
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
    ok: bool,
    diagnostics: Diagnostics,
    robots: Vec<RobotLayout>,
    objects: usize,
    services: usize,
    /// Ids for which the scene wants another library than the installation's.
    #[serde(skip)]
    replaced: Vec<String>,
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
    let name = scene.display().to_string();
    let mut checked = Checked {
        scene: name,
        ok: false,
        diagnostics: Diagnostics::new(),
        robots: Vec::new(),
        objects: 0,
        services: 0,
        replaced: Vec::new(),
    };
    let loaded = match args.change.load(scene, &[]) {
        Ok((loaded, _)) => loaded,
        Err(failure) => return Checked { diagnostics: failure.diagnostics, ..checked },
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

fn text(checked: &Checked, verbose: bool) -> String {
    if !checked.ok {
        let errors = checked.diagnostics.iter().filter(|d| d.severity == sim_core::diagnostic::Severity::Error).count();
        return format!("{}: {} problem{}", checked.scene, errors, if errors == 1 { "" } else { "s" });
    }
    let (robots, objects, services) = (checked.robots.len(), checked.objects, checked.services);
    let mut text = format!("{}: ok, {robots} robots, {objects} objects, {services} services\n", checked.scene);
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
