//! `sim conform`.

use crate::conformance;
use crate::console::{Console, conduct};
use crate::exit::{Exit, Outcome};
use crate::input::SceneInput;
use crate::session::{PluginArgs, isolation_gaps};
use serde::Serialize;
use serde_json::Value;
use sim_abi::declare::{Kind, Part, Request};
use sim_abi::testing::library::{Verdict, default_robot};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{Chosen, Isolation};
use sim_core::scene::{ControllerUse, LoadOptions};
use sim_core::words;
use std::path::{Path, PathBuf};

/// Checks the components of a library against the plugin contract, independent of its language: names and ranges, parameters, equal
/// and finite results, saved states.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The library
    library: PathBuf,
    /// Check only this component
    #[arg(long, value_name = "ID")]
    component: Option<String>,
    /// Check controllers on the first robot of this scene, with the parameters of its controller. Default: a robot with the part
    /// names of the scout
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// Run the library in this process, for example in a debugger; it then has all your permissions. Default: isolated if the
    /// system supports it
    #[arg(long, conflicts_with = "isolate", help_heading = "Plugins")]
    no_isolate: bool,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the diagnostics as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: String,
    kind: Kind,
    /// `conforms`, `fails` or `not checked`.
    verdict: &'static str,
    /// The violated requirement, or the reason why it was not checked.
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: String,
}

const CONFORMS: &str = "conforms";
const FAILS: &str = "fails";
const NOT_CHECKED: &str = "not checked";

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let isolation = args.isolation()?;
    let host = args.plugins.host_of(&args.library, isolation.clone())?;
    isolation_gaps(&host).iter().for_each(|warning| console.show(warning));
    let (robot, used) = match &args.scene {
        Some(scene) => robot_of(scene, args, isolation)?,
        None => (default_robot(), None),
    };
    let mut offers = host.components();
    if let Some(id) = &args.component {
        let known: Vec<String> = offers.iter().map(|offer| offer.id().to_string()).collect();
        offers.retain(|offer| offer.id() == *id);
        if offers.is_empty() {
            let message = format!("`{id}` is not a component of the library");
            return Err(Diagnostic::error(Code::PluginUnknownComponent, message)
                .with_nearest_of(id, known.iter().map(String::as_str))
                .with_help(format!("its components: {ids}", ids = known.join(", ")))
                .into());
        }
    }
    // Results are reported below; suppress panic messages.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let rows: Vec<Row> = offers
        .iter()
        .map(|offer| {
            let params = used.as_ref().filter(|used| used.id.0 == offer.id()).map(|used| used.params.clone());
            let robot = Request { params: params.map_or(Value::Null, Value::Object), ..robot.clone() };
            let (verdict, reason) = match conformance::verdict(offer, robot) {
                Ok(verdict) => verdict_text(verdict, args.scene.is_none()),
                Err(finding) => (FAILS, finding.to_string()),
            };
            Row { id: offer.id().to_string(), kind: offer.kind(), verdict, reason }
        })
        .collect();
    std::panic::set_hook(hook);
    let failed = rows.iter().any(|row| row.verdict == FAILS);
    if args.json {
        console.print_json(&rows)?;
    } else {
        rows.iter().try_for_each(|row| console.print(&line(row)))?;
    }
    Ok(if failed { Exit::Plugin } else { Exit::Ok })
}

fn verdict_text(verdict: Verdict, on_default: bool) -> (&'static str, String) {
    match verdict {
        Verdict::Conforms => (CONFORMS, String::new()),
        Verdict::Fails(reason) => (FAILS, reason),
        Verdict::NotChecked(reason) if on_default => {
            (NOT_CHECKED, format!("{reason}; `--scene FILE` checks it on the first robot of a scene"))
        }
        Verdict::NotChecked(reason) => (NOT_CHECKED, reason),
    }
}

fn line(Row { id, kind, verdict, reason }: &Row) -> String {
    let colon = if reason.is_empty() { "" } else { ": " };
    format!("{} {id} {}{colon}{}", words::kind(*kind), verdict, reason)
}

impl Args {
    /// The library is isolated, unless the system does not support that or `--no-isolate` is given.
    fn isolation(&self) -> Outcome<Isolation> {
        let isolates = Isolation::is_possible() && !self.no_isolate;
        self.plugins.isolation_with(isolates.then(|| Chosen::file(&self.library)))
    }
}

/// The first robot of a scene as seen by a controller, and its controller in the scene.
fn robot_of(scene: &Path, args: &Args, isolation: Isolation) -> Outcome<(Request, Option<ControllerUse>)> {
    let mut host = args.plugins.host_with(Some(&args.library), isolation)?;
    let loaded = SceneInput::open(scene)?.load_with(&LoadOptions::default())?;
    let built = Simulation::build_with_packs(&loaded, &mut host, &BuildOptions::default())?;
    if built.simulation.robot_count() == 0 {
        return Err(Diagnostic::error(Code::ConfigValue, "the scene does not contain a robot")
            .with_file(scene.display().to_string())
            .with_help("use a scene with a robot, or leave `--scene` out")
            .into());
    }
    let layout = built.simulation.robot(0)?.layout();
    let parts = |kind: &str| {
        let mut offset = 0;
        let chosen = layout.parts.iter().filter(|part| part.kind == kind);
        let parts = chosen.map(|part| {
            let made = Part {
                name: part.name.clone(),
                component: part.component.clone(),
                channels: part.channels.clone(),
                offset,
                mount: part.mount,
            };
            offset += made.channels.len();
            made
        });
        parts.collect::<Vec<_>>()
    };
    let used = loaded.scene.all_robots().first().and_then(|placed| placed.robot.controller.clone());
    Ok((Request { sensors: parts("sensor"), actuators: parts("actuator"), ..default_robot() }, used))
}
