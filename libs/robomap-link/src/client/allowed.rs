//! Preconditions of commands.

use super::pending::Task;
use super::{Client, Command, PlanState, Refusal};
use robomap_protocol::{Dialect, FULL_SPEED, Mode, Pose};

/// Application state that the client needs when a command is requested.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// Whether a robot is selected.
    pub robot_selected: bool,
    /// Whether the route editor is active.
    pub editing: bool,
    /// Whether a simulation is active.
    pub simulating: bool,
    /// Poses of the saved route, including the first.
    pub route: &'a [Pose],
    /// Revision of the saved route; it differs after each change.
    pub revision: u64,
    /// Returns the names of the obstacles on the route's segments and on the path from the given pose to the first one. Called before a
    /// plan is sent; the pose is `None` if the robot is already there or its pose is unknown.
    pub collisions: &'a dyn Fn(Option<Pose>) -> Vec<String>,
}

impl std::fmt::Debug for Situation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { robot_selected, editing, simulating, route, revision, collisions: _ } = self;
        let mut shown = f.debug_struct("Situation");
        shown.field("robot_selected", robot_selected).field("editing", editing).field("simulating", simulating);
        shown.field("route", route).field("revision", revision).finish_non_exhaustive()
    }
}

impl Default for Situation<'_> {
    /// A selected robot, an empty route, neither editor nor simulation active.
    fn default() -> Self {
        let (robot_selected, editing, simulating) = (true, false, false);
        Self { robot_selected, editing, simulating, route: &[], revision: 0, collisions: &|_| Vec::new() }
    }
}

fn check_speed(speed: f64) -> Result<(), Refusal> {
    if (0.0..=FULL_SPEED).contains(&speed) { Ok(()) } else { Err(Refusal::BadSpeed(speed)) }
}

impl Client {
    /// Checks whether a command is currently allowed, including its values, but neither route nor collisions.
    ///
    /// # Errors
    /// The first reason for rejection.
    pub fn allowed(&self, command: &Command, situation: &Situation) -> Result<(), Refusal> {
        match command {
            Command::Exit if self.ending => return Err(Refusal::Ending),
            Command::Exit => return Ok(()),
            _ if self.ending => return Err(Refusal::Ending),
            _ => {}
        }
        match command {
            Command::EnterRobotMode { speed } => {
                self.switch_allowed(Mode::Editor, situation)?;
                check_speed(*speed)
            }
            Command::LeaveRobotMode => self.switch_allowed(Mode::Robot, situation),
            Command::Play => {
                self.robot_mode()?;
                if situation.editing {
                    return Err(Refusal::Editing);
                }
                self.no_pending_command()?;
                self.not_driven()
            }
            Command::Cancel => {
                self.robot_mode()?;
                self.cancel_allowed()
            }
            Command::ChangeSpeed { speed } => {
                self.robot_mode()?;
                self.no_pending_command()?;
                check_speed(*speed)
            }
            Command::ToggleRendering => self.robot_mode(),
            Command::Calibrate => {
                self.later_addition()?;
                self.no_pending_command()?;
                self.not_driven()
            }
            Command::Drive { on: true } if self.hand.on => Err(Refusal::Driving),
            Command::Drive { on: true } => {
                self.later_addition()?;
                self.no_pending_command()
            }
            Command::Drive { on: false } if self.hand.on => Ok(()),
            Command::Drive { on: false } => Err(Refusal::NotDriving),
            Command::Abort if self.can_abort() => Ok(()),
            Command::Abort => Err(Refusal::NothingToAbort),
            Command::Exit => Ok(()),
        }
    }

    fn switch_allowed(&self, from: Mode, situation: &Situation) -> Result<(), Refusal> {
        self.no_switch()?;
        match (from, self.mode) {
            (Mode::Editor, Mode::Robot) => return Err(Refusal::InRobotMode),
            (Mode::Robot, Mode::Editor) => return Err(Refusal::NotInRobotMode),
            _ => {}
        }
        if !situation.robot_selected {
            return Err(Refusal::NoRobot);
        }
        if situation.editing {
            return Err(Refusal::Editing);
        }
        if situation.simulating {
            return Err(Refusal::Simulating);
        }
        self.no_pending_command()?;
        self.not_driven()?;
        match self.plan.state {
            PlanState::Idle | PlanState::Unknown => Ok(()),
            state => Err(Refusal::PlanActive(state)),
        }
    }

    fn no_switch(&self) -> Result<(), Refusal> {
        let switches = self.job.as_ref().is_some_and(|job| job.task.is_switch());
        if switches { Err(Refusal::Switching) } else { Ok(()) }
    }

    fn robot_mode(&self) -> Result<(), Refusal> {
        self.no_switch()?;
        if self.mode == Mode::Robot { Ok(()) } else { Err(Refusal::NotInRobotMode) }
    }

    fn no_pending_command(&self) -> Result<(), Refusal> {
        if self.job.is_some() { Err(Refusal::Waiting) } else { Ok(()) }
    }

    /// A moving robot is stopped immediately, even if another command is pending.
    fn cancel_allowed(&self) -> Result<(), Refusal> {
        match (self.job.as_ref().map(|job| &job.task), self.plan.state) {
            (Some(Task::Send(sending)), _) if sending.is_starting() => Ok(()),
            (Some(Task::Cancel | Task::Send(_)), _) => Err(Refusal::Waiting),
            (_, PlanState::Running | PlanState::Paused | PlanState::Unknown) => Ok(()),
            (_, PlanState::Idle | PlanState::Sending | PlanState::Resending) => Err(Refusal::NoPlan),
        }
    }

    fn not_driven(&self) -> Result<(), Refusal> {
        if self.hand.moves() { Err(Refusal::Driving) } else { Ok(()) }
    }

    /// Checks the preconditions of later additions that require a robot without a plan.
    fn later_addition(&self) -> Result<(), Refusal> {
        self.robot_mode()?;
        if self.settings.dialect != Dialect::Later {
            return Err(Refusal::NotInDialect);
        }
        match self.plan.state {
            PlanState::Idle => Ok(()),
            state => Err(Refusal::PlanActive(state)),
        }
    }
}
