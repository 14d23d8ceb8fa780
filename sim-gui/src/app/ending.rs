//! How the window ends: it asks where something beyond it goes on, tells the services to stop, and waits for them in sight of the person.

use super::Window;
use super::dialogs::{Answer, Next, Question};
use crate::text::{self, ending as words, recovery};
use crate::viewer_context::ViewerContext;
use egui::{Context, Id, Modal, Spinner, ViewportCommand};
use sim_abi::declare::Kind;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::LogLine;
use sim_runner::Event;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// How often somebody's wish to end the program is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How often the seconds are counted on.
const COUNT: Duration = Duration::from_millis(50);
/// What is done sooner than this is not worth a word.
const SOON: Duration = Duration::from_millis(300);

/// What there is to tell when the window has closed.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// Warnings and failures that components told while the simulation ended.
    pub lines: Vec<LogLine>,
    /// What kept the simulation from its end, or else what was lost with the window.
    pub failure: Option<Diagnostic>,
}

/// How the window ends.
#[derive(Default)]
pub(super) struct Ending {
    /// Since when the simulation is ending; none before.
    since: Option<Instant>,
    /// What services said that people must know, as it was then.
    known: Vec<String>,
    /// Warnings and failures that were told meanwhile.
    lines: Vec<LogLine>,
    /// The system, or whoever has started the program, wants it to end.
    wanted: Arc<AtomicBool>,
}

impl Ending {
    /// Keeps what is told while the simulation ends, for whoever has opened the window.
    pub(super) fn hear(&mut self, line: &LogLine) {
        if self.since.is_some() && line.level <= LogLevel::Warn {
            self.lines.push(line.clone());
        }
    }
}

/// What people must know before the run ends, by services.
pub(super) fn to_know(context: &ViewerContext<'_>) -> Vec<String> {
    let live = context.panels().filter(|_| context.is_live);
    let told = live.filter_map(|(service, panel)| {
        let text = context.plugins.say(Kind::Service.word(), &service.id, panel.stop_warning.as_deref()?);
        Some(text::service::doing(&service.name, text))
    });
    told.collect()
}

impl Window {
    /// What there is to tell now that the window has closed.
    pub fn end(&self) -> End {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks on a thread of its own for somebody who wants the program to end. The simulation is ended at once then, whether or not the
    /// window is drawn.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub(super) fn listen_for_end(&self, asked: Option<fn() -> bool>, ctx: &Context) -> Result<(), Diagnostic> {
        let Some(asked) = asked else { return Ok(()) };
        let (wanted, quit, ctx) = (Arc::downgrade(&self.ending.wanted), self.state.runner.quit(), ctx.clone());
        let listen = move || {
            // The window is gone when nobody else has it.
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

    /// Asks before something is done that ends a run which people must know something of. Returns whether it asks.
    pub(super) fn ask_to_end(&mut self, next: &Next) -> bool {
        let known = to_know(&self.state.context());
        if known.is_empty() {
            return false;
        }
        let answers = vec![(words::GO_ON, Answer::Discard(next.clone())), (text::file::CANCEL, Answer::Cancel)];
        self.dialogs.ask(Question { text: known.join("\n"), answers });
        true
    }

    /// The window is to close. It waits for the simulation first, where that has not ended.
    pub(super) fn wants_to_close(&mut self, ctx: &Context) {
        if self.graphics.is_lost() || self.has_ended() {
            return;
        }
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        if self.closing {
            self.end_simulation();
        } else {
            self.leave(ctx, Next::Close);
        }
    }

    /// Tells the simulation to end, once.
    pub(super) fn end_simulation(&mut self) {
        if self.ending.since.is_none() {
            self.ending.known = to_know(&self.state.context());
            self.ending.since = Some(Instant::now());
            self.state.runner.quit().send();
        }
    }

    /// Whether nothing is waited for any more.
    fn has_ended(&self) -> bool {
        self.ending.since.is_some() && (self.state.runner.is_finished() || self.state.runner.is_overdue())
    }

    /// Takes notice of somebody's wish to end the program. Nothing is asked: what is not saved is kept as after a crash.
    pub(super) fn follow_wish_to_end(&mut self) {
        if self.ending.wanted.load(Ordering::Relaxed) && self.ending.since.is_none() {
            self.closing = true;
            self.end_simulation();
        }
    }

    /// Shows that services are waited for, above everything else, and closes the window when they have stopped.
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
                ui.label(text::busy::seconds(&words::STOPPING, since.elapsed().as_secs()));
            });
            self.ending.known.iter().for_each(|known| _ = ui.label(known));
        });
    }

    /// What was told last and should be known: it can be seen in no window any more.
    pub(super) fn last_lines(&mut self) -> Vec<LogLine> {
        for event in self.state.runner.take_events().list {
            if let Event::Log(line) = event {
                self.ending.hear(&line);
            }
        }
        std::mem::take(&mut self.ending.lines)
    }
}
