//! Libraries and files that appear and disappear while a window is open, with real libraries.

use crate::common::{Window, demo, headless, library, options};
use sim_core::plugins::{PluginHost, SearchPath, Status};
use sim_runner::{Command, Event, RunState, Runner, RunnerOptions, Speed};
use std::path::Path;
use std::time::{Duration, Instant};

/// All libraries except that of the service.
const NAMES: [&str; 9] =
    ["control", "diff_drive", "drive", "navigation", "radio", "range", "rigid_body", "scout", "touch"];

fn copy(name: &str, folder: &Path) {
    let file = library(name);
    std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
}

/// A window with its own plugin folder, which contains all libraries of this repository except the fence.
fn window(folder: &Path) -> Window {
    NAMES.iter().for_each(|name| copy(name, folder));
    let folder = folder.to_path_buf();
    let host = move || {
        let mut host = PluginHost::new(SearchPath::only([folder]))?;
        host.load_all();
        Ok(host)
    };
    Window::with(Runner::start(host, RunnerOptions::default()).unwrap())
}

#[test]
fn a_library_copied_into_a_plugin_folder_is_listed_in_two_seconds_even_if_paused() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(folder.path());
    window.load(demo(&[]));
    assert_eq!(window.runner().plugins().libraries.len(), NAMES.len());
    let dropped = Instant::now();
    copy("fence", folder.path());
    let arrival = window.event(|event| if let Event::Plugin(arrival) = event { Some(arrival.clone()) } else { None });
    let took = dropped.elapsed();
    assert!(arrival.new_file && arrival.components.iter().any(|(_, id)| id == "monitor/fence"), "{arrival}");
    // The folder is polled every 50 ms, and a file must be unchanged for 150 ms; the rest is for a busy test machine.
    assert!(took < Duration::from_secs(2), "{took:?}");
    window.frame(|frame| matches!(frame.state, RunState::Paused));
    let plugins = window.runner().plugins();
    assert!(plugins.components.iter().any(|offer| offer.id() == "monitor/fence"));
}

#[test]
fn invalid_plugin_files_are_refused_and_the_run_continues() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(folder.path());
    window.load(demo(&["run.duration=100000"]));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Play);
    let bad = folder.path().join(format!("bad{}", std::env::consts::DLL_SUFFIX));
    std::fs::write(&bad, "not a library").unwrap();
    let refused =
        window.event(|event| if let Event::PluginRefused(found) = event { Some(found.to_string()) } else { None });
    assert!(refused.contains("bad"), "{refused}");
    let tick = window.runner().frame().tick;
    window.frame(|frame| frame.tick > tick);
}

#[test]
fn a_library_is_installed_in_one_step_and_another_file_refused() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = window(folder.path());
    copy("fence", elsewhere.path());
    let given = elsewhere.path().join(library("fence").file_name().unwrap());
    window.send(Command::Install(given.clone()));
    let (from, to) = window.event(|event| match event {
        Event::Installed { from, to } => Some((from.clone(), to.clone())),
        _ => None,
    });
    assert_eq!((from, to.parent()), (given.clone(), Some(folder.path())));
    assert_eq!(std::fs::read(&to).unwrap(), std::fs::read(&given).unwrap());
    window.event(|event| matches!(event, Event::Plugin(_)).then_some(()));
    let leftovers = std::fs::read_dir(folder.path())
        .unwrap()
        .filter(|e| e.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert_eq!(leftovers.count(), 0);
    window.send(Command::ReloadLibrary(to));
    window.send(Command::Install(elsewhere.path().join("notes.txt")));
    for wanted in ["reload a library", "install a library"] {
        assert_eq!(
            window.event(|event| if let Event::Refused { command, .. } = event { Some(*command) } else { None }),
            wanted
        );
    }
}

#[test]
fn the_plugin_folder_and_the_scene_file_may_be_deleted_during_a_run() {
    let (folder, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let plugins = folder.path().join("plugins");
    std::fs::create_dir(&plugins).unwrap();
    let mut window = window(&plugins);
    let file = place.path().join("demo.ron");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/demo.ron"), &file).unwrap();
    let loaded = std::sync::Arc::new(sim_core::scene::Scene::load(&file).unwrap());
    window.send(Command::Load { scene: loaded, options: options() });
    window.frame(|frame| matches!(frame.state, RunState::Paused));
    window.step(20);
    std::fs::remove_dir_all(&plugins).unwrap();
    std::fs::remove_file(&file).unwrap();
    let mut gone = [0; 2]
        .map(|_| window.event(|event| if let Event::Gone(found) = event { Some(found.to_string()) } else { None }));
    gone.sort();
    assert!(gone[0].contains("plugin folder is missing") && gone[1].contains("the scene file is missing"), "{gone:?}");
    window.step(20);
    let expected = headless(&demo(&[]), 40);
    assert_eq!(window.hash(), (40, expected.clone()));
    window.send(Command::Reset);
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused));
    window.step(40);
    assert_eq!(window.hash().1, expected, "not even a reset needs them");
    std::fs::create_dir(&plugins).unwrap();
    copy("fence", &plugins);
    window.event(|event| matches!(event, Event::Back(_)).then_some(()));
    window.event(|event| matches!(event, Event::Plugin(_)).then_some(()));
}

#[track_caller]
fn wait(window: &Window, until: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while !until(window) {
        assert!(start.elapsed() < Duration::from_secs(20), "timeout: {:?}", window.runner().plugins().rows);
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_list_of_plugins_follows_deleted_and_restored_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(folder.path());
    window.load(demo(&[]));
    window.step(5);
    let gone = |event: &Event| if let Event::PluginGone(found) = event { Some(found.to_string()) } else { None };
    let file = |name: &str| folder.path().join(library(name).file_name().unwrap());
    let offers = |window: &Window, id: &str| {
        let plugins = window.runner().plugins();
        plugins.components.iter().any(|offer| offer.id() == id)
    };
    let status = |window: &Window, file: &Path| {
        let plugins = window.runner().plugins();
        plugins.rows.iter().find(|row| row.file == file).map(|row| row.status.clone())
    };

    // A library in use stays in use, and the list shows that.
    std::fs::remove_file(file("scout")).unwrap();
    let warning = window.event(gone);
    assert!(
        warning.contains("a plugin library was deleted") && warning.contains("loaded version is used"),
        "{warning}"
    );
    assert!(warning.contains(&*file("scout").to_string_lossy()), "{warning}");
    assert!(matches!(status(&window, &file("scout")), Some(Status::Gone)) && offers(&window, "scout/standard"));
    window.send(Command::Reset);
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused));
    window.step(5);
    copy("scout", folder.path());
    wait(&window, |window| matches!(status(window, &file("scout")), Some(Status::Registered)));

    // A renamed library is listed under its new name.
    let renamed = folder.path().join(format!("other{}", std::env::consts::DLL_SUFFIX));
    std::fs::rename(file("scout"), &renamed).unwrap();
    let warning = window.event(gone);
    assert!(warning.contains("the same library in"), "{warning}");
    wait(&window, |window| matches!(status(window, &renamed), Some(Status::Registered)));
    assert!(status(&window, &file("scout")).is_none() && offers(&window, "scout/standard"));

    // A copy replaces a deleted library; as a second one, it is listed although nothing is reported.
    let second = folder.path().join(format!("second{}", std::env::consts::DLL_SUFFIX));
    std::fs::copy(&renamed, &second).unwrap();
    wait(&window, |window| matches!(status(window, &second), Some(Status::Copy(_))));
    std::fs::remove_file(&renamed).unwrap();
    wait(&window, |window| matches!(status(window, &second), Some(Status::Registered)));
    assert!(status(&window, &renamed).is_none());
}
