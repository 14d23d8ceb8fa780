//! A scene that a run follows: when one of its files changes, it is read and built again, and the run goes on in it.

use crate::exit::Outcome;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{BuildOptions, Built, CarryReport, Simulation};
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

/// The files of a scene, and how it is read and built again.
pub struct Followed<'a> {
    watch: FileWatch,
    load: Box<dyn Fn() -> Outcome<LoadedScene> + Send + 'a>,
    named: Box<dyn Fn() -> BTreeSet<PathBuf> + Send + 'a>,
    build: BuildOptions,
}

/// A scene that has been built again, with the run carried over.
pub struct Rebuilt {
    /// The simulation.
    pub simulation: Simulation,
    /// The scene.
    pub loaded: LoadedScene,
    /// What should be known about the scene.
    pub warnings: Diagnostics,
    /// What has become of the run, in words.
    pub words: String,
}

impl<'a> Followed<'a> {
    /// Watches the scene's file and everything that it names; `load` reads it with the changes of the command line, `named` tells
    /// all its files where it has mistakes. To be called before the scene is built: what changes from then on is noticed.
    ///
    /// # Errors
    /// When the files cannot be watched.
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

    /// Files that have changed since the last time; does not wait.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        self.watch.changed()
    }

    /// Reads the scene and builds it, and carries the run over. On an error the run is as it was, and what the scene has begun to
    /// name is watched, too.
    ///
    /// # Errors
    /// Everything that is wrong with the scene as it is now.
    pub fn rebuild(&mut self, old: &mut Simulation, host: &mut PluginHost) -> Outcome<Rebuilt> {
        let mut unwatched = Diagnostics::default();
        let result = self.build_anew(old, host, &mut unwatched);
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

    /// As [`Followed::rebuild`]; files that cannot be watched are told in `unwatched`, which is no reason to refuse the scene.
    fn build_anew(
        &mut self,
        old: &mut Simulation,
        host: &mut PluginHost,
        unwatched: &mut Diagnostics,
    ) -> Outcome<Rebuilt> {
        let loaded = self.load(unwatched)?;
        let files = files(&loaded, &self.build.urdf);
        // Before they are read: what changes while the scene is built is noticed afterwards.
        self.watch(files.clone(), unwatched);
        host.use_packs(loaded.packs(), loaded.has_locked_packs());
        let built = Simulation::build(&loaded, host, &self.build).inspect_err(|findings| {
            let blamed = findings.iter().filter_map(|finding| Some((PathBuf::from(finding.file.as_ref()?), None)));
            self.watch(blamed.chain(files).collect(), unwatched);
        });
        let Built { mut simulation, warnings, .. } = built?;
        simulation.set_images(Arc::new(Images::new(&loaded, Painter::Any)));
        let report = simulation.carry_over(old)?;
        Ok(Rebuilt { simulation, loaded, warnings, words: words(&report) })
    }

    /// Reads the scene. Where it has mistakes, all its files are watched and it is read once more: only what changes after that
    /// is noticed.
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

/// Files that are watched, with digests of what was read.
type Files = BTreeMap<PathBuf, Option<String>>;

/// All files of a scene.
fn files(loaded: &LoadedScene, urdf: &UrdfOptions) -> Files {
    let named = named_files(loaded).into_iter().chain(attach(loaded, urdf).sources);
    let written = loaded.files.iter().filter_map(|file| Some((file.path.clone()?, Some(file.digest.clone()))));
    named.map(|file| (file, None)).chain(written).collect()
}

/// What has become of a run: how many go on, and who does not.
fn words(report: &CarryReport) -> String {
    let carried =
        format!("{count} of robots and movable objects carried over", count = counted(report.carried, "state"));
    let mut all = vec![carried];
    for (name, reason) in &report.altered {
        all.push(format!("{name} goes on with other parts: {reason}"));
    }
    for (name, reason) in &report.restarted {
        all.push(format!("{name} starts anew: {reason}"));
    }
    for name in &report.gone {
        all.push(format!("{name} is gone"));
    }
    for (name, reason) in &report.services_restarted {
        all.push(format!("service {name} starts anew: {reason}"));
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
        // While plugins load and robots are made.
        std::fs::write(&file, "(format_version: 1, name: \"b\")").unwrap();
        let load = || Ok(Scene::load(&file)?);
        let mut followed = Followed::new(&loaded, BuildOptions::default(), load, BTreeSet::new).unwrap();
        let start = Instant::now();
        loop {
            let changed = followed.changed();
            if !changed.is_empty() {
                assert_eq!(changed, std::slice::from_ref(&file));
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "never noticed");
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
