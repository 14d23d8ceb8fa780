//! Entering and leaving robot mode, link loss, and shutdown.

use super::pending::{Job, Task};
use super::{Change, Client, Command, Failure, Notice, PlanState, Socket};
use crate::MAX_MISSES;
use crate::ids::is_after;
use robomap_protocol::{Message, Mode, Status};

/// Whether to stop the robot before leaving robot mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stops {
    No,
    First,
}

impl Client {
    /// The socket is open: sends the mode change to the robot.
    pub(super) fn enter(&mut self) {
        let Some(Job { command, task: Task::OpenSocket { speed }, .. }) = self.job.take() else { return };
        self.ears.clear();
        self.wait(command, Task::Enter { speed }, Message::Mode { mode: Mode::Robot, speed });
        self.ears.entered = self.job.as_ref().and_then(|job| job.waiting).map(|waiting| waiting.id);
    }

    pub(super) fn entered(&mut self, command: Option<Command>, speed: f64, outcome: Result<u32, Failure>) {
        if let Err(failure) = outcome {
            self.report(command, Notice::NotAvailable(failure));
            return self.disconnect();
        }
        self.ears.moved = true;
        self.rendering = true;
        let dropped = self.plan.state != PlanState::Idle;
        // The robot dropped any plan when it confirmed the mode.
        self.forget_plan(PlanState::Idle);
        self.set_mode(Mode::Robot);
        self.set_speed(speed);
        self.report(command, Notice::Entered { dropped });
    }

    /// Leaves robot mode.
    pub(super) fn leave(&mut self, command: Option<Command>, stops: Stops) {
        self.set_driving(false);
        match stops {
            Stops::First => self.wait(command, Task::StopFirst, Message::StopPlan),
            Stops::No => self.leave_now(command, None),
        }
    }

    pub(super) fn leave_now(&mut self, command: Option<Command>, stop: Option<Failure>) {
        let speed = self.speed;
        self.wait(command, Task::Leave { stop }, Message::Mode { mode: Mode::Editor, speed });
    }

    pub(super) fn left(&mut self, command: Option<Command>, stop: Option<Failure>, mode: Option<Failure>) {
        match command {
            Some(Command::Exit) => self.report(command, Notice::Ended { stop, mode }),
            _ => {
                self.report(command, Notice::Left { stop, mode });
                if self.ending {
                    self.report(Some(Command::Exit), Notice::Ended { stop, mode });
                }
            }
        }
        self.disconnect();
    }

    /// Closes the socket and returns to editor mode.
    pub(super) fn disconnect(&mut self) {
        self.job = None;
        self.overtaken_speed = None;
        self.hand = Default::default();
        self.ears.clear();
        if std::mem::take(&mut self.capture) {
            self.change(Change::Capture(false));
        }
        if self.mode == Mode::Robot {
            self.set_mode(Mode::Editor);
            self.change(Change::StopRouteEditor);
        }
        self.socket = Socket::Closed;
        self.change(Change::CloseSocket);
        if self.ending {
            self.change(Change::Exited);
        }
    }

    /// Checks for link loss.
    pub(super) fn watch_link(&mut self) {
        let leaving = self.job.as_ref().is_some_and(|job| job.task.is_switch());
        if self.mode != Mode::Robot || leaving {
            return;
        }
        let silence = self.now.saturating_sub(self.ears.heard);
        let misses = (silence.as_nanos() / self.settings.miss().as_nanos()).min(MAX_MISSES.into()) as u32;
        if misses > self.ears.misses {
            self.ears.misses = misses;
            self.change(Change::Silence(self.settings.miss() * misses));
        }
        if misses >= MAX_MISSES {
            self.lose_link();
        }
    }

    fn lose_link(&mut self) {
        let silence = self.now.saturating_sub(self.ears.heard);
        let plan = self.plan.state != PlanState::Idle;
        if let Some(command) = self.job.take().and_then(|job| job.command) {
            self.report(Some(command), Notice::LinkLostMeanwhile);
        }
        if plan {
            self.forget_plan(PlanState::Unknown);
        }
        self.set_driving(false);
        self.set_mode(Mode::Editor);
        self.change(Change::StopRouteEditor);
        self.report(None, Notice::LinkLost { silence, plan });
        let speed = self.speed;
        self.wait(None, Task::CloseAfterLoss, Message::Mode { mode: Mode::Editor, speed });
    }

    /// Handles a repeated confirmation of robot mode: a late copy of the request has reached the robot, which has dropped its state. This
    /// matters if the confirmation is newer than the plan.
    pub(super) fn mode_acknowledged_again(&mut self, packet: u32, acked: u32, status: Status) {
        let plan = matches!(self.plan.state, PlanState::Running | PlanState::Paused);
        let younger = self.plan.opened.is_some_and(|opened| is_after(packet, opened));
        if plan && younger && self.ears.entered == Some(acked) && status == Status::Correct {
            self.forget_plan(PlanState::Unknown);
            self.report(None, Notice::PlanLost);
        }
    }

    /// Shuts down; pending commands are abandoned.
    pub(super) fn exit(&mut self) {
        self.ending = true;
        let command = Some(Command::Exit);
        if self.mode == Mode::Robot {
            self.change(Change::StopRouteEditor);
        }
        match self.job.as_ref().map(|job| &job.task) {
            // It reports for both after it has left.
            Some(Task::StopFirst | Task::Leave { .. }) => return,
            Some(Task::CloseAfterLoss) => {
                return self.report(command, Notice::Ended { stop: None, mode: Some(Failure::NoAck) });
            }
            _ => {}
        }
        let may_start =
            matches!(self.job.as_ref().map(|job| &job.task), Some(Task::Send(sending)) if sending.is_starting());
        if let Some(waits) = self.job.take().and_then(|job| job.command) {
            self.report(Some(waits), Notice::EndedMeanwhile);
        }
        match self.socket {
            Socket::Closed => {
                self.report(command, Notice::Ended { stop: None, mode: None });
                self.change(Change::Exited);
            }
            Socket::Opening => {
                self.report(command, Notice::Ended { stop: None, mode: None });
                self.disconnect();
            }
            Socket::Open => {
                let stops = match self.plan.state {
                    PlanState::Idle => Stops::No,
                    PlanState::Sending if !may_start => Stops::No,
                    _ => Stops::First,
                };
                if stops == Stops::No {
                    self.forget_plan(PlanState::Idle);
                }
                self.leave(command, stops);
            }
        }
    }
}
