//! Colors of the window's words, in the dark theme and in the light one.

use egui::{Color32, Context, Theme};

/// Part of the ink that secondary words keep.
const WEAK: f32 = 0.75;

/// Sets the colors. Words have a contrast of at least 4.5 to 1 with what they stand on, as WCAG 2.2 asks for (1.4.3).
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast of two opaque colors (WCAG 2.2, "contrast ratio").
    fn contrast(a: Color32, b: Color32) -> f64 {
        let linear = |value: u8| match f64::from(value) / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        let light = |c: Color32| 0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b());
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        a.max(b) / a.min(b)
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
