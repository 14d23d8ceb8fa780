//! Consoles of a link over TCP.

use super::*;

const IGNORED: &str = "W: Ignored command";

/// MR-40: A console field and buttons send orders by hand and show the replies.
#[test]
fn what_is_typed_reaches_the_link_and_its_answers_every_console() {
    let dir = TestDir::new();
    let objects = cuboid("box", 0.8, -10.0);
    let (mut run, mut one, port) = with_console(&dir, "", [LOOPBACK, &objects, ""]);
    assert_eq!(one.ask("GO 0 5"), "D: GO OK");
    assert_eq!(one.ask("go 0 0\r"), "W: GO00");
    assert_eq!(one.ask("SONAR"), "D: RAY 15 0");
    assert_eq!(one.ask("RESUME"), "D: RAY 30 0");
    assert_eq!(one.ask("HALT"), "D: RESUME HALTed");
    let mut two = Peer::connect(port);
    // Until it is received.
    until("the second one receives a line", || {
        one.send("GO");
        assert_eq!(one.next().0, "E: GO -");
        two.next_before(Duration::from_millis(200)).is_some_and(|(line, _)| line == "E: GO -")
    });
    two.send("GO 0 100");
    std::thread::sleep(Duration::from_millis(500));
    for line in ["SONAR", "GO 0 10", "FLY"] {
        assert_eq!(one.ask(line), IGNORED, "{line}");
        assert_eq!(two.next().0, IGNORED);
    }
    let blocked = two.next().0;
    let remaining: f64 = blocked.strip_prefix("W: BLOCKED ").and_then(|cm| cm.parse().ok()).expect(&blocked);
    assert!((remaining - 45.75).abs() <= 1.0, "{blocked}");
    assert_eq!(one.next().0, blocked);
    run.wait_for(&["GO 0 100 |", "reported W: BLOCKED"]);
    run.interrupt().expect(130);
    one.closes();
    two.closes();
}

/// MR-40: A console field and buttons send orders by hand and show the replies.
#[test]
fn nonsense_is_answered_and_harms_nobody() {
    let dir = TestDir::new();
    let (run, mut console, port) = with_console(&dir, "", [LOOPBACK, "", ""]);
    let mut other = Peer::connect(port);
    until("the other one receives a line", || {
        assert_eq!(console.ask("GO 0 0"), "W: GO00");
        other.next_before(Duration::from_millis(200)).is_some()
    });
    console.write(&[&b"x".repeat(5000)[..], b"\n"].concat());
    assert_eq!(console.next().0, "E: line too long");
    other.expect_no_line(Duration::from_millis(300));
    for nonsense in [&b"\0\0\0"[..], b"\xff\xfe GO 0 20", "¿qué?".as_bytes(), b"\x1b[2J", b"GO\0 0 20", &[0xff; 128]]
    {
        console.write(&[nonsense, b"\n"].concat());

        assert_eq!(console.next().0, "E: wrong command", "{nonsense:?}");
    }
    console.write(b"\n\r\n   \n\n");
    console.write(b"GO 0 ");
    std::thread::sleep(Duration::from_millis(100));
    console.write(b"5\nGO");
    assert_eq!(console.next().0, "D: GO OK", "a line may come in parts");
    // Half an order is not an order.
    drop(console);
    while other.next_before(Duration::from_millis(500)).is_some() {}
    assert_eq!(other.ask("GO 0 1"), "D: GO OK");
    run.interrupt().expect(130);
}

/// MR-20: The link sends each order to both robots in the same step.
#[test]
fn halt_passes_at_any_time() {
    let dir = TestDir::new();
    let (run, mut console, _) = with_console(&dir, "", [LOOPBACK, "", ""]);
    console.send("GO 0 100");
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(console.ask("HALT"), "D: GO HALTed");
    // No order is pending.
    console.send("HALT");
    console.expect_no_line(Duration::from_millis(500));
    console.send("SONAR");
    console.send("HALT");
    let answers = ["D: SONAR HALTed", "D: SONAR RAY HALTed", IGNORED];
    let answer = console.next().0;
    assert!(answers.contains(&answer.as_str()), "{answer}");
    console.expect_no_line(Duration::from_millis(500));
    assert_eq!(console.ask("GO 0 2"), "D: GO OK");
    run.interrupt().expect(130);
}
