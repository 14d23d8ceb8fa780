//! Files.

pub use super::generated::file::*;

pub fn untitled() -> String {
    UNTITLED.into()
}
