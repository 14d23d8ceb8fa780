//! The manual: the pages of the guide in a window, with table of contents, links and search. Works offline.

mod draw;
mod page;
mod pages;
mod search;

use crate::text::manual as words;
use egui::{
    Align, Button, CentralPanel, Context, Frame, Key, Margin, Modifiers, Panel, Rangef, Rect, RichText, ScrollArea,
    TextEdit, Ui, WindowDrag, vec2,
};
use egui_commonmark::CommonMarkCache;
use pages::{Guide, Line, PICTURES, Place};
use search::{Hit, Index};

/// Default and minimum size of the window, points.
const SIZE: [egui::Vec2; 2] = [vec2(900.0, 620.0), vec2(420.0, 260.0)];
/// Maximum default width as a fraction of the program's window, so that the panel in question stays visible.
const SHARE: f32 = 0.58;
/// Margins to the edges of the program's window, points.
const EDGES: egui::Vec2 = vec2(12.0, 30.0);
/// Default width of the contents list, points, and its maximum width as a fraction of the manual.
const LIST: (f32, f32) = (220.0, 0.28);
/// Space between the contents list and the page, points.
const MARGIN: i8 = 12;
/// Font size of headings in the contents list, points.
const HEADINGS: f32 = 11.5;
/// Maximum line width for readable text, points.
const READABLE: f32 = 760.0;
/// Scroll distance of the page keys as a fraction of the visible height.
const PAGE: f32 = 0.9;

/// The manual.
#[derive(Default)]
pub struct Manual {
    open: bool,
    /// Pages and search index, loaded when the manual is first opened.
    read: Option<(Guide, Index)>,
    /// The history of visited places; `shown` is the index of the current one.
    visited: Vec<Place>,
    shown: usize,
    /// When the page was opened, s.
    arrived: Option<f64>,
    /// Whether the page must still be scrolled to its place.
    arriving: bool,
    /// Remaining frames for positioning after opening: the width is known only after the first frame.
    opening: u8,
    /// Size in the last frame, points.
    size: Option<egui::Vec2>,
    heights: Heights,
    markdown: CommonMarkCache,
    search: String,
    hits: Vec<Hit>,
    /// Whether the search field gets the focus.
    focus: bool,
    /// Whether it was under the pointer, or had the keyboard focus, in the previous frame.
    active: bool,
}

impl Manual {
    /// Opens the manual at a place such as `window.md#services`, or where it was last.
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

    /// Whether keys such as Escape apply to the manual.
    pub fn has_keys(&self) -> bool {
        self.open && self.active
    }

    /// Closes the manual.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Title of the current page. `None` while closed.
    pub fn page(&self) -> Option<String> {
        let (guide, _) = self.read.as_ref().filter(|_| self.open)?;
        let place = self.visited.get(self.shown)?;
        let page = guide.pages.get(place.page)?;
        let heading = page.headings().find(|(id, _)| *id == place.heading).map(|(_, text)| text.to_owned());
        Some(heading.unwrap_or_else(|| page.title()))
    }

    /// Navigates to a place and adds it to the history.
    fn go(&mut self, place: Place) {
        self.visited.truncate(self.shown + 1);
        if self.visited.last() != Some(&place) {
            self.visited.push(place);
        }
        self.shown = self.visited.len() - 1;
        (self.arriving, self.arrived) = (true, None);
    }

    /// Shows the manual if it is open.
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
            PICTURES.iter().for_each(|(address, bytes)| ctx.include_bytes(*address, *bytes));
            let pointer = ctx.input(|input| input.pointer.latest_pos());
            let place = beside(pointer, whole.shrink2(EDGES), self.size.unwrap_or(size));
            // If only the title bar is draggable, the toolkit preserves the old position.
            window = window.drag_area(WindowDrag::Anywhere).max_size(place.size()).current_pos(place.min);
        }
        let Some(shown) = window.show(ctx, |ui| self.contents(ui)) else { return };
        self.size = Some(shown.response.rect.size());
        let is_inside = |at: egui::Pos2| shown.response.rect.contains(at);
        let pointed = ctx.input(|input| input.pointer.latest_pos()).is_some_and(is_inside);
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

    /// The back and forward buttons and the search field.
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

    /// Renders the page. Returns the target of a clicked link.
    fn page_of(&mut self, ui: &mut Ui, guide: &Guide, here: &Place) -> Option<Place> {
        let page = guide.pages.get(here.page)?;
        let mut clicked = None;
        let arriving = self.arriving;
        // Links to other programs are opened by the viewer.
        self.markdown.link_hooks_clear();
        let own = page.links.iter().filter(|link| guide.target(here.page, link).is_some_and(|place| guide.has(&place)));
        own.for_each(|link| self.markdown.add_link_hook(link));
        // Content that cannot shrink, such as a long word in a table, must not widen the window.
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
                // Blocks outside the view only reserve space. To scroll to a heading, its position must be known first.
                let height = self.heights.of_blocks.get(number).copied().filter(|_| !arriving);
                if let Some(height) =
                    height.filter(|height| !sight.y_range().intersects(Rangef::new(top, top + height)))
                {
                    ui.add_space(height);
                    continue;
                }
                let drawn = ui.push_id((here.page, number), |ui| draw::block(ui, &mut self.markdown, block));
                clicked = clicked.take().or(drawn.inner);
                self.heights.note(number, ui.cursor().top() - top);
                if arriving && matches!(block, page::Block::Heading { id, .. } if *id == here.heading) {
                    let place = drawn.response.rect.with_min_y(top);
                    ui.scroll_to_rect_animation(place, Some(Align::TOP), egui::style::ScrollAnimation::none());
                }
            }
        });
        // Pictures that are loaded meanwhile move what follows them.
        let (now, is_moved) = ui.input(|input| (input.time, input.smooth_scroll_delta != egui::Vec2::ZERO));
        let since = *self.arrived.get_or_insert(now);
        self.arriving = arriving && !is_moved && now - since < LOADING;
        if self.arriving {
            ui.ctx().request_repaint();
        } else {
            self.arrived = None;
        }
        guide.target(here.page, &clicked?)
    }
}

/// Time in which the pictures of a page are loaded, s.
const LOADING: f64 = 1.0;

/// Width reserved for the scroll bar, points.
const BAR: f32 = 14.0;
/// Distance from the visible area within which blocks are still rendered, points.
const NEAR: f32 = 200.0;

/// Heights of the page's blocks, so that only visible blocks are rendered.
#[derive(Default)]
struct Heights {
    /// Page index, text width (points) and pixels per point.
    of: (usize, f32, f32),
    /// Height of each block including the space below it, points.
    of_blocks: Vec<f32>,
}

impl Heights {
    /// Clears the heights if the page or its width has changed.
    fn follow(&mut self, of: (usize, f32, f32)) {
        if self.of != of {
            (self.of, self.of_blocks) = (of, Vec::new());
        }
    }

    /// Records the height of a rendered block.
    fn note(&mut self, number: usize, height: f32) {
        match self.of_blocks.get_mut(number) {
            Some(known) => *known = height,
            None => self.of_blocks.push(height),
        }
    }
}

/// Rectangle for a window of the given size next to the pointer: on the side with more space, narrowed if it would cover the pointer.
fn beside(pointer: Option<egui::Pos2>, room: Rect, size: egui::Vec2) -> Rect {
    let at = pointer.unwrap_or(room.left_center()).x.clamp(room.left(), room.right());
    let right = at <= room.center().x;
    let free = if right { room.right() - at } else { at - room.left() };
    let size = vec2(size.x.min((free - EDGES.x).max(SIZE[1].x)), size.y).min(room.size());
    let left = if right { room.right() - size.x } else { room.left() };
    Rect::from_min_size(egui::pos2(left, room.center().y - size.y / 2.0), size)
}

/// Scrolls with the page keys.
fn scroll_by_keys(ui: &mut Ui) {
    let height = PAGE * ui.clip_rect().height();
    for (key, delta) in [(Key::PageDown, -height), (Key::PageUp, height)] {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            ui.scroll_with_delta(vec2(0.0, delta));
        }
    }
}

/// An icon button with an accessible name. Returns whether it was clicked.
fn named(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, Button::new(sign));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    button.on_hover_text(name).clicked()
}

/// The table of contents, with the headings of the current page. Returns the clicked entry.
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

/// The headings of the current page.
fn headings(ui: &mut Ui, guide: &Guide, here: &Place) -> Option<Place> {
    let page = guide.pages.get(here.page)?;
    let mut wanted = None;
    ui.indent("headings", |ui| {
        for block in &page.blocks {
            let page::Block::Heading { level: 2, id, text } = block else { continue };
            let title = &text.plain;
            let row = Button::selectable(*id == here.heading, RichText::new(title).size(HEADINGS)).truncate();
            if ui.add(row).on_hover_text(title).clicked() {
                wanted = Some(Place { page: here.page, heading: id.clone() });
            }
        }
    });
    wanted
}

/// The search results. Returns the clicked one.
fn results(ui: &mut Ui, hits: &[Hit]) -> Option<Place> {
    if hits.is_empty() {
        ui.weak(words::NOTHING);
    }
    let mut wanted = None;
    for hit in hits {
        let [page, heading] = &hit.title;
        let title = if page == heading { page.clone() } else { words::found(heading, page) };
        if ui.add(Button::selectable(false, RichText::new(&title).strong()).wrap()).clicked() {
            wanted = Some(hit.place.clone());
        }
        ui.add(egui::Label::new(RichText::new(&hit.around).size(HEADINGS).weak()).wrap());
        ui.add_space(4.0);
    }
    wanted
}

/// Whether a place such as `window.md#services` exists.
#[cfg(test)]
pub fn has(place: &str) -> bool {
    let guide = Guide::read();
    guide.target(0, place).is_some_and(|place| guide.has(&place))
}
