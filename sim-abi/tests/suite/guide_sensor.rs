use sim_abi::prelude::*;

/// Parameters of the pressure gauge.
#[params]
struct GaugeParams {
    /// Maximum depth.
    #[param(default = 50.0, unit = "m", min = 0.1)]
    deepest: f64,
}

/// Depth of the mount below the surface of the medium, and the pressure there.
struct Gauge {
    deepest: f64,
}

impl Sensor for Gauge {
    type Params = GaugeParams;

    fn new(params: GaugeParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("depth", "m").range(0.0, params.deepest));
        setup.channel(Channel::new("pressure", "Pa").range(0.0, f64::INFINITY).help("relative to the surface"));
        setup.set_default_period(0.1); // default; a scene can override it
        Ok(Self { deepest: params.deepest })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let here = io.pose().translation.vector; // current position of the mount
        let medium = io.world().medium(here);
        let below = medium.surface_height - here.z; // infinite where there is no surface
        let depth = if below.is_finite() { below.clamp(0.0, self.deepest) } else { 0.0 };
        reading.copy_from_slice(&[depth, medium.density * io.gravity().norm() * depth]);
        Ok(())
    }
}

sim_abi::export! {
    /// Depth under water, and the pressure there.
    sensor "demo/gauge" = Gauge;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_depth(depth: f64) -> SensorRig<Gauge> {
        let mut rig = SensorRig::new(json!({"deepest": 20.0})).unwrap();
        (rig.world.medium.density, rig.world.medium.surface_height) = (1000.0, 3.0);
        rig.body.pose.translation.vector = Vec3::new(5.0, 0.0, 3.0 - depth);
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| at_depth(2.0));
    }

    #[test]
    fn it_reads_depth_and_pressure_and_ends_at_its_limit() {
        let reading = at_depth(2.0).sense().unwrap();
        assert!((reading[0] - 2.0).abs() < 1e-12 && (reading[1] - 19_620.0).abs() < 1.0, "{reading:?}");
        assert_eq!(at_depth(90.0).sense_channel("depth").unwrap(), 20.0);
    }

    #[test]
    fn it_reads_zero_where_there_is_no_water() {
        assert_eq!(SensorRig::<Gauge>::new(Value::Null).unwrap().sense().unwrap(), [0.0, 0.0]);
    }
}
