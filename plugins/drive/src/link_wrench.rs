//! Force and torque on a link.

use sim_abi::prelude::*;

/// Parameters of a wrench on a link.
#[params]
pub struct LinkWrenchParams {
    /// Link to push.
    link: String,
    /// Maximum component of the force; 0: unlimited.
    #[param(default = 0.0, unit = "N", min = 0.0)]
    max_force: f64,
    /// Maximum component of the torque; 0: unlimited.
    #[param(default = 0.0, unit = "N·m", min = 0.0)]
    max_torque: f64,
}

/// Applies a force and a torque to a link at its origin, in its own axes.
pub struct LinkWrench(EffectOut);

impl Actuator for LinkWrench {
    type Params = LinkWrenchParams;

    fn new(params: LinkWrenchParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let kind = EffectKind::LinkWrench { link: params.link };
        for channel in kind.channels() {
            let limit = if channel.unit == "N" { params.max_force } else { params.max_torque };
            let limit = if limit > 0.0 { limit } else { f64::INFINITY };
            setup.command(channel.range(-limit, limit).frame("link"));
        }
        Ok(Self(setup.effect(kind)))
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let mut wrench = [0.0; 6];
        wrench.copy_from_slice(io.commands());
        io.effect(self.0).copy_from_slice(&wrench);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard", dynamics: "body/rigid",
    actuators: {"push": (id: "drive/link-wrench", params: (link: "body", max_force: 5))})]"#,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| ActuatorRig::<LinkWrench>::new(json!({"link": "body"}), &[]).unwrap());
    }

    #[test]
    fn it_gives_force_and_torque_as_commanded() {
        let mut rig = ActuatorRig::<LinkWrench>::new(json!({"link": "body", "max_force": 4.0}), &[]).unwrap();
        let wrench = [1.0, -2.0, 3.0, 0.1, 0.2, -0.3];
        assert_eq!(rig.act(&wrench).unwrap(), wrench);
        let [force, torque] = [0, 3].map(|number| rig.declaration().channels[number].clone());
        assert_eq!((force.max, force.unit.as_str()), (Some(4.0), "N"));
        assert_eq!((torque.max, torque.unit.as_str()), (None, "N·m"));
    }
}
