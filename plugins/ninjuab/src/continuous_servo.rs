//! A continuous-rotation servo.

use sim_abi::prelude::*;

/// Pulse at which it stops, µs.
const STOP: f64 = 1500.0;
/// Half width of the dead band around it, µs.
const DEAD_BAND: f64 = 20.0;
/// Distance from it at which the servo runs at full speed, µs: 1280 and 1720.
const FULL: f64 = 220.0;
/// Minimum and maximum valid pulse, µs.
const MIN_PULSE: f64 = 1000.0;
const MAX_PULSE: f64 = 2000.0;

/// Fraction of the full speed at a pulse (µs), −1 … 1: zero within the dead band, then linear up to full speed, then
/// constant.
pub fn share(pulse: f64) -> f64 {
    let from_stop = pulse - STOP;
    let beyond = (from_stop.abs() - DEAD_BAND).max(0.0) / (FULL - DEAD_BAND);
    beyond.min(1.0).copysign(from_stop)
}

/// Parameters of a continuous-rotation servo.
#[params]
pub struct ContinuousServoParams {
    /// Joint to move.
    #[param(default = "left_wheel".to_string())]
    joint: String,
    /// Speed at 1720 µs and more.
    #[param(default = 4.329004329004329, unit = "rad/s", min = 1e-3, max = 100.0)]
    full_speed: f64,
    /// Speed factor, for differences between servos.
    #[param(default = 1.0, unit = "1", min = 0.1, max = 2.0)]
    gain: f64,
    /// Whether it is mounted in reverse: pulses below 1500 µs turn the joint forward.
    #[param(default = false)]
    mirrored: bool,
}

/// Turns a joint at the speed set by its pulse. Without pulses (0 µs), it brakes.
pub struct ContinuousServo {
    velocity: EffectOut,
    braking: Published,
    /// Joint speed at full pulses, rad/s; negative for a mirrored servo.
    full_speed: f64,
    /// Whether a warning about a too short pulse has been logged.
    warned: bool,
}

impl Actuator for ContinuousServo {
    type Params = ContinuousServoParams;

    fn new(params: ContinuousServoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.joint(&params.joint)?;
        let pulse = Channel::new("pulse", "µs").range(0.0, MAX_PULSE).neutral(STOP);
        setup.command(pulse.help("pulse width, 1000 … 2000; 1500 stops, 0 brakes without a pulse"));
        let braking = setup.publish(Channel::new("braking", "1").range(0.0, 1.0).exact().help("1 without pulses"));
        let velocity = setup.effect(EffectKind::JointVelocity { joint: params.joint });
        let direction = if params.mirrored { -1.0 } else { 1.0 };
        Ok(Self { velocity, braking, full_speed: direction * params.gain * params.full_speed, warned: false })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let pulse = io.commands()[0];
        let is_pulse = pulse > 0.0;
        if is_pulse && pulse < MIN_PULSE && !self.warned {
            self.warned = true;
            io.log(LogLevel::Warn, format!("a pulse of {pulse} µs is too short, clamped to {MIN_PULSE} µs"));
        }
        let speed = if is_pulse { self.full_speed * share(pulse.max(MIN_PULSE)) } else { 0.0 };
        io.publish(self.braking, f64::from(u8::from(!is_pulse)));
        io.set(self.velocity, speed);
        Ok(())
    }

    save_fields!(warned);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> ActuatorRig<ContinuousServo> {
        let wheel = Joint { name: "left_wheel".into(), motion: JointMotion::Continuous, ..Joint::default() };
        ActuatorRig::new(params, &[wheel]).unwrap()
    }

    fn speed(rig: &mut ActuatorRig<ContinuousServo>, pulse: f64) -> f64 {
        rig.act(&[pulse]).unwrap()[0]
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| rig(json!({"gain": 0.998, "mirrored": true})));
    }

    /// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
    #[test]
    fn the_speed_grows_evenly_from_the_dead_band_to_full_speed() {
        let mut servo = rig(json!({"full_speed": 10.0}));
        for (pulse, expected) in [
            (1500.0, 0.0),
            (1480.0, 0.0),
            (1520.0, 0.0),
            (1521.0, 0.05),
            (1479.0, -0.05),
            (1620.0, 5.0),
            (1660.0, 7.0),
            (1340.0, -7.0),
            (1720.0, 10.0),
            (1280.0, -10.0),
            (2000.0, 10.0),
            (1000.0, -10.0),
        ] {
            let found = speed(&mut servo, pulse);
            assert!((found - expected).abs() < 1e-12, "{pulse} µs: {found} rad/s");
        }
    }

    /// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
    #[test]
    fn no_pulse_brakes() {
        let mut servo = rig(Value::Null);
        assert!(speed(&mut servo, 1660.0) > 0.0 && servo.published("braking") == 0.0);
        assert_eq!((speed(&mut servo, 0.0), servo.published("braking")), (0.0, 1.0));
        assert_eq!((speed(&mut servo, 1500.0), servo.published("braking")), (0.0, 0.0));
    }

    /// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
    #[test]
    fn a_pulse_that_is_too_short_is_clamped_and_reported_once() {
        let mut servo = rig(json!({"full_speed": 10.0}));
        assert_eq!([999.0, 1.0, 500.0].map(|pulse| speed(&mut servo, pulse)), [-10.0; 3]);
        assert_eq!(servo.log(), ["a pulse of 999 µs is too short, clamped to 1000 µs"]);
        let command = &servo.declaration().channels[0];
        assert_eq!((command.max, command.neutral), (Some(2000.0), 1500.0), "the host clamps and counts longer pulses");
    }

    /// MR-06: A pulse offset of 160 µs yields 10 cm/s straight or 95.5°/s in place.
    #[test]
    fn at_160_microseconds_the_default_wheel_rolls_10_cm_a_second() {
        assert!((speed(&mut rig(Value::Null), 1660.0) * 0.033 - 0.1).abs() < 1e-12);
        assert!((speed(&mut rig(json!({"mirrored": true})), 1340.0) * 0.033 - 0.1).abs() < 1e-12);
        assert!((speed(&mut rig(json!({"gain": 0.998})), 1660.0) * 0.033 - 0.0998).abs() < 1e-12);
    }

    #[test]
    fn an_unknown_joint_is_refused_with_the_nearest() {
        let fault = ActuatorRig::<ContinuousServo>::new(
            json!({"joint": "left_whel"}),
            &[Joint { name: "left_wheel".into(), ..Joint::default() }],
        );
        assert!(fault.err().unwrap().advice().starts_with("did you mean `left_wheel`?"));
    }
}
