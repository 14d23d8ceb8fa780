//! placeholder
#[derive(Debug, clap::Args)]
pub struct Args {}
pub fn run(_: Args) -> crate::exit::Exit { crate::exit::Exit::Ok }
