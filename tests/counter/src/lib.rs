//! A controller that counts its steps, in two versions: the tests put one in the place of the other.

#![forbid(unsafe_code)]

use sim_abi::prelude::*;

/// Which of the two this is.
const VERSION: &str = if cfg!(feature = "second") { "two" } else { "one" };
/// Every so many steps it says how many there have been.
const SAID_EVERY: u64 = 10;
/// Speed of both wheels, rad/s.
const WHEELS: f64 = 5.0;

/// Drives straight ahead and counts its steps; the count is its state.
struct Counter {
    steps: u64,
    wheels: [Output; 2],
}

impl Controller for Counter {
    type Params = NoParams;

    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { steps: 0, wheels: [robot.actuator("left_wheel")?, robot.actuator("right_wheel")?] })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.wheels.iter().for_each(|wheel| io.set(*wheel, WHEELS));
        self.steps += 1;
        if self.steps.is_multiple_of(SAID_EVERY) {
            io.log(LogLevel::Info, format!("version {VERSION} counts {}", self.steps));
        }
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.steps)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.steps = state::load(bytes)?;
        Ok(())
    }
}

sim_abi::export! {
    /// Drives straight ahead and says how many steps it has made.
    controller "test/counter" = Counter;
}
