//! Bodies of scene objects: their categories, colliders and poses.

use super::shapes;
use super::visuals;
use super::world::{BodyInfo, KeptClear, category};
use nalgebra::Isometry3;
use sim_diagnostics::Diagnostic;
use sim_geometry::Collider as Solid;
use sim_scene::{LoadedScene, Object, Posed, Shape};

/// Category or tag that makes a fixed object of any shape ground to drive and stand on.
const GROUND_WORD: &str = "ground";

/// Category or tag of objects above all robots, regardless of their height.
const CEILING_WORD: &str = "ceiling";

/// Category bits of an object.
pub(super) fn category_bits(object: &Object, categories: &[String]) -> u32 {
    let words = || std::iter::once(&object.category).chain(&object.tags);
    let base = match (object.shape.resolved(), object.mass) {
        (_, Some(_)) => category::MOVABLE,
        (Shape::Ramp(_) | Shape::HeightField(_), None) => category::FIXED | category::GROUND,
        (Shape::Plane(plane), None) if plane.normal[2] > 0.0 => category::FIXED | category::GROUND,
        (_, None) if words().any(|word| word == GROUND_WORD) => category::FIXED | category::GROUND,
        _ => category::FIXED,
    };
    let words = words();
    let bits = words.filter_map(|word| {
        let place = categories.iter().position(|known| known == word)? as u32 + category::FIRST_OWN;
        1u32.checked_shl(place)
    });
    bits.fold(base, |all, bit| all | bit)
}

/// Clearance of an object for robots on routes: ceilings are above them and do not count.
fn clear_of(object: &Object) -> KeptClear {
    let mut words = std::iter::once(&object.category).chain(&object.tags);
    KeptClear { counts: words.all(|word| word != CEILING_WORD), margin: object.margin.clone() }
}

/// The body of an object with this category; `mover` is the index of a movable one.
pub(super) fn info(object: &Object, category: u32, mover: Option<usize>, loaded: &LoadedScene) -> BodyInfo {
    let visuals = visuals::of_object(object, loaded).into();
    BodyInfo { name: object.name.as_str().into(), category, mover, visuals, clear: clear_of(object) }
}

/// Colliders of an object with its surface and flags, or the problem with its path relative to the object.
pub(super) fn solids(object: &Object, category: u32, loaded: &LoadedScene) -> Result<Vec<Solid>, (String, Diagnostic)> {
    let material = shapes::material(&object.material).map_err(|diagnostic| ("material".to_owned(), diagnostic))?;
    let mut solids = shapes::of_object(object, loaded)?;
    let group = loaded.scene.group(object);
    let collides = object.collides && group.is_none_or(|group| group.collides);
    let detectable = object.detectable && group.is_none_or(|group| group.detectable);
    for solid in &mut solids {
        (solid.solid, solid.detectable, solid.category) = (collides, detectable, category);
        solid.material = material;
    }
    Ok(solids)
}

/// Half of the smallest extent of all solid colliders, m.
pub(super) fn min_half_thickness(solids: &[Solid]) -> f64 {
    let extents = solids.iter().filter(|solid| solid.solid).map(|solid| solid.shape.smallest_extent());
    extents.fold(f64::INFINITY, f64::min) / 2.0
}

/// World pose of an object, through its parents.
pub(super) fn object_pose(
    loaded: &LoadedScene,
    name: &str,
    own: Isometry3<f64>,
    parent: Option<&str>,
) -> Option<Isometry3<f64>> {
    let mut pose = own;
    let mut next = parent;
    // Validation rejects cycles; the count guards against a scene built in code.
    for _ in 0..loaded.scene.objects.len() + 1 {
        let Some(parent) = next else { return Some(pose) };
        let object = loaded.scene.objects.iter().find(|object| object.name == parent && object.name != name)?;
        pose = object.pose() * pose;
        next = object.parent.as_deref();
    }
    None
}
