//! The reader with hostile input: mutated scenes must never panic, and accepted ones must survive writing.
//!
//! `SIM_FUZZ_INPUTS` sets the number of mutated scenes, see the crate `sim-fuzz`.

use std::path::PathBuf;

use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::scene::text::{self, Format, Sources};
use sim_core::scene::{LoadOptions, Scene};
use sim_fuzz::{Depth, Random, fuzz};

/// Tokens that direct mutations toward corner cases of the grammar and of the checks.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    "*/",
    "r#\"",
    "\"#",
    "r#",
    "b\"",
    "NaN",
    "-inf",
    "1e999",
    "-1",
    "0",
    "0x",
    "1_",
    "99999999999999999999",
    "None",
    "Some(",
    "deg(",
    "deg(90)",
    "#![enable(",
    "true",
    "Box(",
    "name: ",
    "at: (1, 2)",
    "count: 1000",
    "\u{0}",
    "\u{feff}",
    "é",
    "\u{2028}",
    "\\u{110000}",
    "\\x7f",
    "..",
    "()",
    "null",
    "\\ud800",
    "\"a/b\"",
];

/// A mutated scene; may contain pieces of another one.
fn mutate(scene: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    sim_fuzz::mutate(scene, other, TOKENS, random)
}

/// Valid scenes: three as RON, one of them also as JSON.
fn good() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes/examples");
    let written = |name: &str| Scene::load(folder.join(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut good: Vec<_> = ["arena.ron", "pool.ron"].map(|name| std::fs::read(folder.join(name)).unwrap()).into();
    good.push(written("swarm.ron").to_ron().into_bytes());
    good.push(serde_json::to_vec_pretty(&written("pool.ron").scene).unwrap());
    good
}

/// Valid and broken scenes.
fn corpus() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    files.sort();
    good().into_iter().chain(files.iter().map(|path| std::fs::read(path).unwrap())).collect()
}

/// Each part of the valid scenes that can be a scene on its own, as JSON and as RON: small inputs are read fast, and a mutation is
/// rarely insignificant.
fn parts() -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    for scene in good() {
        let text = String::from_utf8(scene).unwrap();
        let loaded =
            [Format::Ron, Format::Json].into_iter().find_map(|format| Scene::parse(&text, format, "good").ok());
        let whole = serde_json::to_value(&loaded.unwrap().scene).unwrap();
        let fields = whole.as_object().unwrap().iter();
        let single = fields.flat_map(|(name, value)| match value.as_array() {
            Some(list) => list.iter().map(|element| (name, serde_json::json!([element]))).collect(),
            None => vec![(name, value.clone())],
        });
        for (name, value) in single {
            let part = serde_json::json!({"format_version": 1, name.as_str(): value}).to_string();
            if let Ok(loaded) = Scene::parse(&part, Format::Json, "part") {
                parts.extend([part.into_bytes(), loaded.to_ron().into_bytes()]);
            }
        }
    }
    parts
}

/// One of the corpus, half of the time a valid one.
fn pick<'c>(corpus: &'c [Vec<u8>], random: &mut Random) -> &'c [u8] {
    let count = if random.below(2) == 0 { 4 } else { corpus.len() };
    &corpus[random.below(count)]
}

/// All operations on a scene text; must not panic for any text.
fn exercise(text: &str) -> Depth {
    let mut depth = Depth::Form;
    for format in [Format::Ron, Format::Json] {
        match Scene::parse(text, format, "fuzz") {
            Ok(loaded) => {
                depth = Depth::Accepted;
                let written = loaded.to_ron();
                let again = Scene::parse(&written, Format::Ron, "again").unwrap_or_else(|e| panic!("{e}\n{written}"));
                assert_eq!(again.scene, loaded.scene, "{written}");
            }
            Err(findings) => {
                for finding in &findings {
                    let place = finding.place.unwrap_or_else(|| panic!("no place: {finding}"));
                    assert!(place.start <= place.end && place.end <= text.len(), "{finding}");
                    assert!(finding.to_string().lines().count() <= 10, "{finding}");
                }
                if !findings.iter().any(|finding| finding.code == Code::SceneSyntax) {
                    depth = depth.max(Depth::Meaning);
                }
            }
        }
    }
    depth
}

#[test]
fn fuzz_scenes_never_panic() {
    let (corpus, parts) = (corpus(), parts());
    assert!(parts.len() > 30, "only {} parts", parts.len());
    let make = |random: &mut Random| {
        let mut any = || if random.below(8) == 0 { pick(&corpus, random) } else { random.pick(&parts).as_slice() };
        let (scene, other) = (any(), any());
        mutate(scene, other, random)
    };
    fuzz("fuzz_scenes", 1000, [0.3, 0.1], make, |input| exercise(&String::from_utf8_lossy(input)));
}

/// Findings of a scene with these fleets.
fn fleets(fleets: &str) -> Vec<(Code, String)> {
    let text = format!("(format_version: 1, fleets: [{fleets}])");
    let findings = Scene::parse(&text, Format::Ron, "fleets").err().unwrap_or_default();
    findings.iter().map(|finding| (finding.code, finding.path.clone().unwrap_or_default())).collect()
}

#[test]
fn a_fleet_of_too_many_is_refused_and_not_placed() {
    let fleet = |placement: &str| {
        fleets(&format!("(prefix: \"a\", count: 4294967295, model: \"a/b\", placement: {placement})"))
    };
    let refused = [(Code::SceneRange, "fleets[0].count".to_string())];
    assert_eq!(fleet("Grid(spacing: (1, 1))"), refused);
    assert_eq!(fleet("Random(min: (0, 0), max: (9, 9), spacing: 0)"), refused);
}

#[test]
fn names_of_fleets_are_compared_without_listing_them() {
    let two = |first: &str, second: &str| {
        let fleet = |prefix: &str| {
            format!("(prefix: \"{prefix}\", count: 1000000, model: \"a/b\", placement: Grid(spacing: (1, 1)))")
        };
        fleets(&[fleet(first), fleet(second)].join(", ")).len()
    };
    assert_eq!([two("a", "a"), two("a", "a1"), two("a12345", "a"), two("a", "b")], [1, 1, 1, 0]);
    // a0123 is not a name of a member of the fleet `a`, and a10000000 would be that of a later member.
    assert_eq!([two("a", "a0"), two("a", "a100000"), two("a", "a1x"), two("a", "aa")], [0; 4]);
}

#[test]
fn members_that_need_no_room_are_placed_in_good_time() {
    let random = |min: &str, max: &str, spacing: &str| {
        let placement = format!("Random(min: ({min}), max: ({max}), spacing: {spacing})");
        fleets(&format!("(prefix: \"a\", count: 200000, model: \"a/b\", placement: {placement})"))
    };
    assert_eq!(random("-50, -50", "50, 50", "1e-300"), []);
    assert_eq!(random("1e15, 1e15", "1000000000000100, 1000000000000100", "1e-9"), [], "numbers there are 0.125 apart");
    for (min, max) in [("1e300, 1e300", "9, 9"), ("-1e308, 0", "1e308, 1")] {
        let found = random(min, max, "0.5");
        assert!(found.len() == 1 && found[0].0 == Code::SceneRange, "{found:?}");
    }
}

#[test]
fn every_truncation_of_a_scene_is_refused_without_panic() {
    for data in good() {
        let text = String::from_utf8_lossy(&data).into_owned();
        let step = (text.len() / 150).max(1);
        for end in (0..text.trim_end().len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            let cut = &text[..end];
            assert!(Scene::parse(cut, Format::Ron, "cut").is_err(), "{cut}");
            assert!(Scene::parse(cut, Format::Json, "cut").is_err(), "{cut}");
        }
    }
}

#[test]
fn hostile_assignments_never_panic() {
    let text = String::from_utf8(corpus()[0].clone()).unwrap();
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let set = mutate(b"objects[2].shape.height=0.3", b"robots.*.sensors[\"a b\"].params=(x: [1, 2])", &mut random);
        let set = String::from_utf8_lossy(&set).into_owned();
        let options = LoadOptions { set: vec![set], ..LoadOptions::default() };
        let _ = Scene::parse_with(&text, Format::Ron, "set.ron", &options);
    }
}

/// A mutated text for the comparison with `ron`: mutates bytes and tokens only. Numbers and nesting depths, for which the two
/// deliberately differ and which `sim_fuzz::mutate` prefers, would hide the rest.
fn mutate_form(input: &[u8], random: &mut Random) -> Vec<u8> {
    let mut data = input.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let end = (at + random.below(20)).min(data.len());
        match random.below(7) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..end)),
            2 => data.insert(at, random.bits() as u8),
            3 => drop(data.splice(at..end, random.pick(TOKENS).bytes())),
            4 => drop(data.splice(at..at, random.pick(TOKENS).bytes())),
            5 => {
                let part = data[at..end].to_vec();
                drop(data.splice(at..at, part));
            }
            _ => {
                let from = random.below(input.len());
                let to = (from + random.below(60)).min(input.len());
                drop(data.splice(at..end, input[from..to].iter().copied()));
            }
        }
    }
    data
}

/// Whether this reader and `ron` agree on a text; `None` where they deliberately differ.
fn agree(text: &str) -> Option<bool> {
    let on_purpose = ["inf", "NaN", "b\"", "b'", "br", "..", "Some", "None", "deg", "#", "\u{feff}", "e99", "99999"];
    if on_purpose.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut sources = Sources::default();
    let file = sources.add("oracle", None, text);
    let mut findings = Diagnostics::new();
    let node = text::read(&sources, file, Format::Ron, &mut findings);
    let ours = node.is_some() && findings.iter().all(|finding| finding.code == Code::SceneDuplicateField);
    let theirs = ron::from_str::<ron::Value>(text).is_ok_and(|value| keys_are_text(&value));
    Some(ours == theirs)
}

/// Whether all keys are strings or names, as required here; `ron` accepts any value as a key.
fn keys_are_text(value: &ron::Value) -> bool {
    match value {
        ron::Value::Map(map) => {
            map.iter().all(|(key, value)| matches!(key, ron::Value::String(_)) && keys_are_text(value))
        }
        ron::Value::Seq(list) => list.iter().all(keys_are_text),
        ron::Value::Option(Some(value)) => keys_are_text(value),
        _ => true,
    }
}

#[test]
fn ron_accepts_and_refuses_the_same_files() {
    let corpus = corpus();
    let mut compared = 0;
    for run in 0..4000u64 {
        let mut random = Random::new(run);
        let input = pick(&corpus, &mut random);
        let data = if run < 50 { input.to_vec() } else { mutate_form(input, &mut random) };
        let Ok(text) = String::from_utf8(data) else { continue };
        match agree(&text) {
            None => {}
            Some(agree) => {
                compared += 1;
                assert!(agree, "run {run}: {:?}\n{text}", ron::from_str::<ron::Value>(&text));
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
