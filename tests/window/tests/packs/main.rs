//! Packs in the window: installed, updated and removed while it is open. Each test has its own process and store.

#[cfg(target_os = "linux")]
mod pictures;
mod setup;

use egui::Key;
use setup::{SCENE, Setup, alone};
use sim_gui::{EditRequest, PackRequest, Pane, Request, RunRequest};
use sim_runner::RunState;
use sim_window_tests::Rig;
use std::path::PathBuf;

/// A window on a scene.
fn open(scene: Option<PathBuf>) -> Rig {
    let mut rig = Rig::open(scene, &["control"]);
    rig.wait("the window is there", |rig| !rig.window().runner().plugins().components.is_empty());
    rig
}

fn has_component(rig: &Rig, id: &str) -> bool {
    rig.window().runner().plugins().components.iter().any(|component| component.info().id == id)
}

/// Closes the open dialog.
fn escape(rig: &mut Rig) {
    rig.key(Key::Escape);
}

/// Whether any text exposed to screen readers contains these words.
fn says(rig: &Rig, words: &str) -> bool {
    rig.labels().iter().any(|label| label.contains(words))
}

#[test]
fn an_archive_that_is_dropped_is_installed_and_its_components_appear_and_go() {
    alone("an_archive_that_is_dropped_is_installed_and_its_components_appear_and_go", |setup| {
        let archive = setup.pack_with_library("control");
        let mut rig = open(None);
        // Packs that may replace bundled content must be signed.
        rig.drop_file(archive.clone());
        rig.wait("it is refused", |rig| rig.sees("Cannot be installed"));
        assert!(says(&rig, "can replace parts of the program"));
        escape(&mut rig);
        let (key, secret) = setup.keys("sim");
        setup.sign(&archive, &secret);
        setup.store.trust("sim", &key, false).unwrap();
        assert!(!has_component(&rig, "control/constant"));
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("sim/control"));
        assert!(says(&rig, "in a separate process"));
        assert_eq!(setup.installed(), [""; 0], "nothing is installed before confirmation");
        rig.click("Install");
        rig.wait("its components are there", |rig| has_component(rig, "control/constant"));
        assert_eq!(setup.installed(), ["sim/control 1.0.0"]);

        rig.click("File");
        rig.click("Packs …");
        rig.wait("it is listed", |rig| rig.sees("Installed (1)"));
        rig.click("Run in process …: sim/control");
        rig.click("Run in process");
        rig.wait("it is let in", |rig| rig.sees("Isolate: sim/control"));
        assert!(setup.store.installed().packs()[0].in_process && has_component(&rig, "control/constant"));
        rig.click("Remove …: sim/control");
        rig.click("Remove");
        rig.wait("its components are gone", |rig| !has_component(rig, "control/constant"));
        setup.store.distrust("sim").unwrap();
        assert_eq!(setup.stored().len(), 0, "no files are left");
    });
}

#[test]
fn what_a_scene_misses_is_installed_by_a_click_and_the_scene_runs() {
    alone("what_a_scene_misses_is_installed_by_a_click_and_the_scene_runs", |setup| {
        let scene = setup.write(
            "scene.ron",
            "(format_version: 1, packs: [\"acme/rover@^1\"],\n    robots: [(name: \"anna\", \
             model: (file: \"pack:acme/rover/models/rover.robot.ron\"), dynamics: \"body/static\")])",
        );
        let mut rig = open(Some(scene));
        rig.wait("the message appears", |rig| says(rig, "needs packs that are not installed: acme/rover@^1"));
        assert!(!says(&rig, "The scene is empty") && says(&rig, "a dependency is missing"));
        assert!(rig.window().problems().any(|finding| finding.code.to_string() == "PK001"));

        // Not available from any source yet.
        rig.harness.state_mut().request(PackRequest::InstallMissing.into());
        rig.wait("it is refused", |rig| rig.sees("Cannot be installed"));
        assert!(says(&rig, "no source to install packs from"));
        escape(&mut rig);
        let wheels = setup.pack("acme/wheels", "1.0.0", "");
        setup.publish(&[&wheels], None);
        rig.harness.state_mut().request(PackRequest::InstallMissing.into());
        rig.wait("it is refused again", |rig| says(rig, "is not in any index"));
        escape(&mut rig);

        // With its dependencies.
        let rover = setup.pack("acme/rover", "1.2.0", "requires: [\"acme/wheels@^1\"]");
        setup.publish(&[&rover], None);
        rig.harness.state_mut().show_panel(Pane::Log);
        rig.harness.run_steps(4);
        rig.click("Install missing packs …");
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(rig.sees("acme/wheels") && says(&rig, "dependencies") && says(&rig, "Install 2 packs"));
        rig.click("Install");
        rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
        assert!(rig.window().missing_packs().is_empty() && !rig.sees("Install missing packs …"));
        assert_eq!(setup.installed(), ["acme/rover 1.2.0", "acme/wheels 1.0.0"]);
        rig.harness.state_mut().request(Request::Run(RunRequest::Command(sim_runner::Command::Step(3))));
        rig.wait("it runs", |rig| rig.frame().tick == 3);
    });
}

#[test]
fn a_scene_with_a_pack_that_is_revoked_is_built_with_a_warning() {
    alone("a_scene_with_a_pack_that_is_revoked_is_built_with_a_warning", |setup| {
        let rover = setup.pack("acme/rover", "1.2.0", "");
        install(&setup, &rover);
        let index = setup.publish(&[&rover], None);
        let warnings = |rig: &Rig| {
            let findings = rig.window().problems().filter(|finding| finding.code.to_string() == "PK014");
            findings.map(|finding| finding.message.to_string()).collect::<Vec<_>>()
        };
        let folder = setup.store.installed().packs()[0].folder.clone();
        let of_pack = folder.join("scenes/first.ron");
        let asking = setup.write(
            "scene.ron",
            SCENE.replace("robots:", "packs: [\"acme/rover@^1\"],\n    robots:").replace("../", "pack:acme/rover/"),
        );
        for scene in [&asking, &of_pack] {
            let mut rig = open(Some(scene.clone()));
            rig.wait("it is built", |rig| rig.frame().robots.len() == 1);
            assert_eq!(warnings(&rig), [""; 0]);
        }
        index.revoke(&"acme/rover@1.2.0".parse().unwrap(), "it overheats motors").unwrap();
        for scene in [asking, of_pack] {
            let mut rig = open(Some(scene));
            rig.wait("it is built", |rig| rig.frame().robots.len() == 1);
            assert_eq!(warnings(&rig), ["acme/rover 1.2.0 is in use, but revoked: it overheats motors"]);
        }
    });
}

#[test]
fn a_canceled_installation_leaves_no_files() {
    alone("a_canceled_installation_leaves_no_files", |setup| {
        let archive = setup.pack("acme/rover", "1.0.0", "");
        let mut rig = open(None);
        rig.drop_file(archive.clone());
        escape(&mut rig);
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, "it may not be from acme"));
        rig.click("Cancel");
        assert!(!rig.sees("acme/rover"));
        assert_eq!(setup.stored().len(), 0);

        // Even if a key would have been trusted.
        let (key, secret) = setup.keys("acme");
        let signed = setup.pack("acme/wheels", "1.0.0", "");
        setup.sign(&signed, &secret);
        setup.publish(&[&signed], Some(&key));
        let before = setup.stored();
        rig.harness.state_mut().request(PackRequest::Install(vec!["acme/wheels".parse().unwrap()]).into());
        rig.click("Trust this key of acme from now on");
        escape(&mut rig);
        assert_eq!((setup.stored(), setup.store.keys()), (before, Vec::new()));
    });
}

#[cfg(target_os = "linux")]
#[test]
fn builds_are_announced_before_installation_and_failed_builds_leave_no_files() {
    alone("builds_are_announced_before_installation_and_failed_builds_leave_no_files", |setup| {
        // A folder that cannot be built.
        let archive = setup.pack("acme/rover", "1.0.0", "sources: [\"models\"]");
        let mut rig = open(None);
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, "built here from source") && says(&rig, "cannot use the network"));
        assert!(says(&rig, "in a separate process"));
        rig.click("Install");
        rig.wait("it is refused", |rig| rig.sees("Cannot be installed"));
        assert!(says(&rig, "could not be built") && says(&rig, "a `Makefile`"));
        assert_eq!(setup.installed(), [""; 0]);
    });
}

#[test]
fn an_archive_that_was_changed_is_refused_with_what_is_wrong() {
    alone("an_archive_that_was_changed_is_refused_with_what_is_wrong", |setup| {
        let archive = setup.pack("acme/rover", "1.0.0", "");
        let mut bytes = std::fs::read(&archive).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        let damaged = setup.write("damaged.simpack", bytes);
        let mut rig = open(None);
        rig.drop_file(damaged);
        rig.wait("it is refused", |rig| rig.sees("Cannot be installed"));
        assert!(says(&rig, "the file is not a pack archive, or is damaged") && says(&rig, "damaged.simpack"));
        assert!(!rig.sees("Install"));
        escape(&mut rig);
        assert_eq!(setup.stored().len(), 0);
    });
}

#[test]
fn a_new_key_is_asked_about_and_another_one_is_refused() {
    alone("a_new_key_is_asked_about_and_another_one_is_refused", |setup| {
        let ((key, secret), (_, other_secret)) = (setup.keys("acme"), setup.keys("other"));
        let rover = setup.pack("acme/rover", "1.0.0", "");
        setup.sign(&rover, &secret);
        let mut rig = open(None);
        // The key is unknown here.
        rig.drop_file(rover.clone());
        rig.wait("it is refused", |rig| rig.sees("Choose the publisher's key …"));
        escape(&mut rig);
        setup.publish(&[&rover], Some(&key));
        rig.drop_file(rover);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, &key), "all of the key is shown");
        rig.click("Install");
        rig.harness.run_steps(4);
        assert!(rig.sees("acme/rover") && setup.installed().is_empty(), "not as long as the key is not trusted");
        rig.click("Trust this key of acme from now on");
        rig.click("Install");
        rig.wait("it is installed", |_| setup.installed() == ["acme/rover 1.0.0"]);
        assert_eq!(setup.store.keys(), [("acme".to_owned(), key)]);

        let later = setup.pack("acme/rover", "1.1.0", "");
        setup.sign(&later, &other_secret);
        rig.wait("the dialog is closed", |rig| !says(rig, "Install one pack"));
        rig.drop_file(later.clone());
        rig.wait("it is refused", |rig| rig.sees("Cannot be installed"));
        assert!(says(&rig, "the signature does not match the archive and key"));
        escape(&mut rig);
        // From then on, unsigned packs are rejected as well.
        std::fs::remove_file(sim_pack::signature_file(&later)).unwrap();
        rig.drop_file(later);
        rig.wait("it is refused", |rig| says(rig, "signs its packs"));
        assert_eq!(setup.installed(), ["acme/rover 1.0.0"]);
    });
}

/// Installs an archive like the command.
fn install(setup: &Setup, archive: &std::path::Path) {
    let offered = setup.store.offer_file(archive, &[], None, &sim_pack::Work::default()).unwrap();
    setup.store.accept(&[offered], &sim_pack::Work::default()).unwrap();
}

#[test]
fn a_scene_of_a_pack_is_saved_elsewhere_and_the_store_stays_as_it_is() {
    alone("a_scene_of_a_pack_is_saved_elsewhere_and_the_store_stays_as_it_is", |setup| {
        install(&setup, &setup.pack("acme/rover", "1.0.0", ""));
        let before = setup.stored();
        let scene = setup.store.installed().packs()[0].folder.join("scenes/first.ron");
        let mut rig = open(Some(scene.clone()));
        rig.wait("it is built", |rig| rig.frame().robots.len() == 1);
        let edit = sim_edit::Edit::set(None, "description", "mine");
        rig.request(EditRequest::Apply { edit, coalesce: false });
        assert!(rig.window().document().unwrap().is_modified());
        rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
        rig.wait("the file dialog opens", |rig| says(rig, "belongs to the pack acme/rover 1.0.0"));
        escape(&mut rig);
        // Nor into the store under another name.
        assert!(!rig.harness.state_mut().save_to(scene.with_file_name("second.ron")));
        assert!(!rig.harness.state_mut().save_to(scene));
        assert_eq!(setup.stored(), before);

        let own = setup.path("own.ron");
        assert!(rig.harness.state_mut().save_to(own.clone()));
        let text = std::fs::read_to_string(&own).unwrap();
        assert!(text.contains("\"pack:acme/rover/models/rover.robot.ron\"") && text.contains("// A scene"), "{text}");
        assert!(text.contains("packs: [\"acme/rover@^1.0.0\"]"), "{text}");
        assert_eq!(setup.stored(), before);
        // From now on, it is an ordinary file.
        let edit = sim_edit::Edit::set(None, "description", "still mine");
        rig.request(EditRequest::Apply { edit, coalesce: false });
        rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
        rig.wait("it is saved", |_| std::fs::read_to_string(&own).unwrap().contains("still mine"));
        rig.wait("it is built", |rig| matches!(rig.frame().state, RunState::Paused));
        assert_eq!(setup.stored(), before);
    });
}

#[test]
fn the_panel_lists_what_there_is_and_newer_versions_are_installed() {
    alone("the_panel_lists_what_there_is_and_newer_versions_are_installed", |setup| {
        let (old, new) = (setup.pack("acme/rover", "1.0.0", ""), setup.pack("acme/rover", "1.1.0", ""));
        let asking = setup.pack("acme/gate", "0.1.0", "grants: [Network, Files]");
        install(&setup, &old);
        let mut rig = open(None);
        rig.harness.state_mut().show_panel(Pane::Packs);
        rig.wait("it is listed", |rig| rig.sees("Installed (1)"));
        assert!(rig.sees("Open scenes/first.ron") && !rig.sees("Available (1)"));

        setup.publish(&[&old, &new, &asking], None);
        rig.click("Rescan");
        rig.wait("the source is read", |rig| rig.sees("Available (1)"));
        assert!(says(&rig, "may use the network") && says(&rig, "read and write your files"));
        rig.write("Search packs", "gate");
        assert!(rig.sees("acme/gate") && !rig.sees("acme/rover"));
        rig.write("Search packs", "nothing of that kind");
        assert!(says(&rig, "No pack contains all of these words"));
        rig.write("Search packs", "");
        // An unusable version is not an update, and is reported if there is no other one.
        let (newest, wheels) = (setup.pack("acme/rover", "1.2.0", ""), setup.pack("acme/wheels", "1.0.0", ""));
        setup.publish(&[&newest, &wheels], None);
        setup.say_for_another_machine("acme/rover", "1.2.0");
        setup.say_for_another_machine("acme/wheels", "1.0.0");
        rig.click("Rescan");
        rig.wait("the source is read", |rig| rig.sees("Available (2)"));
        assert!(says(&rig, "Incompatible: it has libraries only for riscv64-none"));
        assert!(!says(&rig, "Update to 1.2.0"));
        rig.click("Update to 1.1.0 …: acme/rover");
        rig.click("Install");
        rig.wait("it is installed", |_| setup.installed().len() == 2);
        rig.wait("nothing newer is offered", |rig| !says(rig, "Update to") && !says(rig, "Install one pack"));
        rig.click("Open scenes/first.ron");
        rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
        let path = rig.window().document().unwrap().path().unwrap().to_owned();
        assert!(path.starts_with(&setup.store.installed().packs()[0].folder), "{}", path.display());
    });
}
