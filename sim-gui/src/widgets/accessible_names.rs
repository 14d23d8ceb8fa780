//! Screen-reader names for unnamed elements of the toolkit: separators, tab bars and scroll bars.

use crate::text::{self, Text};
use egui::accesskit::{Action, Node, Role};
use egui::{Context, FullOutput};

/// Maximum width of separators, points.
const DIVIDER: f64 = 8.0;
/// Height of a tab bar, points.
const TABS: f64 = 24.0;

/// The toolkit's own button names, which are in English.
const OWN: [(&str, Text); 3] = [
    ("Close", text::common::CLOSE),
    ("Scroll tabs left", text::toolkit::TABS_LEFT),
    ("Scroll tabs right", text::toolkit::TABS_RIGHT),
];

/// Names unnamed elements of the toolkit, and translates its own names to the current language.
pub struct Names;

impl egui::Plugin for Names {
    fn debug_name(&self) -> &'static str {
        "names"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(update) = &mut output.platform_output.accesskit_update else { return };
        update.nodes.iter_mut().for_each(|(_, node)| name(node));
    }
}

fn name(node: &mut Node) {
    let acts = node.supports_action(Action::Focus) || node.supports_action(Action::Click);
    let own = node.label().and_then(|label| OWN.into_iter().find(|(own, _)| *own == label));
    if let Some((_, name)) = own.filter(|_| node.role() == Role::Button) {
        node.set_label(name);
    }
    if node.label().is_some() || !acts {
        return;
    }
    let Some(bounds) = node.bounds() else { return };
    let [short, long] = match (bounds.width(), bounds.height()) {
        (width, height) if width < height => [width, height],
        (width, height) => [height, width],
    };
    match node.role() {
        Role::ScrollBar => node.set_label(text::toolkit::SCROLL_BAR),
        Role::Unknown if short <= DIVIDER && long > 10.0 * short => {
            node.set_role(Role::Splitter);
            node.set_label(text::toolkit::DIVIDER);
        }
        Role::Unknown if bounds.height() == TABS && long > 2.0 * short => {
            node.set_role(Role::TabList);
            node.set_label(text::toolkit::TABS);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::accesskit::Rect;

    fn named(role: Role, width: f64, height: f64) -> Option<String> {
        let mut node = Node::new(role);
        node.add_action(Action::Focus);
        node.set_bounds(Rect { x0: 10.0, y0: 20.0, x1: 10.0 + width, y1: 20.0 + height });
        name(&mut node);
        node.label().map(str::to_string)
    }

    #[test]
    fn only_dividers_tab_bars_and_scroll_bars_get_names() {
        assert_eq!(named(Role::Unknown, 6.0, 400.0).as_deref(), Some(text::toolkit::DIVIDER.as_str()));
        assert_eq!(named(Role::Unknown, 400.0, 24.0).as_deref(), Some(text::toolkit::TABS.as_str()));
        assert_eq!(named(Role::ScrollBar, 10.0, 400.0).as_deref(), Some(text::toolkit::SCROLL_BAR.as_str()));
        assert_eq!(named(Role::Unknown, 60.0, 60.0), None);
        assert_eq!(named(Role::Button, 400.0, 24.0), None);
    }
}
