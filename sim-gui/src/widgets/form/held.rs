//! Values being edited: a dragged or typed value is applied on release, and Escape cancels it.

use egui::{Context, Id, Key, Response, Ui};

/// A value being edited.
#[derive(Clone, Copy, Debug)]
enum FieldState<T> {
    /// The current value.
    Now(T),
    /// Canceled: further pointer movement is ignored until release.
    TakenBack,
}

/// Shows a widget for a value. The edited value is kept until release, and then returned.
pub fn held<T: Clone + PartialEq + Send + Sync + 'static>(
    ui: &mut Ui,
    id: Id,
    value: T,
    show: impl FnOnce(&mut Ui, &mut T) -> Response,
) -> (Response, Option<T>) {
    let id = id.with("held");
    let before: Option<FieldState<T>> = ui.data(|data| data.get_temp(id));
    let mut now = match &before {
        Some(FieldState::Now(now)) => now.clone(),
        _ => value.clone(),
    };
    let response = show(ui, &mut now);
    // A popup of a widget, such as a color picker, is busy while the pointer is pressed in it.
    let busy = response.dragged() || response.has_focus() || ui.input(|input| input.pointer.any_down());
    let touched = before.is_some() || response.changed();
    let escape = ui.input(|input| input.key_pressed(Key::Escape));
    let taken_back = matches!(before, Some(FieldState::TakenBack)) || touched && escape;
    // A number field left with Escape may still report the typed value in the next pass.
    let left = escape && response.lost_focus();
    if left || busy && touched {
        let held = if taken_back || left { FieldState::TakenBack } else { FieldState::Now(now) };
        ui.data_mut(|data| data.insert_temp(id, held));
        return (response, None);
    }
    ui.data_mut(|data| data.remove::<FieldState<T>>(id));
    let done = touched && !taken_back && now != value;
    (response, done.then_some(now))
}

/// Why the last value of a field was rejected.
#[derive(Clone)]
struct FieldError(String);

/// Sets or clears the error of a field.
pub fn set_error(ui: &Ui, id: Id, error: Option<String>) {
    let id = id.with("error");
    ui.data_mut(|data| match error {
        Some(error) => _ = data.insert_temp(id, FieldError(error)),
        None => data.remove::<FieldError>(id),
    });
}

/// The error of the last value.
pub fn error(ui: &Ui, id: Id) -> Option<String> {
    ui.data(|data| data.get_temp(id.with("error"))).map(|FieldError(error)| error)
}

/// Clears all errors: the document has changed.
pub fn forget_errors(ctx: &Context) {
    ctx.data_mut(|data| data.remove_by_type::<FieldError>());
}
