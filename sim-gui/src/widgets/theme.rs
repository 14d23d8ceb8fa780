//! Text colors of the window in the dark and the light theme, and contrasts.

use egui::{Color32, Context, Theme};

/// Strength of secondary text relative to the ink color.
const WEAK: f32 = 0.75;

/// Sets the colors. Text has a contrast of at least 4.5:1 with its background (WCAG 2.2, 1.4.3).
pub fn set(ctx: &Context) {
    ctx.style_mut_of(Theme::Dark, |style| {
        let visuals = &mut style.visuals;
        visuals.error_fg_color = Color32::from_rgb(255, 122, 112);
        visuals.warn_fg_color = Color32::from_rgb(255, 190, 90);
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(190);
        visuals.weak_text_alpha = WEAK;
    });
    ctx.style_mut_of(Theme::Light, |style| {
        let visuals = &mut style.visuals;
        visuals.error_fg_color = Color32::from_rgb(185, 20, 20);
        visuals.warn_fg_color = Color32::from_rgb(140, 80, 0);
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(50);
        visuals.weak_text_alpha = WEAK;
    });
}

/// Minimum contrast of lines with their background (WCAG 2.2, 1.4.11).
const LINES: f64 = 3.0;

/// Contrast of two opaque colors (WCAG 2.2, "contrast ratio").
fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Relative luminance of an opaque color (WCAG 2.2).
fn luminance(color: Color32) -> f64 {
    let linear = |value: u8| match f64::from(value) / 255.0 {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

/// A line color that is visible on a background: the given one, or blended with white or black as far as necessary.
pub fn seen_on(ground: Color32, color: Color32) -> Color32 {
    const STEPS: u8 = 10;
    let end = if contrast(Color32::WHITE, ground) > contrast(Color32::BLACK, ground) {
        Color32::WHITE
    } else {
        Color32::BLACK
    };
    let steps = (0..=STEPS).map(|step| color.lerp_to_gamma(end, f32::from(step) / f32::from(STEPS)));
    steps.into_iter().find(|color| contrast(*color, ground) >= LINES).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RM-110: Routes have a contrast of 3:1 and text of 4.5:1 in both themes.
    #[test]
    fn routes_stand_out_from_sky_floor_and_plan() {
        let of = |parts: [f32; 4]| {
            let [red, green, blue, _] = parts.map(|part| (part * 255.0).round() as u8);
            Color32::from_rgb(red, green, blue)
        };
        let route = of(sim_core::marks::ROUTE);
        let view = sim_core::scene::View::default();
        let floor = sim_core::scene::Floor::default();
        for (name, back) in [("sky", view.background.0), ("floor", floor.color.0)] {
            let contrast = contrast(route, of(back.map(|part| part as f32)));
            assert!(contrast >= 3.0, "{name}: {contrast:.2}");
        }
        let ctx = Context::default();
        set(&ctx);
        for theme in [Theme::Dark, Theme::Light] {
            let sheet = ctx.style_of(theme).visuals.extreme_bg_color;
            for color in [route, Color32::BLACK, Color32::WHITE, Color32::RED, Color32::YELLOW] {
                assert!(contrast(seen_on(sheet, color), sheet) >= 3.0, "{theme:?} {color:?}");
            }
        }
        assert_eq!(seen_on(Color32::WHITE, Color32::BLACK), Color32::BLACK, "a visible color is kept");
    }

    #[test]
    fn words_stand_out_from_what_they_stand_on() {
        let ctx = Context::default();
        set(&ctx);
        for theme in [Theme::Dark, Theme::Light] {
            let visuals = &ctx.style_of(theme).visuals;
            let back = visuals.panel_fill;
            let words = [
                ("text", visuals.text_color()),
                ("weak", back.blend(visuals.weak_text_color())),
                ("error", visuals.error_fg_color),
                ("warning", visuals.warn_fg_color),
            ];
            for (name, color) in words {
                let contrast = contrast(color, back);
                assert!(contrast >= 4.5, "{theme:?}, {name}: {contrast:.2}");
            }
        }
    }
}
