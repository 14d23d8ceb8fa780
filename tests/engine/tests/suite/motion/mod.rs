//! Motion of robots as reported by their sensors, their colliders and the engine.

mod beacons;
mod ccd;
mod clearance;
mod closed_forms;
mod follow;
mod forces;
mod ground;
mod joints;
mod plugin;
mod pushing;
mod reload;
mod rest;
mod robomap;
mod robomap_recorder;
mod routes;
