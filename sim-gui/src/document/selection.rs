//! Selection of bodies.

use std::ops::Deref;

/// Indices of the selected bodies, in selection order.
///
/// Membership tests take constant time: views test every body in every frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    list: Vec<usize>,
    /// Membership by body; bodies past the end are not selected.
    mask: Vec<bool>,
}

impl Selection {
    /// Whether a body is selected.
    pub fn contains(&self, body: usize) -> bool {
        self.mask.get(body).copied().unwrap_or(false)
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        self.list.clear();
        self.mask.clear();
    }

    /// Adds a body to the selection, or removes it.
    pub fn toggle(&mut self, body: usize) {
        if self.contains(body) {
            self.mask[body] = false;
            self.list.retain(|other| *other != body);
        } else {
            self.add(body);
        }
    }

    fn add(&mut self, body: usize) {
        if self.contains(body) {
            return;
        }
        if self.mask.len() <= body {
            self.mask.resize(body + 1, false);
        }
        self.mask[body] = true;
        self.list.push(body);
    }
}

impl FromIterator<usize> for Selection {
    fn from_iter<T: IntoIterator<Item = usize>>(bodies: T) -> Self {
        let mut selection = Self::default();
        bodies.into_iter().for_each(|body| selection.add(body));
        selection
    }
}

impl Deref for Selection {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_selected_item_comes_last_without_duplicates() {
        let mut selection: Selection = [7, 2, 7].into_iter().collect();
        selection.toggle(4);
        assert_eq!(*selection, [7, 2, 4]);
        selection.toggle(2);
        assert!(*selection == [7, 4] && !selection.contains(2) && selection.contains(4) && !selection.contains(100));
        selection.toggle(2);
        assert_eq!(*selection, [7, 4, 2]);
        selection.clear();
        assert!(selection.is_empty() && !selection.contains(7));
    }
}
