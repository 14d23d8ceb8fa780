use sim_abi::prelude::*;

/// Parameters of the carrier.
#[params]
struct CarrierParams {
    /// Length, width and height.
    #[param(default = [0.8, 0.6, 0.4], unit = "m", min = 0.1, max = 5.0)]
    size: [f64; 3],
}

/// A box that moves in any direction.
struct Carrier;

impl RobotModel for Carrier {
    type Params = CarrierParams;

    fn model(params: CarrierParams) -> Result<RobotModelSpec> {
        let size = params.size;
        let placement = Placement::at(0.0, 0.0, size[2] / 2.0);
        let mount =
            |name: &str, component: &str| Mount { name: name.into(), component: component.into(), ..Mount::default() };
        Ok(RobotModelSpec {
            format_version: 1,
            name: "Carrier".into(),
            links: vec![Link {
                name: "body".into(),
                mass: MassProperties { mass: 20.0, center: [0.0, 0.0, 0.2], inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] },
                collision: vec![CollisionShape { placement, geometry: Geometry::Box { size } }],
                visual: vec![Visual {
                    placement,
                    geometry: Geometry::Box { size },
                    color: [0.2, 0.6, 0.3, 1.0],
                    paint: true,
                }],
            }],
            sensors: vec![
                mount("position", "navigation/gps"),
                mount("compass", "navigation/compass"),
                mount("uwb", "acme/uwb"),
            ],
            actuators: vec![mount("base", "robomap/base")],
            dynamics: Some(ComponentRef::new("robomap/holonomic")),
            controller: Some(ComponentRef::with("route/follow", json!({"waits": true, "turn_gain": 0.9}))),
            ..RobotModelSpec::default()
        })
    }

    fn datasheet() -> Datasheet {
        Datasheet::default()
            .property(Property::new("serial number", PropertyForm::Text))
            .property(Property::new("ip", PropertyForm::Ipv4Address).default_value("10.0.0.1"))
    }
}

/// Counts the ultra-wideband beacons whose cone contains it.
struct Uwb {
    kind: Option<u32>,
}

impl Sensor for Uwb {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("count", "1").range(0.0, f64::INFINITY).exact());
        Ok(Self { kind: setup.beacon_kinds().iter().position(|kind| kind == "uwb").map(|kind| kind as u32) })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let here = io.pose().translation.vector;
        let received = io.world().beacons().filter(|beacon| {
            Some(beacon.kind) == self.kind && (Vec3::from(beacon.pose.position) - here).norm() <= beacon.range
        });
        reading[0] = received.count() as f64;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default()
            .beacon(BeaconType::new("UWB anchor", "uwb", 30.0).property(Property::new("anchor", PropertyForm::Text)))
    }
}

sim_abi::export! {
    /// A box that goes in any direction.
    robot "acme/carrier" = Carrier;
    /// Counts the ultra-wideband anchors in range.
    sensor "acme/uwb" = Uwb;
}
