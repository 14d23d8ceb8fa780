//! The installation dialog: shows the packs with their publishers, permissions and new keys before the installation, then its progress or
//! why it failed.

use crate::packs::icon::Icons;
use crate::packs::list::components;
use crate::packs::work::{Installation, Offer};
use crate::panels::packs::{key, key_to_compare};
use crate::text::packs as words;
use egui::{Button, Checkbox, Context, Frame, Id, Key, Label, Modal, ProgressBar, RichText, ScrollArea, Spinner, Ui};
use sim_core::diagnostic::Diagnostics;
use sim_core::plugins::Isolation;
use sim_pack::{Offered, Origin, Work, needs_key, size};
use std::sync::Arc;
use std::time::Duration;

/// Width of the dialog, points; less in a narrow window.
const WIDTH: f32 = 480.0;
/// Margin around the dialog in the window, points.
const AROUND: f32 = 60.0;
/// Height above and below the list of packs, points.
const BESIDE: f32 = 190.0;
/// Side length of a pack icon, points.
const ICON: f32 = 48.0;
/// Update interval of the progress display.
const COUNT: Duration = Duration::from_millis(100);

/// The dialog.
pub(super) struct PackDialog {
    /// The requested packs.
    pub(super) wanted: Installation,
    pub(super) stage: Stage,
    icons: Icons,
    /// Which of the new keys are trusted.
    trusted: Vec<bool>,
    /// Remaining frames with an early repaint: new contents are laid out in the second frame.
    settling: u8,
}

/// The stage of an installation.
pub(super) enum Stage {
    /// The plan is being computed.
    Preparing,
    /// The plan awaits confirmation.
    Ready(Arc<Offer>),
    /// The installation is running. `true`: it has been canceled.
    Installing(bool),
    /// The installation is not possible.
    Refused(Diagnostics),
}

/// The user's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackChoice {
    /// Install the offered packs.
    Install,
    /// Cancel the operation.
    Cancel,
    /// Choose a key file.
    ChooseKey,
}

impl PackDialog {
    pub(super) fn new(wanted: Installation) -> Self {
        Self { wanted, stage: Stage::Preparing, icons: Icons::default(), trusted: Vec::new(), settling: 0 }
    }

    /// Shows a computed plan.
    pub(super) fn offer(&mut self, offer: Arc<Offer>) {
        self.trusted = vec![false; offer.keys.len()];
        self.settling = 3;
        self.stage = Stage::Ready(offer);
    }

    /// Shows the dialog. Returns the user's choice.
    pub(super) fn show(&mut self, ctx: &Context, work: Option<&Work>) -> Option<PackChoice> {
        if self.settling > 0 {
            self.settling -= 1;
            ctx.request_repaint();
        }
        let room = ctx.content_rect().size() - egui::Vec2::splat(AROUND);
        let modal = Modal::new(Id::unique("install packs")).show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x));
            let height = (room.y - BESIDE).max(80.0);
            let Self { stage, icons, trusted, .. } = self;
            match stage {
                Stage::Preparing => show_progress(ui, &words::PREPARING, work, false),
                Stage::Installing(canceled) => {
                    let title = if *canceled { words::CANCELING } else { words::INSTALLING };
                    show_progress(ui, &title, work, *canceled)
                }
                Stage::Refused(findings) => refused(ui, findings, height),
                Stage::Ready(offer) => {
                    ui.heading(words::offered(offer.packs.len(), size(offer.size())));
                    ui.add_space(4.0);
                    packs(ui, offer, icons, height, trusted);
                    accept(ui, trusted.iter().all(|trusted| *trusted))
                }
            }
        });
        // A click outside does not close the dialog: a reviewed plan would be lost too easily.
        let escape = modal.is_top_modal && !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
        modal.inner.or(escape.then_some(PackChoice::Cancel))
    }
}

fn show_progress(ui: &mut Ui, title: &str, work: Option<&Work>, canceled: bool) -> Option<PackChoice> {
    ui.ctx().request_repaint_after(COUNT);
    ui.horizontal(|ui| {
        ui.add(Spinner::new());
        ui.heading(title);
    });
    ui.add_space(4.0);
    let (what, part) = work.map(|work| (work.what(), work.part())).unwrap_or_default();
    ui.add(ProgressBar::new(part).desired_height(8.0).corner_radius(4.0));
    ui.add(Label::new(RichText::new(if what.is_empty() { " " } else { &what }).weak()).truncate());
    ui.add_space(8.0);
    ui.add_enabled(!canceled, Button::new(crate::text::file::CANCEL)).clicked().then_some(PackChoice::Cancel)
}

fn refused(ui: &mut Ui, findings: &Diagnostics, height: f32) -> Option<PackChoice> {
    ui.heading(words::REFUSED);
    ui.add_space(4.0);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        for finding in findings {
            Frame::group(ui.style()).show(ui, |ui| {
                ui.set_width(ui.available_width());
                crate::panels::problems::particulars(ui, finding);
            });
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let close = ui.button(words::CLOSE).clicked().then_some(PackChoice::Cancel);
        let wants_key = findings.iter().any(needs_key);
        let choose = wants_key && ui.button(words::CHOOSE_KEY).on_hover_text(words::CHOOSE_KEY_HELP).clicked();
        choose.then_some(PackChoice::ChooseKey).or(close)
    })
    .inner
}

fn accept(ui: &mut Ui, is_trusted: bool) -> Option<PackChoice> {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let install = ui.add_enabled(is_trusted, Button::new(words::INSTALL_NOW));
        let install = install.on_disabled_hover_text(words::TRUST_FIRST).clicked();
        let cancel = ui.button(crate::text::file::CANCEL).clicked();
        install.then_some(PackChoice::Install).or(cancel.then_some(PackChoice::Cancel))
    })
    .inner
}

/// The packs to be installed and the new keys.
fn packs(ui: &mut Ui, offer: &Offer, icons: &mut Icons, height: f32, trusted: &mut [bool]) {
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        for passed in &offer.passed {
            ui.add(Label::new(RichText::new(passed).color(ui.visuals().warn_fg_color)).wrap());
            ui.add_space(4.0);
        }
        for (number, (pack, icon)) in offer.packs.iter().zip(&offer.icons).enumerate() {
            if number > 0 {
                ui.separator();
            }
            ui.horizontal_top(|ui| {
                icons.show(ui, icon.as_ref(), pack.archive.contents.manifest.name.name(), ICON);
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width());
                    ui.spacing_mut().item_spacing.y = 3.0;
                    one_pack(ui, pack);
                });
            });
        }
        if offer.keys.is_empty() {
            return;
        }
        ui.add_space(8.0);
        Frame::group(ui.style()).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.strong(words::NEW_KEYS);
            ui.add(Label::new(words::NEW_KEYS_HELP).wrap());
            for (new, trusted) in offer.keys.iter().zip(trusted) {
                ui.add_space(4.0);
                key_to_compare(ui, &new.key, &new.publisher);
                ui.add(Checkbox::new(trusted, words::trust(&new.publisher)));
            }
        });
    });
}

fn one_pack(ui: &mut Ui, pack: &Offered) {
    let contents = &pack.archive.contents;
    let manifest = &contents.manifest;
    ui.add(Label::new(RichText::new(manifest.name.to_string()).strong().size(15.0)).wrap());
    let mut about = vec![manifest.version.to_string(), size(contents.size()), manifest.license.clone()];
    if !pack.wanted {
        about.push(words::NEEDED.to_string());
    }
    ui.add(Label::new(RichText::new(about.join(" · ")).weak()).wrap());
    ui.add(Label::new(&manifest.description).wrap());
    let warn = ui.visuals().warn_fg_color;
    for grant in &manifest.grants {
        ui.add(Label::new(RichText::new(words::grant(&format!("{grant:?}"))).color(warn)).wrap());
    }
    let built = pack.is_to_be_built();
    if built {
        ui.add(Label::new(RichText::new(words::TO_BE_BUILT).color(warn)).wrap());
    }
    let (runs, color) = match (manifest.libraries.is_empty() && !built, Isolation::is_possible()) {
        (true, _) => (words::NO_CODE, ui.visuals().weak_text_color()),
        (false, true) => (words::RUNS_APART, ui.visuals().weak_text_color()),
        (false, false) => (words::RUNS_IN_PROGRAM, warn),
    };
    ui.add(Label::new(RichText::new(runs).color(color)).wrap());
    let ids = components(manifest);
    if !ids.is_empty() {
        ui.add(Label::new(RichText::new(ids.join(", ")).weak()).wrap());
    }
    let publisher = manifest.name.publisher();
    let (origin, color) = match &pack.origin {
        Origin::Trusted(_) | Origin::Own => (words::signed(publisher), ui.visuals().weak_text_color()),
        Origin::New(_) => (words::signed_new(publisher), warn),
        Origin::Unsigned => (words::unsigned(publisher), warn),
    };
    ui.add(Label::new(RichText::new(origin).color(color)).wrap());
    if let (Origin::Trusted(_), Some(signer)) = (&pack.origin, pack.signer()) {
        key(ui, &signer.key, publisher);
    }
    ui.add(Label::new(RichText::new(words::from(&pack.source)).weak()).wrap());
}
