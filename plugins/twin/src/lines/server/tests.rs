use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::time::Instant;

/// Far longer than any operation here.
const LONG: Duration = Duration::from_secs(30);

fn server() -> Server {
    Server::listen("127.0.0.1:0").unwrap()
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

#[track_caller]
fn next(server: &Server) -> LineEvent {
    let start = Instant::now();
    loop {
        if let Some(event) = server.next() {
            return event;
        }
        assert!(start.elapsed() < LONG, "nothing comes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[track_caller]
fn ends_soon(server: Server) {
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(2), "it took {:?}", start.elapsed());
}

#[test]
fn each_connection_has_a_number_and_gets_what_is_for_it_or_for_all() {
    let server = server();
    let one = connect(&server);
    assert!(matches!(next(&server), LineEvent::Opened(1, _)));
    let two = connect(&server);
    assert!(matches!(next(&server), LineEvent::Opened(2, _)));
    (&two).write_all(b"GO 0 20\r\n\nHAL").unwrap();
    assert_eq!(next(&server), LineEvent::Line(2, "GO 0 20".into()));
    server.send(Some(1), "to one");
    server.send(Some(3), "to a missing client");
    server.send(None, "to all");
    let read = |stream: &TcpStream, count: usize| {
        BufReader::new(stream).lines().take(count).collect::<Result<Vec<_>, _>>().unwrap()
    };
    assert_eq!(read(&one, 2), ["to one", "to all"]);
    assert_eq!(read(&two, 1), ["to all"]);
    // An incomplete line is not reported.
    drop(two);
    assert!(matches!(next(&server), LineEvent::Closed(2, _)));
    assert_eq!(server.next(), None);
}

#[test]
fn eight_connect_at_a_time_and_further_ones_when_one_of_them_leaves() {
    let server = server();
    let mut streams: Vec<TcpStream> = (0..MAX_CLIENTS).map(|_| connect(&server)).collect();
    (0..MAX_CLIENTS).for_each(|_| assert!(matches!(next(&server), LineEvent::Opened(..))));
    let mut sent_away = connect(&server);
    assert_eq!(sent_away.read(&mut [0]).unwrap(), 0);
    streams.pop();
    assert!(matches!(next(&server), LineEvent::Closed(..)));
    // Its thread may need another moment.
    let start = Instant::now();
    loop {
        let stream = connect(&server);
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        if (&stream).read(&mut [0]).is_err() {
            break;
        }
        assert!(start.elapsed() < LONG);
    }
    assert!(matches!(next(&server), LineEvent::Opened(9, _)));
}

#[test]
fn a_client_that_does_not_read_is_dropped_and_the_others_get_all() {
    let server = server();
    let (deaf, mut reader) = (connect(&server), BufReader::new(connect(&server)));
    (0..2).for_each(|_| assert!(matches!(next(&server), LineEvent::Opened(..))));
    let (start, mut sent, mut read, mut line) = (Instant::now(), 0_u64, 0_u64, String::new());
    let dropped = loop {
        for _ in 0..100 {
            server.send(None, &format!("{sent:099}"));
            sent += 1;
        }
        while read < sent {
            line.clear();
            reader.read_line(&mut line).unwrap();
            assert_eq!(line, format!("{read:099}\n"));
            read += 1;
        }
        match server.next() {
            Some(LineEvent::Closed(number, why)) => break (number, why),
            Some(other) => panic!("{other:?}"),
            None => assert!(start.elapsed() < LONG, "it is never dropped"),
        }
    };
    assert_eq!(dropped, (1, TAKES_NOTHING.to_string()));
    server.send(None, "on");
    line.clear();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "on\n");
    drop(deaf);
}

#[test]
fn a_server_ends_soon_whatever_the_others_do_and_closes_all_connections() {
    let server = server();
    let (mut idle, deaf, slow) = (connect(&server), connect(&server), connect(&server));
    let flood = connect(&server);
    flood.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    while (&flood).write_all(&b"HALT\n".repeat(1000)).is_ok() {}
    (0..UNREAD).for_each(|_| server.send(None, &"x".repeat(100)));
    let _ = (&slow).read(&mut [0; 10]).unwrap();
    ends_soon(server);
    let mut rest = Vec::new();
    let _ = idle.read_to_end(&mut rest);
    drop((deaf, slow));
}

#[test]
fn a_flood_from_many_is_held_back_at_its_senders_without_loss() {
    const COUNT: u64 = 30_000;
    let server = server();
    let senders: Vec<_> = (0..4)
        .map(|_| {
            let stream = connect(&server);
            std::thread::spawn(move || {
                let mut writer = std::io::BufWriter::new(stream);
                (0..COUNT).for_each(|number| writeln!(writer, "{number}").unwrap());
            })
        })
        .collect();
    let (mut expected, mut closed) = ([0; 5], 0);
    while closed < 4 {
        match next(&server) {
            LineEvent::Line(connection, line) => {
                assert_eq!(line, expected[connection as usize].to_string());
                expected[connection as usize] += 1;
            }
            LineEvent::Closed(..) => closed += 1,
            LineEvent::Opened(..) => {}
            LineEvent::TooLong(connection) => panic!("{connection} was idle for long"),
        }
    }
    assert_eq!(expected[1..], [COUNT; 4]);
    senders.into_iter().for_each(|sender| sender.join().unwrap());
}

#[test]
fn many_connections_that_come_and_go_leak_no_resources() {
    let server = server();
    for number in 0..300 {
        let stream = connect(&server);
        if number % 2 == 0 {
            (&stream).write_all(b"HA").unwrap();
        }
        drop(stream);
        while server.next().is_some() {}
    }
    let start = Instant::now();
    while !lock(&server.peers).is_empty() {
        assert!(start.elapsed() < LONG, "threads of connections that have ended stay");
        while server.next().is_some() {}
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_client_that_speaks_http_is_rejected_and_its_lines_are_dropped() {
    let server = server();
    let page = connect(&server);
    assert!(matches!(next(&server), LineEvent::Opened(1, _)));
    (&page).write_all(b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\nGO 0 7\n").unwrap();
    assert!(matches!(next(&server), LineEvent::Closed(1, _)));
    let other = connect(&server);
    assert!(matches!(next(&server), LineEvent::Opened(2, _)));
    (&other).write_all(b"GO 0 7\n").unwrap();
    assert_eq!(next(&server), LineEvent::Line(2, "GO 0 7".into()));
}
