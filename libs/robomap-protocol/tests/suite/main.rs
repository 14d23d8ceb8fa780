//! Tests of the packets.

mod packet_fuzz;
mod vectors;
