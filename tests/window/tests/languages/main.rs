//! The window in Spanish and Catalan. The language is global to the process, so these tests are a separate program and
//! run one at a time.

mod fit;
mod tour;
mod translations;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use serde_json::Value;
use sim_gui::{Language, Options, Pane};
use sim_window_tests::{MemoryStorage, Rig, painted, scene};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for the end of other tests.
fn lock() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A window on the demo in a language, with a robot selected; holds the lock against other windows.
fn open(language: Language) -> (MutexGuard<'static, ()>, Rig) {
    let guard = lock();
    let options = Options { scene: Some(scene("demo.ron")), language: Some(language), ..Options::default() };
    let mut rig = Rig::open_as(options);
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    rig.click("anna");
    (guard, rig)
}

/// The words of a text, in lower case; names in code, such as `camera/pinhole` or `wheel_radius`, do not count.
fn words(text: &str) -> BTreeSet<String> {
    let code = |word: &&str| {
        word.contains(['/', '-', '_', '.', '`', '{', '}', '$', ':'])
            || word.chars().any(|letter| letter.is_ascii_digit())
    };
    let plain = text.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ':', ';', '!', '?', ')']));
    let letters = plain.filter(|word| !code(word)).flat_map(|word| word.split(|letter: char| !letter.is_alphabetic()));
    letters.filter(|word| word.chars().count() > 2).map(str::to_lowercase).collect()
}

/// The window's catalog in a language.
fn catalog(language: Language) -> String {
    let file = format!("{}/../../sim-gui/src/text/locales/{}.ftl", env!("CARGO_MANIFEST_DIR"), language.code());
    std::fs::read_to_string(file).unwrap()
}

/// A message of the window's catalog.
fn message(language: Language, name: &str) -> String {
    let catalog = catalog(language);
    let mut lines = catalog.lines().filter_map(|line| line.split_once(" = "));
    lines.find(|(found, _)| *found == name).unwrap_or_else(|| panic!("{name} is in the catalog")).1.to_string()
}

/// Every word of the window's catalog in a language.
fn vocabulary(language: Language) -> BTreeSet<String> {
    let catalog = catalog(language);
    let texts = catalog.lines().filter(|line| !line.starts_with('#'));
    texts.flat_map(|line| words(line.split_once('=').map_or(line, |(_, text)| text))).collect()
}

/// All texts that a screen reader finds in the window, with the roles of their nodes.
fn read(rig: &Rig) -> Vec<(Role, String)> {
    let nodes = rig.nodes();
    let texts = nodes.iter().flat_map(|node| {
        let node = node.accesskit_node();
        let texts = [node.label(), node.value(), node.placeholder().map(str::to_string), node.description()];
        texts.map(|text| text.map(|text| (node.role(), text)))
    });
    texts.flatten().collect()
}

/// Texts of panels, menus and dialogs, by place.
fn all_texts(rig: &mut Rig, language: Language) -> BTreeMap<String, Vec<(Role, String)>> {
    let mut said = BTreeMap::new();
    for pane in Pane::ALL {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        said.insert(format!("{pane:?}"), read(rig));
        rig.snap(&format!("{}-{pane:?}", language.code()));
    }
    for menu in ["menu-file", "menu-edit", "menu-draw", "menu-run", "menu-view", "menu-help"] {
        rig.click(&message(language, menu));
        said.insert(menu.to_string(), read(rig));
        rig.snap(&format!("{}-{menu}", language.code()));
        rig.key(Key::Escape);
    }
    for (name, modifiers, key) in [
        ("palette", Modifiers::COMMAND, Key::K),
        ("insert", Modifiers::COMMAND, Key::I),
        ("shortcuts", Modifiers::COMMAND, Key::F1),
        ("preferences", Modifiers::COMMAND, Key::Comma),
        ("open", Modifiers::COMMAND, Key::O),
    ] {
        rig.press(modifiers, key);
        said.insert(name.to_string(), read(rig));
        rig.snap(&format!("{}-{name}", language.code()));
        rig.key(Key::Escape);
    }
    said
}

/// Words that are names: of fields and objects of scenes.
fn names() -> BTreeSet<String> {
    let fields = std::fs::read_to_string(format!("{}/../../docs/src/scenes.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let fields = fields.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    let texts = [fields, std::fs::read_to_string(scene("demo.ron")).unwrap()];
    texts.iter().flat_map(|text| text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase)).collect()
}

/// Whether a text is the same in every language: folders of examples are named as on the disk, options as typed.
fn is_left(text: &str) -> bool {
    // A bundled scene, and its folder.
    let file = text.contains(".ron ") && ["examples", "scenes"].iter().any(|folder| text.ends_with(folder));
    file || ["--plugins", "examples"].contains(&text)
}

/// Names in the description of a component, without its sentences.
fn names_in(said: &Value, names: &mut Vec<String>) {
    match said {
        Value::Object(members) => {
            for (key, inner) in members.iter().filter(|(key, _)| !["help", "description", "texts"].contains(&&***key)) {
                names.push(key.clone());
                names_in(inner, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| names_in(inner, names)),
        Value::String(name) => names.push(name.clone()),
        _ => {}
    }
}

/// Texts of plugins: the names that they use, and their sentences in a language.
fn plugin_texts(rig: &Rig, language: Language) -> (BTreeSet<String>, Vec<String>) {
    let plugins = rig.window().runner().plugins();
    let structure = rig.window().runner().structure();
    let (mut names, mut sentences) = (Vec::new(), Vec::new());
    for library in &plugins.libraries {
        let manifest = library.manifest();
        names_in(&serde_json::to_value(manifest).unwrap(), &mut names);
        sentences.extend(manifest.texts.0.get(language.code()).into_iter().flat_map(|texts| texts.values().cloned()));
    }
    for robot in &structure.robots {
        names_in(&serde_json::to_value((&robot.parts.parts, robot.model.as_deref())).unwrap(), &mut names);
    }
    let words = names.iter().flat_map(|name| name.split(|letter: char| !letter.is_alphabetic()));
    (words.map(str::to_lowercase).collect(), sentences)
}

/// Texts with English words of ours that do not exist in a language, each with these words.
fn english_in(rig: &Rig, said: &BTreeMap<String, Vec<(Role, String)>>, language: Language) -> BTreeSet<String> {
    let own = vocabulary(language);
    let english: BTreeSet<String> = vocabulary(Language::English).difference(&own).cloned().collect();
    assert!(english.contains("undo") && english.contains("robots") != own.contains("robots"));
    let (plugins, sentences) = plugin_texts(rig, language);
    let names: BTreeSet<String> = names().union(&plugins).cloned().collect();
    // Results of conditions come from the core, which reports in English.
    let results = &rig.window().runner().structure().verdicts;
    let is_result = |text: &str| results.iter().any(|verdict| verdict.observed == text);
    // The system's message about a file.
    let system = std::fs::read(".missing").unwrap_err().to_string();
    let mut found = BTreeSet::new();
    for (place, texts) in said {
        for (role, text) in texts.iter().filter(|(role, text)| *role != Role::MultilineTextInput && !is_left(text)) {
            if is_result(text) {
                continue;
            }
            let text = text.replace(&system, "");
            let lines = text.lines().filter(|line| !sentences.iter().any(|said| said.contains(line)));
            let strange: BTreeSet<String> =
                lines.flat_map(words).filter(|word| english.contains(word) && !names.contains(word)).collect();
            if !strange.is_empty() {
                found.insert(format!(
                    "{place}: {role:?} {text:?}: {}",
                    strange.into_iter().collect::<Vec<_>>().join(", ")
                ));
            }
        }
    }
    found
}

fn no_english_in(language: Language) {
    let (_guard, mut rig) = open(language);
    let said = all_texts(&mut rig, language);
    assert!(said.values().map(Vec::len).sum::<usize>() > 1000, "{said:#?}");
    let found = english_in(&rig, &said, language);
    assert!(found.is_empty(), "{} texts:\n{}", found.len(), found.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn no_english_word_of_ours_is_in_the_window_in_spanish() {
    no_english_in(Language::Spanish);
}

#[test]
fn no_english_word_of_ours_is_in_the_window_in_catalan() {
    no_english_in(Language::Catalan);
}

#[test]
fn keys_have_localized_names_and_are_stored_by_internal_names() {
    let (_guard, mut rig) = open(Language::Spanish);
    let shows = |rig: &Rig, text: &str| painted::texts(rig).iter().any(|painted| painted.text == text);
    rig.click(&message(Language::Spanish, "menu-edit"));
    for keys in ["Ctrl+Mayús+Z", "Supr"] {
        assert!(shows(&rig, keys), "{keys}: {:#?}", painted::texts(&rig));
    }
    rig.harness.key_press(Key::Escape);
    rig.press(Modifiers::COMMAND, Key::F1);
    let keys_of = message(Language::Spanish, "shortcuts-keys-of");
    rig.click(&keys_of.replace("{ $action }", &message(Language::Spanish, "action-measure")));
    rig.press(Modifiers::SHIFT, Key::PageUp);
    assert!(shows(&rig, "Mayús+RePág"), "{:#?}", painted::texts(&rig));
    let mut storage = MemoryStorage::default();
    eframe::App::save(rig.harness.state_mut(), &mut storage);
    assert!(storage.0.values().any(|value| value.contains("PageUp")), "{storage:?}");
}

#[test]
fn the_language_is_switched_while_the_window_is_open() {
    let (_guard, mut rig) = open(Language::English);
    for (menu, language, file) in
        [("View", "Català", "Fitxer"), ("Visualitza", "Español", "Archivo"), ("Ver", "English", "File")]
    {
        rig.click(menu);
        let entry = rig
            .labels()
            .into_iter()
            .find(|label| ["Language", "Llengua", "Idioma"].iter().any(|word| label.starts_with(word)));
        rig.click(&entry.expect("the menu offers languages"));
        rig.click(language);
        rig.harness.run_steps(4);
        assert!(rig.sees(file), "{language}: {:?}", rig.labels());
    }
}
