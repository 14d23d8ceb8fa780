//! Solids of a [`TestWorld`](super::TestWorld).

use crate::math::{Pose, Rotation, Vec3};

/// A solid in a [`TestWorld`](super::TestWorld): a box or a sphere with the properties that filters use.
///
/// ```
/// use sim_abi::testing::{TestSolid, TestWorld};
///
/// let mut world = TestWorld::default();
/// world.solids.push(TestSolid::boxed([1.0, -0.5, 0.0], [1.2, 0.5, 0.3]).named("crate").moving());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TestSolid {
    /// Shape.
    pub form: SolidForm,
    /// `world_from_solid`, of its center.
    pub pose: Pose,
    /// Owner.
    pub owner: SolidOwner,
    /// Category bits.
    pub category: u32,
    /// Its name.
    pub name: String,
}

/// Shape of a [`TestSolid`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidForm {
    /// Sphere of this radius, m.
    Sphere(f64),
    /// Box with these half extents, m.
    Box(Vec3),
}

/// Owner of a [`TestSolid`] as distinguished by a [`Filter`](crate::world::Filter).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidOwner {
    /// An object that never moves.
    Fixed,
    /// Another robot, or a movable object.
    Moving,
    /// The component's own robot.
    OwnRobot,
}

impl TestSolid {
    fn new(form: SolidForm, center: Vec3) -> Self {
        let pose = Pose::from_parts(center.into(), Rotation::identity());
        Self { form, pose, owner: SolidOwner::Fixed, category: 1, name: "obstacle".into() }
    }

    /// A fixed sphere of category 1: center and radius, m.
    pub fn sphere(center: Vec3, radius: f64) -> Self {
        Self::new(SolidForm::Sphere(radius), center)
    }

    /// A fixed, axis-aligned box of category 1: minimum and maximum corner, m.
    pub fn boxed(low: [f64; 3], high: [f64; 3]) -> Self {
        let (low, high) = (Vec3::from(low), Vec3::from(high));
        Self::new(SolidForm::Box((high - low) / 2.0), (low + high) / 2.0)
    }

    /// The same, rotated about its center.
    pub fn turned(mut self, rotation: Rotation) -> Self {
        self.pose.rotation = rotation * self.pose.rotation;
        self
    }

    /// The same as a moving solid.
    pub fn moving(self) -> Self {
        Self { owner: SolidOwner::Moving, ..self }
    }

    /// The same as a part of the component's own robot.
    pub fn on_own_robot(self) -> Self {
        Self { owner: SolidOwner::OwnRobot, ..self }
    }

    /// The same with these category bits.
    pub fn category(self, category: u32) -> Self {
        Self { category, ..self }
    }

    /// The same with another name.
    pub fn named(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }
}
