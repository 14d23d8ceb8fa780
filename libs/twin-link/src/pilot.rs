//! Routes: a sequence of commands, each sent after the previous one has completed.

use crate::machine::Reply;
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What to do with the rest of a route when the robot is blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedPolicy {
    /// End the route.
    #[default]
    Stop,
    /// Continue with the next command.
    Skip,
}

/// One line of a route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Step {
    /// A command of the protocol.
    Order(String),
    /// A full scan.
    Scan,
}

/// Why a route has ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// It is complete.
    Done,
    /// The robot was blocked.
    Blocked,
    /// A command failed with an error, or with too many synchronization errors.
    Failed(String),
}

/// Next request of a pilot.
#[derive(Clone, Debug, PartialEq)]
pub enum PilotRequest {
    /// No request.
    Nothing,
    /// Send this command.
    Order(String),
    /// Report the end of the route.
    Ended(Ending),
}

/// Follows a route.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pilot {
    steps: VecDeque<Step>,
    /// The next command.
    next: Option<String>,
    /// Whether a command was sent and has not been replied to.
    waits: bool,
    failures: u32,
    #[serde(skip)]
    ending: Option<Ending>,
}

/// An invalid line of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct BadLine {
    /// Line number, from 1.
    pub number: usize,
    /// Text of the line.
    pub text: String,
}

impl Pilot {
    /// Starts a route: commands of the protocol, and `SCAN` for `SONAR` followed by as many `RESUME` as necessary. Empty lines and text
    /// after `#` are ignored.
    ///
    /// # Errors
    /// If a line is not a command; the pilot is then unchanged.
    pub fn follow<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) -> Result<(), BadLine> {
        let mut steps = VecDeque::new();
        for (place, line) in lines.into_iter().enumerate() {
            let order = line.split('#').next().unwrap_or_default().trim();
            if order.is_empty() {
                continue;
            }
            if order.eq_ignore_ascii_case("SCAN") {
                steps.push_back(Step::Scan);
            } else {
                let read = Order::read(order.as_bytes());
                let read = read.map_err(|_| BadLine { number: place + 1, text: line.to_string() })?;
                steps.push_back(Step::Order(read.to_string()));
            }
        }
        *self = Self { steps, ..Self::default() };
        self.advance();
        Ok(())
    }

    /// Returns whether a route is being followed.
    pub fn is_active(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Returns the number of remaining lines, including the current one.
    pub fn left(&self) -> usize {
        self.steps.len()
    }

    /// Abandons the route.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Returns the next request; `link_is_busy` specifies whether the link is executing a command.
    pub fn next_request(&mut self, link_is_busy: bool) -> PilotRequest {
        if let Some(ending) = self.ending.take() {
            return PilotRequest::Ended(ending);
        }
        match self.next.take_if(|_| !link_is_busy && !self.waits) {
            Some(order) => {
                // `HALT` is sent when nothing is active that could reply to it.
                self.waits = Order::read(order.as_bytes()) != Ok(Order::Halt);
                if !self.waits {
                    self.steps.pop_front();
                    self.advance();
                }
                PilotRequest::Order(order)
            }
            None => PilotRequest::Nothing,
        }
    }

    /// Processes the reply to the current command. `is_executed` specifies whether the robots have received it, so that they may have
    /// executed a part of it.
    pub fn handle_reply(&mut self, reply: &Reply, policy: BlockedPolicy, retries: u32, is_executed: bool) {
        if !self.waits {
            return;
        }
        self.waits = false;
        match reply {
            Reply::Answer(Answer::Ray { .. }) if self.steps.front() == Some(&Step::Scan) => {
                self.failures = 0;
                self.next = Some(Order::Resume.to_string());
            }
            Reply::Answer(Answer::Blocked { .. }) if policy == BlockedPolicy::Stop => self.end(Ending::Blocked),
            Reply::Answer(Answer::BadAngle | Answer::BadDistance | Answer::WrongCommand)
            | Reply::Answer(Answer::Undefined | Answer::LineTooLong | Answer::Ignored) => {
                self.end(Ending::Failed(reply.to_string()))
            }
            // The same turn or distance again would be one too many.
            Reply::SyncError if is_executed && self.is_motion() => {
                let step = self.next_command().unwrap_or_default();
                self.end(Ending::Failed(format!("{reply}: how much of `{step}` was executed is unknown")));
            }
            Reply::SyncError if self.failures < retries => {
                self.failures += 1;
                self.begin();
            }
            Reply::SyncError => self.end(Ending::Failed(reply.to_string())),
            Reply::Answer(_) => {
                self.steps.pop_front();
                self.advance();
            }
        }
    }

    /// Handles rejection because another command was active: the command is sent again.
    pub fn refused(&mut self) {
        if std::mem::take(&mut self.waits) {
            self.begin();
        }
    }

    fn advance(&mut self) {
        self.failures = 0;
        if self.steps.is_empty() { self.end(Ending::Done) } else { self.begin() }
    }

    /// Makes the first command of the current line the next one.
    fn begin(&mut self) {
        self.next = self.next_command();
    }

    /// Returns the first command of the current line.
    fn next_command(&self) -> Option<String> {
        self.steps.front().map(|step| match step {
            Step::Order(order) => order.clone(),
            Step::Scan => Order::Sonar.to_string(),
        })
    }

    /// Returns whether the current line moves the robot.
    fn is_motion(&self) -> bool {
        let order = self.next_command().and_then(|line| Order::read(line.as_bytes()).ok());
        matches!(order, Some(Order::Go { .. }))
    }

    fn end(&mut self, ending: Ending) {
        *self = Self { ending: Some(ending), ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: Reply = Reply::Answer(Answer::GoOk);
    const BLOCKED: Reply = Reply::Answer(Answer::Blocked { remaining: 40.0, echo: None });

    fn pilot(lines: &[&str]) -> Pilot {
        let mut pilot = Pilot::default();
        pilot.follow(lines.iter().copied()).expect("it is a route");
        pilot
    }

    /// Returns the commands that a pilot sends for these replies.
    fn orders(pilot: &mut Pilot, policy: BlockedPolicy, answers: &[Reply]) -> (Vec<String>, Option<Ending>) {
        let (mut given, mut answers) = (Vec::new(), answers.iter());
        loop {
            match pilot.next_request(false) {
                PilotRequest::Order(order) => given.push(order),
                PilotRequest::Ended(ending) => return (given, Some(ending)),
                PilotRequest::Nothing => match answers.next() {
                    Some(answer) => pilot.handle_reply(answer, policy, 1, true),
                    None => return (given, None),
                },
            }
        }
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn each_order_waits_for_the_answer_to_the_one_before() {
        let mut pilot = pilot(&["go 0 100 # ahead", "", "GO 90 60"]);
        assert_eq!(pilot.next_request(true), PilotRequest::Nothing);
        assert_eq!(pilot.next_request(false), PilotRequest::Order("GO 0 100".into()));
        assert_eq!((pilot.next_request(false), pilot.left()), (PilotRequest::Nothing, 2));
        pilot.handle_reply(&OK, BlockedPolicy::Stop, 1, true);
        assert_eq!(pilot.next_request(false), PilotRequest::Order("GO 90 60".into()));
        pilot.handle_reply(&OK, BlockedPolicy::Stop, 1, true);
        assert_eq!(pilot.next_request(false), PilotRequest::Ended(Ending::Done));
        assert_eq!((pilot.next_request(false), pilot.is_active()), (PilotRequest::Nothing, false));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn scan_is_sonar_and_resume_until_it_is_complete() {
        let ray = |angle| Reply::Answer(Answer::Ray { angle, distance: 0.0 });
        let done = Reply::Answer(Answer::SonarOk);
        let (given, ending) = orders(&mut pilot(&["SCAN"]), BlockedPolicy::Stop, &[ray(15.0), ray(30.0), done]);
        assert_eq!((given, ending), (vec!["SONAR".into(), "RESUME".into(), "RESUME".into()], Some(Ending::Done)));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn what_blocked_does_to_a_route() {
        let route = ["GO 0 100", "GO 90 60"];
        let (given, ending) = orders(&mut pilot(&route), BlockedPolicy::Stop, &[BLOCKED]);
        assert_eq!((given.len(), ending), (1, Some(Ending::Blocked)));
        let (given, ending) = orders(&mut pilot(&route), BlockedPolicy::Skip, &[BLOCKED, OK]);
        assert_eq!((given.len(), ending), (2, Some(Ending::Done)));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn an_error_of_synchronisation_is_tried_once_more() {
        let error = Reply::SyncError;
        let done = Reply::Answer(Answer::SonarOk);
        let (given, ending) = orders(&mut pilot(&["SCAN", "GO 90 0"]), BlockedPolicy::Stop, &[error, done, OK]);
        assert_eq!((given, ending), (["SONAR", "SONAR", "GO 90 0"].map(str::to_string).into(), Some(Ending::Done)));
        let (given, ending) = orders(&mut pilot(&["SCAN", "GO 90 0"]), BlockedPolicy::Stop, &[error, error]);
        assert_eq!((given.len(), ending), (2, Some(Ending::Failed("Error_sincronitzacio".into()))));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn a_motion_is_not_repeated_after_a_part_of_it() {
        let (given, ending) = orders(&mut pilot(&["GO 90 0", "SCAN"]), BlockedPolicy::Skip, &[Reply::SyncError]);
        assert!(matches!(ending, Some(Ending::Failed(why)) if given.len() == 1 && why.contains("`GO 90 0`")));
        // It is sent again if nobody has received it.
        let mut pilot = pilot(&["GO 90 0"]);
        for _ in 0..2 {
            assert_eq!(pilot.next_request(false), PilotRequest::Order("GO 90 0".into()));
            pilot.handle_reply(&Reply::SyncError, BlockedPolicy::Stop, 2, false);
        }
        assert_eq!(pilot.next_request(false), PilotRequest::Order("GO 90 0".into()));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn halt_waits_for_no_answer() {
        let (given, ending) = orders(&mut pilot(&["HALT", "GO 0 20", "HALT"]), BlockedPolicy::Stop, &[OK]);
        assert_eq!((given, ending), (["HALT", "GO 0 20", "HALT"].map(str::to_string).into(), Some(Ending::Done)));
    }

    /// MR-41: A route file sends one order per line, each after the previous reply.
    #[test]
    fn an_order_that_both_ignore_ends_a_route() {
        let (given, ending) =
            orders(&mut pilot(&["RESUME", "GO 90 0"]), BlockedPolicy::Skip, &[Reply::Answer(Answer::Ignored)]);
        assert_eq!((given.len(), ending), (1, Some(Ending::Failed("W: Ignored command".into()))));
    }

    #[test]
    fn an_order_that_came_between_others_is_given_again() {
        let mut pilot = pilot(&["GO 0 20"]);
        assert_eq!(pilot.next_request(false), PilotRequest::Order("GO 0 20".into()));
        pilot.refused();
        assert_eq!(
            (pilot.next_request(true), pilot.next_request(false)),
            (PilotRequest::Nothing, PilotRequest::Order("GO 0 20".into()))
        );
    }

    #[test]
    fn a_route_with_a_line_that_is_no_order_is_refused_whole() {
        let mut pilot = pilot(&["GO 0 20"]);
        let before = pilot.clone();
        let refused = pilot.follow(["GO 0 20", "GO 0 -5"]);
        assert_eq!(refused, Err(BadLine { number: 2, text: "GO 0 -5".into() }));
        assert_eq!(pilot, before);
    }
}
