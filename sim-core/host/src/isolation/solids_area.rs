//! The world's solids in memory shared by the program and the process of a library, so that components can query them without
//! messages. The program writes them ([`solids_lease`](super::solids_lease)), and the process builds its own index of them
//! ([`solids_copy`](super::solids_copy)), which returns bit-identical results.
//!
//! The program never reads geometry back from here: a process that modifies it only deceives its own library.

use sim_geometry::{BODY_WORDS, BodyId, COLLIDER_WORDS, Revision, SpatialIndex};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::*};

/// Words for solids: 32 MiB. Untouched pages use no memory.
const CAPACITY: usize = 4 << 20;

/// Solids in shared memory. All zero bytes are a valid value without solids.
#[repr(C)]
pub(super) struct Area {
    structure: AtomicU64,
    colliders: AtomicU64,
    all: AtomicU64,
    /// Bytes of the structure, at the beginning of the data.
    bytes: AtomicU64,
    /// Number of bodies, whose words come next, and of colliders, whose words come last.
    body_count: AtomicU64,
    collider_count: AtomicU64,
    /// Whether the process has used the solids; padded to a word.
    used: AtomicU64,
    data: [AtomicU64; CAPACITY],
}

/// Ranges of the parts of the data, in words.
struct Places {
    structure: Range<usize>,
    bodies: Range<usize>,
    colliders: Range<usize>,
}

impl Places {
    /// `None` if the parts do not fit.
    fn of(bytes: usize, bodies: usize, colliders: usize) -> Option<Self> {
        let first = bytes.div_ceil(8);
        let second = first.checked_add(bodies.checked_mul(BODY_WORDS)?)?;
        let end = second.checked_add(colliders.checked_mul(COLLIDER_WORDS)?)?;
        let places = Self { structure: 0..first, bodies: first..second, colliders: second..end };
        (end <= CAPACITY).then_some(places)
    }
}

impl Area {
    /// Writes words to a range, in order.
    fn writer(&self, range: Range<usize>) -> impl FnMut(u64) {
        let mut places = self.data[range].iter();
        move |word| {
            if let Some(place) = places.next() {
                place.store(word, Relaxed);
            }
        }
    }

    fn read<'a>(&self, range: Range<usize>, to: &'a mut Vec<u64>) -> &'a [u64] {
        to.clear();
        to.extend(self.data[range].iter().map(|place| place.load(Relaxed)));
        to
    }

    /// Writes the solids that differ from the current revision; `bytes` is the size of the current structure, which has a number for
    /// each body. Returns the size of the new structure; `None` if the solids do not fit, which leaves the area empty.
    pub(super) fn write(
        &self,
        solids: &SpatialIndex,
        number: impl Fn(BodyId) -> u32,
        (known, bytes): (Revision, usize),
        revision: Revision,
    ) -> Option<usize> {
        let is_new = known.structure != revision.structure;
        let structure = if is_new { Some(solids.structure_as_bytes()?) } else { None };
        let bytes = structure.as_ref().map_or(bytes, Vec::len);
        let (bodies, colliders) = (solids.id_count(), solids.collider_count());
        let places = Places::of(bytes, bodies, colliders)?;
        if let Some(structure) = structure {
            let mut put = self.writer(places.structure);
            for chunk in structure.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                put(u64::from_ne_bytes(word));
            }
        }
        if is_new || known.colliders != revision.colliders {
            solids.put_colliders(self.writer(places.colliders));
        }
        solids.put_bodies(number, self.writer(places.bodies));
        let words = [
            (&self.structure, revision.structure),
            (&self.colliders, revision.colliders),
            (&self.all, revision.all),
            (&self.bytes, bytes as u64),
            (&self.body_count, bodies as u64),
            (&self.collider_count, colliders as u64),
        ];
        words.into_iter().for_each(|(place, word)| place.store(word, Relaxed));
        Some(bytes)
    }

    /// Revision of the structure in this area.
    pub(super) fn structure(&self) -> u64 {
        self.structure.load(Relaxed)
    }

    /// Whether the process has used the solids since the last call.
    pub(super) fn was_used(&self) -> bool {
        self.used.swap(0, Relaxed) != 0
    }

    /// Marks the solids as used by the process.
    pub(super) fn use_it(&self) {
        if self.used.load(Relaxed) == 0 {
            self.used.store(1, Relaxed);
        }
    }

    /// Updates a copy from the revision `known` to the current state; `numbers` receives the number of each body, `words` is a scratch
    /// buffer. `None` if that is not possible.
    pub(super) fn bring_up(
        &self,
        copy: &mut SpatialIndex,
        numbers: &mut Vec<u32>,
        words: &mut Vec<u64>,
        known: Revision,
    ) -> Option<Revision> {
        let count = |word: &AtomicU64| usize::try_from(word.load(Relaxed)).ok();
        let (bytes, bodies, colliders) = (count(&self.bytes)?, count(&self.body_count)?, count(&self.collider_count)?);
        let places = Places::of(bytes, bodies, colliders)?;
        let revision = Revision {
            structure: self.structure.load(Relaxed),
            colliders: self.colliders.load(Relaxed),
            all: self.all.load(Relaxed),
        };
        if known.structure != revision.structure {
            let structure = self.read(places.structure, words).iter();
            let structure: Vec<u8> = structure.flat_map(|word| word.to_ne_bytes()).take(bytes).collect();
            *copy = SpatialIndex::of_structure(&structure)?;
        }
        numbers.clear();
        copy.take_bodies(self.read(places.bodies, words), |number| numbers.push(number));
        if known.structure != revision.structure || known.colliders != revision.colliders {
            copy.take_colliders(self.read(places.colliders, words));
        }
        copy.refresh(false);
        (numbers.len() == copy.id_count()).then_some(revision)
    }
}
