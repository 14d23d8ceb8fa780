//! A lock-free ring buffer of rows of numbers, written by one thread and read by others; neither side waits.

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The latest rows. Only one thread calls the writing functions.
pub(crate) struct Ring<const N: usize> {
    /// The number of rows is a power of two, for cheap indexing.
    rows: Box<[[AtomicU64; N]]>,
    capacity: usize,
    /// Valid rows: numbers from `start` to `head`, of which the ring contains the latest.
    start: AtomicU64,
    head: AtomicU64,
    /// Odd while rows are being removed; changes with every removal.
    epoch: AtomicU64,
}

impl<const N: usize> Ring<N> {
    /// An empty ring for `capacity` rows.
    pub(crate) fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        // At least one row more than can be read: the one that is being written.
        let len = (capacity + 1).next_power_of_two();
        let rows = (0..len).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect();
        Self { rows, capacity, start: AtomicU64::new(0), head: AtomicU64::new(0), epoch: AtomicU64::new(0) }
    }

    /// Changes whenever rows are written or removed.
    pub(crate) fn version(&self) -> [u64; 2] {
        [self.epoch.load(Ordering::Acquire), self.head.load(Ordering::Acquire)]
    }

    /// Maximum number of readable rows.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Appends a row; overwrites the oldest when the ring is full. Writer only.
    pub(crate) fn push(&self, row: [f64; N]) {
        let head = self.head.load(Ordering::Relaxed);
        // A reader that sees any of the stores below also sees `head` as it is now, and drops the row that they replace.
        fence(Ordering::Release);
        let slot = self.row(head);
        for (place, value) in slot.iter().zip(row) {
            place.store(value.to_bits(), Ordering::Relaxed);
        }
        self.head.store(head + 1, Ordering::Release);
    }

    /// Removes the newest rows until `keep` returns true. Writer only.
    pub(crate) fn take_back(&self, keep: impl Fn(&[f64; N]) -> bool) {
        let (start, mut head) = self.range();
        if head == start || keep(&self.at(head - 1)) {
            return;
        }
        while head > start && !keep(&self.at(head - 1)) {
            head -= 1;
        }
        self.change(|ring| {
            // Rows overwritten by the removed ones are not recovered.
            ring.start.store(start, Ordering::Relaxed);
            ring.head.store(head, Ordering::Relaxed);
        });
    }

    /// Empties the ring. Writer only.
    pub(crate) fn clear(&self) {
        self.change(|ring| ring.start.store(ring.head.load(Ordering::Relaxed), Ordering::Relaxed));
    }

    fn change(&self, act: impl FnOnce(&Self)) {
        let epoch = self.epoch.load(Ordering::Relaxed);
        self.epoch.store(epoch + 1, Ordering::Relaxed);
        fence(Ordering::Release);
        act(self);
        self.epoch.store(epoch + 2, Ordering::Release);
    }

    /// Numbers of the currently readable rows.
    fn range(&self) -> (u64, u64) {
        let head = self.head.load(Ordering::Acquire);
        let start = self.start.load(Ordering::Relaxed).max(head.saturating_sub(self.capacity() as u64));
        (start, head)
    }

    fn row(&self, number: u64) -> &[AtomicU64; N] {
        &self.rows[number as usize & (self.rows.len() - 1)]
    }

    fn at(&self, number: u64) -> [f64; N] {
        let slot = self.row(number);
        std::array::from_fn(|place| f64::from_bits(slot[place].load(Ordering::Relaxed)))
    }

    /// Passes the rows to `read`. Calls it again if the writer has meanwhile removed rows or overwritten the oldest ones; `None`
    /// if that happens repeatedly.
    pub(crate) fn read<T>(&self, mut read: impl FnMut(Rows<'_, N>) -> T) -> Option<T> {
        /// Enough for a reader that is a million times slower than expected.
        const TRIES: usize = 1000;
        /// Fraction (1/MARGIN) of the oldest rows that are skipped after a failure.
        const MARGIN: u64 = 8;
        let mut spare = 0;
        for _ in 0..TRIES {
            let epoch = self.epoch.load(Ordering::Acquire);
            if epoch % 2 == 1 {
                std::hint::spin_loop();
                continue;
            }
            let (start, head) = self.range();
            let start = (start + spare).min(head);
            let result = read(Rows { ring: self, start, len: (head - start) as usize });
            fence(Ordering::Acquire);
            let now = self.head.load(Ordering::Relaxed);
            let whole = now < start + self.rows.len() as u64 || head == start;
            if self.epoch.load(Ordering::Relaxed) == epoch && whole {
                return Some(result);
            }
            spare = (head - start) / MARGIN;
        }
        None
    }
}

/// The readable rows, oldest first.
pub(crate) struct Rows<'a, const N: usize> {
    ring: &'a Ring<N>,
    start: u64,
    len: usize,
}

impl<const N: usize> Rows<'_, N> {
    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The row at an index.
    pub(crate) fn at(&self, place: usize) -> [f64; N] {
        self.ring.at(self.start + place as u64)
    }

    /// The newest row.
    pub(crate) fn last(&self) -> Option<[f64; N]> {
        self.len.checked_sub(1).map(|place| self.at(place))
    }

    /// All rows.
    pub(crate) fn iter(&self) -> impl Iterator<Item = [f64; N]> {
        (0..self.len).map(|place| self.at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ring: &Ring<2>) -> Vec<f64> {
        ring.read(|rows| rows.iter().map(|row| row[1]).collect()).unwrap()
    }

    #[test]
    fn the_newest_rows_stay() {
        let ring = Ring::new(3);
        assert_eq!(rows(&ring), [0.0; 0]);
        (0..5).for_each(|n| ring.push([f64::from(n), f64::from(10 * n)]));
        assert_eq!(rows(&ring), [20.0, 30.0, 40.0]);
        ring.take_back(|[time, _]| *time <= 3.0);
        assert_eq!(rows(&ring), [20.0, 30.0]);
        ring.push([4.0, 41.0]);
        assert_eq!(rows(&ring), [20.0, 30.0, 41.0]);
        ring.take_back(|_| false);
        assert_eq!(rows(&ring), [0.0; 0]);
        ring.push([5.0, 50.0]);
        ring.clear();
        ring.push([6.0, 60.0]);
        assert_eq!(rows(&ring), [60.0]);
    }

    #[test]
    fn a_reader_never_sees_a_row_in_pieces() {
        let ring = Ring::<2>::new(64);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                (0..200_000).for_each(|n| {
                    ring.push([f64::from(n), f64::from(n)]);
                    if n % 5000 == 0 {
                        ring.take_back(|[time, _]| *time <= f64::from(n - 10));
                    }
                });
            });
            while !writer.is_finished() {
                let seen: Option<Vec<[f64; 2]>> = ring.read(|rows| rows.iter().collect());
                let seen = seen.unwrap_or_default();
                assert!(seen.iter().all(|[time, value]| time == value), "{seen:?}");
                assert!(seen.windows(2).all(|pair| pair[0][0] < pair[1][0]), "{seen:?}");
            }
        });
    }
}
