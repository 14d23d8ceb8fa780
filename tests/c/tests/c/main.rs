//! Plugins in C and C++: the header, its helpers, and libraries that the engine loads and runs.

mod compiler;
mod conform;
mod examples;
mod header;
mod layout;
mod reader;
mod texts;
