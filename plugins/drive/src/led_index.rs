//! A light whose color is selected by a number.

use sim_abi::prelude::*;

/// Parameters of a light with a color index.
#[params]
pub struct LedIndexParams {
    /// Intensity while it is on; 1 is a reference lamp.
    #[param(default = 1.0, unit = "1", min = 1e-6)]
    intensity: f64,
}

/// A light at the mount: 0 is off, 1 is white, and every other number up to 255 is a distinct color.
///
/// Any other number is an error: the command has no range, so it is not clamped.
pub struct LedIndex {
    intensity: f64,
    light: EffectOut,
    index: Published,
}

impl Actuator for LedIndex {
    type Params = LedIndexParams;

    fn new(params: LedIndexParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("index", "1").help("whole number 0 … 255: 0 is off, 1 white, the others colors"));
        let index = setup.publish(Channel::new("index", "1").range(0.0, 255.0).exact().help("displayed color"));
        Ok(Self { intensity: params.intensity, light: setup.effect(EffectKind::Light), index })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let [command] = *io.commands() else {
            return Err(Fault::new(format!("{} commands instead of 1", io.commands().len())));
        };
        if command.fract() != 0.0 || !(0.0..=255.0).contains(&command) {
            return Err(Fault::new(format!("`index` is {command}, not a color"))
                .help("command a whole number from 0 to 255: 0 is off, 1 white"));
        }
        let index = command as u8;
        let [red, green, blue] = color(index);
        let intensity = if index == 0 { 0.0 } else { self.intensity };
        io.effect(self.light).copy_from_slice(&[red, green, blue, intensity]);
        io.publish(self.index, f64::from(index));
        Ok(())
    }
}

/// Hues in sixths of a turn from red: red, green, blue, yellow, cyan, magenta, then those halfway between.
const HUES: [f64; 12] = [0.0, 2.0, 4.0, 1.0, 3.0, 5.0, 0.5, 2.5, 4.5, 1.5, 3.5, 5.5];

/// Red, green and blue, 0 … 1, of a color: black, white, the twelve hues, and then the hues again, paler in each round.
fn color(index: u8) -> [f64; 3] {
    let Some(place) = usize::from(index).checked_sub(2) else { return [f64::from(index); 3] };
    // The 254 colors take 22 rounds.
    let saturation = 1.0 - (place / HUES.len()) as f64 / 22.0;
    // From hue and saturation at full value (A. R. Smith, "Color Gamut Transform Pairs", SIGGRAPH 1978).
    [5.0, 3.0, 1.0].map(|shift| {
        let sixths = (shift + HUES[place % HUES.len()]) % 6.0;
        1.0 - saturation * sixths.min(4.0 - sixths).clamp(0.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn led(params: Value) -> ActuatorRig<LedIndex> {
        ActuatorRig::new(params, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| led(Value::Null));
    }

    /// NA-49: The lamp takes a color index from 0 (off) to 255, shown and recorded.
    #[test]
    fn zero_is_off_one_is_white_and_the_others_are_colors() {
        let mut rig = led(json!({"intensity": 0.5}));
        for (index, shown) in [
            (0.0, [0.0, 0.0, 0.0, 0.0]),
            (1.0, [1.0, 1.0, 1.0, 0.5]),
            (2.0, [1.0, 0.0, 0.0, 0.5]),
            (3.0, [0.0, 1.0, 0.0, 0.5]),
            (4.0, [0.0, 0.0, 1.0, 0.5]),
            (5.0, [1.0, 1.0, 0.0, 0.5]),
            (6.0, [0.0, 1.0, 1.0, 0.5]),
            (7.0, [1.0, 0.0, 1.0, 0.5]),
            (8.0, [1.0, 0.5, 0.0, 0.5]),
        ] {
            assert_eq!(rig.act(&[index]).unwrap(), shown, "{index}");
            assert_eq!(rig.published("index"), index);
        }
    }

    /// NA-49: The lamp takes a color index from 0 (off) to 255, shown and recorded.
    #[test]
    fn no_two_colors_are_alike_and_neighbours_are_far_apart() {
        let colors: Vec<[f64; 3]> = (0..=255).map(color).collect();
        let apart = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|part| (a[part] - b[part]).abs()).fold(0.0, f64::max);
        for (index, one) in colors.iter().enumerate() {
            assert!(one.iter().all(|part| (0.0..=1.0).contains(part)), "{index}: {one:?}");
            for (other, two) in colors.iter().enumerate().skip(index + 1) {
                let least = if other < 14 { 0.5 } else { 0.01 };
                assert!(apart(one, two) >= least - 1e-12, "{index} {one:?} and {other} {two:?}");
            }
        }
    }

    /// NA-49: The lamp takes a color index from 0 (off) to 255, shown and recorded.
    #[test]
    fn what_is_no_color_is_a_fault_and_not_limited() {
        for (command, named) in [(-1.0, "-1"), (256.0, "256"), (2.5, "2.5"), (-0.1, "-0.1"), (1e300, "1")] {
            let mut rig = led(Value::Null);
            rig.act(&[3.0]).unwrap();
            let fault = rig.act(&[command]).unwrap_err();
            assert!(fault.message().starts_with(&format!("`index` is {named}")), "{fault}");
            assert!(fault.advice().contains("from 0 to 255"), "{fault}");
            assert_eq!(rig.published("index"), 3.0);
        }
        let rig = led(Value::Null);
        let channel = &rig.declaration().channels[0];
        assert_eq!((channel.min, channel.max, channel.neutral), (None, None, 0.0));
    }
}
