//! Checks the spaces that components require to be clear.

use super::collide::invalid_geometry;
use super::media::Media;
use super::world::{BodyInfo, World, category};
use nalgebra::Point3;
use sim_abi::clear_space::ClearSpace;
use sim_abi::declare::Kind;
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::{BodyId, QueryFilter, SpatialIndex};
use std::borrow::Cow;

/// Penetration below which an object only touches a space, m: meshes have the precision of f32.
const TOUCH: f64 = 1e-6;

/// Possible obstacles: fixed bodies and media.
pub(super) struct Surroundings<'a> {
    pub(super) index: &'a SpatialIndex,
    pub(super) bodies: &'a [BodyInfo],
    pub(super) media: Cow<'a, Media>,
    /// Whether the first body is the floor.
    pub(super) has_floor: bool,
}

/// An obstacle in a space.
struct Obstruction {
    /// Its name.
    name: String,
    /// Distance from the center of the space, m; negative inside.
    distance: f64,
    is_liquid: bool,
}

impl<'a> Surroundings<'a> {
    /// The obstacles of a world.
    pub(super) fn of(world: &'a World) -> Self {
        let World { index, bodies, media, floor, .. } = world;
        Self { index, bodies, media: Cow::Borrowed(media), has_floor: floor.is_some() }
    }

    /// A diagnostic for each space of a component that is not clear, with the path of its parameter.
    pub(super) fn findings(&self, kind: Kind, id: &str, places: &[ClearSpace]) -> Vec<Diagnostic> {
        let finding = |place: &ClearSpace| match self.obstruction(place) {
            Ok(found) => found.map(|found| refusal(kind, id, place, &found)),
            Err(diagnostic) => Some(diagnostic),
        };
        places.iter().filter_map(finding).collect()
    }

    /// The same as a single diagnostic, at the first of these spaces.
    ///
    /// # Errors
    /// If one is not clear.
    pub(super) fn check(&self, kind: Kind, id: &str, places: &[ClearSpace]) -> Result<(), Diagnostic> {
        let mut findings = self.findings(kind, id, places).into_iter();
        let Some(first) = findings.next() else { return Ok(()) };
        let others: Vec<String> = findings.filter_map(|finding| finding.path).collect();
        let Some(found) = first.found.clone().filter(|_| !others.is_empty()) else { return Err(first) };
        let others = others.join(", ");
        Err(first.with_found(format!("{found}; also blocked: {others}")))
    }

    /// The obstacle that extends furthest into a space.
    fn obstruction(&self, place: &ClearSpace) -> Result<Option<Obstruction>, Diagnostic> {
        let at = Point3::from(place.at);
        let filter = QueryFilter { moving: false, ..QueryFilter::default() };
        let hit = self.index.nearest_solid(&at, place.radius, &filter).map_err(|error| invalid_geometry(&error))?;
        let name = |body: BodyId| self.bodies.get(body.index()).map_or_else(String::new, |body| body.name.to_string());
        let solid = hit.map(|hit| (name(hit.body), hit.distance, false));
        let floor = self.floor().map(|height| (name(BodyId(0)), at.z - height, false));
        let liquid = self.media.nearest_liquid(&at.coords).filter(|_| place.dry);
        let liquid = liquid.map(|(name, distance)| (name.to_owned(), distance, true));
        let all = [solid, floor, liquid].into_iter().flatten();
        let deepest = all.min_by(|one, other| one.1.total_cmp(&other.1));
        let deepest = deepest.filter(|(_, distance, _)| *distance < place.radius - TOUCH);
        Ok(deepest.map(|(name, distance, is_liquid)| Obstruction { name, distance, is_liquid }))
    }

    /// Height of the floor, m. It is solid only if something could fall onto it, but always counts here.
    fn floor(&self) -> Option<f64> {
        let floor = self.bodies.first().filter(|body| self.has_floor && body.category & category::GROUND != 0)?;
        let height = || self.index.pose(BodyId(0)).ok().map(|pose| pose.translation.vector.z);
        (&*floor.name == "floor").then(height).flatten()
    }
}

/// The diagnostic for a space.
fn refusal(kind: Kind, id: &str, place: &ClearSpace, found: &Obstruction) -> Diagnostic {
    let reason: String = match place.reason.as_str() {
        "" => "a required clear space is blocked".to_string(),
        reason => reason.into(),
    };
    let Obstruction { name, distance, is_liquid } = found;
    let what = match is_liquid {
        true => format!("the liquid `{name}`"),
        false => format!("`{name}`"),
    };
    let [x, y, z] = place.at;
    let meters = |length: f64| format!("{length:.3}");
    let overlap = match (*distance, place.radius) {
        (f64::NEG_INFINITY, _) => format!("{what} fills the whole world"),
        (distance, _) if distance < 0.0 => {
            format!("({x}, {y}, {z}) is {depth} m inside {what}", depth = meters(-distance))
        }
        (distance, radius) => format!(
            "{what} reaches {depth} m into the sphere of radius {radius} m at ({x}, {y}, {z})",
            depth = meters(radius - distance)
        ),
    };
    let help = match place.radius - distance {
        f64::INFINITY => "limit the medium to a region outside this space".to_string(),
        // Rounded up, so that it suffices; the last bits do not matter.
        missing => format!(
            "move the space {missing} m away from {what}, or move the obstacle",
            missing = meters((missing * 1e3 - 1e-3).ceil() / 1e3)
        ),
    };
    let message = format!("{the} `{id}`: {reason}", the = words::the(kind));
    let finding = Diagnostic::error(Code::SceneNotFree, message).with_found(overlap).with_help(help);
    match place.parameter.as_str() {
        "" => finding,
        parameter => finding.with_path(format!("params.{parameter}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Isometry3, Vector3};
    use sim_geometry::{Collider, Mobility, Shape};
    use sim_scene::{Scene, text::Format};
    use std::sync::Arc;

    /// Liquid below -5 m, a wall from x = 2, a wall without collision from x = -2, and a moving body at y = 5.
    fn findings(floor: Option<f64>, places: &[ClearSpace]) -> Vec<Diagnostic> {
        let (mut index, mut bodies) = (SpatialIndex::new(), Vec::new());
        let mut add = |name: &str, mobility, shape, pose, solid, category| {
            let collider = Collider { solid, detectable: !solid, category, ..Collider::new(shape) };
            index.add_body(mobility, vec![collider], pose).unwrap();
            bodies.push(BodyInfo {
                name: name.into(),
                category,
                mover: None,
                visuals: Arc::default(),
                clear: Default::default(),
            });
        };
        if let Some(height) = floor {
            let (pose, category) = (Isometry3::translation(0.0, 0.0, height), category::FIXED | category::GROUND);
            add("floor", Mobility::Fixed, Shape::HalfSpace, pose, false, category);
        }
        for (name, at, mobility, solid) in [
            ("wall", [3.0, 0.0, 0.0], Mobility::Fixed, true),
            ("curtain", [-3.0, 0.0, 0.0], Mobility::Fixed, false),
            ("ball", [0.0, 5.0, 0.0], Mobility::Moving, true),
        ] {
            let shape = Shape::try_box(Vector3::repeat(1.0)).unwrap();
            let pose = Isometry3::translation(at[0], at[1], at[2]);
            add(name, mobility, shape, pose, solid, category::FIXED);
        }
        index.refresh(false);
        let scene = r#"(format_version: 1, run: (dt: 0.1), media: [(name: "sea", region: Below(-5), density: 1000)])"#;
        let scene = Scene::parse(scene, Format::Ron, "sea.ron").unwrap().scene;
        let media = Cow::Owned(Media::new(&scene.media, 1));
        let around = Surroundings { index: &index, bodies: &bodies, media, has_floor: floor.is_some() };
        let findings = around.findings(Kind::Controller, "a/b", places);
        assert_eq!(around.check(Kind::Controller, "a/b", places).is_err(), !findings.is_empty());
        if let ([first, .., last], Err(reported)) = (&findings[..], around.check(Kind::Controller, "a/b", places)) {
            let others = reported.found.as_deref().unwrap().split_once("; also blocked: ").unwrap().1.to_owned();
            assert!(reported.path == first.path && others.ends_with(last.path.as_deref().unwrap()), "{reported}");
        }
        findings
    }

    fn place(x: f64, y: f64, z: f64, radius: f64) -> ClearSpace {
        ClearSpace::new([x, y, z], radius, format!("goals[{}]", (x * 10.0).round()))
    }

    #[test]
    fn blocked_clear_spaces_are_reported() {
        let reported =
            findings(None, &[place(1.5, 0.0, 0.0, 0.6), place(1.5, 0.0, 0.0, 0.5), place(2.25, 0.0, 0.0, 0.0)]);
        let [near, inside] = &reported[..] else { panic!("{reported:?}") };
        assert_eq!(
            near.to_string(),
            "error[SC034]: the controller `a/b`: a required clear space is blocked\n  --> (params.goals[15])\n  \
             found: `wall` reaches 0.100 m into the sphere of radius 0.6 m at (1.5, 0, 0)\n  \
             help: move the space 0.100 m away from `wall`, or move the obstacle"
        );
        assert_eq!(inside.found.as_deref(), Some("(2.25, 0, 0) is 0.250 m inside `wall`"));
        let reason = place(2.25, 0.0, 0.0, 0.0).because("goal 3 is in the wall");
        assert_eq!(findings(None, &[reason])[0].message, "the controller `a/b`: goal 3 is in the wall");
        let reported = findings(None, &[ClearSpace::new([3.0, 0.0, 0.0], 0.0, "")]);
        assert_eq!(reported[0].path, None);
    }

    #[test]
    fn moving_and_non_colliding_bodies_do_not_block_a_space() {
        assert!(findings(None, &[place(-3.0, 0.0, 0.0, 0.5), place(0.0, 5.0, 0.0, 0.5)]).is_empty());
    }

    #[test]
    fn the_floor_blocks_a_space_even_if_it_is_not_solid() {
        assert!(findings(Some(-2.0), &[place(0.0, 0.0, -1.5, 0.5)]).is_empty());
        let reported = findings(Some(-2.0), &[place(0.0, 0.0, -1.5, 0.75)]);
        assert!(reported[0].found.as_deref().unwrap().starts_with("`floor` reaches 0.250 m into"), "{reported:?}");
    }

    #[test]
    fn liquids_block_dry_spaces() {
        let place = place(0.0, 0.0, -4.5, 0.75);
        assert!(findings(None, std::slice::from_ref(&place)).is_empty());
        let reported = findings(None, &[place.dry()]);
        assert!(
            reported[0].found.as_deref().unwrap().starts_with("the liquid `sea` reaches 0.250 m into"),
            "{reported:?}"
        );
    }
}
