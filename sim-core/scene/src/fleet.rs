//! Expands fleets to single robots.

use sim_diagnostics::words::counted;
use std::collections::HashMap;

use nalgebra::{Isometry3, Translation3, UnitQuaternion};

use super::model::{Fleet, GridPlacement, Heading, Placement, Posed, RandomPlacement, Robot, Scene};
use sim_abi::math;

/// A robot of the scene, listed or a member of a fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedRobot {
    /// The robot with its name and pose.
    pub robot: Robot,
    /// Path of the table that describes it: `robots[2]` or `fleets[0]`.
    pub path: String,
}

/// Reason why a fleet cannot be placed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PlacementError {
    ListLength { given: usize, count: u32 },
    Full { placed: usize, count: u32 },
}

impl PlacementError {
    /// Message.
    pub fn sentence(&self) -> String {
        match self {
            Self::ListLength { given, count } => {
                let poses = counted(*given, "pose");
                format!("the list has {poses} for {robots}", robots = counted(*count, "robot"))
            }
            Self::Full { placed, count } => {
                format!("only {placed} of {robots} fit", robots = counted(*count, "robot"))
            }
        }
    }
}

/// Whether a fleet has a member with this name.
pub fn is_member(prefix: &str, count: u32, name: &str) -> bool {
    let Some(digits) = name.strip_prefix(prefix) else { return false };
    let canonical = digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()));
    canonical && digits.parse::<u32>().is_ok_and(|number| number < count)
}

impl Scene {
    /// All robots: listed ones first, then the members of the fleets, in the order of the scene.
    ///
    /// Random placement only depends on the scene's seed and the fleet. Of fleets that cannot be placed (which loading rejects),
    /// only the robots that found a place are returned.
    pub fn all_robots(&self) -> Vec<PlacedRobot> {
        let single = self.robots.iter().enumerate();
        let mut all: Vec<_> = single
            .map(|(index, robot)| PlacedRobot { robot: robot.clone(), path: format!("robots[{index}]") })
            .collect();
        for (index, fleet) in self.fleets.iter().enumerate() {
            let frame = fleet.pose();
            let (poses, _) = poses(fleet, self.run.seed);
            for (member, pose) in poses.iter().enumerate() {
                let mut robot = fleet.member(member);
                robot.set_pose(&(frame * pose));
                all.push(PlacedRobot { robot, path: format!("fleets[{index}]") });
            }
        }
        all
    }
}

/// Poses of a fleet's members in the fleet's frame, and the error of the placement, if any.
pub(crate) fn poses(fleet: &Fleet, seed: u64) -> (Vec<Isometry3<f64>>, Option<PlacementError>) {
    match &fleet.placement {
        Placement::Grid(grid) => (grid_poses(grid, fleet.count), None),
        Placement::Random(area) => random_poses(area, fleet, seed),
        Placement::List(poses) => {
            let given = poses.len();
            let error = PlacementError::ListLength { given, count: fleet.count };
            let wanted = poses.iter().take(fleet.count as usize).map(Posed::pose).collect();
            (wanted, (given != fleet.count as usize).then_some(error))
        }
    }
}

fn flat(x: f64, y: f64, yaw: f64) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::new(x, y, 0.0), UnitQuaternion::from_euler_angles(0.0, 0.0, yaw))
}

fn grid_poses(grid: &GridPlacement, count: u32) -> Vec<Isometry3<f64>> {
    let square = f64::from(count).sqrt().ceil() as u32;
    let columns = grid.columns.unwrap_or(square).clamp(1, count.max(1));
    let rows = count.div_ceil(columns);
    let centred = |index: u32, of: u32| f64::from(index) - f64::from(of - 1) / 2.0;
    let [across, along] = grid.spacing;
    let place = |index: u32| (centred(index % columns, columns) * across, centred(index / columns, rows) * along);
    (0..count).map(place).map(|(x, y)| flat(x, y, 0.0)).collect()
}

/// Maximum number of attempts per robot until the area counts as full.
const ATTEMPTS: usize = 2000;

fn random_poses(area: &RandomPlacement, fleet: &Fleet, seed: u64) -> (Vec<Isometry3<f64>>, Option<PlacementError>) {
    let mut random = Random::new(seed, &fleet.prefix);
    let extents = area.extents();
    // Any other area has been rejected.
    if !extents.iter().all(|extent| *extent > 0.0 && extent.is_finite()) {
        return (Vec::new(), None);
    }
    let mut taken = OccupiedCells::new(area, extents[0].max(extents[1]) / f64::from(fleet.count.max(1)));
    let mut poses = Vec::new();
    for _ in 0..fleet.count {
        let free = (0..ATTEMPTS).find_map(|_| {
            let x = random.between(area.min[0], area.max[0]);
            let y = random.between(area.min[1], area.max[1]);
            taken.take([x, y]).then_some((x, y))
        });
        let Some((x, y)) = free else {
            let error = PlacementError::Full { placed: poses.len(), count: fleet.count };
            return (poses, Some(error));
        };
        let yaw = match area.heading {
            Heading::Random => random.between(-std::f64::consts::PI, std::f64::consts::PI),
            Heading::Fixed(yaw) => yaw,
        };
        poses.push(flat(x, y, yaw));
    }
    (poses, None)
}

/// Occupied places in a grid of square cells at least as wide as the spacing, so that only neighbors are compared.
struct OccupiedCells {
    spacing: f64,
    /// Corner of the first cell, and cell width.
    origin: [f64; 2],
    width: f64,
    cells: HashMap<(i64, i64), Vec<[f64; 2]>>,
}

impl OccupiedCells {
    /// Cells are at least `least` wide and are numbered from the corner of the area; otherwise, with a tiny spacing or a distant
    /// area, all places would be in the cell with the highest number.
    fn new(area: &RandomPlacement, least: f64) -> Self {
        let (spacing, origin) = (area.spacing, area.min);
        Self { spacing, origin, width: spacing.max(least), cells: HashMap::new() }
    }

    /// Occupies a place unless another one is too close.
    fn take(&mut self, [x, y]: [f64; 2]) -> bool {
        if self.spacing <= 0.0 {
            return true;
        }
        let [column, row] = [x - self.origin[0], y - self.origin[1]].map(|from| (from / self.width).floor() as i64);
        let cell = (column, row);
        let neighbours = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        for (dx, dy) in neighbours {
            let others = self.cells.get(&(cell.0.saturating_add(dx), cell.1.saturating_add(dy)));
            if others.into_iter().flatten().any(|other| math::hypot(other[0] - x, other[1] - y) < self.spacing) {
                return false;
            }
        }
        self.cells.entry(cell).or_default().push([x, y]);
        true
    }
}

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014), seeded by scene and fleet.
struct Random(u64);

impl Random {
    fn new(seed: u64, name: &str) -> Self {
        // FNV-1a of the name, so that each fleet has its own stream.
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self(seed ^ hash.rotate_left(32))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + unit * (high - low)
    }
}
