//! Start positions of joints.

use sim_abi::model::{Joint, JointMotion};
use sim_diagnostics::{Code, Diagnostic};

/// Why a joint cannot start at this position.
pub(super) fn cannot_start(joint: &Joint, start: f64) -> Option<Diagnostic> {
    let unit = if joint.motion == JointMotion::Prismatic { "m" } else { "rad" };
    if joint.motion == JointMotion::Fixed {
        let diagnostic =
            Diagnostic::error(Code::SceneContradiction, format!("joint `{name}` is fixed", name = joint.name));
        return Some(diagnostic.with_help("remove `start`; place the joint with `at`, `rpy` and `yaw`"));
    }
    if let Some(mimic) = &joint.mimic {
        let message = format!("joint `{name}` mimics joint `{joint}`", name = joint.name, joint = mimic.joint);
        let help = format!("set `start` of `{joint}` only", joint = mimic.joint);
        return Some(Diagnostic::error(Code::SceneContradiction, message).with_help(help));
    }
    let [low, high] = joint.limits.filter(|[low, high]| !(*low..=*high).contains(&start))?;
    let diagnostic =
        Diagnostic::error(Code::SceneRange, format!("joint `{name}` starts outside its limits", name = joint.name));
    let diagnostic = diagnostic.with_expected(format!("{low} … {high} {unit}")).with_found(format!("{start} {unit}"));
    Some(diagnostic.with_help(format!(
        "set `start` within the limits, or remove it (default: {initial} {unit})",
        initial = joint.initial
    )))
}
