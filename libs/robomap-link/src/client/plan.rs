//! The plan: sending it, controlling it, and the poses that are reached.

use super::task::{Job, Task};
use super::{Change, Client, Command, Failure, Notice, PlanStep, Refusal, Situation};
use crate::ids::is_after;
use crate::is_possible;
use robomap_protocol::{Message, Pose};
use serde::{Deserialize, Serialize};

/// What is known of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PlanState {
    /// There is none.
    #[default]
    Idle,
    /// It is being sent.
    Sending,
    /// Another one is being sent in the place of one that is paused.
    Resending,
    /// The robot follows it.
    Running,
    /// The robot stands, and has it.
    Paused,
    /// What the robot does was not confirmed, or the link was lost: it may move.
    Unknown,
}

/// What the play button does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayAction {
    /// It sends the route, and starts it.
    Send,
    /// It pauses the plan.
    Pause,
    /// It resumes the plan.
    Resume,
    /// Nothing: first it must be known what the robot does.
    None,
}

/// The plan that the robot has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub state: PlanState,
    /// Revision of the route that was sent last.
    pub revision: Option<u64>,
    pub poses: Vec<Pose>,
    pub reached: usize,
    /// Id of the packet that has confirmed that the plan is opened: what is older belongs to a plan before.
    pub opened: Option<u32>,
    /// Id of the packet about the last pose that was counted.
    counted: Option<u32>,
    /// Whether the robot has said that it has ended.
    ended: bool,
    /// Whether it was not confirmed that a paused plan is resumed: the robot may move.
    may_move: bool,
}

/// A plan that is being sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sending {
    poses: Vec<Pose>,
    revision: u64,
    /// The state before.
    replaces: bool,
    step: PlanStep,
    aborted: bool,
}

impl Sending {
    fn message(&self) -> Message {
        match self.step {
            PlanStep::Stop => Message::StopPlan,
            PlanStep::Open => Message::OpenPlan { poses: self.poses.len() as u32 },
            PlanStep::Pose(pose) => Message::AddPose(self.poses[pose - 1]),
            PlanStep::Close => Message::ClosePlan,
            PlanStep::Start => Message::StartPlan,
        }
    }

    /// What comes after the present step.
    fn following(&self) -> Option<PlanStep> {
        match self.step {
            PlanStep::Stop => Some(PlanStep::Open),
            PlanStep::Open => Some(PlanStep::Pose(1)),
            PlanStep::Pose(pose) if pose < self.poses.len() => Some(PlanStep::Pose(pose + 1)),
            PlanStep::Pose(_) => Some(PlanStep::Close),
            PlanStep::Close => Some(PlanStep::Start),
            PlanStep::Start => None,
        }
    }

    /// Steps before this one, but for the stop, and steps in all.
    fn done(&self) -> (usize, usize) {
        let poses = self.poses.len();
        let done = match self.step {
            PlanStep::Stop | PlanStep::Open => 0,
            PlanStep::Pose(pose) => pose,
            PlanStep::Close => poses + 1,
            PlanStep::Start => poses + 2,
        };
        (done, poses + 3)
    }

    pub fn is_starting(&self) -> bool {
        self.step == PlanStep::Start
    }

    /// A start cannot be called back.
    pub fn can_abort(&self) -> bool {
        !self.aborted && !self.is_starting()
    }

    pub fn abort(&mut self) {
        self.aborted = true;
    }
}

impl Client {
    /// Whether the plan that the robot has was made of the route at this revision.
    pub fn has_route(&self, revision: u64) -> bool {
        self.plan.revision == Some(revision)
    }

    /// What the play button does next, with the route at this revision.
    pub fn play_action(&self, revision: u64) -> PlayAction {
        match self.plan.state {
            PlanState::Running => PlayAction::Pause,
            PlanState::Paused if self.has_route(revision) => PlayAction::Resume,
            PlanState::Idle | PlanState::Paused => PlayAction::Send,
            PlanState::Sending | PlanState::Resending | PlanState::Unknown => PlayAction::None,
        }
    }

    pub(super) fn set_plan(&mut self, state: PlanState) {
        if self.plan.state != state {
            self.plan.state = state;
            self.change(Change::Plan(state));
        }
    }

    /// The robot has no plan, or it is not known what it has.
    pub(super) fn forget_plan(&mut self, state: PlanState) {
        self.plan = Plan { state: self.plan.state, ..Plan::default() };
        self.set_plan(state);
    }

    pub(super) fn send_plan(&mut self, command: Command, situation: &Situation) -> Result<(), Refusal> {
        let replaces = self.plan.state == PlanState::Paused;
        let Some(first) = situation.route.first() else {
            return Err(if replaces { Refusal::EmptyRouteWhilePaused } else { Refusal::EmptyRoute });
        };
        if let Some(place) = situation.route.iter().position(|pose| !is_possible(pose)) {
            return Err(Refusal::BadPose(place + 1));
        }
        let names = (situation.collisions)(self.pose().filter(|pose| !pose.is_same(first)));
        if !names.is_empty() {
            return Err(Refusal::Collision(names));
        }
        self.set_driving(false);
        let stops = replaces && self.settings.stop_first;
        let step = if stops { PlanStep::Stop } else { PlanStep::Open };
        let poses = situation.route.to_vec();
        let sending = Sending { poses, revision: situation.revision, replaces, step, aborted: false };
        self.set_plan(if replaces { PlanState::Resending } else { PlanState::Sending });
        self.send_step(Some(command), sending);
        Ok(())
    }

    fn send_step(&mut self, command: Option<Command>, sending: Sending) {
        let (done, of) = sending.done();
        self.change(Change::Progress { done, of });
        let message = sending.message();
        self.wait(command, Task::Send(sending), message);
    }

    /// A step of sending was confirmed, by the packet with this id, or was not.
    pub(super) fn plan_step(&mut self, command: Option<Command>, mut sending: Sending, outcome: Result<u32, Failure>) {
        let id = match outcome {
            Ok(id) => id,
            Err(failure) => return self.not_sent(command, &sending, failure),
        };
        match sending.step {
            // The paused plan is gone, and nothing is left to be kept.
            PlanStep::Stop => self.plan = Plan { state: self.plan.state, ..Plan::default() },
            PlanStep::Open => {
                let poses = sending.poses.clone();
                self.plan = Plan { state: self.plan.state, poses, opened: Some(id), ..Plan::default() };
            }
            _ => {}
        }
        match sending.following() {
            None => self.started(command, &sending),
            Some(_) if sending.aborted => {
                let (done, of) = sending.done();
                self.forget_plan(PlanState::Idle);
                self.report(command, Notice::SendingAborted { done: done + 1, of });
            }
            Some(step) => {
                sending.step = step;
                self.send_step(command, sending);
            }
        }
    }

    fn not_sent(&mut self, command: Option<Command>, sending: &Sending, failure: Failure) {
        let had_plan = sending.replaces && !self.plan.poses.is_empty();
        let kept = had_plan && sending.step == PlanStep::Open && failure == Failure::Refused;
        match (sending.step, failure) {
            (PlanStep::Start, Failure::NoAck) => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::StartUnconfirmed);
            }
            (PlanStep::Stop, _) => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::NotCancelled(failure));
            }
            // What is paused may not be.
            (PlanStep::Open, Failure::NoAck) if self.plan.may_move => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::OldPlanUnknown);
            }
            _ if kept => self.set_plan(PlanState::Paused),
            _ => self.forget_plan(PlanState::Idle),
        }
        let poses = sending.poses.len();
        self.report(command, Notice::NotSent { step: sending.step, poses, failure, kept });
    }

    fn started(&mut self, command: Option<Command>, sending: &Sending) {
        let (_, of) = sending.done();
        let poses = sending.poses.len();
        self.change(Change::Progress { done: of, of });
        self.plan.revision = Some(sending.revision);
        self.set_plan(PlanState::Running);
        self.report(command, if sending.replaces { Notice::Replaced { poses } } else { Notice::Sent { poses } });
        // What the robot has told since it was started may have come before its confirmation.
        if self.plan.ended || self.plan.reached == poses {
            self.finish();
        }
    }

    pub(super) fn paused(&mut self, command: Option<Command>, failed: Option<Failure>) {
        self.plan.may_move &= failed.is_some();
        self.controlled(command, PlanState::Running, PlanState::Paused, failed.map(Notice::NotPaused), Notice::Paused);
    }

    pub(super) fn resumed(&mut self, command: Option<Command>, failed: Option<Failure>) {
        self.plan.may_move |= failed == Some(Failure::NoAck);
        self.plan.may_move &= failed.is_some();
        self.controlled(
            command,
            PlanState::Paused,
            PlanState::Running,
            failed.map(Notice::NotResumed),
            Notice::Resumed,
        );
    }

    fn controlled(
        &mut self,
        command: Option<Command>,
        from: PlanState,
        to: PlanState,
        failed: Option<Notice>,
        done: Notice,
    ) {
        let notice = match failed {
            _ if self.plan.state == PlanState::Idle => Notice::EndedBefore,
            Some(failed) => failed,
            None if self.plan.state != from => Notice::EndedBefore,
            None => {
                self.set_plan(to);
                done
            }
        };
        self.report(command, notice);
    }

    pub(super) fn cancelled(&mut self, command: Option<Command>, failed: Option<Failure>) {
        let notice = match failed {
            None => {
                self.forget_plan(PlanState::Idle);
                Notice::Cancelled
            }
            // All poses were reached while the answer was waited for.
            Some(_) if self.plan.state == PlanState::Idle => Notice::EndedBefore,
            Some(failure) => {
                self.forget_plan(PlanState::Unknown);
                Notice::NotCancelled(failure)
            }
        };
        self.report(command, notice);
    }

    /// Whether what the robot tells now is about the plan.
    fn follows(&self) -> bool {
        match self.plan.state {
            PlanState::Running | PlanState::Paused => true,
            PlanState::Sending | PlanState::Resending => {
                matches!(&self.job, Some(Job { task: Task::Send(sending), .. }) if sending.is_starting())
            }
            PlanState::Idle | PlanState::Unknown => false,
        }
    }

    /// Whether a packet is older than the plan, or than the last pose that was counted: a copy that has come late.
    fn is_old(&self, id: u32) -> bool {
        [self.plan.opened, self.plan.counted].into_iter().flatten().any(|known| !is_after(id, known))
    }

    pub(super) fn reached(&mut self, id: u32, pose: Pose) {
        if !self.follows() || self.is_old(id) {
            return;
        }
        let Plan { poses, reached, .. } = &self.plan;
        let (reached, of) = (*reached, poses.len());
        if poses.get(reached).is_some_and(|expected| expected.is_same(&pose)) {
            self.plan.reached = reached + 1;
            self.plan.counted = Some(id);
            self.change(Change::Reached { reached: reached + 1, of });
            if reached + 1 == of && self.plan.state != PlanState::Sending && self.plan.state != PlanState::Resending {
                self.finish();
            }
        } else if !reached.checked_sub(1).is_some_and(|last| poses[last].is_same(&pose)) {
            // Not a copy of the one before.
            self.report(None, Notice::UnexpectedPose { pose, expected: (reached + 1).min(of) });
        }
    }

    pub(super) fn plan_ended(&mut self, id: u32) {
        if !self.follows() || self.is_old(id) {
            return;
        }
        match self.plan.state {
            PlanState::Sending | PlanState::Resending => self.plan.ended = true,
            _ => self.finish(),
        }
    }

    /// The robot has ended the plan.
    fn finish(&mut self) {
        let (reached, of) = (self.plan.reached, self.plan.poses.len());
        self.forget_plan(PlanState::Idle);
        self.report(
            None,
            if reached == of { Notice::Finished { poses: of } } else { Notice::EndedEarly { reached, of } },
        );
    }
}
