//! Pass conditions of a run.

use super::pose::Point;
use crate::check_value::{NameForm, above, at_least};
use crate::decode::Decoder;
use crate::text::Node;
use sim_diagnostics::{Code, Diagnostic};

choice! {
    /// One condition.
    enum Condition is "a condition" {
        /// Robots do not touch anything during the whole run.
        NoCollision(NoCollision),
        /// Robots and movable objects stay within the bounds during the whole run.
        InBounds(InBounds),
        /// A robot is at a position.
        PoseWithin(PoseWithin),
        /// A published value stays in a range.
        ValueWithin(ValueWithin),
        /// A value published by a service stays in a range.
        ServiceValueWithin(ServiceValueWithin),
        /// A robot reaches a position at some time.
        ReachedBy(ReachedBy),
        /// A robot fits through a passage.
        Passes(Passes),
    }
}

impl Condition {
    /// Name of the condition, if any.
    pub fn name(&self) -> Option<&str> {
        match self {
            Condition::NoCollision(condition) => condition.name.as_deref(),
            Condition::InBounds(condition) => condition.name.as_deref(),
            Condition::PoseWithin(condition) => condition.name.as_deref(),
            Condition::ValueWithin(condition) => condition.name.as_deref(),
            Condition::ServiceValueWithin(condition) => condition.name.as_deref(),
            Condition::ReachedBy(condition) => condition.name.as_deref(),
            Condition::Passes(condition) => condition.name.as_deref(),
        }
    }
}

choice! {
    /// When a condition must hold.
    enum When is "a time of a condition" {
        /// At the end of the run.
        End,
        /// After every step.
        Always,
        /// At least once by this simulated time, s.
        By(f64),
    }
}

record! {
    /// Robots touch nothing during the whole run; standing on the ground does not count.
    struct NoCollision is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robots. Default: all.
        robots: Vec<String> = Vec::new();
    }
}

record! {
    /// Robots and movable objects stay within the bounds of the scene during the whole run.
    struct InBounds is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robots. Default: all robots and movable objects.
        robots: Vec<String> = Vec::new();
    }
}

record! {
    /// A robot is at a position.
    struct PoseWithin is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robot.
        robot: String;
        /// The position, m.
        at: Point;
        /// Maximum distance from it, m.
        within: f64 => above(0.0, "m");
        /// Heading, rad.
        yaw: Option<f64> = None;
        /// Maximum difference from the heading, rad.
        yaw_within: Option<f64> = None => above(0.0, "rad");
        /// When the condition must hold.
        when: When = When::End;
    }
    verify yaw_has_tolerance;
}

fn yaw_has_tolerance(condition: &PoseWithin, node: &Node, decoder: &mut Decoder<'_>) {
    let (given, missing) = match (condition.yaw, condition.yaw_within) {
        (Some(_), None) => ("yaw", "yaw_within"),
        (None, Some(_)) => ("yaw_within", "yaw"),
        _ => return,
    };
    let diagnostic = Diagnostic::error(Code::SceneContradiction, format!("`{given}` without `{missing}`"))
        .with_expected("both `yaw` and `yaw_within`, or neither");
    decoder.report_field(node, given, diagnostic);
}

record! {
    /// A published value stays in a range; at least one end must be given.
    struct ValueWithin is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robot.
        robot: String;
        /// Path of the channel, such as `front.distance`.
        channel: String => NameForm;
        /// Minimum value.
        min: Option<f64> = None;
        /// Maximum value.
        max: Option<f64> = None;
        /// When the condition must hold.
        when: When = When::Always;
    }
    verify value_range_is_not_empty;
}

record! {
    /// A value that a service publishes stays in a range; at least one end must be given.
    struct ServiceValueWithin is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The service.
        service: String;
        /// Name of the value.
        channel: String => NameForm;
        /// Minimum value.
        min: Option<f64> = None;
        /// Maximum value.
        max: Option<f64> = None;
        /// When the condition must hold.
        when: When = When::Always;
    }
    verify service_range_is_not_empty;
}

fn value_range_is_not_empty(condition: &ValueWithin, node: &Node, decoder: &mut Decoder<'_>) {
    range_is_not_empty(condition.min, condition.max, node, decoder);
}

fn service_range_is_not_empty(condition: &ServiceValueWithin, node: &Node, decoder: &mut Decoder<'_>) {
    range_is_not_empty(condition.min, condition.max, node, decoder);
}

fn range_is_not_empty(min: Option<f64>, max: Option<f64>, node: &Node, decoder: &mut Decoder<'_>) {
    match (min, max) {
        (None, None) => {
            let diagnostic = Diagnostic::error(Code::SceneMissingField, "neither `min` nor `max` is given");
            let diagnostic = diagnostic.with_expected("`min`, `max` or both");
            decoder.report(node, diagnostic.with_help("add `min: …` or `max: …`"));
        }
        (Some(min), Some(max)) if min > max => {
            let diagnostic = Diagnostic::error(Code::SceneContradiction, "`min` is above `max`")
                .with_expected(format!("at least {min}"))
                .with_found(max.to_string())
                .with_help("swap `min` and `max`");
            decoder.report_field(node, "max", diagnostic);
        }
        _ => {}
    }
}

record! {
    /// A robot reaches a position at some time.
    struct ReachedBy is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robot.
        robot: String;
        /// The position, m.
        at: Point;
        /// Maximum distance from it, m.
        within: f64 => above(0.0, "m");
        /// Latest simulated time, s.
        by: f64 => at_least(0.0, "s");
    }
}

record! {
    /// The hull of a robot, with its joints as they are at the start, goes along a straight line without touching anything fixed. This
    /// is known before the run begins; where it does not hold there is a warning besides.
    struct Passes is "a condition" {
        /// Name for reports.
        name: Option<String> = None => OptionalName;
        /// The robot.
        robot: String;
        /// Start of the path, m.
        from: Point;
        /// End of the path, m.
        to: Point;
        /// Heading along the whole path, rad. Default: the direction of the path.
        yaw: Option<f64> = None;
    }
    verify path_has_length;
}

fn path_has_length(condition: &Passes, node: &Node, decoder: &mut Decoder<'_>) {
    let (from, to) = (condition.from.0, condition.to.0);
    if [0, 1, 2].iter().all(|axis| (from[*axis] - to[*axis]).abs() < 1e-9) {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "zero-length path")
            .with_expected("two different points `from` and `to`")
            .with_found(format!("({}, {}, {})", to[0], to[1], to[2]));
        decoder.report_field(node, "to", diagnostic);
    }
}

/// Format of an optional name.
#[derive(Clone, Copy, Debug)]
struct OptionalName;

impl crate::check_value::Check<Option<String>> for OptionalName {
    fn check(&self, value: &Option<String>, node: &Node, decoder: &mut Decoder<'_>) {
        if let Some(name) = value {
            NameForm.check(name, node, decoder);
        }
    }
}
