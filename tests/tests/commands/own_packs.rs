//! The bundled content as packs that are installed like third-party packs, for a bare program.

use sim_tests::{Ended, TestDir, dist, program_of};
use std::path::{Path, PathBuf};

/// Number of steps per scene: a call of an isolated library takes its time, and some scenes have a thousand robots.
const STEPS: &str = "100";

/// Files and folders in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A user with a bare program and all packs installed.
struct User {
    dir: TestDir,
    /// The program's folder.
    _alone: tempfile::TempDir,
}

impl User {
    fn new() -> Self {
        let alone = tempfile::tempdir().unwrap();
        let program = program_of(alone.path());
        std::fs::copy(program_of(&dist()), &program).unwrap();
        let dir = TestDir::with_program(alone.path().to_path_buf());
        let is_archive = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "simpack");
        let archives: Vec<PathBuf> = entries(&dist().join("packs")).into_iter().filter(is_archive).collect();
        assert!(archives.len() > 5, "{archives:?}");
        let archives: Vec<&str> = archives.iter().filter_map(|path| path.to_str()).collect();
        let unsigned = dir.path("sim-parts-0.1.0.simpack");
        std::fs::copy(dist().join("packs/sim-parts-0.1.0.simpack"), &unsigned).unwrap();
        let stderr = dir.sim(&["pack", "install", unsigned.to_str().unwrap(), "--yes"]).expect(3).stderr;
        assert!(stderr.contains("PK011") && stderr.contains("can replace parts of the program"), "{stderr}");
        let key = dist().join("packs/sim.pub");
        let signed = ["--key", key.to_str().unwrap(), "--yes"];
        dir.sim(&[&["pack", "install"], &archives[..], &signed].concat()).expect(0);
        Self { dir, _alone: alone }
    }

    /// Trusts all packs to run in the program's own process.
    fn trust_all(&self) {
        let list = self.dir.sim(&["pack", "list", "--json"]).expect(0).json();
        for pack in list["packs"].as_array().expect("a list of packs") {
            self.dir.sim(&["pack", "isolate", pack["name"].as_str().unwrap(), "--off"]).expect(0);
        }
    }

    fn run(&self, scene: &Scene) -> Ended {
        let patient = ["--isolate-deadline", "60"]; // others may keep the processors busy
        self.dir.sim(&[&["run", &scene.packed, "--steps", STEPS, "--json"], &patient[..]].concat())
    }
}

/// A bundled scene.
struct Scene {
    /// The file in the assembled folder.
    shipped: PathBuf,
    /// The same scene in a pack, as `pack:sim/NAME/scenes/FILE`.
    packed: String,
}

impl Scene {
    /// All scenes of the packs, with their source files.
    fn all() -> Vec<Self> {
        let is_scene = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|ending| ending == "ron");
        let scenes = |folder: &Path| entries(folder).into_iter().filter(is_scene).collect::<Vec<_>>();
        let folder = dist().join("scenes");
        let mut shipped = scenes(&folder);
        shipped.extend(entries(&folder).iter().filter(|path| path.is_dir()).flat_map(|path| scenes(path)));
        let mut found = Vec::new();
        for pack in entries(&dist().join("packs/source")) {
            let name = pack.file_name().and_then(|name| name.to_str()).unwrap().to_owned();
            for scene in scenes(&pack.join("scenes")) {
                let bytes = std::fs::read(&scene).unwrap();
                let same =
                    |path: &PathBuf| path.file_name() == scene.file_name() && std::fs::read(path).unwrap() == bytes;
                let place = shipped.iter().position(same).unwrap_or_else(|| panic!("{}", scene.display()));
                let file = scene.file_name().and_then(|name| name.to_str()).unwrap();
                found.push(Self { shipped: shipped.remove(place), packed: format!("pack:sim/{name}/scenes/{file}") });
            }
        }
        assert!(shipped.is_empty(), "in no pack: {shipped:?}");
        found
    }

    /// Whether it has a service whose state depends on the system clock.
    fn is_by_the_clock(&self) -> bool {
        let text = std::fs::read_to_string(&self.shipped).unwrap();
        ["robomap/link", "robomap/virtual-robot"].iter().any(|service| text.contains(service))
    }

    /// Its result with the full distribution.
    fn run(&self) -> Ended {
        let ended = TestDir::new().sim(&["run", self.shipped.to_str().unwrap(), "--steps", STEPS, "--json"]);
        assert!(ended.json()["digest"].is_string(), "{ended:#?}");
        ended
    }
}

/// The results to compare: exit status, states, digest.
fn digests(ended: &Ended) -> (i32, String, String) {
    let data = ended.json();
    let text = |name: &str| data[name].as_str().unwrap_or("none").to_owned();
    (ended.status, text("state_hash"), text("digest"))
}

#[test]
fn scenes_run_from_installed_packs_as_they_do_with_what_is_shipped() {
    let user = User::new();
    let plugins = user.dir.sim(&["plugins", "--json"]).expect(0).json();
    let libraries = plugins["libraries"].as_array().expect("a list of libraries");
    assert!(libraries.iter().all(|library| library["file"].as_str().unwrap().contains("simwright/packs")), "{plugins}");
    let all = Scene::all();
    let names = ["blimp/scenes/circuit.ron", "scout/scenes/demo.ron", "robomap/scenes/warehouse.ron"];
    let chosen = names.map(|name| all.iter().find(|scene| scene.packed.ends_with(name)).expect(name));
    let wanted = chosen.map(|scene| digests(&scene.run()));
    // Only one of them, since calls to other processes compete for processors with the other tests.
    assert_eq!(digests(&user.run(chosen[0])), wanted[0], "{}, in processes of their own", chosen[0].packed);
    user.trust_all();
    for (scene, wanted) in chosen.iter().zip(&wanted) {
        assert_eq!(digests(&user.run(scene)), *wanted, "{}", scene.packed);
    }
}

#[test]
#[ignore = "runs every scene four times; `cargo xtask soak packs` does"]
fn every_scene_runs_from_installed_packs_as_it_does_with_what_is_shipped() {
    let (user, all) = (User::new(), Scene::all());
    let wanted: Vec<_> = all.iter().map(|scene| digests(&scene.run())).collect();
    // These services look for others on the network and record the time by the system clock.
    let by_the_clock: Vec<&str> =
        all.iter().filter(|scene| scene.is_by_the_clock()).map(|scene| &*scene.packed).collect();
    assert!(by_the_clock.iter().all(|scene| scene.contains("sim/robomap/")), "{by_the_clock:?}");
    let mut differ = Vec::new();
    for trusted in [false, true] {
        if trusted {
            user.trust_all();
        }
        for (scene, wanted) in all.iter().zip(&wanted) {
            let found = digests(&user.run(scene));
            let is_same = match by_the_clock.contains(&scene.packed.as_str()) {
                true => (found.0, &found.1) == (wanted.0, &wanted.1),
                false => found == *wanted,
            };
            if !is_same {
                differ.push(format!("{} (trusted: {trusted}): {found:?} instead of {wanted:?}", scene.packed));
            }
        }
    }
    eprintln!("{} scenes, {} of them by the clock", all.len(), by_the_clock.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
