//! Dialogues with the engine: the transcripts of the specification, and more.

use super::fake::Bench;
use super::transcripts::{B1, B2, B3, B4, B5};
use super::*;

#[test]
fn lists_handles_sensors_and_led_are_as_in_the_transcripts() {
    [B1, B3].into_iter().for_each(|transcript| Bench::new().dialogue(transcript));
}

#[test]
fn motors_and_battery_are_as_in_the_transcript() {
    let mut bench = Bench::new();
    bench.dialogue(B2);
    assert_eq!(bench.robots.commands, [[600.0, 300.0]], "a rejected call changes nothing");
}

#[test]
fn general_commands_are_as_in_the_transcript() {
    let mut bench = Bench::new();
    bench.dialogue(B4);
    bench.dialogue(&[
        ("HELP", "BUTIA_COUNT, CALL, CLIENTS, CLOSE, DESCRIBE, HELP, LIST, LISTI, OPEN, QUIT, REFRESH, VERSION"),
        ("", "Unknown command ''"),
        (" \t ", "Unknown command ''"),
        ("DEBUG ON", "Unknown command 'DEBUG'"),
    ]);
    assert_eq!(bench.bytes(1, b"QUIT"), (b"BYE".to_vec(), true));
}

#[test]
fn the_lua_dialect_is_as_in_the_transcript() {
    let mut bench = Bench::new();
    bench.dialogue(B5);
    assert_eq!(bench.robots.commands, [[1023.0, 600.0]]);
    bench.dialogue(&[
        ("CLOSEALL", "ok"),
        ("DEBUG", "missing parameter"),
        ("DEBUG ON", "ok"),
        ("BOOTLOADER", "ok"),
        ("LISTI", ""),
        ("VERSION", ""),
        ("CLOSE motors", ""),
        ("", ""),
        ("OPEN", ""),
        ("CALL motors", ""),
        ("CALL motors setvel2mtr 0 1 0", "-1"),
        ("CALL led:5 setLight 255", "1"),
        ("CALL led:5 press", "missing call"),
    ]);
    assert_eq!(bench.robots.commands, [[0.0, 0.5]], "CLOSEALL stops the motors");
}

/// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
#[test]
fn init_changes_its_own_connection_and_a_forced_dialect_stays() {
    let mut bench = Bench::new();
    assert_eq!((bench.ask_as(1, "INIT"), bench.ask_as(1, "OPEN motors")), (String::new(), "ok".into()));
    assert_eq!(bench.ask_as(2, "OPEN motors"), "8");
    let mut pybot = Bench::with(Options { dialect: Dialect::Pybot, ..Options::default() }, &["butia"]);
    pybot.dialogue(&[("INIT", "Unknown command 'INIT'"), ("OPEN motors", "8")]);
    let mut lua = Bench::with(Options { dialect: Dialect::Bobot, ..Options::default() }, &["butia"]);
    lua.dialogue(&[("OPEN motors", "ok"), ("INIT", "")]);
}

/// BU-06: Text passes through unchanged, byte by byte.
#[test]
fn a_text_comes_back_byte_by_byte() {
    let mut bench = Bench::new();
    let text: Vec<u8> = (0x80..=0xff).chain(*b"\"\\'\x01\x7f").collect();
    for module in ["lback", "admin"] {
        let line = [format!("CALL {module} send ").as_bytes(), &text].concat();
        assert_eq!(bench.bytes(1, &line).0, text);
    }
    bench.dialogue(&[("CALL lback send a b", "-1"), ("CALL lback send", "-1")]);
    assert_eq!(bench.bytes(1, b"\xe9").0, b"Unknown command '\xe9'");
}

/// BU-08: No request, however malformed, stalls the simulation or closes other connections.
#[test]
fn odd_requests_get_an_answer() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("LISTI x", ""),
        ("LISTI 0 0", ""),
        ("LISTI -1", ""),
        ("CALL a:b:c f", "-1"),
        ("CALL motors __doc__", "-1"),
        ("CALL __doc__ __doc__", "-1"),
        ("__doc__", "Unknown command '__doc__'"),
        ("DESCRIBE __doc__", "{}"),
        ("DESCRIBE", ""),
        ("OPEN motors motors", ""),
        ("CLOSE", ""),
        ("CLOSE admin", "-1"),
        ("CALL led:5 press", "-1"),
        ("CALL hackp read 1", "-1"),
    ]);
    assert_eq!(bench.engine.request(1, &Received::TooLong, &mut bench.robots).answer, Answer::error());
    assert!(bench.robots.notes.borrow()[0].contains("it does not work"));
}

/// BU-22: Each module describes its functions, parameters and results for `DESCRIBE`.
#[test]
fn describe_follows_the_dialect() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("DESCRIBE butia", "{'getVolt': [], 'getVersion': []}"),
        ("DESCRIBE led@0:5", "{'turn': ['on'], 'getVersion': []}"),
        ("DESCRIBE relay", "{'turn': ['on'], 'getVersion': []}"),
        ("DESCRIBE pnp", "{'getVersion': []}"),
        ("DESCRIBE admin", "{'getVersion': [], 'send': ['data'], 'reset': []}"),
        ("DESCRIBE nothing", "{}"),
        ("DESCRIBE grises", "{'getValue': [], 'getVersion': []}"),
        ("CALL relay getVersion", "-1"),
        ("INIT", ""),
        ("DESCRIBE nothing", "fail"),
        ("DESCRIBE pnp", "{getVersion={ parameters={}, returns={[1]={['rname']='version',['rtype']='int',},}},}"),
    ]);
    let led = bench.ask("DESCRIBE led:5");
    assert!(led.contains("setLight={ parameters={[1]={['rname']='level',['rtype']='int',['min']='0',['max']='255',}"));
    assert!(!led.contains("press") && bench.ask("DESCRIBE grey").starts_with("{getValue={"));
}

#[test]
fn the_names_of_butia_1_0_have_values_of_ten_bits() {
    let mut bench = Bench::new();
    let distanc = bench.robots.layouts[0].parts.iter().find(|part| part.name == "distanc").unwrap().clone();
    bench.robots.layouts[0].parts.push(sim_abi::service::LayoutPart { port: "6".into(), ..distanc });
    bench.dialogue(&[
        ("CALL motores setvel2mtr 0 600 1 600", "1"),
        ("CALL dist getValue", "944"),
        ("CALL dist2 getValue", "944"),
        ("CALL dist3 getValue", "-1"),
        ("CALL dist@0:6 getValue", "944"),
        ("CALL dist@0:5 getValue", "-1"),
        ("CALL dist getVersion", "1"),
        ("CALL luz getValue", "1"),
        ("CALL grises1 getValue", "0"),
        ("CALL boton getValue", "0"),
        ("OPEN motores", "8"),
        ("INIT", ""),
        ("CALL grises getValue", "0"),
        ("CALL motores setvel2mtr 0 1 0 1", "1"),
    ]);
    assert!(!bench.ask("LIST").contains("grises"), "only the names of today are listed");
}

/// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
#[test]
fn values_whose_function_is_spelled_alike_follow_the_dialect() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("CALL distanc:3 getValue", "60416"),
        ("CALL light:4 getValue", "64"),
        ("CALL button:1 getValue", "0"),
        ("CALL grey:2 getValue", "0"),
        ("CALL distanc:3 getRaw", "-1"),
        ("DESCRIBE distanc", "{'getValue': [], 'getVersion': []}"),
    ]);
    assert_eq!(bench.ask_as(2, "INIT"), "");
    for (request, answer) in [
        ("CALL distanc:3 getValue", "5120"),
        ("CALL distanc getValue", "fail"),
        ("CALL light:4 getValue", "65472"),
        ("CALL light@0:4 getValue", "65472"),
        ("CALL button:1 getValue", "1"),
        ("CALL grey:2 getValue", "0"),
        ("CALL distanc:3 getRaw", "missing call"),
    ] {
        assert_eq!(bench.ask_as(2, request), answer, "{request}");
    }
    assert!(!bench.ask_as(2, "DESCRIBE light:4").contains("getRaw"));
    assert_eq!(bench.ask("CALL distanc:3 getValue"), "60416", "the other connection stays as it is");
}

/// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
#[test]
fn old_names_have_ten_bits_in_both_dialects() {
    let mut bench = Bench::new();
    let grey = bench.robots.layouts[0].parts.iter().find(|part| part.name == "left_grey").unwrap().clone();
    let other = sim_abi::service::LayoutPart { name: "light".into(), port: "6".into(), ..grey };
    bench.robots.layouts[0].parts.push(other);
    // `distanc` values rise with the distance in both dialects; the others are those of the current names, with ten
    // bits.
    bench.dialogue(&[
        ("CALL dist getValue", "944"),
        ("CALL luz getValue", "1"),
        ("CALL boton getValue", "0"),
        ("CALL grises2 getValue", "1"),
        ("INIT", ""),
        ("CALL dist getValue", "944"),
        ("CALL luz getValue", "1023"),
        ("CALL boton getValue", "1"),
        ("CALL grises2 getValue", "1"),
    ]);
}

/// BU-11: `QUIT` answers `BYE`, stops the motors and closes only this connection.
#[test]
fn quit_stops_the_boards_that_the_client_has_used() {
    let mut bench = Bench::with(Options::default(), &["anna", "bert"]);
    for (client, board) in [(1, 0), (2, 1)] {
        assert_eq!(bench.ask_as(client, &format!("CALL motors@{board} setvel2mtr 0 600 0 600")), "1");
    }
    assert!(bench.bytes(2, b"QUIT").1);
    assert_eq!(bench.robots.commands, [[600.0, 600.0], [0.0, 0.5]]);
    assert!(bench.bytes(3, b"QUIT").1);
    assert_eq!(bench.robots.commands, [[0.0, 0.5]; 2], "a client that has used no robot stops all");
}

/// BU-11: `QUIT` answers `BYE`, stops the motors and closes only this connection.
#[test]
fn the_lua_server_is_in_use_while_others_are_connected() {
    let mut bench = Bench::with(Options { dialect: Dialect::Bobot, ..Options::default() }, &["butia"]);
    bench.robots.clients = vec![(1, ([127, 0, 0, 1], 5).into()), (2, ([127, 0, 0, 1], 6).into())];
    bench.ask("CALL motors setvel2mtr 0 600 0 600");
    assert_eq!(bench.bytes(1, b"QUIT"), (b"server in use".to_vec(), false));
    bench.robots.clients.pop();
    assert_eq!(bench.robots.commands, [[600.0, 600.0]]);
    assert_eq!(bench.bytes(1, b"QUIT"), (b"ok".to_vec(), true));
    assert_eq!(bench.robots.commands, [[0.0, 0.5]]);
}

/// BU-12: A client that disconnects leaves the motors running, unless an option stops them.
#[test]
fn motors_keep_running_after_a_disconnect_by_default() {
    for (stop_on_disconnect, after) in [(false, [600.0, 600.0]), (true, [0.0, 0.5])] {
        let mut bench = Bench::with(Options { stop_on_disconnect, ..Options::default() }, &["butia"]);
        bench.ask("CALL motors setvel2mtr 0 600 0 600");
        bench.ask_as(2, "LIST");
        bench.engine.gone(2, &mut bench.robots);
        assert_eq!(bench.robots.commands, [[600.0, 600.0]], "it has used no robot");
        bench.engine.gone(1, &mut bench.robots);
        assert_eq!(bench.robots.commands, [after]);
    }
}

/// BU-13: Each robot is a board with its own number, and lists name the board.
#[test]
fn several_robots_are_several_boards() {
    let mut bench = Bench::with(Options::default(), &["anna", "bert"]);
    let list = bench.ask("LIST");
    assert!(list.starts_with("admin@0:0,button@0:1,") && list.contains(",pnp@0:7,admin@1:0,"), "{list}");
    bench.dialogue(&[
        ("BUTIA_COUNT", "2"),
        ("OPEN motors@1", "8"),
        ("OPEN motors@2", "-1"),
        ("LISTI 2", ""),
        ("LISTI 1", "admin,ax,butia,button,distanc,eeprom,grey,hackp,lback,led,light,motors,pnp,relay"),
        ("CALL motors@1:0 setvel2mtr 0 5 0 5", "1"),
        ("CALL grey@2:2 getValue", "-1"),
        ("CALL motors@2:0 getType", "-1"),
    ]);
    assert_eq!(bench.robots.commands, [[0.0, 0.5], [5.0, 5.0]]);
    bench.ask("INIT");
    assert!(bench.ask("LIST").contains(",pnp@0,button@0:1,") && bench.ask("LIST").contains(",led@0:5,admin@1,"));
    bench.dialogue(&[
        ("CALL grey@1:2 getValue", "0"),
        ("CALL motors@1 getType", "1"),
        ("CALL motors@2 getType", "fail"),
    ]);
    assert_eq!((bench.robots.calls[0].0, bench.robots.calls[1].1.as_str()), (1, "left_grey"));
}

#[test]
fn two_openable_modules_of_a_name_are_distinguished_in_lua() {
    let mut bench = Bench::with(Options { dialect: Dialect::Bobot, ..Options::default() }, &["butia"]);
    let lback = bench.robots.layouts[0].parts.iter().find(|part| part.name == "lback").unwrap().clone();
    bench.robots.layouts[0].parts.push(sim_abi::service::LayoutPart { name: "other".into(), ..lback });
    assert!(bench.ask("LIST").contains("lback,lback#2,motors"));
    bench.dialogue(&[("CALL lback send a", "a"), ("CALL lback#2 getVersion", "1"), ("CALL lback#3 send a", "fail")]);
    let parts: Vec<&str> = bench.robots.calls.iter().map(|(_, part, ..)| part.as_str()).collect();
    assert_eq!(parts, ["lback", "other"]);
}

/// BU-03: Each request gets exactly one answer line, at most 1024 bytes in the pybot dialect.
#[test]
fn a_list_of_60_modules_has_room_in_one_read() {
    let mut bench = Bench::with(Options { list_empty_ports: true, ..Options::default() }, &["butia"]);
    assert!(bench.ask("LIST").contains("led:5,port:6,pnp:7"));
    let grey = bench.robots.layouts[0].parts.iter().find(|part| part.name == "left_grey").unwrap().clone();
    let more = (10..70).map(|port: u32| sim_abi::service::LayoutPart { port: port.to_string(), ..grey.clone() });
    bench.robots.layouts[0].parts.extend(more);
    let list = bench.ask("LIST");
    assert!(list.len() < 1024 && list.ends_with("grey:69"), "{list}");
    assert_eq!(bench.ask("OPEN lback"), "8");
}

/// BU-03: Each request gets exactly one answer line, at most 1024 bytes in the pybot dialect.
#[test]
fn in_the_lua_dialect_an_answer_is_complete_however_long() {
    let mut bench = Bench::new();
    let ax = bench.robots.layouts[0].parts.iter_mut().find(|part| part.name == "ax").unwrap();
    let motor = |number: u32| Function::new(format!("function{number}")).parameter(FunctionValue::int("motor_id"));
    ax.functions.extend((0..100).map(motor));
    let describe = |bench: &mut Bench| {
        let reply = bench.engine.request(1, &Received::Line(b"DESCRIBE ax".to_vec()), &mut bench.robots);
        reply.line()
    };
    let pybot = describe(&mut bench);
    assert!(pybot.truncated && pybot.bytes.len() < 1024);
    bench.ask("INIT");
    let lua = describe(&mut bench);
    let text = String::from_utf8(lua.bytes).unwrap();
    assert!(!lua.truncated && text.len() > 5000, "{} bytes", text.len());
    assert!((0..100).all(|number| text.contains(&format!("function{number}={{"))) && text.ends_with("},}"));
}

#[test]
fn admin_reset_stops_the_motors_and_closes_the_openable_modules() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("CALL motors setvel2mtr 1 600 1 600", "1"),
        ("OPEN admin", "0"),
        ("OPEN pnp", "7"),
        ("CALL admin reset", ""),
        ("LIST", "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7"),
    ]);
    assert_eq!(bench.robots.commands, [[0.0, 0.5]]);
}

#[test]
fn motors_stay_neutral_until_the_run_begins() {
    let mut bench = Bench::new();
    bench.robots.running = false;
    bench.dialogue(&[("CALL motors setvel2mtr 0 600 0 600", "1"), ("CALL led:5 turn 1", "1")]);
    assert_eq!(bench.robots.commands, [[0.0, 0.5]]);
}

#[test]
fn clients_are_on_one_line() {
    let mut bench = Bench::new();
    bench.robots.clients = vec![(1, ([127, 0, 0, 1], 5).into()), (2, ([10, 0, 0, 1], 6).into())];
    assert_eq!(bench.ask("CLIENTS"), "127.0.0.1, 5; 10.0.0.1, 6");
}

#[test]
fn without_robots_there_are_no_boards() {
    let mut bench = Bench::with(Options::default(), &[]);
    bench.dialogue(&[
        ("LIST", ""),
        ("BUTIA_COUNT", "0"),
        ("LISTI", ""),
        ("CALL motors getType", "-1"),
        ("OPEN a", "-1"),
    ]);
    assert_eq!(bench.bytes(1, b"QUIT"), (b"BYE".to_vec(), true));
}
