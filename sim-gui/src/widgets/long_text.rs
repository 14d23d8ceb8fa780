//! Texts that are wider than their place, without truncation.

use egui::{CollapsingHeader, InnerResponse, Response, RichText, TextStyle, TextWrapMode, Ui, WidgetText};

/// A collapsing header; a long title is wrapped.
pub fn header(ui: &Ui, title: impl Into<WidgetText>) -> CollapsingHeader {
    let width = ui.available_width() - ui.spacing().indent - ui.spacing().button_padding.x;
    CollapsingHeader::new(title.into().into_galley(ui, Some(TextWrapMode::Wrap), width, TextStyle::Button))
}

/// A row that wraps between its parts, not inside a name.
pub fn whole_names<R>(ui: &mut Ui, show: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    ui.horizontal_wrapped(|ui| {
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        show(ui)
    })
}

/// Separates the next texts of such a row from the previous ones: by a vertical line if all of them fit next to it, otherwise by
/// a line break, so that they stay together.
pub fn keep_together(ui: &mut Ui, texts: &[&RichText]) {
    if has_room(ui, texts) {
        ui.separator();
    } else {
        ui.end_row();
    }
}

/// Whether texts fit into the rest of a row, next to each other and after a separator.
pub fn has_room(ui: &Ui, texts: &[&RichText]) -> bool {
    let width = |text: &&RichText| {
        let text = WidgetText::from((*text).clone());
        text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body).size().x
    };
    let between = ui.spacing().item_spacing.x;
    let wanted = texts.iter().map(width).sum::<f32>() + between * (texts.len() + 1) as f32;
    ui.available_size_before_wrap().x >= wanted
}

/// Shows the full text on hover if a button has truncated it.
pub fn or_hover(response: Response, text: &str) -> Response {
    let cut = response.intrinsic_size().is_some_and(|wanted| wanted.x > response.rect.width() + 0.5);
    if cut { response.on_hover_text(text) } else { response }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::{Harness, kittest::Queryable};

    const LONG: &str = "publisher-with-a-long-name 0.1.0 · registered · too long for a narrow panel";

    #[test]
    fn a_long_title_keeps_to_its_panel_and_is_read_out_whole() {
        let show = |ui: &mut Ui| {
            ui.set_width(160.0);
            header(ui, LONG).default_open(true).show(ui, |ui| ui.label("below"));
        };
        let harness = Harness::builder().with_size([400.0, 300.0]).build_ui(show);
        let title = harness.get_by_label(LONG).rect();
        assert!(title.width() <= 160.0 && title.height() > 40.0, "{title:?}");
        assert!(harness.get_by_label("below").rect().top() > title.top() + 40.0);
    }

    #[test]
    fn a_truncated_button_shows_its_text_on_hover() {
        let show = |ui: &mut Ui| {
            ui.set_width(160.0);
            for text in [LONG, "short"] {
                let button = ui.add(egui::Button::new(text).truncate());
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("press {text}")));
                or_hover(button, text);
            }
        };
        let mut harness = Harness::builder().with_size([400.0, 300.0]).build_ui(show);
        for (text, is_shown) in [(LONG, true), ("short", false)] {
            let label = format!("press {text}");
            let button = harness.get_by_label(&label);
            assert!(button.rect().width() <= 160.0, "{:?}", button.rect());
            button.hover();
            harness.run_steps(40);
            assert_eq!(harness.query_by_label(text).is_some(), is_shown, "{text}");
        }
    }

    #[test]
    fn a_name_and_its_value_stay_in_one_line() {
        for width in [140.0, 250.0, 400.0] {
            let show = |ui: &mut Ui| {
                ui.set_width(width);
                whole_names(ui, |ui| {
                    for (name, value) in [("one", "-1.7485 m"), ("two", "0.5090 m"), ("three", "12.0000 m")] {
                        let (name, value) = (RichText::new(name), RichText::new(value).monospace());
                        keep_together(ui, &[&name, &value]);
                        ui.label(name);
                        ui.label(value);
                    }
                });
            };
            let harness = Harness::builder().with_size([450.0, 300.0]).build_ui(show);
            for (name, value) in [("one", "-1.7485 m"), ("two", "0.5090 m"), ("three", "12.0000 m")] {
                let [name, value] = [name, value].map(|text| harness.get_by_label(text).rect());
                assert!(name.right() < value.left(), "{name:?} {value:?} in {width}");
                assert!(name.y_range().intersects(value.y_range()), "{name:?} {value:?} in {width}");
            }
        }
    }
}
