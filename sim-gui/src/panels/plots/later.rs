//! Background computations, so that no frame waits for them.

use egui::Context;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Minimum time between the starts of two computations.
const LEAST: Duration = Duration::from_millis(50);
/// Minimum time between starts as a multiple of the last computation time: a live run always has new data.
const SHARE: u32 = 4;

/// A result and its inputs.
pub(super) struct Later<K, T> {
    key: Option<K>,
    result: Option<T>,
    begun: Option<Instant>,
    took: Duration,
    waiting: Option<(K, Receiver<(T, Duration)>)>,
}

impl<K, T> Default for Later<K, T> {
    fn default() -> Self {
        Self { key: None, result: None, begun: None, took: Duration::ZERO, waiting: None }
    }
}

impl<K: PartialEq, T: Send + 'static> Later<K, T> {
    /// The latest result.
    pub(super) fn result(&self) -> Option<&T> {
        self.result.as_ref()
    }

    /// Receives a result, and starts another computation if `key` is new and enough time has passed. Returns whether a result was
    /// received.
    pub(super) fn follow(&mut self, context: &Context, key: K, compute: impl FnOnce() -> T + Send + 'static) -> bool {
        let come = self.take();
        if self.waiting.is_some() || self.key.as_ref() == Some(&key) {
            return come;
        }
        let pause = (self.took * SHARE).max(LEAST);
        if let Some(left) = self.begun.and_then(|begun| pause.checked_sub(begun.elapsed())) {
            context.request_repaint_after(left);
            return come;
        }
        let (sender, receiver) = channel();
        let context = context.clone();
        let work = move || {
            let begun = Instant::now();
            let result = compute();
            // The receiver may be gone.
            _ = sender.send((result, begun.elapsed()));
            context.request_repaint();
        };
        self.begun = Some(Instant::now());
        // If the system cannot start a thread, the next frame tries again.
        if thread::Builder::new().name("plots".into()).spawn(work).is_ok() {
            self.waiting = Some((key, receiver));
        }
        come
    }

    fn take(&mut self) -> bool {
        let Some((_, receiver)) = &self.waiting else { return false };
        (self.result, self.took) = match receiver.try_recv() {
            Err(TryRecvError::Empty) => return false,
            Ok((result, took)) => (Some(result), took),
            Err(TryRecvError::Disconnected) => (None, self.took),
        };
        self.key = self.waiting.take().map(|(key, _)| key);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_computed_once_for_what_it_depends_on_and_nobody_waits() {
        let context = Context::default();
        let mut later = Later::<u32, u32>::default();
        let (go_on, waits) = channel();
        let slow = move || {
            waits.recv().unwrap();
            1
        };
        // This thread must not block here, since it releases the computation later.
        assert!(!later.follow(&context, 1, slow) && later.result().is_none());
        thread::sleep(Duration::from_millis(200));
        go_on.send(()).unwrap();
        while !later.follow(&context, 1, || unreachable!()) {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(later.result(), Some(&1));
        // An unchanged key needs no computation; a new one has to wait.
        assert!(!later.follow(&context, 1, || unreachable!()));
        assert!(!later.follow(&context, 2, || 2) && later.waiting.is_none());
        let again = Instant::now();
        while !later.follow(&context, 2, || 2) {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(later.result(), Some(&2));
        assert!(again.elapsed() > Duration::from_millis(500), "one computation in {SHARE} times as long");
    }
}
