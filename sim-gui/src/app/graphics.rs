//! What goes wrong with the graphics device: a driver that starts anew, a card that is taken away, memory that is used up.

use super::Window;
use crate::text::graphics as words;
use eframe::egui_wgpu::{RenderState, wgpu};
use egui::{Context, ViewportCommand};
use sim_core::diagnostic::{Code, Diagnostic};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// What the device tells.
enum Trouble {
    /// Something cannot be drawn.
    Refused(String),
    /// Nothing can be drawn any more.
    Lost(String),
}

/// What the device has told.
pub(super) struct Graphics {
    told: Receiver<Trouble>,
    /// Why there is no device any more.
    lost: Option<Diagnostic>,
}

impl Graphics {
    /// Listens to the device of a window: what it tells ends no program any more.
    pub(super) fn listen(ctx: &Context, state: Option<&RenderState>) -> Self {
        let (sender, told) = channel();
        if let Some(state) = state {
            let tell = move |trouble, ctx: &Context| {
                // The window is gone when nobody listens.
                let _ = sender.send(trouble);
                ctx.request_repaint();
            };
            let (tell_lost, context, context_of_lost) = (tell.clone(), ctx.clone(), ctx.clone());
            let refused = move |error: wgpu::Error| tell(Trouble::Refused(error.to_string()), &context);
            let lost = move |_, message| tell_lost(Trouble::Lost(message), &context_of_lost);
            state.device.on_uncaptured_error(Arc::new(refused));
            state.device.set_device_lost_callback(lost);
        }
        Self { told, lost: None }
    }

    /// Whether there is no device any more.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Why there is no device any more, once.
    pub(super) fn take_loss(&mut self) -> Option<Diagnostic> {
        self.lost.take()
    }
}

impl Window {
    /// Tells what the graphics device cannot do, and ends the window when there is none any more: work that has not been saved is
    /// kept as after a crash.
    pub(super) fn follow_graphics(&mut self, ctx: &Context) {
        let troubles: Vec<Trouble> = self.graphics.told.try_iter().collect();
        for trouble in troubles {
            match trouble {
                Trouble::Refused(reason) => {
                    let finding = Diagnostic::error(Code::Graphics, words::REFUSED);
                    let finding = finding.with_found(reason).with_help(words::REFUSED_REMEDY);
                    if !self.panels.problems.knows(&finding) {
                        self.note(finding);
                    }
                }
                Trouble::Lost(reason) => {
                    let finding = Diagnostic::error(Code::Graphics, words::LOST);
                    self.graphics.lost = Some(finding.with_found(reason).with_help(words::LOST_REMEDY));
                    self.closing = true;
                    self.views.content.lose_device();
                    ctx.send_viewport_cmd(ViewportCommand::Close);
                }
            }
        }
    }
}
