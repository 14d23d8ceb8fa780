//! The manual: the pages of the guide within the window, with their contents, links and a search. It needs no network.

mod draw;
mod page;
mod pages;
mod search;

use crate::text::manual as words;
use egui::{
    Align, Button, CentralPanel, Context, Frame, Key, Margin, Modifiers, Panel, Rangef, Rect, RichText, ScrollArea,
    TextEdit, Ui, WindowDrag, vec2,
};
use pages::{Guide, Line, Place};
use search::{Hit, Index};

/// Size of the window at first, and least, points.
const SIZE: [egui::Vec2; 2] = [vec2(900.0, 620.0), vec2(420.0, 260.0)];
/// Part of the width of the program's window that it takes at first: the panel that was asked about stays in sight beside it.
const SHARE: f32 = 0.58;
/// Distance from the edges of the program's window, points.
const EDGES: egui::Vec2 = vec2(12.0, 30.0);
/// Width of the list at the left at first, points, and the part of the manual that it takes at most.
const LIST: (f32, f32) = (220.0, 0.28);
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
    /// Frames in which it has still to be put to its side since it was opened: it gets its width in the first one.
    opening: u8,
    /// Its size when it was shown last, points.
    size: Option<egui::Vec2>,
    heights: Heights,
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
        if !self.open {
            self.opening = 2;
        }
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
        let whole = ctx.content_rect();
        let room = whole.size() - 2.0 * EDGES;
        let size = SIZE[0].min(room).min(vec2(SHARE * whole.width(), f32::INFINITY));
        let mut window = egui::Window::new(words::TITLE)
            .open(&mut open)
            .default_size(size)
            .min_size(SIZE[1].min(size))
            .max_size(room)
            .constrain(true)
            .collapsible(false);
        if let Some(left) = self.opening.checked_sub(1) {
            self.opening = left;
            let pointer = ctx.input(|input| input.pointer.latest_pos());
            let place = beside(pointer, whole.shrink2(EDGES), self.size.unwrap_or(size));
            // Where it can be dragged by its title alone the toolkit keeps it where it was.
            window = window.drag_area(WindowDrag::Anywhere).max_size(place.size()).current_pos(place.min);
        }
        let Some(shown) = window.show(ctx, |ui| self.contents(ui)) else { return };
        self.size = Some(shown.response.rect.size());
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
        let width = LIST.0.min(LIST.1 * ui.available_width());
        let list = Panel::left("manual list").default_size(width).resizable(true);
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
            let field = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH).desired_width(LIST.0);
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
        // What cannot be made narrower, such as a long word in a table, does not make the window wider.
        let width = READABLE.min(ui.available_width() - BAR).floor();
        let mut area = ScrollArea::both().id_salt(("page", here.page)).auto_shrink(false);
        if arriving && here.heading.is_empty() {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            if self.active {
                scroll_by_keys(ui);
            }
            ui.set_max_width(width);
            self.heights.follow((here.page, width, ui.pixels_per_point()));
            let sight = ui.clip_rect().expand2(vec2(0.0, NEAR));
            for (number, block) in page.blocks.iter().enumerate() {
                let top = ui.cursor().top();
                // What is out of sight takes its room only. Whoever arrives at a heading gets to know first where it is.
                let height = self.heights.of_blocks.get(number).copied().filter(|_| !arriving);
                if let Some(height) =
                    height.filter(|height| !sight.y_range().intersects(Rangef::new(top, top + height)))
                {
                    ui.add_space(height);
                    continue;
                }
                let drawn = ui.push_id((here.page, number), |ui| draw::block(ui, block));
                clicked = clicked.take().or(drawn.inner);
                self.heights.note(number, ui.cursor().top() - top);
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

/// Room for the bar with which a page is scrolled, points.
const BAR: f32 = 14.0;
/// Distance from what is seen within which blocks are drawn, too, points.
const NEAR: f32 = 200.0;

/// How high the blocks of the page are: to be drawn only where they are seen.
#[derive(Default)]
struct Heights {
    /// Number of the page, width of its text, points, and pixels per point.
    of: (usize, f32, f32),
    /// Height of each block with the space below it, points.
    of_blocks: Vec<f32>,
}

impl Heights {
    /// Forgets them where the page or its width is another.
    fn follow(&mut self, of: (usize, f32, f32)) {
        if self.of != of {
            (self.of, self.of_blocks) = (of, Vec::new());
        }
    }

    /// Takes the height of a block that was drawn.
    fn note(&mut self, number: usize, height: f32) {
        match self.of_blocks.get_mut(number) {
            Some(known) => *known = height,
            None => self.of_blocks.push(height),
        }
    }
}

/// Where a window of a size is beside the pointer: on the side where there is more room, narrower where it would cover the
/// pointer.
fn beside(pointer: Option<egui::Pos2>, room: Rect, size: egui::Vec2) -> Rect {
    let at = pointer.unwrap_or(room.left_center()).x.clamp(room.left(), room.right());
    let right = at <= room.center().x;
    let free = if right { room.right() - at } else { at - room.left() };
    let size = vec2(size.x.min((free - EDGES.x).max(SIZE[1].x)), size.y).min(room.size());
    let left = if right { room.right() - size.x } else { room.left() };
    Rect::from_min_size(egui::pos2(left, room.center().y - size.y / 2.0), size)
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
