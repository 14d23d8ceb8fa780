//! Describes a library or runs it in a separate process, for tests of the engine: `library-host __describe LIBRARY
//! ANSWER`, `library-host __host PARENT`.

use sim_core::plugins::{HOST_COMMAND, describe_confined, serve_parent};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [HOST_COMMAND, parent] => serve_parent(parent.parse().expect("the number of the process that has started it")),
        [_, library, answer] => describe_confined(Path::new(library), Path::new(answer)),
        words => panic!("{words:?}"),
    }
}
