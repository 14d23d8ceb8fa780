//! Moving, rotating, aligning and distributing things.

use nalgebra::{Isometry3, Vector3};
use sim_core::scene::Posed;
use sim_core::scene::text::Node;

use crate::arrange::{self, Bounds};
use crate::draft::{Draft, Own, content};
use crate::edit::{Alignment, Axis, Boxes};
use crate::extent::world_box;
use crate::node::{get_mut, items_mut, remove, set};
use crate::pose_text::{STILL, WHOLE, write_pose, write_pose_with};
use crate::refusal::{Operation, Refusal};
use crate::target::{Section, Target, counted};

/// A thing with its pose and bounding box, both in the world frame.
struct Boxed {
    target: Target,
    pose: Isometry3<f64>,
    bounds: Bounds,
}

impl Draft<'_> {
    /// The table that contains the pose of an element.
    fn posed(&mut self, own: Own) -> &mut Node {
        let item = self.item(own);
        match own.section {
            Section::Media => content(get_mut(item, "region").expect("invariant: its region is a box")),
            _ => item,
        }
    }

    fn no_place(target: &Target) -> Refusal {
        let reason = match target.section {
            Section::Media => "it fills a region; change that region instead".to_string(),
            _ => "it does not have a pose; change its fields instead".to_string(),
        };
        Refusal::Impossible { target: target.clone(), operation: Operation::Move, reason }
    }

    /// Moves things to world poses.
    pub fn place(&mut self, poses: &[(Target, Isometry3<f64>)]) -> Result<(), Refusal> {
        let mut all = Vec::with_capacity(poses.len());
        for (target, pose) in poses {
            let own = self.editable(target)?;
            if self.frames.local(own.section, own.merged).is_none() {
                return Err(Self::no_place(target));
            }
            if !pose.translation.vector.iter().chain(pose.rotation.coords.iter()).all(|part| part.is_finite()) {
                let reason = "the new pose is not finite".to_string();
                return Err(Refusal::Impossible { target: target.clone(), operation: Operation::Move, reason });
            }
            if matches!(own.section, Section::Objects | Section::Robots)
                && let Some(name) = target.section.name(self.scene, own.merged)
            {
                self.frames.instead.insert(name.into(), *pose);
            }
            all.push((own, *pose));
        }
        for (own, pose) in all {
            let frame = self.frames.of_parent(self.frames.parent(own.section, own.merged));
            let old = self.frames.local(own.section, own.merged).unwrap_or_else(Isometry3::identity);
            write_pose(self.posed(own), own.section.pose_fields(), &old, &(frame.inverse() * pose));
        }
        Ok(())
    }

    pub fn move_to(&mut self, poses: &[(Target, Isometry3<f64>)]) -> Result<String, Refusal> {
        let mut turned = !poses.is_empty();
        for (target, pose) in poses {
            let place = self.find(target)?;
            let old = self.frames.world(place.section, place.merged).unwrap_or_else(Isometry3::identity);
            turned &= (pose.translation.vector - old.translation.vector).amax() <= STILL;
        }
        self.place(poses)?;
        let targets: Vec<_> = poses.iter().map(|(target, _)| target.clone()).collect();
        let what = counted(&targets);
        Ok(match turned {
            true => format!("Rotate {what}"),
            false => format!("Move {what}"),
        })
    }

    /// Moves one pose of a route, see [`crate::Edit::MovePose`].
    pub fn move_pose(&mut self, route: &Target, number: usize, pose: &Isometry3<f64>) -> Result<String, Refusal> {
        let own = self.editable(route)?;
        let refuse = || {
            let reason = "pose not found".to_string();
            Err(Refusal::Impossible { target: route.clone(), operation: Operation::Move, reason })
        };
        let poses = self.scene.routes.get(own.merged).filter(|_| own.section == Section::Routes);
        let Some(old) = poses.and_then(|route| route.poses.get(number)).map(Posed::pose) else {
            return refuse();
        };
        let items = get_mut(self.item(own), "poses").and_then(items_mut);
        let Some(item) = items.and_then(|items| items.get_mut(number)) else { return refuse() };
        write_pose(item, Section::Routes.pose_fields(), &old, pose);
        let number = (number + 1).to_string();
        Ok(format!("Move pose {number} of {what}", what = route.short()))
    }

    /// World bounding boxes and poses of the things to be arranged.
    fn boxes(&self, targets: &[Target], sizes: &Boxes) -> Result<Vec<Boxed>, Refusal> {
        let boxed = |target: &Target| {
            let own = self.editable(target)?;
            let Some(pose) = self.frames.world(own.section, own.merged) else { return Err(Self::no_place(target)) };
            let known = sizes.get(target).map(|[min, max]| [Vector3::from(*min), Vector3::from(*max)]);
            let shape = (own.section == Section::Objects).then(|| &self.scene.objects[own.merged].shape);
            let bounds = known.unwrap_or_else(|| world_box(shape, &pose));
            Ok(Boxed { target: target.clone(), pose, bounds })
        };
        targets.iter().map(boxed).collect()
    }

    /// Aligns the minimum sides, centers or maximum sides of things along a world axis.
    pub fn align(&mut self, targets: &[Target], axis: Axis, to: Alignment, sizes: &Boxes) -> Result<String, Refusal> {
        self.arrange(targets, axis, sizes, |things| arrange::align(things, axis, to))?;
        Ok(format!("Align {what}", what = counted(targets)))
    }

    /// Makes the distances between adjacent centers along a world axis equal. The outermost things stay.
    pub fn distribute(&mut self, targets: &[Target], axis: Axis, sizes: &Boxes) -> Result<String, Refusal> {
        self.arrange(targets, axis, sizes, |things| arrange::distribute(things, axis))?;
        Ok(format!("Distribute {what}", what = counted(targets)))
    }

    /// Moves things along a world axis by offsets that are computed from their bounding boxes.
    fn arrange(
        &mut self,
        targets: &[Target],
        axis: Axis,
        sizes: &Boxes,
        shifts: impl Fn(&[Bounds]) -> Vec<f64>,
    ) -> Result<(), Refusal> {
        let boxes = self.boxes(targets, sizes)?;
        let shifts = shifts(&boxes.iter().map(|boxed| boxed.bounds).collect::<Vec<_>>());
        let poses = boxes.into_iter().zip(shifts).map(|(mut boxed, shift)| {
            boxed.pose.translation.vector[axis as usize] += shift;
            (boxed.target, boxed.pose)
        });
        self.place(&poses.collect::<Vec<_>>())
    }

    /// Attaches an element to a parent, or detaches it. Its world pose is preserved.
    pub fn carry(&mut self, own: Own, parent: Option<&str>) {
        let world = self.frames.world(own.section, own.merged).unwrap_or_else(Isometry3::identity);
        let old = self.frames.local(own.section, own.merged).unwrap_or_else(Isometry3::identity);
        let frame = self.frames.of_parent(parent);
        let order = own.section.fields();
        let item = self.item(own);
        match parent {
            Some(parent) => set(item, "parent", Node::text(parent), order),
            None => {
                remove(item, "parent");
            }
        }
        write_pose_with(WHOLE, item, order, &old, &(frame.inverse() * world));
    }
}
