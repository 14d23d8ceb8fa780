//! Opens scenes for programs that embed the simulator.

use super::{BuildOptions, Built, LogLine, Simulation};
use sim_abi::ffi::module::Module;
use sim_abi::ffi::types::LogLevel;
use sim_diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use sim_host::{Describe, Isolation, PluginHost, SearchPath};
use sim_scene::{LoadOptions, LoadedScene, Scene};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Opens scenes with the same plugins and options; see [`Simulation::builder`].
///
/// Plugins are loaded once, for the first scene. They are found where `sim` finds them: in the folders of
/// [`plugin_folder`](Self::plugin_folder), in `SIM_PLUGIN_PATH`, in the current project, next to this program, in the data folder of the user,
/// and in installed packs. All of them run in this process, unless [`isolation`](Self::isolation) selects another one.
#[derive(Clone, Default)]
pub struct SimulationBuilder {
    search: Option<SearchPath>,
    folders: Vec<PathBuf>,
    linked: Vec<(&'static str, &'static Module)>,
    describe: Describe,
    isolation: Isolation,
    load: LoadOptions,
    build: BuildOptions,
    host: OnceLock<Arc<Mutex<PluginHost>>>,
}

impl Simulation {
    /// Opens a scene file with the default options of [`SimulationBuilder`]. To open several scenes, use one builder, which loads the plugins
    /// once. Warnings about the scene and about plugins are in the log ([`Simulation::take_log`]).
    ///
    /// # Errors
    /// All errors of the scene, its models, plugins and parameters.
    pub fn open(scene: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        Self::builder().open(scene)
    }

    /// Opens scenes with other plugins, seeds, parameters or options.
    pub fn builder() -> SimulationBuilder {
        SimulationBuilder::default()
    }

    /// Like [`Simulation::build`], with the versions of packs that the scene selects.
    ///
    /// # Errors
    /// As for [`Simulation::build`].
    pub fn build_with_packs(
        loaded: &LoadedScene,
        host: &mut PluginHost,
        options: &BuildOptions,
    ) -> Result<Built, Diagnostics> {
        host.use_packs(loaded.packs(), loaded.has_locked_packs());
        Self::build(loaded, host, options)
    }
}

impl SimulationBuilder {
    /// Adds a plugin folder, which is searched before the standard ones.
    pub fn plugin_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self.without_host()
    }

    /// Replaces the standard search path and all plugin folders.
    pub fn search(self, path: SearchPath) -> Self {
        Self { search: Some(path), ..self }.without_host()
    }

    /// Adds a plugin that is linked into this program, under this name.
    pub fn linked_plugin(mut self, name: &'static str, module: &'static Module) -> Self {
        self.linked.push((name, module));
        self.without_host()
    }

    /// Selects which libraries run in separate processes, and how libraries are described. Both need a program that serves such requests,
    /// such as `sim`.
    pub fn isolation(self, isolation: Isolation, describe: Describe) -> Self {
        Self { isolation, describe, ..self }.without_host()
    }

    /// Sets the seed of all random streams.
    pub fn seed(self, seed: u64) -> Self {
        self.set(format!("run.seed={seed}"))
    }

    /// Sets a value of the scene, like `sim run --set`: `robots.anna.controller.params.speed=0.3`.
    pub fn set(mut self, assignment: impl Into<String>) -> Self {
        self.load.set.push(assignment.into());
        self
    }

    /// Sets the number of worker threads; 0 uses all cores. Results do not depend on it. Default: that of the scene.
    pub fn threads(mut self, threads: usize) -> Self {
        self.build.threads = Some(threads);
        self
    }

    /// Sets all other options.
    pub fn options(self, build: BuildOptions) -> Self {
        Self { build, ..self }
    }

    /// Opens a scene file.
    ///
    /// # Errors
    /// As for [`Simulation::open`].
    pub fn open(&self, scene: impl AsRef<Path>) -> Result<Simulation, Diagnostics> {
        self.simulation(&Scene::load_with(scene, &self.load)?)
    }

    /// Opens a scene given as text, RON or JSON. Files that it references are relative to the working folder.
    ///
    /// # Errors
    /// As for [`Simulation::open`].
    pub fn open_text(&self, text: &str) -> Result<Simulation, Diagnostics> {
        self.simulation(&Scene::load_stream(text.into(), "scene", Path::new(""), &self.load)?)
    }

    fn simulation(&self, scene: &LoadedScene) -> Result<Simulation, Diagnostics> {
        let mut host = self.host()?;
        let rejected = |host: &PluginHost| host.failures().cloned().map(Diagnostic::into_warning).collect();
        match Simulation::build_with_packs(scene, &mut host, &self.build) {
            Ok(Built { mut simulation, mut warnings }) => {
                warnings.append(rejected(&host));
                simulation.log_findings(&warnings);
                Ok(simulation)
            }
            // A missing component may be in a library that was rejected.
            Err(mut findings) => {
                findings.append(rejected(&host));
                Err(findings)
            }
        }
    }

    /// Runs many simulations on all cores: `run` is called once per variant, with a builder for simulations that use one thread each, and
    /// with the variant, such as a seed. Returns the results in the order of the variants, regardless of the number of cores.
    ///
    /// # Errors
    /// The error of the first variant that fails. No further runs are started then.
    pub fn batch<V: IntoIterator<IntoIter: Send>, T: Send>(
        &self,
        variants: V,
        run: impl Fn(Self, V::Item) -> Result<T, Diagnostics> + Sync,
    ) -> Result<Vec<T>, Diagnostics> {
        // All runs share the plugins.
        drop(self.host()?);
        let builder = self.clone().threads(1);
        let (queue, results) = (Mutex::new(variants.into_iter().enumerate()), Mutex::new(Vec::new()));
        let failed = AtomicBool::new(false);
        let work = || {
            // Variants are taken in order, so when one fails, those before it have been started and are finished.
            while !failed.load(Ordering::Relaxed) {
                let Some((number, variant)) = lock(&queue).next() else { break };
                let result = run(builder.clone(), variant);
                failed.fetch_or(result.is_err(), Ordering::Relaxed);
                lock(&results).push((number, result));
            }
        };
        std::thread::scope(|scope| {
            let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
            // If the system cannot start another thread, the others do its work.
            (1..cores).for_each(|_| _ = std::thread::Builder::new().spawn_scoped(scope, work));
            work();
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// The same, without the loaded plugins.
    fn without_host(self) -> Self {
        Self { host: OnceLock::new(), ..self }
    }

    fn host(&self) -> Result<MutexGuard<'_, PluginHost>, Diagnostic> {
        if let Some(host) = self.host.get() {
            return Ok(lock(host));
        }
        if let Some(missing) = self.folders.iter().find(|folder| !folder.is_dir()) {
            return Err(Diagnostic::error(Code::PluginUnreadable, "the plugin folder does not exist")
                .with_file(missing.display().to_string()));
        }
        let search = self.search.clone().unwrap_or_else(|| SearchPath::standard(&self.folders));
        let mut host = PluginHost::describing(search, self.describe.clone())?;
        host.isolate(self.isolation.clone());
        host.load_all();
        self.linked.iter().try_for_each(|(name, module)| host.add_in_process(name, module))?;
        Ok(lock(self.host.get_or_init(|| Arc::new(Mutex::new(host)))))
    }
}

impl Simulation {
    /// Writes findings about the scene to the log.
    fn log_findings(&mut self, findings: &Diagnostics) {
        let time = self.time();
        self.report.log.extend(findings.iter().map(|finding| LogLine {
            time,
            robot: "".into(),
            component: "scene".into(),
            level: if finding.severity == Severity::Note { LogLevel::Info } else { LogLevel::Warn },
            text: finding.sentence(),
        }));
    }
}

/// Locks a mutex. A panic of another thread does not matter: it ends the batch that the value belongs to.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
