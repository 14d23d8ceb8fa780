//! Shorter tests of the program.

mod authors;
mod butia;
mod external;
mod external_input;
mod hot_reload;
mod library_cache;
mod one_writer;
