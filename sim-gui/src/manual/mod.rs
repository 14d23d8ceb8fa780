//! The manual: the pages of the guide within the window, with their contents, links and a search. It needs no network.

mod draw;
mod page;
mod pages;
mod search;

use crate::text::manual as words;
use egui::{
    Align, Button, CentralPanel, Context, Frame, Key, Margin, Modifiers, Panel, RichText, ScrollArea, TextEdit, Ui,
    vec2,
};
use pages::{Guide, Line, Place};
use search::{Hit, Index};

/// Size of the window at first, and least, points.
const SIZE: [egui::Vec2; 2] = [vec2(900.0, 620.0), vec2(420.0, 260.0)];
/// Width of the list at the left at first, points.
const LIST: f32 = 220.0;
/// Space between the list and the page, points.
const MARGIN: i8 = 12;
/// Size of the words of headings in the list, points.
const HEADINGS: f32 = 11.5;
/// Text is no wider than can be read well, points.
const READABLE: f32 = 760.0;
/// Part of what is seen by which the page keys scroll.
const PAGE: f32 = 0.9;

/// The manual.
#[derive(Default)]
pub struct Manual {
    open: bool,
    /// Pages and what is searched, read when it is opened first.
    read: Option<(Guide, Index)>,
    /// Where one has been, and which of these is shown.
    visited: Vec<Place>,
    shown: usize,
    /// Whether the page has still to be scrolled to its place.
    arriving: bool,
    search: String,
    hits: Vec<Hit>,
    /// Whether the search gets the keyboard.
    focus: bool,
    /// Whether it was under the pointer, or had the keyboard, in the frame before.
    active: bool,
}

impl Manual {
    /// Opens it, at a place such as `window.md#plots` or where it was.
    pub fn open(&mut self, place: Option<&str>) {
        (self.open, self.focus) = (true, place.is_none());
        let (guide, _) = self.read.get_or_insert_with(|| {
            let guide = Guide::read();
            let index = Index::new(&guide);
            (guide, index)
        });
        let place = place.and_then(|place| guide.target(0, place));
        match place {
            Some(place) => self.go(place),
            None if self.visited.is_empty() => self.go(Place::default()),
            None => {}
        }
    }

    /// Whether keys such as Escape mean the manual.
    pub fn has_keys(&self) -> bool {
        self.open && self.active
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Title of the page that is shown; none while it is closed.
    pub fn page(&self) -> Option<String> {
        let (guide, _) = self.read.as_ref().filter(|_| self.open)?;
        let place = self.visited.get(self.shown)?;
        let page = guide.pages.get(place.page)?;
        let heading = page.headings().find(|(id, _)| *id == place.heading).map(|(_, text)| text);
        Some(heading.unwrap_or_else(|| page.title()))
    }

    /// Goes to another place: the way back leads here.
    fn go(&mut self, place: Place) {
        self.visited.truncate(self.shown + 1);
        if self.visited.last() != Some(&place) {
            self.visited.push(place);
        }
        self.shown = self.visited.len() - 1;
        self.arriving = true;
    }

    /// Shows it where it is open.
    pub fn show(&mut self, ctx: &Context) {
        if !self.open {
            return;
        }
        let mut open = true;
        let room = ctx.content_rect().size() - vec2(24.0, 60.0);
        let window = egui::Window::new(words::TITLE)
            .open(&mut open)
            .default_size(SIZE[0].min(room))
            .min_size(SIZE[1].min(room))
            .max_size(room)
            .default_pos(ctx.content_rect().center() - SIZE[0].min(room) / 2.0)
            .constrain(true)
            .collapsible(false);
        let Some(shown) = window.show(ctx, |ui| self.contents(ui)) else { return };
        let within = |at: egui::Pos2| shown.response.rect.contains(at);
        let pointed = ctx.input(|input| input.pointer.latest_pos()).is_some_and(within);
        let focused = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id));
        self.active = pointed || focused.is_some_and(|focused| focused.layer_id == shown.response.layer_id);
        self.open = open;
    }

    fn contents(&mut self, ui: &mut Ui) {
        self.head(ui);
        ui.add_space(4.0);
        let Some((guide, index)) = self.read.take() else { return };
        let here = self.visited.get(self.shown).cloned().unwrap_or_default();
        let mut wanted = None;
        let list = Panel::left("manual list").default_size(LIST).resizable(true);
        list.show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                wanted = match self.search.trim() {
                    "" => table_of_contents(ui, &guide, &here),
                    _ => results(ui, &self.hits),
                };
            });
        });
        let frame = Frame::new().inner_margin(Margin { left: MARGIN, ..Margin::ZERO });
        CentralPanel::default().frame(frame).show(ui, |ui| {
            wanted = wanted.take().or(self.page_of(ui, &guide, &here));
        });
        self.read = Some((guide, index));
        wanted.into_iter().for_each(|place| self.go(place));
    }

    /// The way back, the way forth, and the search.
    fn head(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let (back, forth) = (self.shown > 0, self.shown + 1 < self.visited.len());
            if named(ui, "◀", &words::BACK, back) {
                (self.shown, self.arriving) = (self.shown - 1, true);
            }
            if named(ui, "▶", &words::FORTH, forth) {
                (self.shown, self.arriving) = (self.shown + 1, true);
            }
            let field = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH).desired_width(LIST);
            let field = ui.add(field);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH));
            if std::mem::take(&mut self.focus) {
                field.request_focus();
            }
            if field.changed()
                && let Some((_, index)) = &self.read
            {
                self.hits = index.find(&self.search);
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if let Some(hit) = self.hits.first().filter(|_| entered).map(|hit| hit.place.clone()) {
                self.go(hit);
            }
        });
    }

    /// The page. Returns where a link leads.
    fn page_of(&mut self, ui: &mut Ui, guide: &Guide, here: &Place) -> Option<Place> {
        let page = guide.pages.get(here.page)?;
        let mut clicked = None;
        let arriving = std::mem::take(&mut self.arriving);
        let mut area = ScrollArea::vertical().id_salt(("page", here.page)).auto_shrink(false);
        if arriving && here.heading.is_empty() {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            if self.active {
                scroll_by_keys(ui);
            }
            ui.set_max_width(READABLE.min(ui.available_width() - 8.0));
            for (number, block) in page.blocks.iter().enumerate() {
                let top = ui.cursor().top();
                let drawn = ui.push_id((here.page, number), |ui| draw::block(ui, block));
                clicked = clicked.take().or(drawn.inner);
                if arriving && matches!(block, page::Block::Heading { id, .. } if *id == here.heading) {
                    let place = drawn.response.rect.with_min_y(top);
                    ui.scroll_to_rect_animation(place, Some(Align::TOP), egui::style::ScrollAnimation::none());
                }
            }
        });
        let link = clicked?;
        let place = guide.target(here.page, &link).filter(|place| guide.has(place));
        if place.is_none() {
            ui.ctx().open_url(egui::OpenUrl::new_tab(link));
        }
        place
    }
}

/// Lets the keys that turn pages scroll.
fn scroll_by_keys(ui: &mut Ui) {
    let height = PAGE * ui.clip_rect().height();
    for (key, delta) in [(Key::PageDown, -height), (Key::PageUp, height)] {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            ui.scroll_with_delta(vec2(0.0, delta));
        }
    }
}

/// A button with a sign, whose name is read aloud. Returns whether it was clicked.
fn named(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, Button::new(sign));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    button.on_hover_text(name).clicked()
}

/// The table of contents; of the page that is shown with its headings. Returns what was clicked.
fn table_of_contents(ui: &mut Ui, guide: &Guide, here: &Place) -> Option<Place> {
    let mut wanted = None;
    for line in &guide.contents {
        match line {
            Line::Part(title) => {
                ui.add_space(6.0);
                ui.label(RichText::new(title).size(HEADINGS).strong());
            }
            Line::Page(number, title) => {
                let is_here = here.page == *number;
                let row = ui.add(Button::selectable(is_here && here.heading.is_empty(), title.as_str()).truncate());
                if row.on_hover_text(title).clicked() {
                    wanted = Some(Place { page: *number, heading: String::new() });
                }
                if is_here {
                    wanted = wanted.take().or(headings(ui, guide, here));
                }
            }
        }
    }
    wanted
}

/// The headings of the page that is shown.
fn headings(ui: &mut Ui, guide: &Guide, here: &Place) -> Option<Place> {
    let page = guide.pages.get(here.page)?;
    let mut wanted = None;
    ui.indent("headings", |ui| {
        for block in &page.blocks {
            let page::Block::Heading { level: 2, id, text } = block else { continue };
            let title = page::plain(text);
            let row = Button::selectable(*id == here.heading, RichText::new(&title).size(HEADINGS)).truncate();
            if ui.add(row).on_hover_text(&title).clicked() {
                wanted = Some(Place { page: here.page, heading: id.clone() });
            }
        }
    });
    wanted
}

/// What a search has found. Returns what was clicked.
fn results(ui: &mut Ui, hits: &[Hit]) -> Option<Place> {
    if hits.is_empty() {
        ui.weak(words::NOTHING);
    }
    let mut wanted = None;
    for hit in hits {
        let [page, heading] = &hit.title;
        let title = if page == heading { page.clone() } else { words::found(page, heading) };
        if ui.add(Button::selectable(false, RichText::new(&title).strong()).wrap()).clicked() {
            wanted = Some(hit.place.clone());
        }
        ui.add(egui::Label::new(RichText::new(&hit.around).size(HEADINGS).weak()).wrap());
        ui.add_space(4.0);
    }
    wanted
}

/// Whether a place such as `window.md#plots` is there.
#[cfg(test)]
pub fn has(place: &str) -> bool {
    let guide = Guide::read();
    guide.target(0, place).is_some_and(|place| guide.has(&place))
}
