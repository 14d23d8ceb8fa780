//! A scene that a run follows: when one of its files changes, it is read and built again, and the run goes on in it.

use crate::exit::Outcome;
use sim_core::diagnostic::{Diagnostic, Diagnostics, Sentence};
use sim_core::engine::{BuildOptions, Built, CarryReport, Simulation};
use sim_core::model::UrdfOptions;
use sim_core::plugins::PluginHost;
use sim_core::recording::{attach, named_files};
use sim_core::scene::LoadedScene;
use sim_core::watch::FileWatch;
use sim_render::{Images, Painter};
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a scene, and how it is read and built again.
pub struct Followed<'a> {
    watch: FileWatch,
    load: Box<dyn Fn() -> Outcome<LoadedScene> + Send + 'a>,
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
    pub words: Sentence,
}

impl<'a> Followed<'a> {
    /// Watches the scene's file and everything that it names; `load` reads it with the changes of the command line.
    ///
    /// # Errors
    /// When the files cannot be watched.
    pub fn new(
        loaded: &LoadedScene,
        build: BuildOptions,
        load: impl Fn() -> Outcome<LoadedScene> + Send + 'a,
    ) -> Result<Self, Diagnostic> {
        let mut watch = FileWatch::new(|| ())?;
        watch.set(files(loaded, &build.urdf))?;
        Ok(Self { watch, load: Box::new(load), build })
    }

    /// Files that have changed since the last time; does not wait.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        self.watch.changed()
    }

    /// Reads the scene and builds it, and carries the run over. On an error the run is as it was.
    ///
    /// # Errors
    /// Everything that is wrong with the scene as it is now.
    pub fn rebuild(&mut self, old: &mut Simulation, host: &PluginHost) -> Outcome<Rebuilt> {
        let loaded = (self.load)()?;
        let Built { mut simulation, warnings, .. } = Simulation::build(&loaded, host, &self.build)?;
        simulation.set_images(Arc::new(Images::new(&loaded, Painter::Any)));
        let report = simulation.carry_over(old)?;
        self.watch.set(files(&loaded, &self.build.urdf))?;
        Ok(Rebuilt { simulation, loaded, warnings, words: words(&report) })
    }
}

/// All files of a scene.
fn files(loaded: &LoadedScene, urdf: &UrdfOptions) -> std::collections::BTreeMap<PathBuf, Option<String>> {
    let written = loaded.files.iter().filter_map(|file| file.path.clone());
    let named = named_files(loaded).into_iter().chain(attach(loaded, urdf).sources);
    written.chain(named).map(|file| (file, None)).collect()
}

/// What has become of a run: how many go on, and who does not.
fn words(report: &CarryReport) -> Sentence {
    let carried = say!(
        "followed-carried",
        [
            "{count} state of robots and movable objects carried over",
            "{count} states of robots and movable objects carried over"
        ],
        count = report.carried
    );
    let mut all = vec![carried];
    for (name, reason) in &report.altered {
        all.push(say!("followed-altered", "{name} goes on with other parts: {reason}", name, reason));
    }
    for (name, reason) in &report.restarted {
        all.push(say!("followed-restarted", "{name} starts anew: {reason}", name, reason));
    }
    for name in &report.gone {
        all.push(say!("followed-gone", "{name} is gone", name));
    }
    for (name, reason) in &report.services_restarted {
        all.push(say!("followed-service-restarted", "service {name} starts anew: {reason}", name, reason));
    }
    say!("followed-all", "{all}", all = sim_text::list(all, "; "))
}
