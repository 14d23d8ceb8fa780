//! Runs one library in a process of its own, for tests of the engine: `library-host __host PARENT`.

fn main() -> std::io::Result<()> {
    let parent = std::env::args().nth(2).and_then(|parent| parent.parse().ok());
    sim_core::plugins::serve_parent(parent.expect("the number of the process that has started it"))
}
