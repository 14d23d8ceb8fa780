//! Objects added by services during the run, which are not in the document.

use super::live::{section, word};
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use egui::Ui;
use nalgebra::{Point3, Vector3};
use sim_core::engine::{Form, Visual};
use sim_core::scene::Object;
use sim_runner::Structure;

/// The object of a body, if it was added during the run.
pub fn of(structure: &Structure, body: usize) -> Option<&Object> {
    let info = structure.bodies.get(body).filter(|info| info.mover.is_none())?;
    structure.changes.added.iter().find(|object| *object.name == *info.name)
}

/// Shows which service has added an object.
pub fn whence(ui: &mut Ui, context: &ViewerContext<'_>, object: &Object) {
    ui.label(match context.world.structure().changes.added_by(&object.name) {
        Some(service) => text::inspector::added_by(service),
        None => text::inspector::ADDED.to_string(),
    });
}

/// Shows the size and description of an object.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, body: usize, object: &Object) {
    if let Some(size) = size(&context.world.structure().bodies[body].visuals) {
        let length = Units::of(ui.ctx()).length();
        let numbers: [f64; 3] = size.into();
        let numbers = numbers.map(|part| length.number(part, length.usual_decimals()));
        section(ui, &text::inspector::SIZE, |rows| word(rows, "x, y, z", length.after(&numbers.join(", "))));
    }
    describe(ui, object);
}

/// Shows the description of an object with its line breaks; nothing if empty.
pub fn describe(ui: &mut Ui, object: &Object) {
    if !object.description.is_empty() {
        ui.add_space(8.0);
        ui.strong(text::inspector::DESCRIPTION);
        ui.add(egui::Label::new(&object.description).wrap().selectable(true));
    }
}

/// Size along the axes of the body, m. `None` for unbounded shapes and mesh files.
fn size(shapes: &[Visual]) -> Option<Vector3<f64>> {
    let mut bounds: Option<[Point3<f64>; 2]> = None;
    let mut add = |visual: &Visual, point: Point3<f64>| {
        let point = visual.placement * point;
        let [low, high] = bounds.get_or_insert([point; 2]);
        (*low, *high) = (low.inf(&point), high.sup(&point));
    };
    for visual in shapes {
        let mut corners = |low: [f64; 3], high: [f64; 3]| {
            for corner in 0..8 {
                let part = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
                add(visual, Point3::new(part(0), part(1), part(2)));
            }
        };
        let mut about = |half: [f64; 3]| corners(half.map(|part| -part), half);
        match &visual.form {
            Form::Box(size) => about(size.map(|part| part / 2.0)),
            Form::Sphere { radius } => about([*radius; 3]),
            Form::Ellipsoid { radii } => about(*radii),
            Form::Cylinder { radius, height } => about([*radius, *radius, height / 2.0]),
            Form::Capsule { radius, height } => about([*radius, *radius, height / 2.0 + radius]),
            Form::Ramp { length, width, height } => {
                corners([-length / 2.0, -width / 2.0, 0.0], [length / 2.0, width / 2.0, *height]);
            }
            Form::Prism(prism) => {
                for [x, y] in &prism.corners {
                    [0.0, prism.height].into_iter().for_each(|z| add(visual, Point3::new(*x, *y, z)));
                }
            }
            Form::Terrain(terrain) => {
                let [x, y] = terrain.size.map(|part| part / 2.0);
                let (low, high) = terrain
                    .heights
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(*z), high.max(*z)));
                corners([-x, -y, low], [x, y, high]);
            }
            Form::Triangles(mesh) => mesh.vertices.iter().for_each(|point| add(visual, Point3::from(*point))),
            Form::Plane | Form::Mesh { .. } => return None,
        }
    }
    bounds.map(|[low, high]| high - low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Isometry3;

    #[test]
    fn a_size_is_that_of_all_parts_together() {
        let visual = |x: f64, form: Form| Visual {
            link: None,
            placement: Isometry3::translation(x, 0.0, 0.0),
            form,
            color: [1.0; 4],
        };
        let near = |shapes: &[Visual], wanted: [f64; 3]| {
            let found = size(shapes).unwrap();
            assert!((found - Vector3::from(wanted)).norm() < 1e-12, "{found} {wanted:?}");
        };
        near(&[visual(5.0, Form::Box([0.1, 0.2, 0.3]))], [0.1, 0.2, 0.3]);
        near(&[visual(0.0, Form::Sphere { radius: 0.5 }), visual(2.0, Form::Sphere { radius: 1.0 })], [3.5, 2.0, 2.0]);
        near(&[visual(0.0, Form::Capsule { radius: 0.1, height: 1.0 })], [0.2, 0.2, 1.2]);
        near(&[visual(0.0, Form::Ramp { length: 2.0, width: 1.0, height: 0.5 })], [2.0, 1.0, 0.5]);
        assert_eq!(size(&[visual(0.0, Form::Plane)]), None);
        assert_eq!(size(&[]), None, "not drawn");
    }
}
