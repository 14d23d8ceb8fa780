//! Adapts a mover to its dynamics, both when it is built and when the dynamics is replaced.

use super::mover::{ActuatorSlot, Components, ContactMass, CoreEffect, Mover, freedom};
use nalgebra::Matrix3;
use sim_abi::declare::{Declaration, EffectKind, EffectPart};
use sim_abi::model::{JointMotion, MassProperties, RobotModelSpec};
use sim_diagnostics::{Code, Diagnostic, Severity};
use sim_physics::Freedom;

/// Sets up memory, freedom and contact mass for a dynamics; the mover keeps its own mass.
pub(super) fn adopt(mover: &mut Mover, declaration: &Declaration) {
    mover.components.memory = declaration.memory.iter().map(|channel| channel.neutral).collect();
    mover.contact.mass.freedom = freedom(declaration.freedom);
    if let Some(mass) = declaration.contact_mass.filter(|mass| *mass > 0.0) {
        let scale =
            if mover.contact.mass.inverse_mass > 0.0 { 1.0 / (mass * mover.contact.mass.inverse_mass) } else { 0.0 };
        mover.contact.mass.inverse_mass = 1.0 / mass;
        mover.contact.mass.inverse_inertia *= scale;
    }
}

/// Mass properties of a robot for contacts.
pub(super) fn contact_mass(mass: &MassProperties) -> ContactMass {
    let [xx, yy, zz, xy, xz, yz] = mass.inertia;
    let inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    ContactMass {
        inverse_mass: if mass.mass > 0.0 { 1.0 / mass.mass } else { 0.0 },
        inverse_inertia: inertia.try_inverse().unwrap_or_else(Matrix3::zeros),
        center: mass.center.into(),
        freedom: Freedom::Full,
    }
}

/// The effects that the dynamics does not consume and the core applies itself, and the problems with them.
pub(super) fn core_effects(
    components: &Components,
    spec: &RobotModelSpec,
    effects: &[EffectPart],
) -> (Vec<CoreEffect>, Vec<Diagnostic>) {
    let consumed = components.dynamics().map_or(&[][..], |slot| &slot.instance.declaration().consumes);
    let (mut list, mut problems) = (Vec::new(), Vec::new());
    for (index, part) in effects.iter().enumerate() {
        let wanted = part.effect.kind.channels().len();
        if wanted != 0 && wanted != part.effect.channels.len() {
            let message = format!(
                "actuator `{actuator}` declares an effect with the wrong number of values",
                actuator = part.actuator
            );
            let diagnostic = Diagnostic::error(Code::PluginDeclaration, message)
                .with_expected(format!("{wanted} values for {kind:?}", kind = part.effect.kind))
                .with_found(part.effect.channels.len().to_string());
            problems.push(diagnostic);
        } else if !consumed.contains(&index) {
            match core_effect(&components.actuators, spec, part) {
                Ok(effect) => list.extend(effect),
                Err(diagnostic) => problems.push(diagnostic),
            }
        }
    }
    (list, problems)
}

fn core_effect(
    actuators: &[ActuatorSlot],
    spec: &RobotModelSpec,
    part: &EffectPart,
) -> Result<Option<CoreEffect>, Diagnostic> {
    let actuator = actuators.iter().position(|actuator| *actuator.slot.origin.name == *part.actuator);
    let actuator = actuator.expect("invariant: every effect comes from an actuator of the list");
    let effect = part.offset;
    Ok(match &part.effect.kind {
        EffectKind::JointPosition { joint } => {
            Some(CoreEffect::JointPosition { joint: joint_index(spec, joint)?, effect })
        }
        EffectKind::JointVelocity { joint } => {
            Some(CoreEffect::JointVelocity { joint: joint_index(spec, joint)?, effect })
        }
        // Without a dynamics a servo is ideal: it reaches its target position or speed at once.
        EffectKind::JointTarget { joint } => Some(CoreEffect::JointTarget { joint: joint_index(spec, joint)?, effect }),
        EffectKind::Light => Some(CoreEffect::Light { actuator, effect }),
        EffectKind::Message => {
            Some(CoreEffect::Message { actuator, effects: effect..effect + part.effect.channels.len() })
        }
        EffectKind::JointEffort { .. }
        | EffectKind::LinkWrench { .. }
        | EffectKind::Thrust
        | EffectKind::Wrench
        | EffectKind::Custom(_)
        | EffectKind::Unknown => None,
    })
}

/// The joint that an effect drives.
pub(super) fn driven(kind: &EffectKind) -> Option<&str> {
    match kind {
        EffectKind::JointEffort { joint }
        | EffectKind::JointTarget { joint }
        | EffectKind::JointVelocity { joint }
        | EffectKind::JointPosition { joint } => Some(joint),
        EffectKind::Thrust
        | EffectKind::Wrench
        | EffectKind::LinkWrench { .. }
        | EffectKind::Light
        | EffectKind::Message
        | EffectKind::Custom(_)
        | EffectKind::Unknown => None,
    }
}

/// Warnings about actuators that drive a mimic joint.
pub(super) fn driven_followers<'a>(
    spec: &'a RobotModelSpec,
    effects: &'a [EffectPart],
) -> impl Iterator<Item = Diagnostic> + 'a {
    effects.iter().filter_map(|part| {
        let name = driven(&part.effect.kind)?;
        let mimic = spec.joints.iter().find(|joint| joint.name == name)?.mimic.as_ref()?;
        let message = format!(
            "actuator `{actuator}` cannot drive joint `{name}`, which mimics `{joint}`",
            actuator = part.actuator,
            joint = mimic.joint
        );
        Some(
            Diagnostic::warning(Code::SceneNoEffect, message)
                .with_help(format!("drive `{joint}`", joint = mimic.joint)),
        )
    })
}

/// A note for a robot with movable joints but without actuators for any of them.
pub(super) fn undriven(spec: &RobotModelSpec, effects: &[EffectPart]) -> Option<Diagnostic> {
    let own = spec.joints.iter().filter(|joint| joint.motion != JointMotion::Fixed && joint.mimic.is_none());
    let names: Vec<&str> = own.map(|joint| joint.name.as_str()).collect();
    if names.is_empty() || effects.iter().any(|part| driven(&part.effect.kind).is_some()) {
        return None;
    }
    let message = match names.len() {
        1 => "1 movable joint has no actuator".to_string(),
        count => format!("{count} movable joints have no actuator"),
    };
    let help = "they keep their start position unless the dynamics model moves them; add actuators that drive them \
                (`sim plugins` lists the available ones)";
    let listed = names.iter().take(MAX_NAMES).copied().collect::<Vec<_>>().join(", ");
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    let diagnostic = Diagnostic::new(Severity::Note, Code::ModelUndriven, message);
    Some(diagnostic.with_found(format!("{listed}{more}")).with_help(help))
}

/// Maximum number of joints named in a note.
const MAX_NAMES: usize = 8;

fn joint_index(spec: &RobotModelSpec, name: &str) -> Result<usize, Diagnostic> {
    spec.joints.iter().position(|joint| joint.name == name).ok_or_else(|| {
        Diagnostic::error(Code::ModelReference, format!("unknown joint `{name}` in the model"))
            .with_nearest_of(name, spec.joints.iter().map(|joint| joint.name.as_str()))
    })
}
