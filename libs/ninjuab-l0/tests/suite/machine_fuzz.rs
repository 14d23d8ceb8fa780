//! Arbitrary commands, readings and times: no panic, each command gets a response or is executed, and the wheels are
//! stopped unless the machine turns or advances.

use l0_protocol::Order;
use ninjuab_l0::{Inputs, Machine, Settings, State};
use sim_fuzz::{Depth, Random, fuzz};

const LINES: [&str; 10] =
    ["GO 90 50", "GO -5 1", "GO 0 0.3", "SONAR", "RESUME", "RESUME", "HALT", "GO 30", "FLY", "GO 0 0"];

/// Two bytes for each tick.
fn ticks(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.below(400) {
        let order = if random.below(8) == 0 { random.below(LINES.len()) as u8 } else { 255 };
        bytes.extend([order, random.bits() as u8]);
    }
    bytes
}

fn run(bytes: &[u8]) -> Depth {
    let (mut machine, mut time, mut depth) = (Machine::new(Settings::default()), 0.0, Depth::Form);
    let (mut asked, mut answered) = (0, 0);
    for pair in bytes.chunks_exact(2) {
        let order = LINES.get(usize::from(pair[0])).map(|line| Order::read(line.as_bytes()));
        let echo = [0.0, 10.0, 200.0, f64::NAN][usize::from(pair[1] % 4)];
        let (new_echo, servo_settled) = (pair[1] & 4 != 0, pair[1] & 8 != 0);
        let link = (pair[1] & 16 != 0).then_some(0.0);
        // The first byte that is not a command may stop the clock.
        time += if pair[1] == 255 { 0.0 } else { 0.01 };
        let outputs = machine.tick(Inputs { order, echo, new_echo, time, servo_settled, link });
        let moves = (outputs.left, outputs.right) != (1500, 1500) && (outputs.left, outputs.right) != (0, 0);
        assert!(!moves || matches!(machine.state(), State::Turn | State::Go), "{:?}", machine.registers());
        assert_ne!(machine.state(), State::Dead, "{:?}", machine.registers());
        asked += usize::from(order.is_some());
        answered += usize::from(outputs.answer.is_some());
        if outputs.answer.is_some() {
            depth = Depth::Accepted;
        }
    }
    // A command has at most one response, except a `GO` that is blocked and then resumes.
    assert!(answered <= 2 * asked + 50, "{answered} replies to {asked} orders");
    depth
}

#[test]
fn fuzz_ninjuab_l0_never_panics() {
    fuzz("fuzz_ninjuab_l0", 3_000, [0.9, 0.9], ticks, run);
}
