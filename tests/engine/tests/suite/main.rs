//! Tests of the engine with the real plugin libraries.

mod allocation;
mod archive;
mod blimp;
mod butia;
mod carry;
mod contact_truth;
mod crowds;
mod determinism;
mod effort;
mod embedding;
mod functions;
mod golden;
mod grown;
mod image_memory;
mod images;
mod libraries;
mod mathematics;
mod misbehavior;
#[path = "../../../../sim-core/tests/suite/mistakes.rs"]
mod mistakes;
mod motion;
mod mount_motion;
mod ninjuab;
mod one_round;
mod parts;
mod restore;
mod rows;
mod terrain;
mod texts;
mod twin;
mod underwater;
mod variations;
mod without_hull;
mod world;
