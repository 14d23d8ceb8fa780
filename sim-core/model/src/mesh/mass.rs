//! Volume, center of mass and inertia of the solid bounded by a closed mesh.

use super::TriangleMesh;
use crate::model_error::{ModelError, Report};
use nalgebra::{Matrix3, Vector3};
use std::collections::BTreeMap;

/// Volume, centroid and second moments of a solid with density 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidProperties {
    /// Volume, m³.
    pub volume: f64,
    /// Centroid in the mesh's frame, m.
    pub center: [f64; 3],
    /// Inertia about the centroid for density 1: xx, yy, zz, xy, xz, yz, m⁵.
    pub inertia: [f64; 6],
}

impl TriangleMesh {
    /// Volume, centroid and inertia by the divergence theorem: the solid is the signed sum of the tetrahedra from one
    /// point to each triangle, and a tetrahedron (0, a, b, c) has volume V = a·(b×c)/6, centroid (a+b+c)/4 and second
    /// moment ∫x xᵀ dV = V/20·(s sᵀ + a aᵀ + b bᵀ + c cᵀ) with s = a+b+c.
    ///
    /// Source: F. Tonon, "Explicit exact formulas for the 3-D tetrahedron inertia tensor in terms of its vertex
    /// coordinates", J. Mathematics and Statistics 1 (2005), eq. 9; the sum over faces as in B. Mirtich, "Fast and
    /// accurate computation of polyhedral mass properties", J. Graphics Tools 1 (1996).
    ///
    /// Fails if the mesh has a hole, if the orientation of triangles is inconsistent, or if it encloses no volume.
    pub fn solid_properties(&self) -> Result<SolidProperties, ModelError> {
        self.validate()?;
        self.check_closed()?;
        let [low, high] = self.bounding_box().expect("invariant: a validated mesh has a triangle");
        // Relative to a point near the solid, so that a mesh far from its origin loses no digits.
        let middle = (Vector3::from(low) + Vector3::from(high)) / 2.0;
        let (mut volume, mut first, mut second) = (0.0, Vector3::zeros(), Matrix3::zeros());
        // The volume without cancellation: rounding is a fraction of it.
        let mut gross = 0.0;
        for triangle in &self.triangles {
            let [a, b, c] = self.corners(*triangle).map(|corner| Vector3::from(corner) - middle);
            let part = a.dot(&b.cross(&c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            gross += permanent(&a.abs(), &b.abs(), &c.abs()) / 6.0;
            first += sum * (part / 4.0);
            second +=
                (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose()) * (part / 20.0);
        }
        if volume.is_nan() || volume <= 1e-12 * gross {
            let report = Report::new("the mesh encloses no volume").found(format!("a volume of {volume:e} m³"));
            let report =
                report.help("flip the faces outward (recalculate normals), or set mass and inertia explicitly");
            return Err(ModelError::Mesh(Box::new(report)));
        }
        let center = first / volume;
        let about = second - center * center.transpose() * volume;
        // Inertia from second moments: I = tr(S)·1 − S.
        let inertia = Matrix3::identity() * about.trace() - about;
        Ok(SolidProperties {
            volume,
            center: (center + middle).into(),
            inertia: sim_geometry::inertia::inertia_entries(&inertia),
        })
    }

    /// Every edge must occur once in each direction. Vertices at the same position count as one: formats without shared vertices repeat
    /// them.
    fn check_closed(&self) -> Result<(), ModelError> {
        let mut places: BTreeMap<[u64; 3], u32> = BTreeMap::new();
        let welded: Vec<u32> = self
            .vertices
            .iter()
            .map(|vertex| {
                let next = places.len() as u32;
                // Adding 0 makes −0 and 0 the same position.
                *places.entry(vertex.map(|coordinate| (coordinate + 0.0).to_bits())).or_insert(next)
            })
            .collect();
        let mut walks: BTreeMap<(u32, u32), i64> = BTreeMap::new();
        for triangle in &self.triangles {
            let corners = triangle.map(|index| welded[index as usize]);
            for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (corners[i], corners[j])) {
                match from.cmp(&to) {
                    std::cmp::Ordering::Less => *walks.entry((from, to)).or_default() += 1,
                    std::cmp::Ordering::Greater => *walks.entry((to, from)).or_default() -= 1,
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        let open = walks.values().filter(|balance| **balance != 0).count();
        if open == 0 {
            return Ok(());
        }
        let report = Report::new("the mesh is not watertight");
        let report = report.expected("each edge shared by two triangles of consistent orientation");
        let report = report.found(format!("{open} boundary or non-manifold edges"));
        Err(ModelError::Mesh(Box::new(report.help("close the holes, or set mass and inertia explicitly"))))
    }
}

/// The determinant of three columns with all signs positive.
fn permanent(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> f64 {
    a.x * (b.y * c.z + b.z * c.y) + a.y * (b.x * c.z + b.z * c.x) + a.z * (b.x * c.y + b.y * c.x)
}
