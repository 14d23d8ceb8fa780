//! Components that misbehave on purpose, for the tests of the whole program.

mod attacks;
mod hostile;

use hostile::{HostileActuator, HostileController, HostileDynamics, HostileRobot, HostileSensor, HostileService};
use sim_abi::prelude::*;

/// Misbehavior of the controller.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
enum Wrong {
    #[default]
    Nothing,
    PanicInSetup,
    PanicInStep,
    PanicInDrop,
    ErrorInStep,
    NotANumber,
    Infinite,
    ThreeValues,
    AbsentSensor,
    Exit,
    Abort,
    AbortLate,
    UseNothing,
    Compute,
    CloseAll,
    StartProgram,
    Print,
    LoopInSetup,
    LoopInStep,
    LoopInDrop,
}

/// Parameters of the controller.
#[params]
struct BadParams {
    /// Its misbehavior.
    wrong: Wrong,
    /// Time from which it misbehaves.
    #[param(default = 0.5, unit = "s", min = 0.0, max = 10.0)]
    after: f64,
}

/// Drives ahead until it misbehaves.
struct Bad {
    wrong: Wrong,
    after: f64,
    wheels: [Output; 2],
}

impl Controller for Bad {
    type Params = BadParams;

    fn new(params: BadParams, robot: &mut ControllerSetup) -> Result<Self> {
        write_file("create");
        let wheels = [robot.actuator("left_wheel")?, robot.actuator("right_wheel")?];
        match params.wrong {
            Wrong::PanicInSetup => panic!("setup of {} fails", robot.robot()),
            Wrong::LoopInSetup => stay(),
            Wrong::AbsentSensor => {
                robot.sensor("rnage")?;
            }
            _ => {}
        }
        Ok(Self { wrong: params.wrong, after: params.after, wheels })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        write_file("step");
        let [left, right] = self.wheels;
        io.set(left, 5.0);
        io.set(right, 5.0);
        if io.time() < self.after {
            return Ok(());
        }
        match self.wrong {
            Wrong::PanicInStep => panic!("a step fails after {} s", self.after),
            Wrong::ErrorInStep => return Err(Fault::new("the step fails on purpose").help("nothing to fix")),
            Wrong::NotANumber => io.set(left, f64::NAN),
            Wrong::Infinite => io.set(left, f64::INFINITY),
            Wrong::Exit => std::process::exit(0),
            Wrong::Abort => std::process::abort(),
            Wrong::AbortLate => {
                // By then, the calls of other robots are also running.
                std::thread::sleep(std::time::Duration::from_millis(500));
                std::process::abort();
            }
            // SAFETY: unsound on purpose.
            Wrong::UseNothing => unsafe { _ = std::ptr::dangling::<f64>().read_volatile() },
            Wrong::Compute => compute(),
            Wrong::CloseAll => close_all(),
            Wrong::StartProgram => {
                self.wrong = Wrong::Nothing;
                start_program()?;
            }
            Wrong::Print => println!("a line on standard output"),
            Wrong::LoopInStep => stay(),
            Wrong::ThreeValues => io.write(left, &[1.0, 2.0, 3.0])?,
            _ => {}
        }
        Ok(())
    }
}

impl Drop for Bad {
    fn drop(&mut self) {
        match self.wrong {
            Wrong::PanicInDrop => panic!("the destructor fails"),
            Wrong::LoopInDrop => stay(),
            _ => {}
        }
    }
}

/// Never returns.
fn stay() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Closes the program's open files.
fn close_all() {
    unsafe extern "C" {
        fn close(file: i32) -> i32;
    }
    // SAFETY: unsound for the program on purpose.
    (0..64).for_each(|file| _ = unsafe { close(file) });
}

/// Ends like an integer division by zero in most languages.
fn compute() {
    unsafe extern "C" {
        fn raise(signal: i32) -> i32;
    }
    const SIGFPE: i32 = 8;
    // SAFETY: unsound for the program on purpose.
    _ = unsafe { raise(SIGFPE) };
}

/// Starts a program that prints the files it inherited to standard error.
fn start_program() -> Result {
    let mut list = std::process::Command::new("ls");
    list.args(["-l", "/proc/self/fd"]);
    let ended = list.status().map_err(|error| Fault::new(format!("`ls` cannot be started: {error}")))?;
    if ended.success() { Ok(()) } else { Err(Fault::new(format!("`ls` exited with {ended}"))) }
}

/// Moves ahead until its state is NaN.
struct NanDynamics(f64);

/// Parameters of the dynamics.
#[params]
struct NanParams {
    /// Time from which its state is not a number.
    #[param(default = 0.5, unit = "s", min = 0.0)]
    after: f64,
}

impl Dynamics for NanDynamics {
    type Params = NanParams;

    fn new(params: NanParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        Ok(Self(params.after))
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let ahead = if io.time() < self.0 { 0.1 * io.dt() } else { f64::NAN };
        io.body.pose.translation.x += ahead;
        Ok(())
    }
}

/// Parameters of the controller.
#[params]
struct ShortLivedParams {
    /// Steps after which its process ends.
    #[param(default = 120, min = 1, max = 100000)]
    steps: u32,
}

/// Counts its steps, which it saves, and ends its process after this many steps of its own.
struct ShortLived {
    steps: u32,
    made: u32,
    count: u32,
}

impl Controller for ShortLived {
    type Params = ShortLivedParams;

    fn new(params: ShortLivedParams, _: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { steps: params.steps, made: 0, count: 0 })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        if self.made == 0 {
            io.log(LogLevel::Info, format!("begins with {} steps", self.count));
        }
        if self.made == self.steps {
            std::process::abort();
        }
        (self.made, self.count) = (self.made + 1, self.count + 1);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.count)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.count = state::load(bytes)?;
        Ok(())
    }
}

sim_abi::export! {
    /// Misbehaves as its parameters specify.
    controller "bad/controller" = Bad;
    /// Counts its steps, and aborts its process after a number of them.
    controller "bad/short-lived" = ShortLived;
    /// Moves ahead until its state is NaN.
    dynamics "bad/not-a-number" = NanDynamics;
    /// Attacks its host as its parameters specify.
    controller "bad/hostile" = HostileController;
    /// Attacks its host as its parameters specify.
    sensor "bad/hostile-sensor" = HostileSensor;
    /// Attacks its host as its parameters specify.
    actuator "bad/hostile-actuator" = HostileActuator;
    /// Attacks its host as its parameters specify.
    dynamics "bad/hostile-dynamics" = HostileDynamics;
    /// Attacks its host as its parameters specify.
    service "bad/hostile-service" = HostileService;
    /// Attacks its host as its parameters specify.
    robot "bad/hostile-robot" = HostileRobot;
}

/// Writes a file with this name if the library is built for it.
fn write_file(name: &str) {
    if let (true, Some(folder)) = (cfg!(feature = "writes"), option_env!("SIM_TEST_FOLDER")) {
        // In a confined process, it fails.
        let _ = std::fs::write(std::path::Path::new(folder).join(name), "written");
    }
}

/// Runs when the library is opened, in tests built with such a feature.
#[cfg(any(feature = "start-aborts", feature = "start-loops", feature = "writes"))]
mod start {
    extern "C" fn start() {
        if cfg!(feature = "writes") {
            return super::write_file("constructor");
        }
        if cfg!(feature = "start-aborts") {
            std::process::abort();
        }
        loop {
            std::hint::spin_loop();
        }
    }

    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    static START: extern "C" fn() = start;
}
