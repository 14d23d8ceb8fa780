//! Layout of a robot's telemetry: the meaning of each value.
//!
//! Telemetry is one flat buffer of `f64` per robot, laid out once: readings, commands, effects, published values, clean readings, positions
//! and velocities of joints. Sensors write it, controllers read it, recordings copy it, services and conditions index it. Values of whole
//! scans are in a buffer of their sensor; recordings and windows copy new ones, snapshots and digests omit them.

use super::mover::{Components, MountPlace, Mover};
use super::visuals::LinkPoses;
use nalgebra::{Isometry3, UnitQuaternion};
use sim_abi::declare::{Channel, Kind};
use sim_abi::model::{JointMotion, Placement, RobotModelSpec};
use sim_abi::service::{LayoutPart, RobotLayout};
use std::sync::Arc;

/// Prefix of joints in the telemetry of a robot.
const JOINTS: &str = "joints";

/// Telemetry path of the position of a movable joint.
pub fn joint_path(joint: &str) -> String {
    format!("{JOINTS}.{joint}")
}

/// The layout of a robot: its parts in the order readings, commands, effects, published values, clean readings, joints.
pub(super) fn of(mover: &Mover, links: &LinkPoses) -> RobotLayout {
    let carried = links.has(mover.identity.body.index());
    let parts = mover.components.declarations().map(|(kind, name, id, declaration, published)| {
        let (link, mount) =
            place(&mover.components, kind, name).map_or((None, Placement::default()), |place| match carried {
                true => (Some(place.link as u32), placement(&place.link_from_mount)),
                false => (None, placement(&place.body_from_mount)),
            });
        let offset = match kind {
            Kind::Sensor => {
                mover.components.sensors.iter().find(|s| s.slot.origin.name == *name).map(|s| s.readings.start())
            }
            Kind::Actuator => {
                let actuator = mover.components.actuators.iter().find(|a| a.slot.origin.name == *name);
                actuator.map(|a| mover.telemetry.parts.commands_start() + a.commands.start())
            }
            _ => None,
        };
        LayoutPart {
            kind: kind.word().to_string(),
            name: name.to_string(),
            component: id.to_string(),
            offset: offset.unwrap_or(0),
            channels: if offset.is_some() { declaration.channels.clone() } else { Vec::new() },
            published_offset: mover.telemetry.parts.published_start() + published.start(),
            published: declaration.published.clone(),
            functions: declaration.functions.clone(),
            coverage: declaration.coverage.clone(),
            drawings: declaration.drawings.clone(),
            reads: declaration.reads.clone(),
            mount,
            link,
            port: port(&mover.components, kind, name),
        }
    });
    let joints = (mover.telemetry.parts.joints > 0).then(|| LayoutPart {
        kind: Kind::Robot.word().to_string(),
        name: JOINTS.to_string(),
        component: mover.identity.model.as_ref().map(|model| model.name.clone()).unwrap_or_default(),
        published_offset: mover.telemetry.parts.joints_start(),
        published: joints(mover.identity.model.as_deref()).collect(),
        ..LayoutPart::default()
    });
    RobotLayout {
        name: mover.identity.name.to_string(),
        len: mover.telemetry.parts.len(),
        parts: parts.chain(joints).collect(),
        ports: mover.identity.model.as_ref().map(|model| model.ports.clone()).unwrap_or_default(),
        properties: mover.identity.properties.as_deref().cloned().unwrap_or_default(),
        route: mover
            .components
            .controller
            .as_ref()
            .and_then(|slot| Some(slot.origin.shared_request.route.as_ref()?.name.clone())),
    }
}

/// Position and velocity of each movable joint.
fn joints(model: Option<&RobotModelSpec>) -> impl Iterator<Item = Channel> {
    let joints = model.into_iter().flat_map(|model| &model.joints);
    joints.filter(|joint| joint.motion != JointMotion::Fixed).flat_map(|joint| {
        let (unit, per_second) = match joint.motion {
            JointMotion::Prismatic => ("m", "m/s"),
            _ => ("rad", "rad/s"),
        };
        let [low, high] = joint.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let position = Channel::new(&joint.name, unit).range(low, high).help("Position of the joint");
        let velocity = Channel::new(format!("{}_velocity", joint.name), per_second).help("Velocity of the joint");
        [position, velocity]
    })
}

/// Mounting place of a sensor or actuator.
fn place<'a>(components: &'a Components, kind: Kind, name: &str) -> Option<&'a MountPlace> {
    match kind {
        Kind::Sensor => components.sensors.iter().find(|s| *s.slot.origin.name == *name).map(|s| &*s.mount),
        Kind::Actuator => components.actuators.iter().find(|a| *a.slot.origin.name == *name).map(|a| &*a.mount),
        _ => None,
    }
}

/// Port that a sensor or an actuator is plugged into, or an empty string.
fn port(components: &Components, kind: Kind, name: &str) -> String {
    let port = match kind {
        Kind::Sensor => components.sensors.iter().find(|s| *s.slot.origin.name == *name).map(|s| s.slot.origin.port()),
        Kind::Actuator => {
            components.actuators.iter().find(|a| *a.slot.origin.name == *name).map(|a| a.slot.origin.port())
        }
        _ => None,
    };
    port.unwrap_or_default().to_string()
}

/// Whether two robots have the same components with the same channels at the same places, in the telemetry and on the robot.
pub(super) fn equal(a: &Mover, b: &Mover) -> bool {
    let parts = || a.components.declarations().zip(b.components.declarations());
    let same_model = match (&a.identity.model, &b.identity.model) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.joints == b.joints,
        (a, b) => a.is_none() && b.is_none(),
    };
    a.telemetry.parts == b.telemetry.parts
        && (a.telemetry.parts.joints == 0 || same_model)
        && a.components.declarations().count() == b.components.declarations().count()
        && parts().all(|((kind, name, id, declaration, span), (kind_b, name_b, id_b, declaration_b, span_b))| {
            let named = (kind, name, id, span) == (kind_b, name_b, id_b, span_b);
            named && (std::ptr::eq(declaration, declaration_b) || declaration == declaration_b)
        })
        && a.components
            .sensors
            .iter()
            .zip(&b.components.sensors)
            .all(|(a, b)| a.readings == b.readings && a.mount.same(&b.mount))
        && a.components
            .actuators
            .iter()
            .zip(&b.components.actuators)
            .all(|(a, b)| (a.commands, a.effects) == (b.commands, b.effects) && a.mount.same(&b.mount))
}

/// One value of the telemetry.
#[derive(Clone, Debug, PartialEq)]
pub struct TelemetryChannel {
    /// `component.channel`, with the prefix `clean.` for a reading without noise and `effect.` for an effect.
    pub path: String,
    /// Index in the robot's telemetry.
    pub index: usize,
    /// Its description.
    pub channel: Channel,
}

/// Every value of a robot's telemetry by path.
pub(super) fn channels(mover: &Mover) -> Vec<TelemetryChannel> {
    let mut list = Vec::with_capacity(mover.telemetry.parts.len());
    let mut add = |prefix: &str, name: &str, channels: &[Channel], start: usize| {
        list.extend(channels.iter().enumerate().map(|(index, channel)| TelemetryChannel {
            path: format!("{prefix}{name}.{}", channel.name),
            index: start + index,
            channel: channel.clone(),
        }));
    };
    for sensor in &mover.components.sensors {
        add("", &sensor.slot.origin.name, &sensor.slot.instance.declaration().channels, sensor.readings.start());
        let clean = mover.telemetry.parts.clean_start() + sensor.readings.start();
        add("clean.", &sensor.slot.origin.name, &sensor.slot.instance.declaration().channels, clean);
    }
    for actuator in &mover.components.actuators {
        let declaration = &actuator.slot.instance.declaration();
        let start = mover.telemetry.parts.commands_start() + actuator.commands.start();
        add("", &actuator.slot.origin.name, &declaration.channels, start);
        let effects: Vec<Channel> = declaration.effects.iter().flat_map(|effect| effect.channels.clone()).collect();
        add(
            "effect.",
            &actuator.slot.origin.name,
            &effects,
            mover.telemetry.parts.effects_start() + actuator.effects.start(),
        );
    }
    for (_, name, _, declaration, published) in mover.components.declarations() {
        add("", name, &declaration.published, mover.telemetry.parts.published_start() + published.start());
    }
    add("", JOINTS, &joints(mover.identity.model.as_deref()).collect::<Vec<_>>(), mover.telemetry.parts.joints_start());
    list.sort_by_key(|channel| channel.index);
    list
}

/// A pose in the format of models.
pub(super) fn placement(pose: &Isometry3<f64>) -> Placement {
    let (roll, pitch, yaw) = UnitQuaternion::euler_angles(&pose.rotation);
    let at = pose.translation.vector;
    Placement { at: [at.x, at.y, at.z], rpy: [roll, pitch, yaw] }
}
