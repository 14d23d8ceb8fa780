//! Hot reloading of a scene: when one of its files changes, the scene is rebuilt and the run continues in it.

use crate::exit::Outcome;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Built, MigrationReport, Simulation};
use sim_core::model::UrdfOptions;
use sim_core::plugins::PluginHost;
use sim_core::recording::{attach, named_files};
use sim_core::scene::LoadedScene;
use sim_core::watch::FileWatch;
use sim_core::words::counted;
use sim_render::{Images, Painter};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a scene, and the functions to reload and rebuild it.
pub struct SceneFollower<'a> {
    watch: FileWatch,
    load: Box<dyn Fn() -> Outcome<LoadedScene> + Send + 'a>,
    named: Box<dyn Fn() -> BTreeSet<PathBuf> + Send + 'a>,
    build: BuildOptions,
}

/// A rebuilt scene, with the state of the run migrated.
pub struct RebuiltScene {
    /// The simulation.
    pub simulation: Simulation,
    /// The scene.
    pub loaded: LoadedScene,
    /// Warnings about the scene.
    pub warnings: Diagnostics,
    /// Text about the migration.
    pub words: String,
}

impl<'a> SceneFollower<'a> {
    /// Watches the scene file and all files that it references. `load` loads the scene with the overrides of the command line, `named`
    /// lists its files even if it has errors. Call this before the scene is built, so that later changes are detected.
    ///
    /// # Errors
    /// If the files cannot be watched.
    pub fn new(
        loaded: &LoadedScene,
        build: BuildOptions,
        load: impl Fn() -> Outcome<LoadedScene> + Send + 'a,
        named: impl Fn() -> BTreeSet<PathBuf> + Send + 'a,
    ) -> Result<Self, Diagnostic> {
        let mut watch = FileWatch::new(|| ())?;
        watch.set(files(loaded, &build.urdf))?;
        Ok(Self { watch, load: Box::new(load), named: Box::new(named), build })
    }

    /// Files that changed since the last call. Does not block.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        self.watch.changed()
    }

    /// Reloads and rebuilds the scene, and migrates the run. On an error, the run is left unchanged; newly referenced files are watched
    /// nevertheless.
    ///
    /// # Errors
    /// All errors of the current scene.
    pub fn rebuild(&mut self, old: &mut Simulation, host: &mut PluginHost) -> Outcome<RebuiltScene> {
        let mut unwatched = Diagnostics::default();
        let result = self.rebuild_with(old, host, &mut unwatched);
        match result {
            Ok(mut rebuilt) => {
                rebuilt.warnings.append(unwatched);
                Ok(rebuilt)
            }
            Err(mut failure) => {
                failure.diagnostics.append(unwatched);
                Err(failure)
            }
        }
    }

    /// Like [`SceneFollower::rebuild`]; files that cannot be watched are only reported in `unwatched`.
    fn rebuild_with(
        &mut self,
        old: &mut Simulation,
        host: &mut PluginHost,
        unwatched: &mut Diagnostics,
    ) -> Outcome<RebuiltScene> {
        let loaded = self.load(unwatched)?;
        let files = files(&loaded, &self.build.urdf);
        // Watch them before reading, so that changes during the build are detected.
        self.watch(files.clone(), unwatched);
        let built = Simulation::build_with_packs(&loaded, host, &self.build).inspect_err(|findings| {
            let blamed = findings.iter().filter_map(|finding| Some((PathBuf::from(finding.file.as_ref()?), None)));
            self.watch(blamed.chain(files).collect(), unwatched);
        });
        let Built { mut simulation, warnings, .. } = built?;
        simulation.set_images(Arc::new(Images::new(&loaded, Painter::Any)));
        let report = simulation.migrate_from(old)?;
        Ok(RebuiltScene { simulation, loaded, warnings, words: words(&report) })
    }

    /// Loads the scene. If it has errors, watches all its files and loads it again: only later changes are detected.
    fn load(&mut self, unwatched: &mut Diagnostics) -> Outcome<LoadedScene> {
        (self.load)().or_else(|_| {
            let named = (self.named)();
            if !named.is_empty() {
                self.watch(named.into_iter().map(|file| (file, None)).collect(), unwatched);
            }
            (self.load)()
        })
    }

    fn watch(&mut self, files: Files, unwatched: &mut Diagnostics) {
        if let Err(finding) = self.watch.set(files) {
            unwatched.push(finding);
        }
    }
}

/// Watched files, with digests of their content.
type Files = BTreeMap<PathBuf, Option<String>>;

/// All files of a scene.
fn files(loaded: &LoadedScene, urdf: &UrdfOptions) -> Files {
    let named = named_files(loaded).into_iter().chain(attach(loaded, urdf).sources);
    let written = loaded.files.iter().filter_map(|file| Some((file.path.clone()?, Some(file.digest.clone()))));
    named.map(|file| (file, None)).chain(written).collect()
}

/// Text about a migration: the number of migrated states, and exceptions.
fn words(report: &MigrationReport) -> String {
    let carried =
        format!("{count} of robots and movable objects carried over", count = counted(report.carried, "state"));
    let mut all = vec![carried];
    for (name, reason) in &report.altered {
        all.push(format!("{name} continues with different parts: {reason}"));
    }
    for (name, reason) in &report.restarted {
        all.push(format!("{name} restarts: {reason}"));
    }
    for name in &report.gone {
        all.push(format!("{name} was removed"));
    }
    for (name, reason) in &report.services_restarted {
        all.push(format!("service {name} restarts: {reason}"));
    }
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::SceneInput;
    use sim_core::scene::{LoadOptions, Scene};
    use std::time::{Duration, Instant};

    #[test]
    fn what_has_changed_since_it_was_read_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        std::fs::write(&file, "(format_version: 1)").unwrap();
        let loaded = Scene::load(&file).unwrap();
        // Change it while plugins load and robots are built.
        std::fs::write(&file, "(format_version: 1, name: \"b\")").unwrap();
        let load = || Ok(Scene::load(&file)?);
        let mut followed = SceneFollower::new(&loaded, BuildOptions::default(), load, BTreeSet::new).unwrap();
        let start = Instant::now();
        loop {
            let changed = followed.changed();
            if !changed.is_empty() {
                assert_eq!(changed, std::slice::from_ref(&file));
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "the change was not detected");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn the_files_of_a_scene_with_mistakes_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let files = |text: &str| {
            std::fs::write(at("a.ron"), text).unwrap();
            SceneInput::open(&at("a.ron")).unwrap().files(&LoadOptions::default())
        };
        std::fs::write(at("x.ron"), "(format_version: 1, ").unwrap();
        let included = files("(format_version: 1, include: [\"x.ron\", \"nowhere.ron\"])");
        assert_eq!(included, BTreeSet::from(["a.ron", "x.ron", "nowhere.ron"].map(at)));
        let mesh = files("(format_version: 1, objects: [(name: \"m\", shape: Mesh(file: \"m.stl\"))])");
        assert_eq!(mesh, BTreeSet::from(["a.ron", "m.stl"].map(at)));
    }
}
