//! Graphics device errors: driver reset, device removal, out of memory.

use super::notices::Notices;
use crate::text::graphics as words;
use eframe::egui_wgpu::{RenderState, wgpu};
use egui::Context;
use sim_core::diagnostic::{Code, Diagnostic};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// An error of the device.
enum Trouble {
    /// Something cannot be drawn.
    Refused(String),
    /// The device is lost.
    Lost(String),
}

/// Errors received from the device.
pub(super) struct Graphics {
    reports: Receiver<Trouble>,
    /// Why the device is lost. `None` while it works.
    lost: Option<Diagnostic>,
}

impl Graphics {
    /// Installs error handlers on the window's device, so that errors no longer abort the program.
    pub(super) fn listen(ctx: &Context, state: Option<&RenderState>) -> Self {
        let (sender, reports) = channel();
        if let Some(state) = state {
            let report = move |trouble, ctx: &Context| {
                // The receiver is gone if the window has closed.
                let _ = sender.send(trouble);
                ctx.request_repaint();
            };
            let (report_lost, context, context_of_lost) = (report.clone(), ctx.clone(), ctx.clone());
            let refused = move |error: wgpu::Error| report(Trouble::Refused(error.to_string()), &context);
            let lost = move |_, message| report_lost(Trouble::Lost(message), &context_of_lost);
            state.device.on_uncaptured_error(Arc::new(refused));
            state.device.set_device_lost_callback(lost);
        }
        Self { reports, lost: None }
    }

    /// Whether the device is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Why the device is lost; returned only once.
    pub(super) fn take_loss(&mut self) -> Option<Diagnostic> {
        self.lost.take()
    }

    /// Reports device errors. Returns whether the device has been lost since the last call.
    pub(super) fn update(&mut self, notices: &mut Notices) -> bool {
        let mut is_lost = false;
        for trouble in self.reports.try_iter() {
            match trouble {
                Trouble::Refused(reason) => {
                    let finding = Diagnostic::error(Code::Graphics, words::REFUSED);
                    let finding = finding.with_found(reason).with_help(words::REFUSED_REMEDY);
                    if !notices.problems.knows(&finding) {
                        notices.note(finding);
                    }
                }
                Trouble::Lost(reason) => {
                    let finding = Diagnostic::error(Code::Graphics, words::LOST);
                    self.lost = Some(finding.with_found(reason).with_help(words::LOST_REMEDY));
                    is_lost = true;
                }
            }
        }
        is_lost
    }
}
