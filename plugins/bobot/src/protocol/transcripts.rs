//! The transcripts B1 to B5 of the specification.

use super::fake::Bench;

#[test]
fn transcript_b1_lists_and_handles() {
    Bench::new().dialogue(&[
        ("LIST", "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7"),
        ("BUTIA_COUNT", "1"),
        ("LISTI 1", ""),
        ("OPEN butia", "8"),
        ("OPEN motors", "9"),
        ("OPEN motors", "9"),
        ("LIST", "admin:0,button:1,grey:2,distanc:3,light:4,led:5,pnp:7,butia:8,motors:9"),
        ("OPEN grey", "-1"),
        ("OPEN nothing", "-1"),
        ("OPEN motors@3:0", "-1"),
        ("OPEN", ""),
        ("CLOSE motors", "1"),
        ("CLOSE motors", "-1"),
        ("CLOSE grey", "-1"),
    ]);
}

#[test]
fn transcript_b2_motors_and_battery() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("CALL butia@0:0 getVolt", "10.5"),
        ("CALL butia getVolt", "10.5"),
        ("CALL butia get_volt", "105"),
        ("CALL motors@0:0 getType", "1"),
        ("CALL motors@0:0 setvel2mtr 0 600 0 600", "1"),
        ("CALL motors@0:0 setvelmtr 1 0 300", "2"),
        ("CALL motors@0:0 testMotors", "3"),
        ("CALL motors@0:0 setvel2mtr 0 600", "-1"),
        ("CALL motors@0:0 setvel2mtr a b c d", "-1"),
        ("CALL motors@0:0 setvel2mtr 2 600 0 600", "-1"),
        ("CALL nothing f", "-1"),
        ("CALL grey:2", ""),
        ("CALL", ""),
    ]);
    assert_eq!(bench.robots.commands, [[600.0, 300.0]], "a rejected call changes nothing");
}

#[test]
fn transcript_b3_sensors_and_led() {
    Bench::new().dialogue(&[
        ("CALL grey@0:2 getValue", "0"),
        ("CALL distanc@0:3 getValue", "60416"),
        ("CALL distanc:2 getValue", "-1"),
        ("CALL grey:9 getValue", "-1"),
        ("CALL button:1 getValue", "0"),
        ("CALL led:5 turn 1", "1"),
        ("CALL led:5 turn 7", "-1"),
        ("CALL lback@0:0 send hola", "hola"),
        ("CALL admin@0:0 getVersion", "13"),
    ]);
}

#[test]
fn transcript_b4_the_rest_of_pybot() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("VERSION", "0.29.0"),
        ("HELP call", "Call a function of certain module"),
        ("HELP NOPE", ""),
        ("list", "Unknown command 'list'"),
        ("CLOSEALL", "Unknown command 'CLOSEALL'"),
        ("BUTIA_COUNT", "1"),
        ("REFRESH", ""),
        ("HELP", "BUTIA_COUNT, CALL, CLIENTS, CLOSE, DESCRIBE, HELP, LIST, LISTI, OPEN, QUIT, REFRESH, VERSION"),
        ("", "Unknown command ''"),
        (" \t ", "Unknown command ''"),
        ("DEBUG ON", "Unknown command 'DEBUG'"),
    ]);
    assert_eq!(bench.bytes(1, b"QUIT"), (b"BYE".to_vec(), true));
}

#[test]
fn transcript_b5_the_lua_dialect() {
    let mut bench = Bench::new();
    bench.dialogue(&[
        ("INIT", ""),
        ("LIST", "admin,ax,butia,eeprom,hackp,lback,motors,pnp,button:1,grey:2,distanc:3,light:4,led:5"),
        ("OPEN motors", "ok"),
        ("OPEN nothing", "fail"),
        ("CALL butia read_ver", "23"),
        ("CALL butia get_volt", "105"),
        ("CALL motors setvel2mtr 0 2000 0 600", "1"),
        ("CALL grey:2 nofunc", "missing call"),
        ("CALL grey:9 getValue", "fail"),
        ("REFRESH", "ok"),
    ]);
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
