//! `sim plugins`.

use crate::completion;
use crate::console::{Console, conduct};
use crate::counts::{components, libraries};
use crate::exit::{Exit, Outcome};
use crate::session::{PluginArgs, plugin_problems};
use serde_json::{Value, json};
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::{Offer, PluginHost};
use sim_core::schema;
use sim_core::words::counted;
use sim_core::words::{self, unwrapped};
use std::fmt::Write;

/// Lists plugin libraries and their components; with an id or a family, describes parameters and usage.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Component (range/ring) or family (range)
    #[arg(add = completion::components_and_families())]
    id: Option<String>,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let host = args.plugins.host()?;
    let problems = plugin_problems(&host, &[]);
    console.show_all(&problems);
    let offers = chosen(&host, args.id.as_deref())?;
    if args.json {
        let libraries: Vec<Value> = host
            .libraries()
            .iter()
            .map(|library| {
                json!({
                    "name": library.manifest().name,
                    "version": library.manifest().version,
                    "file": library.file.display().to_string(),
                    "digest": format!("sha256:{}", library.digest),
                    "abi": format!("{}.{}", library.stamp.major, library.stamp.minor),
                    "license": library.manifest().license,
                    "authors": library.manifest().authors,
                    "description": library.manifest().description,
                    "isolated": library.is_isolated(),
                })
            })
            .collect();
        let components: Vec<Value> = offers.iter().map(component).collect();
        console.print_json(&json!({"libraries": libraries, "components": components, "plugin_failures": problems}))?;
    } else if args.id.is_some() {
        let texts: Vec<String> = offers.iter().map(describe).collect();
        console.print(&texts.join("\n\n"))?;
    } else {
        console.print(&table(&host, &offers))?;
    }
    Ok(Exit::Ok)
}

fn component(offer: &Offer) -> Value {
    json!({
        "id": offer.id(),
        "kind": offer.kind(),
        "help": offer.info().help,
        "library": offer.library.manifest().name,
        "version": offer.library.manifest().version,
        "file": offer.library.file.display().to_string(),
        "schema": offer.info().schema,
        "example": example(offer),
    })
}

fn chosen(host: &PluginHost, id: Option<&str>) -> Result<Vec<Offer>, Diagnostic> {
    let mut offers = host.components();
    let Some(id) = id else { return Ok(offers) };
    let all: Vec<String> = offers.iter().map(|offer| offer.id().to_string()).collect();
    offers.retain(|offer| offer.id() == id || offer.id().split('/').next() == Some(id));
    if !offers.is_empty() {
        return Ok(offers);
    }
    let families = all.iter().filter_map(|id| id.split('/').next());
    let plugins = counted(host.libraries().len(), "plugin");
    let components = components(all.len());
    Err(Diagnostic::error(Code::PluginUnknownComponent, format!("no plugin defines `{id}`"))
        .with_found(format!("{plugins} with {components}"))
        .with_nearest_of(id, all.iter().map(String::as_str).chain(families))
        .with_help("`sim plugins` lists all components, `sim doctor` the searched folders"))
}

fn table(host: &PluginHost, offers: &[Offer]) -> String {
    let mut text = String::new();
    let width = offers.iter().map(|offer| offer.id().chars().count()).max().unwrap_or(0);
    let kinds = offers.iter().map(|offer| words::kind(offer.kind()).chars().count()).max().unwrap_or(0).max(10);
    for library in host.libraries() {
        let manifest = library.manifest();
        let place = match library.is_isolated() {
            true => format!("{file}, isolated", file = library.file.display()),
            false => library.file.display().to_string(),
        };
        let _ = writeln!(text, "{} {}  {}", manifest.name, manifest.version, place);
        for offer in offers.iter().filter(|offer| offer.library.file == library.file) {
            let (kind, id) = (words::kind(offer.kind()), offer.id());
            let help = unwrapped(offer.help()).replace('\n', " ");
            let _ = writeln!(text, "{}", format!("  {kind:<kinds$} {id:<width$}  {help}").trim_end());
        }
    }
    let (libraries, components) = (libraries(host.libraries().len()), components(offers.len()));
    let _ = write!(text, "{}, {}", libraries, components);
    text
}

fn describe(offer: &Offer) -> String {
    let (info, manifest) = (offer.info(), offer.library.manifest());
    let kind = words::kind(offer.kind());
    let mut text = format!("{} ({kind}), {} {}\n", info.id, manifest.name, manifest.version);
    if !info.help.is_empty() {
        let _ = writeln!(text, "  {}", unwrapped(offer.help()).replace('\n', "\n  "));
    }
    let mut rows = schema::parameters(&info.schema);
    rows.iter_mut().for_each(|row| row[3] = offer.library.say(&row[3]).to_string());
    if rows.is_empty() {
        let _ = writeln!(text, "\n  no parameters");
    } else {
        let widths = [0, 1, 2].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
        let _ = writeln!(text, "\n  parameters");
        for [name, values, default, help] in &rows {
            let line = format!(
                "    {name:<a$}  {values:<b$}  {default:<c$}  {help}",
                a = widths[0],
                b = widths[1],
                c = widths[2]
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    let in_scene = "in a scene";
    let _ = write!(text, "\n  {in_scene}\n    {}", example(offer).replace('\n', "\n    "));
    text
}

/// Example use of a component in a scene: its own, or one with its defaults written out.
fn example(offer: &Offer) -> String {
    let (id, kind) = (offer.id(), offer.kind());
    if let Some(own) = offer.info().sheet.own_example() {
        return own.to_string();
    }
    let properties = offer.info().schema.get("properties").and_then(Value::as_object);
    let params: Vec<String> = properties
        .into_iter()
        .flatten()
        .filter_map(|(name, property)| Some(format!("{name}: {}", ron(property.get("default")?)?)))
        .take(4)
        .collect();
    let used =
        if params.is_empty() { format!("{id:?}") } else { format!("(id: {id:?}, params: ({}))", params.join(", ")) };
    // A robot of the same library, if there is one: the component was made for it.
    let robots = offer.library.ids().iter().filter(|(kind, _)| *kind == Kind::Robot).map(|(_, id)| id.as_str());
    let model = robots.min().unwrap_or("scout/standard");
    let robot = format!("robots: [(name: \"a\", model: {model:?}, ");
    match kind {
        Kind::Robot => format!("robots: [(name: \"a\", model: {used})]"),
        Kind::Dynamics => format!("{robot}dynamics: {used})]"),
        Kind::Controller => format!("{robot}controller: {used})]"),
        Kind::Sensor => format!("{robot}sensors: {{\"extra\": {used}}})]"),
        Kind::Actuator => format!("{robot}actuators: {{\"extra\": {used}}})]"),
        Kind::Service if params.is_empty() => format!("services: [(name: \"one\", id: {id:?})]"),
        Kind::Service => format!("services: [(name: \"one\", id: {id:?}, params: ({}))]", params.join(", ")),
        Kind::Unknown => String::new(),
    }
}

/// A simple default value as RON; also lists of simple values.
fn ron(value: &Value) -> Option<String> {
    match value {
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(value.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(ron).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Value::Null | Value::Object(_) => None,
    }
}
