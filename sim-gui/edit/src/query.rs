//! Queries on the scene of a document.

use nalgebra::Isometry3;
use sim_core::scene::decode::Segment;
use sim_core::scene::path_steps;
use sim_core::scene::text::Node;

use crate::draft::Draft;
use crate::refusal::Refusal;
use crate::target::{Section, Target};

/// Queries on the parts of a scene; see [`crate::Document::query`].
pub struct Query<'a> {
    draft: Draft<'a>,
}

impl<'a> Query<'a> {
    pub(crate) fn new(draft: Draft<'a>) -> Self {
        Query { draft }
    }

    /// Checks that a target can be edited.
    ///
    /// # Errors
    /// Why not: it is locked, comes from an included file, is a fleet member, or does not exist.
    pub fn check_editable(&self, target: &Target) -> Result<(), Refusal> {
        self.draft.editable(target).map(drop)
    }

    /// The targets that can be deleted, and why the others cannot, each with its name.
    pub fn deletable(&self, targets: &[Target]) -> (Vec<Target>, Option<Refusal>) {
        let mut refusals = Vec::new();
        let mut free = Vec::new();
        for target in targets {
            match self.check_editable(target) {
                Ok(()) => free.push(target.clone()),
                Err(refusal) => refusals.push(refusal),
            }
        }
        let refusal = if refusals.len() > 1 { Some(Refusal::NotDeleted(refusals)) } else { refusals.pop() };
        (free, refusal)
    }

    /// The initial world pose of a target; `None` for targets without a pose.
    pub fn world_pose(&self, target: &Target) -> Option<Isometry3<f64>> {
        match self.draft.find(target) {
            Ok(place) => self.draft.frames.world(place.section, place.merged),
            Err(Refusal::FleetMember { robot, .. }) => self.draft.frames.named(&robot),
            Err(_) => None,
        }
    }

    /// The byte range of a target in the text of the document. `None` if it comes from another file.
    pub fn text_range(&self, target: &Target) -> Option<(usize, usize)> {
        let place = self.draft.find(target).ok()?;
        let node = place.section.items(self.draft.own).get(place.own?)?;
        Some((node.span.start as usize, node.span.end as usize))
    }

    /// The target at a byte of the document's text.
    pub fn at_byte(&self, at: usize) -> Option<Target> {
        let holds = |node: &Node| (node.span.start as usize..node.span.end as usize).contains(&at);
        let found = Section::ALL.into_iter().find_map(|section| {
            let index = section.items(self.draft.own).iter().position(holds)?;
            Some((section, index))
        });
        found.map(|(section, index)| match section {
            Section::Includes => Target::at(section, index),
            _ => self.draft.target(section, self.draft.merged(section, index)),
        })
    }

    /// The target that the path of a finding refers to, such as `robots[2].dynamics.params`.
    pub fn at_path(&self, path: &str) -> Option<Target> {
        let steps = path_steps(path).ok()?;
        let section = Section::ALL.into_iter().find(|section| {
            let keys = section.path().split('.').map(|key| Segment::Key(key.into()));
            keys.eq(steps.iter().take(section.path().split('.').count()).cloned())
        })?;
        match steps.get(section.path().split('.').count())? {
            Segment::Index(index) if *index < section.count(self.draft.scene) => {
                Some(self.draft.target(section, *index))
            }
            Segment::Index(_) => None,
            Segment::Key(name) => Some(Target::named(section, name)),
        }
    }

    /// The things attached directly to an object or robot: objects, beacons, lights and notes.
    pub fn carried(&self, target: &Target) -> Vec<Target> {
        let Some(name) = target.name().filter(|_| matches!(target.section, Section::Objects | Section::Robots)) else {
            return Vec::new();
        };
        let each = |section: Section| (0..section.count(self.draft.scene)).map(move |index| (section, index));
        let all = Section::ALL.into_iter().filter(|section| section.can_be_carried()).flat_map(each);
        all.filter(|(section, index)| self.draft.frames.parent(*section, *index) == Some(name))
            .map(|(section, index)| self.draft.target(section, index))
            .collect()
    }
}
