//! A robot, its drive, its dynamics and its pilot.

use sim_abi::prelude::*;

/// Joints of the model: one for each kind of effect on a joint.
const JOINTS: [&str; 4] = ["velocity", "position", "effort", "target"];
/// Effect that the dynamics takes for the speed ahead, m/s.
const SPEED: &str = "archive/speed";

/// A box with four small arms.
pub struct Rover;

impl RobotModel for Rover {
    type Params = NoParams;

    fn model(_: NoParams) -> Result<RobotModelSpec> {
        let mass = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
        let shape =
            CollisionShape { placement: Placement::default(), geometry: Geometry::Box { size: [0.4, 0.4, 0.2] } };
        let body = Link { name: "body".into(), mass, collision: vec![shape], ..Link::default() };
        let arms = JOINTS.map(|name| Link { name: format!("{name}_arm"), mass, ..Link::default() });
        let joints = JOINTS.map(|name| Joint {
            name: name.into(),
            parent: "body".into(),
            child: format!("{name}_arm"),
            motion: JointMotion::Continuous,
            ..Joint::default()
        });
        let mount = |name: &str, x: f64| Mount {
            name: name.into(),
            component: format!("archive/{name}"),
            placement: Placement::at(x, 0.0, 0.0),
            ..Mount::default()
        };
        Ok(RobotModelSpec {
            name: "Rover".into(),
            links: std::iter::once(body).chain(arms).collect(),
            joints: joints.into(),
            sensors: vec![mount("eye", 0.0)],
            actuators: vec![mount("drive", 0.1)],
            dynamics: Some(ComponentRef::new("archive/drift")),
            controller: Some(ComponentRef::new("archive/pilot")),
            standing_height: 0.1,
            ..RobotModelSpec::default()
        })
    }
}

/// Passes its commands on, as an effect of every kind.
pub struct Drive {
    joint: JointIndex,
    joints: [EffectOut; 4],
    forces: [EffectOut; 3],
    light: EffectOut,
    message: EffectOut,
    speed: EffectOut,
}

impl Actuator for Drive {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("speed", "m/s").range(-1.0, 1.0));
        setup.command(Channel::new("turn", "rad/s").range(-1.0, 1.0));
        setup.command(Channel::new("spare", "1").range(-5.0, 5.0));
        let joint = |index: usize| JOINTS[index].to_string();
        let word = |name: &str| Channel::new(name, "1");
        Ok(Self {
            joint: setup.joint("velocity")?,
            joints: [
                setup.effect(EffectKind::JointVelocity { joint: joint(0) }),
                setup.effect(EffectKind::JointPosition { joint: joint(1) }),
                setup.effect(EffectKind::JointEffort { joint: joint(2) }),
                setup.effect(EffectKind::JointTarget { joint: joint(3) }),
            ],
            forces: [
                setup.effect(EffectKind::Thrust),
                setup.effect(EffectKind::Wrench),
                setup.effect(EffectKind::LinkWrench { link: "position_arm".into() }),
            ],
            light: setup.effect(EffectKind::Light),
            message: setup
                .effect_with(EffectKind::Message, ["send", "channel", "range", "tick", "angle"].map(word).into()),
            speed: setup.effect_with(EffectKind::Custom(SPEED.into()), vec![Channel::new("speed", "m/s")]),
        })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let [speed, turn, spare] = io.commands() else { return Err(Fault::new("three commands")) };
        let (speed, turn, spare) = (*speed, *turn, *spare);
        let angle = io.joint(self.joint).position;
        io.set(self.joints[0], turn);
        io.set(self.joints[1], 0.5);
        io.set(self.joints[2], 2.0);
        io.effect(self.joints[3]).copy_from_slice(&[0.75, 0.0, 10.0, 1.0, 3.0]);
        io.set(self.forces[0], 1.0);
        io.effect(self.forces[1])[0] = spare;
        io.effect(self.forces[2])[0] = 4.0;
        io.effect(self.light).copy_from_slice(&[1.0, 0.0, 0.0, 0.5]);
        let tick = io.tick() as f64;
        io.effect(self.message).copy_from_slice(&[1.0, 7.0, 20.0, tick, angle]);
        io.set(self.speed, speed);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().function(Function::new("spare").parameter(FunctionValue::float("spare")))
    }

    fn call(&mut self, _: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        commands[2] = arguments.first().and_then(Value::as_f64).ok_or_else(|| Fault::new("one number"))?;
        Ok(json!(commands.len()))
    }
}

/// Moves the body ahead with the speed that it is told, and the joints as their effects say.
pub struct Drift {
    speed: EffectIn,
    joints: [(EffectIn, JointIndex); 4],
    forces: Vec<EffectIn>,
    way: Memory,
    told: [Published; 6],
}

impl Dynamics for Drift {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        let kinds: Vec<EffectKind> = setup.effects().iter().map(|part| part.effect.kind.clone()).collect();
        let place = |wanted: &dyn Fn(&EffectKind) -> bool| {
            kinds.iter().position(wanted).ok_or_else(|| Fault::new("an effect is missing").because(Cause::Binding))
        };
        let index = [
            place(&|kind| matches!(kind, EffectKind::JointVelocity { .. }))?,
            place(&|kind| matches!(kind, EffectKind::JointPosition { .. }))?,
            place(&|kind| matches!(kind, EffectKind::JointEffort { .. }))?,
            place(&|kind| matches!(kind, EffectKind::JointTarget { .. }))?,
        ];
        let forces = [
            place(&|kind| *kind == EffectKind::Thrust)?,
            place(&|kind| *kind == EffectKind::Wrench)?,
            place(&|kind| matches!(kind, EffectKind::LinkWrench { .. }))?,
        ];
        let speed = place(&|kind| *kind == EffectKind::Custom(SPEED.into()))?;
        let mut joints = Vec::new();
        for (index, name) in index.into_iter().zip(JOINTS) {
            joints.push((setup.consume(index), setup.joint(name)?));
        }
        let names = ["force", "lever", "density", "floor", "pushed", "way"];
        Ok(Self {
            speed: setup.consume(speed),
            joints: joints.try_into().map_err(|_| Fault::new("four joints"))?,
            forces: forces.into_iter().map(|index| setup.consume(index)).collect(),
            way: setup.memory(Channel::new("way", "m").neutral(10.0)),
            told: names.map(|name| setup.publish(Channel::new(name, "1"))),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let (dt, speed) = (io.dt(), io.effect_value(self.speed));
        io.body.pose.translation.x += speed * dt;
        io.body.linear_velocity = Vec3::new(speed, 0.0, 0.0);
        let way = io.memory(self.way) + speed * dt;
        io.set_memory(self.way, way);
        for (kind, (effect, joint)) in self.joints.into_iter().enumerate() {
            let (value, mut state) = (io.effect_value(effect), *io.joint(joint));
            match kind {
                0 => (state.position, state.velocity) = (state.position + value * dt, value),
                2 => state.effort = value,
                _ => state.position = value,
            }
            io.set_joint(joint, state);
        }
        let force = self.forces.iter().map(|effect| io.effect_value(*effect)).sum();
        let (lever, environment) = (io.mount(self.forces[0]).translation.x, io.environment());
        let mut ground = [Ground::default()];
        io.world().ground(&[io.body.pose.translation.vector], &mut ground);
        let numbers = [force, lever, environment.density, ground[0].height, environment.external_force.x, way];
        for (published, number) in self.told.into_iter().zip(numbers) {
            io.publish(published, number);
        }
        Ok(())
    }
}

/// Drives with the operator's throttle, turns while a key is held.
pub struct Pilot {
    ray: Input,
    eye: Input,
    speed: Output,
    drive: Output,
    extra: Stream,
    told: [Published; 3],
    steps: u64,
}

impl Controller for Pilot {
    type Params = NoParams;

    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        let extra = robot.stream("extra");
        let told = ["own", "extra", "seen"].map(|name| robot.publish(Channel::new(name, "1")));
        let (eye, drive) = (robot.sensor("eye")?, robot.actuator("drive")?);
        Ok(Self {
            ray: robot.sensor("eye.ray")?,
            eye,
            speed: robot.actuator("drive.speed")?,
            drive,
            extra,
            told,
            steps: 0,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.steps += 1;
        let speed = 0.5 * io.axis("throttle");
        let turn = if io.key(keys::UP) { 0.25 } else { 0.0 };
        let spare = io.command(self.drive)[2];
        io.write(self.drive, &[0.0, turn, spare])?;
        io.set(self.speed, speed);
        let numbers = [io.random().unit(), io.stream(self.extra).normal(), io.value(self.ray)];
        for (published, number) in self.told.into_iter().zip(numbers) {
            io.publish(published, number);
        }
        if self.steps.is_multiple_of(50) {
            let ray = io.read(self.eye)[1];
            io.log(LogLevel::Info, format!("step {} at {:.2} s: {ray:.2} m", self.steps, io.time()));
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

    fn functions(&self) -> Vec<Function> {
        vec![Function::new("steps")]
    }

    fn call(&mut self, _: &str, _: &[Value]) -> Result<Value> {
        Ok(json!(self.steps))
    }
}
