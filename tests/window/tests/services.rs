//! Status of services: in the services panel, in the status bar and in the table of robots.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::Value;
use sim_abi::panel::{Panel, PanelLevel, Task};
use sim_abi::prelude::*;
use sim_abi::service::PanelPublisher;
use sim_gui::{Action, Pane};
use sim_window_tests::platforms::{Platform, Platforms};
use sim_window_tests::{Rig, painted};
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A link to a robot that can be lost, slowed down and reconnected.
#[derive(Default)]
struct Link {
    board: PanelPublisher,
    lost: bool,
    late: bool,
    broken: bool,
    speed: i64,
    transfer: f64,
}

/// Longer than a line of the panel.
const LATE: &str = "late, and the robot may still move: enter robot mode again, which stops it, or go there and look whether it stands; \
                    the drawn robot does not follow while the run is paused, whatever the real one does meanwhile, and says so until it is heard again";

impl Service for Link {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(0.01);
        Ok(Self { transfer: 3.0, ..Self::default() })
    }

    fn functions(&self) -> Vec<Function> {
        let speed = FunctionValue::int("speed").range(3.0, 9.0).default_value(5);
        vec![
            Function::new("lose").help("Loses the robot."),
            Function::new("find").help("Finds it again."),
            Function::new("set_speed").help("Sets its speed.").parameter(speed),
            Function::new("end_transfer").help("Ends the transfer."),
            Function::new("fail").help("Lets it fail."),
            Function::new("be_late").help("Is late, or in time again."),
        ]
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        if self.broken {
            return Err(Fault::new("the antenna has fallen off"));
        }
        let mut panel = Panel::default();
        panel.state("speed", format!("{} of 9", self.speed), PanelLevel::Normal);
        match self.lost || self.late {
            true => panel.state("plan", LATE, PanelLevel::Warning),
            false => panel.state("plan", "in time", PanelLevel::Normal),
        };
        match self.lost {
            true => {
                panel.state("anna", "lost since 3 s", PanelLevel::Error);
                panel.disable("lose", "It is lost: find it first.");
            }
            false => _ = panel.disable("find", "It is not lost.").caption("lose", "lose it"),
        }
        if self.transfer > 0.0 {
            let (name, cancel) = ("transfer".into(), Some("end_transfer".into()));
            panel.task(Task { name, completed: self.transfer, total: 4.0, cancel });
        }
        self.board.show(panel, io)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.step(io)
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.broken, self.lost, self.late, self.speed, self.transfer))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        (self.broken, self.lost, self.late, self.speed, self.transfer) = state::load(bytes)?;
        Ok(())
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        match function {
            "fail" => self.broken = true,
            "be_late" => self.late = !self.late,
            "lose" | "find" => self.lost = function == "lose",
            "set_speed" => self.speed = arguments[0].as_i64().unwrap_or_default(),
            _ => self.transfer = 0.0,
        }
        Ok(Value::Null)
    }
}

sim_abi::export! {
    /// Links a robot.
    service "test/link" = Link;
}

const SCENE: &str = r#"(
    format_version: 1,
    floor: (),
    robots: [
        (name: "anna", model: "scout/standard", at: (0, 0)),
        (name: "bert", model: "scout/standard", at: (2, 0)),
    ],
    services: [(name: "radio", id: "test/link"), (name: "quiet", id: "supervisor/control")],
)
"#;

/// The windows of a program share one language: these tests run one at a time, since one of them changes it.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A folder and the language lock, both held until they are dropped.
type SceneFolder = (tempfile::TempDir, MutexGuard<'static, ()>);

/// Waits until no other test is running.
fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open() -> (Rig, SceneFolder) {
    let alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, SCENE).unwrap();
    let mut rig = Rig::open_linked(path, vec![("test", sim_plugin::module())]);
    rig.wait("the service shows something", |rig| {
        rig.frame().panels.iter().any(Option::is_some) && rig.sees("Services")
    });
    (rig, (folder, alone))
}

fn is_enabled(rig: &Rig, label: &str) -> bool {
    !rig.harness.get_by_label(label).accesskit_node().is_disabled()
}

/// RM-05: Every command reports to a log of at least 1000 entries.
#[test]
fn the_panel_of_services_shows_states_tasks_and_functions_of_every_service_that_has_some() {
    let (mut rig, _kept) = open();
    let before = rig.text();
    // The tab exists, but the front panel stays in front.
    assert!(rig.window().place_of_panel(Pane::Inspector).is_some());
    assert!(rig.window().place_of_panel(Pane::Services).is_none());
    rig.click("Services");
    for wanted in ["Select the service radio", "speed: 0 of 9", "transfer: 75 %", "Call lose it", "Call find"] {
        assert!(rig.sees(wanted), "{wanted}: {:?}", rig.labels());
    }
    assert!(!rig.sees("Select the service quiet"), "it shows nothing of itself");
    assert!(is_enabled(&rig, "Call lose it") && !is_enabled(&rig, "Call find"));

    // A field starts with its default; a call passes the field's content.
    rig.click("Call set_speed");
    rig.wait("the speed is that of the field", |rig| rig.sees("speed: 5 of 9"));
    rig.set("set_speed speed", 40.0);
    rig.click("Call set_speed");
    rig.wait("it is within its range", |rig| rig.sees("speed: 9 of 9"));
    rig.click("Cancel transfer");
    rig.wait("the task is gone", |rig| !rig.sees("transfer: 75 %"));

    rig.click("Select the service radio");
    rig.harness.run_steps(2);
    rig.harness.state_mut().show_panel(Pane::Inspector);
    rig.harness.run_steps(3);
    assert!(rig.sees("speed: 9 of 9"), "the inspector shows the same: {:?}", rig.labels());
    assert_eq!(rig.text(), before);
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn a_service_that_has_failed_says_so_and_takes_no_calls() {
    let (mut rig, _kept) = open();
    rig.click("Services");
    rig.harness.key_press(Key::F6);
    rig.wait("the name field appears", |rig| rig.sees("State name"));
    rig.harness.key_press(Key::Enter);
    rig.wait("it is saved", |rig| !rig.sees("State name"));
    rig.click("Call fail");
    rig.wait("it has failed", |rig| rig.sees("failed: the antenna has fallen off"));
    assert!(!rig.sees("speed: 0 of 9"), "the previous status is no longer shown: {:?}", rig.labels());
    rig.wait("the status bar shows it", |rig| rig.sees("✖ radio: failed: the antenna has fallen off"));
    for function in ["lose", "find", "set_speed", "end_transfer", "fail"] {
        assert!(!is_enabled(&rig, &format!("Call {function}")), "{function}");
    }

    // In an earlier state, it has not failed, and shows its earlier status.
    rig.harness.key_press_modifiers(Modifiers::SHIFT, Key::F6);
    rig.wait("it shows its state again", |rig| rig.sees("speed: 0 of 9") && !rig.sees("✖ radio"));
    assert!(is_enabled(&rig, "Call set_speed"), "{:?}", rig.labels());
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn a_lost_robot_is_reported_in_the_status_bar_and_by_a_message() {
    let (mut rig, _kept) = open();
    let line = "✖ radio: anna: lost since 3 s (1 more)";
    let message = "Message: radio: anna: lost since 3 s";
    rig.click("Services");
    assert!(!rig.sees(line) && !rig.sees(message));
    rig.click("Call lose it");
    rig.wait("the loss is reported", |rig| rig.sees(line));
    rig.harness.step();
    assert!(rig.sees(message), "{:?}", rig.labels());
    assert!(!is_enabled(&rig, "Call lose"));

    // One click opens the panel, wherever it is.
    rig.harness.state_mut().show_panel(Pane::Inspector);
    rig.harness.run_steps(3);
    assert!(rig.window().place_of_panel(Pane::Services).is_none());
    let place = rig.harness.get_by_label(line).rect();
    assert!(place.width() > 100.0 && place.bottom() <= 800.0, "{place}");
    rig.click_at(place.center());
    rig.harness.run_steps(2);
    assert!(rig.window().place_of_panel(Pane::Services).is_some());

    // The table of robots shows it in the row of the robot with this name.
    rig.harness.state_mut().show_panel(Pane::Robots);
    rig.harness.run_steps(3);
    assert!(rig.sees("anna: lost since 3 s") && rig.sees("bert: paused"), "{:?}", rig.labels());

    rig.click("Call find");
    rig.wait("the report disappears", |rig| !rig.sees(line) && rig.sees("anna: paused"));
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn a_long_warning_is_read_whole_and_moves_no_button() {
    let (mut rig, _kept) = open();
    rig.click("Services");
    rig.harness.run_steps(3);
    let buttons = ["Call find", "Call set_speed", "Call end_transfer", "Call be_late"];
    let places = |rig: &Rig| buttons.map(|button| rig.harness.get_by_label(button).rect());
    let before = places(&rig);
    rig.click("Call be_late");
    rig.wait("it is reported", |rig| rig.sees(&format!("plan: {LATE}")));
    rig.harness.run_steps(3);
    assert_eq!(places(&rig), before);
    let panel = rig.window().place_of_panel(Pane::Services).unwrap();
    let painted = painted::texts(&rig);
    let whole = |text: &painted::Painted| {
        text.text.contains(LATE)
            && !text.elided
            && panel.contains_rect(text.letters)
            && text.sight.contains_rect(text.letters)
    };
    assert!(
        painted.iter().any(whole),
        "{:#?}",
        painted.iter().filter(|text| text.text.contains("late")).collect::<Vec<_>>()
    );
    // With another status, both are displayed.
    rig.click("Call lose it");
    rig.wait("the loss is reported, too", |rig| rig.sees("anna: lost since 3 s"));
    rig.harness.run_steps(3);
    let counts = ["radio: anna: lost since 3 s", LATE].map(|line| {
        let texts = painted::texts(&rig)
            .into_iter()
            .filter(|text| text.text.contains(line) && panel.contains_rect(text.letters));
        texts.filter(|text| !text.elided && text.sight.contains_rect(text.letters)).count()
    });
    assert_eq!(counts, [1, 1]);
    rig.click("Call find");
    rig.click("Call be_late");
    rig.wait("the report disappears", |rig| rig.sees("plan: in time"));
    rig.harness.run_steps(3);
    assert_eq!(places(&rig), before);
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn the_warning_is_in_the_language_of_the_window() {
    let (mut rig, _kept) = open();
    rig.click("Services");
    rig.click("Call lose it");
    for (language, line) in [
        (sim_text::Language::Spanish, "✖ radio: anna: lost since 3 s (1 más)"),
        (sim_text::Language::Catalan, "✖ radio: anna: lost since 3 s (1 més)"),
        (sim_text::Language::English, "✖ radio: anna: lost since 3 s (1 more)"),
    ] {
        rig.harness.state_mut().request(sim_gui::Request::Setting(sim_gui::SettingRequest::Language(Some(language))));
        rig.wait(line, |rig| rig.sees(line));
    }
}

/// Names of the rows, from top to bottom.
fn rows(rig: &Rig) -> Vec<String> {
    let structure = rig.window().runner().structure();
    let robots: HashSet<&str> = structure.robots.iter().map(|robot| &*robot.name).collect();
    let nodes = rig.nodes();
    let rows = nodes.iter().filter(|node| node.accesskit_node().role() == Role::Button).filter_map(|node| {
        let label = node.accesskit_node().label()?;
        let (name, _) = label.split_once(": ").filter(|(name, _)| robots.contains(name))?;
        Some((node.rect().top(), name.to_owned()))
    });
    let mut rows: Vec<(f32, String)> = rows.collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    rows.into_iter().map(|(_, name)| name).collect()
}

/// RM-34: At most one robot is selected in a list, and its camera becomes active.
#[test]
fn robots_are_sorted_filtered_selected_and_focused() {
    let _alone = alone();
    let mut rig = Rig::built(sim_window_tests::scene("robomap/laboratory.ron"), 2);
    rig.harness.state_mut().show_panel(Pane::Robots);
    rig.harness.run_steps(3);
    assert_eq!(rows(&rig), ["platform", "scout"]);
    rig.send(sim_runner::Command::Step(200));
    rig.wait("the steps are done", |rig| rig.frame().tick == 200);
    rig.wait("their tasks are shown", |rig| rig.labels().iter().any(|label| label.starts_with("pose 2, ")));
    let left = |name: usize| rig.robot(name).unwrap().watched.left.unwrap();
    assert!(left(0) > left(1) && left(1) > 7.0, "{} {}", left(0), left(1));
    assert!(rig.sees("0.20 m/s") || rig.labels().iter().any(|label| label.ends_with(" m/s")), "{:?}", rig.labels());

    rig.click("Sort by Name");
    assert_eq!(rows(&rig), ["platform", "scout"]);
    rig.click("Sort by Name (ascending)");
    assert_eq!(rows(&rig), ["scout", "platform"]);
    rig.click("Sort by Name (descending)");
    assert_eq!(rows(&rig), ["platform", "scout"], "as in the scene");
    rig.click("Sort by Task");
    assert_eq!(rows(&rig), ["scout", "platform"], "the shortest distance first");

    rig.write("Filter", "SCOUT");
    rig.harness.run_steps(2);
    assert_eq!(rows(&rig), ["scout"]);
    assert!(rig.sees("1 of 2"));
    rig.click("scout: paused");
    let structure = rig.window().runner().structure();
    let scout = structure.robots[1].body as usize;
    assert_eq!(rig.window().selected().to_vec(), [scout]);
    rig.write("Filter", "nobody");
    rig.harness.run_steps(2);
    assert!(rig.sees("No matching robots.") && rows(&rig).is_empty());
}

#[test]
fn a_thousand_robots_have_rows_only_where_they_are_seen() {
    let _alone = alone();
    let mut rig = Rig::built(sim_window_tests::scene("swarm-1000.ron"), 1000);
    rig.harness.state_mut().show_panel(Pane::Robots);
    rig.harness.run_steps(3);
    let seen = rows(&rig).len();
    assert!((3..60).contains(&seen), "{seen} rows");
    rig.click("Sort by Speed");
    assert!(rig.sees("1000 of 1000") && (3..60).contains(&rows(&rig).len()));
    assert!(rig.frame().telemetry.is_empty(), "whole telemetry is only of selected robots");
}

#[test]
fn ten_platforms_are_followed_without_losing_messages() {
    let _alone = alone();
    let platforms = Platforms::new(10);
    let (mut rig, _folder) = platforms.open();
    rig.wait("each has sent many poses", |_| (0..10).all(|platform| platforms.sent(platform) >= 30));
    platforms.stop_sending();
    rig.wait("each is drawn where it was last", |rig| {
        (0..10).all(|platform| {
            let drawn = rig.robot(platform).unwrap().state.pose.translation.x;
            platforms.age(platform, drawn).is_some_and(|(number, _)| number + 1 == platforms.sent(platform))
        })
    });
    let frame = rig.frame();
    let lost =
        frame.panels.iter().flatten().flat_map(|panel| &panel.states).filter(|state| state.name == "packets lost");
    assert_eq!(lost.map(|state| state.text.as_str()).collect::<Vec<_>>(), ["0"; 10]);
}

/// Names of the offered functions, from top to bottom.
fn functions(rig: &Rig) -> Vec<String> {
    let nodes = rig.nodes();
    let calls = nodes.iter().filter(|node| node.accesskit_node().role() == Role::Button).filter_map(|node| {
        let name = node.accesskit_node().label()?.strip_prefix("Call ")?.to_owned();
        Some((node.rect().top(), node.rect().left(), name))
    });
    let mut calls: Vec<(f32, f32, String)> = calls.collect();
    calls.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    calls.into_iter().map(|(.., name)| name).collect()
}

/// Calls a function of the link.
fn call(rig: &mut Rig, function: &str) {
    let (service, function) = ("link 0".to_owned(), function.to_owned());
    rig.harness.state_mut().request(sim_gui::Request::Run(sim_gui::RunRequest::CallService {
        service,
        function,
        arguments: Vec::new(),
    }));
}

/// RM-66: A toggle stops only the drawn robot; acknowledgments and plan progress continue.
/// RM-92: Link and simulation panels have the same controls in the same order.
/// RM-95: Mode, plan, speed, robot, packet age and newest message are always visible.
#[test]
fn link_and_simulation_have_the_same_panel_and_show_their_status() {
    let _alone = alone();
    let platforms = Platforms::new(1);
    let (mut rig, _folder) = platforms.open();
    rig.harness.state_mut().show_panel(Pane::Services);
    rig.harness.run_steps(3);
    let says = |rig: &Rig, name: &str| {
        let labels = rig.labels();
        let text = labels.iter().find_map(|label| label.strip_prefix(&format!("{name}: ")));
        text.filter(|text| !text.is_empty()).map(str::to_owned).unwrap_or_else(|| panic!("{name}: {labels:?}"))
    };
    let six = ["mode", "plan", "speed", "robot", "last packet", "newest"];
    for name in six {
        says(&rig, name);
    }
    assert_eq!(says(&rig, "mode"), "robot");
    rig.wait("the status bar shows it", |rig| rig.sees("▶ link 0: robot"));
    let connected = functions(&rig);

    // The drawn robot does not follow while this is switched off, and is at the pose of the real one afterward.
    let drawn = |rig: &Rig| rig.robot(0).expect("it is there").state.pose.translation.x;
    call(&mut rig, "follow_robot");
    rig.wait("it does not follow", |rig| rig.sees("drawn robot: does not follow the real one"));
    // The last order before that is executed in the following tick.
    let tick = rig.frame().tick;
    rig.wait("two ticks later", |rig| rig.frame().tick >= tick + 2);
    let (stopped, sent) = (drawn(&rig), platforms.sent(0));
    rig.wait("more poses are sent", |_| platforms.sent(0) >= sent + 5);
    assert_eq!(drawn(&rig), stopped);
    call(&mut rig, "follow_robot");
    rig.wait("it follows", |rig| rig.sees("drawn robot: follows the real one"));
    rig.wait("it is at the last reported pose", |rig| {
        platforms.age(0, drawn(rig)).is_some_and(|(number, _)| number >= sent + 5)
    });

    call(&mut rig, "leave_robot_mode");
    rig.wait("it is left", |rig| rig.sees("mode: editor"));
    for name in six {
        says(&rig, name);
    }
    let captions =
        |functions: &[String]| functions.iter().map(|name| name.replace("simulate", "start")).collect::<Vec<_>>();
    let editor = functions(&rig);
    assert_eq!(captions(&editor), captions(&connected), "the same in the same order");
    assert_eq!(captions(&editor)[..3], ["start", "cancel", "change the speed"]);
}

/// A window with a link to a platform that follows its plan.
fn driving(platform: &Platform) -> (Rig, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("link.ron");
    std::fs::write(&path, platform.scene()).unwrap();
    let mut rig = Rig::built(path, 1);
    rig.send(sim_runner::Command::Play);
    for (function, expected) in [("enter_robot_mode", "Mode(1)"), ("play", "StartPlan")] {
        let (service, function) = ("link".to_owned(), function.to_owned());
        rig.harness.state_mut().request(sim_gui::Request::Run(sim_gui::RunRequest::CallService {
            service,
            function,
            arguments: Vec::new(),
        }));
        rig.wait(expected, |_| platform.commands().iter().any(|command| command == expected));
    }
    rig.wait("the plan is shown as running", |rig| rig.sees("▶ link: robot, running"));
    (rig, folder)
}

/// Question before leaving a robot that follows its plan.
const MOVES: &str = "link: the real robot may be moving: it is stopped before disconnecting";

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn who_leaves_a_robot_that_moves_is_asked_first() {
    let _alone = alone();
    let platform = Platform::new();
    let (mut rig, folder) = driving(&platform);
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "(format_version: 1)").unwrap();
    for request in [Action::New.into(), sim_gui::Request::File(sim_gui::FileRequest::Open(other)), Action::Quit.into()]
    {
        rig.harness.state_mut().request(request);
        rig.wait("the confirmation appears", |rig| rig.sees(MOVES));
        rig.click("Cancel");
        rig.wait("no further confirmation appears", |rig| !rig.sees(MOVES));
    }
    // Unsaved changes are part of the same question.
    rig.click("platform");
    rig.harness.state_mut().request(Action::Duplicate.into());
    rig.wait("there are two", |rig| rig.frame().robots.len() == 2 && rig.sees("▶ link: robot, running"));
    rig.harness.state_mut().request(Action::Quit.into());
    let both = format!("There are unsaved changes.\n{MOVES}");
    rig.wait("both confirmations appear", |rig| rig.sees(&both));
    rig.click("Cancel");
    rig.harness.run_steps(3);
    assert!(!platform.commands().contains(&"StopPlan".to_owned()), "{:?}", platform.commands());

    rig.harness.state_mut().request(Action::New.into());
    rig.click("Discard");
    rig.wait("the robot is left", |_| platform.commands().ends_with(&["StopPlan".into(), "Mode(0)".into()]));
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn a_window_says_that_it_waits_for_a_robot_to_stop_and_that_this_was_not_confirmed() {
    let _alone = alone();
    let platform = Platform::new();
    let (mut rig, _folder) = driving(&platform);
    platform.freeze();
    rig.harness.state_mut().request(Action::Quit.into());
    rig.click("Continue");
    let began = std::time::Instant::now();
    let waits = "Ending the simulation: waiting for its services to stop …";
    rig.wait("the waiting message appears", |rig| {
        rig.labels().iter().any(|label| label.starts_with(waits)) && rig.sees(MOVES)
    });
    let closes = |rig: &Rig| {
        let commands = &rig.harness.output().viewport_output[&egui::ViewportId::ROOT].commands;
        commands.contains(&egui::ViewportCommand::Close)
    };
    assert!(!closes(&rig));
    rig.wait("it closes", closes);
    // The window is drawn once more before it closes. It has not waited longer than the link's timeout, plus an
    // allowance for a busy machine.
    rig.harness.step();
    assert!(began.elapsed() < std::time::Duration::from_secs(12), "{:?}", began.elapsed());
    assert!(rig.window().runner().is_finished());
    let commands = platform.commands();
    let first = |wanted: &str| commands.iter().position(|command| command == wanted);
    assert!(first("StopPlan").is_some() && first("StopPlan") < first("Mode(0)"), "{commands:?}");
    let unconfirmed = "the link is closed, but the robot did not confirm the stop";
    assert!(rig.window().log().any(|line| line.text.to_string().contains(unconfirmed)));
    eframe::App::on_exit(rig.harness.state_mut());
    let end = rig.window().end();
    assert!(end.failure.is_none(), "{end:?}");
    assert!(end.lines.len() == 1 && end.lines[0].text.to_string().contains(unconfirmed), "{end:?}");
}
