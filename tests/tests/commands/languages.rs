//! The program in Spanish and Catalan: what people read is in the language, what programs read is the same in all.

use super::{desk, scene};
use sim_tests::{Desk, Ended, root};
use std::collections::BTreeSet;

const OTHERS: [&str; 2] = ["es", "ca"];

/// The files of catalogues in a language.
fn catalogues(code: &str) -> String {
    let files = ["sim-cli/locales", "sim-cli/nautilus/locales", "sim-core/locales"]
        .map(|folder| format!("{folder}/{code}.ftl"));
    let help = ["sim-cli/locales", "sim-cli/nautilus/locales"].map(|folder| match code {
        // The English of the help stands before its translations.
        "en" => format!("{folder}/help.es.ftl"),
        code => format!("{folder}/help.{code}.ftl"),
    });
    let english_help = |file: &String| code == "en" && file.contains("/help.");
    let read = |file: &String| {
        let text = std::fs::read_to_string(root().join(file)).expect("the catalogue can be read");
        let wanted = |line: &&str| line.starts_with('#') == english_help(file);
        // The first lines are about the file.
        let lines = text.lines().skip_while(|line| !line.is_empty()).filter(wanted);
        let text =
            |line: &str| line.split_once(" = ").map_or(line, |(_, text)| text).trim_start_matches('#').to_string();
        lines.map(text).collect::<Vec<_>>().join("\n")
    };
    files.iter().chain(&help).map(read).collect::<Vec<_>>().join("\n")
}

/// The words of a text, in lower case; what is code, such as `camera/pinhole` or `--dt`, is none.
fn words(text: &str) -> BTreeSet<String> {
    let bare: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let code = |word: &&str| {
        word.contains(['/', '-', '_', '.', '{', '}', '$', '=', '\'', '<', '['])
            || word.chars().any(|letter| letter.is_ascii_digit())
    };
    let plain = bare.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ':', ';', '!', '?', ')']));
    let letters = plain.filter(|word| !code(word)).flat_map(|word| word.split(|letter: char| !letter.is_alphabetic()));
    letters.filter(|word| word.chars().count() > 2).map(str::to_lowercase).collect()
}

/// Names of commands, of values of options and of what is in scenes: they are the same in every language.
fn names() -> BTreeSet<String> {
    let commands = "run gui new kit import check fmt diff list conform plugins doctor bench export replay info completions man nautilus sim \
        swarm scene lidar load guard auto always never off error warn info debug controller sensor actuator dynamics robot service \
        rust cpp json ron mcap anna bert yard wall post roll pitch yaw speed empty rectangle octagon polygon range ring linux";
    commands.split_whitespace().map(str::to_string).collect()
}

/// English words of ours in a text.
fn english_in(code: &str, text: &str) -> BTreeSet<String> {
    let own = words(&catalogues(code));
    let english: BTreeSet<String> = words(&catalogues("en")).difference(&own).cloned().collect();
    assert!(["recording", "simulated", "folder"].iter().all(|word| english.contains(*word)), "{english:?}");
    let names = names();
    words(text).into_iter().filter(|word| english.contains(word) && !names.contains(word)).collect()
}

/// A program in a language.
fn sim(desk: &Desk, code: &str, line: &str) -> Ended {
    desk.sim(&[&["--language", code], line.split(' ').collect::<Vec<_>>().as_slice()].concat())
}

/// All that a program has said, without what the system says of files in its own language.
fn all_of(said: &Ended) -> String {
    format!("{}\n{}", said.stdout, said.stderr).replace("No such file or directory (os error 2)", "")
}

#[test]
fn no_english_word_of_ours_is_in_what_commands_say() {
    let desk = desk();
    desk.write(
        "other.ron",
        scene("").replace("duration: 2", "duration: 3").replace("name: \"post\"", "name: \"wall-2\""),
    );
    desk.write("wrong.ron", scene("").replace("duration: 2", "duration: -2"));
    let lines = [
        ("--help", 0),
        ("-h", 0),
        ("run --help", 0),
        ("new -h", 0),
        ("nautilus --help", 0),
        ("bench guard --help", 0),
        ("run yard.ron", 0),
        ("run yard.ron --record run.mcap --force", 0),
        ("info run.mcap", 0),
        ("replay run.mcap --verify", 0),
        ("check yard.ron", 0),
        ("diff yard.ron other.ron", 1),
        ("bench load", 0),
        ("new sensor Wrong", 2),
        ("run zz.ron", 3),
        ("run wrong.ron", 3),
        ("run yard.ron --dt 7", 3),
        ("run yard.ron --dt soon", 2),
        ("run yard.ron --color blue", 2),
        ("run yard.ron --colour never", 2),
        ("run yard.ron --plot x", 2),
        ("run yard.ron --steps 1 --duration 1", 2),
        ("run yard.ron --plugins zz", 3),
        ("run yard.ron --controller carla=a/b", 3),
        ("run yard.ron --record zz/a.mcap", 1),
        ("run", 2),
        ("rum", 2),
        ("plugins nothing/there", 4),
        ("nautilus -cf zz.json", 3),
        ("import --help", 0),
        ("import left.wbt --force", 0),
        ("import value.wbt --force", 0),
        ("import left.wbt --force --robot a=no/such", 3),
        ("import left.wbt --force --robot a=control/constant", 3),
        ("render yard.ron -o .mp4", 3),
        ("render yard.ron -o a.png --start 9", 3),
        ("run yard.ron --log-file /dev/null", 3),
        ("import syntax.wbt", 3),
        ("import zz.wbt", 3),
    ];
    for (name, file) in [("left", "08-left-out"), ("value", "09-broken-value"), ("syntax", "10-broken-syntax")] {
        let world = root().join(format!("tests/data/webots/{file}.wbt"));
        desk.write(&format!("{name}.wbt"), std::fs::read(world).expect("a world"));
    }
    let mut found = Vec::new();
    for code in OTHERS {
        for (line, status) in lines {
            let said = sim(&desk, code, line).expect(status);
            assert!(said.stdout.len() + said.stderr.len() > 20, "{line}: {said:?}");
            let strange = english_in(code, &all_of(&said));
            if !strange.is_empty() {
                found.push(format!("{code}: sim {line}: {strange:?} in\n{}", all_of(&said)));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn lists_have_their_words_in_the_language() {
    let desk = desk();
    let doctor = sim(&desk, "es", "doctor").stdout;
    assert!(doctor.contains("complementos de ABI") && !doctor.contains("plugins of"), "{doctor}");
    let plugins = sim(&desk, "ca", "plugins").expect(0).stdout;
    assert!(plugins.contains("controlador") && plugins.contains(" biblioteques, "), "{plugins}");
    let checked = sim(&desk, "es", "check yard.ron --verbose").expect(0).stdout;
    assert!(checked.contains("publica speed") && checked.contains("s0: como bert"), "{checked}");
    // Names and descriptions of scenes are their authors'.
    assert_eq!(sim(&desk, "es", "list").expect(0).stdout, sim(&desk, "en", "list").expect(0).stdout);
}

#[test]
fn documents_are_equal_in_every_language() {
    let desk = desk();
    desk.write("other.ron", scene("").replace("duration: 2", "duration: 3"));
    desk.write("two.json", r#"{"robots": 3, "controller": "none"}"#);
    desk.sim(&["run", "yard.ron", "--record", "run.mcap"]).expect(0);
    let timeless = |text: &str| -> String {
        let times = ["\"wall_time_s\"", "\"real_time_factor\"", "\"load_ms\""];
        text.lines().filter(|line| !times.iter().any(|time| line.contains(time))).collect::<Vec<_>>().join("\n")
    };
    for line in [
        "run yard.ron --json",
        "run zz.ron --json",
        "run yard.ron --dt 7 --json",
        "diff yard.ron other.ron --json",
        "check yard.ron other.ron two.json --json",
        "info run.mcap --json",
        "replay run.mcap --json",
        "list --json",
        "plugins --json",
        "doctor --json",
        "bench load --json",
        "nautilus --list",
        "completions bash",
    ] {
        let said = ["en", "es", "ca"].map(|code| sim(&desk, code, line));
        let [english, others @ ..] = said.each_ref().map(|said| (said.status, timeless(&said.stdout)));
        assert!(others.iter().all(|other| *other == english), "{line}: {said:#?}");
    }
}

#[test]
fn p6_manual_pages_come_in_every_language_and_have_no_other_letters_than_those_of_roff() {
    let desk = desk();
    let said = [("en", "Simulated time"), ("es", "Tiempo simulado"), ("ca", "Temps simulat")];
    for (code, words) in said {
        assert_eq!(sim(&desk, code, &format!("man {code}")).status, 0);
        let page = std::fs::read_to_string(desk.path(&format!("{code}/sim-run.1"))).unwrap();
        assert!(page.contains(words) && page.is_ascii(), "{code}: {page}");
        let bold = page.contains("\\fBsim run\\fR");
        assert!(bold && !page.contains('\u{1b}'), "no styles of terminals: {page}");
    }
}

#[test]
fn a_recording_says_the_same_in_every_language() {
    let desk = desk();
    for code in ["en", "es"] {
        sim(&desk, code, &format!("run yard.ron --record {code}.mcap --output {code}")).expect(0);
        let document = desk.sim(&["info", &format!("{code}.mcap"), "--json"]).expect(0).json();
        assert_eq!(document["ended"], "completed", "{code}");
    }
    let events = ["en", "es"].map(|code| std::fs::read(desk.path(&format!("{code}/events.json"))).expect("events"));
    assert_eq!(events[0], events[1]);
}

#[test]
fn the_language_is_that_of_the_option_then_of_the_variable_then_of_the_locale() {
    let desk = desk();
    let said = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = desk.command(&[more, &["run", "zz.ron"]].concat());
        ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "SIM_LANGUAGE"]
            .iter()
            .for_each(|name| _ = command.env_remove(name));
        variables.iter().for_each(|(name, value)| _ = command.env(name, value));
        let said = Ended::from(command.output().expect("the program can be started")).expect(3).stderr;
        let known = [("cannot be read", "en"), ("no se puede leer", "es"), ("no es pot llegir", "ca")];
        known.iter().find(|(part, _)| said.contains(part)).unwrap_or_else(|| panic!("{said}")).1
    };
    let spanish = ("LANG", "es_UY.UTF-8");
    assert_eq!(said(&[], &[]), "en");
    assert_eq!(said(&[spanish], &[]), "es");
    assert_eq!(said(&[spanish, ("LC_MESSAGES", "ca_ES.UTF-8")], &[]), "ca");
    for plain in ["C", "POSIX", "C.UTF-8", "de_DE.UTF-8"] {
        assert_eq!(said(&[spanish, ("LC_ALL", plain)], &[]), "en", "{plain}");
    }
    assert_eq!(said(&[spanish, ("SIM_LANGUAGE", "ca")], &[]), "ca");
    assert_eq!(said(&[spanish, ("SIM_LANGUAGE", "de")], &[]), "en");
    assert_eq!(said(&[("SIM_LANGUAGE", "ca")], &["--language", "es"]), "es");
    assert_eq!(said(&[spanish], &["--language=en"]), "en");
}
