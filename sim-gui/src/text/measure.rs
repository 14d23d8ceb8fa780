//! Measuring.

use super::{Text, text};

pub const FIRST: Text = text("common-first-point");
pub const NEXT: Text = text("measure-next");
pub const END: Text = text("measure-end");

pub fn segment(length: &str) -> String {
    say!("measure-segment", length)
}

pub fn parts(x: &str, y: &str, z: &str) -> String {
    say!("measure-parts", x, y, z)
}

pub fn angle(angle: &str) -> String {
    say!("measure-angle", angle)
}

pub fn total(length: &str) -> String {
    say!("measure-total", length)
}
