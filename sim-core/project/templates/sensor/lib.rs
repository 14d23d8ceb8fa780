use sim_abi::prelude::*;

/// Parameters of the sonar.
#[params]
struct SonarParams {
    /// Longest distance measured.
    #[param(default = 1.5, unit = "m", min = 0.01)]
    max_range: f64,
    /// Angle between the axis and the edge of the cone.
    #[param(default = 0.3, unit = "rad", min = 0.0, max = 1.5)]
    half_angle: f64,
}

/// Distance to the nearest object in a flat cone along the mount's x axis.
struct Sonar {
    max_range: f64,
    directions: Vec<Vec3>,
}

impl Sensor for Sonar {
    type Params = SonarParams;

    fn new(params: SonarParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(
            Channel::new("distance", "m")
                .range(0.0, params.max_range)
                .neutral(params.max_range),
        );
        let angle = |ray: i32| params.half_angle * f64::from(ray) / 4.0;
        let directions = (-4..=4)
            .map(|ray| Vec3::new(math::cos(angle(ray)), math::sin(angle(ray)), 0.0))
            .collect();
        Ok(Self {
            max_range: params.max_range,
            directions,
        })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let mut distances = [0.0; 9];
        io.world().cast_fan(
            &io.pose(),
            &self.directions,
            self.max_range,
            Filter::default(),
            &mut distances,
        );
        reading[0] = distances.into_iter().fold(self.max_range, f64::min);
        Ok(())
    }
}

sim_abi::export! {
    /// Distance to the nearest thing in a cone ahead.
    sensor "my/{{name}}" = Sonar;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before_a_wall_at(x: f64) -> SensorRig<Sonar> {
        let mut rig = SensorRig::new(json!({"max_range": 2.0})).unwrap();
        rig.world.planes.push((Vec3::new(x, 0.0, 0.0), -Vec3::x()));
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| before_a_wall_at(1.0));
    }

    #[test]
    fn it_reads_the_nearest_distance_or_its_range_in_free_space() {
        let distance = before_a_wall_at(1.0).sense_channel("distance").unwrap();
        assert!((distance - 1.0).abs() < 1e-9, "{distance} m");
        assert_eq!(before_a_wall_at(3.0).sense().unwrap(), [2.0]);
    }
}
