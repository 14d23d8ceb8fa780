//! Distance sensors: one ray, a ring of rays, a lidar.
//!
//! All cast from their mount in its xy plane, do not see their own robot, and read their full reach where nothing is met,
//! unless `none` says otherwise: a reading stays a plain finite number that can be compared, plotted and averaged.

#![forbid(unsafe_code)]

mod fan;
mod lidar;
mod ray;
mod ring;

use lidar::Lidar;
use ray::Ray;
use ring::Ring;

sim_abi::export! {
    /// Distance along the mount's x axis.
    sensor "range/ray" = Ray;
    /// Distances along rays that fan out over a circle or an arc.
    sensor "range/ring" = Ring;
    /// Many distances over an arc, taken at once or a few at each reading as the head turns.
    sensor "range/lidar" = Lidar;
}
