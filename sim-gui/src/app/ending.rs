//! Shutdown of the window: prompts for confirmation if external systems are affected, stops the services and shows progress while waiting.

use super::Window;
use super::dialogs::{Answer, Next};
use crate::text::{self, ending as words, recovery};
use crate::viewer_context::ViewerContext;
use egui::{Context, Id, Modal, Spinner, ViewportCommand};
use sim_abi::declare::Kind;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::LogLine;
use sim_runner::Event;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Polling interval for external requests to quit.
const LOOK: Duration = Duration::from_millis(50);
/// Update interval of the elapsed time.
const COUNT: Duration = Duration::from_millis(50);
/// Shutdowns shorter than this show no message.
const SOON: Duration = Duration::from_millis(300);

/// The report after the window has closed.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// Warnings and errors logged by components while the simulation ended.
    pub lines: Vec<LogLine>,
    /// The error that prevented the simulation from ending, or else the files lost with the window.
    pub failure: Option<Diagnostic>,
}

/// State of the shutdown.
#[derive(Default)]
pub(super) struct Ending {
    /// Whether closing has been confirmed, regardless of unsaved changes.
    pub(super) confirmed: bool,
    /// The report for the caller after the window has closed.
    pub(super) report: Arc<Mutex<End>>,
    /// When the simulation started to end. `None` before that.
    since: Option<Instant>,
    /// Stop warnings of services at the start of the shutdown.
    known: Vec<String>,
    /// Warnings and errors logged during the shutdown.
    lines: Vec<LogLine>,
    /// Set if the system or the parent process requests the program to quit.
    wanted: Arc<AtomicBool>,
}

impl Ending {
    /// Stores warnings and errors logged during the shutdown for the caller of the window.
    pub(super) fn store_line(&mut self, line: &LogLine) {
        if self.since.is_some() && line.level <= LogLevel::Warn {
            self.lines.push(line.clone());
        }
    }
}

/// Stop warnings of services, which the user must see before the run ends.
pub(super) fn to_know(context: &ViewerContext<'_>) -> Vec<String> {
    let live = context.panels().filter(|_| context.is_live);
    let warnings = live.filter_map(|(service, panel)| {
        let text = context.plugins.say(Kind::Service.word(), &service.id, panel.stop_warning.as_deref()?);
        Some(text::service::doing(text, &service.name))
    });
    warnings.collect()
}

impl Window {
    /// Sets where the report is stored after the window has closed.
    pub(crate) fn report_end_to(&mut self, report: Arc<Mutex<End>>) {
        self.ending.report = report;
    }

    /// The report, complete once the window has closed.
    pub fn end(&self) -> End {
        self.ending.report.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts a thread that polls for external requests to quit. It ends the simulation immediately, whether or not the window is drawn.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn listen_for_end(&self, asked: Option<fn() -> bool>, ctx: &Context) -> Result<(), Diagnostic> {
        let Some(asked) = asked else { return Ok(()) };
        let (wanted, quit, ctx) = (Arc::downgrade(&self.ending.wanted), self.state.runner.quit(), ctx.clone());
        let listen = move || {
            // The upgrade fails once the window is gone.
            while let Some(wanted) = wanted.upgrade() {
                if asked() {
                    wanted.store(true, Ordering::Relaxed);
                    quit.send();
                    return ctx.request_repaint();
                }
                drop(wanted);
                std::thread::sleep(LOOK);
            }
        };
        std::thread::Builder::new().name("ending".into()).spawn(listen).map(drop).map_err(|error| {
            Diagnostic::error(Code::ConfigValue, words::NO_THREAD)
                .with_found(error.to_string())
                .with_help(recovery::NO_THREAD_HELP)
        })
    }

    /// Prompts for confirmation before ending a run if services have stop warnings. Returns whether a question is shown.
    pub(super) fn ask_to_end(&mut self, next: &Next) -> bool {
        let known = to_know(&self.state.context());
        if known.is_empty() {
            return false;
        }
        let answers = vec![(words::GO_ON, Answer::Discard(next.clone()))];
        self.dialogs.ask(known.join("\n"), answers);
        true
    }

    /// Handles a request to close the window. Waits for the simulation to end first.
    pub(super) fn wants_to_close(&mut self, ctx: &Context) {
        if self.graphics.is_lost() || self.has_ended() {
            return;
        }
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        if self.ending.confirmed {
            self.end_simulation();
        } else {
            self.leave(ctx, Next::Close);
        }
    }

    /// Ends the simulation, once.
    pub(super) fn end_simulation(&mut self) {
        if self.ending.since.is_none() {
            self.ending.known = to_know(&self.state.context());
            self.ending.since = Some(Instant::now());
            self.state.runner.quit().send();
        }
    }

    /// Whether the simulation has ended.
    fn has_ended(&self) -> bool {
        self.ending.since.is_some() && (self.state.runner.is_finished() || self.state.runner.is_overdue())
    }

    /// Handles an external request to quit. Shows no prompt; unsaved changes are preserved as after a crash.
    pub(super) fn follow_quit_request(&mut self) {
        if self.ending.wanted.load(Ordering::Relaxed) && self.ending.since.is_none() {
            self.ending.confirmed = true;
            self.end_simulation();
        }
    }

    /// Shows a modal message while services stop, and closes the window when they have stopped.
    pub(super) fn follow_end(&mut self, ctx: &Context) {
        let Some(since) = self.ending.since else { return };
        if self.has_ended() {
            return ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        ctx.request_repaint_after(COUNT);
        if since.elapsed() < SOON {
            return;
        }
        Modal::new(Id::unique("ending")).show(ctx, |ui| {
            ui.set_width(340.0);
            ui.horizontal(|ui| {
                ui.add(Spinner::new());
                ui.label(text::busy::seconds(since.elapsed().as_secs(), words::STOPPING));
            });
            self.ending.known.iter().for_each(|known| _ = ui.label(known));
        });
    }

    /// The last warnings and errors, which no window can show any more.
    pub(super) fn last_lines(&mut self) -> Vec<LogLine> {
        for event in self.state.runner.take_events().list {
            if let Event::Log(line) = event {
                self.ending.store_line(&line);
            }
        }
        std::mem::take(&mut self.ending.lines)
    }
}
