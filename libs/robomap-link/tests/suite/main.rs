//! Tests of both ends of the link.

mod channel;
mod end_fuzz;
mod later;
mod model;
mod notices;
mod pair;
mod random;
mod requirements;
mod rig;
mod rows;
mod safety;
mod sequences;
mod server;
mod server_reports;
mod support;
mod world;
