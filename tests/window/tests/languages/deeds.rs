//! What the window says of what a person does, of a run and of files, in Spanish and Catalan.

use super::{ONE_AT_A_TIME, english_in, message, read};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use sim_core::scene::{BoxShape, Object, Shape};
use sim_edit::{Edit, Section, Target, Thing};
use sim_gui::{Language, Options, Pane, Request};
use sim_runner::{Command, RunState};
use sim_window_tests::Rig;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::PoisonError;

/// What was said, by what had been done.
type Said = BTreeMap<String, Vec<(Role, String)>>;

/// A robot that a condition and the view name, a locked object, and a limit that is reached at once.
const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.01, duration: 0.2),
    floor: (),
    objects: [
        (name: "box-1", shape: Box(size: (0.2, 0.2, 0.2)), at: (1, 1, 0.1)),
        (name: "box-2", shape: Box(size: (0.2, 0.2, 0.2)), at: (2, 1, 0.1)),
        (name: "box-3", shape: Box(size: (0.2, 0.2, 0.2)), at: (3, 1, 0.1), locked: true),
    ],
    robots: [(name: "anna", model: "scout/standard")],
    notes: [(text: "nota", at: (0, 0, 0))],
    acceptance: [NoCollision(robots: ["anna"])],
    view: (follow: "anna"),
)
"#;

fn ask(rig: &mut Rig, request: Request) {
    rig.harness.state_mut().request(request);
    rig.harness.run_steps(3);
}

fn edit(rig: &mut Rig, edit: Edit) {
    ask(rig, Request::Edit { edit, coalesce: false });
}

/// What the window says now, and with the panels of problems and of the log in front.
fn hear(rig: &mut Rig, said: &mut Said, what: &str) {
    let mut texts = read(rig);
    for pane in [Pane::Problems, Pane::Log] {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(3);
        texts.extend(read(rig));
    }
    said.insert(what.to_owned(), texts);
}

/// Makes an edit and reads the menu that says what could be undone; undoes it and reads what could be done again.
fn undone(rig: &mut Rig, said: &mut Said, language: Language, change: Edit) {
    let what = format!("{change:?}").chars().take(60).collect::<String>();
    let before = rig.harness.state().document().unwrap().undo_position();
    edit(rig, change);
    assert_eq!(rig.harness.state().document().unwrap().undo_position(), before + 1, "{what}");
    for (then, key) in [("made", None), ("undone", Some(Modifiers::COMMAND))] {
        if let Some(modifiers) = key {
            rig.harness.key_press_modifiers(modifiers, Key::Z);
            rig.harness.run_steps(3);
        }
        rig.click(&message(language, "menu-edit"));
        said.insert(format!("{what}, {then}"), read(rig));
        rig.harness.key_press(Key::Escape);
        rig.harness.run_steps(3);
    }
    rig.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    rig.harness.run_steps(3);
    said.insert(format!("{what}, again"), read(rig));
}

fn edits(rig: &mut Rig, said: &mut Said, language: Language) {
    let object = |name: &str| Target::object(name);
    let there = nalgebra::Isometry3::translation(1.0, 0.0, 0.1);
    let turned =
        nalgebra::Isometry3::translation(1.0, 0.0, 0.1) * nalgebra::Isometry3::rotation(nalgebra::Vector3::z());
    let thing = Thing::Object(Object::new("cubo", Shape::Box(BoxShape { size: [0.1; 3] })));
    for change in [
        Edit::Move(vec![(object("box-1"), there)]),
        Edit::Move(vec![(object("box-1"), turned)]),
        Edit::Move(["box-1", "box-2"].map(|name| (object(name), there)).to_vec()),
        Edit::Rename { target: object("box-1"), name: "caja".into() },
        Edit::Insert(vec![thing]),
        Edit::Duplicate { targets: vec![object("caja")], offset: [1.0; 3] },
        Edit::Attach { targets: vec![object("caja")], parent: Some("box-2".into()) },
        Edit::Attach { targets: vec![object("caja")], parent: None },
        Edit::set(Some(object("box-2")), "mass", 1.0),
        Edit::set(None, "run.dt", 0.02),
        Edit::Lock { targets: vec![object("box-2")], locked: true },
        Edit::Lock { targets: vec![object("box-2")], locked: false },
        Edit::Show { targets: vec![object("box-2")], visible: false },
        Edit::Move(vec![(Target::at(Section::Notes, 0), there)]),
        Edit::delete(vec![Target::at(Section::Notes, 0)]),
        Edit::delete(vec![object("box-2"), object("caja")]),
    ] {
        undone(rig, said, language, change);
    }
}

fn refusals(rig: &mut Rig, said: &mut Said) {
    let there = nalgebra::Isometry3::translation(1.0, 0.0, 0.1);
    let object = |name: &str| Target::object(name);
    for (number, refused) in [
        Edit::Move(vec![(object("box-3"), there)]),
        Edit::Rename { target: object("cubo"), name: "box-3".into() },
        Edit::Rename { target: object("ninguno"), name: "nadie".into() },
        Edit::Rename { target: object("cub"), name: "nadie".into() },
        Edit::Lock { targets: vec![Target::robot("anna")], locked: true },
        Edit::Move(vec![(Target::at(Section::Acceptance, 0), there)]),
        Edit::CutOpening { wall: object("cubo"), between: [0.0, 1.0], height: 1.0 },
        Edit::Attach { targets: vec![Target::robot("anna")], parent: Some("cubo".into()) },
        Edit::Paste { text: "[1, 2]".into(), offset: [0.0; 3] },
        Edit::Insert(vec![Thing::from_json(Section::Objects, &serde_json::json!(1))]),
    ]
    .into_iter()
    .enumerate()
    {
        let before = rig.harness.state().problems().count();
        edit(rig, refused);
        assert_eq!(rig.harness.state().problems().count(), before + 1, "refusal {number}");
        hear(rig, said, &format!("refusal {number}"));
    }
    // What is used is asked about.
    edit(rig, Edit::delete(vec![Target::robot("anna")]));
    said.insert("used".into(), read(rig));
    rig.harness.key_press(Key::Escape);
    rig.harness.run_steps(3);
    // A field says itself what is wrong with it.
    rig.click("cubo");
    edit(rig, Edit::set(Some(object("cubo")), "mass", -1.0));
    said.insert("field".into(), read(rig));
    edit(rig, Edit::set(Some(object("cubo")), "shape.foo.bar", 1.0));
    said.insert("path".into(), read(rig));
}

fn runs(rig: &mut Rig, said: &mut Said, folder: &Path) {
    ask(rig, Request::Record(folder.join("a.mcap")));
    rig.wait("it records", |rig| rig.harness.state().runner().frame().recorded.is_some());
    rig.harness.state().runner().send(Command::Play);
    rig.wait("it ends", |rig| matches!(rig.harness.state().runner().frame().state, RunState::Ended(_)));
    rig.harness.run_steps(3);
    hear(rig, said, "run");
    ask(rig, Request::Record(folder.join("b.mcap")));
    rig.wait("it records", |rig| rig.harness.state().runner().frame().recorded.is_some());
    rig.harness.state().runner().send(Command::StopRecording);
    rig.wait("it has stopped", |rig| rig.harness.state().runner().frame().recorded.is_none());
    hear(rig, said, "recording");
    let runner = rig.harness.state().runner();
    runner.send(Command::Record(folder.join("a.mcap")));
    runner.send(Command::StepBack(1));
    runner.send(Command::Restore(7));
    runner.send(Command::Speed(sim_runner::Speed::Factor(-1.0)));
    runner.send(Command::Install(folder.join("no.txt")));
    runner.send(Command::Key { robot: Some(77), code: 1, down: true });
    runner.send(Command::StateHash);
    rig.wait("it is told", |rig| rig.harness.state().log().any(|line| line.text.contains(": ")));
    std::thread::sleep(std::time::Duration::from_millis(200));
    rig.harness.run_steps(3);
    hear(rig, said, "refused commands");
}

fn save(rig: &mut Rig) {
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    rig.wait("it is saved", |rig| !rig.harness.state().document().unwrap().is_modified());
}

fn files(rig: &mut Rig, said: &mut Said, folder: &Path) {
    // Else it is asked about what is unsaved.
    save(rig);
    std::fs::write(folder.join("latin.ron"), [0xE9, 0xE8]).unwrap();
    for name in ["missing.ron", "latin.ron"] {
        ask(rig, Request::Open(folder.join(name)));
        hear(rig, said, name);
    }
    for name in ["missing.mcap", "latin.ron"] {
        ask(rig, Request::OpenRecording(folder.join(name)));
        rig.harness.run_steps(10);
        hear(rig, said, &format!("recording {name}"));
    }
}

fn nothing_is_english_in(language: Language) {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (folder.path().join("scene.ron"), folder.path().join("data"));
    std::fs::write(&path, SCENE).unwrap();
    let options = || Options {
        scene: Some(path.clone()),
        data: Some(data.clone()),
        language: Some(language),
        ..Options::default()
    };
    let mut rig = Rig::open_as(options());
    rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == 1);
    let mut said = Said::new();
    edits(&mut rig, &mut said, language);
    refusals(&mut rig, &mut said);
    runs(&mut rig, &mut said, folder.path());
    files(&mut rig, &mut said, folder.path());
    edit(&mut rig, Edit::Show { targets: vec![Target::object("cubo")], visible: false });
    // What is unsaved is offered to the next window, beside what cannot be read.
    rig.wait("it is kept", |_| std::fs::read_dir(data.join("recovery")).is_ok_and(|files| files.count() > 0));
    let found = english_in(&rig, &said, language);
    drop(rig);
    let later =
        r#"{"version": 2, "path": null, "original": null, "json": false, "process": 1, "saved_at": 0, "text": ""}"#;
    std::fs::write(data.join("recovery").join("x.recovery.json"), later).unwrap();
    std::fs::write(data.join("recovery").join("y.recovery.json"), [0xE9]).unwrap();
    let mut rig = Rig::open_as(Options { scene: None, ..options() });
    let title = message(language, "recovery-title");
    rig.wait("it is offered", |rig| rig.sees(&title));
    let mut said = Said::new();
    said.insert("recovery".into(), read(&rig));
    let mut found: Vec<String> = found.into_iter().chain(english_in(&rig, &said, language)).collect();
    found.sort();
    assert!(found.is_empty(), "{} texts:\n{}", found.len(), found.join("\n"));
}

/// Whether some text of the window has this in it.
fn says(rig: &Rig, text: &str) -> bool {
    read(rig).iter().any(|(_, said)| said.contains(text))
}

#[test]
fn m5_what_was_said_before_follows_the_language_and_a_finding_is_listed_once() {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let (path, missing) = (folder.path().join("scene.ron"), folder.path().join("missing.ron"));
    std::fs::write(&path, SCENE).unwrap();
    let options = Options { scene: Some(path), language: Some(Language::Spanish), ..Options::default() };
    let mut rig = Rig::open_as(options);
    rig.wait("the scene is built", |rig| rig.harness.state().frame().robots.len() == 1);
    let there = nalgebra::Isometry3::translation(1.0, 0.0, 0.1);
    edit(&mut rig, Edit::Move(vec![(Target::object("box-1"), there)]));
    save(&mut rig);
    rig.harness.state().runner().send(Command::StateHash);
    rig.wait("the digest is told", |rig| rig.harness.state().log().any(|line| line.text.starts_with("state after")));
    // Opening forgets what was found before, so it comes first.
    ask(&mut rig, Request::Open(missing));
    for (language, undo, line, problems) in [
        (Language::Spanish, "Deshacer: Mover box-1", "estado tras", ["no se puede leer", "está bloqueado"]),
        (Language::Catalan, "Desfés: Mou box-1", "estat després", ["no es pot llegir", "està bloquejat"]),
        (Language::English, "Undo Move box-1", "state after", ["cannot be read", "is locked"]),
    ] {
        ask(&mut rig, Request::Language(Some(language)));
        edit(&mut rig, Edit::Move(vec![(Target::object("box-3"), there)]));
        assert_eq!(rig.harness.state().problems().count(), 2, "{language:?}");
        rig.click(&message(language, "menu-edit"));
        assert!(says(&rig, undo), "{undo}: {:?}", rig.labels());
        rig.harness.key_press(Key::Escape);
        rig.harness.state_mut().show_panel(Pane::Log);
        rig.harness.run_steps(4);
        assert!(says(&rig, line), "{line}: {:?}", rig.labels());
        rig.harness.state_mut().show_panel(Pane::Problems);
        rig.harness.run_steps(4);
        for problem in problems {
            assert!(says(&rig, problem), "{problem}: {:?}", rig.labels());
        }
    }
}

#[test]
fn m5_what_is_done_refused_run_and_read_is_told_in_spanish() {
    nothing_is_english_in(Language::Spanish);
}

#[test]
fn m5_what_is_done_refused_run_and_read_is_told_in_catalan() {
    nothing_is_english_in(Language::Catalan);
}
