//! `sim conform`.

use crate::console::Console;
use crate::input::SceneInput;
use crate::exit::{Exit, Outcome};
use crate::session::PluginArgs;
use serde::Serialize;
use sim_abi::declare::{Kind, Part, Request};
use sim_abi::testing::library::{Verdict, check, default_robot};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::LoadOptions;
use std::path::{Path, PathBuf};

/// Checks that the components of a library do what the contract wants of them, in whatever language it was written: names
/// and ranges, parameters, equal and finite results, saved states.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The library
    library: PathBuf,
    /// Check only this component
    #[arg(long, value_name = "ID")]
    component: Option<String>,
    /// Check controllers on the first robot of this scene instead of one with the names of the scout
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    #[command(flatten)]
    plugins: PluginArgs,
    /// The findings as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: String,
    kind: Kind,
    /// `conforms`, `fails` or `not checked`.
    verdict: &'static str,
    /// What does not hold, or why it could not be checked.
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let console = Console::new(args.json);
    console.conclude(execute(&args, &console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let mut host = PluginHost::new(SearchPath::only([]))?;
    host.load_file(&args.library)?;
    let robot = match &args.scene {
        Some(scene) => robot_of(scene, args)?,
        None => default_robot(),
    };
    let mut offers = host.components();
    if let Some(id) = &args.component {
        let known: Vec<String> = offers.iter().map(|offer| offer.id().to_string()).collect();
        offers.retain(|offer| offer.id() == *id);
        if offers.is_empty() {
            return Err(Diagnostic::error(Code::PluginUnknownComponent, format!("the library does not offer `{id}`"))
                .with_nearest_of(id, known.iter().map(String::as_str))
                .with_help(format!("it has: {}", known.join(", ")))
                .into());
        }
    }
    // What a check says is told below; nothing else is to be printed.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let rows: Vec<Row> = offers
        .iter()
        .map(|offer| {
            let verdict = match offer.library.module() {
                Ok(module) => check(module, offer.info(), &robot),
                Err(diagnostic) => Verdict::Fails(diagnostic.to_string()),
            };
            let (verdict, reason) = told(verdict, args.scene.is_none());
            Row { id: offer.id().to_string(), kind: offer.kind(), verdict, reason }
        })
        .collect();
    std::panic::set_hook(hook);
    let failed = rows.iter().any(|row| row.verdict == "fails");
    if args.json {
        console.print_json(&rows)?;
    } else {
        rows.iter().try_for_each(|row| console.print(&line(row)))?;
    }
    Ok(if failed { Exit::Plugin } else { Exit::Ok })
}

fn told(verdict: Verdict, on_default: bool) -> (&'static str, String) {
    match verdict {
        Verdict::Conforms => ("conforms", String::new()),
        Verdict::Fails(reason) => ("fails", reason),
        Verdict::NotChecked(reason) if on_default => {
            ("not checked", format!("{reason}; `--scene FILE` checks it on the first robot of a scene"))
        }
        Verdict::NotChecked(reason) => ("not checked", reason),
    }
}

fn line(row: &Row) -> String {
    let colon = if row.reason.is_empty() { "" } else { ": " };
    format!("{} {} {}{colon}{}", row.kind, row.id, row.verdict, row.reason)
}

/// The first robot of a scene, as a controller sees it.
fn robot_of(scene: &Path, args: &Args) -> Outcome<Request> {
    let mut host = args.plugins.host()?;
    host.load_file(&args.library)?;
    let loaded = SceneInput::open(scene)?.load_with(&LoadOptions::default())?;
    let built = Simulation::build(&loaded, &host, &BuildOptions::default())?;
    if built.simulation.robot_count() == 0 {
        return Err(Diagnostic::error(Code::ConfigValue, "the scene has no robot to check a controller on")
            .with_file(scene.display().to_string())
            .with_help("name a scene with a robot, or leave `--scene` out")
            .into());
    }
    let layout = built.simulation.layout(0);
    let parts = |kind: &str| {
        let mut offset = 0;
        let chosen = layout.parts.iter().filter(|part| part.kind == kind);
        let parts = chosen.map(|part| {
            let made = Part {
                name: part.name.clone(),
                component: part.component.clone(),
                channels: part.channels.clone(),
                offset,
            };
            offset += made.channels.len();
            made
        });
        parts.collect::<Vec<_>>()
    };
    Ok(Request { sensors: parts("sensor"), actuators: parts("actuator"), ..default_robot() })
}
