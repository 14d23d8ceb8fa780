//! Mimic joints.

use crate::model_error::{ModelError, Report};
use sim_abi::model::{Joint, JointMotion, RobotModelSpec};

/// A joint that follows another, independent joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follower {
    /// Index of the joint in the specification.
    pub joint: usize,
    /// Index of the joint to follow; it is not a follower.
    pub leader: usize,
    /// Factor, in units of the joint (rad or m) per unit of the leader.
    pub multiplier: f64,
    /// Position while the leader is at 0, rad or m.
    pub offset: f64,
    /// Minimum and maximum position, rad or m.
    limits: [f64; 2],
}

impl Follower {
    /// Position and velocity of the joint for those of its leader. At its limits, the velocity is 0.
    #[inline]
    pub fn state(&self, position: f64, velocity: f64) -> (f64, f64) {
        let wanted = self.multiplier * position + self.offset;
        let [low, high] = self.limits;
        let held = wanted.clamp(low, high);
        (held, if held == wanted { self.multiplier * velocity } else { 0.0 })
    }
}

/// Followers of a robot that passed [`validate`](super::validate()), in the order of its joints. The follower of a follower
/// is resolved to their common leader.
pub fn followers(spec: &RobotModelSpec) -> Vec<Follower> {
    let numbered = spec.joints.iter().enumerate().filter(|(_, joint)| moves(joint));
    numbered.filter_map(|(number, _)| follower(&spec.joints, number).ok().flatten()).collect()
}

fn moves(joint: &Joint) -> bool {
    joint.motion != JointMotion::Fixed
}

/// Resolves the joint as a follower; `None` if it is independent. Fails with the name of a missing leader, or with `None` if
/// the leaders form a cycle.
fn follower(joints: &[Joint], number: usize) -> Result<Option<Follower>, Option<&str>> {
    let (mut leader, mut multiplier, mut offset) = (number, 1.0, 0.0);
    let mut steps = 0;
    while let Some(mimic) = joints[leader].mimic.as_ref().filter(|_| moves(&joints[leader])) {
        offset += multiplier * mimic.offset;
        multiplier *= mimic.multiplier;
        let named = joints.iter().position(|joint| joint.name == mimic.joint);
        leader = named.ok_or(Some(mimic.joint.as_str()))?;
        steps += 1;
        if steps > joints.len() {
            return Err(None);
        }
    }
    let joint = &joints[number];
    let limits = match joint.motion {
        JointMotion::Continuous => None,
        _ => joint.limits,
    };
    let limits = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    Ok((leader != number).then_some(Follower { joint: number, leader, multiplier, offset, limits }))
}

/// Reason why a joint cannot follow, as the end of a sentence about it; `None` if it can, or is independent.
pub(super) fn unfit(joints: &[Joint], number: usize) -> Option<String> {
    let mimic = joints[number].mimic.as_ref()?;
    match follower(joints, number) {
        Err(Some(name)) if name == mimic.joint => Some(format!("mimics an unknown joint `{name}`")),
        Ok(_) | Err(Some(_)) => None,
        Err(None) => Some("mimics itself, directly or indirectly".to_string()),
    }
}

/// Reports missing leaders, cycles, and numbers that are not finite.
pub(super) fn check(spec: &RobotModelSpec, problems: &mut Vec<ModelError>) {
    for (number, joint) in spec.joints.iter().enumerate() {
        let Some(mimic) = &joint.mimic else { continue };
        let path = format!("joints[{number}].mimic");
        if !(mimic.multiplier.is_finite() && mimic.offset.is_finite()) {
            let report = Report::new(format!("the mimic of joint `{name}` is not finite", name = joint.name));
            let report = report.path(&path).expected("a finite multiplier and a finite offset");
            let found = format!(
                "multiplier {multiplier}, offset {offset}",
                multiplier = mimic.multiplier,
                offset = mimic.offset
            );
            problems.push(ModelError::Value(Box::new(report.found(found))));
        }
        let Some(why) = unfit(&spec.joints, number) else { continue };
        let report = Report::new(format!("joint `{name}` {why}", name = joint.name)).path(path);
        let names = || spec.joints.iter().map(|joint| joint.name.as_str());
        problems.push(if names().any(|name| name == mimic.joint) {
            let report = report.found(format!("it mimics `{joint}`", joint = mimic.joint));
            ModelError::Structure(Box::new(report.help("remove `mimic` from one joint of the cycle")))
        } else {
            ModelError::Unknown(Box::new(report.found(&mimic.joint).known(&mimic.joint, names())))
        });
    }
}
