//! The reader under hostile input: mutated scenes must never panic, and what is accepted must survive writing.
//!
//! `SIM_FUZZ_INPUTS` sets how many scenes are mutated (default 500), `SIM_FUZZ_SEED` where it begins.

use std::path::PathBuf;

use sim_core::scene::text::{self, Format, Sources};
use sim_core::scene::{LoadOptions, Scene};

#[path = "common/inputs.rs"]
mod inputs;

/// SplitMix64: enough for choosing mutations.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Words that steer mutations towards the corners of the grammar and of the checks.
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

fn mutate(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut data = input.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let end = (at + random.below(20)).min(data.len());
        match random.below(7) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..end)),
            2 => data.insert(at, random.next() as u8),
            3 => drop(data.splice(at..end, TOKENS[random.below(TOKENS.len())].bytes())),
            4 => drop(data.splice(at..at, TOKENS[random.below(TOKENS.len())].bytes())),
            5 => {
                let part = data[at..end].to_vec();
                drop(data.splice(at..at, part));
            }
            _ => {
                let from = random.below(other.len());
                let to = (from + random.below(60)).min(other.len());
                drop(data.splice(at..end, other[from..to].iter().copied()));
            }
        }
    }
    data
}

/// Good scenes: three as RON, one of them also as JSON.
fn good() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes/examples");
    let written = |name: &str| Scene::load(folder.join(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut good: Vec<_> = ["arena.ron", "pool.ron"].map(|name| std::fs::read(folder.join(name)).unwrap()).into();
    good.push(written("swarm.ron").to_ron().into_bytes());
    good.push(serde_json::to_vec_pretty(&written("pool.ron").scene).unwrap());
    good
}

/// Good scenes and broken ones.
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

/// One of the corpus, half of the time a good one.
fn pick<'c>(corpus: &'c [Vec<u8>], random: &mut Random) -> &'c [u8] {
    let count = if random.below(2) == 0 { 4 } else { corpus.len() };
    &corpus[random.below(count)]
}

/// Everything that a scene text goes through; must not panic whatever the text is.
fn exercise(text: &str) -> bool {
    let mut accepted = false;
    for format in [Format::Ron, Format::Json] {
        match Scene::parse(text, format, "fuzz") {
            Ok(loaded) => {
                accepted = true;
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
            }
        }
    }
    accepted
}

#[test]
fn fuzz_scenes_never_panic() {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = variable("SIM_FUZZ_SEED").unwrap_or(1);
    let corpus = corpus();
    let (inputs, mut accepted) = (inputs::inputs(500), 0_u64);
    for run in 0..inputs {
        let mut random = Random(seed.wrapping_add(run << 20));
        let (input, other) = (pick(&corpus, &mut random), pick(&corpus, &mut random));
        let data = mutate(input, other, &mut random);
        let text = String::from_utf8_lossy(&data).into_owned();
        let outcome = std::panic::catch_unwind(|| exercise(&text));
        match outcome {
            Ok(true) => accepted += 1,
            Ok(false) => {}
            Err(_) => panic!("run {run} of seed {seed} panicked on this input:\n{text}"),
        }
    }
    println!("{inputs} mutated scenes, {accepted} of them accepted");
    assert!(accepted > 0, "the mutations never give a valid scene, so they test too little");
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
    let mut random = Random(7);
    for _ in 0..2000 {
        let set = mutate(b"objects[2].shape.height=0.3", b"robots.*.sensors[\"a b\"].params=(x: [1, 2])", &mut random);
        let set = String::from_utf8_lossy(&set).into_owned();
        let options = LoadOptions { set: vec![set], ..LoadOptions::default() };
        let _ = Scene::parse_with(&text, Format::Ron, "set.ron", &options);
    }
}

/// Whether our reader and `ron` agree on a text; `None` where they differ on purpose.
fn agree(text: &str) -> Option<bool> {
    let on_purpose = ["inf", "NaN", "b\"", "b'", "br", "..", "Some", "None", "deg", "#", "\u{feff}", "e99", "99999"];
    if on_purpose.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut sources = Sources::default();
    let file = sources.add("oracle", None, text);
    let mut findings = Default::default();
    let ours = text::read(&sources, file, Format::Ron, &mut findings).is_some();
    let theirs = ron::from_str::<ron::Value>(text).is_ok();
    Some(ours == theirs)
}

#[test]
fn ron_accepts_and_refuses_the_same_files() {
    let corpus = corpus();
    let mut compared = 0;
    for run in 0..4000u64 {
        let mut random = Random(run << 24);
        let input = pick(&corpus, &mut random);
        let data = if run < 50 { input.to_vec() } else { mutate(input, input, &mut random) };
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
