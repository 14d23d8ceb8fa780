//! Carrying out operations: one at a time, step by step.

use super::connection::Stops;
use super::pending::{Calibration, Job, Task, Waiting};
use super::{
    CalibrationFault, Change, Client, Command, Failure, Notice, PlanState, PlayAction, Refusal, Situation, Socket,
};
use crate::{ACK_TIMEOUT, MAX_SENDS, RESEND_AFTER};
use robomap_protocol::{Message, Mode, Status};
use std::time::Duration;

/// Timeout for the first packet of a calibration after the request was confirmed.
const CALIBRATION_BEGINS: Duration = Duration::from_secs(10);

/// Timeout for each following packet of a calibration, including the last.
const CALIBRATION_GOES_ON: Duration = Duration::from_secs(3);

/// Maximum number of stored beacons.
const MAX_BEACONS: usize = 1000;

impl Client {
    /// Starts a command that is allowed.
    pub(super) fn begin(&mut self, command: Command, situation: &Situation) -> Result<(), Refusal> {
        match command {
            Command::EnterRobotMode { speed } => {
                self.socket = Socket::Opening;
                self.job = Some(Job { command: Some(command), task: Task::OpenSocket { speed }, waiting: None });
                self.change(Change::OpenSocket);
            }
            Command::LeaveRobotMode => {
                let stops = if self.plan.state == PlanState::Unknown { Stops::First } else { Stops::No };
                self.leave(Some(command), stops);
            }
            Command::Play => match self.play_action(situation.revision) {
                PlayAction::Pause => self.wait(Some(command), Task::Pause, Message::PausePlan),
                PlayAction::Resume => self.wait(Some(command), Task::Resume, Message::ResumePlan),
                PlayAction::Send => self.send_plan(command, situation)?,
                PlayAction::None => return Err(Refusal::PlanUnknown),
            },
            Command::Cancel => {
                self.overtake();
                self.wait(Some(command), Task::Cancel, Message::StopPlan);
            }
            Command::ChangeSpeed { speed } => {
                self.overtaken_speed = None;
                self.wait(Some(command), Task::ChangeSpeed { speed }, Message::ChangeSpeed { speed });
            }
            Command::ToggleRendering => {
                self.rendering = !self.rendering;
                self.ears.moved = true;
                self.change(Change::Rendering(self.rendering));
                self.report(Some(command), Notice::Rendering(self.rendering));
            }
            Command::Calibrate => {
                self.wait(Some(command), Task::Calibrate(Calibration::default()), Message::CalibrationRequest);
            }
            Command::Drive { on } => {
                self.set_driving(on);
                self.report(Some(command), Notice::Driving(on));
            }
            Command::Abort => self.abort(command),
            Command::Exit => self.exit(),
        }
        Ok(())
    }

    /// Sends a packet whose acknowledgement the task waits for.
    pub(super) fn wait(&mut self, command: Option<Command>, task: Task, message: Message) {
        let id = self.send(message);
        let waiting = Some(Waiting { id, message, since: self.now, sends: 1 });
        self.job = Some(Job { command, task, waiting });
    }

    /// Abandons the pending operation for a cancel. A speed change still counts once it is confirmed.
    fn overtake(&mut self) {
        let Some(Job { command, task, waiting }) = self.job.take() else { return };
        if let (Task::ChangeSpeed { speed }, Some(waiting)) = (task, waiting) {
            self.overtaken_speed = Some((waiting.id, speed));
        }
        self.report(command, Notice::Overtaken);
    }

    /// Handles the acknowledgement of a packet that is no longer pending.
    fn acknowledged_late(&mut self, acked: u32, status: Status) {
        self.ears.counters.late_acks += 1;
        if let Some((_, speed)) = self.overtaken_speed.take_if(|(id, _)| *id == acked)
            && status == Status::Correct
        {
            self.set_speed(speed);
            self.report(None, Notice::SpeedChanged(speed));
        }
    }

    /// Handles an acknowledgement received in the packet with id `packet`.
    pub(super) fn acknowledged(&mut self, packet: u32, acked: u32, status: Status) {
        let waiting = self.job.as_ref().and_then(|job| job.waiting);
        if waiting.is_some_and(|waiting| waiting.id == acked) {
            let outcome = match status {
                Status::Correct => Ok(packet),
                Status::Refused => Err(Failure::Refused),
            };
            self.conclude(outcome);
        } else {
            self.acknowledged_late(acked, status);
            self.mode_acknowledged_again(packet, acked, status);
        }
    }

    /// Checks for a response timeout.
    pub(super) fn watch_answer(&mut self) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        if let Some(waiting) = &mut job.waiting {
            if now >= waiting.since.saturating_add(ACK_TIMEOUT) {
                return self.conclude(Err(Failure::NoAck));
            }
            let due = waiting.since.saturating_add(RESEND_AFTER * waiting.sends);
            if self.settings.resend && waiting.sends < MAX_SENDS && now >= due {
                waiting.sends += 1;
                let Waiting { id, message, .. } = *waiting;
                self.send_again(id, message);
            }
        } else if let Task::Calibrate(calibration) = &job.task
            && now >= calibration.deadline
        {
            let begun = calibration.announced.is_some();
            let fault = if begun { CalibrationFault::NoEnd } else { CalibrationFault::NoStart };
            let command = job.command;
            self.job = None;
            self.report(command, Notice::NotCalibrated(fault));
        }
    }

    /// Handles the outcome of the pending packet: the id of the confirming packet, or a failure.
    fn conclude(&mut self, outcome: Result<u32, Failure>) {
        let Some(Job { command, task, .. }) = self.job.take() else { return };
        let failed = outcome.err();
        match task {
            Task::OpenSocket { .. } => {}
            Task::Enter { speed } => self.entered(command, speed, outcome),
            Task::StopFirst => {
                let state = if failed.is_none() { PlanState::Idle } else { PlanState::Unknown };
                self.forget_plan(state);
                self.leave_now(command, failed);
            }
            Task::Leave { stop } => self.left(command, stop, failed),
            Task::CloseAfterLoss => self.disconnect(),
            Task::Send(sending) => self.plan_step(command, sending, outcome),
            Task::Pause => self.paused(command, failed),
            Task::Resume => self.resumed(command, failed),
            Task::Cancel => self.canceled(command, failed),
            Task::ChangeSpeed { speed } => match failed {
                None => {
                    self.set_speed(speed);
                    self.report(command, Notice::SpeedChanged(speed));
                }
                Some(failure) => self.report(command, Notice::SpeedNotChanged { failure, kept: self.speed }),
            },
            Task::Calibrate(mut calibration) => match failed {
                None => {
                    let wait = match calibration.announced {
                        None => CALIBRATION_BEGINS,
                        Some(_) => CALIBRATION_GOES_ON,
                    };
                    calibration.deadline = self.now.saturating_add(wait);
                    self.job = Some(Job { command, task: Task::Calibrate(calibration), waiting: None });
                }
                Some(failure) => {
                    self.report(command, Notice::NotCalibrated(CalibrationFault::Request(failure)));
                }
            },
            Task::Move => self.moved(failed),
            Task::StopMove => self.stopped(failed),
        }
    }

    pub(super) fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
        self.change(Change::Speed(speed));
    }

    /// Returns whether an operation is pending that can be aborted.
    pub(super) fn can_abort(&self) -> bool {
        match self.job.as_ref().map(|job| &job.task) {
            Some(Task::Send(sending)) => sending.can_abort(),
            Some(Task::Calibrate(_)) => true,
            _ => false,
        }
    }

    fn abort(&mut self, command: Command) {
        self.report(Some(command), Notice::Aborting);
        match self.job.as_mut().map(|job| &mut job.task) {
            Some(Task::Send(sending)) => sending.abort(),
            Some(Task::Calibrate(_)) => {
                let command = self.job.take().and_then(|job| job.command);
                self.report(command, Notice::CalibrationAborted);
            }
            _ => {}
        }
    }

    /// Handles a calibration packet.
    pub(super) fn calibration(&mut self, message: &Message) {
        let now = self.now;
        let Some(Job { task: Task::Calibrate(calibration), .. }) = &mut self.job else {
            self.ears.counters.unexpected += 1;
            return;
        };
        calibration.deadline = now.saturating_add(CALIBRATION_GOES_ON);
        match message {
            Message::CalibrationStart { beacons } => calibration.announced = Some(*beacons),
            Message::UltrasoundBeacon(beacon) => {
                let known = calibration.beacons.iter().position(|known| known.id == beacon.id);
                match known {
                    Some(place) => calibration.beacons[place] = *beacon,
                    None if calibration.beacons.len() < MAX_BEACONS => calibration.beacons.push(*beacon),
                    None => calibration.more = calibration.more.saturating_add(1),
                }
            }
            _ => self.calibrated(),
        }
    }

    fn calibrated(&mut self) {
        let Some(Job { command, task: Task::Calibrate(calibration), .. }) = self.job.take() else { return };
        let received = (calibration.beacons.len() as u32).saturating_add(calibration.more);
        match calibration.announced {
            Some(announced) if announced == received && calibration.more == 0 => {
                let beacons = calibration.beacons.len();
                self.change(Change::Beacons(calibration.beacons));
                self.report(command, Notice::Calibrated { beacons });
            }
            announced => {
                let announced = announced.unwrap_or(0);
                let fault = CalibrationFault::Count { announced, received };
                self.report(command, Notice::NotCalibrated(fault));
            }
        }
    }

    /// Handles the start or end of a signal recording.
    pub(super) fn capture(&mut self, on: bool) {
        let notice = match (self.capture, on) {
            (true, true) => Notice::CaptureTwice,
            (false, false) => Notice::CaptureNotBegun,
            _ => Notice::Capture(on),
        };
        if self.capture != on {
            self.capture = on;
            self.change(Change::Capture(on));
        }
        self.report(None, notice);
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        if self.mode != mode {
            self.mode = mode;
            self.change(Change::Mode(mode));
        }
    }
}
