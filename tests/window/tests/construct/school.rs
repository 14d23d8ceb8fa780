//! Modules of the school robot.

use crate::parts::hands::{center, drag, is_paused, offer, sensor, undo};
use crate::parts::{open_butia, part};
use egui::Vec2;
use sim_tests::live::ask;
use sim_window_tests::Rig;
use std::net::TcpStream;
use std::time::Duration;

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn a_module_of_the_butia_is_put_into_its_empty_port_and_called() {
    let mut rig = open_butia();
    assert!(rig.sees("butia – fits a port"));
    let before = rig.text();
    let from = offer(&mut rig, "butia/light");
    let place = center(&rig, "Robot from above");
    drag(&mut rig, from, place + Vec2::new(-30.0, 60.0));
    assert_eq!(sensor(&rig, "light-2").port.as_deref(), Some("6"));
    let plugged = |rig: &Rig| part(rig, "light-2").is_some_and(|part| part.port == "6");
    rig.wait("the simulation has it", |rig| plugged(rig) && is_paused(rig));
    rig.click("Call getValue");
    rig.wait("the result is shown", |rig| rig.labels().iter().any(|label| label.starts_with("getValue returned ")));
    // Now all ports are in use.
    let from = offer(&mut rig, "butia/grey");
    drag(&mut rig, from, place + Vec2::new(-60.0, 60.0));
    assert_eq!(sensor(&rig, "grey-2").port, None);
    undo(&mut rig);
    undo(&mut rig);
    assert_eq!(rig.text(), before);
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn a_library_dropped_in_while_the_server_runs_is_in_the_palette_and_its_modules_are_known_listed_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("scene.ron");
    let server = r#"(name: "bobot", id: "bobot/server", params: (port: 0), grants: [Network, Command])"#;
    let robot = r#"(name: "anna", model: "scout/standard")"#;
    std::fs::write(&scene, format!("(format_version: 1, robots: [{robot}], services: [{server}])")).unwrap();
    let mut rig = Rig::open(Some(scene), &["butia"]);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 1);
    rig.click("Scene");
    rig.click("bobot");
    rig.click("Call retry");
    let answer =
        |rig: &Rig| rig.labels().into_iter().find_map(|label| Some(label.strip_prefix("retry returned ")?.to_string()));
    rig.wait("it listens", |rig| answer(rig).is_some());
    let client = TcpStream::connect(answer(&rig).unwrap()).unwrap();
    client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert_eq!((ask(&client, "BUTIA_COUNT"), ask(&client, "DESCRIBE grey")), ("0".to_string(), "{}".to_string()));

    rig.click("anna");
    rig.click("Edit robot …");
    rig.harness.run_steps(3);
    assert!(!rig.sees("Add butia/grey") && rig.sees("Add range/ray"));
    let library = sim_engine_tests::plugin_files().into_iter().find(|file| file.to_string_lossy().contains("butia"));
    let library = library.unwrap();
    std::fs::copy(&library, rig.folder.path().join(library.file_name().unwrap())).unwrap();
    rig.wait("the palette has its modules", |rig| rig.sees("Add butia/grey") && rig.sees("Add butia/loop-back"));
    rig.wait("the server describes them", |_| ask(&client, "DESCRIBE grey").contains("'getValue': []"));

    let from = offer(&mut rig, "butia/loop-back");
    let place = center(&rig, "Robot from above");
    drag(&mut rig, from, place + Vec2::new(10.0, 40.0));
    rig.wait("the simulation has it", |rig| part(rig, "loop-back").is_some());
    rig.wait("its robot has become a board", |_| ask(&client, "BUTIA_COUNT") == "1");
    let known = ask(&client, "LISTI 0");
    assert!(["grey", "lback", "motors"].iter().all(|name| known.split(',').any(|known| known == *name)), "{known}");
    assert_eq!(ask(&client, "LIST"), "admin:0,pnp:7");
    assert_eq!(ask(&client, "CALL lback send hola"), "hola");
    assert_eq!(ask(&client, "LIST"), "admin:0,pnp:7,lback:8");
}
