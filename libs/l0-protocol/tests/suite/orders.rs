//! Commands: parsing and serialization.

use l0_protocol::{Answer, BadOrder, Order};

fn go(angle: f64, distance: f64) -> Result<Order, BadOrder> {
    Ok(Order::Go { angle, distance })
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn orders_are_read_in_any_case_with_any_blanks() {
    for (line, order) in [
        ("GO 90 50", go(90.0, 50.0)),
        ("go -180 1000", go(-180.0, 1000.0)),
        (" \tGo\t180   0 ", go(180.0, 0.0)),
        ("GO +.5 57.76\r", go(0.5, 57.76)),
        ("GO 007. 0.1", go(7.0, 0.1)),
        ("SONAR", Ok(Order::Sonar)),
        ("Resume", Ok(Order::Resume)),
        ("  halt ", Ok(Order::Halt)),
    ] {
        assert_eq!(Order::read(line.as_bytes()), order, "{line:?}");
    }
}

/// MR-11: `GO` turns first, then advances by dead reckoning in steps of 0.1 cm.
#[test]
fn invalid_arguments_of_go_are_distinguished() {
    let angle =
        ["GO", "GO x 10", "GO 200 10", "GO 180.01 1", "GO -200 x", "GO nan 1", "GO inf 1", "GO 1e1 5", "GO - 1"];
    let distance = [
        "GO 30",
        "GO 30 -5",
        "GO 30 x",
        "GO 0 1000.01",
        "GO 0 1 2",
        "GO 0 5cm",
        "GO 0 1,5",
        "GO 0 99999999999999999999",
    ];
    for line in angle {
        assert_eq!(Order::read(line.as_bytes()), Err(BadOrder::Angle), "{line}");
    }
    for line in distance {
        assert_eq!(Order::read(line.as_bytes()), Err(BadOrder::Distance), "{line}");
    }
}

/// MR-18: An unknown order is an error; an undefined state disables the robot until restart.
#[test]
fn what_is_no_order_is_unknown() {
    for line in ["FLY", "", "  ", "GOO 1 2", "GO90 50", "SONAR 1", "HALT now", "RESUME,", "\u{0}", "ñ", "1"] {
        assert_eq!(Order::read(line.as_bytes()), Err(BadOrder::Unknown), "{line:?}");
    }
    assert_eq!(Order::read(&[0xff, 0x80]), Err(BadOrder::Unknown));
}

#[test]
fn each_mistake_has_its_answer() {
    let answers = [BadOrder::Angle, BadOrder::Distance, BadOrder::Unknown].map(|bad| Answer::from(bad).to_string());
    assert_eq!(answers, ["E: GO -", "E: GO A -", "E: wrong command"]);
}

#[test]
fn numbers_have_at_most_two_decimals_and_no_zeros_at_the_end() {
    let written = |angle: f64, distance: f64| Order::Go { angle, distance }.to_string();
    assert_eq!(written(90.0, 50.0), "GO 90 50");
    assert_eq!(written(-0.5, 57.76), "GO -0.5 57.76");
    assert_eq!(written(-0.004, 0.005), "GO 0 0.01");
    assert_eq!(written(-0.0, 10.009), "GO 0 10.01");
    assert_eq!(written(0.07, 99.999), "GO 0.07 100");
    assert_eq!(written(f64::NAN, f64::INFINITY), "GO 0 999999.99");
    assert_eq!(written(-1e300, 5e-324), "GO -999999.99 0");
    assert_eq!([Order::Sonar, Order::Resume, Order::Halt].map(|order| order.to_string()), ["SONAR", "RESUME", "HALT"]);
}

#[test]
fn every_number_of_two_decimals_comes_back_as_it_was() {
    for hundredths in -18_000_i32..=18_000 {
        let order = Order::Go { angle: f64::from(hundredths) / 100.0, distance: f64::from(hundredths.abs()) / 100.0 };
        assert_eq!(Order::read(order.to_string().as_bytes()), Ok(order));
    }
}

#[test]
fn numbers_are_read_as_the_compiler_reads_them() {
    for text in ["0.1", "57.76", "179.999999999", "-95.493", "0.000000001", "12.345678", "-0.955"] {
        let line = format!("GO {text} 0");
        assert_eq!(Order::read(line.as_bytes()), go(text.parse().unwrap(), 0.0), "{text}");
    }
    // Further decimals are ignored.
    assert_eq!(Order::read(b"GO 0.00000000099999 0"), go(0.0, 0.0));
    assert_eq!(Order::read(format!("GO 0.{} 0", "3".repeat(100)).as_bytes()), go(0.333_333_333, 0.0));
}
