//! The scenarios of the specification, with our own programs that only use the protocol.

use super::client::Client;
use super::school::{Pupil, School, load, pose, text};
use sim_core::engine::Simulation;
use sim_core::geometry::{ContactOptions, ContactScratch};
use sim_engine_tests::{shared_plugins, simulate};
use std::collections::BTreeSet;

/// Distance of a point (m) from a closed line through these points.
fn off_the_line(line: &[[f64; 2]], [x, y]: [f64; 2]) -> f64 {
    let next = line.iter().cycle().skip(1);
    let pieces = line.iter().zip(next).map(|([ax, ay], [bx, by])| {
        let (dx, dy) = (bx - ax, by - ay);
        let share = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        (x - ax - share * dx).hypot(y - ay - share * dy)
    });
    pieces.fold(f64::INFINITY, f64::min)
}

/// Maximum penetration depth of the robots, m.
fn overlap(simulation: &Simulation) -> f64 {
    let (options, mut contacts) =
        (ContactOptions { margin: 0.0, parallel: false, ..ContactOptions::default() }, Vec::new());
    simulation.world().index.contacts(&options, &mut ContactScratch::default(), &mut contacts).unwrap();
    contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max)
}

/// Requests of the TurtleBots' library in a session.
fn session(pupil: &mut Pupil) {
    let client = &mut pupil.client;
    assert_eq!(client.ask("LIST"), "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7");
    assert_eq!(client.ask("BUTIA_COUNT"), "1");
    let known = client.ask("LISTI 0");
    for module in ["admin", "ax", "butia", "buzzer", "distanc", "grey", "lback", "motors", "pnp", "res"] {
        assert!(known.split(',').any(|name| name == module), "{module} in {known}");
    }
    assert_eq!(client.ask("CALL butia@0:0 getVolt"), "10.5");
    assert_eq!(client.ask("CALL motors@0:0 getType"), "1");
    assert_eq!(client.ask("OPEN motors"), "9", "the battery was opened by its call");
    pupil.drive(0, [600, 600]);
    pupil.wait(2.0);
    pupil.drive(0, [0, 0]);
    let client = &mut pupil.client;
    assert_eq!(client.ask("CALL grey@0:2 getValue"), "0");
    assert_eq!(client.ask("CALL distanc@0:3 getValue"), "60416");
    assert_eq!(client.ask("CALL button@0:1 getValue"), "0");
    assert!(
        client.ask("DESCRIBE motors").contains("'setvel2mtr': ['left_sense', 'left_vel', 'right_sense', 'right_vel']")
    );
    assert_eq!(client.ask("CLOSE motors"), "1");
    assert_eq!(client.ask("CALL lback@0:0 send hola"), "hola");
    assert_eq!(client.ask("REFRESH"), "");
    assert_eq!(client.ask("QUIT"), "BYE");
}

/// BS-1: A complete PyBot session gets the expected answers and drives the robot 16.6 cm.
#[test]
fn a_session_as_the_library_of_the_turtlebots_has_it() {
    let mut school = School::open(&text("", ""));
    school.teach(|mut pupil| session(&mut pupil));
    let [x, y, heading] = school.pose(0);
    assert!((x - 0.166).abs() < 0.015 && y.abs() < 1e-9 && heading == 0.0, "{x} {y} {heading}");
}

/// BS-2: A client follows a 4 cm line for two laps, within 10 cm of it.
#[test]
fn a_line_is_followed_for_two_laps() {
    let loaded = load("line.ron", &[]);
    let line = match &loaded.scene.floor.as_ref().unwrap().paint[0] {
        sim_core::scene::Paint::Stroke(stroke) => stroke.points.clone(),
        other => panic!("{other:?}"),
    };
    let mut school = School::open(&loaded);
    let (mut farthest, mut turned, mut before) = (0.0_f64, 0.0, 0.0);
    let watch = |simulation: &Simulation| {
        let [x, y, heading] = pose(simulation, 0);
        farthest = farthest.max(off_the_line(&line, [x, y]));
        turned += sim_abi::math::wrap_angle(heading - before);
        before = heading;
    };
    school.teach_watched(watch, |mut pupil| {
        // Two laps are slightly more than 10 m, at 6 cm/s.
        for _ in 0..20 * 185 {
            // Inside is dark: the robot follows the outer edge of the line.
            let dark = pupil.client.call("grey@0:2 getValue") >= 420.0 * 64.0;
            pupil.drive(0, if dark { [600, 300] } else { [300, 600] });
            pupil.wait(0.05);
        }
    });
    assert!(turned > 2.0 * std::f64::consts::TAU, "{turned} rad");
    assert!(farthest < 0.10, "{farthest} m off the line");
}

/// BS-3: A client avoids obstacles among six boxes for 5 min without overlap.
#[test]
fn obstacles_are_avoided_for_five_minutes() {
    let mut school = School::open(&load("arena.ron", &[]));
    let (mut deepest, mut cells) = (0.0_f64, BTreeSet::new());
    let watch = |simulation: &Simulation| {
        deepest = deepest.max(overlap(simulation));
        let [x, y, _] = pose(simulation, 0);
        cells.insert([x, y].map(|place| (place * 10.0).floor() as i32));
    };
    school.teach_watched(watch, |mut pupil| {
        let mut ticks = 0;
        let mut go = |pupil: &mut Pupil, units: [i32; 2], count: u32| {
            pupil.drive(0, units);
            pupil.wait(0.05 * f64::from(count));
            ticks += count;
            ticks < 20 * 300
        };
        loop {
            // The ruler is 1 cm wide and the robot 28 cm: the button at its front edge detects obstacles that the ruler
            // misses.
            let goes_on = if pupil.client.ask("CALL button@0:1 getValue") == "1" {
                go(&mut pupil, [-600, -300], 20)
            } else if pupil.client.call("distanc@0:3 getValue") > 48_896.0 {
                go(&mut pupil, [600, 600], 1)
            } else {
                go(&mut pupil, [-600, 600], 10)
            };
            if !goes_on {
                break;
            }
        }
    });
    assert_eq!(deepest, 0.0, "m of overlap");
    assert!(cells.len() >= 20, "it has been in {} squares of 10 cm", cells.len());
    let [x, y, _] = school.pose(0);
    assert!(x.abs() < 1.0 && y.abs() < 1.0, "{x} {y}");
}

/// BS-4: A client script of 2012 drives the robot with the old call forms.
#[test]
fn a_script_of_2012_drives_with_the_old_names() {
    let mut school = School::open(&text(r#"actuators: {}"#, ""));
    school.teach(|mut pupil| {
        let client = &mut pupil.client;
        assert_eq!(client.ask("INIT"), "");
        assert_eq!(client.ask("CALL butia read_ver"), "23");
        assert_eq!(client.ask("OPEN motores"), "ok");
        assert_eq!(client.ask("CALL motores setvel2mtr 0 600 0 600"), "1");
        pupil.wait(1.0);
        let client = &mut pupil.client;
        assert_eq!(client.ask("CALL dist getValue"), "944", "ten bits, nothing ahead");
        assert_eq!(client.ask("CALL dist1 getValue"), "944");
        assert_eq!(client.ask("CALL grises getValue"), "0");
        assert_eq!(client.ask("CALL boton getValue"), "1", "raw, as the button of this dialect: not pressed");
        assert_eq!(client.ask("CALL button:1 getValue"), "1");
        assert_eq!(client.ask("CALL distanc:3 getValue"), "5120", "raw");
        let light = client.call("light:4 getValue");
        assert_eq!(client.call("luz getValue"), light / 64.0, "ten bits of the same");
        assert_eq!(client.ask("CALL motores setvel2mtr 1 0 1 0"), "1");
    });
    assert!((school.pose(0)[0] - 0.0829).abs() < 0.006, "{:?}", school.pose(0));
}

/// BS-5: Two clients drive two robots independently.
#[test]
fn two_robots_are_driven_by_a_client_each() {
    let mut school = School::open(&load("two-robots.ron", &[]));
    school.teach_all(vec![
        Box::new(|mut pupil: Pupil| {
            assert_eq!(pupil.client.ask("BUTIA_COUNT"), "2");
            let list = pupil.client.ask("LIST");
            assert!(list.starts_with("admin@0:0,button@0:1,") && list.contains(",led@1:5"), "{list}");
            assert_eq!(pupil.client.ask("CALL grey@2:2 getValue"), "-1");
            assert_eq!(pupil.client.ask("LISTI 2"), "");
            pupil.drive(0, [600, 600]);
            pupil.wait(1.0);
        }),
        Box::new(|mut pupil: Pupil| {
            pupil.drive(1, [-300, 300]);
            pupil.wait(1.0);
            pupil.drive(1, [0, 0]);
        }),
    ]);
    let ([ax, ay, a], [bx, by, b]) = (school.pose(0), school.pose(1));
    assert!(ax > 0.07 && (ay - 0.5).abs() < 1e-9 && a == 0.0, "{ax} {ay} {a}");
    assert!(bx.abs() < 1e-9 && (by + 0.5).abs() < 1e-9 && b > 0.2, "{bx} {by} {b}");
}

/// BS-6: A robot that drives against a wall stops there, and its button reads 1.
/// BU-26: A robot stops at an obstacle without overlap or bounce.
#[test]
fn a_wall_stops_the_robot_and_presses_its_button() {
    let mut school = School::open(&load("wall.ron", &[]));
    let mut deepest = 0.0_f64;
    let deepest_seen = &mut deepest;
    school.teach_watched(
        move |simulation| *deepest_seen = deepest_seen.max(overlap(simulation)),
        |mut pupil| {
            pupil.drive(0, [600, 600]);
            pupil.wait(5.0);
            assert_eq!(pupil.client.ask("CALL button:1 getValue"), "0", "8 cm are left");
            pupil.wait(10.0);
            assert_eq!(pupil.client.ask("CALL button:1 getValue"), "1");
        },
    );
    let [x, y, heading] = school.pose(0);
    let gap = 0.64 - 0.14 - x;
    assert!((0.0..0.002).contains(&gap), "a gap of {gap} m");
    assert!(y.abs() < 1e-5 && heading.abs() < 1e-5, "{y} {heading}");
    assert_eq!(deepest, 0.0, "m of overlap");
    school.teach(|pupil| pupil.wait(5.0));
    assert!((school.pose(0)[0] - x).abs() < 1e-5, "it stays");
}

/// BS-7: A distance module plugged into port 6 during the run appears in the next `LIST`.
/// BU-36: Modules are plugged and unplugged during a run; the next `LIST` shows it.
#[test]
fn modules_are_plugged_and_unplugged_while_it_runs() {
    let mut school = School::open(&text("", ""));
    let mut client = Client::new(school.address);
    school.teach(|mut pupil| {
        pupil.drive(0, [600, 600]);
        pupil.wait(1.0);
    });
    let x = school.pose(0)[0];
    let exchange = |school: &mut School, robot: &str| {
        let mut next = simulate(&text(robot, ""), &shared_plugins(), 1);
        let report = next.migrate_from(&mut school.simulation).unwrap();
        assert_eq!(report.services_kept, ["bobot"]);
        let old = std::mem::replace(&mut school.simulation, next);
        assert_eq!(old.finish().faults, []);
    };
    exchange(
        &mut school,
        r#"sensors: {"second distance": (id: "butia/distance", port: "6", at: (-0.14, 0, 0.05), yaw: deg(180))}"#,
    );
    school.teach(|mut pupil| {
        let list = pupil.client.ask("LIST");
        assert!(list.contains("distanc:6"), "{list}");
        assert_eq!(pupil.client.ask("CALL distanc:6 getValue"), "60416");
    });
    exchange(&mut school, r#"remove: ["distance"]"#);
    school.teach(move |mut pupil| {
        let list = pupil.client.ask("LIST");
        assert!(!list.contains("distanc"), "{list}");
        assert_eq!(pupil.client.ask("CALL distanc:6 getValue"), "-1");
        assert_eq!(client.ask("BUTIA_COUNT"), "1", "a connection outlives it");
    });
    assert!(school.pose(0)[0] >= 0.0 && x > 0.0);
}
