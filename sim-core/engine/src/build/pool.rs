//! Deduplicated values of many components.

use std::sync::Arc;

/// A pool of deduplicated values: thousands of identical robots share their common data.
pub(super) struct Pool<T>(Vec<Arc<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Pool<T> {
    /// Returns the value, shared with an equal one if there is one.
    pub(super) fn share(&mut self, value: T) -> Arc<T> {
        /// Robots of the same kind mostly follow each other, so an equal value is among the recent ones.
        const RECENT: usize = 64;
        if let Some(same) = self.0.iter().rev().take(RECENT).find(|known| ***known == value) {
            return same.clone();
        }
        let value = Arc::new(value);
        self.0.push(value.clone());
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_stored_once() {
        let mut pool = Pool::default();
        let (one, other, again) = (pool.share("one"), pool.share("other"), pool.share("one"));
        assert!(Arc::ptr_eq(&one, &again) && !Arc::ptr_eq(&one, &other));
    }
}
