//! Values on their way: what is being dragged or typed counts only when it is let go, and Escape takes it back.

use egui::{Context, Id, Key, Response, Ui};

/// A value on its way.
#[derive(Clone, Copy, Debug)]
enum Held<T> {
    /// As it is now.
    Now(T),
    /// Taken back: what the pointer still does is ignored until it is let go.
    TakenBack,
}

/// Shows a widget for a value. What a person does to it is kept until it is let go, and then returned.
pub fn held<T: Clone + PartialEq + Send + Sync + 'static>(
    ui: &mut Ui,
    id: Id,
    value: T,
    show: impl FnOnce(&mut Ui, &mut T) -> Response,
) -> (Response, Option<T>) {
    let id = id.with("held");
    let before: Option<Held<T>> = ui.data(|data| data.get_temp(id));
    let mut now = match &before {
        Some(Held::Now(now)) => now.clone(),
        _ => value.clone(),
    };
    let response = show(ui, &mut now);
    // A popup of a widget, such as that of a color, is open as long as the pointer is down in it.
    let busy = response.dragged() || response.has_focus() || ui.input(|input| input.pointer.any_down());
    let touched = before.is_some() || response.changed();
    let escape = ui.input(|input| input.key_pressed(Key::Escape));
    let taken_back = matches!(before, Some(Held::TakenBack)) || touched && escape;
    // A number that was left by Escape may still tell what was typed in the next pass.
    let left = escape && response.lost_focus();
    if left || busy && touched {
        let held = if taken_back || left { Held::TakenBack } else { Held::Now(now) };
        ui.data_mut(|data| data.insert_temp(id, held));
        return (response, None);
    }
    ui.data_mut(|data| data.remove::<Held<T>>(id));
    let done = touched && !taken_back && now != value;
    (response, done.then_some(now))
}

/// Why the last value of a field was not taken over.
#[derive(Clone)]
struct FieldError(String);

/// Remembers why a value was not taken over, or that it was.
pub fn set_error(ui: &Ui, id: Id, error: Option<String>) {
    let id = id.with("error");
    ui.data_mut(|data| match error {
        Some(error) => _ = data.insert_temp(id, FieldError(error)),
        None => data.remove::<FieldError>(id),
    });
}

/// Why the last value was not taken over.
pub fn error(ui: &Ui, id: Id) -> Option<String> {
    ui.data(|data| data.get_temp(id.with("error"))).map(|FieldError(error)| error)
}

/// Forgets all refused values: the document is another one now.
pub fn forget_errors(ctx: &Context) {
    ctx.data_mut(|data| data.remove_by_type::<FieldError>());
}
