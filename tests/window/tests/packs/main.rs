//! Packs in the window: installed, updated and removed while it is open. Each test has its own process and store.

mod desk;
#[cfg(target_os = "linux")]
mod pictures;

use desk::{Desk, SCENE, alone};
use egui::Key;
use sim_gui::{PackRequest, Pane, Request};
use sim_runner::RunState;
use sim_window_tests::Rig;
use std::path::PathBuf;

/// A window on a scene.
fn open(scene: Option<PathBuf>) -> Rig {
    let mut rig = Rig::open(scene, &["control"]);
    rig.wait("the window is there", |rig| !rig.harness.state().runner().plugins().components.is_empty());
    rig
}

fn has_component(rig: &Rig, id: &str) -> bool {
    rig.harness.state().runner().plugins().components.iter().any(|component| component.info().id == id)
}

/// Closes the open dialog.
fn escape(rig: &mut Rig) {
    rig.harness.key_press(Key::Escape);
    rig.harness.run_steps(4);
}

/// Whether any text exposed to screen readers contains these words.
fn says(rig: &Rig, words: &str) -> bool {
    rig.labels().iter().any(|label| label.contains(words))
}

#[test]
fn p1_an_archive_that_is_dropped_is_installed_and_its_components_appear_and_go() {
    alone("p1_an_archive_that_is_dropped_is_installed_and_its_components_appear_and_go", |desk| {
        let archive = desk.pack_with_library("control");
        let mut rig = open(None);
        // Packs that may replace bundled content must be signed.
        rig.drop_file(archive.clone());
        rig.wait("it is refused", |rig| rig.sees("This cannot be installed"));
        assert!(says(&rig, "may take the place of what comes with the program"));
        escape(&mut rig);
        let (key, secret) = desk.keys("sim");
        desk.sign(&archive, &secret);
        desk.store.trust("sim", &key, false).unwrap();
        assert!(!has_component(&rig, "control/constant"));
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("sim/control"));
        assert!(says(&rig, "in a process of its own"));
        assert_eq!(desk.installed(), [""; 0], "nothing is installed before somebody has said so");
        rig.click("Install");
        rig.wait("its components are there", |rig| has_component(rig, "control/constant"));
        assert_eq!(desk.installed(), ["sim/control 1.0.0"]);

        rig.click("File");
        rig.click("Packs …");
        rig.wait("it is listed", |rig| rig.sees("Installed (1)"));
        rig.click("Let into the program …: sim/control");
        rig.click("Let in");
        rig.wait("it is let in", |rig| rig.sees("Own process: sim/control"));
        assert!(desk.store.installed().packs()[0].in_process && has_component(&rig, "control/constant"));
        rig.click("Remove …: sim/control");
        rig.click("Remove");
        rig.wait("its components are gone", |rig| !has_component(rig, "control/constant"));
        desk.store.distrust("sim").unwrap();
        assert_eq!(desk.stored().len(), 0, "nothing is left");
    });
}

#[test]
fn p1_what_a_scene_misses_is_installed_by_a_click_and_the_scene_runs() {
    alone("p1_what_a_scene_misses_is_installed_by_a_click_and_the_scene_runs", |desk| {
        let scene = desk.write(
            "scene.ron",
            "(format_version: 1, packs: [\"acme/rover@^1\"],\n    robots: [(name: \"anna\", \
             model: (file: \"pack:acme/rover/models/rover.robot.ron\"), dynamics: \"body/static\")])",
        );
        let mut rig = open(Some(scene));
        rig.wait("it is told", |rig| says(rig, "needs what is not installed: acme/rover@^1"));
        assert!(!says(&rig, "There is nothing in the scene yet") && says(&rig, "something that it needs is missing"));
        assert!(rig.harness.state().problems().any(|finding| finding.code.to_string() == "PK001"));

        // Not available from any source yet.
        rig.harness.state_mut().request(PackRequest::InstallMissing.into());
        rig.wait("it is refused", |rig| rig.sees("This cannot be installed"));
        assert!(says(&rig, "there is no source to take packs from"));
        escape(&mut rig);
        let wheels = desk.pack("acme/wheels", "1.0.0", "");
        desk.publish(&[&wheels], None);
        rig.harness.state_mut().request(PackRequest::InstallMissing.into());
        rig.wait("it is refused again", |rig| says(rig, "no index has such a pack"));
        escape(&mut rig);

        // With its dependencies.
        let rover = desk.pack("acme/rover", "1.2.0", "requires: [\"acme/wheels@^1\"]");
        desk.publish(&[&rover], None);
        rig.harness.state_mut().show_panel(Pane::Log);
        rig.harness.run_steps(4);
        rig.click("Install what is missing …");
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(rig.sees("acme/wheels") && says(&rig, "needed by others") && says(&rig, "Install 2 packs"));
        rig.click("Install");
        rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == 1);
        assert!(rig.harness.state().missing_packs().is_empty() && !rig.sees("Install what is missing …"));
        assert_eq!(desk.installed(), ["acme/rover 1.2.0", "acme/wheels 1.0.0"]);
        rig.harness.state_mut().request(Request::Run(sim_runner::Command::Step(3)));
        rig.wait("it runs", |rig| rig.harness.state().frame().tick == 3);
    });
}

#[test]
fn p1_a_scene_with_a_pack_that_is_revoked_is_built_with_a_warning() {
    alone("p1_a_scene_with_a_pack_that_is_revoked_is_built_with_a_warning", |desk| {
        let rover = desk.pack("acme/rover", "1.2.0", "");
        install(&desk, &rover);
        let index = desk.publish(&[&rover], None);
        let warnings = |rig: &Rig| {
            let told = rig.harness.state().problems().filter(|finding| finding.code.to_string() == "PK014");
            told.map(|finding| finding.message.to_string()).collect::<Vec<_>>()
        };
        let folder = desk.store.installed().packs()[0].folder.clone();
        let of_pack = folder.join("scenes/first.ron");
        let asking = desk.write(
            "scene.ron",
            SCENE.replace("robots:", "packs: [\"acme/rover@^1\"],\n    robots:").replace("../", "pack:acme/rover/"),
        );
        for scene in [&asking, &of_pack] {
            let mut rig = open(Some(scene.clone()));
            rig.wait("it is built", |rig| rig.harness.state().frame().robots.len() == 1);
            assert_eq!(warnings(&rig), [""; 0]);
        }
        index.revoke(&"acme/rover@1.2.0".parse().unwrap(), "it overheats motors").unwrap();
        for scene in [asking, of_pack] {
            let mut rig = open(Some(scene));
            rig.wait("it is built", |rig| rig.harness.state().frame().robots.len() == 1);
            assert_eq!(
                warnings(&rig),
                ["acme/rover 1.2.0 is in use, and must not be used any more: it overheats motors"]
            );
        }
    });
}

#[test]
fn p1_what_is_canceled_leaves_nothing() {
    alone("p1_what_is_canceled_leaves_nothing", |desk| {
        let archive = desk.pack("acme/rover", "1.0.0", "");
        let mut rig = open(None);
        rig.drop_file(archive.clone());
        escape(&mut rig);
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, "nothing says that it comes from acme"));
        rig.click("Cancel");
        assert!(!rig.sees("acme/rover"));
        assert_eq!(desk.stored().len(), 0);

        // Even if a key would have been trusted.
        let (key, secret) = desk.keys("acme");
        let signed = desk.pack("acme/wheels", "1.0.0", "");
        desk.sign(&signed, &secret);
        desk.publish(&[&signed], Some(&key));
        let before = desk.stored();
        rig.harness.state_mut().request(PackRequest::Install(vec!["acme/wheels".parse().unwrap()]).into());
        rig.click("Trust this key of acme from now on");
        escape(&mut rig);
        assert_eq!((desk.stored(), desk.store.keys()), (before, Vec::new()));
    });
}

#[cfg(target_os = "linux")]
#[test]
fn p1_what_would_be_built_here_is_told_before_and_what_cannot_be_built_leaves_nothing() {
    alone("p1_what_would_be_built_here_is_told_before_and_what_cannot_be_built_leaves_nothing", |desk| {
        // A folder that cannot be built.
        let archive = desk.pack("acme/rover", "1.0.0", "sources: [\"models\"]");
        let mut rig = open(None);
        rig.drop_file(archive);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, "built here from its source code") && says(&rig, "has no network"));
        assert!(says(&rig, "in a process of its own"));
        rig.click("Install");
        rig.wait("it is refused", |rig| rig.sees("This cannot be installed"));
        assert!(says(&rig, "could not be built") && says(&rig, "a `Makefile`"));
        assert_eq!(desk.installed(), [""; 0]);
    });
}

#[test]
fn p1_an_archive_that_was_changed_is_refused_with_what_is_wrong() {
    alone("p1_an_archive_that_was_changed_is_refused_with_what_is_wrong", |desk| {
        let archive = desk.pack("acme/rover", "1.0.0", "");
        let mut bytes = std::fs::read(&archive).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        let damaged = desk.write("damaged.simpack", bytes);
        let mut rig = open(None);
        rig.drop_file(damaged);
        rig.wait("it is refused", |rig| rig.sees("This cannot be installed"));
        assert!(says(&rig, "the file is no archive of a pack, or is damaged") && says(&rig, "damaged.simpack"));
        assert!(!rig.sees("Install"));
        escape(&mut rig);
        assert_eq!(desk.stored().len(), 0);
    });
}

#[test]
fn p1_a_new_key_is_asked_about_and_another_one_is_refused() {
    alone("p1_a_new_key_is_asked_about_and_another_one_is_refused", |desk| {
        let ((key, secret), (_, other_secret)) = (desk.keys("acme"), desk.keys("other"));
        let rover = desk.pack("acme/rover", "1.0.0", "");
        desk.sign(&rover, &secret);
        let mut rig = open(None);
        // The key is unknown here.
        rig.drop_file(rover.clone());
        rig.wait("it is refused", |rig| rig.sees("Choose the publisher's key …"));
        escape(&mut rig);
        desk.publish(&[&rover], Some(&key));
        rig.drop_file(rover);
        rig.wait("it is offered", |rig| rig.sees("acme/rover"));
        assert!(says(&rig, &key), "all of the key is shown");
        rig.click("Install");
        rig.harness.run_steps(4);
        assert!(rig.sees("acme/rover") && desk.installed().is_empty(), "not as long as the key is not trusted");
        rig.click("Trust this key of acme from now on");
        rig.click("Install");
        rig.wait("it is installed", |_| desk.installed() == ["acme/rover 1.0.0"]);
        assert_eq!(desk.store.keys(), [("acme".to_owned(), key)]);

        let later = desk.pack("acme/rover", "1.1.0", "");
        desk.sign(&later, &other_secret);
        rig.wait("the dialog is closed", |rig| !says(rig, "Install one pack"));
        rig.drop_file(later.clone());
        rig.wait("it is refused", |rig| rig.sees("This cannot be installed"));
        assert!(says(&rig, "the signature is not one of this archive by this key"));
        escape(&mut rig);
        // From then on, unsigned packs are rejected as well.
        std::fs::remove_file(sim_pack::signature_file(&later)).unwrap();
        rig.drop_file(later);
        rig.wait("it is refused", |rig| says(rig, "signs what it publishes"));
        assert_eq!(desk.installed(), ["acme/rover 1.0.0"]);
    });
}

/// Installs an archive like the command.
fn install(desk: &Desk, archive: &std::path::Path) {
    let offered = desk.store.offer_file(archive, &[], None, &sim_pack::Work::default()).unwrap();
    desk.store.accept(&[offered], &sim_pack::Work::default()).unwrap();
}

#[test]
fn p1_a_scene_of_a_pack_is_saved_elsewhere_and_the_store_stays_as_it_is() {
    alone("p1_a_scene_of_a_pack_is_saved_elsewhere_and_the_store_stays_as_it_is", |desk| {
        install(&desk, &desk.pack("acme/rover", "1.0.0", ""));
        let before = desk.stored();
        let scene = desk.store.installed().packs()[0].folder.join("scenes/first.ron");
        let mut rig = open(Some(scene.clone()));
        rig.wait("it is built", |rig| rig.harness.state().frame().robots.len() == 1);
        let edit = sim_edit::Edit::set(None, "description", "mine");
        rig.harness.state_mut().request(Request::Edit { edit, coalesce: false });
        rig.harness.run_steps(4);
        assert!(rig.harness.state().document().unwrap().is_modified());
        rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
        rig.wait("it asks for a file", |rig| says(rig, "belongs to the pack acme/rover 1.0.0"));
        escape(&mut rig);
        // Nor into the store under another name.
        assert!(!rig.harness.state_mut().save_to(scene.with_file_name("second.ron")));
        assert!(!rig.harness.state_mut().save_to(scene));
        assert_eq!(desk.stored(), before);

        let own = desk.path("own.ron");
        assert!(rig.harness.state_mut().save_to(own.clone()));
        let text = std::fs::read_to_string(&own).unwrap();
        assert!(text.contains("\"pack:acme/rover/models/rover.robot.ron\"") && text.contains("// A scene"), "{text}");
        assert!(text.contains("packs: [\"acme/rover@^1.0.0\"]"), "{text}");
        assert_eq!(desk.stored(), before);
        // From now on, it is an ordinary file.
        let edit = sim_edit::Edit::set(None, "description", "still mine");
        rig.harness.state_mut().request(Request::Edit { edit, coalesce: false });
        rig.harness.run_steps(4);
        rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
        rig.wait("it is saved", |_| std::fs::read_to_string(&own).unwrap().contains("still mine"));
        rig.wait("it is built", |rig| matches!(rig.harness.state().frame().state, RunState::Paused));
        assert_eq!(desk.stored(), before);
    });
}

#[test]
fn p1_the_panel_lists_what_there_is_and_newer_versions_are_installed() {
    alone("p1_the_panel_lists_what_there_is_and_newer_versions_are_installed", |desk| {
        let (old, new) = (desk.pack("acme/rover", "1.0.0", ""), desk.pack("acme/rover", "1.1.0", ""));
        let asking = desk.pack("acme/gate", "0.1.0", "grants: [Network, Files]");
        install(&desk, &old);
        let mut rig = open(None);
        rig.harness.state_mut().show_panel(Pane::Packs);
        rig.wait("it is listed", |rig| rig.sees("Installed (1)"));
        assert!(rig.sees("Open scenes/first.ron") && !rig.sees("Available (1)"));

        desk.publish(&[&old, &new, &asking], None);
        rig.click("Look again");
        rig.wait("the source is read", |rig| rig.sees("Available (1)"));
        assert!(says(&rig, "may use the network") && says(&rig, "read and write your files"));
        rig.write("Search packs", "gate");
        assert!(rig.sees("acme/gate") && !rig.sees("acme/rover"));
        rig.write("Search packs", "nothing of that kind");
        assert!(says(&rig, "No pack has all of these words"));
        rig.write("Search packs", "");
        // An unusable version is not an update, and is reported if there is no other one.
        let (newest, wheels) = (desk.pack("acme/rover", "1.2.0", ""), desk.pack("acme/wheels", "1.0.0", ""));
        desk.publish(&[&newest, &wheels], None);
        desk.say_for_another_machine("acme/rover", "1.2.0");
        desk.say_for_another_machine("acme/wheels", "1.0.0");
        rig.click("Look again");
        rig.wait("the source is read", |rig| rig.sees("Available (2)"));
        assert!(says(&rig, "It cannot be used here: it has no library for this machine, but for riscv64-none"));
        assert!(!says(&rig, "Update to 1.2.0"));
        rig.click("Update to 1.1.0 …: acme/rover");
        rig.click("Install");
        rig.wait("it is installed", |_| desk.installed().len() == 2);
        rig.wait("nothing newer is offered", |rig| !says(rig, "Update to") && !says(rig, "Install one pack"));
        rig.click("Open scenes/first.ron");
        rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == 1);
        let path = rig.harness.state().document().unwrap().path().unwrap().to_owned();
        assert!(path.starts_with(&desk.store.installed().packs()[0].folder), "{}", path.display());
    });
}
