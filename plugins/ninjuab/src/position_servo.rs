//! A position servo.

use sim_abi::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// Tolerance for rounding: angles closer than this are equal, rad; likewise times, s.
const SAME: f64 = 1e-9;

/// Speed of the mounted servo, rad/s: 300° per second.
pub const SLEW: f64 = 300.0 * std::f64::consts::PI / 180.0;
/// Settling time, s.
pub const SETTLE: f64 = 0.2;

/// Parameters of a position servo.
#[params]
pub struct PositionServoParams {
    /// Joint to move.
    #[param(default = "sonar".to_string())]
    joint: String,
    /// Speed at which it turns.
    #[param(default = SLEW, unit = "rad/s", min = 1e-3, max = 100.0)]
    slew: f64,
    /// Settling time after its arrival.
    #[param(default = SETTLE, unit = "s", min = 0.0, max = 5.0)]
    settle: f64,
}

/// Turns a joint to an angle between −90° and 90°, at constant speed.
pub struct PositionServo {
    joint: JointIndex,
    position: EffectOut,
    settled: Published,
    slew: f64,
    settle: f64,
    /// Last target angle, rad, and time it has been there, s.
    stands: (f64, f64),
}

impl Actuator for PositionServo {
    type Params = PositionServoParams;

    fn new(params: PositionServoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let spec = setup.joint_spec(joint);
        let [low, high] = spec.limits.unwrap_or([-FRAC_PI_2, FRAC_PI_2]);
        let [low, high] = [low.max(-FRAC_PI_2), high.min(FRAC_PI_2)];
        if low >= high {
            return Err(Fault::new(format!("the joint `{}` cannot move between −90° and 90°", params.joint))
                .help("use joint limits that leave the servo a range")
                .because(Cause::Parameters));
        }
        let start = spec.initial.clamp(low, high);
        let angle = Channel::new("angle", "rad").range(low, high).neutral(start);
        setup.command(angle.help("target angle, counterclockwise; 0 is ahead"));
        let settled = Channel::new("settled", "1").range(0.0, 1.0).exact();
        let settled = setup.publish(settled.help("1 once settled at the commanded angle"));
        let position = setup.effect(EffectKind::JointPosition { joint: params.joint });
        let PositionServoParams { slew, settle, .. } = params;
        Ok(Self { joint, position, settled, slew, settle, stands: (start, settle) })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (wanted, now, dt) = (io.commands()[0], io.joint(self.joint).position, io.dt());
        let reach = self.slew * dt;
        let (sent, stood) = self.stands;
        // It reached its current position at the end of the last tick.
        let is_there = (wanted - now).abs() <= SAME && (wanted - sent).abs() <= SAME;
        self.stands = (wanted, if is_there { stood + dt } else { 0.0 });
        io.publish(self.settled, f64::from(u8::from(is_there && self.stands.1 >= self.settle - SAME)));
        io.set(self.position, now + (wanted - now).clamp(-reach, reach));
        Ok(())
    }

    save_fields!(stands);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> ActuatorRig<PositionServo> {
        let limits = Some([-FRAC_PI_2, FRAC_PI_2]);
        let joint = Joint { name: "sonar".into(), motion: JointMotion::Revolute, limits, ..Joint::default() };
        ActuatorRig::new(params, &[joint]).unwrap()
    }

    /// Ticks until it reaches an angle (degrees), and until it has settled there.
    fn ticks(rig: &mut ActuatorRig<PositionServo>, degrees: f64) -> (usize, usize) {
        let command = degrees.to_radians();
        let mut arrived = None;
        for tick in 1..1000 {
            rig.joints[0].position = rig.act(&[command]).unwrap()[0];
            if (rig.joints[0].position - command).abs() < 1e-9 {
                arrived.get_or_insert(tick);
            }
            if rig.published("settled") == 1.0 {
                return (arrived.unwrap(), tick);
            }
        }
        panic!("it never comes to rest");
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| rig(Value::Null));
    }

    /// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
    #[test]
    fn it_turns_300_degrees_a_second_and_rests_after_0_2_s() {
        // Ticks of 10 ms.
        assert_eq!(ticks(&mut rig(Value::Null), 90.0), (30, 50));
        assert_eq!(ticks(&mut rig(Value::Null), -15.0), (5, 25));
        assert_eq!(ticks(&mut rig(json!({"slew": 1.0, "settle": 0.0})), 45.0), (79, 80));
        let mut servo = rig(Value::Null);
        ticks(&mut servo, 15.0);
        assert_eq!(ticks(&mut servo, 30.0), (5, 25), "from one angle to the next");
    }

    /// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
    #[test]
    fn it_is_not_settled_when_redirected_during_its_motion() {
        let mut servo = rig(Value::Null);
        (0..10).for_each(|_| servo.joints[0].position = servo.act(&[1.0]).unwrap()[0]);
        let here = servo.joints[0].position;
        servo.act(&[here]).unwrap();
        assert_eq!(servo.published("settled"), 0.0);
    }

    /// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
    #[test]
    fn its_range_is_90_degrees_to_either_side_at_most() {
        let range = |limits: [f64; 2]| {
            let joint = Joint { name: "sonar".into(), limits: Some(limits), ..Joint::default() };
            let rig = ActuatorRig::<PositionServo>::new(Value::Null, &[joint])?;
            Ok::<_, Fault>([rig.declaration().channels[0].min.unwrap(), rig.declaration().channels[0].max.unwrap()])
        };
        assert_eq!(
            range([-3.0, 3.0]).unwrap(),
            [-FRAC_PI_2, FRAC_PI_2],
            "the host clamps and counts angles beyond the limits"
        );
        assert_eq!(range([-0.5, 3.0]).unwrap(), [-0.5, FRAC_PI_2]);
        assert_eq!(range([2.0, 3.0]).unwrap_err().cause(), Cause::Parameters);
    }

    #[test]
    fn its_rest_survives_a_reload() {
        let mut old = rig(Value::Null);
        (0..40).for_each(|_| old.joints[0].position = old.act(&[1.0]).unwrap()[0]);
        let mut new = rig(Value::Null);
        new.joints[0].position = old.joints[0].position;
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(ticks(&mut new, 1f64.to_degrees()).1, ticks(&mut old, 1f64.to_degrees()).1);
    }
}
