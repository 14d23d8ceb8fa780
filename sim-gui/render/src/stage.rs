//! All bodies as meshes and instances, ready for drawing and picking.

use crate::forms::{self, Detail, MeshKey};
use crate::mesh::MeshData;
use crate::scenery::linear;
use nalgebra::{Isometry3, Matrix3, Point3, Vector3};
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::{Form, LinkPoses, Visual};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// One mesh at one pose.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Instance {
    /// Rows of `stage_from_mesh`, a 3 × 4 matrix.
    pub rows: [[f32; 4]; 3],
    /// Red, green, blue (linear), opacity.
    pub color: [f32; 4],
}

/// The owner of an instance, and its pose relative to it.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) body: u32,
    link: Option<u32>,
    /// Rows of `body_from_mesh`, or `link_from_mesh` if there is a link, including its scale.
    rows: [[f64; 4]; 3],
}

/// Transparent faces around a body. They are only drawn: not picked, without shadow, and not part of any bounding box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shell {
    /// Index of the body.
    pub body: usize,
    /// Minimum corner of the box, in the frame of the body, m.
    pub low: Point3<f64>,
    /// Maximum corner.
    pub high: Point3<f64>,
    /// Red, green, blue, opacity as sRGB, each 0 … 1.
    pub color: [f32; 4],
}

/// Consecutive instances of one mesh.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) mesh: usize,
    pub(crate) items: Range<usize>,
    pub(crate) transparent: bool,
    /// An infinite plane, which casts no shadow and is not part of the bounds of the scene.
    pub(crate) endless: bool,
    /// Faces around bodies, see [`Shell`].
    pub(crate) shells: bool,
}

/// All bodies as meshes and instances.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    detail: Detail,
    visuals: Vec<Arc<[Visual]>>,
    hidden: Vec<bool>,
    keys: HashMap<MeshKey, usize>,
    meshes: Vec<Arc<MeshData>>,
    items: Vec<Item>,
    batches: Vec<Batch>,
    /// Items of each body.
    by_body: Vec<Vec<u32>>,
    shells: Vec<Shell>,
    /// Index of the first shell item; shells come last.
    first_shell: usize,
    instances: Vec<Instance>,
    poses: Vec<Isometry3<f64>>,
    origin: Vector3<f64>,
    generation: u64,
    problems: Vec<Diagnostic>,
}

impl Stage {
    /// An empty stage.
    pub fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// Sets the level of detail; takes effect with the next [`Stage::set_bodies`].
    pub fn set_detail(&mut self, detail: Detail) {
        if detail != self.detail {
            *self = Self { generation: self.generation + 1, ..Self::new(detail) };
        }
    }

    /// Sets the visuals of all bodies; does nothing if they are unchanged. Unusable mesh files are added to the problems, and
    /// their bodies are drawn as far as possible.
    pub fn set_bodies<'a>(&mut self, visuals: impl ExactSizeIterator<Item = &'a Arc<[Visual]>> + Clone) {
        let same = self.visuals.len() == visuals.len()
            && self.visuals.iter().zip(visuals.clone()).all(|(a, b)| Arc::ptr_eq(a, b));
        if same {
            return;
        }
        self.visuals = visuals.cloned().collect();
        self.arrange();
    }

    /// Hides or shows bodies, by index.
    pub fn set_hidden(&mut self, hidden: &[bool]) {
        let hidden_one = |list: &[bool], body: usize| list.get(body).copied().unwrap_or(false);
        if (0..self.visuals.len()).any(|body| hidden_one(hidden, body) != hidden_one(&self.hidden, body)) {
            self.hidden = hidden.to_vec();
            self.arrange();
        }
    }

    /// Sets the shells. Returns whether they have changed: then everything must be posed again.
    pub fn set_shells(&mut self, shells: &[Shell]) -> bool {
        let other = self.shells != shells;
        if other {
            self.shells = shells.to_vec();
            self.arrange();
        }
        other
    }

    /// Adds the shells after all other instances.
    fn add_shells(&mut self) {
        self.first_shell = self.items.len();
        for shell in std::mem::take(&mut self.shells) {
            let placement = Isometry3::from(nalgebra::center(&shell.low, &shell.high).coords);
            let form = Form::Box((shell.high - shell.low).into());
            let (key, scale) = forms::key(&form, self.detail);
            if let Some(mesh) = self.mesh(key, &form).filter(|_| shell.body < self.visuals.len()) {
                let [red, green, blue, opacity] = shell.color;
                let rows = scaled(rows(&placement), &scale);
                let number = self.items.len();
                self.items.push(Item { body: shell.body as u32, link: None, rows });
                let color = [linear(red), linear(green), linear(blue), opacity];
                self.instances.push(Instance { rows: [[0.0; 4]; 3], color });
                match self.batches.last_mut().filter(|batch| batch.shells && batch.mesh == mesh) {
                    Some(batch) => batch.items.end = number + 1,
                    None => self.batches.push(Batch {
                        mesh,
                        items: number..number + 1,
                        transparent: true,
                        endless: false,
                        shells: true,
                    }),
                }
            }
            self.shells.push(shell);
        }
    }

    /// Sorts all visuals by mesh.
    fn arrange(&mut self) {
        let mut sorted: Vec<(bool, usize, Item, [f32; 4])> = Vec::new();
        let bodies = std::mem::take(&mut self.visuals);
        for (body, list) in bodies.iter().enumerate() {
            if self.hidden.get(body).copied().unwrap_or(false) {
                continue;
            }
            for visual in list.iter() {
                let (key, scale) = forms::key(&visual.form, self.detail);
                let Some(mesh) = self.mesh(key, &visual.form) else { continue };
                let [red, green, blue, opacity] = visual.color;
                let color = [linear(red), linear(green), linear(blue), opacity];
                let item = Item { body: body as u32, link: visual.link, rows: scaled(rows(&visual.placement), &scale) };
                sorted.push((opacity < 1.0, mesh, item, color));
            }
        }
        self.visuals = bodies;
        sorted.sort_by_key(|(transparent, mesh, item, _)| (*transparent, *mesh, item.body));
        self.batches.clear();
        self.instances.clear();
        self.items.clear();
        self.by_body = vec![Vec::new(); self.visuals.len()];
        let plane = self.keys.get(&MeshKey::Plane).copied();
        for (number, (transparent, mesh, item, color)) in sorted.into_iter().enumerate() {
            self.by_body[item.body as usize].push(number as u32);
            match self.batches.last_mut() {
                Some(batch) if (batch.mesh, batch.transparent) == (mesh, transparent) => batch.items.end = number + 1,
                _ => self.batches.push(Batch {
                    mesh,
                    items: number..number + 1,
                    transparent,
                    endless: plane == Some(mesh),
                    shells: false,
                }),
            }
            self.items.push(item);
            self.instances.push(Instance { rows: [[0.0; 4]; 3], color });
        }
        self.add_shells();
        // Everything must be posed again.
        self.poses.clear();
        self.generation += 1;
    }

    fn mesh(&mut self, key: MeshKey, form: &Form) -> Option<usize> {
        if let Some(known) = self.keys.get(&key) {
            return (*known != usize::MAX).then_some(*known);
        }
        let number = match forms::build(form, &key, &mut self.problems) {
            Ok(mesh) => {
                self.meshes.push(Arc::new(mesh));
                self.meshes.len() - 1
            }
            Err(problem) => {
                self.problems.push(problem);
                usize::MAX
            }
        };
        self.keys.insert(key, number);
        (number != usize::MAX).then_some(number)
    }

    /// Moves every body to the pose returned by `pose`; computes only those that have moved. Coordinates are relative to an
    /// origin near the first bodies, so that scenes far from zero keep their precision.
    pub fn pose(&mut self, pose: impl Fn(usize) -> Isometry3<f64>, links: &LinkPoses) {
        let fresh = self.poses.len() != self.visuals.len();
        if fresh {
            self.poses = vec![Isometry3::identity(); self.visuals.len()];
            self.origin = self.choose_origin(&pose);
        }
        for number in self.first_shell..self.items.len() {
            let item = &self.items[number];
            let mut now = pose(item.body as usize);
            now.translation.vector -= self.origin;
            self.instances[number].rows = times(&rows(&now), &item.rows);
        }
        for body in 0..self.visuals.len() {
            let now = pose(body);
            let items = &self.by_body[body];
            let linked = items.iter().any(|item| self.items[*item as usize].link.is_some());
            if !fresh && !linked && now == self.poses[body] {
                continue;
            }
            self.poses[body] = now;
            let carrier = Isometry3::from_parts((now.translation.vector - self.origin).into(), now.rotation);
            let carrier_rows = rows(&carrier);
            for number in items {
                let item = &self.items[*number as usize];
                self.instances[*number as usize].rows = match item.link {
                    Some(link) => times(&rows(&(carrier * links.get(body, link))), &item.rows),
                    None => times(&carrier_rows, &item.rows),
                };
            }
        }
    }

    /// The center of all bodies, in whole meters; zero for scenes that are near it.
    fn choose_origin(&self, pose: &impl Fn(usize) -> Isometry3<f64>) -> Vector3<f64> {
        /// Maximum distance from zero of a scene that needs no other origin, m.
        const NEAR: f64 = 1000.0;
        let count = self.visuals.len().max(1) as f64;
        let sum: Vector3<f64> = (0..self.visuals.len()).map(|body| pose(body).translation.vector).sum();
        let middle = sum / count;
        if middle.norm() < NEAR { Vector3::zeros() } else { middle.map(f64::round) }
    }

    /// Origin of the coordinates of instances, m.
    pub fn origin(&self) -> Vector3<f64> {
        self.origin
    }

    /// Changes whenever the meshes, batches or number of instances change.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// All instances, sorted by mesh, opaque ones first.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    pub(crate) fn batches(&self) -> &[Batch] {
        &self.batches
    }

    pub(crate) fn meshes(&self) -> &[Arc<MeshData>] {
        &self.meshes
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// Instances of a body.
    pub(crate) fn of_body(&self, body: usize) -> &[u32] {
        self.by_body.get(body).map_or(&[], Vec::as_slice)
    }

    /// Mesh files that could not be used since the last call.
    pub fn take_problems(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.problems)
    }

    /// Minimum and maximum corner of the bounding box of some bodies without infinite planes, m. `None` if none of them is
    /// visible.
    pub fn bounds_of(&self, bodies: impl Fn(usize) -> bool) -> Option<[Point3<f64>; 2]> {
        let items = (0..self.items.len()).filter(|item| bodies(self.items[*item].body as usize));
        items.filter_map(|item| self.bounds_of_item(item)).reduce(|[a, b], [low, high]| [a.inf(&low), b.sup(&high)])
    }

    /// Minimum and maximum corner of the bounding box of a body, m. `None` if it is invisible.
    pub fn bounds_of_body(&self, body: usize) -> Option<[Point3<f64>; 2]> {
        let items = self.by_body.get(body)?.iter().map(|item| *item as usize);
        items.filter_map(|item| self.bounds_of_item(item)).reduce(|[a, b], [low, high]| [a.inf(&low), b.sup(&high)])
    }

    /// Current vertices of all meshes of a body without infinite planes, m.
    pub fn points_of_body(&self, body: usize) -> impl Iterator<Item = Point3<f64>> + '_ {
        let meshes = self.of_body(body).iter().filter_map(|item| Some((*item, self.bounded_mesh(*item as usize)?)));
        let origin = self.origin;
        meshes.flat_map(move |(item, mesh)| {
            let (turn, shift) = parts(&self.instances[item as usize]);
            mesh.vertices.iter().map(move |vertex| {
                let place = turn * Vector3::from(vertex.position) + shift;
                Point3::from(place.cast::<f64>() + origin)
            })
        })
    }

    /// Minimum and maximum corner of the bounding box of a body in the frame of this pose, without infinite planes, m. `None` if
    /// it is invisible. Does not depend on the rotation of the body.
    pub fn own_bounds_of_body(&self, body: usize, pose: &Isometry3<f64>) -> Option<[Point3<f64>; 2]> {
        let own = self.points_of_body(body).map(|point| pose.inverse_transform_point(&point));
        own.map(|point| [point, point]).reduce(|[a, b], [low, high]| [a.inf(&low), b.sup(&high)])
    }

    /// Number of drawn triangles of a body, without infinite planes.
    pub fn triangles_of_body(&self, body: usize) -> usize {
        let meshes = self.of_body(body).iter().filter_map(|item| self.bounded_mesh(*item as usize));
        meshes.map(|mesh| mesh.indices.len() / 3).sum()
    }

    /// Mesh of an instance, unless it is an infinite plane or a shell.
    pub(crate) fn bounded_mesh(&self, item: usize) -> Option<&MeshData> {
        let batch = self.batches.get(self.batches.partition_point(|batch| batch.items.end <= item))?;
        (!batch.endless && !batch.shells).then(|| &*self.meshes[batch.mesh])
    }

    fn bounds_of_item(&self, item: usize) -> Option<[Point3<f64>; 2]> {
        let [low, high] = self.bounded_mesh(item)?.bounds;
        let (center, half) = placed_box(&self.instances[item], low, high);
        let (center, half) = (center.cast::<f64>() + self.origin, half.cast::<f64>());
        Some([Point3::from(center - half), Point3::from(center + half)])
    }

    /// Minimum and maximum corner of the bounding box of everything except infinite planes, m.
    pub fn bounds(&self) -> Option<[Point3<f64>; 2]> {
        // Called every frame, with thousands of instances.
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for batch in self.batches.iter().filter(|batch| !batch.endless && !batch.shells) {
            let [from, to] = self.meshes[batch.mesh].bounds;
            let center: [f32; 3] = std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0);
            let half: [f32; 3] = std::array::from_fn(|axis| (to[axis] - from[axis]) / 2.0);
            for instance in &self.instances[batch.items.clone()] {
                for axis in 0..3 {
                    let [x, y, z, shift] = instance.rows[axis];
                    let middle = x * center[0] + y * center[1] + z * center[2] + shift;
                    let reach = x.abs() * half[0] + y.abs() * half[1] + z.abs() * half[2];
                    low[axis] = low[axis].min(middle - reach);
                    high[axis] = high[axis].max(middle + reach);
                }
            }
        }
        let corner = |point: [f32; 3]| Point3::from(Vector3::from(point).cast::<f64>() + self.origin);
        low[0].is_finite().then(|| [corner(low), corner(high)])
    }
}

/// Center and half size of the axis-aligned bounding box of a posed box.
pub(crate) fn placed_box(instance: &Instance, low: [f32; 3], high: [f32; 3]) -> (Vector3<f32>, Vector3<f32>) {
    let (low, high) = (Vector3::from(low), Vector3::from(high));
    let (turn, shift) = parts(instance);
    let (center, half) = ((low + high) / 2.0, (high - low) / 2.0);
    (turn * center + shift, turn.abs() * half)
}

/// Rotation-scale matrix and translation of an instance.
pub(crate) fn parts(instance: &Instance) -> (Matrix3<f32>, Vector3<f32>) {
    let r = &instance.rows;
    let turn = Matrix3::new(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]);
    (turn, Vector3::new(r[0][3], r[1][3], r[2][3]))
}

/// Matrix rows of a pose. Written out, as below: thousands are computed per frame.
fn rows(pose: &Isometry3<f64>) -> [[f64; 4]; 3] {
    let [x, y, z, w]: [f64; 4] = pose.rotation.coords.into();
    let [along, across, above]: [f64; 3] = pose.translation.vector.into();
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), along],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x), across],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y), above],
    ]
}

/// Matrix rows with a scale applied first.
fn scaled(mut rows: [[f64; 4]; 3], scale: &Vector3<f64>) -> [[f64; 4]; 3] {
    for row in &mut rows {
        row.iter_mut().zip(scale.iter()).for_each(|(value, factor)| *value *= factor);
    }
    rows
}

/// Matrix rows of the product of two matrices.
fn times(outer: &[[f64; 4]; 3], inner: &[[f64; 4]; 3]) -> [[f32; 4]; 3] {
    let mut product = [[0.0; 4]; 3];
    for (row, [x, y, z, shift]) in product.iter_mut().zip(outer) {
        for (column, value) in row.iter_mut().enumerate() {
            *value = (x * inner[0][column] + y * inner[1][column] + z * inner[2][column]) as f32;
        }
        row[3] = (x * inner[0][3] + y * inner[1][3] + z * inner[2][3] + shift) as f32;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visual(form: Form, at: [f64; 3], opacity: f32) -> Visual {
        let placement = Isometry3::translation(at[0], at[1], at[2]);
        Visual { link: None, placement, form, color: [0.5, 0.5, 0.5, opacity] }
    }

    fn stage() -> Stage {
        let first: Arc<[Visual]> =
            vec![visual(Form::Box([1.0, 2.0, 3.0]), [0.0; 3], 1.0), visual(Form::Plane, [0.0; 3], 0.5)].into();
        let second: Arc<[Visual]> = vec![visual(Form::Box([1.0; 3]), [0.0, 0.0, 1.0], 1.0)].into();
        let mut stage = Stage::new(Detail::Full);
        stage.set_bodies([first, second].iter());
        stage
    }

    #[test]
    fn boxes_share_a_mesh_and_transparent_visuals_come_last() {
        let stage = stage();
        assert_eq!(stage.batches().len(), 2);
        assert_eq!((stage.batches()[0].items.clone(), stage.batches()[0].transparent), (0..2, false));
        assert!(stage.batches()[1].transparent && stage.batches()[1].endless);
        assert_eq!(stage.items().iter().map(|item| item.body).collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn bounds_follow_the_poses_and_leave_out_planes() {
        let mut stage = stage();
        let turn = nalgebra::UnitQuaternion::from_euler_angles(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let pose = |body: usize| match body {
            0 => Isometry3::from_parts(nalgebra::Translation3::new(5.0, 0.0, 0.0), turn),
            _ => Isometry3::identity(),
        };
        stage.pose(pose, &LinkPoses::default());
        let [low, high] = stage.bounds().unwrap();
        let close = |a: Point3<f64>, b: [f64; 3]| assert!((a - Point3::from(b)).norm() < 1e-6, "{a} {b:?}");
        close(low, [-0.5, -0.5, -1.5]);
        close(high, [6.0, 0.5, 1.5]);
        let [low, high] = stage.bounds_of(|body| body == 1).unwrap();
        close(low, [-0.5, -0.5, 0.5]);
        close(high, [0.5, 0.5, 1.5]);
    }

    #[test]
    fn the_origin_follows_bodies_far_from_zero() {
        let mut stage = stage();
        stage.pose(|_| Isometry3::translation(4e6, 0.25, 0.0), &LinkPoses::default());
        assert_eq!(stage.origin().x, 4e6);
        assert!((stage.bounds_of(|body| body == 1).unwrap()[0].y + 0.25).abs() < 1e-6);
    }

    #[test]
    fn hidden_bodies_have_no_instances() {
        let mut stage = stage();
        stage.set_hidden(&[true]);
        assert_eq!(stage.instances().len(), 1);
        stage.set_hidden(&[]);
        assert_eq!(stage.instances().len(), 3);
    }

    /// RM-17: An obstacle's margin adds a percentage of each dimension on every side.
    #[test]
    fn shells_follow_their_bodies_and_are_only_drawn() {
        let mut stage = stage();
        let turn = nalgebra::UnitQuaternion::from_euler_angles(0.0, 0.0, std::f64::consts::FRAC_PI_4);
        let pose = |body: usize| match body {
            1 => Isometry3::from_parts(nalgebra::Translation3::new(5.0, 0.0, 0.0), turn),
            _ => Isometry3::translation(0.0, 0.0, -50.0),
        };
        stage.pose(pose, &LinkPoses::default());
        let before = (stage.bounds(), stage.bounds_of_body(1), stage.triangles_of_body(1));
        let (start, down) = (Point3::new(6.4, 0.0, 9.0), -Vector3::z());
        let pick = |stage: &Stage| stage.pick(start, down, |_| false).map(|pick| pick.body);
        let picked = pick(&stage);
        let shell = Shell {
            body: 1,
            low: Point3::new(-1.0, -2.0, 0.0),
            high: Point3::new(1.0, 2.0, 3.0),
            color: [0.0, 0.0, 0.0, 0.2],
        };
        assert!(stage.set_shells(&[shell]) && !stage.set_shells(&[shell]));
        stage.pose(pose, &LinkPoses::default());
        assert_eq!((stage.bounds(), stage.bounds_of_body(1), stage.triangles_of_body(1)), before);
        assert_eq!(pick(&stage), picked, "shells are not picked");
        let batch = stage.batches().last().unwrap();
        assert!(batch.shells && batch.transparent && batch.items.len() == 1);
        let [low, high] = stage.meshes()[batch.mesh].bounds;
        let (matrix, shift) = parts(&stage.instances()[batch.items.start]);
        let corner = matrix * Vector3::from(high) + shift;
        let expected = pose(1) * Point3::new(1.0, 2.0, 3.0);
        assert!((corner.cast::<f64>() - expected.coords).norm() < 1e-5, "{corner} {expected}");
        assert!((matrix * Vector3::from(low) + shift).z.abs() < 1e-5);
        assert!(stage.set_shells(&[]));
        assert!(stage.batches().iter().all(|batch| !batch.shells));
    }

    #[test]
    fn triangles_are_counted_without_planes() {
        let mut stage = stage();
        assert_eq!([0, 1, 2].map(|body| stage.triangles_of_body(body)), [12, 12, 0]);
        stage.set_hidden(&[true]);
        assert_eq!(stage.triangles_of_body(0), 0, "hidden bodies are not drawn");
    }
}
