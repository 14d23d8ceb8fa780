//! Export of the map to files, and path planning on a grid.

use super::params::{LinkParams, UnknownCells};
use super::world::{Place, TwinWorld};
use nalgebra::{Point2, Vector2};
use occupancy_grid::files::{self, Pair};
use occupancy_grid::{Bounds, Cell, Grid, Invalid, Planner};
use sim_abi::prelude::*;
use sim_abi::world::Filter;
use std::fmt::Write as _;
use std::path::Path;
use twin_link::map::MappedBox;

/// Cell edge of exported maps, m.
const CELL: f64 = 0.01;

/// Margin around all mapped objects, m.
const MARGIN: f64 = 0.3;

/// Cell edge of the planning grid, m.
const PLANNING_CELL: f64 = 0.02;

/// Margin of the planning grid around start and goal, m.
const DETOUR: f64 = 1.5;

/// Maximum distance of a goal, m.
const MAX_GOAL_DISTANCE: f64 = 20.0;

/// Clearance of the robot from obstacles, m.
const CLEARANCE: f64 = 0.02;

/// Maximum length of a route leg, cm.
const MAX_LEG: f64 = 1000.0;

/// Common file stem of the exported files.
const STEM: &str = "map";

/// Exports the map to a folder: as a scene, as an image with a description, and as a pair of ROS map files. Returns the
/// file names.
///
/// # Errors
/// If a file cannot be written; earlier files remain.
pub fn write(world: &TwinWorld, reach: f64, folder: &Path) -> Result<Vec<String>> {
    let grid = grid(world, reach)?;
    let [png, json, pgm, yaml, ron] = ["png", "json", "pgm", "yaml", "ron"].map(|ending| format!("{STEM}.{ending}"));
    let Pair { picture, text } = files::with_boxes(&grid, &boxes(world), &png)
        .map_err(|error| Fault::new(format!("cannot write the map: {error}")))?;
    let pair = files::for_ros(&grid, &pgm);
    std::fs::create_dir_all(folder)?;
    let files = [
        (png, picture),
        (json, text.into()),
        (pgm, pair.picture),
        (yaml, pair.text.into()),
        (ron, scene(world).into()),
    ];
    let mut written = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(&name);
        // An incomplete file must never appear under the final name.
        let begun = path.with_extension("incomplete");
        std::fs::write(&begun, bytes).and_then(|()| std::fs::rename(&begun, &path)).map_err(|error| {
            Fault::new(format!("cannot write {}: {error}", path.display()))
                .help("free disk space, or make the folder writable")
        })?;
        written.push(name);
    }
    Ok(written)
}

fn boxes(world: &TwinWorld) -> Vec<files::MappedBox> {
    let [_, _, height] = world.settings.size;
    let exported = |known: &MappedBox| files::MappedBox {
        id: world.name(known.id),
        center: [known.center[0], known.center[1], world.floor + height / 2.0],
        size: world.size(known),
        yaw: known.yaw,
    };
    world.map.boxes().iter().map(exported).collect()
}

/// Returns the observed map: boxes are occupied, cells traversed by rays are free, the rest is unknown.
fn grid(world: &TwinWorld, reach: f64) -> Result<Grid> {
    let half = |known: &MappedBox| Vector2::from(known.size) / 2.0;
    let rays = rays(world, reach);
    let of_boxes = world.map.boxes().iter().map(|known| Bounds::of_box(known.center.into(), half(known), known.yaw));
    let of_rays = rays.iter().flatten().map(|end| Bounds::of_box(*end, Vector2::zeros(), 0.0));
    let bounds = of_boxes.chain(of_rays).reduce(|one, other| one.union(&other));
    let bounds = bounds.unwrap_or_else(|| Bounds::of_box(Point2::origin(), Vector2::repeat(CELL), 0.0));
    let invalid = |error: Invalid| Fault::new(error.to_string()).help(error.remedy());
    let mut grid = Grid::around(&bounds, CELL, MARGIN).map_err(invalid)?;
    for known in world.map.boxes() {
        grid.fill_box(known.center.into(), half(known), known.yaw).map_err(invalid)?;
    }
    for [from, to] in rays {
        grid.clear_ray(from, to).map_err(invalid)?;
    }
    Ok(grid)
}

/// Marks as free what the robot has observed to be free: the beams of its readings, and the strips that it has driven or where it stands.
/// The strips are as wide as the planner requires for a robot of this radius, m.
fn clear_observed(grid: &mut Grid, world: &TwinWorld, at: Point2<f64>, radius: f64, reach: f64) -> Result<(), Invalid> {
    for [from, to] in rays(world, reach) {
        grid.clear_ray(from, to)?;
    }
    let width = radius + CLEARANCE + 2.0 * PLANNING_CELL;
    let driven = world.map.driven().map(|ends| ends.map(Point2::from)).chain([[at, at]]);
    for [from, to] in driven {
        let (along, square) = (to - from, (to - from).norm_squared());
        let near = |point: Point2<f64>| {
            let part = if square > 0.0 { ((point - from).dot(&along) / square).clamp(0.0, 1.0) } else { 0.0 };
            (from + along * part - point).norm() <= width
        };
        let cells: Vec<[u32; 2]> = grid.iter().map(|(cell, _)| cell).filter(|cell| near(grid.center(*cell))).collect();
        cells.into_iter().for_each(|cell| {
            grid.set(cell, Cell::Free);
        });
    }
    Ok(())
}

/// Returns rays that fill the beams of all readings, from the sonar to their ends, m: no object in a beam is nearer
/// than the detected one.
fn rays(world: &TwinWorld, reach: f64) -> Vec<[Point2<f64>; 2]> {
    let hits = world.map.evidence().iter().map(|seen| (seen.sensor, seen.bearing, seen.distance));
    let free = world.map.free_beams().map(|look| (look.sensor, look.bearing, reach));
    let explained = world.map.explained().map(|look| (look.sensor, look.bearing, look.distance));
    let mut rays = Vec::new();
    for (sensor, bearing, distance) in hits.chain(free).chain(explained) {
        let half = world.settings.half_angle;
        // Their ends are at most half a cell apart.
        let parts = (2.0 * half * distance / (CELL / 2.0)).ceil().max(1.0);
        for part in 0..=parts as u32 {
            let ray = bearing + half * (2.0 * f64::from(part) / parts - 1.0);
            rays.push([Point2::from(sensor.at), sensor.end(ray, distance)]);
        }
    }
    rays
}

/// Returns the mapped objects as a scene to be included by others.
fn scene(world: &TwinWorld) -> String {
    let mut text = String::from(
        "// Objects that a real robot has seen and its twin's world lacked.\n(\n    format_version: 1,\n    objects: [\n",
    );
    for known in world.map.boxes() {
        let object = world.object(known);
        let part = |name: &str| &object[name];
        let triple = |value: &Value| {
            let numbers: Vec<String> = value.as_array().into_iter().flatten().map(ToString::to_string).collect();
            format!("({})", numbers.join(", "))
        };
        // RON strings are escaped like Rust strings.
        _ = writeln!(
            text,
            "        (name: {:?}, shape: Box(size: {}), at: {}, yaw: {}, color: {}, category: {:?}, description: {:?}),",
            part("name").as_str().unwrap_or_default(),
            triple(&object["shape"]["Box"]["size"]),
            triple(part("at")),
            part("yaw"),
            triple(part("color")),
            part("category").as_str().unwrap_or_default(),
            part("description").as_str().unwrap_or_default(),
        );
    }
    text + "    ],\n)\n"
}

/// Plans commands that lead the twin from its pose to a goal (m), around all obstacles in its world at the height of
/// its sonar, and, unless `params` permit that, only through what has been observed.
///
/// # Errors
/// If the goal is unreachable, or too far away.
pub fn plan_orders(
    io: &ServiceIo,
    world: &TwinWorld,
    start: &Place,
    goal: [f64; 2],
    params: &LinkParams,
) -> Result<Vec<String>> {
    let (from, to) = (Point2::from(start.at), Point2::from(goal));
    let is_near = (to - from).norm() <= MAX_GOAL_DISTANCE;
    if !is_near {
        return Err(Fault::new(format!("the goal is more than {MAX_GOAL_DISTANCE} m away")).help("go there in parts"));
    }
    let room = |point: Point2<f64>| Bounds::of_box(point, Vector2::repeat(DETOUR), 0.0);
    let invalid = |error: Invalid| Fault::new(error.to_string()).help(error.remedy());
    let mut grid = Grid::around(&room(from).union(&room(to)), PLANNING_CELL, 0.0).map_err(invalid)?;
    let observed_only = params.unknown_cells == UnknownCells::Blocked;
    if observed_only {
        clear_observed(&mut grid, world, from, params.radius, params.reach()).map_err(invalid)?;
    } else {
        grid.fill(Cell::Free);
    }
    let (filter, height) = (Filter { moving: 0, ..Filter::default() }, world.floor + params.sonar_height);
    let free: Vec<[u32; 2]> = grid.iter().filter(|(_, state)| *state == Cell::Free).map(|(cell, _)| cell).collect();
    for cell in free {
        let center = grid.center(cell);
        let point = Vec3::new(center.x, center.y, height);
        // Tests the entire cell, not only its center.
        let near = io.world().nearest(point, PLANNING_CELL * std::f64::consts::FRAC_1_SQRT_2, filter);
        if near.is_some() {
            grid.set(cell, Cell::Occupied);
        }
    }
    let planner = Planner { radius: params.radius, margin: CLEARANCE };
    let path = planner.inflate(&grid).map_err(invalid)?.path(from, to);
    let path = path.map_err(|error| {
        let help =
            if observed_only { "scan nearer to the goal, or set `unknown_cells: \"free\"`" } else { error.remedy() };
        Fault::new(error.to_string()).help(help)
    })?;
    let mut heading = start.heading;
    let mut orders = Vec::new();
    for leg in path.points.windows(2) {
        let segment = leg[1] - leg[0];
        let direction = math::atan2(segment.y, segment.x);
        let mut left = segment.norm() * 100.0;
        let mut turn = wrap_angle(direction - heading).to_degrees();
        while left > 0.0 {
            let part = left.min(MAX_LEG);
            orders.push(format!("GO {turn:.2} {part:.2}"));
            (left, turn) = (left - part, 0.0);
        }
        heading = direction;
    }
    Ok(orders)
}
