//! Multiple views of one kind.

use std::collections::BTreeMap;

/// Views of one kind by number, and the one used last. There is always at least one.
pub struct Several<T> {
    all: BTreeMap<u32, T>,
    used: u32,
}

impl<T: Default> Default for Several<T> {
    fn default() -> Self {
        Self { all: BTreeMap::from([(1, T::default())]), used: 1 }
    }
}

impl<T: Default> Several<T> {
    /// The view with this number, created by `another` from the last used one if missing.
    pub fn get(&mut self, number: u32, another: impl FnOnce(&T) -> T) -> &mut T {
        if !self.all.contains_key(&number) {
            let new = self.all.get(&self.used).map_or_else(T::default, another);
            self.all.insert(number, new);
        }
        self.all.entry(number).or_default()
    }

    /// Recreates the view with this number by `another` from the last used one, and makes it the last used one.
    pub fn begin(&mut self, number: u32, another: impl FnOnce(&T) -> T) {
        let new = self.all.get(&self.used).map_or_else(T::default, another);
        self.all.insert(number, new);
        self.used = number;
    }

    /// The view with this number, if it exists.
    pub fn find(&self, number: u32) -> Option<&T> {
        self.all.get(&number)
    }

    /// The view with this number, if it exists.
    pub fn find_mut(&mut self, number: u32) -> Option<&mut T> {
        self.all.get_mut(&number)
    }

    /// Number of the last used view.
    pub fn number(&self) -> u32 {
        self.used
    }

    /// Makes the view with this number the last used one, if it exists.
    pub fn use_now(&mut self, number: u32) {
        if self.all.contains_key(&number) {
            self.used = number;
        }
    }

    /// The last used view.
    pub fn used(&self) -> &T {
        self.all.get(&self.used).expect("invariant: the last used view exists")
    }

    /// The last used view.
    pub fn used_mut(&mut self) -> &mut T {
        self.all.get_mut(&self.used).expect("invariant: the last used view exists")
    }

    /// All views with their numbers.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        self.all.iter_mut().map(|(number, one)| (*number, one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_one_is_made_of_the_one_that_was_used_last_and_is_used_then() {
        let mut several: Several<String> = Several::default();
        several.used_mut().push_str("first");
        several.begin(2, |first| format!("{first} again"));
        assert_eq!((several.number(), several.used().as_str()), (2, "first again"));
        several.use_now(7);
        assert_eq!(several.number(), 2, "there are only two views");
        assert_eq!(several.get(1, String::clone), "first");
        assert_eq!(several.get(3, String::clone), "first again");
        assert_eq!(several.iter_mut().map(|(number, _)| number).collect::<Vec<_>>(), [1, 2, 3]);
    }
}
