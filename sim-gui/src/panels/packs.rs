//! The packs panel: installed and available packs with their publishers and permissions.

use crate::actions::{FileRequest, PackRequest, Request, TextRequest};
use crate::packs::icon::Icons;
use crate::packs::list::{List, Pack, Signature};
use crate::packs::work::Packs as Known;
use crate::text::packs as words;
use crate::widgets::long_text;
use egui::{Align, Button, Color32, Label, Layout, ProgressBar, RichText, Spinner, TextEdit, Ui, WidgetInfo};
use sim_core::packs::{InstalledPack, Requirement, Version};

/// Minimum width; a narrower panel scrolls, points.
const WIDTH: f32 = 220.0;
/// Width reserved for the scroll bar, points.
const BAR: f32 = 8.0;
/// Side length of a pack icon, points.
const ICON: f32 = 40.0;
/// Font size of keys, points.
const KEY: f32 = 10.5;
/// Update interval of the progress display.
const COUNT: std::time::Duration = std::time::Duration::from_millis(100);

/// The panel.
#[derive(Default)]
pub struct Packs {
    search: String,
    icons: Icons,
    /// The source being entered.
    source: String,
}

impl Packs {
    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, known: &Known, requests: &mut Vec<Request>) {
        if known.list().is_none() && !known.is_reading() {
            requests.push(PackRequest::Read.into());
        }
        self.icons.forget();
        super::scroll(ui, WIDTH, |ui| {
            ui.set_max_width(ui.available_width() - BAR);
            self.head(ui, known, requests);
            let Some(list) = known.list() else {
                ui.add_space(12.0);
                ui.vertical_centered(|ui| ui.add(Spinner::new()));
                return;
            };
            self.groups(ui, list, known, requests);
            self.foot(ui, list, known.work().is_none(), requests);
        });
    }

    /// Search field, general actions and progress.
    fn head(&mut self, ui: &mut Ui, known: &Known, requests: &mut Vec<Request>) {
        let search = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH).desired_width(f32::INFINITY);
        let search = ui.add(search);
        search.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH));
        let is_free = known.work().is_none();
        ui.horizontal_wrapped(|ui| {
            let updates = known.list().map(|list| list.updates()).unwrap_or_default();
            if !updates.is_empty() {
                let text = words::update_all(updates.len());
                if ui.add_enabled(is_free, Button::new(text)).clicked() {
                    requests.push(PackRequest::Install(updates).into());
                }
            }
            if ui.add_enabled(is_free, Button::new(words::FILE)).on_hover_text(words::FILE_HELP).clicked() {
                requests.push(PackRequest::ChooseFile.into());
            }
            let again = button(ui, !known.is_reading(), "⟲", crate::text::plugins::RESCAN.to_string());
            if again.on_hover_text(words::READ_HELP).clicked() {
                requests.push(PackRequest::Read.into());
            }
        });
        if let Some(work) = known.work() {
            ui.ctx().request_repaint_after(COUNT);
            ui.add(ProgressBar::new(work.part()).desired_height(6.0).corner_radius(3.0));
            ui.add(Label::new(RichText::new(words::working(work.what())).weak()).truncate());
        }
        ui.add_space(4.0);
    }

    fn groups(&mut self, ui: &mut Ui, list: &List, known: &Known, requests: &mut Vec<Request>) {
        let fits = |pack: &&Pack| pack.has(&self.search);
        let (installed, available): (Vec<&Pack>, Vec<&Pack>) =
            list.packs.iter().filter(fits).partition(|pack| !pack.installed.is_empty());
        if installed.is_empty() && available.is_empty() {
            let text = if list.packs.is_empty() { words::NONE } else { words::NOT_FOUND };
            super::empty(ui, &text);
        }
        for (title, packs) in [(words::INSTALLED, installed), (words::AVAILABLE, available)] {
            if packs.is_empty() {
                continue;
            }
            ui.add_space(6.0);
            ui.strong(words::group(packs.len(), title));
            for pack in packs {
                ui.separator();
                ui.push_id(pack.name.to_string(), |ui| self.pack(ui, pack, known, requests));
            }
        }
    }

    fn pack(&mut self, ui: &mut Ui, pack: &Pack, known: &Known, requests: &mut Vec<Request>) {
        let is_free = known.work().is_none();
        ui.horizontal_top(|ui| {
            let fetched = pack.picture.as_ref().and_then(|picture| known.pictures.get(picture));
            let place = self.icons.show(ui, pack.icon.as_ref().or(fetched), pack.name.name(), ICON);
            let unknown = pack.picture.as_ref().filter(|picture| known.pictures.is_unknown(picture));
            if let Some(picture) = unknown.filter(|_| ui.is_rect_visible(place)) {
                requests.push(PackRequest::Picture(picture.clone()).into());
            }
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 2.0;
                let version = pack.newest().map(|newest| &newest.version);
                let version = version.or(pack.offered.as_ref().map(|(version, _)| version));
                let version = version.map(ToString::to_string).unwrap_or_default();
                ui.add(Label::new(RichText::new(pack.name.to_string()).strong()).wrap());
                let about = [version, sim_pack::size(pack.size), pack.license.clone()];
                let about = about.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>();
                ui.add(Label::new(RichText::new(about.join(" · ")).weak()).wrap());
            });
        });
        ui.add_space(2.0);
        if !pack.description.is_empty() {
            ui.add(Label::new(&pack.description).wrap());
        }
        let (error, warn) = (ui.visuals().error_fg_color, ui.visuals().warn_fg_color);
        let colored = |ui: &mut Ui, color: Color32, text: String| {
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        };
        if let Some(reason) = &pack.revoked {
            colored(ui, error, words::revoked(reason));
        }
        if let Some(reason) = &pack.unfit {
            colored(ui, warn, words::unfit(reason));
        }
        for grant in &pack.grants {
            colored(ui, warn, words::grant(grant));
        }
        signature(ui, &pack.signature, pack.name.publisher());
        match pack.runs_in_program() {
            Some(true) => colored(ui, warn, words::RUNS_IN_PROGRAM.to_string()),
            Some(false) => _ = ui.add(Label::new(RichText::new(words::RUNS_APART).weak()).wrap()),
            None => {}
        }
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| buttons(ui, pack, is_free, requests));
        if !pack.installed.is_empty() {
            details(ui, pack, is_free, requests);
        }
        ui.add_space(4.0);
    }
}

impl Packs {
    /// The sources and their problems.
    fn foot(&mut self, ui: &mut Ui, list: &List, is_free: bool, requests: &mut Vec<Request>) {
        ui.add_space(8.0);
        ui.strong(words::SOURCES);
        let color = ui.visuals().warn_fg_color;
        for finding in &list.findings {
            let text = match &finding.file {
                Some(file) => format!("{}\n{file}", finding.message),
                None => finding.message.clone(),
            };
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        }
        for source in &list.sources {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let label = words::of_pack(source, words::FORGET_SOURCE);
                if button(ui, is_free, "✖", label).on_hover_text(words::FORGET_SOURCE).clicked() {
                    requests.push(PackRequest::Source { source: source.clone(), used: false }.into());
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(Label::new(source).wrap()));
            });
        }
        if list.sources.is_empty() {
            ui.add(Label::new(RichText::new(words::NO_SOURCES).weak()).wrap());
        }
        ui.add_space(4.0);
        let field = TextEdit::singleline(&mut self.source).hint_text(words::SOURCE_HINT).desired_width(f32::INFINITY);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, words::SOURCE_HINT));
        let is_given = !self.source.trim().is_empty();
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let add = ui.add_enabled(is_free && is_given, Button::new(words::ADD_SOURCE));
        if (add.on_hover_text(words::ADD_SOURCE_HELP).clicked() || entered) && is_free && is_given {
            let source = std::mem::take(&mut self.source).trim().to_owned();
            requests.push(PackRequest::Source { source, used: true }.into());
        }
    }
}

/// Shows the publisher, as far as known.
pub fn signature(ui: &mut Ui, signature: &Signature, publisher: &str) {
    let color = match signature {
        Signature::Trusted(_) => ui.visuals().weak_text_color(),
        Signature::Offered(_) | Signature::None => ui.visuals().text_color(),
        Signature::Untrusted(_) => ui.visuals().warn_fg_color,
    };
    let text = match signature {
        Signature::Trusted(_) => words::signed(publisher),
        Signature::Untrusted(_) => words::signed_otherwise(publisher),
        Signature::Offered(_) => words::signed_new(publisher),
        Signature::None => words::unsigned(publisher),
    };
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
    if let Some(short) = signature.key() {
        key(ui, short, publisher);
    }
}

/// A key; a click copies it. It is never abbreviated: a matching part could be forged.
pub fn key(ui: &mut Ui, key: &str, publisher: &str) {
    let text = RichText::new(key).monospace().size(KEY).color(ui.visuals().weak_text_color());
    key_as(ui, text, key, publisher);
}

/// As [`key`], for a key to be compared character by character.
pub fn key_to_compare(ui: &mut Ui, key: &str, publisher: &str) {
    key_as(ui, RichText::new(key).monospace().color(ui.visuals().strong_text_color()), key, publisher);
}

fn key_as(ui: &mut Ui, text: RichText, key: &str, publisher: &str) {
    let button = ui.add(Button::new(text).frame(false).wrap());
    let label = words::copy_key(publisher);
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("{label} {key}")));
    if button.on_hover_text(&label).clicked() {
        ui.ctx().copy_text(key.to_owned());
    }
}

/// A button whose accessible label includes the pack.
fn button(ui: &mut Ui, enabled: bool, word: &str, label: String) -> egui::Response {
    let button = ui.add_enabled(enabled, Button::new(word));
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
    button
}

fn buttons(ui: &mut Ui, pack: &Pack, is_free: bool, requests: &mut Vec<Request>) {
    let name = pack.name.to_string();
    let any = Requirement::any(pack.name.clone());
    // Request exactly the version shown: a pre-release is installed only on request.
    let offered = |version: &Version| format!("{name}@={version}").parse().unwrap_or_else(|_| any.clone());
    match (&pack.offered, pack.newest()) {
        (Some((version, source)), Some(_)) => {
            let word = words::update(version.to_string());
            let update = button(ui, is_free, &word, words::of_pack(&name, &word));
            if update.on_hover_text(words::from(source)).clicked() {
                requests.push(PackRequest::Install(vec![offered(version)]).into());
            }
        }
        (Some((version, source)), None) => {
            let install = button(ui, is_free, &words::INSTALL, words::of_pack(&name, words::INSTALL));
            if install.on_hover_text(words::from(source)).clicked() {
                requests.push(PackRequest::Install(vec![offered(version)]).into());
            }
        }
        (None, _) => {}
    }
    let Some(newest) = pack.newest() else { return };
    if let [(scene, path)] = &pack.scenes[..] {
        let open = button(ui, true, &words::OPEN, words::open_scene(scene));
        if open.on_hover_text(scene).clicked() {
            requests.push(Request::File(FileRequest::Open(path.clone())));
        }
    }
    if pack.scenes.len() > 1 {
        let menu = ui.menu_button(words::OPEN, |ui| {
            for (scene, path) in &pack.scenes {
                if ui.button(scene.strip_prefix("scenes/").unwrap_or(scene)).clicked() {
                    requests.push(Request::File(FileRequest::Open(path.clone())));
                }
            }
        });
        let label = words::of_pack(&name, words::OPEN);
        menu.response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
    }
    let remove = button(ui, is_free, &words::REMOVE, words::of_pack(&name, words::REMOVE));
    if remove.clicked() {
        requests.push(PackRequest::Remove(any.clone()).into());
    }
    if !newest.targets.is_empty() && sim_core::plugins::Isolation::is_possible() {
        let (word, help) = match newest.in_process {
            true => (words::APART, words::APART_HELP),
            false => (words::IN_PROGRAM, words::IN_PROGRAM_HELP),
        };
        let isolate = button(ui, is_free, &word, words::of_pack(&name, word));
        if isolate.on_hover_text(help).clicked() {
            requests.push(PackRequest::Isolate { pack: any, in_program: !newest.in_process }.into());
        }
    }
}

/// Details, collapsed by default.
fn details(ui: &mut Ui, pack: &Pack, is_free: bool, requests: &mut Vec<Request>) {
    long_text::header(ui, words::DETAILS).id_salt("details").show(ui, |ui| {
        let row = |ui: &mut Ui, name: &str, values: &[String]| {
            if !values.is_empty() {
                ui.weak(name);
                ui.indent(name, |ui| values.iter().for_each(|value| _ = ui.add(Label::new(value).wrap())));
            }
        };
        row(ui, &crate::text::common::COMPONENTS, &pack.components);
        if !pack.models.is_empty() {
            ui.weak(words::ROBOTS);
            ui.indent("robots", |ui| {
                for (model, path) in &pack.models {
                    let open = ui.add(Button::new(model).frame(false).wrap());
                    open.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, words::open_scene(model)));
                    if open.on_hover_text(words::open_scene(model)).clicked() {
                        requests.push(Request::Text(TextRequest::Open(Some(path.clone()))));
                    }
                }
            });
        }
        row(ui, &words::SCENES, &pack.scenes.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>());
        row(ui, &words::NEEDS, &pack.requires);
        row(ui, &words::HOME, pack.home.as_slice());
        let source = pack.newest().map(|newest| newest.source.clone());
        row(ui, &words::SOURCE, source.as_slice());
        if pack.installed.len() > 1 {
            ui.weak(words::VERSIONS);
            pack.installed.iter().for_each(|version| one_version(ui, version, is_free, requests));
        }
        if let Some(newest) = pack.newest()
            && ui.button(crate::text::plugins::OPEN_FOLDER).on_hover_text(newest.folder.display().to_string()).clicked()
        {
            requests.push(Request::File(FileRequest::ShowFolder(newest.folder.clone())));
        }
    });
}

/// One of several installed versions.
fn one_version(ui: &mut Ui, pack: &InstalledPack, is_free: bool, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let title = format!("{} {}", pack.name, pack.version);
        ui.label(pack.version.to_string());
        let remove = button(ui, is_free, &words::REMOVE, words::of_pack(&title, words::REMOVE));
        if let (true, Ok(exactly)) = (remove.clicked(), format!("{}@={}", pack.name, pack.version).parse()) {
            requests.push(PackRequest::Remove(exactly).into());
        }
    });
}
