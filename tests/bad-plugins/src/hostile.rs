//! Components of all kinds that attack their host when they are created, in their step or when they end.

use crate::attacks::{Attack, perform};
use sim_abi::prelude::*;

/// When a component attacks.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Moment {
    Setup,
    #[default]
    Step,
    Save,
    Drop,
}

/// Parameters of all of them.
#[params]
pub struct HostileParams {
    /// The attack.
    attack: Attack,
    /// When it attacks.
    moment: Moment,
    /// Time from which it attacks in its steps.
    #[param(default = 0.5, unit = "s", min = 0.0, max = 10.0)]
    after: f64,
    /// A file that it must not access.
    file: String,
}

impl HostileParams {
    fn begin(self) -> Result<Hostile> {
        let hostile = Hostile(self);
        hostile.at(Moment::Setup, &mut [])?;
        Ok(hostile)
    }
}

/// Shared code of the hostile components.
pub struct Hostile(HostileParams);

impl Hostile {
    fn at(&self, moment: Moment, numbers: &mut [f64]) -> Result {
        if self.0.moment == moment { perform(self.0.attack, numbers, &self.0.file) } else { Ok(()) }
    }

    fn step(&self, time: f64, numbers: &mut [f64]) -> Result {
        if time < self.0.after { Ok(()) } else { self.at(Moment::Step, numbers) }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        let _ = self.at(Moment::Drop, &mut []);
    }
}

/// Drives ahead otherwise.
pub struct HostileController(Hostile, [Output; 2]);

impl Controller for HostileController {
    type Params = HostileParams;

    fn new(params: HostileParams, robot: &mut ControllerSetup) -> Result<Self> {
        let wheels = [robot.actuator("left_wheel")?, robot.actuator("right_wheel")?];
        Ok(Self(params.begin()?, wheels))
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.1.iter().for_each(|wheel| io.set(*wheel, 5.0));
        let mut numbers = [0.0; 16];
        self.0.step(io.time(), &mut numbers)
    }

    fn save(&self) -> Option<Vec<u8>> {
        let _ = self.0.at(Moment::Save, &mut []);
        Some(Vec::new())
    }
}

/// Reads 1.
pub struct HostileSensor(Hostile);

impl Sensor for HostileSensor {
    type Params = HostileParams;

    fn new(params: HostileParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("one", ""));
        params.begin().map(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading.fill(1.0);
        if self.0.0.attack == Attack::Log {
            io.log(LogLevel::Info, format!("looked at {}", io.time()));
        }
        if self.0.0.attack == Attack::EndlessQuestions && io.time() >= self.0.0.after {
            let point = io.pose().translation.vector;
            loop {
                std::hint::black_box(io.world().medium(point));
            }
        }
        if io.time() >= self.0.0.after {
            ask_invalid(self.0.0.attack, io);
        }
        self.0.step(io.time(), reading)
    }
}

/// Queries the world with invalid values.
fn ask_invalid(attack: Attack, io: &SensorIo) {
    let (world, pose, filter) = (io.world(), io.pose(), Filter::default());
    let (here, ahead, nowhere) = (pose.translation.vector, Vec3::x(), Vec3::new(f64::NAN, 0.0, 0.0));
    match attack {
        Attack::InvalidFan => world.cast_fan(&pose, &[ahead, nowhere], 1.0, filter, &mut [0.0; 2]),
        Attack::InvalidRange => world.cast_fan(&pose, &[ahead], -1.0, filter, &mut [0.0]),
        Attack::InvalidRay => _ = world.cast_ray(here, Vec3::zeros(), 1.0, filter),
        Attack::InvalidShape => _ = world.cast_shape(Probe::Sphere(-1.0), &pose, ahead, 1.0, filter),
        Attack::InvalidPath => _ = world.cast_shape(Probe::Sphere(0.1), &pose, nowhere, 1.0, filter),
        Attack::InvalidPoint => _ = world.nearest(nowhere, 1.0, filter),
        Attack::InvalidPlace => _ = world.object_at(nowhere, filter),
        Attack::InvalidGround => world.ground(&[here, nowhere], &mut [Ground::default(); 2]),
        _ => {}
    }
}

/// Does not have any effects.
pub struct HostileActuator(Hostile);

impl Actuator for HostileActuator {
    type Params = HostileParams;

    fn new(params: HostileParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("nothing", ""));
        params.begin().map(Self)
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        self.0.step(io.time(), &mut [0.0; 16])
    }
}

/// Rolls ahead.
pub struct HostileDynamics(Hostile);

impl Dynamics for HostileDynamics {
    type Params = HostileParams;

    fn new(params: HostileParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        params.begin().map(Self)
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        io.body.pose.translation.x += 0.1 * io.dt();
        let scale = match self.0.0.attack {
            Attack::Unnormalized => 1.01,
            Attack::NoOrientation if io.time() >= self.0.0.after => 0.0,
            _ => 1.0,
        };
        let scaled = *io.body.pose.rotation.quaternion() * scale;
        io.body.pose.rotation = sim_abi::math::na::UnitQuaternion::new_unchecked(scaled);
        self.0.step(io.time(), &mut [0.0; 16])
    }
}

/// Counts its steps.
pub struct HostileService(Hostile);

impl Service for HostileService {
    type Params = HostileParams;

    fn new(params: HostileParams, _setup: &mut ServiceSetup) -> Result<Self> {
        params.begin().map(Self)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.0.step(io.time(), &mut [0.0; 16])
    }
}

/// A robot with one link.
pub struct HostileRobot;

impl RobotModel for HostileRobot {
    type Params = HostileParams;

    fn model(params: HostileParams) -> Result<RobotModelSpec> {
        params.begin()?;
        Err(Fault::new("the attack did not end the process"))
    }
}
