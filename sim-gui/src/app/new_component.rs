//! The dialog for a new controller, sensor or other component, with the templates of `sim new`.

use super::Window;
use crate::preferences::layout::Pane;
use crate::text::{self, build as words};
use crate::widgets::list;
use egui::{Button, ComboBox, Context, Grid, Id, Key, Modal, RichText, TextEdit, Ui};
use sim_abi::ffi::types::LogLevel;
use sim_core::plugins::project_of;
use sim_project::{ComponentKind, Lang, NewComponent, check_name};
use std::path::{Path, PathBuf};

/// Width of the dialog, points.
const WIDTH: f32 = 420.0;

/// The settings for the new component.
#[derive(Clone, Debug)]
pub struct NewComponentDialog {
    kind: ComponentKind,
    lang: Lang,
    name: String,
    folder: String,
    /// Why it was not created.
    refused: Option<String>,
    begun: bool,
}

/// The user's choice.
#[derive(Clone, Debug)]
pub enum ComponentChoice {
    /// Create the component.
    Make,
    /// Cancel.
    Nothing,
}

impl NewComponentDialog {
    fn new(folder: PathBuf) -> Self {
        let (kind, lang) = (ComponentKind::Controller, Lang::Rust);
        Self { kind, lang, name: String::new(), folder: folder.display().to_string(), refused: None, begun: false }
    }

    /// Shows the dialog. Returns the user's choice.
    pub fn show(&mut self, ctx: &Context) -> Option<ComponentChoice> {
        let modal = Modal::new(Id::unique("new component")).show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading(words::NEW_TITLE);
            ui.add_space(6.0);
            Grid::new("new component").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| self.fields(ui));
            ui.add_space(6.0);
            let wrong = check_name(&self.name).err();
            let warn = ui.visuals().warn_fg_color;
            match (&wrong, &self.refused) {
                (_, Some(refused)) => _ = ui.label(RichText::new(refused).color(ui.visuals().error_fg_color)),
                (Some(finding), _) if !self.name.is_empty() => {
                    _ = ui.label(RichText::new(finding.headline()).color(warn))
                }
                (Some(finding), _) => {
                    _ = ui.weak(finding.expected.as_ref().map_or_else(Default::default, |said| said.as_str()))
                }
                (None, _) => {
                    let folder = Path::new(&self.folder).join(&self.name);
                    ui.weak(words::new_where(folder.display().to_string()));
                }
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let make = ui.add_enabled(wrong.is_none(), Button::new(words::NEW_MAKE)).clicked();
                let cancel = ui.button(text::file::CANCEL).clicked();
                make.then_some(ComponentChoice::Make).or(cancel.then_some(ComponentChoice::Nothing))
            })
            .inner
        });
        // A click outside does not close the dialog: the entries would be lost.
        let escape = modal.is_top_modal && !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
        modal.inner.or(escape.then_some(ComponentChoice::Nothing))
    }

    fn fields(&mut self, ui: &mut Ui) {
        let before = (self.kind, self.lang, self.name.clone(), self.folder.clone());
        let label = ui.label(words::NEW_NAME).id;
        let name = ui.add(TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY)).labelled_by(label);
        if !std::mem::replace(&mut self.begun, true) {
            name.request_focus();
        }
        ui.end_row();
        let label = ui.label(words::NEW_KIND).id;
        let word = |kind: ComponentKind| sim_core::words::kind(kind.kind());
        let list = ComboBox::from_id_salt("kind of component").selected_text(word(self.kind));
        let list = list::show(list, ui, |ui| {
            for kind in ComponentKind::ALL {
                ui.selectable_value(&mut self.kind, kind, word(kind));
            }
        });
        list.response.labelled_by(label);
        ui.end_row();
        ui.label(words::NEW_LANGUAGE);
        ui.horizontal(|ui| {
            for (lang, name) in [(Lang::Rust, "Rust"), (Lang::C, "C"), (Lang::Cpp, "C++")] {
                ui.radio_value(&mut self.lang, lang, name);
            }
        });
        ui.end_row();
        let label = ui.label(words::NEW_FOLDER).id;
        let folder = ui.add(TextEdit::singleline(&mut self.folder).desired_width(f32::INFINITY));
        folder.labelled_by(label).on_hover_text(words::NEW_FOLDER_HELP);
        ui.end_row();
        if before != (self.kind, self.lang, self.name.clone(), self.folder.clone()) {
            self.refused = None;
        }
    }
}

impl Window {
    /// Opens the dialog for a new component.
    pub(super) fn ask_for_component(&mut self) {
        self.dialogs.ask_for_component(NewComponentDialog::new(self.folder_of_components()));
    }

    /// The default folder for components: that of the project's controllers, else that of the scene, else the working directory.
    fn folder_of_components(&self) -> PathBuf {
        let of_scene = self.folder_of_document();
        let working = std::env::current_dir().ok();
        let project = of_scene.as_deref().and_then(project_of).or_else(|| working.as_deref().and_then(project_of));
        let controllers = project.map(|project| project.join("controllers"));
        controllers.or(of_scene).or(working).unwrap_or_default()
    }

    /// Creates the component and opens its code. The dialog shows errors.
    pub(super) fn make_component(&mut self, mut dialog: NewComponentDialog) {
        let dir = PathBuf::from(&dialog.folder);
        let new = NewComponent { kind: dialog.kind, name: &dialog.name, dir: &dir, sdk: None, lang: dialog.lang };
        match new.make() {
            Ok(made) => {
                let text = words::made(made.folder.display().to_string());
                self.notices.toasts.success(&text);
                self.notices.say(LogLevel::Info, "", text);
                if let Some(source) = made.source_tree {
                    self.notices.say(LogLevel::Warn, "", words::this_machine(source.display().to_string()));
                }
                self.open_text(&made.code, None);
                self.show_panel(Pane::Editor);
            }
            Err(refused) => {
                dialog.refused = Some(refused.finding().to_string());
                self.dialogs.ask_for_component(dialog);
            }
        }
    }
}
