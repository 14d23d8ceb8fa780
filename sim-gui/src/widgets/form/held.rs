//! Values on their way: what is being dragged or typed counts only when it is let go.

use egui::{Id, Response, Ui};

/// Shows a widget for a value. What a person does to it is kept until it is let go, and then returned.
pub fn held<T: Clone + Default + PartialEq + Send + Sync + 'static>(
    ui: &mut Ui,
    id: Id,
    value: T,
    show: impl FnOnce(&mut Ui, &mut T) -> Response,
) -> (Response, Option<T>) {
    let id = id.with("held");
    let before: Option<T> = ui.data(|data| data.get_temp(id));
    let mut now = before.clone().unwrap_or_else(|| value.clone());
    let response = show(ui, &mut now);
    // A popup of a widget, such as that of a color, is open as long as the pointer is down in it.
    let busy = response.dragged() || response.has_focus() || ui.input(|input| input.pointer.any_down());
    if busy && (before.is_some() || response.changed()) {
        ui.data_mut(|data| data.insert_temp(id, now));
        return (response, None);
    }
    ui.data_mut(|data| data.remove_temp::<T>(id));
    let done = (before.is_some() || response.changed()) && now != value;
    (response, done.then_some(now))
}

/// Remembers why a value was not taken over, or that it was.
pub fn set_error(ui: &Ui, id: Id, error: Option<String>) {
    let id = id.with("error");
    ui.data_mut(|data| match error {
        Some(error) => _ = data.insert_temp(id, error),
        None => _ = data.remove_temp::<String>(id),
    });
}

/// Why the last value was not taken over.
pub fn error(ui: &Ui, id: Id) -> Option<String> {
    ui.data(|data| data.get_temp(id.with("error")))
}
