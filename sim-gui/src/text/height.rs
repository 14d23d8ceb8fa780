//! The handle that makes things higher or lower.

use sim_text::Sentence;

pub fn of(name: &str) -> String {
    say!("height-of", name)
}

pub fn now(height: &str) -> String {
    say!("height-now", height)
}

pub fn changed(name: &Sentence) -> Sentence {
    tell!("height-changed", name)
}
