//! Rays, sweeps and nearest points on terrains and meshes, also exactly on their edges and corners.

use super::*;

/// A grid of heights (m), row by row, that covers `size` (m).
#[derive(Clone, Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    size: [f64; 2],
    heights: Vec<f64>,
}

impl Grid {
    fn corner(&self, column: usize, row: usize) -> Point3<f64> {
        let along = |at: usize, count: usize, size: f64| (at as f64 / (count - 1) as f64 - 0.5) * size;
        // Stored in f32, as in shapes.
        let height = self.heights[row * self.columns + column];
        point(along(column, self.columns, self.size[0]), along(row, self.rows, self.size[1]), height)
    }

    /// Its triangles, split like the cells of a terrain.
    fn triangles(&self) -> Vec<[Point3<f64>; 3]> {
        let cells = (0..self.rows - 1).flat_map(|row| (0..self.columns - 1).map(move |column| (column, row)));
        let halves = cells.flat_map(|(x, y)| {
            let [low, right] = [self.corner(x, y), self.corner(x + 1, y)];
            let [left, high] = [self.corner(x, y + 1), self.corner(x + 1, y + 1)];
            [[low, right, high], [low, high, left]]
        });
        halves.collect()
    }

    fn terrain(&self) -> Shape {
        Shape::try_height_field(&self.heights, self.columns, self.rows, self.size[0], self.size[1]).expect("valid")
    }

    fn mesh(&self) -> Shape {
        let corners: Vec<_> = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y))).collect();
        let corners: Vec<_> = corners.into_iter().map(|(x, y)| self.corner(x, y)).collect();
        let number = |x: usize, y: usize| (y * self.columns + x) as u32;
        let cells = (0..self.rows - 1).flat_map(|y| (0..self.columns - 1).map(move |x| (x, y)));
        let triangles: Vec<[u32; 3]> = cells
            .flat_map(|(x, y)| {
                let [low, right] = [number(x, y), number(x + 1, y)];
                let [left, high] = [number(x, y + 1), number(x + 1, y + 1)];
                [[low, right, high], [low, high, left]]
            })
            .collect();
        Shape::try_mesh(&corners, &triangles).expect("valid")
    }

    /// Height at a point within the grid, m.
    fn height(&self, x: f64, y: f64) -> f64 {
        let hit = brute_force(&self.triangles(), &point(x, y, 1e3), &-Vector3::z(), 1e-9);
        1e3 - hit.expect("within the grid")
    }

    /// Points above corners, edges, diagonals and the border.
    fn places(&self, share: f64) -> Vec<[f64; 2]> {
        let mut places = Vec::new();
        let mut add =
            |a: Point3<f64>, b: Point3<f64>| places.push([a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)]);
        for y in 0..self.rows {
            for x in 0..self.columns {
                let here = self.corner(x, y);
                add(here, here);
                if x + 1 < self.columns {
                    add(here, self.corner(x + 1, y));
                }
                if y + 1 < self.rows {
                    add(here, self.corner(x, y + 1));
                    if x + 1 < self.columns {
                        add(here, self.corner(x + 1, y + 1));
                        add(self.corner(x + 1, y), self.corner(x, y + 1));
                    }
                }
            }
        }
        places
    }
}

/// Distance of the first triangle hit, with each triangle enlarged by `slack` of its extent.
fn brute_force(triangles: &[[Point3<f64>; 3]], origin: &Point3<f64>, along: &Vector3<f64>, slack: f64) -> Option<f64> {
    let hit = |[a, b, c]: &[Point3<f64>; 3]| {
        // Möller, Trumbore: Fast, Minimum Storage Ray/Triangle Intersection, 1997.
        let (one, two) = (b - a, c - a);
        let across = along.cross(&two);
        let scale = one.dot(&across);
        let from = origin - a;
        let u = from.dot(&across) / scale;
        let beside = from.cross(&one);
        let v = along.dot(&beside) / scale;
        let distance = two.dot(&beside) / scale;
        (scale != 0.0 && u >= -slack && v >= -slack && u + v <= 1.0 + slack && distance >= 0.0).then_some(distance)
    };
    triangles.iter().filter_map(hit).min_by(f64::total_cmp)
}

fn grids() -> impl Strategy<Value = Grid> {
    let size = prop_oneof![Just(1.0), Just(2.0), Just(0.3), 0.01..200.0_f64];
    (2_usize..7, 2_usize..7, size.clone(), size, any::<bool>()).prop_flat_map(|(columns, rows, x, y, flat)| {
        let heights = prop::collection::vec(if flat { 0.25..0.250_000_1 } else { 0.0..1.0_f64 }, columns * rows);
        heights.prop_map(move |heights| Grid { columns, rows, size: [x, y], heights })
    })
}

/// Grids whose cells are about as wide as their heights differ: shape casts are not accurate on needles.
fn gentle() -> impl Strategy<Value = Grid> {
    (2_usize..7, 2_usize..7).prop_flat_map(|(columns, rows)| {
        let size = [(columns - 1) as f64 * 0.7, (rows - 1) as f64];
        let heights = prop::collection::vec(0.0..1.0_f64, columns * rows);
        heights.prop_map(move |heights| Grid { columns, rows, size, heights })
    })
}

fn poses() -> impl Strategy<Value = Isometry3<f64>> {
    let yaw = prop_oneof![Just(0.0), Just(std::f64::consts::FRAC_PI_2), -3.0..3.0_f64];
    let far = prop_oneof![Just(0.0), -5.0..5.0_f64, Just(1e4)];
    (far.clone(), far, yaw).prop_map(|(x, y, yaw)| Isometry3::new(Vector3::new(x, y, 1.0), Vector3::z() * yaw))
}

fn alone(shape: Shape, pose: Isometry3<f64>) -> SpatialIndex {
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Fixed, vec![Collider::new(shape)], pose).expect("valid");
    index.refresh(false);
    index
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_ray_from_above_hits_a_terrain_and_a_mesh(grid in grids(), pose in poses(), share in 0.0..1.0_f64) {
        let filter = QueryFilter::default();
        for (what, shape) in [("terrain", grid.terrain()), ("mesh", grid.mesh())] {
            let index = alone(shape, pose);
            let mut rays = Vec::new();
            for [x, y] in grid.places(share) {
                // The border of a mesh has no margin for rounding.
                let inside = x.abs() < 0.499_999 * grid.size[0] && y.abs() < 0.499_999 * grid.size[1];
                if what == "mesh" && !inside {
                    continue;
                }
                let origin = pose * point(x, y, 10.0);
                let expected = 10.0 - grid.height(x, y);
                let hit = index.cast_ray(&origin, &-Vector3::z(), 50.0, &filter).expect("valid");
                let hit = hit.map(|hit| (hit.distance, hit.normal.z));
                let fine = hit.is_some_and(|(distance, up)| (distance - expected).abs() < 1e-6 && up > 0.0);
                prop_assert!(fine, "{what} at ({x}, {y}): {hit:?} instead of {expected}");
                // Due to rounding, a slanted ray may miss the border.
                if inside {
                    rays.push((origin, expected));
                }
            }
            // A fan from high above: all rays together.
            let eye = pose * point(0.0, 0.0, 10.0);
            let along: Vec<_> = rays.iter().map(|(origin, expected)| origin - Vector3::z() * *expected - eye).collect();
            let directions: Vec<_> = along.iter().map(|along| along.normalize()).collect();
            let mut distances = vec![0.0; directions.len()];
            let at_eye = Isometry3::translation(eye.x, eye.y, eye.z);
            index.cast_fan(&at_eye, &directions, 1e3, &filter, &mut distances).expect("valid");
            for (number, distance) in distances.iter().enumerate() {
                let short = *distance <= along[number].norm() + 1e-4;
                prop_assert!(short, "{what}: ray {number} of the fan passes {:?} at {distance}", along[number]);
            }
        }
    }

    #[test]
    fn rays_from_anywhere_agree_with_all_triangles(
        grid in grids(),
        from in (-1.5..1.5_f64, -1.5..1.5_f64, -2.0..4.0_f64),
        to in (-0.6..0.6_f64, -0.6..0.6_f64, 0.0..1.0_f64),
    ) {
        let scaled = |(x, y, z): (f64, f64, f64)| point(x * grid.size[0], y * grid.size[1], z);
        let (from, to) = (scaled(from), scaled(to));
        let Some(along) = (to - from).try_normalize(1e-6) else { return Ok(()) };
        let triangles = grid.triangles();
        let exact = brute_force(&triangles, &from, &along, 0.0);
        let wide = brute_force(&triangles, &from, &along, 1e-5);
        let narrow = brute_force(&triangles, &from, &along, -1e-5);
        for (what, shape) in [("terrain", grid.terrain()), ("mesh", grid.mesh())] {
            let hit = alone(shape, Isometry3::identity()).cast_ray(&from, &along, 1e4, &QueryFilter::default());
            let found = hit.expect("valid").map(|hit| hit.distance);
            if exact != wide || exact != narrow {
                continue;
            }
            // Heights and corners are rounded to f32, which matters more for shallow rays.
            let fine = match (found, exact) {
                (None, None) => true,
                (Some(found), Some(exact)) => {
                    let place = from + along * found;
                    (found - exact).abs() < 1e-3 || (place.z - grid.height(place.x, place.y)).abs() < 1e-5
                }
                _ => false,
            };
            prop_assert!(fine, "{what}: {found:?} instead of {exact:?}");
        }
    }

    #[test]
    fn spheres_from_above_are_stopped_on_edges_and_corners(grid in gentle(), share in 0.0..1.0_f64) {
        let radius = 0.05 * grid.size[0].min(grid.size[1]);
        let ball = Shape::try_sphere(radius).expect("valid");
        for (what, shape) in [("terrain", grid.terrain()), ("mesh", grid.mesh())] {
            let index = alone(shape, Isometry3::identity());
            for [x, y] in grid.places(share) {
                if x.abs() > 0.49 * grid.size[0] || y.abs() > 0.49 * grid.size[1] {
                    continue;
                }
                let start = Isometry3::translation(x, y, 10.0 + radius);
                let hit = index.cast_shape(&ball, &start, &-Vector3::z(), 50.0, &QueryFilter::default());
                let distance = hit.expect("valid").map_or(f64::INFINITY, |hit| hit.distance);
                let lowest = 10.0 - grid.height(x, y);
                prop_assert!(distance <= lowest + 1e-3, "{what} at ({x}, {y}): {distance} beyond {lowest}");
            }
        }
    }
}
