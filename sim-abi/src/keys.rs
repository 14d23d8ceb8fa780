//! Codes of the operator's keys.
//!
//! A printable key has the code of its uppercase character (`u32::from('A')`); the others have the codes below, which
//! are outside of Unicode.

/// Arrow up.
pub const UP: u32 = 0x11_0001;
/// Arrow down.
pub const DOWN: u32 = 0x11_0002;
/// Arrow left.
pub const LEFT: u32 = 0x11_0003;
/// Arrow right.
pub const RIGHT: u32 = 0x11_0004;
/// Page up.
pub const PAGE_UP: u32 = 0x11_0005;
/// Page down.
pub const PAGE_DOWN: u32 = 0x11_0006;
/// Space bar.
pub const SPACE: u32 = 32;

/// Code of a key by its name in scenes: `Up`, `PageDown`, `Space`, `A`, `7` …
pub fn code(name: &str) -> Option<u32> {
    Some(match name {
        "Up" => UP,
        "Down" => DOWN,
        "Left" => LEFT,
        "Right" => RIGHT,
        "PageUp" => PAGE_UP,
        "PageDown" => PAGE_DOWN,
        "Space" => SPACE,
        _ => {
            let mut letters = name.chars();
            let key = letters.next()?;
            if letters.next().is_some() {
                return None;
            }
            u32::from(key.to_ascii_uppercase())
        }
    })
}
