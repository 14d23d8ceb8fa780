//! Checks that links and joints form a tree.

use crate::model_error::{ModelError, Report};
use sim_abi::model::{Joint, RobotModelSpec};
use std::collections::BTreeMap;

/// Reports unknown links, links with two parents, several roots, cycles, and a root that is not the first link.
pub(super) fn check(spec: &RobotModelSpec, problems: &mut Vec<ModelError>) {
    let before = problems.len();
    if spec.links.is_empty() {
        let report = Report::new("missing root link").path("links").help("add at least one link");
        problems.push(ModelError::Structure(Box::new(report)));
        return;
    }
    let mut parent: BTreeMap<&str, (usize, &Joint)> = BTreeMap::new();
    for (k, joint) in spec.joints.iter().enumerate() {
        for (end, name) in [("parent", &joint.parent), ("child", &joint.child)] {
            if !spec.links.iter().any(|link| link.name == *name) {
                let report = Report::new(format!(
                    "the {end} of joint `{name}` is an unknown link `{name2}`",
                    name = joint.name,
                    name2 = name
                ));
                let report = report.path(format!("joints[{k}].{end}")).found(name);
                let known = spec.links.iter().map(|link| link.name.as_str());
                problems.push(ModelError::Unknown(Box::new(report.known(name, known))));
            }
        }
        if let Some((_, first)) = parent.get(joint.child.as_str()) {
            let message = format!(
                "link `{child}` is the child of two joints, `{first}` and `{second}`",
                child = joint.child,
                first = first.name,
                second = joint.name
            );
            let report = Report::new(message).path(format!("joints[{k}].child"));
            problems.push(ModelError::Structure(Box::new(report.help("a robot is a tree: remove one of the joints"))));
        } else {
            parent.insert(&joint.child, (k, joint));
        }
    }
    // With dangling names, the tree below would be reported incorrectly.
    if problems.len() == before {
        check_shape(spec, &parent, problems);
    }
}

fn check_shape(spec: &RobotModelSpec, parent: &BTreeMap<&str, (usize, &Joint)>, problems: &mut Vec<ModelError>) {
    let roots: Vec<usize> =
        (0..spec.links.len()).filter(|k| !parent.contains_key(spec.links[*k].name.as_str())).collect();
    for (k, joint) in cycles(parent) {
        let report = Report::new(format!("the joints form a cycle through `{child}`", child = joint.child));
        let report =
            report.path(format!("joints[{k}]")).help("a robot is a tree: remove the joint that closes the cycle");
        problems.push(ModelError::Structure(Box::new(report)));
    }
    match roots[..] {
        [] | [0] => {}
        [root] => {
            let report =
                Report::new(format!("the root link `{name}` is not the first link", name = spec.links[root].name));
            let report = report.path(format!("links[{root}]"));
            problems.push(ModelError::Structure(Box::new(report.help("move it to the top of the list of links"))));
        }
        [_, second, ..] => {
            let names: Vec<String> = roots.iter().map(|k| format!("`{}`", spec.links[*k].name)).collect();
            let report = Report::new(format!("the robot has {count} root links", count = roots.len()))
                .path(format!("links[{second}]"));
            let report = report.expected("one link that is not the child of a joint").found(names.join(", "));
            problems.push(ModelError::Structure(Box::new(
                report.help("connect them by joints (`Fixed` if they do not move)"),
            )));
        }
    }
}

/// One joint of each cycle: the first one in the list.
fn cycles<'a>(parent: &BTreeMap<&str, (usize, &'a Joint)>) -> Vec<(usize, &'a Joint)> {
    let mut found: BTreeMap<usize, &Joint> = BTreeMap::new();
    // 0: not seen; otherwise the number of the walk that first saw the joint's child.
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (walk, start) in parent.keys().enumerate() {
        let mut link = *start;
        while let Some((_, joint)) = parent.get(link) {
            match seen.get(link) {
                None => {
                    seen.insert(link, walk);
                    link = &joint.parent;
                }
                Some(earlier) if *earlier == walk => {
                    let first = around(parent, link);
                    found.insert(first.0, first.1);
                    break;
                }
                Some(_) => break,
            }
        }
    }
    found.into_iter().collect()
}

/// First joint in the list of the cycle through `link`.
fn around<'a>(parent: &BTreeMap<&str, (usize, &'a Joint)>, link: &str) -> (usize, &'a Joint) {
    let mut first = parent[link];
    let mut at = first.1.parent.as_str();
    while at != link {
        let here = parent[at];
        if here.0 < first.0 {
            first = here;
        }
        at = &here.1.parent;
    }
    first
}
