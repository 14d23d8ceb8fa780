//! Plots, numbers and log messages about commands, by user input.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use sim_gui::{Pane, PlotRequest};
use sim_runner::{Command, Series};
use sim_window_tests::Rig;
use std::collections::BTreeMap;
use std::sync::Arc;

fn live(rig: &Rig, heading: &str) -> Option<Arc<Series>> {
    rig.window().histories(heading)[0].cloned()
}

/// First and last time of a curve (s) and its number of samples.
fn span(rig: &Rig, heading: &str) -> Option<(f64, f64, usize)> {
    let series = live(rig, heading)?;
    let times = series.times()?;
    Some((*times.start(), *times.end(), series.len()))
}

#[test]
fn a_curve_shows_values_before_the_click_but_not_those_of_another_run() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.steps(200);
    rig.click("gps.x");
    rig.wait("the curve has a past", |rig| span(rig, "anna gps.x").is_some());
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 2.0, 200)), "from the first tick, which has read first");
    rig.steps(10);
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 2.1, 210)));

    // An undone step is not part of a curve that starts afterward.
    rig.send(Command::StepBack(1));
    rig.wait("the steps are undone", |rig| rig.frame().tick == 200);
    rig.click("gps.y");
    rig.wait("the other curve has a past", |rig| span(rig, "anna gps.y").is_some());
    assert_eq!(span(&rig, "anna gps.y"), Some((0.01, 2.0, 200)));

    // Nor is a previous run part of a curve that restarts.
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.frame().tick == 0);
    rig.click("gps.z");
    rig.wait("it is followed", |rig| live(rig, "anna gps.z").is_some_and(|series| series.is_live()));
    assert_eq!(span(&rig, "anna gps.z"), None);
    rig.steps(3);
    assert_eq!(span(&rig, "anna gps.z"), Some((0.01, 0.03, 3)));
    assert_eq!(span(&rig, "anna gps.x"), Some((0.01, 0.03, 3)));
}

#[test]
fn an_edit_during_the_run_leaves_the_past_and_what_is_new_has_none() {
    let mut rig = Rig::demo();
    rig.steps(50);
    rig.click("anna");
    rig.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::D);
    rig.wait("there is another robot", |rig| rig.frame().robots.len() == 7);
    rig.steps(10);
    rig.click("gps.x");
    rig.click("bert");
    rig.click("gps.x");
    let curves: Vec<String> = rig.window().plotted().map(|(name, _)| name.to_string()).collect();
    rig.wait("both have samples", |rig| curves.iter().all(|name| span(rig, name).is_some()));
    let spans: Vec<_> = curves.iter().map(|name| span(&rig, name).unwrap()).collect();
    assert_eq!(curves[1], "bert gps.x");
    assert!((spans[0].0 - 0.51).abs() < 1e-9 && spans[0].2 == 10, "{spans:?}");
    assert_eq!(spans[1], (0.01, 0.6, 60));
}

/// Robots that drive in circles.
const CIRCLES: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    robots: [
        (name: "anna", model: "scout/standard", dynamics: "diff-drive/kinematic",
            controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 20}))),
        (name: "bert", model: "scout/standard", dynamics: "diff-drive/kinematic", at: (3, 0),
            controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 20}))),
    ],
)"#;

/// A table exported by the window: numbers by heading.
fn exported(rig: &mut Rig) -> BTreeMap<String, Vec<f64>> {
    let file = rig.scene_folder().join("plots.csv");
    rig.request(PlotRequest::ExportTable(Some(file.clone())));
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    let headings: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut columns: BTreeMap<String, Vec<f64>> = headings.iter().map(|name| (name.to_string(), Vec::new())).collect();
    assert_eq!(columns.len(), headings.len(), "{headings:?}");
    for line in lines {
        for (name, cell) in headings.iter().zip(line.split(',')).filter(|(_, cell)| !cell.is_empty()) {
            columns.get_mut(*name).unwrap().push(cell.parse().unwrap());
        }
    }
    columns
}

/// The numbers below a heading of the table above a plot, which are right-aligned with it.
fn below(rig: &Rig, heading: &str) -> Vec<String> {
    let mut nodes = rig.nodes();
    nodes.retain(|node| node.accesskit_node().bounding_box().is_some());
    let text = |node: &egui_kittest::Node<'_>| node.accesskit_node().value().or(node.accesskit_node().label());
    let named = |node: &&egui_kittest::Node<'_>| text(node).is_some_and(|text| text.trim() == heading);
    let Some(place) = nodes.iter().find(named).map(|node| node.rect()) else { return Vec::new() };
    let column = nodes.iter().filter(|node| {
        let rect = node.rect();
        (rect.right() - place.right()).abs() < 1.0 && (0.0..100.0).contains(&(rect.top() - place.bottom()))
    });
    let mut rows: Vec<(i32, String)> = column
        .filter_map(|node| Some((node.rect().top().round() as i32, text(node)?.trim().to_owned())))
        .filter(|(_, text)| text.parse::<f64>().is_ok())
        .collect();
    // A label and its lines are separate nodes.
    rows.sort_unstable();
    rows.dedup();
    rows.into_iter().map(|(_, text)| text).collect()
}

/// Number of decimals of a number.
fn decimals(number: &str) -> usize {
    number.split('.').nth(1).map_or(0, |decimals| decimals.chars().take_while(char::is_ascii_digit).count())
}

/// All painted texts, with their positions, and whether each is rotated, like the names of value axes.
fn painted(rig: &Rig) -> Vec<(String, egui::Rect, bool)> {
    fn texts(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect, bool)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
            egui::Shape::Text(text) => {
                found.push((text.galley.text().to_owned(), text.visual_bounding_rect(), text.angle != 0.0));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    rig.harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut found));
    found
}

/// The numbers along the value axes, at the left edge of their plots, from the lowest to the highest.
fn along_values(rig: &Rig) -> Vec<String> {
    let area = rig.window().place_of_panel(Pane::Plots).expect("the plots are shown");
    let mut numbers: Vec<_> = painted(rig).into_iter().map(|(text, rect, _)| (text, rect)).collect();
    // Content below the end of the panel can be scrolled to.
    let beside =
        |rect: &egui::Rect| rect.top() > area.top() && (area.left()..area.left() + 120.0).contains(&rect.right());
    numbers.retain(|(text, rect)| text.parse::<f64>().is_ok() && beside(rect));
    let ending_at = |right: f32| move |rect: &egui::Rect| (rect.right() - right).abs() < 1.0;
    let most = |right: f32| numbers.iter().filter(|(_, rect)| ending_at(right)(rect)).count();
    let Some(right) = numbers.iter().map(|(_, rect)| rect.right()).max_by_key(|right| most(*right)) else {
        return Vec::new();
    };
    numbers.retain(|(_, rect)| ending_at(right)(rect));
    numbers.sort_by(|(_, a), (_, b)| b.top().total_cmp(&a.top()));
    numbers.into_iter().map(|(text, _)| text).collect()
}

#[test]
fn numbers_along_the_values_of_a_plot_have_the_decimals_of_their_step_and_differ() {
    let slow = r#"(id: "control/constant", params: (commands: {"left_wheel": 0.01, "right_wheel": 0.012}))"#;
    let mut rig = Rig::of(&driven(slow), 1);
    rig.click("anna");
    rig.steps(60);
    rig.click("gps.x");
    rig.click("Plots");
    rig.wait("it is plotted", |rig| span(rig, "anna gps.x").is_some());
    for size in [[1280.0, 800.0], [1024.0, 700.0], [1600.0, 1000.0]] {
        rig.resize(size, 1.0);
        rig.harness.run_steps(3);
        let numbers = along_values(&rig);
        assert!(numbers.len() >= 3, "{size:?}: {numbers:?}");
        let values: Vec<f64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{size:?}: {numbers:?}");
        assert!(values[values.len() - 1] < 2e-4, "the path is short: {numbers:?}");
        assert!(numbers.iter().all(|number| decimals(number) == decimals(&numbers[0])), "{size:?}: {numbers:?}");
        rig.snap(&format!("plotslow{}", size[0]));
    }
}

#[test]
fn a_number_without_a_dimension_has_no_unit_in_the_window_and_one_in_files() {
    let constant = r#"(id: "control/constant", params: (commands: {"left_wheel": 1, "right_wheel": 1}))"#;
    let mut rig = Rig::of(&driven(constant), 1);
    rig.click("anna");
    rig.steps(200);
    rig.click("bumper.pressed_0");
    rig.click("Plots");
    rig.wait("it is plotted", |rig| span(rig, "anna bumper.pressed_0").is_some());
    rig.harness.run_steps(3);
    let with_unit = |text: &String| text.ends_with(" 1") || text.contains("[1]") || text.contains("of 1");
    let found: Vec<String> = rig.labels().into_iter().filter(with_unit).collect();
    assert!(found.is_empty(), "{found:?}");
    let named_so = painted(&rig).into_iter().any(|(text, _, turned)| turned && text == "1");
    assert!(!named_so, "no axis is called 1");
    assert!(exported(&mut rig).contains_key("anna:bumper.pressed_0 [1]"));
    rig.click("Histogram");
    rig.wait("the table is there", |rig| below(rig, "mean").len() == 1);
    assert!(exported(&mut rig).contains_key("bin from [1]"));
}

#[test]
fn numbers_below_now_keep_their_decimals_and_places() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.steps(20);
    rig.wait("they are shown", |rig| rig.sees("Now"));
    rig.harness.run_steps(2);
    let fields = |rig: &Rig| -> Vec<(String, egui::Rect)> {
        let field = |name: &&str| {
            let mut nodes = rig.harness.get_all_by_label(name);
            let field = nodes.find(|node| node.accesskit_node().role() == Role::SpinButton).unwrap();
            (field.accesskit_node().value().unwrap_or_default(), field.rect())
        };
        ["x", "y", "z", "roll", "pitch", "yaw"].iter().map(field).collect()
    };
    let first = fields(&rig);
    for _ in 0..12 {
        rig.steps(37);
        rig.harness.run_steps(2);
        let now = fields(&rig);
        for (place, ((now, at), (_, before))) in now.iter().zip(&first).enumerate() {
            assert_eq!(decimals(now), if place < 3 { 3 } else { 1 }, "{now}");
            assert_eq!(at, before, "{now}");
        }
    }
    assert_ne!(fields(&rig)[0].0, first[0].0, "she drives");
}

#[test]
fn values_are_shown_over_each_other_as_a_histogram_and_as_a_spectrum_and_exported_so() {
    let mut rig = Rig::of(CIRCLES, 2);
    rig.click("anna");
    rig.steps(3000);
    let motion = rig.frame().robots[0].state;
    let (speed, turn) = (motion.linear_velocity.norm(), motion.angular_velocity.norm());
    let (radius, frequency) = (speed / turn, turn / std::f64::consts::TAU);
    assert!(frequency > 0.2 && radius > 0.05, "{frequency} Hz, {radius} m");
    rig.click("gps.x");
    rig.click("gps.y");
    rig.click("Plots");
    rig.wait("both have a past", |rig| ["x", "y"].iter().all(|axis| span(rig, &format!("anna gps.{axis}")).is_some()));
    assert_eq!(exported(&mut rig)["time [s]"].len(), 3000);

    rig.click("Spectrum of m");
    rig.wait("the spectrum is there", |rig| below(rig, "largest amplitude [m]").len() == 2);
    let said = [below(&rig, "largest amplitude [m]"), below(&rig, "frequency [Hz]")];
    assert!(said.iter().flatten().all(|number| decimals(number) == 4), "{said:?}");
    rig.snap("plotspectrum");
    let table = exported(&mut rig);
    assert!(!table.contains_key("time [s]"), "only the visible columns: {:?}", table.keys());
    let amplitudes = &table["amplitude of anna gps.x [m]"];
    let (place, amplitude) = amplitudes.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    let at = place as f64 * 50.0 / (amplitudes.len() - 1) as f64;
    assert!((at - frequency).abs() < 0.02, "{at} Hz instead of {frequency}");
    assert!((amplitude - radius).abs() < 0.02 * radius, "{amplitude} m instead of {radius}");

    rig.click("Histogram of m");
    rig.wait("the histogram is there", |rig| below(rig, "mean [m]").len() == 2);
    let said = [below(&rig, "mean [m]"), below(&rig, "standard deviation [m]")];
    assert!(said.iter().flatten().all(|number| decimals(number) == 4) && said[1].len() == 2, "{said:?}");
    assert_eq!(below(&rig, "values"), ["3000", "3000"]);
    rig.snap("plothistogram");
    let table = exported(&mut rig);
    assert_eq!(table["count of anna gps.x"].iter().sum::<f64>(), 3000.0);
    // The values of a circle are mostly at its extremes.
    let counts = &table["count of anna gps.x"];
    assert!(counts[0] > 2.0 * counts[counts.len() / 2], "{counts:?}");
    rig.click("Fractions");
    let shares = &exported(&mut rig)["fraction of anna gps.y"];
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);

    // With the other robot, too: each against its own signal.
    rig.click("bert");
    rig.click("gps.x");
    rig.click("gps.y");
    rig.click("XY of m");
    rig.wait("both paths are plotted", |rig| rig.window().plotted().count() == 4);
    rig.harness.run_steps(4);
    rig.snap("plotxy");
    let table = exported(&mut rig);
    for robot in ["anna", "bert"] {
        let x = &table[&format!("{robot} gps.x under {robot} gps.y [m]")];
        let y = &table[&format!("{robot} gps.y over {robot} gps.x [m]")];
        assert_eq!((x.len(), y.len()), (3000, 3000));
        let middle = |values: &[f64]| {
            let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
            f64::midpoint(least, most)
        };
        let (cx, cy) = (middle(x), middle(y));
        let off = x.iter().zip(y).map(|(x, y)| ((x - cx).hypot(y - cy) - radius).abs()).fold(0.0, f64::max);
        assert!(off < 0.01 * radius, "{robot} is {off} m off a circle of {radius} m");
    }

    // One robot against the other.
    rig.click("over");
    rig.wait("the list is open", |rig| rig.harness.get_all_by_label("bert gps.x").count() == 2);
    rig.harness.get_all_by_label("bert gps.x").last().unwrap().click();
    rig.harness.run_steps(3);
    let table = exported(&mut rig);
    assert!(table.contains_key("anna gps.x over bert gps.x [m]"), "{:?}", table.keys());

    // Over time again, with the other plots unchanged.
    rig.click("Over time of m");
    assert_eq!(exported(&mut rig)["time [s]"].len(), 3000);
}

/// A robot with a controller with these parameters.
fn driven(controller: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (),
            robots: [(name: "anna", model: "scout/standard", controller: {controller})])"#
    )
}

/// Log lines about clamped commands.
fn clamping_lines(rig: &Rig) -> Vec<String> {
    let lines = rig.window().log().filter(|line| line.text.contains("clamped: "));
    lines.map(|line| format!("{}.{} {:?}: {}", line.robot, line.component, line.level, line.text)).collect()
}

#[test]
fn a_clamped_command_is_reported_once_per_run_and_counted() {
    let constant = r#"(id: "control/constant", params: (commands: {"left_wheel": 999, "right_wheel": 1}))"#;
    let mut rig = Rig::of(&driven(constant), 1);
    rig.click("anna");
    rig.wait("nothing was limited", |rig| rig.sees("Clamped commands") && clamping_lines(rig).is_empty());
    rig.steps(5);
    rig.wait("the log shows it", |rig| !clamping_lines(rig).is_empty());
    let lines = clamping_lines(&rig);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let words = "anna.controller Warn: command `left_wheel.speed` clamped: 999 rad/s is outside -";
    assert!(lines[0].starts_with(words), "{lines:?}");
    rig.wait("the inspector counts it", |rig| rig.sees("     5"));

    // Undone and repeated steps do not report anything new; another run does.
    rig.send(Command::StepBack(1));
    rig.wait("they are undone", |rig| rig.frame().tick == 0);
    rig.steps(5);
    assert_eq!(clamping_lines(&rig).len(), 1);
    rig.click("Stop");
    rig.wait("back at the start", |rig| rig.frame().tick == 0);
    rig.steps(2);
    rig.wait("the message appears again", |rig| clamping_lines(rig).len() == 2);
}

#[test]
fn clamped_commands_of_manual_driving_are_reported() {
    let mut rig = Rig::of(&driven(r#"(id: "control/keyboard", params: (speed: 10))"#), 1);
    rig.click("Drive");
    rig.click("anna");
    rig.click("Play");
    rig.set_slider("forward", 0.02);
    rig.wait("she drives", |rig| rig.robot(0).is_some_and(|robot| robot.distance > 0.01));
    assert_eq!(clamping_lines(&rig), [""; 0]);
    rig.set_slider("forward", 1.0);
    rig.wait("the log shows it", |rig| clamping_lines(rig).len() == 1);
    assert!(clamping_lines(&rig)[0].contains("_wheel.speed` clamped: 476.19"), "{:?}", clamping_lines(&rig));
}

#[test]
fn values_beyond_the_limits_of_a_model_are_refused_in_their_field_with_the_range() {
    let mut rig = Rig::of(&driven(r#"(id: "control/keyboard", params: (speed: 0.3))"#), 1);
    rig.click("anna");
    rig.wait("they are shown", |rig| rig.sees("speed"));
    let before = rig.text();
    rig.set("speed", -1.0);
    rig.wait("it is refused", |rig| rig.labels().iter().any(|label| label.contains("accepted: at least 0 m/s")));
    assert_eq!(rig.text(), before);
    rig.set("speed", 0.5);
    rig.wait("the accepted value is applied", |rig| rig.text().contains("speed: 0.5"));
    assert!(!rig.labels().iter().any(|label| label.contains("accepted:")));
}

#[test]
fn numbers_that_change_stay_where_they_are() {
    let mut rig = Rig::demo();
    rig.click("anna");
    rig.steps(5);
    rig.click("gps.x");
    rig.click("Plots");
    rig.wait("it is plotted", |rig| live(rig, "anna gps.x").is_some_and(|series| series.len() > 4));
    rig.harness.run_steps(3);
    // Bounds and texts of all monospaced numbers followed by a unit.
    let numbers = |rig: &Rig| -> Vec<(String, [i32; 4])> {
        let nodes = rig.nodes();
        let number = |node: &egui_kittest::Node<'_>| {
            let text = node.accesskit_node().value().or(node.accesskit_node().label())?;
            let unit = [" m", " m/s", " rad", " rad/s", " °", " s"].iter().any(|unit| text.ends_with(unit));
            // Fields are as wide as the number edited in them.
            let field = node.accesskit_node().role() == Role::SpinButton;
            let digits =
                !field && text.trim_start().starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
            let rect = node.rect();
            let edges = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|edge| edge.round() as i32);
            (unit && digits).then_some((text, edges))
        };
        nodes.iter().filter_map(number).filter(|(text, _)| !text.contains("tick")).collect()
    };
    let first = numbers(&rig);
    assert!(first.len() > 20, "{first:?}");
    let mut changed = 0;
    for _ in 0..12 {
        rig.steps(7);
        rig.harness.run_steps(2);
        let now = numbers(&rig);
        let edges = |list: &[(String, [i32; 4])]| list.iter().map(|(_, edges)| *edges).collect::<Vec<_>>();
        assert_eq!(edges(&now), edges(&first), "{now:?} {first:?}");
        changed += usize::from(now != first);
        assert!(!now.iter().any(|(text, _)| text.contains("-0.000 ") || text.contains("-0.0000 ")), "{now:?}");
    }
    assert_eq!(changed, 12);
}
