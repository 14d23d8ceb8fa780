//! Pools: walls of 10 × 4 × 1 m along an outline, in layers from the surface down.

use serde_json::{Value, json};
use std::f64::consts::{PI, TAU};

/// Length, height and thickness of a wall, m.
const LENGTH: f64 = 10.0;
const HEIGHT: f64 = 4.0;
const THICKNESS: f64 = 1.0;
/// Height of the center of the top layer, m.
const HIGHEST: f64 = -2.0;

/// Outline of a pool, along the center of its walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    /// No walls.
    Empty,
    /// Half extents along x and y, m.
    Rectangle { half: [f64; 2] },
    /// A regular polygon around the origin: number of sides, and apothem (m); the first side is on the x axis.
    Polygon { sides: u32, apothem: f64 },
}

/// A pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arena {
    pub outline: Outline,
    /// Number of layers of walls, stacked downward.
    pub layers: u32,
    /// Whether a slab closes the pool below the lowest layer.
    pub floor: bool,
}

/// A wall of a layer, seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    at: [f64; 2],
    /// Direction of its length, rad.
    yaw: f64,
    length: f64,
}

/// Names of the pools, with their names in the NAUTILUS simulator.
pub const MAPS: [(&str, Option<&str>); 4] =
    [("empty", None), ("rectangle", Some("prismaArena")), ("octagon", Some("cylinderArena")), ("polygon", None)];

impl Arena {
    /// Walls and floor as objects of a scene.
    pub fn objects(&self) -> Vec<Value> {
        let sides = self.outline.sides();
        let wall = |layer: u32, number: usize, side: &Side| {
            json!({
                "name": format!("wall-{layer}-{number}"),
                "shape": {"Box": {"size": [side.length, THICKNESS, HEIGHT]}},
                "at": [side.at[0], side.at[1], HIGHEST - HEIGHT * f64::from(layer)],
                "yaw": side.yaw,
                "color": [0.62, 0.72, 0.8, 0.35],
                "category": "wall",
            })
        };
        let layers =
            (0..self.layers).flat_map(|layer| sides.iter().enumerate().map(move |(n, side)| wall(layer, n, side)));
        layers.chain(self.slab()).collect()
    }

    /// Height of the floor, if there is one, m.
    pub fn bottom(&self) -> Option<f64> {
        self.floor.then_some(-HEIGHT * f64::from(self.layers))
    }

    fn slab(&self) -> Option<Value> {
        let bottom = self.bottom()?;
        let [x, y] = match self.outline {
            Outline::Empty => return None,
            Outline::Rectangle { half } => half,
            Outline::Polygon { sides, apothem } => [apothem / (PI / f64::from(sides)).cos(); 2],
        };
        let size = [2.0 * x + THICKNESS, 2.0 * y + THICKNESS, THICKNESS];
        Some(json!({
            "name": "floor",
            "shape": {"Box": {"size": size}},
            "at": [0.0, 0.0, bottom - 0.5 * THICKNESS],
            "color": [0.75, 0.72, 0.6],
            "category": "wall",
        }))
    }

    /// Distance of a position from the inner face of the nearest wall, m; negative outside. Infinite without walls.
    pub fn room(&self, [x, y]: [f64; 2]) -> f64 {
        let inner = match self.outline {
            Outline::Empty => f64::INFINITY,
            Outline::Rectangle { half } => (half[0] - x.abs()).min(half[1] - y.abs()),
            Outline::Polygon { sides, apothem } => {
                let outward = (0..sides).map(|side| TAU * f64::from(side) / f64::from(sides));
                let reach = outward.map(|angle| x * angle.cos() + y * angle.sin()).fold(f64::NEG_INFINITY, f64::max);
                apothem - reach
            }
        };
        inner - 0.5 * THICKNESS
    }
}

impl Outline {
    fn sides(self) -> Vec<Side> {
        match self {
            Outline::Empty => Vec::new(),
            Outline::Rectangle { half: [x, y] } => {
                let mut sides = Vec::new();
                for sign in [1.0, -1.0] {
                    sides.extend(tiles(y).map(|(at, length)| Side { at: [sign * x, at], yaw: 0.5 * PI, length }));
                    sides.extend(tiles(x).map(|(at, length)| Side { at: [at, sign * y], yaw: 0.0, length }));
                }
                sides
            }
            Outline::Polygon { sides, apothem } => {
                let length = (2.0 * apothem * (PI / f64::from(sides)).tan()).max(LENGTH);
                let side = |number: u32| {
                    let angle = TAU * f64::from(number) / f64::from(sides);
                    Side { at: [apothem * angle.cos(), apothem * angle.sin()], yaw: angle + 0.5 * PI, length }
                };
                (0..sides).map(side).collect()
            }
        }
    }
}

/// Centers and lengths of walls that cover a side from −half to half; the last one is shortened.
fn tiles(half: f64) -> impl Iterator<Item = (f64, f64)> {
    let count = (2.0 * half / LENGTH - 1e-9).ceil() as u32;
    (0..count).map(move |number| {
        let start = -half + LENGTH * f64::from(number);
        let length = LENGTH.min(half - start);
        (start + 0.5 * length, length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::engine::{BuildOptions, Simulation};
    use sim_core::geometry::QueryFilter;
    use sim_core::plugins::{PluginHost, SearchPath};
    use sim_core::scene::{Scene, text::Format};

    const RECTANGLE: Outline = Outline::Rectangle { half: [10.0; 2] };
    const OCTAGON: Outline = Outline::Polygon { sides: 8, apothem: 12.0 };

    fn arena(outline: Outline) -> Arena {
        Arena { outline, layers: 3, floor: false }
    }

    /// Distances along rays from a position.
    fn rays(arena: Arena, from: [f64; 3], directions: &[[f64; 3]]) -> Vec<Option<f64>> {
        let scene = json!({"format_version": 1, "objects": arena.objects()}).to_string();
        let loaded = Scene::parse(&scene, Format::Json, "arena").unwrap();
        let host = PluginHost::new(SearchPath::only([])).unwrap();
        let simulation = Simulation::build(&loaded, &host, &BuildOptions::default()).unwrap().simulation;
        let index = &simulation.world().index;
        let cast = |direction: &[f64; 3]| {
            let direction = nalgebra::Vector3::from(*direction).normalize();
            let hit = index.cast_ray(&from.into(), &direction, 30.0, &QueryFilter::default()).unwrap();
            hit.map(|hit| hit.distance)
        };
        directions.iter().map(cast).collect()
    }

    fn fan(z: f64) -> Vec<[f64; 3]> {
        (0..3600).map(|ray| TAU * f64::from(ray) / 3600.0).map(|angle| [angle.cos(), angle.sin(), z]).collect()
    }

    /// NA-34: The default map `empty` has no walls, so every distance reading is 0.
    #[test]
    fn an_empty_pool_has_no_walls() {
        assert!(arena(Outline::Empty).objects().is_empty());
        assert_eq!(arena(Outline::Empty).room([1e6, 0.0]), f64::INFINITY);
    }

    /// NA-35: The map `rectangle` has 8 walls per layer, with inner faces at ±9.5 m.
    #[test]
    fn a_rectangle_has_eight_walls_per_layer_and_its_faces_at_9_5_m() {
        assert_eq!(arena(RECTANGLE).objects().len(), 24);
        let found = rays(arena(RECTANGLE), [7.0, 0.0, -1.0], &[[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
        assert!(
            (found[0].unwrap() - 2.5).abs() < 1e-9 && (found[1].unwrap() - 2.5 * 2f64.sqrt()).abs() < 1e-9,
            "{found:?}"
        );
        assert!(rays(arena(RECTANGLE), [0.0, 0.0, -2.0], &fan(0.0)).iter().all(Option::is_some));
        assert!((arena(RECTANGLE).room([7.0, -8.0]) - 1.5).abs() < 1e-12);
        let shortened = arena(Outline::Rectangle { half: [7.0, 4.0] });
        assert_eq!(shortened.objects().len(), 3 * (2 * 2 + 2));
        assert!(rays(shortened, [0.0, 0.0, -2.0], &fan(0.0)).iter().all(Option::is_some));
    }

    /// NA-36: The map `octagon` closes with eight 10 m walls, centered 12 m from the middle.
    #[test]
    fn an_octagon_is_closed_by_eight_walls_of_10_m_at_12_m() {
        let sides = OCTAGON.sides();
        assert_eq!(sides.len(), 8);
        for (number, side) in sides.iter().enumerate() {
            let angle = TAU * number as f64 / 8.0;
            assert_eq!((side.at, side.length), ([12.0 * angle.cos(), 12.0 * angle.sin()], 10.0));
        }
        let found = rays(arena(OCTAGON), [0.0, 0.0, -2.0], &fan(0.0));
        assert!(found.iter().all(Option::is_some) && (found[0].unwrap() - 11.5).abs() < 1e-9);
        assert!((arena(OCTAGON).room([11.0, 0.0]) - 0.5).abs() < 1e-12);
    }

    /// NA-37: The map `polygon` closes with 3 to 64 walls at any apothem above 0.5 m.
    #[test]
    fn other_polygons_are_closed_too() {
        for (sides, apothem) in [(6, 8.66), (3, 5.0), (64, 25.0), (5, 1.0)] {
            let pool = arena(Outline::Polygon { sides, apothem });
            assert!(
                rays(pool, [0.0, 0.0, -2.0], &fan(0.0)).iter().all(|hit| hit.is_some_and(|d| d <= apothem / 0.5)),
                "{sides}"
            );
        }
    }

    /// NA-38: Pools have 1 to 50 wall layers, by default 3, and an optional floor.
    #[test]
    fn layers_go_down_from_the_surface_and_a_floor_closes_them() {
        let down = [[0.0, 0.0, -1.0]];
        let open = arena(OCTAGON);
        assert_eq!(rays(open, [0.0, 0.0, -9.0], &down), [None]);
        let closed = Arena { floor: true, ..open };
        assert!((rays(closed, [0.0, 0.0, -9.0], &down)[0].unwrap() - 3.0).abs() < 1e-9);
        // The walls reach from the surface down to 12 m.
        for (z, met) in [(0.01, false), (-0.01, true), (-11.99, true), (-12.01, false)] {
            assert_eq!(rays(open, [0.0, 0.0, z], &[[1.0, 0.0, 0.0]])[0].is_some(), met, "{z}");
        }
        assert!(rays(Arena { layers: 50, ..open }, [0.0, 0.0, -199.0], &[[1.0, 0.0, 0.0]])[0].is_some());
    }
}
