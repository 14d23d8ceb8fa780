//! The height handle.

pub fn of(name: &str) -> String {
    say!("height-of", name)
}

pub fn now(height: &str) -> String {
    say!("height-now", height)
}

pub fn changed(name: &str) -> String {
    say!("height-changed", name)
}
