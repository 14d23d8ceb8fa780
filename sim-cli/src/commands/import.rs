//! `sim import`.

use crate::console::{Console, conduct, unwritable};
use crate::exit::{Exit, Outcome};
use crate::output::{ForceArgs, Outputs};
use crate::session::PluginArgs;
use serde::Serialize;
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::files::{Unreadable, read_regular, write_whole};
use sim_core::output_lock::FolderLock;
use sim_core::scene::decode::ComponentId;
use sim_core::words::counted;
use sim_import::{Imported, MAX_BYTES, Paths, import};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Converts a Webots world (.wbt) or a VRML97 file (.wrl) to a scene.
///
/// Features without an equivalent in scenes are left out and reported, with their locations, on standard error and at the top of
/// the scene. Meshes are written to a folder next to the scene, with its name.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Webots world or VRML97 file
    file: PathBuf,
    /// The scene. Default: next to the file, with its name
    #[arg(long, short, value_name = "SCENE.ron", help_heading = "Results")]
    output: Option<PathBuf>,
    /// Replace a robot of the world, given by its name or DEF, with a robot model; repeatable
    #[arg(long, value_name = "NAME=MODEL")]
    robot: Vec<Robot>,
    /// Print what was converted and left out as JSON
    #[arg(long, help_heading = "Results")]
    json: bool,
    #[command(flatten)]
    force: ForceArgs,
}

/// A robot of the world, and the id of the model that replaces it.
#[derive(Clone, Debug, PartialEq)]
struct Robot {
    name: String,
    model: String,
}

impl FromStr for Robot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Names may contain `=`, component ids do not.
        let parts = text.rsplit_once('=').filter(|(name, model)| !name.is_empty() && ComponentId::is_valid(model));
        let (name, model) = parts.ok_or_else(|| {
            "expected the name of a robot and the id of a model, such as 'e-puck=scout/standard'".to_string()
        })?;
        Ok(Self { name: name.into(), model: model.into() })
    }
}

#[derive(Serialize)]
struct Report<'a> {
    scene: String,
    /// Format of the file.
    format: String,
    objects: usize,
    lights: usize,
    robots: usize,
    /// Mesh files, as the scene references them.
    meshes: Vec<String>,
    left_out: &'a Diagnostics,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(args.json, |console| execute(&args, console))
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let scene = args.output.clone().unwrap_or_else(|| args.file.with_extension("ron"));
    if scene.extension().is_none_or(|ending| ending != "ron") {
        return Err(refused("unknown file extension of the scene", &scene)
            .with_expected("a name that ends with .ron")
            .into());
    }
    Outputs::new(args.force).reading([args.file.as_path()]).file("--output", &scene).checked()?;
    let known = args.known()?;
    let bytes = read(&args.file)?;
    let folder = scene.with_extension("");
    let Some(meshes) = folder.file_name().and_then(|name| name.to_str()) else {
        return Err(refused("the name of the scene is not UTF-8", &scene).into());
    };
    let robots: Vec<(String, String)> =
        args.robot.iter().map(|robot| (robot.name.clone(), robot.model.clone())).collect();
    let imported = import(&bytes, Paths { world: &args.file, scene: &scene, meshes }, &robots)?;
    if !imported.meshes.is_empty() {
        let outputs = Outputs::new(args.force).reading([args.file.as_path()]);
        let option = "the meshes";
        outputs.folder(option, &folder).checked()?;
        if folder.is_dir() {
            // Files referenced by the new scene never have the name of a new mesh, but may be the same file under another name.
            let outputs = Outputs::new(ForceArgs { force: true }).reading(imported.read.iter().map(PathBuf::as_path));
            let files = imported.meshes.iter().map(|(name, _)| folder.join(name));
            files.fold(outputs, |outputs, file| outputs.file(option, &file)).checked()?;
        }
    }
    console.show_all(&known);
    write(&scene, &folder, &imported)?;
    print_report(args, &scene, meshes, &imported, console)
}

impl Args {
    /// Checks that the models exist, as far as the plugins can be read. Returns warnings about unknown ones.
    ///
    /// # Errors
    /// Component ids that are not robot models.
    fn known(&self) -> Outcome<Diagnostics> {
        let option = |robot: &Robot| format!("--robot '{}={}'", robot.name, robot.model);
        if self.robot.is_empty() {
            return Ok(Diagnostics::new());
        }
        // No library code runs in this process.
        let host = PluginArgs::default().host()?;
        let offers = host.components();
        let known: Vec<(Kind, String)> = offers.iter().map(|offer| (offer.kind(), offer.id().to_string())).collect();
        let models: Vec<&str> =
            known.iter().filter(|(kind, _)| *kind == Kind::Robot).map(|(_, id)| id.as_str()).collect();
        let mut warnings = Diagnostics::new();
        let unknown = |robot: &&Robot| !models.is_empty() && !models.contains(&robot.model.as_str());
        for robot in self.robot.iter().filter(unknown) {
            let model = &robot.model;
            let with_details =
                |finding: Diagnostic| finding.with_found(option(robot)).with_nearest_of(model, models.iter().copied());
            let Some((kind, _)) = known.iter().find(|(_, id)| id == model) else {
                let message = format!("no installed plugin provides the robot model `{model}`");
                warnings.push(with_details(Diagnostic::warning(Code::ConfigValue, message)));
                continue;
            };
            let kind = sim_core::words::kind(*kind);
            let message = format!("`{model}` is not a robot model (kind: {kind})");
            let help = "`sim plugins` lists the models";
            return Err(with_details(Diagnostic::error(Code::ConfigValue, message)).with_help(help).into());
        }
        Ok(warnings)
    }
}

/// Reads a world file. Special files, which may be endless, and files that are too large are rejected.
fn read(path: &Path) -> Outcome<Vec<u8>> {
    let most = MAX_BYTES as u64;
    read_regular(path, most).map_err(|error| {
        let finding = |message| {
            Diagnostic::error(Code::ImportSyntax, message)
                .with_file(path.display().to_string())
                .with_found(error.reason(most))
        };
        let unreadable = "the file cannot be read".to_string();
        let finding = match error {
            Unreadable::System(_) => finding(unreadable),
            Unreadable::Irregular => finding(unreadable).with_expected("a regular file"),
            Unreadable::TooLarge => {
                let size = std::fs::metadata(path).map_or(most + 1, |file| file.len());
                finding("the file is too large".to_string())
                    .with_expected(format!("at most {MAX_BYTES} bytes"))
                    .with_found(size.to_string())
            }
        };
        finding.into()
    })
}

fn refused(message: &str, path: &Path) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, message).with_file(path.display().to_string())
}

/// Writes the meshes and then the scene, or nothing: incomplete files have temporary names.
fn write(scene: &Path, folder: &Path, imported: &Imported) -> Outcome<()> {
    if imported.meshes.is_empty() {
        return Ok(write_whole(scene, imported.text.as_bytes()).map_err(|error| unwritable(scene, error))?);
    }
    let around = folder.parent().filter(|around| !around.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| unwritable(folder, error);
    let staged = tempfile::Builder::new().prefix(".importing-").tempdir_in(around).map_err(failed)?;
    for (name, content) in &imported.meshes {
        std::fs::write(staged.path().join(name), content).map_err(failed)?;
    }
    let is_new = !folder.exists();
    // Of two concurrent imports to one folder, the second is rejected.
    let _lock = FolderLock::take(folder).map_err(failed)?;
    let moved =
        imported.meshes.iter().try_for_each(|(name, _)| std::fs::rename(staged.path().join(name), folder.join(name)));
    let written = moved
        .map_err(failed)
        .and_then(|()| write_whole(scene, imported.text.as_bytes()).map_err(|error| unwritable(scene, error)));
    if written.is_err() && is_new {
        // Report the first error, not this one.
        let _ = std::fs::remove_dir_all(folder);
    }
    Ok(written?)
}

fn print_report(args: &Args, scene: &Path, meshes: &str, imported: &Imported, console: &Console) -> Outcome {
    let Imported { loaded, left_out, .. } = imported;
    console.show_all(left_out);
    let content = &loaded.scene;
    let report = Report {
        scene: scene.display().to_string(),
        format: imported.dialect.to_string(),
        objects: content.objects.len(),
        lights: content.lights.len(),
        robots: content.robots.len(),
        meshes: imported.meshes.iter().map(|(name, _)| format!("{meshes}/{name}")).collect(),
        left_out,
    };
    if args.json {
        console.print_json(&report)?;
        return Ok(Exit::Ok);
    }
    let objects = counted(report.objects, "object");
    let lights = counted(report.lights, "light");
    let robots = counted(report.robots, "robot");
    let left = format!("{count} left out", count = counted(left_out.len(), "item"));
    console.info(format!("{scene}: {objects}, {lights}, {robots}; {left}", scene = report.scene));
    Ok(Exit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_a_name_and_the_id_of_a_model() {
        let robot = Robot::from_str("my=robot=scout/standard").unwrap();
        assert_eq!((robot.name.as_str(), robot.model.as_str()), ("my=robot", "scout/standard"));
        for text in ["", "a", "a=", "=scout/standard", "a=Scout", "a=scout", "a=scout/standard/x"] {
            assert!(Robot::from_str(text).is_err(), "{text}");
        }
    }
}
