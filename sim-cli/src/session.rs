//! Builds a simulation from the command line: plugins, scene, overrides.

use crate::completion;
use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::SceneInput;
use crate::near;
use crate::number::{number, whole};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Progress, Simulation};
use sim_core::model::UrdfOptions;
use sim_core::plugins::{Chosen, Describe, Isolation, PluginHost, SearchPath};
use sim_core::recording::{PluginStamp, Recording, attach, components_in_use, named_files};
use sim_core::scene::check_value::{Range, value_range};
use sim_core::scene::decode::quoted_step;
use sim_core::scene::{LoadOptions, LoadedScene, Scene};
use sim_pack::Revocations;
use sim_render::{Images, Painter};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Smallest and largest `--isolate-deadline`, s.
const DEADLINES: [f64; 2] = [0.1, 86_400.0];

/// Range of `--isolate-deadline`.
const ISOLATE_DEADLINE: Range = value_range(DEADLINES[0], DEADLINES[1], "s");

/// Where plugins come from, and where they run.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PluginArgs {
    /// Additional plugin folder, searched first; repeatable
    #[arg(long, value_name = "DIR", help_heading = "Plugins")]
    pub plugins: Vec<PathBuf>,
    /// Run libraries in separate processes, so that a crash does not end the simulator: `all`, a component (avoid/wall), a family (avoid/*), a
    /// library file or a folder; repeatable
    #[arg(long, value_name = "WHAT", help_heading = "Plugins")]
    pub isolate: Vec<String>,
    /// Time limit of a call into an isolated library, after which its process is killed, s. Default: 5
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = number(ISOLATE_DEADLINE, "a few seconds suit slow machines"))]
    #[arg(help_heading = "Plugins", hide_short_help = true)]
    pub isolate_deadline: Option<f64>,
    /// Restart crashed components of robots at most N times, with their last saved state. Default: 0
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u32::MAX, "0 disables restarts"))]
    #[arg(help_heading = "Plugins", hide_short_help = true)]
    pub isolate_restarts: Option<u32>,
    /// Components that were isolated in the recorded run.
    #[arg(skip)]
    recorded: Vec<String>,
}

impl PluginArgs {
    /// The words of a command line with these options.
    pub fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |option: &str, value: OsString| words.extend([option.into(), value]);
        self.plugins.iter().for_each(|folder| add("--plugins", folder.into()));
        self.isolate.iter().for_each(|what| add("--isolate", what.into()));
        self.isolate_deadline.iter().for_each(|time| add("--isolate-deadline", time.to_string().into()));
        self.isolate_restarts.iter().for_each(|most| add("--isolate-restarts", most.to_string().into()));
        words
    }

    /// These arguments for replaying a recorded run: components that ran isolated are isolated again, with the recorded limits
    /// unless these options override them. Warns if this system cannot isolate libraries.
    pub fn as_recorded(&self, recording: &Recording, console: &Console) -> Self {
        self.isolated_as(&recording.info().plugins, Isolation::is_possible()).unwrap_or_else(|warning| {
            console.show(&warning);
            self.clone()
        })
    }

    /// These arguments with the isolation of a recorded run, if it had any; a warning if this system cannot isolate libraries.
    fn isolated_as(&self, stamps: &[PluginStamp], possible: bool) -> Result<Self, Diagnostic> {
        let Some(bounds) = stamps.iter().find_map(|stamp| stamp.isolated) else { return Ok(self.clone()) };
        let isolated = stamps.iter().filter(|stamp| stamp.isolated.is_some()).map(|stamp| stamp.id.clone());
        let recorded: Vec<String> = isolated.collect();
        if !possible {
            return Err(isolated_elsewhere(&recorded));
        }
        let deadline = bounds.deadline_s.clamp(DEADLINES[0], DEADLINES[1]);
        Ok(Self {
            isolate_deadline: self.isolate_deadline.or(Some(deadline)),
            isolate_restarts: self.isolate_restarts.or(Some(bounds.restarts)),
            recorded,
            ..self.clone()
        })
    }

    /// Finds and loads all plugins.
    ///
    /// # Errors
    /// If a folder does not exist or the system has no temporary folder. Plugins that fail to load are listed in the report.
    pub fn host(&self) -> Outcome<PluginHost> {
        self.host_with(None, self.isolation()?)
    }

    /// Like [`PluginArgs::host`], with an additional library file and the given isolation.
    ///
    /// # Errors
    /// As [`PluginArgs::host`], or if the library is rejected.
    pub fn host_with(&self, library: Option<&Path>, isolation: Isolation) -> Outcome<PluginHost> {
        if let Some(missing) = self.plugins.iter().find(|folder| !folder.is_dir()) {
            return Err(Diagnostic::error(Code::ConfigValue, "the folder of `--plugins` does not exist")
                .with_expected("a folder with plugin libraries")
                .with_found(missing.display().to_string())
                .into());
        }
        let mut host = PluginHost::describing(SearchPath::standard(&self.plugins), Describe::by_this_program())?;
        host.isolate(isolation);
        // Load it first: of identical files, the first one determines how the library runs.
        library.map_or(Ok(None), |file| host.load_file(file))?;
        host.load_all();
        self.each_named_is_found(host)
    }

    /// A host with a single library.
    ///
    /// # Errors
    /// If the library is rejected, `--isolate` names a different one, or the system has no temporary folder.
    pub fn host_of(&self, library: &Path, isolation: Isolation) -> Outcome<PluginHost> {
        let describe = if isolation.chosen.is_empty() {
            Describe::InThisProcess
        } else {
            Describe::by_this_program().without_cache()
        };
        let mut host = PluginHost::describing(SearchPath::only([]), describe)?;
        host.isolate(isolation);
        host.load_file(library)?;
        self.each_named_is_found(host)
    }

    fn each_named_is_found(&self, host: PluginHost) -> Outcome<PluginHost> {
        // A recorded component that no longer exists is reported where the scene uses it.
        let is_named = |chosen: &&Chosen| self.named().any(|named| named == **chosen);
        match host.unknown_chosen().filter(is_named) {
            Some(chosen) => Err(not_isolated(&host, chosen)),
            None => Ok(host),
        }
    }

    /// The libraries that run isolated.
    ///
    /// # Errors
    /// If isolation is requested and this system does not support it.
    pub fn isolation(&self) -> Outcome<Isolation> {
        self.isolation_with(None)
    }

    /// Like [`PluginArgs::isolation`], with additional libraries.
    ///
    /// # Errors
    /// As [`PluginArgs::isolation`].
    pub fn isolation_with(&self, more: Option<Chosen>) -> Outcome<Isolation> {
        let recorded = self.recorded.iter().map(|id| Chosen::Component(id.clone()));
        let isolation = Isolation::by_this_program(self.named().chain(recorded).chain(more).collect())?.with_packs();
        let deadline = self.isolate_deadline.map_or(Isolation::DEADLINE, Duration::from_secs_f64);
        Ok(Isolation { deadline, restarts: self.isolate_restarts.unwrap_or(0), ..isolation })
    }

    /// Whether any isolation option is set.
    pub fn changes_isolation(&self) -> bool {
        !self.isolate.is_empty() || self.isolate_deadline.is_some() || self.isolate_restarts.is_some()
    }

    /// The values of `--isolate`.
    fn named(&self) -> impl Iterator<Item = Chosen> {
        self.isolate.iter().map(|what| Chosen::parse(what))
    }

    /// Warns about isolation limits when no component of the session is isolated.
    pub fn warn_of_idle_bounds(&self, session: &mut Session, console: &Console) {
        if let Some(warning) = self.idle_bounds(&session.plugins) {
            console.show(&warning);
            session.warnings.push(warning);
        }
    }

    fn idle_bounds(&self, plugins: &[PluginStamp]) -> Option<Diagnostic> {
        let deadline = self.isolate_deadline.map(|_| "`--isolate-deadline`");
        let restarts = self.isolate_restarts.filter(|most| *most > 0).map(|_| "`--isolate-restarts`");
        let finding = |message| {
            Diagnostic::warning(Code::ConfigConflict, message)
                .with_found("no component of the scene is isolated")
                .with_help(
                    "select components with `--isolate all`, `--isolate avoid/wall` or `--isolate 'avoid/*'`; `sim \
                     pack isolate PACK` isolates a pack again",
                )
        };
        if plugins.iter().any(|stamp| stamp.isolated.is_some()) {
            return None;
        }
        match (deadline, restarts) {
            (None, None) => None,
            (Some(one), Some(other)) => Some(finding(format!("{one} and {other} are ignored"))),
            (Some(option), None) | (None, Some(option)) => Some(finding(format!("{option} is ignored"))),
        }
    }

    /// All library files in the search path, recognized by their extension.
    pub fn libraries(&self) -> Vec<PathBuf> {
        let search = SearchPath::standard(&self.plugins);
        let files = search.folders().iter().filter_map(|folder| folder.path.read_dir().ok()).flatten().flatten();
        let library = |file: &PathBuf| file.extension().is_some_and(|ending| ending == std::env::consts::DLL_EXTENSION);
        files.map(|file| file.path()).filter(library).collect()
    }
}

/// Warning: components were isolated in the recorded run, which this system does not support.
fn isolated_elsewhere(ids: &[String]) -> Diagnostic {
    let message = "this system cannot isolate the components that were isolated in the recorded run";
    Diagnostic::warning(Code::PluginProcess, message).with_found(ids.join(", ")).with_help(
        "they now run in the simulator process, which they can crash or change; if you do not trust them, replay the \
         recording on Linux",
    )
}

/// The failure for a value of `--isolate` that matches no library.
fn not_isolated(host: &PluginHost, chosen: &Chosen) -> Failure {
    let (text, known) = match chosen {
        Chosen::Component(id) => (id.clone(), host.libraries().iter().flat_map(|library| library.ids()).collect()),
        Chosen::Family(family) => (format!("{family}/*"), Vec::new()),
        Chosen::File(path) | Chosen::Folder(path) => (path.display().to_string(), Vec::new()),
        Chosen::All => ("all".to_string(), Vec::new()),
    };
    let finding = Diagnostic::error(Code::ConfigValue, "`--isolate` does not match any library")
        .with_expected("`all`, a component (avoid/wall), a family (avoid/*), a library file or a folder")
        .with_found(&text)
        .with_nearest_of(&text, known.iter().map(|(_, id)| id.as_str()));
    // It may be in a library that was rejected.
    let failures = host.failures().cloned().map(Diagnostic::into_warning);
    std::iter::once(finding).chain(failures).collect::<Diagnostics>().into()
}

/// The restrictions on isolated libraries that this system cannot enforce, if any library is isolated.
pub fn isolation_gaps(host: &PluginHost) -> Option<Diagnostic> {
    let isolation = host.isolation();
    if isolation.chosen.is_empty() && !host.has_packs_apart() { None } else { Isolation::gaps() }
}

/// All files that a run of a scene reads: the scene and its includes, meshes with their materials, images, robot models, and
/// plugin libraries. Reads the files that reference others.
pub fn files_read(loaded: &LoadedScene, urdf: &UrdfOptions, plugins: &PluginArgs) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = loaded.files.iter().filter_map(|file| file.path.clone()).collect();
    files.extend(named_files(loaded));
    files.extend(attach(loaded, urdf).sources);
    files.extend(plugins.libraries());
    files
}

/// Overrides of scene values on the command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ChangeArgs {
    /// Time step, s
    #[arg(long, value_name = "S", help_heading = "Changes to the scene", allow_negative_numbers = true)]
    #[arg(value_parser = number(sim_core::scene::Run::DT, "a step of 0.01 suits most scenes"))]
    pub dt: Option<f64>,
    /// Seed of all random streams
    #[arg(long, value_name = "N", help_heading = "Changes to the scene", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u64::MAX, "use any number in this range"))]
    pub seed: Option<u64>,
    /// Another controller, for one robot, a fleet (by its prefix), or all
    #[arg(long, value_name = "[ROBOT=]ID", help_heading = "Changes to the scene", add = completion::exchanged(Kind::Controller))]
    pub controller: Vec<String>,
    /// Another dynamics model, for one robot, a fleet (by its prefix), or all
    #[arg(long, value_name = "[ROBOT=]ID", help_heading = "Changes to the scene", add = completion::exchanged(Kind::Dynamics))]
    pub dynamics: Vec<String>,
    /// Scene file that replaces an included one, in order; extra files are added; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Changes to the scene")]
    pub map: Vec<PathBuf>,
    /// Change a value, such as robots.a.controller.params.speed=0.3
    #[arg(long, value_name = "PATH=VALUE", help_heading = "Changes to the scene")]
    pub set: Vec<String>,
    /// Reject URDF files with parts that would be ignored, guessed or repaired
    #[arg(long = "strict", alias = "urdf-strict", help_heading = "Robot models", hide_short_help = true)]
    pub urdf_strict: bool,
    /// Search path for package://; repeatable
    #[arg(long, value_name = "DIR", help_heading = "Robot models", hide_short_help = true)]
    pub package: Vec<PathBuf>,
    /// Whether a scene with errors is loaded, too; see [`LoadOptions::with_errors`].
    #[arg(skip)]
    pub with_errors: bool,
}

impl ChangeArgs {
    /// Options for reading URDF files.
    pub fn urdf(&self) -> UrdfOptions {
        UrdfOptions { packages: self.package.clone(), strict: self.urdf_strict, ..UrdfOptions::default() }
    }

    /// Whether any override is set.
    pub fn is_used(&self) -> bool {
        let lists = [&self.controller, &self.dynamics, &self.set];
        self.dt.is_some() || self.seed.is_some() || !self.map.is_empty() || lists.iter().any(|list| !list.is_empty())
    }

    /// Loads the scene with all overrides; `more` are additional ones of the run. Also returns the overrides as assignments, in
    /// the order of application: those of the run, then controllers and dynamics, then `--set`.
    ///
    /// # Errors
    /// All errors of the scene and the overrides, and an override that a later one undoes.
    pub fn load(&self, scene: &SceneInput, more: &[Change]) -> Outcome<(LoadedScene, Vec<String>)> {
        let mut changes = self.of_run(more);
        if !self.controller.is_empty() || !self.dynamics.is_empty() {
            let before = scene.load_with(&self.options(&changes))?;
            changes.extend(exchange(&before.scene, "controller", &self.controller)?);
            changes.extend(exchange(&before.scene, "dynamics", &self.dynamics)?);
        }
        changes.extend(self.set.iter().map(|set| Change::one(&format!("--set {set}"), set.clone())));
        each_counts(&changes)?;
        let options = self.options(&changes);
        let loaded = scene.load_with(&options)?;
        Ok((loaded, options.set))
    }

    /// All files that the scene with these overrides consists of or references, even if it has errors or files are missing.
    pub fn files(&self, scene: &SceneInput, more: &[Change]) -> BTreeSet<PathBuf> {
        let mut changes = self.of_run(more);
        changes.extend(self.set.iter().map(|set| Change::one(set, set.clone())));
        scene.files(&self.options(&changes))
    }

    /// The overrides of `run` settings.
    fn of_run(&self, more: &[Change]) -> Vec<Change> {
        let dt = self.dt.map(|dt| Change::one("--dt", format!("run.dt={dt}")));
        let seed = self.seed.map(|seed| Change::one("--seed", format!("run.seed={seed}")));
        dt.into_iter().chain(seed).chain(more.iter().cloned()).collect()
    }

    fn options(&self, changes: &[Change]) -> LoadOptions {
        let set = changes.iter().flat_map(|change| change.assignments.iter().cloned()).collect();
        LoadOptions { set, maps: self.map.clone(), with_errors: self.with_errors, ..LoadOptions::default() }
    }
}

/// The overrides made by one option.
#[derive(Clone, Debug)]
pub struct Change {
    /// The option as given on the command line.
    option: String,
    /// One or more `PATH=VALUE`.
    assignments: Vec<String>,
}

impl Change {
    /// An option that sets a single value.
    pub fn one(option: &str, assignment: String) -> Self {
        Self { option: option.to_string(), assignments: vec![assignment] }
    }
}

/// Checks that every override has an effect after all of them are applied.
///
/// # Errors
/// An override that later ones undo.
fn each_counts(changes: &[Change]) -> Outcome<()> {
    for (number, change) in changes.iter().enumerate() {
        let later =
            || changes[number + 1..].iter().flat_map(|later| later.assignments.iter().map(move |set| (later, set)));
        let undone = |own: &String| later().find(|(_, other)| covers(other, own)).map(|(later, _)| later);
        let by: Option<Vec<&Change>> = change.assignments.iter().map(undone).collect();
        if let Some(last) = by.as_ref().and_then(|by| by.last()) {
            let message = format!("`{option}` is overridden", option = change.option);
            let finding = Diagnostic::error(Code::ConfigConflict, message)
                .with_found(format!("`{option}` is applied later and sets the same value", option = last.option))
                .with_help("leave one of them out; `--set` is applied after all other options");
            return Err(Failure { exit: Exit::Usage, diagnostics: finding.into() });
        }
    }
    Ok(())
}

/// Whether an assignment sets everything that the other one sets.
fn covers(assignment: &str, other: &str) -> bool {
    let words = |assignment: &str| -> Vec<String> {
        let path = assignment.split('=').next().unwrap_or_default();
        let words = path.split(['.', '[', ']', '"']).map(str::trim).filter(|word| !word.is_empty());
        words.map(str::to_string).collect()
    };
    words(other).starts_with(&words(assignment))
}

/// The overrides that replace components of robots.
fn exchange(scene: &Scene, field: &str, values: &[String]) -> Result<Vec<Change>, Diagnostic> {
    let mut changes = Vec::new();
    for value in values {
        let (robot, id) = value.split_once('=').map_or((None, value.as_str()), |(robot, id)| (Some(robot), id));
        let chosen = |name: &str| robot.is_none_or(|robot| robot == name);
        let assigned = |section: &str, name: &str| format!("{section}{}.{field}={id:?}", quoted_step(name));
        let robots = scene.robots.iter().filter(|robot| chosen(&robot.name));
        let robots = robots.map(|robot| assigned("robots", &robot.name));
        let fleets = scene.fleets.iter().filter(|fleet| chosen(&fleet.prefix));
        let fleets = fleets.map(|fleet| assigned("fleets", &fleet.prefix));
        let assignments: Vec<String> = robots.chain(fleets).collect();
        if assignments.is_empty() {
            return Err(no_robot(scene, field, robot));
        }
        changes.push(Change { option: format!("--{field} {value}"), assignments });
    }
    Ok(changes)
}

fn no_robot(scene: &Scene, field: &str, robot: Option<&str>) -> Diagnostic {
    let Some(robot) = robot else {
        return Diagnostic::error(Code::ConfigValue, format!("the scene does not contain robots for `--{field}`"));
    };
    let fleets = scene.fleets.iter().map(|fleet| fleet.prefix.as_str());
    let known: Vec<&str> = scene.robots.iter().map(|robot| robot.name.as_str()).chain(fleets.clone()).collect();
    let expected = if known.is_empty() { "a scene with robots".to_string() } else { known.join(", ") };
    let message = format!("unknown robot `{robot}` in `--{field}`");
    let diagnostic = Diagnostic::error(Code::ConfigValue, message).with_expected(expected);
    let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    match fleets.into_iter().find(|prefix| robot.strip_prefix(prefix).is_some_and(number)) {
        Some(prefix) => diagnostic.with_help(format!(
            "use the prefix to change all robots of the fleet: --{field} \
                                                      {prefix}=ID"
        )),
        None => diagnostic.with_nearest_of(robot, known),
    }
}

/// A scene, its plugins, and the simulation built from them.
pub struct Session {
    /// The scene.
    pub loaded: LoadedScene,
    /// The plugins.
    pub host: PluginHost,
    /// The simulation.
    pub simulation: Simulation,
    /// Warnings about the scene.
    pub warnings: Diagnostics,
    /// The components that the simulation uses, with their files.
    pub plugins: Vec<PluginStamp>,
}

impl Session {
    /// Builds the simulation.
    ///
    /// # Errors
    /// All errors of scene, models, plugins and parameters. Plugins that failed to load are reported on the console first, because
    /// one of them may be the cause.
    pub fn build(
        loaded: LoadedScene,
        mut host: PluginHost,
        options: &BuildOptions,
        console: &Console,
    ) -> Outcome<Self> {
        host.use_packs(loaded.packs(), loaded.has_locked_packs());
        for finding in plugin_problems(&host, &loaded.scene.replaced()).iter() {
            console.show(finding);
        }
        let (bar, progress) = building(console);
        let options = BuildOptions { progress, ..options.clone() };
        let built = Simulation::build(&loaded, &host, &options);
        bar.iter().for_each(ProgressBar::finish_and_clear);
        let mut built = built.map_err(|findings| near::helped(findings, &host, loaded.folder.as_deref()))?;
        built.simulation.set_images(Arc::new(Images::new(&loaded, Painter::Any)));
        let plugins = components_in_use(&built.simulation, &loaded, &host);
        built.warnings.append(Revocations::in_use(&loaded, &plugins));
        console.show_all(&built.warnings);
        Ok(Self { loaded, host, simulation: built.simulation, warnings: built.warnings, plugins })
    }
}

/// Shows the number of robots built so far, for large scenes on a terminal.
fn building(console: &Console) -> (Option<ProgressBar>, Option<Progress>) {
    /// No progress is shown for less time than this.
    const SHORT: Duration = Duration::from_millis(500);
    if !console.shows_progress() {
        return (None, None);
    }
    let bar = ProgressBar::hidden();
    let [pos, len] = ["{pos}", "{len}"];
    let made = format!("{pos} of {len} robots created");
    let style = ProgressStyle::with_template(&format!("  {{bar:30}} {}  {{msg}}", made));
    bar.set_style(style.expect("invariant: the template is valid"));
    let (shown, started) = (bar.clone(), Instant::now());
    let report = move |made: usize, of: usize| {
        if started.elapsed() > SHORT && shown.is_hidden() {
            shown.set_draw_target(ProgressDrawTarget::stderr());
        }
        shown.set_length(of as u64);
        shown.set_position(made as u64);
    };
    (Some(bar), Some(Progress::new(report)))
}

/// Rejected plugins, as warnings.
pub fn refused_plugins(host: &PluginHost) -> Diagnostics {
    host.failures().cloned().map(Diagnostic::into_warning).chain(isolation_gaps(host)).collect()
}

/// Rejected plugins and duplicate ids, as warnings, for a scene that replaces the ids in `replaced`.
pub fn plugin_problems(host: &PluginHost, replaced: &[String]) -> Diagnostics {
    let problems = host.failures().cloned().chain(host.duplicates_with(replaced)).map(Diagnostic::into_warning);
    problems.chain(isolation_gaps(host)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::recording::IsolatedStamp;
    use sim_core::scene::text::Format;

    #[test]
    fn a_recorded_run_is_isolated_as_recorded_or_a_warning_is_returned() {
        let stamp = |id: &str, isolated| PluginStamp { id: id.to_string(), isolated, ..PluginStamp::default() };
        let bounds = Some(IsolatedStamp { deadline_s: 7.0, restarts: 2 });
        let (in_process, isolated) = (stamp("range/rays", None), stamp("avoid/wall", bounds));
        let args = PluginArgs { isolate_restarts: Some(1), ..PluginArgs::default() };

        let stamps = [in_process.clone(), isolated];
        let again = args.isolated_as(&stamps, true).unwrap();
        assert_eq!(again.recorded, ["avoid/wall"]);
        assert_eq!((again.isolate_deadline, again.isolate_restarts), (Some(7.0), Some(1)));
        let warning = args.isolated_as(&stamps, false).unwrap_err().to_string();
        assert!(warning.contains("avoid/wall") && !warning.contains("range/rays"), "{warning}");

        let again = args.isolated_as(&[in_process], false).unwrap();
        assert_eq!((again.recorded.len(), again.isolate_deadline), (0, None), "no warning without isolated components");
    }

    #[test]
    fn robots_are_given_another_component_whatever_their_names_are() {
        let names = ["a\\b", "ä b", "c.d"];
        let robots: Vec<String> = names.iter().map(|name| format!("(name: {name:?}, model: \"a/b\")")).collect();
        let text = format!("(format_version: 1, robots: [{}])", robots.join(", "));
        let read = |set| Scene::parse_with(&text, Format::Ron, "a.ron", &LoadOptions { set, ..LoadOptions::default() });
        let scene = read(Vec::new()).unwrap().scene;
        let changes = exchange(&scene, "controller", &["c/d".to_string()]).unwrap();
        let changed = read(changes[0].assignments.clone()).unwrap_or_else(|findings| panic!("{findings}")).scene;
        assert!(changed.robots.iter().all(|robot| robot.controller.as_ref().is_some_and(|used| used.id.0 == "c/d")));
        assert_eq!(changed.robots.len(), names.len());
    }

    #[test]
    fn a_change_that_a_later_one_undoes_is_refused() {
        let said = |sets: &[&str]| {
            let changes: Vec<Change> = sets.iter().map(|set| Change::one(set, set.to_string())).collect();
            each_counts(&changes).err().map(|failure| (failure.exit, failure.diagnostics.to_string()))
        };
        assert!(said(&["run.dt=0.1", "run.seed=2", "robots.a.x=1", "robots.ab.x=1"]).is_none());
        assert!(said(&["robots[\"a\"].controller=\"x/y\"", "robots.a.controller.params.speed=1"]).is_none());
        for pair in
            [["run.dt=0.1", "run.dt = 0.2"], ["robots.a.controller.params.speed=1", "robots[\"a\"].controller=c"]]
        {
            let (exit, text) = said(&pair).unwrap();
            assert_eq!(exit, Exit::Usage);
            assert!(text.contains(&format!("`{}` is overridden", pair[0])) && text.contains(pair[1]), "{text}");
        }
        let all = Change { option: "all".into(), assignments: vec!["robots.a.x=1".into(), "robots.b.x=1".into()] };
        let one = Change::one("one", "robots.a.x=2".into());
        assert!(each_counts(&[all.clone(), one.clone()]).is_ok(), "it still applies to b");
        assert!(each_counts(&[one, all]).is_err());
    }
}
