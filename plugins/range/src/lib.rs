//! Distance sensors: one ray, a ring of rays, a lidar, the clearance around a hull, and two proximity sensors: a group
//! of rays and a sweeping radar.
//!
//! They do not see their own robot. Ray, ring and lidar cast from their mount, in its xy plane or in layers around it,
//! and read their maximum range without a hit, unless `none` specifies otherwise: a reading is always a finite number
//! that can be compared, plotted and averaged. Group and radar read (threshold − distance)/threshold, 1 in contact and
//! 0 without a hit, and their beams may have a radius. Clearance does not use rays: it reads the minimum distance
//! between a box and its surroundings.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod beams;
mod clearance;
mod cone;
mod fan;
mod group;
mod lidar;
mod lookup;
mod radar;
mod ray;
mod ring;
mod scan;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Distance along the mount's x axis.
    sensor "range/ray" = ray::Ray;
    /// Distances along rays that fan out over a circle or an arc.
    sensor "range/ring" = ring::Ring;
    /// Many distances over an arc, measured all at once or a few per reading as the head turns.
    sensor "range/lidar" = lidar::Lidar;
    /// Distance along the mount's x axis, converted to a response by a table, with error.
    sensor "range/lookup" = lookup::Lookup;
    /// Proximity along given directions: 1 in contact, 0 if nothing is within the threshold.
    sensor "range/group" = group::Group;
    /// Proximity all around, a few directions per reading as the beam turns.
    sensor "range/radar" = radar::Radar;
    /// Clearance around the robot's hull: smallest distances from a box to fixed and to movable bodies.
    sensor "range/clearance" = clearance::Clearance;
}
