//! Beacons and lights of a scene.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use sim_abi::ffi::types as abi;
use sim_scene::{BeaconKind, LightKind, Posed, Scene};

/// Kinds of beacon (their categories, sorted) and names by id.
pub(super) fn beacon_names(scene: &Scene) -> (Vec<String>, Vec<String>) {
    let mut kinds: Vec<String> = scene.beacons.iter().map(|beacon| beacon.category.clone()).collect();
    kinds.sort();
    kinds.dedup();
    (kinds, scene.beacons.iter().map(|beacon| beacon.name.clone()).collect())
}

/// The orientation that rotates −z into a direction.
fn facing(direction: [f64; 3]) -> UnitQuaternion<f64> {
    let axis = Vector3::from(direction).normalize();
    UnitQuaternion::rotation_between(&-Vector3::z(), &axis)
        .unwrap_or_else(|| UnitQuaternion::from_euler_angles(std::f64::consts::PI, 0.0, 0.0))
}

/// World pose of an item that may be attached to an object.
fn carried(scene: &Scene, own: Isometry3<f64>, parent: Option<&str>) -> Isometry3<f64> {
    let object = parent.and_then(|parent| scene.objects.iter().find(|object| object.name == parent));
    match object {
        Some(object) => carried(scene, object.pose() * own, object.parent.as_deref()),
        None => own,
    }
}

pub(super) fn beacons(scene: &Scene, kinds: &[String]) -> Vec<abi::Beacon> {
    let beacons = scene.beacons.iter().enumerate().map(|(id, beacon)| {
        let mut pose = carried(scene, beacon.pose(), beacon.parent.as_deref());
        let cone = match &beacon.kind {
            BeaconKind::Omni => std::f64::consts::TAU,
            BeaconKind::Cone(cone) => {
                pose.rotation *= facing(cone.direction.0);
                2.0 * cone.half_angle
            }
        };
        let kind = kinds.iter().position(|kind| *kind == beacon.category).unwrap_or(0) as u32;
        abi::Beacon { id: id as u32, kind, pose: pose.into(), range: beacon.range, cone }
    });
    beacons.collect()
}

pub(super) fn lights(scene: &Scene) -> Vec<abi::Light> {
    let lights = scene.lights.iter().filter(|light| light.on).map(|light| {
        let pose = carried(scene, light.pose(), light.parent.as_deref());
        let (kind, position, attenuation, radius) = match &light.kind {
            LightKind::Ambient => (2, pose.translation.vector, None, f64::INFINITY),
            LightKind::Directional(direction) => (1, pose.rotation * Vector3::from(direction.0), None, f64::INFINITY),
            LightKind::Point(lamp) => (0, pose.translation.vector, Some(&lamp.attenuation), lamp.radius),
            LightKind::Spot(lamp) => (0, pose.translation.vector, Some(&lamp.attenuation), lamp.radius),
        };
        let (a, b, c) = attenuation.map_or((1.0, 0.0, 0.0), |a| (a.constant, a.linear, a.quadratic));
        let [x, y, z] = light.color.rgb();
        abi::Light {
            position: position.into(),
            color: abi::Vec3 { x, y, z },
            intensity: light.intensity,
            attenuation: abi::Vec3 { x: a, y: b, z: c },
            radius,
            kind,
            owner: abi::NO_OBJECT,
        }
    });
    lights.collect()
}
