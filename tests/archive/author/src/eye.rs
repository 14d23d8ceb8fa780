//! A sensor that asks the world every question.

use sim_abi::prelude::*;

/// Channels, in the order of what [`Eye::sense`] writes.
const CHANNELS: [(&str, &str); 17] = [
    ("fan", "m"),
    ("ray", "m"),
    ("shape", "m"),
    ("nearest", "m"),
    ("named", "1"),
    ("contacts", "1"),
    ("density", "kg/m³"),
    ("ground", "m"),
    ("red", "1"),
    ("beacon", "m"),
    ("lights", "1"),
    ("word", "1"),
    ("image", "1"),
    ("joint", "rad"),
    ("velocity", "m/s"),
    ("weight", "m/s²"),
    ("readings", "1"),
];

/// How far it looks.
#[params]
pub struct EyeParams {
    /// Reach of all questions, m.
    #[param(default = 10.0, min = 0.1, max = 100.0, unit = "m")]
    max_range: f64,
}

pub struct Eye {
    max_range: f64,
    joint: JointIndex,
    readings: u32,
}

impl Sensor for Eye {
    type Params = EyeParams;

    fn new(params: EyeParams, setup: &mut SensorSetup) -> Result<Self> {
        for (name, unit) in CHANNELS {
            setup.channel(Channel::new(name, unit));
        }
        setup.coverage(Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, params.max_range).channel(1));
        let known = setup.beacons().iter().any(|name| name == "mark") && setup.category_bit("robot").is_some();
        if !known {
            return Err(Fault::new("there is no beacon `mark`").because(Cause::Binding));
        }
        Ok(Self { max_range: params.max_range, joint: setup.joint("velocity")?, readings: 0 })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (world, pose, max_range) = (io.world(), io.pose(), self.max_range);
        let at = pose.translation.vector;
        let fixed = Filter { moving: 0, ..Filter::default() };
        let mut fan = [0.0; 2];
        world.cast_fan(&pose, &[Vec3::x(), -Vec3::x()], max_range, fixed, &mut fan);
        let hit = world.cast_ray(at, Vec3::x(), max_range, fixed).ok_or_else(|| Fault::new("no wall"))?;
        let shape = world.cast_shape(Probe::Sphere(0.05), &pose, Vec3::x(), max_range, fixed);
        let near = world.nearest(at, max_range, fixed);
        let wall = world.object_at(Vec3::from(hit.point) + Vec3::new(0.01, 0.0, 0.0), fixed);
        let name = wall.map(|wall| world.object_name(wall)).unwrap_or_default();
        let mut ground = [Ground::default()];
        world.ground(&[at], &mut ground);
        let mark = world.beacons().next().ok_or_else(|| Fault::new("no beacon"))?;
        let mut words = [0.0; 4];
        let word = match world.messages().next() {
            Some(message) => {
                let count = world.message_words(0, &mut words);
                f64::from(message.channel) + words[..count].iter().sum::<f64>()
            }
            None => 0.0,
        };
        let request = ImageRequest {
            pose: pose.into(),
            width: 4,
            height: 2,
            field_of_view: 1.0,
            near: 0.1,
            far: 10.0,
            ..ImageRequest::default()
        };
        let mut pixels = [0; 32];
        let drawn = world.image(&request, &mut pixels) == ImageStatus::Drawn;
        self.readings += 1;
        reading.copy_from_slice(&[
            fan[0],
            hit.distance,
            shape.map_or(f64::MAX, |hit| hit.distance),
            near.map_or(f64::MAX, |hit| hit.distance),
            if name == "wall" { 1.0 } else { 0.0 },
            world.contacts().count() as f64,
            world.medium(at).density,
            ground[0].height,
            world.ground_color(at)[0],
            (Vec3::from(mark.pose.position) - at).norm(),
            world.lights().map(|light| light.intensity).sum(),
            word,
            if drawn { f64::from(pixels[31]) } else { -1.0 },
            io.joint(self.joint).position,
            io.velocity().x,
            io.gravity().z,
            f64::from(self.readings),
        ]);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.readings)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.readings = state::load(bytes)?;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().label("archive.part", "eye").function(Function::new("ray"))
    }

    fn call(&mut self, function: &str, _: &[Value], reading: &[f64]) -> Result<Value> {
        match function {
            "ray" => Ok(json!(reading[1])),
            _ => Err(Fault::new(format!("there is no function `{function}`"))),
        }
    }
}
