//! MR-42: values published for the views.

use super::experiments::{distance, place, run};
use super::scene;
use sim_abi::drawing::{DrawingForm, DrawingValue};
use sim_core::engine::{ServiceReport, Simulation};
use std::collections::{BTreeMap, BTreeSet};

fn service<'a>(simulation: &'a Simulation, name: &str) -> ServiceReport<'a> {
    simulation.services().find(|service| service.name == name).unwrap_or_else(|| panic!("unknown service `{name}`"))
}

/// A value published by a service.
fn value(simulation: &Simulation, of: &str, name: &str) -> f64 {
    let service = service(simulation, of);
    let place = service.channels.iter().position(|channel| channel.name == name);
    service.published[place.unwrap_or_else(|| panic!("{of} publishes no `{name}`"))]
}

fn point(simulation: &Simulation, of: &str, name: &str) -> Option<[f64; 2]> {
    let place = ["x", "y"].map(|axis| value(simulation, of, &format!("{name}_{axis}")));
    place[0].is_finite().then_some(place)
}

/// Rays drawn for a side: angle from the twin, whole degrees, and length, m. They start at the sonar.
fn rays(simulation: &Simulation, side: &str) -> BTreeMap<i64, f64> {
    let from = point(simulation, "link", "scan").expect("a scan has begun");
    let ends = (1..=15).filter_map(|ray| point(simulation, "link", &format!("{side}_ray_{ray}")));
    let polar = ends.map(|end| {
        let angle = (end[1] - from[1]).atan2(end[0] - from[0]).to_degrees();
        (angle.round() as i64, distance(from, end))
    });
    polar.collect()
}

/// Replies of one side in the last scan: angle, degrees, and distance, m, without empty rays.
fn answered(chains: &[(f64, String)], side: &str) -> BTreeMap<i64, f64> {
    let begun = chains.iter().rposition(|(_, line)| line.starts_with("SONAR")).expect("there is a scan");
    let echoes = chains[begun..].iter().filter_map(|(_, line)| {
        let (_, ray) = line.split_once(&format!(" | {side} D: RAY "))?;
        let mut words = ray.split(' ');
        let mut number = || words.next().unwrap().parse::<f64>().unwrap();
        Some((number().round() as i64, number() / 100.0))
    });
    echoes.filter(|(_, distance)| *distance > 0.0).collect()
}

#[track_caller]
fn assert_alike(drawn: &BTreeMap<i64, f64>, answered: &BTreeMap<i64, f64>) {
    let alike = drawn.keys().eq(answered.keys())
        && drawn.iter().all(|(angle, distance)| (distance - answered[angle]).abs() < 1e-9);
    assert!(alike, "drawn {drawn:?}\nanswered {answered:?}");
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn the_rays_of_e1_are_the_answers_of_both() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].params.route=[\"SCAN\"]"]);
    let mut log = run(&mut simulation, 30.0);
    let drawn = ["twin", "robot"].map(|side| rays(&simulation, side));
    let expected = ["twin", "real"].map(|side| answered(&log.chains, side));
    // The robot sees the boxes with a beam of 15°.
    assert_eq!(expected[1].keys().copied().collect::<Vec<_>>(), [-45, -40, -30, 0, 30, 40, 45]);
    drawn.iter().zip(&expected).for_each(|(drawn, expected)| assert_alike(drawn, expected));
    // A second scan replaces the first one; now the twin sees the boxes, too.
    let mut simulation = scene("e1-mapping.ron", &[]);
    log = run(&mut simulation, 60.0);
    let drawn = ["twin", "robot"].map(|side| rays(&simulation, side));
    assert!(drawn[0].len() >= 7, "{drawn:?}");
    for (drawn, side) in drawn.iter().zip(["twin", "real"]) {
        assert_alike(drawn, &answered(&log.chains, side));
    }
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn evidence_of_e1_is_drawn_from_the_sonar_to_the_boxes() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].params.route=[\"SCAN\"]"]);
    run(&mut simulation, 30.0);
    let seen: BTreeSet<i64> = rays(&simulation, "robot").into_keys().collect();
    let piece = |number: usize| {
        let end = |end: &str| point(&simulation, "link", &format!("evidence_{number}_{end}"));
        end("from").zip(end("point"))
    };
    let pieces: Vec<([f64; 2], [f64; 2])> = (1..=48).map_while(piece).collect();
    assert_eq!(pieces.len(), seen.len(), "{pieces:?}");
    assert!((pieces.len() + 1..=48).all(|number| piece(number).is_none()));
    for (from, to) in pieces {
        assert!(from[0].hypot(from[1]) < 0.002, "{from:?}");
        let angle = to[1].atan2(to[0]).to_degrees().round() as i64;
        assert!(seen.contains(&angle), "{angle}° of {seen:?}");
    }
}

/// Drawings of a service: the layers with content, and the texts.
fn drawn(simulation: &Simulation, of: &str) -> (BTreeSet<String>, Vec<String>) {
    let (mut layers, mut texts) = (BTreeSet::new(), Vec::new());
    for drawing in service(simulation, of).drawings {
        let shown = drawing.shown.as_ref().is_none_or(|shown| {
            let value = value(simulation, of, &shown.value);
            shown.min.is_none_or(|min| value >= min) && shown.max.is_none_or(|max| value <= max)
        });
        let number = |number: &DrawingValue| match number {
            DrawingValue::Fixed(number) => *number,
            DrawingValue::Published(name) => value(simulation, of, name),
        };
        let numbers: Vec<f64> = drawing.form.numbers().map(number).collect();
        if shown && numbers.iter().all(|number| number.is_finite()) {
            layers.insert(drawing.layer.clone());
            if let DrawingForm::Label { text, .. } = &drawing.form {
                texts.push(text.clone());
            }
        }
    }
    (layers, texts)
}

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| (*name).to_string()).collect()
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn no_drawings_before_the_run() {
    let simulation = scene("e1-mapping.ron", &[]);
    for service in ["link", "ghost"] {
        assert_eq!(drawn(&simulation, service), (names(&[]), vec![]), "{service}");
    }
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn state_wait_and_goal_of_an_order_are_drawn() {
    let mut simulation = scene("e2-obstacle.ron", &["services[0].params.reply_delay=1.5"]);
    run(&mut simulation, 2.0);
    assert_eq!(drawn(&simulation, "link"), (names(&["state", "goal"]), vec!["SYNC".to_string()]));
    assert!(distance(point(&simulation, "link", "goal").unwrap(), [1.0, 0.0]) < 1e-3);
    let bar = |simulation: &Simulation| {
        let [start, left, end] = ["start", "left", "end"].map(|name| value(simulation, "link", &format!("bar_{name}")));
        (left - start) / (end - start)
    };
    // The order takes 10 s; both have 5 s more before it expires.
    let share = value(&simulation, "link", "expiry") / 15.0;
    assert!((bar(&simulation) - share).abs() < 0.01 && (share - 13.0 / 15.0).abs() < 0.01, "{share}");
    run(&mut simulation, 20.0);
    // The order has been completed, and the twin is in front of the box.
    let (layers, texts) = drawn(&simulation, "link");
    assert!(layers.contains("evidence") && texts == ["SYNC"], "{layers:?} {texts:?}");
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn a_late_robot_makes_its_twin_ahead_and_the_bar_shrinks() {
    let mut simulation = scene("e1-mapping.ron", &["services[0].params.reply_delay=1.0"]);
    let mut shares = Vec::new();
    for _ in 0..400 {
        simulation.steps(1).unwrap();
        if value(&simulation, "link", "state") == 2.0 {
            assert_eq!(drawn(&simulation, "link").1, ["AHEAD"]);
            shares.push(value(&simulation, "link", "expiry") / 2.0);
        } else if !shares.is_empty() {
            break;
        }
    }
    // It waits one second of the possible two.
    assert!(shares[0] > 0.98 && shares.is_sorted_by(|one, next| one > next), "{shares:?}");
    assert!(shares.last().is_some_and(|last| (last - 0.5).abs() < 0.02), "{shares:?}");
}

/// MR-42: The views show rays, mapped objects, the twin's path, the ghost and link state.
#[test]
fn the_ghost_stands_where_the_robot_does() {
    let mut simulation = scene("e2-obstacle.ron", &[]);
    let mut farthest: f64 = 0.0;
    for _ in 0..90 {
        run(&mut simulation, 0.1);
        let [x, y, yaw, apart] = ["x", "y", "yaw", "distance"].map(|name| value(&simulation, "ghost", name));
        let ((twin, _), (real, heading)) = (place(&simulation, "twin"), place(&simulation, "real"));
        assert!(distance([x, y], real) < 1e-9, "{x} {y} {real:?}");
        assert!((yaw.to_degrees() - heading).abs() < 1e-6, "{yaw} {heading}");
        assert!((apart - distance(twin, real)).abs() < 1e-9);
        farthest = farthest.max(apart);
    }
    // The twin continues until it receives, half a second later, the report that the robot is blocked.
    assert!(farthest > 0.03, "{farthest} m");
    assert_eq!(drawn(&simulation, "ghost").0, names(&["ghost of the real robot"]));
}
