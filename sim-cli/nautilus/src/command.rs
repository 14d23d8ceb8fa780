//! `sim nautilus`: supports the flags, configuration files and output of the NAUTILUS simulator.

use crate::config::File;
use crate::scene::{Flags, TranslatedScene, located, translate};
use crate::simulator::{Catalog, Simulator};
use crate::{arena, names};
use serde_json::{Value, json};
use sim_abi::declare::Kind;
use sim_cli::console::{Console, MessageArgs, conduct, unwritable};
use sim_cli::counts::robots;
use sim_cli::exit::{Exit, Outcome};
use sim_cli::number::{number, whole};
use sim_cli::output::{ForceArgs, Outputs};
use sim_cli::program::{Program, Work};
use sim_cli::session::PluginArgs;
use sim_cli::supervised::SupervisionArgs;
use sim_cli::window::WindowArgs;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::installation;
use sim_core::words::counted;
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Runs configurations of the NAUTILUS simulator. Also accepts its flags `-novisual`, `-cf` and `-ef`.
#[derive(Debug, clap::Parser)]
#[command(name = "sim-nautilus", bin_name = "sim nautilus", version, max_term_width = 110)]
#[command(
    after_help = "Controllers, maps and dynamics have their NAUTILUS names, or are component ids; --list prints them. \
    Values in the configuration file take precedence over flags, except for -t, --seed, \
    --out-dir, --no-visual, --efficient and --output."
)]
pub struct Cli {
    /// Run without the window (-novisual)
    #[arg(long)]
    no_visual: bool,
    /// Controller of all robots without one in the configuration
    #[arg(short, long, value_name = "NAME")]
    controller: Option<String>,
    /// Record every robot to a folder
    #[arg(short, long)]
    output: bool,
    /// Map: empty, rectangle (prismaArena), octagon (cylinderArena), polygon
    #[arg(short, long, value_name = "MAP")]
    map: Option<String>,
    /// Efficient mode: low-polygon models (-ef)
    #[arg(long)]
    efficient: bool,
    /// Configuration file: a name in the folder configuration_files, or a path (-cf)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Simulated duration of the run, s. Default: until Ctrl-C
    #[arg(short, long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DURATION, "leave it out to run until Ctrl-C"))]
    time: Option<f64>,
    /// Seed of all random streams
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u64::MAX, "use any number in this range"))]
    seed: Option<u64>,
    /// Simulated seconds per second. Default: as fast as possible; 1 in the window
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::SPEED, "1 is real time"))]
    speed: Option<f64>,
    /// Worker threads, 0 for all cores. Does not affect the result
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, sim_core::scene::Run::MAX_THREADS, "0 uses all cores"))]
    threads: Option<u32>,
    /// Parent folder of the output folders
    #[arg(long, value_name = "DIR", default_value = "output_files")]
    out_dir: PathBuf,
    /// Check the configuration and exit
    #[arg(long, conflicts_with_all = ["list", "repair"])]
    check: bool,
    /// Print the names of controllers, maps, dynamics, sensors, actuators and models as JSON, and exit
    #[arg(long, conflicts_with = "repair")]
    list: bool,
    /// Convert the configuration to a scene, and exit
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["list", "check", "repair"])]
    scene: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Repair the lists in the output folder of a killed run, and exit
    #[arg(long, value_name = "DIR")]
    repair: Option<PathBuf>,
    #[command(flatten)]
    window: WindowArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    #[command(flatten)]
    messages: MessageArgs,
    #[command(flatten)]
    supervision: SupervisionArgs,
}

impl Program for Cli {
    fn messages(&self) -> MessageArgs {
        self.messages
    }

    fn supervision(&self) -> &SupervisionArgs {
        &self.supervision
    }

    fn work(&self) -> Work {
        // `sim` runs the plugins.
        Work::Own
    }

    fn run(self) -> Exit {
        conduct(false, |console| execute(&self, console))
    }

    fn wants_json(_: &[OsString]) -> bool {
        false
    }
}

/// Folder in which configuration files are searched by name.
const FOLDER: &str = "configuration_files";

/// Converts the single-dash flags of the NAUTILUS simulator to those of this program.
pub fn respelled(words: Vec<OsString>) -> Vec<OsString> {
    let spell = |word: OsString| match word.to_str() {
        Some("-novisual") => "--no-visual".into(),
        Some("-cf") => "--config".into(),
        Some("-ef") => "--efficient".into(),
        _ => word,
    };
    words.into_iter().map(spell).collect()
}

fn execute(args: &Cli, console: &Console) -> Outcome {
    if let Some(folder) = &args.repair {
        return repair(folder, console);
    }
    let sim = Simulator::new(&args.plugins, args.messages, &args.supervision);
    let catalog = sim.catalog()?;
    if args.list {
        console.print_json(&list(&catalog))?;
        return Ok(Exit::Ok);
    }
    let config = args.config.as_deref().map(find).transpose()?;
    let file = config.as_deref().map(File::read).transpose()?;
    if let Some(file) = &file {
        console.show_all(&file.warnings);
    }
    let flags = Flags {
        controller: args.controller.clone(),
        map: args.map.clone(),
        time: args.time,
        seed: args.seed,
        speed: args.speed,
        threads: args.threads,
        efficient: args.efficient,
        records: args.output.then(|| args.out_dir.display().to_string()),
    };
    let TranslatedScene { loaded, warnings } = translate(file.as_ref(), &flags, &catalog)?;
    console.show_all(&warnings);
    if let Some(path) = &args.scene {
        Outputs::new(args.force).reading(config.as_deref()).file("--scene", path).checked()?;
        sim_core::files::write_whole(path, loaded.to_ron().as_bytes()).map_err(|error| unwritable(path, error))?;
        console.info(format!("wrote the scene to {file}", file = path.display()));
        return Ok(Exit::Ok);
    }
    // Reject what cannot run before anything is written or shown.
    let checked = sim.check(&loaded.to_ron())?;
    let findings = located(&checked.diagnostics, file.as_ref());
    if findings.has_errors() {
        return Err(findings.into());
    }
    if args.check {
        console.show_all(&findings);
        console.info(format!("ok, {}", robots(checked.robots.len())));
        return Ok(Exit::Ok);
    }
    if args.no_visual {
        return sim.run(&loaded.to_ron());
    }
    let mut paced = loaded.scene;
    paced.run.speed = args.speed.or(Some(1.0));
    let efficient = args.efficient.then(|| OsString::from("--efficient"));
    let language = args.window.language.iter().flat_map(|language| ["--language", language.code()]);
    let options: Vec<OsString> = language.map(OsString::from).chain(efficient).collect();
    sim.show(&paced.to_ron(""), &options)
}

/// The path of a configuration file: a plain name is searched in `configuration_files`.
fn find(name: &Path) -> Outcome<PathBuf> {
    if name.components().count() > 1 || name.is_absolute() {
        return Ok(name.to_owned());
    }
    let shipped =
        installation::shipped_folders("scenes").into_iter().map(|scenes| scenes.join("nautilus").join(FOLDER));
    let folders: Vec<PathBuf> = std::iter::once(PathBuf::from(FOLDER)).chain(shipped).collect();
    if let Some(found) = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()) {
        return Ok(found);
    }
    let names = |folder: &PathBuf| -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let mut present: Vec<String> = folders.iter().flat_map(names).filter(|name| name.ends_with(".json")).collect();
    present.sort();
    let searched: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let asked = name.display().to_string();
    let expected = match present.is_empty() {
        true => "a file in one of the folders".to_string(),
        false => present.join(", "),
    };
    let folders = searched.join("; ");
    Err(Diagnostic::error(Code::ConfigValue, format!("configuration file `{asked}` not found"))
        .with_expected(expected)
        .with_found(format!("no such file in: {folders}"))
        .with_nearest_of(&asked, present.iter().map(String::as_str))
        .with_help(format!("a name that contains `{MAIN_SEPARATOR}` is a path"))
        .into())
}

/// All names, by category.
fn list(catalog: &Catalog) -> Value {
    let names = |kind: Kind| names::known(kind, catalog).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let maps: Vec<&str> = arena::MAPS.iter().flat_map(|(map, alias)| std::iter::once(*map).chain(*alias)).collect();
    json!({
        "controllers": names(Kind::Controller),
        "maps": maps,
        "dynamics": names(Kind::Dynamics),
        "sensors": names(Kind::Sensor),
        "actuators": names(Kind::Actuator),
        "models": names(Kind::Robot),
    })
}

fn repair(folder: &Path, console: &Console) -> Outcome {
    let repaired = sim_core::recording::repair(folder).map_err(|error| error.diagnostic())?;
    for file in &repaired {
        let (name, records) = (file.file.display(), counted(file.objects, "record"));
        console.info(format!("{name}: {records}; removed {} bytes of an incomplete one", file.removed));
    }
    if repaired.is_empty() {
        console.info(format!("all lists in {folder} are complete", folder = folder.display()));
    }
    Ok(Exit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn words(line: &str) -> Vec<OsString> {
        respelled(line.split(' ').map(OsString::from).collect())
    }

    fn args(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(words(line))
    }

    /// NA-72: Flags work in any order; repeated or unknown flags and stray arguments are errors.
    #[test]
    fn the_command_lines_of_the_thesis_are_understood() {
        let first = args("sim-nautilus -ef -m prismaArena -o").unwrap();
        assert!(first.efficient && first.output && !first.no_visual);
        assert_eq!(first.map.as_deref(), Some("prismaArena"));
        let second = args("sim-nautilus -m cylinderArena -c AvoidObstacle -cf avoid_obstacle.json -o").unwrap();
        assert_eq!(second.controller.as_deref(), Some("AvoidObstacle"));
        assert_eq!(second.config, Some(PathBuf::from("avoid_obstacle.json")));
        assert!(args("sim-nautilus -novisual -t 1").unwrap().no_visual);
    }

    /// NA-72: Flags work in any order; repeated or unknown flags and stray arguments are errors.
    #[test]
    fn a_flag_twice_an_unknown_one_and_a_stray_word_are_mistakes() {
        for line in ["-o -o", "-c a -c b", "-cf a.json -cf b.json", "-sonar", "stray", "-c", "--check --list"] {
            assert!(args(&format!("sim-nautilus {line}")).is_err(), "{line}");
        }
        assert!(args("sim-nautilus -t 0").is_err() && args("sim-nautilus -t nan").is_err());
    }

    #[test]
    fn every_numeric_option_explains_a_value_that_it_does_not_take() {
        for option in ["--time", "--seed", "--speed", "--threads"] {
            for text in ["-1", "soon"] {
                let error = Cli::try_parse_from(["sim-nautilus", option, text]).expect_err("the value is rejected");
                let failure = sim_cli::number::explain(&error).unwrap_or_else(|| panic!("{option} {text}: {error}"));
                let finding = failure.diagnostics.iter().next().unwrap();
                assert!(finding.message.contains(option) && finding.help.is_some(), "{finding}");
            }
        }
    }

    /// NA-70: `-cf` loads a file by name from `configuration_files`, or by its path.
    #[test]
    fn a_missing_configuration_is_reported_with_the_folder_and_the_names_in_it() {
        let failure = find(Path::new("no_such_file.json")).unwrap_err();
        let text = failure.diagnostics.to_string();
        assert!(text.contains("no_such_file.json") && text.contains("configuration_files"), "{text}");
        assert_eq!(find(Path::new("some/where.json")).unwrap(), Path::new("some/where.json"));
    }
}
