//! Joints of a robot with a fixed base.

use crate::matrix::{MAX_JOINTS, Matrix, Vector, cholesky, solve};
use crate::tree::{Posture, Tree};
use sim_abi::prelude::*;

/// Maximum substep, s.
const SUBSTEP: f64 = 1e-3;
/// Ratio of a drive's impedance over a substep to the joint's inertia above which the drive counts as stiff.
const STIFF: f64 = 1.0;
/// Iterations of the solver for friction and end stops.
const ROUNDS: usize = 30;

/// Parameters of individual joints.
#[params]
#[derive(Clone)]
pub struct JointSpec {
    /// Name of the joint.
    joint: String,
    /// Damping, N·m·s/rad or N·s/m.
    #[param(default = 0.0, min = 0.0)]
    damping: f64,
    /// Coulomb friction, N·m or N.
    #[param(default = 0.0, min = 0.0)]
    friction: f64,
    /// Armature: motor inertia reflected to the joint, kg·m² or kg.
    #[param(default = 0.0, min = 0.0)]
    armature: f64,
}

/// Parameters of the dynamics.
#[params]
pub struct FixedBaseParams {
    /// Damping of joints that are not listed in `joints`, N·m·s/rad or N·s/m.
    #[param(default = 0.0, min = 0.0)]
    damping: f64,
    /// Their Coulomb friction, N·m or N.
    #[param(default = 0.0, min = 0.0)]
    friction: f64,
    /// Their armature: motor inertia reflected to the joint, kg·m² or kg.
    #[param(default = 0.0, min = 0.0)]
    armature: f64,
    /// Joints with damping, friction and armature of their own.
    joints: Vec<JointSpec>,
}

/// A movable joint.
struct Hinge {
    joint: JointIndex,
    /// Moved by a position drive or a coupled joint, not by forces.
    guided: bool,
    limits: [f64; 2],
    /// Maximum rate, rad/s or m/s.
    max_velocity: f64,
    damping: f64,
    friction: f64,
    armature: f64,
}

/// A drive of a joint.
enum Drive {
    Effort(EffectIn, usize),
    Target(EffectIn, usize),
}

/// A force on a link.
struct Push {
    effect: EffectIn,
    /// Force along x only.
    thrust: bool,
    body: usize,
}

/// A spring and a damper that hold a joint, with an effort limit.
#[derive(Clone, Copy)]
struct Hold {
    freedom: usize,
    /// Position, velocity, stiffness, damping and limit.
    target: [f64; 5],
}

/// Joints of a robot with a fixed base, with the full coupling of their links: M(q)·q̈ + c(q, q̇) = τ.
///
/// The joint-space inertia comes from the links' Jacobians; gravity, centrifugal and Coriolis efforts from the
/// recursive Newton-Euler algorithm. Each substep drifts by half, changes the rates by the forces there, and drifts by
/// half (leapfrog), so without damping the energy neither grows nor decays. Springs and dampers of drives are evaluated
/// at the middle of the substep, implicitly, or at its end if they are stiff; so they are stable at any gain. End stops
/// are inelastic. No joint exceeds its `max_velocity`: an impulse removes the excess rate.
pub struct FixedBase {
    tree: Tree,
    hinges: Vec<Hinge>,
    drives: Vec<Drive>,
    pushes: Vec<Push>,
    kinetic: Published,
    potential: Published,
}

impl Dynamics for FixedBase {
    type Params = FixedBaseParams;

    fn new(params: FixedBaseParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Fixed);
        let joints = setup.joints().to_vec();
        if let Some(stranger) = params.joints.iter().find(|own| !joints.iter().any(|joint| joint.name == own.joint)) {
            setup.joint(&stranger.joint)?;
        }
        let mut moving = vec![None; joints.len()];
        let mut hinges = Vec::new();
        for (number, joint) in joints.iter().enumerate().filter(|(_, joint)| joint.motion != JointMotion::Fixed) {
            moving[number] = Some(hinges.len());
            hinges.push(hinge(&params, setup, joint)?);
        }
        if hinges.len() > MAX_JOINTS {
            return Err(Fault::new(format!("the robot has {} movable joints, more than {MAX_JOINTS}", hinges.len()))
                .help("make some of them fixed"));
        }
        let tree = Tree::new(setup.links(), &joints, &moving)?;
        let inertia = tree.inertia(&tree.posture(&[0.0; MAX_JOINTS]));
        let light = |row: &usize| !hinges[*row].guided && inertia[*row][*row] + hinges[*row].armature <= 0.0;
        if let Some(light) = (0..hinges.len()).find(light) {
            let name =
                moving.iter().position(|freedom| *freedom == Some(light)).map_or("", |number| &joints[number].name);
            return Err(Fault::new(format!("the links moved by the joint `{name}` have no inertia"))
                .help("give the links behind it a mass and an inertia, or the joint an `armature`"));
        }
        let (drives, pushes) = bind(setup, &joints, &moving, &tree);
        Ok(Self {
            tree,
            hinges,
            drives,
            pushes,
            kinetic: setup.publish(Channel::new("kinetic_energy", "J").range(0.0, f64::INFINITY)),
            potential: setup.publish(Channel::new("potential_energy", "J").help("gravitational, relative to the base")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let substeps = (io.dt() / SUBSTEP).ceil().max(1.0);
        let h = io.dt() / substeps;
        let gravity = io.body.pose.rotation.inverse() * io.environment().gravity;
        let (mut positions, mut rates, mut applied) = ([0.0; MAX_JOINTS], [0.0; MAX_JOINTS], [0.0; MAX_JOINTS]);
        for (freedom, hinge) in self.hinges.iter().enumerate() {
            let state = io.joint(hinge.joint);
            (positions[freedom], rates[freedom]) = (state.position, state.velocity);
        }
        for _ in 0..substeps as usize {
            let efforts = self.substep(io, &mut positions, &mut rates, &gravity, h)?;
            for (sum, effort) in applied.iter_mut().zip(efforts) {
                *sum += effort / substeps;
            }
        }
        for (freedom, hinge) in self.hinges.iter().enumerate() {
            let state = JointState { position: positions[freedom], velocity: rates[freedom], effort: applied[freedom] };
            io.set_joint(hinge.joint, state);
        }
        io.body.linear_velocity = Vec3::zeros();
        io.body.angular_velocity = Vec3::zeros();
        let posture = self.tree.posture(&positions);
        let inertia = self.inertia(&posture);
        let n = self.hinges.len();
        let twice: f64 = (0..n).map(|a| (0..n).map(|b| rates[a] * inertia[a][b] * rates[b]).sum::<f64>()).sum();
        io.publish(self.kinetic, 0.5 * twice);
        io.publish(self.potential, self.tree.potential(&posture, &gravity));
        Ok(())
    }
}

fn hinge(params: &FixedBaseParams, setup: &DynamicsSetup, joint: &Joint) -> Result<Hinge> {
    let own = params.joints.iter().find(|own| own.joint == joint.name);
    let driven = setup.effects().iter().any(|part| match &part.effect.kind {
        EffectKind::JointVelocity { joint: driven } | EffectKind::JointPosition { joint: driven } => {
            *driven == joint.name
        }
        _ => false,
    });
    let limits = match joint.motion {
        JointMotion::Continuous => None,
        _ => joint.limits,
    };
    Ok(Hinge {
        joint: setup.joint(&joint.name)?,
        guided: driven || joint.mimic.is_some(),
        limits: limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]),
        max_velocity: joint.max_velocity.unwrap_or(f64::INFINITY),
        damping: own.map_or(params.damping, |own| own.damping),
        friction: own.map_or(params.friction, |own| own.friction),
        armature: own.map_or(params.armature, |own| own.armature),
    })
}

/// Consumes the drives of joints and the forces on links.
fn bind(setup: &mut DynamicsSetup, joints: &[Joint], moving: &[Option<usize>], tree: &Tree) -> (Vec<Drive>, Vec<Push>) {
    let (mut drives, mut pushes) = (Vec::new(), Vec::new());
    let freedom = |name: &str| joints.iter().position(|joint| joint.name == name).and_then(|number| moving[number]);
    for index in 0..setup.effects().len() {
        let part = setup.effects()[index].clone();
        let body = || {
            let link = setup.links().iter().position(|link| link.name == part.link);
            tree.place(link.unwrap_or(0))
        };
        match &part.effect.kind {
            EffectKind::JointEffort { joint } => {
                if let Some(freedom) = freedom(joint) {
                    drives.push(Drive::Effort(setup.consume(index), freedom));
                }
            }
            EffectKind::JointTarget { joint } => {
                if let Some(freedom) = freedom(joint) {
                    drives.push(Drive::Target(setup.consume(index), freedom));
                }
            }
            kind @ (EffectKind::Thrust | EffectKind::Wrench | EffectKind::LinkWrench { .. }) => {
                let (thrust, body) = (*kind == EffectKind::Thrust, body());
                pushes.push(Push { effect: setup.consume(index), thrust, body });
            }
            _ => {}
        }
    }
    (drives, pushes)
}

impl FixedBase {
    /// Joint-space inertia, including the motors.
    fn inertia(&self, posture: &Posture) -> Matrix {
        let mut inertia = self.tree.inertia(posture);
        for (freedom, hinge) in self.hinges.iter().enumerate() {
            inertia[freedom][freedom] += hinge.armature;
        }
        inertia
    }

    /// Advances positions and rates by `h` seconds; returns the efforts of the drives.
    fn substep(
        &self,
        io: &DynamicsIo,
        positions: &mut Vector,
        rates: &mut Vector,
        gravity: &Vec3,
        h: f64,
    ) -> Result<Vector> {
        let n = self.hinges.len();
        let mut half = *positions;
        for freedom in (0..n).filter(|freedom| !self.hinges[*freedom].guided) {
            half[freedom] += 0.5 * h * rates[freedom];
        }
        let posture = self.tree.posture(&half);
        let inertia = self.inertia(&posture);
        let mut steady = [0.0; MAX_JOINTS];
        self.push(io, &posture, &mut steady);
        // Centrifugal and Coriolis efforts use the rates at the middle of the substep, which the first iteration
        // predicts.
        let rounds = if n > 1 { 2 } else { 1 };
        let (mut efforts, mut accelerations, mut factor) =
            ([0.0; MAX_JOINTS], [0.0; MAX_JOINTS], [[0.0; MAX_JOINTS]; MAX_JOINTS]);
        for _ in 0..rounds {
            let mut middle = *rates;
            for freedom in 0..n {
                middle[freedom] += 0.5 * h * accelerations[freedom];
            }
            let bias = self.tree.bias(&posture, &middle, gravity);
            let mut driven = steady;
            efforts = self.given(io);
            for freedom in 0..n {
                driven[freedom] += efforts[freedom] - bias[freedom];
            }
            let state = (&*positions, &*rates);
            (factor, accelerations) =
                self.accelerate(&inertia, &driven, &mut self.holds(io), &mut efforts, state, h)?;
        }
        let mut after = *rates;
        for freedom in 0..n {
            after[freedom] += h * accelerations[freedom];
        }
        self.stop(&factor, &half, &mut after, h);
        for (freedom, hinge) in self.hinges.iter().enumerate().filter(|(_, hinge)| !hinge.guided) {
            let [low, high] = hinge.limits;
            positions[freedom] = (half[freedom] + 0.5 * h * after[freedom]).clamp(low, high);
            rates[freedom] = after[freedom];
        }
        Ok(efforts)
    }

    /// Efforts of the effort drives.
    fn given(&self, io: &DynamicsIo) -> Vector {
        let mut efforts = [0.0; MAX_JOINTS];
        for drive in &self.drives {
            if let Drive::Effort(effect, freedom) = drive {
                efforts[*freedom] += io.effect_value(*effect);
            }
        }
        efforts
    }

    /// Targets of the servo drives.
    fn holds(&self, io: &DynamicsIo) -> [Option<Hold>; MAX_JOINTS] {
        let mut holds = [None; MAX_JOINTS];
        let targets = self.drives.iter().filter_map(|drive| match drive {
            Drive::Target(effect, freedom) => Some((effect, *freedom)),
            Drive::Effort(..) => None,
        });
        for (slot, (effect, freedom)) in holds.iter_mut().zip(targets) {
            let mut target = [0.0; 5];
            target.copy_from_slice(io.effect(*effect));
            *slot = Some(Hold { freedom, target });
        }
        holds
    }

    /// Adds the joint efforts of the current forces on links.
    fn push(&self, io: &DynamicsIo, posture: &Posture, efforts: &mut Vector) {
        for push in &self.pushes {
            let (values, mount) = (io.effect(push.effect), io.mount(push.effect));
            let (force, torque) = match push.thrust {
                true => (Vec3::new(values[0], 0.0, 0.0), Vec3::zeros()),
                false => (Vec3::new(values[0], values[1], values[2]), Vec3::new(values[3], values[4], values[5])),
            };
            let (force, torque) = (mount.rotation * force, mount.rotation * torque);
            self.tree.push(posture, efforts, push.body, &mount.translation.vector, &force, &torque);
        }
    }

    /// Accelerations under steady efforts, damping and the servo drives, whose efforts are added to `efforts`; also
    /// returns the factor of the resulting inertia. A drive that would exceed its limit is clamped to it.
    fn accelerate(
        &self,
        inertia: &Matrix,
        steady: &Vector,
        holds: &mut [Option<Hold>; MAX_JOINTS],
        efforts: &mut Vector,
        (positions, rates): (&Vector, &Vector),
        h: f64,
    ) -> Result<(Matrix, Vector)> {
        let n = self.hinges.len();
        let mut fixed = *steady;
        // Effort of a hold without acceleration, and its reduction per unit of acceleration.
        let effort = |hold: &Hold| {
            let (freedom, [position, velocity, stiffness, damping, _]) = (hold.freedom, hold.target);
            let stiff = h * damping + h * h * stiffness > STIFF * inertia[freedom][freedom];
            let share = if stiff { 1.0 } else { 0.5 };
            let (q, rate) = (positions[freedom], rates[freedom]);
            let steady = stiffness * (position - q - share * h * rate) + damping * (velocity - rate);
            (steady, share * h * (0.5 * h * stiffness + damping))
        };
        loop {
            let (mut matrix, mut right) = (*inertia, fixed);
            for (freedom, hinge) in self.hinges.iter().enumerate() {
                matrix[freedom][freedom] += 0.5 * h * hinge.damping;
                right[freedom] -= hinge.damping * rates[freedom];
            }
            for hold in holds.iter().flatten() {
                let (steady, slope) = effort(hold);
                matrix[hold.freedom][hold.freedom] += slope;
                right[hold.freedom] += steady;
            }
            for freedom in (0..n).filter(|freedom| self.hinges[*freedom].guided) {
                matrix[freedom] = [0.0; MAX_JOINTS];
                matrix.iter_mut().for_each(|row| row[freedom] = 0.0);
                (matrix[freedom][freedom], right[freedom]) = (1.0, 0.0);
            }
            let singular = || Fault::new("the joint-space inertia matrix is singular").help("every link needs a mass");
            let factor = cholesky(&matrix, n).ok_or_else(singular)?;
            let accelerations = solve(&factor, &right, n);
            let mut limited = false;
            for slot in holds.iter_mut() {
                let Some(hold) = *slot else { continue };
                let (steady, slope) = effort(&hold);
                let (wanted, limit) = (steady - slope * accelerations[hold.freedom], hold.target[4]);
                if wanted.abs() > limit {
                    let given = wanted.clamp(-limit, limit);
                    fixed[hold.freedom] += given;
                    efforts[hold.freedom] += given;
                    (*slot, limited) = (None, true);
                }
            }
            if !limited {
                for hold in holds.iter().flatten() {
                    let (steady, slope) = effort(hold);
                    efforts[hold.freedom] += steady - slope * accelerations[hold.freedom];
                }
                return Ok((factor, accelerations));
            }
        }
    }

    /// Impulses of friction, which never reverses a motion, of end stops, which nothing passes, and of rate limits:
    /// projected Gauss-Seidel.
    fn stop(&self, factor: &Matrix, half: &Vector, rates: &mut Vector, h: f64) {
        let n = self.hinges.len();
        // Bounds of the impulse on each joint: a stop only pushes back.
        let mut bounds = [[0.0; 2]; MAX_JOINTS];
        for (freedom, hinge) in self.hinges.iter().enumerate().filter(|(_, hinge)| !hinge.guided) {
            let (rub, after) = (hinge.friction * h, half[freedom] + 0.5 * h * rates[freedom]);
            let [low, high] = hinge.limits;
            bounds[freedom] =
                [if after >= high { f64::NEG_INFINITY } else { -rub }, if after <= low { f64::INFINITY } else { rub }];
        }
        let is_limited = |freedom: &usize| {
            let hinge = &self.hinges[*freedom];
            !hinge.guided && hinge.max_velocity < f64::INFINITY
        };
        let too_fast = |freedom: usize| rates[freedom].abs() > self.hinges[freedom].max_velocity;
        let is_free = bounds.iter().all(|[low, high]| *low == 0.0 && *high == 0.0);
        if is_free && !(0..n).filter(is_limited).any(too_fast) {
            return;
        }
        let mut responses = [[0.0; MAX_JOINTS]; MAX_JOINTS];
        for freedom in 0..n {
            let mut unit = [0.0; MAX_JOINTS];
            unit[freedom] = 1.0;
            responses[freedom] = solve(factor, &unit, n);
        }
        let (mut impulses, mut brakes) = ([0.0; MAX_JOINTS], [0.0; MAX_JOINTS]);
        for _ in 0..ROUNDS {
            for freedom in (0..n).filter(|freedom| bounds[*freedom] != [0.0; 2]) {
                let [low, high] = bounds[freedom];
                let wanted = impulses[freedom] - rates[freedom] / responses[freedom][freedom];
                let impulse = wanted.clamp(low, high);
                let change = impulse - impulses[freedom];
                impulses[freedom] = impulse;
                for other in 0..n {
                    rates[other] += responses[freedom][other] * change;
                }
            }
            for freedom in (0..n).filter(is_limited) {
                let response = responses[freedom][freedom];
                let (most, unbraked) = (self.hinges[freedom].max_velocity, rates[freedom] - response * brakes[freedom]);
                let brake = (unbraked.clamp(-most, most) - unbraked) / response;
                let change = brake - brakes[freedom];
                brakes[freedom] = brake;
                for other in 0..n {
                    rates[other] += responses[freedom][other] * change;
                }
            }
        }
        // Remove the residual of the iterations.
        for freedom in (0..n).filter(is_limited) {
            let most = self.hinges[freedom].max_velocity;
            rates[freedom] = rates[freedom].clamp(-most, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROD: MassProperties =
        MassProperties { mass: 2.0, center: [0.0, 0.0, -0.3], inertia: [0.06, 0.06, 0.001, 0.0, 0.0, 0.0] };

    fn arm(params: Value, rod: MassProperties) -> Result<DynamicsRig<FixedBase>> {
        let hinge = Joint {
            name: "hinge".into(),
            parent: "base".into(),
            child: "rod".into(),
            motion: JointMotion::Revolute,
            axis: [0.0, 1.0, 0.0],
            limits: Some([-3.0, 3.0]),
            initial: 0.3,
            ..Joint::default()
        };
        DynamicsRig::<FixedBase>::body(MassProperties { mass: 3.0, ..MassProperties::default() })
            .link("base", MassProperties::default())
            .link("rod", rod)
            .joint(hinge)
            .effect("motor", EffectKind::JointEffort { joint: "hinge".into() }, Placement::default())
            .params(params)
            .build()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| {
            let mut rig = arm(json!({"damping": 0.1, "friction": 0.2}), ROD).unwrap();
            rig.effects = vec![0.7];
            rig
        });
    }

    #[test]
    fn armature_and_damping_of_a_joint_slow_it() {
        let mut rig = arm(json!({"joints": [{"joint": "hinge", "armature": 0.26, "damping": 0.0}]}), ROD).unwrap();
        rig.environment.gravity.z = 0.0;
        rig.effects = vec![1.0];
        rig.run(1.0).unwrap();
        // The rod has an inertia of 0.06 + 2·0.3² = 0.24 kg·m² about the hinge.
        assert!((rig.joints[0].velocity - 1.0 / 0.5).abs() < 1e-9, "{:?}", rig.joints[0]);
        let mut rig = arm(json!({"damping": 0.5}), ROD).unwrap();
        rig.environment.gravity.z = 0.0;
        rig.effects = vec![1.0];
        rig.run(0.5).unwrap();
        let expected = 2.0 * (1.0 - (-0.5_f64 * 0.5 / 0.24).exp());
        assert!((rig.joints[0].velocity - expected).abs() < 1e-5, "{:?} {expected}", rig.joints[0]);
    }

    /// Two rods, each on a hinge with this maximum velocity.
    fn two_rods(max_velocity: [f64; 2]) -> DynamicsRig<FixedBase> {
        let hinge = |number: usize, parent: &str| Joint {
            name: format!("hinge{number}"),
            parent: parent.into(),
            child: format!("rod{number}"),
            motion: JointMotion::Continuous,
            axis: [0.0, 1.0, 0.0],
            initial: 1.5,
            placement: Placement::at(0.0, 0.0, if number == 0 { 0.0 } else { -0.6 }),
            max_velocity: Some(max_velocity[number]),
            ..Joint::default()
        };
        DynamicsRig::<FixedBase>::body(MassProperties::default())
            .link("base", MassProperties::default())
            .link("rod0", ROD)
            .link("rod1", ROD)
            .joint(hinge(0, "base"))
            .joint(hinge(1, "rod0"))
            .effect("motor", EffectKind::JointEffort { joint: "hinge0".into() }, Placement::default())
            .build()
            .unwrap()
    }

    #[test]
    fn no_joint_moves_faster_than_its_limit_whatever_drives_it() {
        // A motor without gravity: the rate grows to the limit and stays there.
        let mut rig = two_rods([2.0, 1000.0]);
        rig.environment.gravity.z = 0.0;
        rig.effects = vec![50.0];
        rig.run(1.0).unwrap();
        assert!((rig.joints[0].velocity - 2.0).abs() < 1e-12, "{:?}", rig.joints);
        // Rods that fall or are swung by a motor are limited at all times, and move consistently with their rate.
        for effort in [0.0, 40.0, -40.0] {
            let limits = [1.0, 1.5];
            let mut rig = two_rods(limits);
            rig.effects = vec![effort];
            let mut reached = [0.0_f64; 2];
            for _ in 0..300 {
                let before = [0, 1].map(|number: usize| rig.joints[number].position);
                rig.run(0.01).unwrap();
                for (number, limit) in limits.iter().enumerate() {
                    let joint = rig.joints[number];
                    reached[number] = reached[number].max(joint.velocity.abs());
                    assert!(joint.velocity.abs() <= *limit, "{effort}: {joint:?}");
                    assert!((joint.position - before[number]).abs() <= limit * 0.01 + 1e-12, "{effort}: {joint:?}");
                }
            }
            assert!(reached[0] == 1.0 && reached[1] == 1.5, "the limits are reached: {reached:?}");
        }
        // Where no limit is reached, limits have no effect.
        let [mut limited, mut free] = [[1e3, 1e3], [f64::INFINITY, f64::INFINITY]].map(two_rods);
        limited.run(1.0).unwrap();
        free.run(1.0).unwrap();
        assert_eq!(limited.joints, free.joints);
    }

    #[test]
    fn a_joint_that_follows_another_is_left_to_the_core_and_needs_no_inertia() {
        let finger = Joint {
            name: "finger".into(),
            parent: "rod".into(),
            child: "tip".into(),
            motion: JointMotion::Revolute,
            mimic: Some(Mimic { joint: "hinge".into(), multiplier: -1.0, offset: 0.0 }),
            ..Joint::default()
        };
        let mut rig = DynamicsRig::<FixedBase>::body(MassProperties::default())
            .link("base", MassProperties::default())
            .link("rod", ROD)
            .link("tip", MassProperties::default())
            .joint(Joint {
                name: "hinge".into(),
                parent: "base".into(),
                child: "rod".into(),
                motion: JointMotion::Continuous,
                axis: [0.0, 1.0, 0.0],
                initial: 0.3,
                ..Joint::default()
            })
            .joint(finger)
            .build()
            .unwrap();
        rig.run(0.5).unwrap();
        assert!((rig.joints[0].position - 0.3).abs() > 0.1, "the rod swings: {:?}", rig.joints[0]);
        assert_eq!((rig.joints[1].position, rig.joints[1].velocity), (0.0, 0.0));
    }

    #[test]
    fn a_link_without_inertia_and_an_unknown_joint_are_refused() {
        let fault = arm(Value::Null, MassProperties::default()).err().unwrap();
        assert!(fault.message().contains("`hinge` have no inertia") && fault.advice().contains("armature"), "{fault}");
        let fault = arm(json!({"joints": [{"joint": "hing"}]}), ROD).err().unwrap();
        assert!(fault.message().contains("hing") && fault.advice().contains("hinge"), "{fault}");
    }
}
