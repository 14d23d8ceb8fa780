//! Tables that equal components of a library share.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Values by key, each created once and kept while it is in use.
///
/// A thousand robots with the same lidar need its directions once, and shared tables stay in the processor's caches.
///
/// ```
/// use sim_abi::prelude::*;
/// use std::sync::Arc;
///
/// static SQUARES: Shared<usize, [f64]> = Shared::new();
///
/// let one = SQUARES.get(3, || (0..3).map(|n| (n * n) as f64).collect());
/// let other = SQUARES.get(3, || unreachable!("already created"));
/// assert!(Arc::ptr_eq(&one, &other));
/// ```
pub struct Shared<K, T: ?Sized>(Mutex<Vec<(K, Weak<T>)>>);

impl<K: PartialEq, T: ?Sized> Shared<K, T> {
    /// An empty table, for a `static`.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Returns the value for a key; creates it if it is not in use.
    pub fn get(&self, key: K, make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        // A panic in `make` leaves the list unchanged.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(_, value)| value.strong_count() > 0);
        if let Some(value) = known.iter().find(|(other, _)| *other == key).and_then(|(_, value)| value.upgrade()) {
            return value;
        }
        let value = make();
        known.push((key, Arc::downgrade(&value)));
        value
    }
}

impl<K: PartialEq, T: ?Sized> Default for Shared<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shared_while_in_use_and_created_again_afterwards() {
        let shared = Shared::<u8, str>::new();
        let one = shared.get(1, || "one".into());
        assert!(Arc::ptr_eq(&one, &shared.get(1, || "another".into())));
        assert_eq!(&*shared.get(2, || "two".into()), "two");
        drop(one);
        assert_eq!(&*shared.get(1, || "again".into()), "again");
    }
}
