use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum time for any operation.
const LIMIT: Duration = Duration::from_secs(60);

const LIMITS: Limits = Limits { clients: 16, patience: Duration::from_secs(60), idle: Duration::from_secs(3600) };

fn listen(limits: Limits) -> Net {
    Net::listen([127, 0, 0, 1].into(), 0, limits).unwrap()
}

fn connect(net: &Net) -> BufReader<TcpStream> {
    let stream = TcpStream::connect(net.address()).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    stream.set_nodelay(true).unwrap();
    BufReader::new(stream)
}

fn ask(client: &mut BufReader<TcpStream>, line: &str) -> String {
    client.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    read(client)
}

fn read(client: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    client.read_line(&mut line).unwrap();
    line
}

/// Waits until a condition holds.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "{what} takes too long");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Runs clients while every request is echoed in brackets; `QUIT` is a client's last request.
fn serving<T>(net: &Net, clients: impl FnOnce() -> T) -> T {
    struct Done<'a>(&'a AtomicBool);
    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                match net.next() {
                    Some(Event::Request(client, Received::Line(line))) => {
                        let answer = [b"<", &line[..], b">"].concat();
                        net.answer(client, answer, line == b"QUIT");
                    }
                    Some(Event::Request(client, Received::TooLong)) => net.answer(client, b"-1".to_vec(), false),
                    Some(Event::Gone(_) | Event::Replaced { .. }) => {}
                    None => thread::sleep(Duration::from_micros(100)),
                }
            }
        });
        let _done = Done(&done);
        clients()
    })
}

/// Number of threads of a server, where the system reports it.
fn threads(net: &Net) -> Option<usize> {
    let name = format!("bobot {}\n", net.address().port());
    let tasks = std::fs::read_dir("/proc/self/task").ok()?.flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    Some(names.filter(|found| *found == name).count())
}

/// BU-04: Requests end with a line feed and may arrive in pieces or joined.
#[test]
fn one_byte_at_a_time_and_two_lines_at_once() {
    let net = listen(LIMITS);
    serving(&net, || {
        let mut client = connect(&net);
        for byte in b"LIST\r\n" {
            client.get_mut().write_all(&[*byte]).unwrap();
        }
        assert_eq!(read(&mut client), "<LIST>\n");
        client.get_mut().write_all(b"a\nb\n\nc").unwrap();
        assert_eq!([read(&mut client), read(&mut client), read(&mut client)], ["<a>\n", "<b>\n", "<>\n"]);
        assert_eq!(ask(&mut client, "d"), "<cd>\n");
        assert_eq!((ask(&mut client, &"x".repeat(5000)), ask(&mut client, "e")), ("-1\n".into(), "<e>\n".into()));
    });
}

/// BU-02: Up to 16 clients get their own answers in order; the seventeenth is rejected.
#[test]
fn the_17th_client_at_once_is_rejected() {
    let net = listen(LIMITS);
    serving(&net, || {
        let mut clients: Vec<_> = (0..16).map(|_| connect(&net)).collect();
        clients.iter_mut().for_each(|client| assert_eq!(ask(client, "here"), "<here>\n"));
        assert_eq!(net.clients().len(), 16);
        let mut late = connect(&net);
        assert_eq!(late.get_mut().read(&mut [0]).unwrap_or(0), 0, "closed at once");
        thread::scope(|scope| {
            for (number, client) in clients.iter_mut().enumerate() {
                scope.spawn(move || {
                    for request in 0..1000 {
                        assert_eq!(ask(client, &format!("{number} {request}")), format!("<{number} {request}>\n"));
                    }
                });
            }
        });
        clients.pop();
        until("a free place", || net.clients().len() < 16);
        assert_eq!(ask(&mut connect(&net), "now"), "<now>\n");
    });
}

#[test]
fn a_client_may_close_its_side_as_soon_as_it_has_asked() {
    let net = listen(LIMITS);
    serving(&net, || {
        let mut client = connect(&net);
        client.get_mut().write_all(b"a\nb\nunfinished").unwrap();
        client.get_mut().shutdown(Shutdown::Write).unwrap();
        let mut all = String::new();
        client.read_to_string(&mut all).unwrap();
        assert_eq!(all, "<a>\n<b>\n");
    });
}

/// BU-11: `QUIT` answers `BYE`, stops the motors and closes only this connection.
#[test]
fn after_the_last_answer_the_connection_ends_and_what_follows_is_not_heeded() {
    let net = listen(LIMITS);
    serving(&net, || {
        let mut client = connect(&net);
        client.get_mut().write_all(b"QUIT\nLIST\nLIST\n").unwrap();
        let mut all = String::new();
        client.read_to_string(&mut all).unwrap();
        assert_eq!(all, "<QUIT>\n");
        assert_eq!(ask(&mut connect(&net), "more"), "<more>\n");
        until("a client that stays is dropped", || net.shared.connections().links.is_empty());
    });
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn idle_clients_do_not_delay_others() {
    let net = listen(LIMITS);
    serving(&net, || {
        let quiet: Vec<_> = (0..15).map(|_| connect(&net)).collect();
        let mut client = connect(&net);
        assert_eq!(ask(&mut client, "LIST"), "<LIST>\n");
        drop((quiet, client));
        until("all places are free", || net.shared.connections().links.is_empty());
    });
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn a_client_that_never_reads_waits_alone_and_is_dropped() {
    let net = listen(Limits { patience: Duration::from_millis(300), ..LIMITS });
    serving(&net, || {
        let mut other = connect(&net);
        assert_eq!(ask(&mut other, "first"), "<first>\n");
        let mut deaf = TcpStream::connect(net.address()).unwrap();
        deaf.set_write_timeout(Some(LIMIT)).unwrap();
        let block = [vec![b'x'; 999], vec![b'\n']].concat().repeat(100);
        let flood = thread::spawn(move || while deaf.write_all(&block).is_ok() {});
        until("the deaf client is dropped", || {
            let began = Instant::now();
            assert_eq!(ask(&mut other, "still"), "<still>\n");
            assert!(began.elapsed() < Duration::from_secs(5), "the others wait for it");
            flood.is_finished()
        });
        flood.join().unwrap();
        until("its place is free", || net.clients().len() == 1);
    });
}

/// Time from the last request that a never-reading client could send to the end of its connection.
fn dropped_after(net: &Net) -> Duration {
    let mut deaf = TcpStream::connect(net.address()).unwrap();
    deaf.set_write_timeout(Some(LIMIT)).unwrap();
    let request = [vec![b'x'; 999], vec![b'\n']].concat();
    let mut last = Instant::now();
    while deaf.write_all(&request).is_ok() {
        last = Instant::now();
    }
    last.elapsed()
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn a_client_that_does_not_read_is_dropped_after_the_timeout() {
    let patience = Duration::from_millis(1500);
    let net = listen(Limits { patience, ..LIMITS });
    serving(&net, || {
        // Load on the machine may delay one attempt, but hardly all of them.
        let times: Vec<f64> = (0..4).map(|_| dropped_after(&net).div_duration_f64(patience)).collect();
        assert!(times.iter().any(|times| *times < 1.8), "dropped after {times:?} times the patience");
    });
}

/// BU-02: Up to 16 clients get their own answers in order; the seventeenth is rejected.
#[test]
fn the_client_idle_for_longest_is_replaced_at_the_limit() {
    let net = listen(Limits { clients: 2, idle: Duration::ZERO, ..LIMITS });
    serving(&net, || {
        let (mut first, mut second) = (connect(&net), connect(&net));
        assert_eq!((ask(&mut second, "a"), ask(&mut first, "b")), ("<a>\n".into(), "<b>\n".into()));
        let mut third = connect(&net);
        assert_eq!(ask(&mut third, "c"), "<c>\n", "the newcomer is let in");
        assert_eq!(second.get_mut().read(&mut [0]).unwrap_or(0), 0, "the client idle for longest is closed");
        assert_eq!(ask(&mut first, "d"), "<d>\n");
        assert_eq!(net.clients().len(), 2);
    });
    until("threads of two are left", || threads(&net).is_none_or(|count| count <= 5));
}

/// BU-02: Up to 16 clients get their own answers in order; the seventeenth is rejected.
#[test]
fn a_replaced_client_is_reported_and_gone() {
    let net = listen(Limits { clients: 1, idle: Duration::ZERO, ..LIMITS });
    let quiet = connect(&net);
    until("it is in", || net.clients().len() == 1);
    let id = net.clients()[0].0;
    let newcomer = connect(&net);
    let [of_quiet, of_newcomer] = [&quiet, &newcomer].map(|client| client.get_ref().local_addr().unwrap());
    let mut events = Vec::new();
    until("it is replaced", || {
        events.extend(net.next());
        events.contains(&Event::Gone(id))
    });
    assert_eq!(events[..2], [Event::Replaced { replaced: of_quiet, newcomer: of_newcomer }, Event::Gone(id)]);
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn keepalive_checks_idle_clients() {
    let net = listen(LIMITS);
    let _client = connect(&net);
    until("it is in", || net.clients().len() == 1);
    let link = net.shared.connections().links.values().next().cloned().unwrap();
    let socket = socket2::SockRef::from(link.stream());
    assert!(socket.keepalive().unwrap());
    assert_eq!(socket.tcp_keepalive_time().unwrap(), Duration::from_secs(30));
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn ten_thousand_connections_leak_no_resources() {
    let net = listen(LIMITS);
    serving(&net, || {
        for number in 0..10_000 {
            let mut client = connect(&net);
            match number % 4 {
                0 => assert_eq!(ask(&mut client, "LIST"), "<LIST>\n"),
                1 => client.get_mut().write_all(b"LIST\nLIST").unwrap(),
                _ => {}
            }
            drop(client);
            if number % 8 == 7 {
                until("all places are free", || net.shared.connections().links.is_empty());
            }
        }
        // Disconnected clients may still be waiting to be accepted; they come before this one.
        until("the last one is served", || {
            let (mut client, mut line) = (connect(&net), String::new());
            client.get_mut().write_all(b"LAST\n").is_ok() && client.read_line(&mut line).is_ok() && line == "<LAST>\n"
        });
        until("all is served", || {
            net.shared.connections().events.is_empty() && net.shared.connections().links.is_empty()
        });
    });
    until("one thread is left", || threads(&net).is_none_or(|count| count == 1));
}

#[test]
fn a_server_that_is_dropped_ends_its_threads_and_frees_its_port() {
    let net = listen(LIMITS);
    let mut clients: Vec<_> = (0..3).map(|_| connect(&net)).collect();
    clients[0].get_mut().write_all(b"unanswered\n").unwrap();
    until("all are there", || net.clients().len() == 3);
    until("two threads for each", || threads(&net).is_none_or(|count| count == 7));
    let (address, shared) = (net.address(), net.shared.clone());
    drop(net);
    assert!(shared.connections().links.is_empty());
    assert_eq!(Arc::strong_count(&shared), 1, "no thread has it any more");
    clients.iter_mut().for_each(|client| assert_eq!(client.read(&mut [0]).unwrap_or(0), 0));
    Net::listen(address.ip(), address.port(), LIMITS).unwrap();
}

#[test]
fn the_last_answer_is_written_before_the_server_ends() {
    let net = listen(LIMITS);
    let mut client = connect(&net);
    client.get_mut().write_all(b"QUIT\n").unwrap();
    until("the request is there", || match net.next() {
        Some(Event::Request(client, _)) => {
            net.answer(client, b"BYE".to_vec(), true);
            true
        }
        _ => false,
    });
    drop(net);
    assert_eq!(read(&mut client), "BYE\n");
}

/// BS-8: Random input, 10,000 connections and silent clients leave the server working and its memory stable.
#[test]
fn a_client_that_asks_faster_than_it_is_served_waits() {
    let net = listen(LIMITS);
    let mut client = TcpStream::connect(net.address()).unwrap();
    client.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    let block = b"LIST\n".repeat(1000);
    let taken_in = (0..20_000).take_while(|_| client.write_all(&block).is_ok()).count();
    assert!(taken_in < 20_000, "it never waits");
    assert_eq!(net.shared.connections().events.len(), 64);
}
