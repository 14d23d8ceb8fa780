//! Obstacles of a scene, asked about one leg after the other.

use crate::TOL;
use crate::body::{Body, Leg, Turning};
use crate::bounds::Bounds;
use crate::convex::Convex;
use crate::solid::Solid;
use crate::surface::Surface;
use crate::sweep::{Moment, Sweep};
use crate::tree::Tree;

/// How deep an obstacle comes into what a body passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It does not meet a body that is thinner by [`TOL`] on each side: the two touch each other.
    Touches,
    /// It does.
    Crosses,
}

/// An obstacle in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its number, in the order in which the obstacles were given.
    pub obstacle: usize,
    /// How far the body has come along the leg when it meets the obstacle first, m.
    pub along: f64,
    /// The angle that the body has turned by then, rad, counter-clockwise seen from above. With [`Turning::OnTheWay`] it is an
    /// angle at which the body meets the obstacle there.
    pub turned: f64,
    /// How deep the obstacle comes in.
    pub contact: Contact,
}

impl Hit {
    /// What comes first along the way, then what comes after the smaller turn, then the smaller number.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let along = self.along.total_cmp(&other.along);
        along.then(self.turned.abs().total_cmp(&other.turned.abs())).then(self.obstacle.cmp(&other.obstacle))
    }
}

/// Working memory of questions, kept from one to the next so that these take no memory from the system.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    stack: Vec<u32>,
    hits: Vec<Hit>,
    /// For each obstacle the question in which it was last hit, and the place of its hit.
    seen: Vec<(u64, usize)>,
    question: u64,
    compared: usize,
}

impl Scratch {
    /// Pieces of obstacles that the last question could not leave out by their boxes alone.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.compared
    }
}

/// What a leaf of the tree is a box of.
#[derive(Clone, Copy, Debug)]
enum Item {
    Piece(u32),
    Inside(u32),
}

/// Solids that do not move, each with a key: a name, a number, or whatever the caller knows it by.
#[derive(Clone, Debug)]
pub struct Obstacles<K> {
    keys: Vec<K>,
    /// Where the pieces and the surfaces of an obstacle begin; one more than there are obstacles.
    begins: Vec<[u32; 2]>,
    pieces: Vec<(u32, Convex)>,
    surfaces: Vec<(u32, Surface)>,
    items: Vec<Item>,
    bounds: Vec<Bounds>,
    tree: Tree,
}

impl<K> FromIterator<(K, Solid)> for Obstacles<K> {
    fn from_iter<I: IntoIterator<Item = (K, Solid)>>(solids: I) -> Self {
        Self::new(solids)
    }
}

impl<K> Obstacles<K> {
    /// Puts solids in order; what was made from them is asked many times.
    pub fn new(solids: impl IntoIterator<Item = (K, Solid)>) -> Self {
        let mut new = Self {
            keys: Vec::new(),
            begins: vec![[0, 0]],
            pieces: Vec::new(),
            surfaces: Vec::new(),
            items: Vec::new(),
            bounds: Vec::new(),
            tree: Tree::default(),
        };
        for (key, solid) in solids {
            let owner = new.keys.len() as u32;
            new.keys.push(key);
            for piece in solid.pieces {
                new.items.push(Item::Piece(new.pieces.len() as u32));
                new.bounds.push(piece.bounds());
                new.pieces.push((owner, piece));
            }
            for surface in solid.surfaces {
                new.items.push(Item::Inside(new.surfaces.len() as u32));
                new.bounds.push(*surface.bounds());
                new.surfaces.push((owner, surface));
            }
            new.begins.push([new.pieces.len() as u32, new.surfaces.len() as u32]);
        }
        new.tree = Tree::new(&new.bounds);
        new
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key of an obstacle, by its number.
    #[must_use]
    pub fn key(&self, obstacle: usize) -> Option<&K> {
        self.keys.get(obstacle)
    }

    /// Whether a body can move along a leg without coming within [`TOL`] of an obstacle. It stops at the first obstacle that it
    /// finds, which need not be the nearest. Obstacles whose keys `leaves_out` confirms do not count, such as the body itself.
    pub fn is_free(&self, body: &Body, leg: &Leg, leaves_out: impl Fn(&K) -> bool, scratch: &mut Scratch) -> bool {
        self.search(body, leg, &leaves_out, scratch, Wanted::Any);
        scratch.hits.is_empty()
    }

    /// The obstacle that comes first along a leg: the first one of [`Self::all`].
    pub fn first(&self, body: &Body, leg: &Leg, leaves_out: impl Fn(&K) -> bool, scratch: &mut Scratch) -> Option<Hit> {
        self.search(body, leg, &leaves_out, scratch, Wanted::First);
        let mut hit = *scratch.hits.first()?;
        hit.contact = self.contact(body, leg, hit.obstacle);
        Some(hit)
    }

    /// All obstacles that a body comes within [`TOL`] of when it moves along a leg, each once, with its first contact. What comes
    /// first along the way comes first, at the same place what comes after the smaller turn, at the same moment what was given
    /// first. Obstacles whose keys `leaves_out` confirms do not count.
    pub fn all<'s>(
        &self,
        body: &Body,
        leg: &Leg,
        leaves_out: impl Fn(&K) -> bool,
        scratch: &'s mut Scratch,
    ) -> &'s [Hit] {
        self.search(body, leg, &leaves_out, scratch, Wanted::All);
        for hit in &mut scratch.hits {
            hit.contact = self.contact(body, leg, hit.obstacle);
        }
        scratch.hits.sort_unstable_by(Hit::order);
        &scratch.hits
    }

    /// Collects hits, as many as are wanted.
    fn search(&self, body: &Body, leg: &Leg, leaves_out: &impl Fn(&K) -> bool, scratch: &mut Scratch, wanted: Wanted) {
        scratch.hits.clear();
        scratch.compared = 0;
        scratch.question += 1;
        if wanted == Wanted::All {
            scratch.seen.resize(self.keys.len(), (0, 0));
        }
        let sign = if leg.turn < 0.0 { -1.0 } else { 1.0 };
        for sweep in parts(body, leg).into_iter().flatten() {
            // What is hit on the straight line comes before what is hit by the turn at its end.
            if wanted != Wanted::All && !scratch.hits.is_empty() {
                return;
            }
            let found_before = scratch.hits.len();
            self.part(&sweep, leaves_out, scratch, wanted, sign, found_before);
        }
    }

    /// Collects the hits of one part of the way.
    fn part(
        &self,
        sweep: &Sweep,
        leaves_out: &impl Fn(&K) -> bool,
        scratch: &mut Scratch,
        wanted: Wanted,
        sign: f64,
        found_before: usize,
    ) {
        let extents = sweep.extents();
        let Scratch { stack, hits, seen, question, compared } = scratch;
        let key = |hits: &Vec<Hit>, bounds: &Bounds| {
            let earliest = extents.earliest(bounds)?;
            let is_late = wanted == Wanted::First && hits.first().is_some_and(|best| earliest > best.along);
            (!is_late).then_some(earliest)
        };
        self.tree.visit(stack, hits, key, |hits, item| {
            let owner = self.owner(item);
            if leaves_out(&self.keys[owner]) || key(hits, &self.bounds[item as usize]).is_none() {
                return true;
            }
            // What was hit on an earlier part of the way was hit earlier.
            let known = seen.get(owner).filter(|(when, _)| *when == *question).map(|(_, place)| *place);
            if wanted == Wanted::All && known.is_some_and(|place| place < found_before) {
                return true;
            }
            *compared += 1;
            if wanted == Wanted::Any {
                let hit = self.meets(sweep, item, TOL).then_some(sweep.first_moment());
                hits.extend(hit.map(|moment| at(owner, moment, sign)));
                return hits.is_empty();
            }
            let Some(moment) = self.moment(sweep, item) else { return true };
            let hit = at(owner, moment, sign);
            let place = match wanted {
                Wanted::All => known,
                _ => (!hits.is_empty()).then_some(0),
            };
            match place {
                Some(place) if hit.order(&hits[place]).is_lt() => hits[place] = hit,
                Some(_) => {}
                None => {
                    if let Some(seen) = seen.get_mut(owner) {
                        *seen = (*question, hits.len());
                    }
                    hits.push(hit);
                }
            }
            true
        });
    }

    /// The number of the obstacle that an item of the tree belongs to.
    fn owner(&self, item: u32) -> usize {
        let owner = match self.items[item as usize] {
            Item::Piece(piece) => self.pieces[piece as usize].0,
            Item::Inside(surface) => self.surfaces[surface as usize].0,
        };
        owner as usize
    }

    fn meets(&self, sweep: &Sweep, item: u32, tolerance: f64) -> bool {
        match self.items[item as usize] {
            Item::Piece(piece) => sweep.meets(&self.pieces[piece as usize].1, tolerance),
            Item::Inside(surface) => self.surfaces[surface as usize].1.encloses(&sweep.inner_point()),
        }
    }

    fn moment(&self, sweep: &Sweep, item: u32) -> Option<Moment> {
        match self.items[item as usize] {
            Item::Piece(piece) => sweep.first(&self.pieces[piece as usize].1),
            // A body of which no point touches the surface is inside from its start to its end.
            Item::Inside(_) => self.meets(sweep, item, TOL).then_some(sweep.first_moment()),
        }
    }

    /// How deep an obstacle that is hit comes in.
    fn contact(&self, body: &Body, leg: &Leg, obstacle: usize) -> Contact {
        let [[first_piece, first_surface], [end_piece, end_surface]] =
            [self.begins[obstacle], self.begins[obstacle + 1]];
        let pieces = &self.pieces[first_piece as usize..end_piece as usize];
        // Boxes of an obstacle's pieces come before those of its surfaces, in the order of obstacles.
        let boxes = &self.bounds[(first_piece + first_surface) as usize..];
        let surfaces = &self.surfaces[first_surface as usize..end_surface as usize];
        let crosses = |sweep: Sweep| {
            let thin = sweep.shrunk();
            let extents = thin.extents();
            surfaces.iter().any(|(_, surface)| surface.encloses(&thin.inner_point()))
                || (pieces.iter().zip(boxes))
                    .any(|((_, piece), bounds)| extents.earliest(bounds).is_some() && thin.meets(piece, 0.0))
        };
        if parts(body, leg).into_iter().flatten().any(crosses) { Contact::Crosses } else { Contact::Touches }
    }
}

/// Which hits a question is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Whether there is one.
    Any,
    /// The first one.
    First,
    /// All of them.
    All,
}

/// The parts of a body's way, in their order.
fn parts(body: &Body, leg: &Leg) -> [Option<Sweep>; 2] {
    let turns = leg.turn != 0.0;
    match leg.turning {
        Turning::OnTheWay if turns => [Some(Sweep::turn_on_the_way(body, leg)), None],
        Turning::AtEnd if turns => [Some(Sweep::straight(body, leg)), Some(Sweep::turn_at_end(body, leg))],
        _ => [Some(Sweep::straight(body, leg)), None],
    }
}

/// A hit whose depth is not known yet.
fn at(obstacle: usize, moment: Moment, sign: f64) -> Hit {
    Hit { obstacle, along: moment.along, turned: sign * moment.turned + 0.0, contact: Contact::Touches }
}
