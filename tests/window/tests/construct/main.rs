//! Building robots in the window: parts are added, moved, turned, plugged in, tried, calibrated; robots are saved and used.

mod escape;
mod height;
mod parts;
mod school;
mod visual_regression;

use egui::{Event, Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable;
use parts::hands::{
    RobotView, at, button, center, drag, drag_with, fields, is_paused, offer, redo, sensor, steps, undo, wheel,
};
use parts::{open, part, toy};
use sim_gui::{Request, RobotFile, RobotRequest, SelectRequest};
use sim_window_tests::Rig;

/// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
#[test]
fn every_loaded_sensor_and_actuator_is_in_the_palette_and_what_fits_a_port_is_first() {
    let (mut rig, _folder) = open();
    let plugins = rig.window().runner().plugins();
    let wanted = plugins.components.iter().filter(|offer| ["sensor", "actuator"].contains(&offer.kind().word()));
    let ids: Vec<String> = wanted.map(|offer| offer.id().to_string()).collect();
    assert!(ids.len() > 20, "{ids:?}");
    for id in &ids {
        assert!(rig.sees(&format!("Add {id}")), "{id}");
    }
    let others = ids.iter().filter(|id| !id.starts_with("test/gauge"));
    let first = center(&rig, "Add test/gauge").y;
    assert!(others.into_iter().all(|id| center(&rig, &format!("Add {id}")).y > first));

    rig.write("Search parts", "gauge");
    assert!(rig.sees("Add test/gauge") && !rig.sees("Add range/ray"));
    rig.write("Search parts", "no such part");
    assert!(rig.sees("No matching parts."));
}

/// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
#[test]
fn the_sheet_is_zoomed_shifted_and_fitted() {
    let (mut rig, _folder) = open();
    let start = RobotView::of(&rig);
    rig.harness.hover_at(start.origin + Vec2::new(40.0, 60.0));
    wheel(&mut rig, start.origin + Vec2::new(40.0, 60.0), 200.0);
    rig.wait("it comes closer", |rig| RobotView::of(rig).pixels_per_meter > 1.1 * start.pixels_per_meter);
    rig.click("Fit");
    rig.harness.run_steps(2);
    let fitted = RobotView::of(&rig);
    assert!(
        (fitted.pixels_per_meter - start.pixels_per_meter).abs() < 1e-3 && fitted.origin.distance(start.origin) < 0.1
    );
    for which in [PointerButton::Middle, PointerButton::Secondary] {
        let before = RobotView::of(&rig);
        let from = before.screen(0.13, -0.08);
        drag_with(&mut rig, from, from + Vec2::new(-20.0, 25.0), which, Modifiers::NONE);
        let shifted = RobotView::of(&rig).origin - before.origin;
        assert!((shifted - Vec2::new(-20.0, 25.0)).length() < 0.5, "{which:?}: {shifted:?}");
    }
}

/// BU-61: Modules are placed by drag and drop in 0.5 cm steps, or by typed coordinates.
#[test]
fn a_part_is_dropped_onto_the_robot_on_a_half_centimeter_grid() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    let robot_view = RobotView::of(&rig);
    let from = offer(&mut rig, "range/ray");
    drag(&mut rig, from, robot_view.screen(0.0712, -0.0389));
    assert_eq!(at(&rig, "ray"), [0.07, -0.04, 0.03]);
    assert_eq!((steps(&rig), sensor(&rig, "ray").id.unwrap().0.as_str()), (1, "range/ray"));
    rig.wait("the simulation has it", |rig| part(rig, "ray").is_some());
    assert_eq!(part(&rig, "ray").unwrap().mount.at, [0.07, -0.04, 0.03]);
    // It is selected, and its fields show its position.
    assert_eq!(fields(&rig), ["7.0 cm", "-4.0 cm", "3.0 cm", "0 °"]);

    // A second one gets its own name.
    let from = offer(&mut rig, "range/ray");
    drag(&mut rig, from, robot_view.screen(-0.05, 0.02));
    assert_eq!(at(&rig, "ray-2"), [-0.05, 0.02, 0.03]);

    // Without dragging: the first click selects it, the next one places it.
    rig.click("Add range/ray");
    assert!(rig.sees("Click its position. Esc: cancel."));
    let place = robot_view.screen(0.08, 0.08);
    rig.harness.hover_at(place);
    rig.harness.step();
    button(&mut rig, place, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut rig, place, PointerButton::Primary, false, Modifiers::NONE);
    rig.harness.run_steps(2);
    assert_eq!(at(&rig, "ray-3"), [0.08, 0.08, 0.03]);
    for _ in 0..3 {
        undo(&mut rig);
    }
    assert_eq!(rig.text(), before);
}

/// BU-61: Modules are placed by drag and drop in 0.5 cm steps, or by typed coordinates.
#[test]
fn a_drag_is_one_step_of_undo_and_alt_leaves_the_grid() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    let robot_view = RobotView::of(&rig);
    let from = center(&rig, "Part gauge");
    assert!(from.distance(robot_view.screen(0.05, 0.0)) < 1.0);
    drag(&mut rig, from, robot_view.screen(0.083, 0.0413));
    assert_eq!((at(&rig, "gauge"), steps(&rig)), ([0.085, 0.04, 0.05], 1));
    rig.wait("the simulation has it there", |rig| part(rig, "gauge").unwrap().mount.at == [0.085, 0.04, 0.05]);
    let from = center(&rig, "Part gauge");
    drag_with(&mut rig, from, robot_view.screen(0.0333, -0.0121), PointerButton::Primary, Modifiers::ALT);
    let [x, y, z] = at(&rig, "gauge");
    assert!((x - 0.0333).abs() < 6e-4 && (y + 0.0121).abs() < 6e-4 && z == 0.05, "{x} {y} {z}");
    assert!((x / 0.005).fract().abs() > 0.05, "not on the grid: {x}");
    undo(&mut rig);
    assert_eq!(at(&rig, "gauge"), [0.085, 0.04, 0.05]);
    undo(&mut rig);
    assert_eq!(rig.text(), before);
    redo(&mut rig);
    assert_eq!(at(&rig, "gauge"), [0.085, 0.04, 0.05]);
}

/// BU-61: Modules are placed by drag and drop in 0.5 cm steps, or by typed coordinates.
#[test]
fn typed_coordinates_move_the_sign_and_a_dragged_sign_changes_the_fields() {
    let (mut rig, _folder) = open();
    let robot_view = RobotView::of(&rig);
    rig.click("Part gauge");
    assert_eq!(fields(&rig), ["5.0 cm", "0.0 cm", "5.0 cm", "0 °"]);
    rig.set("x forward", -3.25);
    rig.set("y left", 6.0);
    rig.set("z height", 12.5);
    assert_eq!((at(&rig, "gauge"), steps(&rig)), ([-0.0325, 0.06, 0.125], 3));
    assert!(center(&rig, "Part gauge").distance(robot_view.screen(-0.0325, 0.06)) < 1.0);

    // While it is dragged, the fields follow.
    let from = center(&rig, "Part gauge");
    rig.harness.hover_at(from);
    rig.harness.step();
    button(&mut rig, from, PointerButton::Primary, true, Modifiers::NONE);
    for place in [from + Vec2::new(5.0, 5.0), robot_view.screen(0.02, -0.03)] {
        rig.harness.hover_at(place);
        rig.harness.run_steps(2);
    }
    assert_eq!(fields(&rig), ["2.0 cm", "-3.0 cm", "12.5 cm", "0 °"]);
    assert_eq!(steps(&rig), 3, "it is still held");
    button(&mut rig, robot_view.screen(0.02, -0.03), PointerButton::Primary, false, Modifiers::NONE);
    rig.harness.run_steps(2);
    assert_eq!((at(&rig, "gauge"), steps(&rig)), ([0.02, -0.03, 0.125], 4));

    rig.click("cm, °");
    assert_eq!(fields(&rig), ["0.020 m", "-0.030 m", "0.125 m", "0.00 rad"]);
    rig.set("x forward", 0.04);
    assert_eq!(at(&rig, "gauge"), [0.04, -0.03, 0.125]);
}

/// BU-61: Modules are placed by drag and drop in 0.5 cm steps, or by typed coordinates.
#[test]
fn a_position_more_than_20_centimeters_outside_the_body_is_refused() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    rig.click("Part gauge");
    rig.set("x forward", 31.0);
    assert!(rig.sees("21.0 cm outside the body: the maximum is 20 cm."), "{:?}", rig.labels());
    assert_eq!((rig.text(), fields(&rig)[0].as_str()), (before.clone(), "5.0 cm"));
    rig.set("x forward", 30.0);
    assert_eq!(at(&rig, "gauge")[0], 0.3);
    assert!(!rig.labels().iter().any(|label| label.contains("outside the body")));
    undo(&mut rig);

    // Drag and drop works, too, if the panel is wide enough.
    let robot_view = RobotView::of(&rig);
    wheel(&mut rig, robot_view.origin, -600.0);
    let mut last = 0.0;
    rig.wait("the whole robot fits and the view is steady", |rig| {
        let before = std::mem::replace(&mut last, RobotView::of(rig).pixels_per_meter);
        before == last && last < 0.4 * robot_view.pixels_per_meter
    });
    let robot_view = RobotView::of(&rig);
    assert_eq!(rig.text(), before);
    offer(&mut rig, "range/ray");
    for label in ["Part gauge", "Add range/ray"] {
        let from = center(&rig, label);
        drag(&mut rig, from, robot_view.screen(0.35, 0.0));
        assert!(rig.sees("25.0 cm outside the body: the maximum is 20 cm."), "{label}: {:?}", rig.labels());
        assert_eq!(rig.text(), before, "{label}");
    }
}

/// BU-62: A handle turns the measuring direction of a sensor through −180 to 180 degrees.
#[test]
fn a_part_is_turned_by_its_handle_and_by_its_field() {
    let (mut rig, _folder) = open();
    rig.click("Part gauge");
    rig.set("direction", 90.0);
    assert!((sensor(&rig, "gauge").yaw.unwrap() - 90f64.to_radians()).abs() < 1e-12);
    assert!(rig.text().contains("yaw: deg(90)"), "{}", rig.text());
    rig.wait("the simulation has it", |rig| {
        (part(rig, "gauge").unwrap().mount.rpy[2] - std::f64::consts::FRAC_PI_2).abs() < 1e-5
    });

    // The handle now points to the left; it is dragged to the right and back.
    let robot_view = RobotView::of(&rig);
    let place = robot_view.screen(0.05, 0.0);
    let handle = center(&rig, "Direction of gauge");
    assert!(handle.x < place.x - 30.0 && (handle.y - place.y).abs() < 1.0, "{handle:?} {place:?}");
    let count = steps(&rig);
    drag(&mut rig, handle, place + Vec2::new(60.0, 61.0));
    assert_eq!((steps(&rig), fields(&rig)[3].as_str()), (count + 1, "-135 °"));
    assert!((sensor(&rig, "gauge").yaw.unwrap() + 135f64.to_radians()).abs() < 1e-9);
    assert_eq!(at(&rig, "gauge"), [0.05, 0.0, 0.05], "it stays where it is");
    undo(&mut rig);
    assert_eq!(fields(&rig)[3], "90 °");
}

/// BU-62: A handle turns the measuring direction of a sensor through −180 to 180 degrees.
#[test]
fn a_sensor_that_faces_left_measures_objects_on_the_left() {
    let (mut rig, _folder) = open();
    let robot_view = RobotView::of(&rig);
    let from = offer(&mut rig, "range/ray");
    drag(&mut rig, from, robot_view.screen(0.1, 0.0));
    rig.wait("the simulation has it", |rig| part(rig, "ray").is_some());
    // While a scene is being built, there is nothing to step.
    let turned = |rig: &Rig, yaw: f64| part(rig, "ray").is_some_and(|part| (part.mount.rpy[2] - yaw).abs() < 1e-9);
    rig.set("direction", 90.0);
    rig.wait("the simulation has turned it", |rig| turned(rig, std::f64::consts::FRAC_PI_2) && is_paused(rig));
    rig.click("Step");
    // A wall is 60 cm to the left of the robot's center.
    let read = |rig: &Rig| {
        let structure = rig.window().runner().structure();
        let channel = structure.channel(0, "ray.distance")?;
        Some(rig.frame().telemetry_of(0)?[channel])
    };
    rig.wait("it measures the wall", |rig| read(rig).is_some_and(|distance| (distance - 0.6).abs() < 1e-9));
    rig.set("direction", 0.0);
    rig.wait("the simulation has turned it back", |rig| turned(rig, 0.0) && is_paused(rig));
    rig.click("Step");
    rig.wait("nothing is ahead", |rig| read(rig).is_some_and(|distance| distance > 0.9));
}

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn only_free_fitting_ports_are_offered_and_a_part_is_plugged_and_unplugged() {
    let (mut rig, _folder) = open();
    // A dropped part plugs into the first free port that fits.
    let robot_view = RobotView::of(&rig);
    let from = offer(&mut rig, "test/gauge");
    drag(&mut rig, from, robot_view.screen(-0.05, 0.05));
    assert_eq!(sensor(&rig, "gauge-2").port.as_deref(), Some("2"));
    rig.wait("the simulation has it", |rig| part(rig, "gauge-2").is_some_and(|part| part.port == "2"));

    rig.click("port");
    let offered = |rig: &Rig, label: &str| rig.sees(label);
    assert!(offered(&rig, "2 (rj)") && offered(&rig, "any") && !offered(&rig, "1 (rj)") && !offered(&rig, "bus (i2c)"));
    rig.click("any");
    assert_eq!(sensor(&rig, "gauge-2").port.as_deref(), Some("any"));
    rig.wait("it is plugged in there", |rig| part(rig, "gauge-2").is_some_and(|part| part.port == "any"));

    // The model's own part is unplugged, and plugged in again.
    let before = rig.text();
    rig.click("Part gauge");
    rig.click("port");
    rig.click("unplugged");
    assert_eq!(sensor(&rig, "gauge").port.as_deref(), Some(""));
    rig.wait("it is unplugged", |rig| part(rig, "gauge").is_some_and(|part| part.port.is_empty()));
    rig.click("port");
    rig.click("1 (rj)");
    assert_eq!(rig.text(), before, "as in the model");
    rig.wait("it is plugged in", |rig| part(rig, "gauge").is_some_and(|part| part.port == "1"));
    assert_eq!(rig.window().problems().count(), 0);
}

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn parts_are_copied_removed_and_put_back() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    rig.click("Part gauge");
    rig.set("direction", 30.0);
    rig.click("Copy");
    let copy = sensor(&rig, "gauge-2");
    assert_eq!((copy.at, copy.port), (Some([0.05, -0.02, 0.05]), None));
    assert_eq!((copy.params["gain"].as_f64(), copy.id.unwrap().0.as_str()), (Some(2.0), "test/gauge"));
    assert!((copy.yaw.unwrap() - 30f64.to_radians()).abs() < 1e-9);
    rig.wait("the simulation has both", |rig| part(rig, "gauge-2").is_some_and(|part| part.port.is_empty()));
    rig.click("Remove");
    rig.wait("the copy is gone", |rig| part(rig, "gauge-2").is_none());
    assert!(!rig.scene().robots[0].sensors.contains_key("gauge-2"));

    rig.click("Part gauge");
    rig.click("Remove");
    assert_eq!(rig.scene().robots[0].remove, ["gauge"]);
    rig.wait("the model's own is gone, too", |rig| part(rig, "gauge").is_none());
    assert!(!rig.sees("Part gauge"));
    rig.click("Restore gauge");
    rig.wait("it is back", |rig| part(rig, "gauge").is_some());
    for _ in 0..5 {
        undo(&mut rig);
    }
    assert_eq!(rig.text(), before);
    for _ in 0..5 {
        redo(&mut rig);
    }
    rig.wait("redone to the end", |rig| part(rig, "gauge").is_some() && part(rig, "gauge-2").is_none());
    assert!(rig.scene().robots[0].remove.is_empty());
}

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn keys_mean_the_part_that_is_chosen_and_not_its_robot() {
    let (mut rig, _folder) = open();
    let body = rig.window().runner().structure().robots[0].body as usize;
    rig.request(SelectRequest::Body { body: Some(body), add: false });
    rig.click("Part gauge");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    rig.wait("the part is copied", |rig| part(rig, "gauge-2").is_some());
    rig.harness.key_press(Key::Delete);
    rig.wait("the copy is taken away", |rig| part(rig, "gauge-2").is_none());
    assert_eq!(rig.scene().robots.len(), 1);
    // A later selection elsewhere takes precedence.
    rig.click("Part gauge");
    rig.click("Scene");
    rig.click("wall");
    rig.harness.key_press(Key::Delete);
    rig.wait("the wall is gone", |rig| rig.scene().objects.is_empty());
    assert!(part(&rig, "gauge").is_some() && rig.sees("Part gauge"));
}

/// BU-63: Only free ports are offered; parts can be copied and removed, with 50 undo steps.
#[test]
fn fifty_steps_are_taken_back_and_done_again() {
    let (mut rig, _folder) = open();
    let before = rig.text();
    rig.click("Part gauge");
    for step in 1..=50 {
        rig.set("x forward", f64::from(step) / 10.0 + if step == 50 { 0.05 } else { 0.0 });
    }
    let after = rig.text();
    assert_eq!((steps(&rig), at(&rig, "gauge")[0]), (50, 0.0505));
    for _ in 0..50 {
        undo(&mut rig);
    }
    assert_eq!(rig.text(), before);
    for _ in 0..50 {
        redo(&mut rig);
    }
    assert_eq!(rig.text(), after);
}

/// BU-64: Wheels can be dragged; the view shows their axle and the center of rotation.
#[test]
fn wheels_are_dragged_and_the_center_of_rotation_is_shown() {
    let (mut rig, _folder) = open();
    assert!(rig.sees("Track width 20.0 cm") && rig.sees("Not moving."));
    let robot_view = RobotView::of(&rig);
    let from = center(&rig, "Joint right");
    drag(&mut rig, from, robot_view.screen(-0.03, -0.18));
    let place = rig.scene().robots[0].joints["right"].at;
    assert_eq!((place, steps(&rig)), (Some([-0.03, -0.18, 0.03]), 1));
    assert!(rig.sees("Track width 28.2 cm"), "{:?}", rig.labels());
    let model = |rig: &Rig| {
        let structure = rig.window().runner().structure();
        structure.robots[0].model.as_ref().unwrap().joints[1].placement.at
    };
    rig.wait("the simulation has it there", |rig| model(rig) == [-0.03, -0.18, 0.03]);
    rig.set("y left", -12.0);
    rig.wait("typed as well", |rig| model(rig) == [-0.03, -0.12, 0.03]);
    rig.click("As in the model");
    rig.wait("as in the model", |rig| model(rig) == [0.0, -0.1, 0.03] && is_paused(rig));
    assert!(rig.scene().robots[0].joints.is_empty());

    // The left wheel is stopped, the right one turns: the robot turns about the left one.
    rig.click("Play");
    rig.wait("it turns", |rig| rig.sees("Rotates about x 0.0, y 10.0 cm"));
}

/// BU-65: Live mode shows values beside each module and calls its functions.
#[test]
fn values_with_and_without_noise_stand_beside_the_part() {
    let (mut rig, _folder) = open();
    rig.click("Step");
    // The gauge reads 4 and has a bias of 0.5.
    rig.wait("both values are shown", |rig| rig.sees("gauge: 4.500 · true 4.000 cm"));
    rig.click("Part gauge");
    assert!(rig.sees("4.500") && rig.sees("4.000"), "{:?}", rig.labels());
}

/// BU-65: Live mode shows values beside each module and calls its functions.
#[test]
fn functions_are_called_with_parameters_and_answer_beside_their_button() {
    let (mut rig, _folder) = open();
    rig.click("Part gauge");
    assert!(rig.sees("manual"));
    rig.set("scale factor", 3.0);
    rig.set("scale times", 2.0);
    rig.write("scale unit", "mm");
    rig.click("scale exact");
    rig.click("Call scale");
    rig.wait("the result is shown", |rig| rig.sees("scale returned [3.0,2,\"mm\",true]"));
    // Its default is within its range; values outside are rejected.
    rig.set("scale factor", 99.0);
    rig.click("Call scale");
    rig.wait("the result is shown again", |rig| rig.sees("scale returned [10.0,2,\"mm\",true]"));
    rig.click("Call fail");
    rig.wait("the error is shown", |rig| rig.labels().iter().any(|label| label.contains("the gauge is stuck")));
    assert_eq!(rig.frame().tick, 0, "time does not advance meanwhile");
    assert_eq!(steps(&rig), 0, "calls are not edits");
}

/// BU-65: Live mode shows values beside each module and calls its functions.
#[test]
fn a_table_of_measurements_becomes_parameters() {
    let (mut rig, folder) = open();
    rig.click("Part gauge");
    rig.click("Table …");
    rig.write("cm, row 1", "1");
    rig.write("value, row 1", "x");
    rig.click("Add row");
    rig.click("Remove row 2");
    // Rows of a spreadsheet, pasted into a cell.
    rig.harness.get_by_label("cm, row 1").focus();
    rig.harness.step();
    rig.harness.event(Event::Paste("1\t2,5\n2\t5\n4\t10".into()));
    rig.harness.run_steps(2);
    rig.click("Compute");
    rig.wait("parameters follow", |rig| rig.sees("gain: 2.5"));
    assert_eq!(steps(&rig), 0);
    rig.click("Apply");
    assert_eq!((steps(&rig), sensor(&rig, "gauge").params["gain"].as_f64()), (1, Some(2.5)));
    rig.wait("the part has them", |rig| part(rig, "gauge").is_some_and(|part| part.channels[0].max == Some(25.0)));

    let path = folder.path().join("table.ron");
    rig.request(RobotRequest::File(RobotFile::SaveTable(Some(path.clone()))));
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.starts_with("// Measurements of the part `gauge` (test/gauge)"), "{saved}");
    rig.click("Remove row 3");
    rig.click("Remove row 2");
    assert!(!rig.sees("cm, row 2"));
    rig.request(RobotRequest::File(RobotFile::LoadTable(Some(path.clone()))));
    assert!(rig.sees("cm, row 3"));
    rig.request(RobotRequest::File(RobotFile::SaveTable(Some(path.clone()))));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), saved);

    // An invalid file names line and field, and does not change anything.
    std::fs::write(&path, saved.replace("[2, 5]", "[2]")).unwrap();
    rig.request(RobotRequest::File(RobotFile::LoadTable(Some(path))));
    assert!(rig.sees("line 9: `rows[1]`: expected 2 numbers, found 1"), "{:?}", rig.labels());
    assert!(rig.sees("cm, row 3"));
}

/// BU-66: A robot is saved as a file and used as a template without loss.
#[test]
fn a_robot_is_saved_and_used_and_is_the_same() {
    let (mut rig, folder) = open();
    let robot_view = RobotView::of(&rig);
    let from = offer(&mut rig, "range/ray");
    drag(&mut rig, from, robot_view.screen(0.1, 0.05));
    rig.wait("the simulation has it", |rig| part(rig, "ray").is_some());
    let from = center(&rig, "Joint left");
    drag(&mut rig, from, robot_view.screen(-0.02, 0.12));
    let save = |rig: &mut Rig, name: &str| {
        let path = folder.path().join(name);
        rig.harness.state_mut().request(Request::Robot(RobotRequest::File(RobotFile::SaveRobot(Some(path.clone())))));
        rig.wait("it is written", |_| path.exists());
        (toy(&path), path)
    };
    let (first, path) = save(&mut rig, "first.robot.ron");
    let ray = first.sensors.iter().find(|mount| mount.name == "ray").unwrap();
    assert_eq!((ray.placement.at, ray.component.as_str()), ([0.1, 0.05, 0.03], "range/ray"));
    assert_eq!((first.joints[0].placement.at, first.ports.len()), ([-0.02, 0.12, 0.03], 4));

    rig.harness.state_mut().request(Request::Robot(RobotRequest::File(RobotFile::UseRobot(Some(path)))));
    rig.wait("the robot is of that file", |rig| rig.text().contains("first.robot.ron"));
    let robot = rig.scene().robots[0].clone();
    assert!(robot.sensors.is_empty() && robot.joints.is_empty(), "{}", rig.text());
    rig.wait("and built", |rig| part(rig, "ray").is_some() && rig.sees("Part ray"));
    let (second, _) = save(&mut rig, "second.robot.ron");
    assert_eq!(first, second);
    undo(&mut rig);
    assert!(rig.scene().robots[0].sensors.contains_key("ray"), "one step of undo takes it back");
}

/// BU-66: A robot is saved as a file and used as a template without loss.
#[test]
fn an_invalid_robot_file_is_reported_with_its_field_and_changes_no_file() {
    let (mut rig, folder) = open();
    let before = rig.text();
    let path = folder.path().join("bad.robot.ron");
    let good = std::fs::read_to_string(folder.path().join("toy.robot.ron")).unwrap();
    for (wrong, expected) in [
        (good.replace("ports:", "prots:"), "unknown field `prots`"),
        (good.replace("child: \"left\"", "child: \"lefft\""), "joints[0]"),
    ] {
        assert_ne!(wrong, good);
        std::fs::write(&path, wrong).unwrap();
        rig.request(RobotRequest::File(RobotFile::UseRobot(Some(path.clone()))));
        assert!(rig.labels().iter().any(|label| label.contains(expected)), "{expected}: {:?}", rig.labels());
        assert_eq!(rig.text(), before);
    }
}

/// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
#[test]
fn a_scout_is_opened_from_inspector_and_tree_and_closing_puts_the_panels_back() {
    let mut rig = Rig::demo();
    rig.harness.get_by_label("anna").click_secondary();
    rig.harness.run_steps(2);
    // The inspector has the same button.
    rig.harness.get_all_by_label("Edit robot …").last().expect("the menu offers it").click();
    rig.harness.run_steps(2);
    rig.wait("anna is shown", |rig| rig.sees("Part turret_range"));
    assert!(rig.sees("Robot from above") && rig.sees("3D view of the scene"), "side by side");
    assert!(!rig.sees("Show anna"), "the tree is behind the inspector");
    let close = rig.harness.get_all_by_label("Close").next().expect("panels can be closed");
    close.click();
    rig.harness.run_steps(3);
    assert!(!rig.sees("Robot from above") && rig.sees("Show anna"), "the panels are back");

    rig.click("bert");
    rig.click("Edit robot …");
    rig.wait("bert is shown", |rig| rig.sees("Part turret_range"));
    // A part on the turret is placed in the robot's frame, and stored in that of its link.
    rig.click("Part turret_range");
    assert_eq!(fields(&rig), ["2.0 cm", "0.0 cm", "11.2 cm", "0 °"]);
    rig.set("z height", 12.0);
    let bert = rig.scene().robots.iter().find(|robot| robot.name == "bert").unwrap().clone();
    let [x, y, z] = bert.sensors["turret_range"].at.unwrap();
    assert!((x - 0.02).abs() < 1e-9 && y.abs() < 1e-9 && (z - 0.02).abs() < 1e-9, "{x} {y} {z}");
}
