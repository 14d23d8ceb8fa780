//! The plan: sending it, controlling it, and tracking the reached poses.

use super::pending::{Job, Sending, Task};
use super::{Change, Client, Command, Failure, Notice, PlanState, PlanStep, Refusal, Situation};
use crate::ids::is_after;
use crate::is_possible;
use robomap_protocol::Pose;
use serde::{Deserialize, Serialize};

/// Next action of the play button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayAction {
    /// Send the route and start it.
    Send,
    /// Pause the plan.
    Pause,
    /// Resume the plan.
    Resume,
    /// No action until the robot's state is known.
    None,
}

/// The plan on the robot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub state: PlanState,
    /// Revision of the route that was sent last.
    pub revision: Option<u64>,
    pub poses: Vec<Pose>,
    pub reached: usize,
    /// Id of the packet that confirmed the opening of the plan; older packets belong to a previous plan.
    pub opened: Option<u32>,
    /// Id of the packet for the last counted pose.
    counted: Option<u32>,
    /// Whether the robot has reported the end of the plan.
    ended: bool,
    /// Whether resuming the paused plan is unconfirmed: the robot may be moving.
    may_move: bool,
}

impl Client {
    /// Returns whether the robot's plan was created from the route at this revision.
    pub fn has_route(&self, revision: u64) -> bool {
        self.plan.revision == Some(revision)
    }

    /// Returns the next action of the play button for the route at this revision.
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

    /// Forgets the plan: the robot does not have one, or its plan is unknown.
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

    /// Handles the outcome of a step: the id of the confirming packet, or a failure.
    pub(super) fn plan_step(&mut self, command: Option<Command>, mut sending: Sending, outcome: Result<u32, Failure>) {
        let id = match outcome {
            Ok(id) => id,
            Err(failure) => return self.not_sent(command, &sending, failure),
        };
        match sending.step {
            // The paused plan is gone; discard its data.
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
        let keeps_plan = had_plan && sending.step == PlanStep::Open && failure == Failure::Refused;
        match (sending.step, failure) {
            (PlanStep::Start, Failure::NoAck) => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::StartUnconfirmed);
            }
            (PlanStep::Stop, _) => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::NotCancelled(failure));
            }
            // The plan may be running although it counts as paused.
            (PlanStep::Open, Failure::NoAck) if self.plan.may_move => {
                self.forget_plan(PlanState::Unknown);
                return self.report(command, Notice::OldPlanUnknown);
            }
            _ if keeps_plan => self.set_plan(PlanState::Paused),
            _ => self.forget_plan(PlanState::Idle),
        }
        let poses = sending.poses.len();
        self.report(command, Notice::NotSent { step: sending.step, poses, failure, kept: keeps_plan });
    }

    fn started(&mut self, command: Option<Command>, sending: &Sending) {
        let (_, of) = sending.done();
        let poses = sending.poses.len();
        self.change(Change::Progress { done: of, of });
        self.plan.revision = Some(sending.revision);
        self.set_plan(PlanState::Running);
        self.report(command, if sending.replaces { Notice::Replaced { poses } } else { Notice::Sent { poses } });
        // Reports sent after the start may arrive before its confirmation.
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

    pub(super) fn canceled(&mut self, command: Option<Command>, failed: Option<Failure>) {
        let notice = match failed {
            None => {
                self.forget_plan(PlanState::Idle);
                Notice::Cancelled
            }
            // All poses were reached while the response was pending.
            Some(_) if self.plan.state == PlanState::Idle => Notice::EndedBefore,
            Some(failure) => {
                self.forget_plan(PlanState::Unknown);
                Notice::NotCancelled(failure)
            }
        };
        self.report(command, notice);
    }

    /// Returns whether the robot's current reports are about the plan.
    fn follows(&self) -> bool {
        match self.plan.state {
            PlanState::Running | PlanState::Paused => true,
            PlanState::Sending | PlanState::Resending => {
                matches!(&self.job, Some(Job { task: Task::Send(sending), .. }) if sending.is_starting())
            }
            PlanState::Idle | PlanState::Unknown => false,
        }
    }

    /// Returns whether a packet is older than the plan or the last counted pose, i.e. a late copy.
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
            // Not a copy of the previous pose.
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

    /// Handles the end of the plan reported by the robot.
    fn finish(&mut self) {
        let (reached, of) = (self.plan.reached, self.plan.poses.len());
        self.forget_plan(PlanState::Idle);
        self.report(
            None,
            if reached == of { Notice::Finished { poses: of } } else { Notice::EndedEarly { reached, of } },
        );
    }
}
