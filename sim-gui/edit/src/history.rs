//! Undo and redo: the text replacement of each step.

use std::collections::VecDeque;

/// Default number of undo steps.
pub const UNDO_DEPTH: usize = 200;

/// One replacement that converts a text to another, and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delta {
    at: usize,
    old: Box<str>,
    new: Box<str>,
}

impl Delta {
    /// The smallest replacement that converts `old` to `new`.
    pub fn between(old: &str, new: &str) -> Delta {
        let (a, b) = (old.as_bytes(), new.as_bytes());
        let mut start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        while !old.is_char_boundary(start) {
            start -= 1;
        }
        let most = a.len().min(b.len()) - start;
        let mut end = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        while !old.is_char_boundary(a.len() - end) {
            end -= 1;
        }
        Delta { at: start, old: old[start..a.len() - end].into(), new: new[start..b.len() - end].into() }
    }

    /// Converts the text before the step to the text after it.
    pub fn forward(&self, text: &str) -> String {
        Self::replace(text, self.at, &self.old, &self.new)
    }

    /// Converts the text after the step to the text before it.
    pub fn back(&self, text: &str) -> String {
        Self::replace(text, self.at, &self.new, &self.old)
    }

    fn replace(text: &str, at: usize, old: &str, new: &str) -> String {
        debug_assert_eq!(&text[at..at + old.len()], old, "invariant: steps are undone in their order");
        let mut out = String::with_capacity(text.len() + new.len());
        out.extend([&text[..at], new, &text[at + old.len()..]]);
        out
    }
}

/// One undo step.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub label: String,
    pub delta: Delta,
    /// Key that later edits must share to be merged into this step; empty to prevent merging.
    pub key: String,
}

/// All steps, up to a maximum number.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub done: VecDeque<Step>,
    pub undone: Vec<Step>,
    depth: usize,
    /// Number of dropped steps.
    dropped: u64,
}

impl Default for History {
    fn default() -> Self {
        History { done: VecDeque::new(), undone: Vec::new(), depth: UNDO_DEPTH, dropped: 0 }
    }
}

impl History {
    pub fn push(&mut self, step: Step) {
        self.undone.clear();
        self.done.push_back(step);
        self.trim();
    }

    /// A history at the same position without steps to undo or redo.
    pub fn forgotten(&self) -> Self {
        History { depth: self.depth, dropped: self.position(), ..History::default() }
    }

    pub fn set_depth(&mut self, depth: usize) {
        self.depth = depth.max(1);
        self.trim();
    }

    /// Number of steps that led to the current text, including dropped ones.
    pub fn position(&self) -> u64 {
        self.dropped + self.done.len() as u64
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Makes the next edit start a new step.
    pub fn seal(&mut self) {
        if let Some(step) = self.done.back_mut() {
            step.key.clear();
        }
    }

    fn trim(&mut self) {
        while self.done.len() > self.depth {
            self.done.pop_front();
            self.dropped += 1;
        }
    }

    /// Rewrites every text of the history; `text` is the current one, before rewriting.
    pub fn rewrite(&mut self, text: &str, rewrite: &mut dyn FnMut(&str) -> String) {
        let present = rewrite(text);
        let (mut old, mut new) = (text.to_owned(), present.clone());
        for step in self.done.iter_mut().rev() {
            let before = step.delta.back(&old);
            let rewritten = rewrite(&before);
            step.delta = Delta::between(&rewritten, &new);
            (old, new) = (before, rewritten);
        }
        let (mut old, mut new) = (text.to_owned(), present);
        for step in self.undone.iter_mut().rev() {
            let after = step.delta.forward(&old);
            let rewritten = rewrite(&after);
            step.delta = Delta::between(&new, &rewritten);
            (old, new) = (after, rewritten);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_leads_there_and_back() {
        let texts = ["", "a", "aa", "aba", "größe", "grüße", "grö", "aaaa", "xaaaax", "é", "è"];
        for old in texts {
            for new in texts {
                let delta = Delta::between(old, new);
                assert_eq!((delta.forward(old).as_str(), delta.back(new).as_str()), (new, old));
            }
        }
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let mut history = History::default();
        history.set_depth(2);
        for label in ["a", "b", "c"] {
            history.push(Step { label: label.into(), delta: Delta::between("", "x"), key: String::new() });
        }
        assert_eq!(history.done.iter().map(|step| &*step.label).collect::<Vec<_>>(), ["b", "c"]);
    }
}
