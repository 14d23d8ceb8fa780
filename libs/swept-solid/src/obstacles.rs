//! Obstacles of a scene, queried for one leg at a time.

use crate::body::{Body, Leg, Turning};
use crate::bounds::Bounds;
use crate::convex::Convex;
use crate::solid::Solid;
use crate::surface::Surface;
use crate::sweep::{Moment, Sweep};
use crate::tree::Tree;

/// How an obstacle contacts a swept body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It misses a body that is thinner by [`crate::TOL`] on each side: the two only touch.
    Touches,
    /// It intersects the thinner body, too.
    Crosses,
}

/// A hit obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its index, in the order in which the obstacles were passed.
    pub obstacle: usize,
    /// Distance along the leg at first contact, m.
    pub along: f64,
    /// Angle turned by then, rad, counterclockwise seen from above. With [`Turning::OnTheWay`] it is an angle at which the body contacts
    /// the obstacle there.
    pub turned: f64,
    /// Kind of contact.
    pub contact: Contact,
}

impl Hit {
    /// Orders by distance along the leg, then by angle turned, then by index.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let along = self.along.total_cmp(&other.along);
        along.then(self.turned.abs().total_cmp(&other.turned.abs())).then(self.obstacle.cmp(&other.obstacle))
    }
}

/// Working memory of queries, reused to avoid allocation.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    stack: Vec<u32>,
    hits: Vec<Hit>,
    /// For each obstacle, the last query in which it was hit, and the index of its hit.
    seen: Vec<(u64, usize)>,
    question: u64,
    compared: usize,
}

impl Scratch {
    /// Returns the number of obstacle pieces that the last query could not exclude by their bounding boxes alone.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.compared
    }
}

/// Contents of a leaf of the tree.
#[derive(Clone, Copy, Debug)]
enum Item {
    Piece(u32),
    Inside(u32),
}

/// Static solids, each with a key of the caller's choice, such as a name or a number.
#[derive(Clone, Debug)]
pub struct Obstacles<K> {
    keys: Vec<K>,
    /// Start indices of the pieces and surfaces of each obstacle, plus the end.
    begins: Vec<[u32; 2]>,
    pieces: Vec<(u32, Convex)>,
    surfaces: Vec<(u32, Surface)>,
    items: Vec<Item>,
    bounds: Vec<Bounds>,
    tree: Tree,
}

impl<K> Obstacles<K> {
    /// Builds an index of solids for many queries.
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

    /// Returns the key of an obstacle, by index.
    #[must_use]
    pub fn key(&self, obstacle: usize) -> Option<&K> {
        self.keys.get(obstacle)
    }

    /// Returns all obstacles that a body comes within [`crate::TOL`] of when it moves along a leg, each once, with its first contact. They are
    /// ordered by distance along the leg, then by angle turned, then by index. Obstacles whose keys satisfy `leaves_out` are ignored.
    pub fn all<'s>(
        &self,
        body: &Body,
        leg: &Leg,
        leaves_out: impl Fn(&K) -> bool,
        scratch: &'s mut Scratch,
    ) -> &'s [Hit] {
        scratch.hits.clear();
        scratch.compared = 0;
        scratch.question += 1;
        scratch.seen.resize(self.keys.len(), (0, 0));
        let sign = if leg.turn < 0.0 { -1.0 } else { 1.0 };
        for sweep in parts(body, leg).into_iter().flatten() {
            self.part(&sweep, &leaves_out, scratch, sign);
        }
        for hit in &mut scratch.hits {
            hit.contact = self.contact(body, leg, hit.obstacle);
        }
        scratch.hits.sort_unstable_by(Hit::order);
        &scratch.hits
    }

    /// Collects the hits of one part of the leg.
    fn part(&self, sweep: &Sweep, leaves_out: &impl Fn(&K) -> bool, scratch: &mut Scratch, sign: f64) {
        let extents = sweep.extents();
        let Scratch { stack, hits, seen, question, compared } = scratch;
        let found_before = hits.len();
        self.tree.visit(
            stack,
            |bounds| extents.are_near(bounds),
            |item| {
                let owner = self.owner(item);
                if leaves_out(&self.keys[owner]) || !extents.are_near(&self.bounds[item as usize]) {
                    return;
                }
                // A hit on an earlier part of the leg takes precedence.
                let (when, place) = seen[owner];
                let known = (when == *question).then_some(place);
                if known.is_some_and(|place| place < found_before) {
                    return;
                }
                *compared += 1;
                let Some(moment) = self.moment(sweep, item) else { return };
                // Its kind of contact is not known yet.
                let Moment { along, turned } = moment;
                let hit = Hit { obstacle: owner, along, turned: sign * turned + 0.0, contact: Contact::Touches };
                match known {
                    Some(place) if hit.order(&hits[place]).is_lt() => hits[place] = hit,
                    Some(_) => {}
                    None => {
                        seen[owner] = (*question, hits.len());
                        hits.push(hit);
                    }
                }
            },
        );
    }

    /// Returns the index of the obstacle that an item of the tree belongs to.
    fn owner(&self, item: u32) -> usize {
        let owner = match self.items[item as usize] {
            Item::Piece(piece) => self.pieces[piece as usize].0,
            Item::Inside(surface) => self.surfaces[surface as usize].0,
        };
        owner as usize
    }

    fn moment(&self, sweep: &Sweep, item: u32) -> Option<Moment> {
        match self.items[item as usize] {
            Item::Piece(piece) => sweep.first(&self.pieces[piece as usize].1),
            // A body that does not touch the surface at any point is inside from start to end.
            Item::Inside(surface) => {
                let is_inside = self.surfaces[surface as usize].1.encloses(&sweep.inner_point());
                is_inside.then(|| sweep.first_moment())
            }
        }
    }

    /// Returns the kind of contact with a hit obstacle.
    fn contact(&self, body: &Body, leg: &Leg, obstacle: usize) -> Contact {
        let [[first_piece, first_surface], [end_piece, end_surface]] =
            [self.begins[obstacle], self.begins[obstacle + 1]];
        let pieces = &self.pieces[first_piece as usize..end_piece as usize];
        // Bounds of an obstacle's pieces precede those of its surfaces, in the order of obstacles.
        let boxes = &self.bounds[(first_piece + first_surface) as usize..];
        let surfaces = &self.surfaces[first_surface as usize..end_surface as usize];
        let crosses = |sweep: Sweep| {
            let shrunk = sweep.shrunk();
            let extents = shrunk.extents();
            surfaces.iter().any(|(_, surface)| surface.encloses(&shrunk.inner_point()))
                || (pieces.iter().zip(boxes))
                    .any(|((_, piece), bounds)| extents.are_near(bounds) && shrunk.meets(piece, 0.0))
        };
        if parts(body, leg).into_iter().flatten().any(crosses) { Contact::Crosses } else { Contact::Touches }
    }
}

/// Returns the parts of a body's motion, in order.
fn parts(body: &Body, leg: &Leg) -> [Option<Sweep>; 2] {
    let turns = leg.turn != 0.0;
    match leg.turning {
        Turning::OnTheWay if turns => [Some(Sweep::turn_while_moving(body, leg)), None],
        Turning::AtEnd if turns => [Some(Sweep::straight(body, leg)), Some(Sweep::turn_at_end(body, leg))],
        _ => [Some(Sweep::straight(body, leg)), None],
    }
}
