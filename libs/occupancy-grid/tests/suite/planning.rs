//! Paths on random maps, checked independently of the planner.

use nalgebra::{Point2, Vector2};
use occupancy_grid::{Cell, End, Grid, Inflated, Invalid, PlanError, Planner};
use sim_fuzz::Random;

/// Returns a number in [`from`, `to`).
fn between(random: &mut Random, from: f64, to: f64) -> f64 {
    from + (to - from) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A map of up to 40 × 40 cells: single cells or blocks are occupied, some are unknown.
fn map(random: &mut Random) -> Grid {
    let edge = [0.01, 0.05, 0.1, 0.73][random.below(4)];
    let origin = Point2::new(between(random, -50.0, 50.0), between(random, -50.0, 50.0));
    let [columns, rows] = [0; 2].map(|_| 1 + random.below(40) as u32);
    let mut grid = Grid::new(origin, edge, columns, rows).unwrap();
    let unknown = [0, 0, 5, 60][random.below(4)];
    let occupied = [0, 5, 20, 60, 150, 250][random.below(6)];
    for row in 0..rows {
        for column in 0..columns {
            let cell = match random.below(1000) {
                number if number < unknown => Cell::Unknown,
                number if number < unknown + occupied => Cell::Occupied,
                _ => Cell::Free,
            };
            grid.set([column, row], cell);
        }
    }
    for _ in 0..random.below(7) {
        let center = origin + Vector2::new(between(random, 0.0, 40.0), between(random, 0.0, 40.0)) * edge;
        let half = Vector2::new(between(random, 0.1, 8.0), between(random, 0.1, 2.0)) * edge;
        grid.fill_box(center, half, between(random, -4.0, 4.0)).unwrap();
    }
    grid
}

/// Lower left corners of the cells that a planner must avoid.
fn obstacles(grid: &Grid) -> Vec<Point2<f64>> {
    let half = Vector2::repeat(grid.edge() / 2.0);
    grid.iter().filter(|(_, cell)| *cell != Cell::Free).map(|(place, _)| grid.center(place) - half).collect()
}

fn to_segment(point: Point2<f64>, [a, b]: [Point2<f64>; 2]) -> f64 {
    let along = b - a;
    let part = if along.norm_squared() > 0.0 { (point - a).dot(&along) / along.norm_squared() } else { 0.0 };
    (a + along * part.clamp(0.0, 1.0) - point).norm()
}

/// Exact distance of a segment from a square: 0 if it enters the square, otherwise the minimum over its endpoints to the square and the
/// square's corners to the segment.
fn from_square(leg: [Point2<f64>; 2], corner: Point2<f64>, edge: f64) -> f64 {
    let far = corner + Vector2::repeat(edge);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let along = leg[1][axis] - leg[0][axis];
        let inside = (corner[axis]..=far[axis]).contains(&leg[0][axis]);
        if along == 0.0 {
            last = if inside { last } else { -1.0 };
            continue;
        }
        let parts = [corner[axis], far[axis]].map(|border| (border - leg[0][axis]) / along);
        (first, last) = (first.max(parts[0].min(parts[1])), last.min(parts[0].max(parts[1])));
    }
    if first <= last {
        return 0.0;
    }
    let outside = |point: Point2<f64>| (point - point.sup(&corner).inf(&far)).norm();
    let corners = [corner, far, Point2::new(corner.x, far.y), Point2::new(far.x, corner.y)];
    let distances = corners.map(|corner| to_segment(corner, leg));
    distances.into_iter().chain(leg.map(outside)).fold(f64::INFINITY, f64::min)
}

/// Shortest 8-connected lengths from a cell to all others, in edges, by iterating over all cells until nothing changes.
fn lengths(grid: &Grid, inflated: &Inflated, from: [u32; 2]) -> Vec<Vec<f64>> {
    let free = |x: i64, y: i64| {
        let cell = [u32::try_from(x).unwrap_or(u32::MAX), u32::try_from(y).unwrap_or(u32::MAX)];
        inflated.is_blocked(cell) == Some(false)
    };
    let mut lengths = vec![vec![f64::INFINITY; grid.columns() as usize]; grid.rows() as usize];
    lengths[from[1] as usize][from[0] as usize] = 0.0;
    let mut changed = true;
    while changed {
        changed = false;
        for (y, x) in (0..i64::from(grid.rows())).flat_map(|y| (0..i64::from(grid.columns())).map(move |x| (y, x))) {
            if !free(x, y) || lengths[y as usize][x as usize] == f64::INFINITY {
                continue;
            }
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                if !(free(x + dx, y + dy) && free(x + dx, y) && free(x, y + dy)) {
                    continue;
                }
                let longer = lengths[y as usize][x as usize] + ((dx * dx + dy * dy) as f64).sqrt();
                let there = &mut lengths[(y + dy) as usize][(x + dx) as usize];
                if longer < *there - 1e-12 {
                    (*there, changed) = (longer, true);
                }
            }
        }
    }
    lengths
}

/// Cells reached by a 4-connected flood fill from a cell.
fn flooded(grid: &Grid, inflated: &Inflated, from: [u32; 2]) -> Vec<[u32; 2]> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some([x, y]) = reached.get(next).copied() {
        next += 1;
        for cell in [[x + 1, y], [x.wrapping_sub(1), y], [x, y + 1], [x, y.wrapping_sub(1)]] {
            if inflated.is_blocked(cell) == Some(false) && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
    }
    assert!(reached.len() <= grid.iter().len());
    reached
}

/// MR-B7: A planner above the orders finds paths around mapped objects, also for fleets.
#[test]
fn paths_on_500_maps_keep_their_distance_exist_where_a_flood_fill_succeeds_and_are_short() {
    let (mut found, mut none, mut blocked, mut corners, mut shorter) = (0, 0, 0, 0, 0);
    for number in 0..500 {
        let random = &mut Random::new(number);
        let grid = map(random);
        let edge = grid.edge();
        let radius = [0.0, 0.0, 0.4, 1.0, 1.3, 2.0][random.below(6)] * edge;
        let margin = [0.0, 0.0, 0.2, 1.0][random.below(4)] * edge;
        let planner = Planner { radius, margin };
        let keep = radius + margin;
        let inflated = planner.inflate(&grid).unwrap();
        let obstacles = obstacles(&grid);
        let bounds = grid.bounds();
        let ends = [0; 2].map(|_| {
            let part = Vector2::new(between(random, 0.0, 1.0), between(random, 0.0, 1.0));
            let point = bounds.min + part.component_mul(&(bounds.max - bounds.min));
            // In a free cell, if any, at any point of it.
            let free: Vec<_> = grid.iter().filter(|(cell, _)| inflated.is_blocked(*cell) == Some(false)).collect();
            match random.below(10) {
                0 => point,
                _ if free.is_empty() => point,
                choice => {
                    let center = grid.center(random.pick(&free).0);
                    center
                        + Vector2::new(between(random, -0.5, 0.5), between(random, -0.5, 0.5))
                            * if choice < 5 { edge } else { 0.0 }
                }
            }
        });
        let cells = ends.map(|end| grid.cell_of(end).expect("within"));
        let outcome = inflated.path(ends[0], ends[1]);
        let what = format!("map {number}: {grid:?}, {planner:?}, {ends:?}: {outcome:?}");
        if let Some(end) = (0..2).find(|end| inflated.is_blocked(cells[*end]) == Some(true)) {
            let Err(PlanError::Blocked { end: reported, point, nearest }) = outcome else { panic!("{what}") };
            assert_eq!((reported, point), ([End::Start, End::Goal][end], ends[end]), "{what}");
            let centers = grid.iter().filter(|(cell, _)| inflated.is_blocked(*cell) == Some(false));
            let least = centers.map(|(cell, _)| (grid.center(cell) - point).norm()).reduce(f64::min);
            assert_eq!(nearest.map(|nearest| (nearest - point).norm()), least, "{what}");
            let is_free = |point| grid.cell_of(point).and_then(|cell| inflated.is_blocked(cell)) == Some(false);
            assert!(nearest.is_none_or(is_free), "{what}");
            blocked += 1;
            continue;
        }
        let connected = flooded(&grid, &inflated, cells[0]).contains(&cells[1]);
        assert_eq!(outcome.is_ok(), connected, "{what}");
        let Ok(path) = outcome else {
            assert_eq!(outcome, Err(PlanError::NoPath { start: ends[0], goal: ends[1] }));
            none += 1;
            continue;
        };
        found += 1;
        corners += path.points.len().saturating_sub(2);
        assert_eq!([path.points.first(), path.points.last()], [Some(&ends[0]), Some(&ends[1])], "{what}");
        for leg in path.points.windows(2).map(|leg| [leg[0], leg[1]]) {
            for corner in &obstacles {
                let distance = from_square(leg, *corner, edge);
                assert!(distance >= keep - 1e-9, "{what}: {leg:?} is {distance} from the cell at {corner}");
            }
            let inside = |point: Point2<f64>| (point - bounds.min).min().min((bounds.max - point).min());
            assert!(leg.iter().all(|point| inside(*point) >= keep - 1e-9), "{what}: {leg:?} leaves the map");
        }
        let [column, row] = cells[1].map(|cell| cell as usize);
        let to_centers: f64 = (0..2).map(|end| (grid.center(cells[end]) - ends[end]).norm()).sum();
        let optimum = lengths(&grid, &inflated, cells[0])[row][column] * edge + to_centers;
        assert!(path.length() <= optimum * (1.0 + 1e-12) + 1e-12, "{what}: {} above {optimum}", path.length());
        assert!(path.length() >= (ends[1] - ends[0]).norm() * (1.0 - 1e-12), "{what}");
        shorter += usize::from(path.length() < optimum * 0.99);
    }
    // Shows whether the cases actually occur.
    println!(
        "{found} paths with {corners} corners, {shorter} shorter by 1 %; {none} without a path, {blocked} blocked"
    );
    assert!(found >= 200 && none >= 40 && blocked >= 40, "{found} {none} {blocked}");
    assert!(corners >= 120 && shorter >= 100, "{corners} {shorter}");
}

#[test]
fn cells_are_blocked_by_the_distance_of_squares() {
    for number in 0..200 {
        let random = &mut Random::new(number + 1_000_000);
        let grid = map(random);
        let (radius, margin) = (between(random, 0.0, 3.0) * grid.edge(), between(random, 0.0, 1.0) * grid.edge());
        let planner = Planner { radius, margin };
        let inflated = planner.inflate(&grid).unwrap();
        let obstacles = obstacles(&grid);
        let half = Vector2::repeat(grid.edge() / 2.0);
        for (cell, _) in grid.iter() {
            let low = grid.center(cell) - half;
            let gap = |other: &Point2<f64>| {
                let apart = (low - other).map(|apart| (apart.abs() - grid.edge()).max(0.0));
                apart.norm()
            };
            let itself = obstacles.iter().any(|other| (low - other).norm() < grid.edge() / 2.0);
            let nearest = obstacles.iter().map(gap).fold(f64::INFINITY, f64::min);
            let bounds = grid.bounds();
            let border = (low - bounds.min).min().min((bounds.max - (low + half * 2.0)).min());
            let nearest = nearest.min(border.max(0.0));
            let reach = radius + margin;
            if (nearest - reach).abs() > 1e-9 {
                let what = format!("map {number}: {grid:?} {planner:?} {cell:?}");
                assert_eq!(inflated.is_blocked(cell), Some(itself || nearest < reach), "{what}");
            }
        }
    }
}

/// A hall of 4 m × 2 m, 10 cm cells, with a wall at x = 2 m that leaves a door of `door` cells.
fn hall(door: u32) -> Grid {
    let mut grid = Grid::new(Point2::origin(), 0.1, 40, 20).unwrap();
    grid.fill(Cell::Free);
    for row in (0..20).filter(|row| !(5..5 + door).contains(row)) {
        grid.set([20, row], Cell::Occupied);
    }
    grid
}

const ENDS: [Point2<f64>; 2] = [Point2::new(0.75, 1.25), Point2::new(3.25, 1.25)];

#[test]
fn a_robot_fits_through_a_door_of_its_width_and_a_cell_and_through_no_narrower_one() {
    let path = |door, radius: f64| Planner { radius, margin: 0.0 }.inflate(&hall(door)).unwrap().path(ENDS[0], ENDS[1]);
    // 0.2 m on each side of a cell.
    assert!(path(5, 0.2).is_ok());
    assert!(path(5, 0.2 + 1e-6).is_err());
    assert!(path(4, 0.2).is_err());
    assert_eq!(path(0, 0.0), Err(PlanError::NoPath { start: ENDS[0], goal: ENDS[1] }));
    assert!(path(1, 0.0).is_ok(), "a point fits through a one-cell door");
}

#[test]
fn a_path_past_a_corner_has_one_corner_and_a_free_path_has_none() {
    let planner = Planner { radius: 0.1, margin: 0.0 };
    let mut grid = Grid::new(Point2::origin(), 0.1, 40, 20).unwrap();
    grid.fill(Cell::Free);
    let path = planner.inflate(&grid).unwrap().path(ENDS[0], ENDS[1]).unwrap();
    assert_eq!(path.points, ENDS);
    assert_eq!(path.length(), 2.5);
    grid.fill_box(Point2::new(2.0, 1.5), Vector2::new(0.05, 0.5), 0.0).unwrap();
    let path = planner.inflate(&grid).unwrap().path(ENDS[0], ENDS[1]).unwrap();
    assert!((3..=4).contains(&path.points.len()), "{path:?}");
    // The cells of the wall extend from 1.9 m to 2.1 m and down to 1 m; one more cell on each side is blocked.
    let tight = 2.0 * Vector2::new(1.05, 0.35).norm() + 0.4;
    assert!((tight..tight + 0.01).contains(&path.length()), "{} {tight}", path.length());
    for here in [ENDS[0], Point2::new(0.71, 1.22)] {
        let path = planner.inflate(&grid).unwrap().path(here, here).unwrap();
        assert_eq!((&path.points[..], path.length()), (&[here][..], 0.0));
    }
}

#[test]
fn invalid_endpoints_are_reported_with_the_nearest_free_point() {
    let planner = Planner { radius: 0.1, margin: 0.05 };
    let inflated = planner.inflate(&hall(20)).unwrap();
    let outside = inflated.path(Point2::new(-0.1, 0.0), ENDS[1]).unwrap_err();
    assert_eq!(outside.to_string(), "the start (-0.1, 0) is outside the map");
    let not_finite = inflated.path(ENDS[0], Point2::new(0.0, f64::NAN)).unwrap_err();
    assert_eq!(not_finite.to_string(), "the goal (0, NaN) is not finite");
    let wall = planner.inflate(&hall(0)).unwrap();
    let blocked = wall.path(ENDS[0], Point2::new(2.07, 1.25)).unwrap_err();
    let PlanError::Blocked { end: End::Goal, nearest: Some(nearest), .. } = blocked else { panic!("{blocked}") };
    // The wall extends to 2.1 m; two cells are closer than 0.15 m to it.
    assert!((nearest - Point2::new(2.35, 1.25)).norm() < 1e-12, "{blocked}");
    assert!(blocked.remedy().contains("nearest free point"));
    let mut full = hall(0);
    full.fill(Cell::Occupied);
    let full = planner.inflate(&full).unwrap().path(ENDS[0], ENDS[1]).unwrap_err();
    assert!(matches!(full, PlanError::Blocked { end: End::Start, nearest: None, .. }), "{full}");
    let bad = Planner { radius: -1.0, ..planner }.inflate(&hall(0)).unwrap_err();
    assert_eq!((bad, bad.to_string().as_str()), (Invalid::Negative("the radius", -1.0), "the radius is -1 m"));
    assert!(Planner { margin: f64::NAN, ..planner }.inflate(&hall(0)).is_err());
}

#[test]
fn unknown_cells_and_what_is_beyond_the_map_are_occupied() {
    let planner = Planner { radius: 0.2, margin: 0.0 };
    let mut grid = Grid::new(Point2::origin(), 0.1, 40, 20).unwrap();
    let unknown = planner.inflate(&grid).unwrap().path(ENDS[0], ENDS[1]);
    assert!(matches!(unknown, Err(PlanError::Blocked { .. })));
    grid.fill(Cell::Free);
    let inflated = planner.inflate(&grid).unwrap();
    assert!(inflated.path(ENDS[0], ENDS[1]).is_ok());
    let near_border = [[1, 5], [2, 5], [40, 5]].map(|cell| inflated.is_blocked(cell));
    assert_eq!(near_border, [Some(true), Some(false), None]);
}
