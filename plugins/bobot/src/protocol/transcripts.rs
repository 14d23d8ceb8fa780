//! The transcripts B1 to B5 of the specification, as requests and replies. The tests of the engine play them over sockets.

/// Requests with their replies.
pub type Transcript = &'static [(&'static str, &'static str)];

/// Lists and handles.
pub const B1: Transcript = &[
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
];

/// Motors and battery.
pub const B2: Transcript = &[
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
];

/// Sensors and LED.
pub const B3: Transcript = &[
    ("CALL grey@0:2 getValue", "0"),
    ("CALL distanc@0:3 getValue", "60416"),
    ("CALL distanc:2 getValue", "-1"),
    ("CALL grey:9 getValue", "-1"),
    ("CALL button:1 getValue", "0"),
    ("CALL led:5 turn 1", "1"),
    ("CALL led:5 turn 7", "-1"),
    ("CALL lback@0:0 send hola", "hola"),
    ("CALL admin@0:0 getVersion", "13"),
];

/// General commands.
pub const B4: Transcript = &[
    ("VERSION", "0.29.0"),
    ("HELP call", "Call a function of certain module"),
    ("HELP NOPE", ""),
    ("list", "Unknown command 'list'"),
    ("CLOSEALL", "Unknown command 'CLOSEALL'"),
    ("BUTIA_COUNT", "1"),
    ("REFRESH", ""),
];

/// The Lua dialect.
pub const B5: Transcript = &[
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
];
