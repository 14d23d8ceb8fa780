//! The transcripts of the specification, byte for byte.

#[path = "../../../../../plugins/bobot/src/protocol/transcripts.rs"]
mod table;

use super::school::{School, text};
use std::io::BufRead;
use table::{B1, B2, B3, B4, B5};

/// Replays a transcript over a socket: requests with their replies.
#[track_caller]
fn replay(school: &mut School, transcript: &[(&str, &str)]) {
    let transcript: Vec<(String, String)> =
        transcript.iter().map(|(request, answer)| (format!("{request}\n"), format!("{answer}\n"))).collect();
    school.teach(move |mut pupil| {
        for (request, answer) in transcript {
            pupil.client.send(request.as_bytes());
            let received = pupil.client.receive().map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(received.as_deref(), Some(&*answer), "{request:?}");
        }
    });
}

/// BU-B1: A transcript of `LIST`, `OPEN` and `CLOSE` gives the expected answers and handles.
#[test]
fn lists_and_handles() {
    replay(&mut School::open(&text("", "")), B1);
}

/// BU-B2: A transcript of battery and motor calls gives the expected results and errors.
#[test]
fn calls_of_openable_modules() {
    replay(&mut School::open(&text("", "")), B2);
}

/// BU-B3: A transcript of sensor, lamp and loop-back calls gives the expected values.
#[test]
fn calls_of_modules_in_ports() {
    replay(&mut School::open(&text("", "")), B3);
}

/// BU-B4: A transcript of general commands, from `VERSION` to `QUIT`, gives the expected answers.
#[test]
fn the_rest_of_the_commands_and_the_end_of_a_connection() {
    let mut school = School::open(&text("", ""));
    replay(&mut school, B4);
    replay(&mut school, &[("BUTIA_COUNT\r", "1"), ("QUIT", "BYE")]);
    school.teach(|mut pupil| {
        assert_eq!(pupil.client.ask("QUIT"), "BYE");
        assert_eq!(pupil.client.receive(), None, "the connection is closed");
    });
    school.teach(|mut pupil| assert_eq!(pupil.client.ask("BUTIA_COUNT"), "1", "the server lives"));
}

/// BU-B5: A transcript in the bobot dialect gives the answers of the 2012 server.
#[test]
fn the_older_dialect() {
    let lesson = [B5, &[("CLOSEALL", "ok"), ("DEBUG", "missing parameter")]].concat();
    replay(&mut School::open(&text("", "")), &lesson);
}

/// BU-07: Commands are case-sensitive and in upper case.
#[test]
fn commands_are_upper_case_in_both_dialects() {
    replay(
        &mut School::open(&text("", "")),
        &[
            ("list", "Unknown command 'list'"),
            ("List", "Unknown command 'List'"),
            ("call motors getType", "Unknown command 'call'"),
            ("CALL motors gettype", "-1"),
            ("CALL MOTORS getType", "-1"),
            ("INIT", ""),
            ("list", ""),
            ("CALL motors gettype", "missing call"),
            ("CALL MOTORS getType", "fail"),
        ],
    );
}

/// The functions of a Python dictionary from names to lists of names.
fn described(literal: &str) -> Vec<(String, Vec<String>)> {
    let inner =
        literal.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_else(|| panic!("{literal}"));
    let mut functions: Vec<(String, Vec<String>)> = inner
        .split_terminator(']')
        .map(|entry| {
            let (name, parameters) =
                entry.trim_start_matches(", ").split_once(": [").unwrap_or_else(|| panic!("{entry}"));
            let quoted = |text: &str| text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap().to_string();
            let parameters = parameters.split(", ").filter(|name| !name.is_empty()).map(quoted).collect();
            (quoted(name), parameters)
        })
        .collect();
    functions.sort();
    functions
}

/// BU-22: Each module describes its functions, parameters and results for `DESCRIBE`.
#[test]
fn describe_gives_the_declared_functions_in_both_forms() {
    let mut school = School::open(&text("", ""));
    school.teach(|mut pupil| {
        let captured = [
            ("motors", "{'setvelmtr': ['motor_id', 'sense', 'vel'], 'getVersion': [], 'getType': [], 'testMotors': [], 'setvel2mtr': ['left_sense', 'left_vel', 'right_sense', 'right_vel']}"),
            ("grey", "{'getVersion': [], 'getValue': []}"),
            ("butia", "{'getVersion': [], 'getVolt': []}"),
            ("led", "{'turn': ['on'], 'getVersion': []}"),
            ("hackp", "{'read': ['pin'], 'write': ['pin', 'value'], 'getMode': ['pin'], 'getVersion': [], 'setMode': ['pin', 'mode']}"),
        ];
        for (module, literal) in captured {
            assert_eq!(described(&pupil.client.ask(&format!("DESCRIBE {module}"))), described(literal), "{module}");
        }
        assert_eq!(pupil.client.ask("DESCRIBE nothing"), "{}");
        assert_eq!(pupil.client.ask("DESCRIBE"), "");
    });
    school.teach(|mut pupil| {
        pupil.client.ask("INIT");
        let lua = pupil.client.ask("DESCRIBE grey:2");
        for part in [
            "getVersion={ parameters={}, returns={[1]={['rname']='version',['rtype']='int',},}},",
            "getValue={ parameters={}, returns={[1]={['rname']='",
        ] {
            assert!(lua.contains(part), "{lua}");
        }
        assert!(lua.starts_with('{') && lua.ends_with('}'), "{lua}");
        assert_eq!(pupil.client.ask("DESCRIBE nothing"), "fail");
        // More than a client of the other dialect reads at once.
        pupil.client.send(b"DESCRIBE ax\n");
        let mut ax = String::new();
        std::io::BufReader::new(pupil.client.stream()).read_line(&mut ax).unwrap();
        for function in ["jointMode", "setPosition", "getPosition", "setSpeed", "read_info", "write_info"] {
            assert!(ax.contains(&format!("{function}={{ parameters={{[1]={{['rname']='motor_id'")), "{ax}");
        }
        assert!(ax.len() > 1024 && ax.ends_with("},}\n"), "{ax}");
        assert_eq!(pupil.client.ask("CALL ax get_position 1"), "512");
        assert_eq!(pupil.client.ask("CALL ax getPosition 1"), "148.48");
    });
}
