//! Openings in walls, as for doors.

use nalgebra::Vector3;
use sim_core::scene::decode::{Field, Segment};
use sim_core::scene::{Posed, Shape, Wall};

use crate::draft::Draft;
use crate::node::{rounded, tuple};
use crate::refusal::{Operation, Refusal};
use crate::target::{Section, Target};

use super::insert::Part;

/// Shortest piece of wall that is kept, m.
const LEAST: f64 = 1e-3;

/// Length of a wall, m.
fn length(wall: &Wall) -> f64 {
    (wall.to[0] - wall.from[0]).hypot(wall.to[1] - wall.from[1])
}

/// The piece of a wall between two positions along it, m from its first end.
fn piece(wall: &Wall, [from, to]: [f64; 2], height: f64) -> Wall {
    let at = |along: f64| {
        let part = along / length(wall);
        [0, 1].map(|axis| rounded(wall.from[axis] + (wall.to[axis] - wall.from[axis]) * part))
    };
    Wall { from: at(from), to: at(to), height: rounded(height), ..wall.clone() }
}

impl Draft<'_> {
    /// Cuts an opening into a wall, see [`crate::Edit::CutOpening`].
    pub fn cut_opening(&mut self, target: &Target, between: [f64; 2], height: f64) -> Result<String, Refusal> {
        let own = self.editable(target)?;
        let refuse = |reason: String| {
            Err(Refusal::Impossible { target: target.clone(), operation: Operation::CutOpening, reason })
        };
        let only_walls = || "only walls can have openings".to_string();
        let Some(object) = self.scene.objects.get(own.merged).filter(|_| own.section == Section::Objects) else {
            return refuse(only_walls());
        };
        let Shape::Wall(wall) = &object.shape else { return refuse(only_walls()) };
        if object.mass.is_some() {
            return refuse("movable walls cannot have openings".to_string());
        }
        let [from, to] = between.map(|along| along.clamp(0.0, length(wall)));
        // Written so that NaN is refused, too.
        if !(to - from > LEAST && height > LEAST) {
            return refuse("the opening is outside the wall or has zero size".to_string());
        }
        let sides = [[0.0, from], [to, length(wall)]].into_iter().filter(|[from, to]| to - from > LEAST);
        let sides: Vec<Wall> = sides.map(|side| piece(wall, side, wall.height)).collect();
        let Some((first, second)) = sides.split_first() else {
            return refuse("the opening spans the entire wall; delete the wall instead".to_string());
        };
        let above = (wall.height - height > LEAST).then(|| piece(wall, [from, to], wall.height - height));
        let up = object.pose().rotation * Vector3::new(0.0, 0.0, rounded(height));
        let others = second.iter().map(|side| (side.clone(), Vector3::zeros())).chain(above.map(|above| (above, up)));
        let parts: Vec<Part> = others
            .map(|(wall, offset)| {
                let object = sim_core::scene::Object { shape: Shape::Wall(wall), ..object.clone() };
                Part { section: Section::Objects, node: object.encode(), offset, keep_name: false, plain: true }
            })
            .collect();
        for (key, end) in [("from", first.from), ("to", first.to)] {
            let steps = [Segment::Key("shape".into()), Segment::Key(key.into())];
            self.set_in(own, &format!("shape.{key}"), &steps, Some(&tuple(&end)))?;
        }
        self.add(parts)?;
        Ok(format!("Cut an opening into {what}", what = target.short()))
    }
}
