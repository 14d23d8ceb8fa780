//! The Butiá robot and its protocol, over real sockets and with the real libraries.

mod client;
mod modules;
mod robustness;
mod scenarios;
mod school;
mod transcripts;
