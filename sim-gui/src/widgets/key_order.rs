//! Ensures that typed text is processed before keys that leave a field, even within one frame.

use egui::{Context, Event, Key, RawInput};
use std::collections::VecDeque;

/// Gives each key that moves the focus or triggers an action a frame of its own.
///
/// The toolkit moves the focus before fields process the text of the same frame: text typed before Tab would be lost at low frame
/// rates.
#[derive(Default)]
pub struct KeyOrder {
    /// Events deferred to the next frames.
    waiting: VecDeque<Event>,
    /// Whether the previous frame had the keys of an action that may open a dialog, which gets keyboard focus in the next frame.
    opening: bool,
}

impl egui::Plugin for KeyOrder {
    fn debug_name(&self) -> &'static str {
        "key order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.waiting.extend(input.events.drain(..));
        input.events = if std::mem::take(&mut self.opening) { Vec::new() } else { next_frame(&mut self.waiting) };
        self.opening = input.events.iter().any(is_action);
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// Takes the events of the next frame: up to a key that leaves a field, or that key alone.
fn next_frame(waiting: &mut VecDeque<Event>) -> Vec<Event> {
    let mut frame = Vec::new();
    let mut typed = false;
    while let Some(event) = waiting.pop_front() {
        if typed && leaves(&event) {
            waiting.push_front(event);
            break;
        }
        typed |= matches!(event, Event::Text(_) | Event::Paste(_) | Event::Ime(_)) || leaves(&event);
        frame.push(event);
        // Text typed after the key belongs to the next field.
        if waiting.front().is_some_and(|next| matches!(next, Event::Text(_) | Event::Paste(_)))
            && frame.iter().any(leaves)
        {
            break;
        }
    }
    frame
}

/// Whether an event is a key that leaves a field.
fn leaves(event: &Event) -> bool {
    match event {
        Event::Key { key: Key::Tab | Key::Enter | Key::Escape, pressed, .. } => *pressed,
        _ => is_action(event),
    }
}

/// Whether an event is a key that triggers an action.
fn is_action(event: &Event) -> bool {
    matches!(event, Event::Key { key, pressed: true, modifiers, .. } if modifiers.command && !is_held_with_others(*key))
}

/// Whether a key is a modifier or a lock key, which does nothing by itself.
pub fn is_held_with_others(key: Key) -> bool {
    use Key::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight};
    matches!(key, ShiftLeft | ShiftRight | ControlLeft | ControlRight | AltLeft | AltRight | SuperLeft | SuperRight)
        || matches!(key, Key::CapsLock | Key::NumLock | Key::ScrollLock | Key::Fn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Modifiers;

    fn key(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    /// The frames of a sequence of events: `_` is Tab, `S` is Ctrl+S, anything else is typed.
    fn frames(typed: &str) -> Vec<String> {
        let event = |letter: char| match letter {
            '_' => key(Key::Tab, Modifiers::NONE),
            'S' => key(Key::S, Modifiers::COMMAND),
            letter => Event::Text(letter.to_string()),
        };
        let mut waiting: VecDeque<Event> = typed.chars().map(event).collect();
        let mut frames = Vec::new();
        while !waiting.is_empty() {
            let letter = |event: Event| match event {
                Event::Text(text) => text,
                Event::Key { key: Key::Tab, .. } => "_".to_owned(),
                _ => "S".to_owned(),
            };
            frames.push(next_frame(&mut waiting).into_iter().map(letter).collect());
        }
        frames
    }

    #[test]
    fn a_dialog_has_a_frame_to_open_before_what_is_typed_into_it() {
        let (ctx, mut order) = (Context::default(), KeyOrder::default());
        let typed =
            [key(Key::I, Modifiers::COMMAND), Event::Text("table".to_owned()), key(Key::Enter, Modifiers::NONE)];
        let mut input = RawInput { events: typed.to_vec(), ..RawInput::default() };
        let mut counts = Vec::new();
        for _ in 0..5 {
            egui::Plugin::input_hook(&mut order, &ctx, &mut input);
            counts.push(std::mem::take(&mut input.events).len());
        }
        assert_eq!(counts, [1, 0, 1, 1, 0]);
    }

    #[test]
    fn a_dialog_has_a_frame_to_open_where_the_next_key_comes_with_the_next_frame() {
        let (ctx, mut order) = (Context::default(), KeyOrder::default());
        let mut counts = Vec::new();
        for events in [vec![key(Key::Q, Modifiers::COMMAND)], vec![key(Key::Escape, Modifiers::NONE)], vec![], vec![]] {
            let mut input = RawInput { events, ..RawInput::default() };
            egui::Plugin::input_hook(&mut order, &ctx, &mut input);
            counts.push(input.events.len());
        }
        assert_eq!(counts, [1, 0, 1, 0]);
    }

    #[test]
    fn what_is_typed_comes_before_the_key_that_leaves_the_field() {
        assert_eq!(frames("12_34_"), ["12", "_", "34", "_"]);
        assert_eq!(frames("__1S2"), ["_", "_", "1", "S", "2"]);
        assert_eq!(frames("abc"), ["abc"]);
    }
}
