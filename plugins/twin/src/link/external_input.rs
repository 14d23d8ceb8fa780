//! External input of the link, as lines of a recording.

use crate::lines::LineEvent;

/// An external input.
#[derive(Clone, Debug, PartialEq)]
pub enum ExternalInput {
    /// A command from a console or a function.
    Order(String),
    /// A route, lines separated by semicolons.
    Route(String),
    /// Abandon the route.
    StopRoute,
    /// A goal to drive to, m.
    GoTo([f64; 2]),
    /// An event of the channel to the real robot.
    Channel(LineEvent),
}

impl ExternalInput {
    /// Serializes it as a line: a word, and the rest.
    pub fn write(&self) -> String {
        match self {
            Self::Order(line) => format!("order {line}"),
            Self::Route(lines) => format!("route {lines}"),
            Self::StopRoute => "stop_route ".into(),
            Self::GoTo([x, y]) => format!("go_to {x:?} {y:?}"),
            Self::Channel(event) => event.write(),
        }
    }

    /// Parses such a line; `None` if it is invalid.
    pub fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ')?;
        let rest = rest.to_string();
        Some(match word {
            "order" => Self::Order(rest),
            "route" => Self::Route(rest),
            "stop_route" => Self::StopRoute,
            "go_to" => {
                let (x, y) = rest.split_once(' ')?;
                Self::GoTo([x.parse().ok()?, y.parse().ok()?])
            }
            _ => return LineEvent::read(line).map(Self::Channel),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_is_read_as_it_was_written() {
        let text = || "GO 0 100; a b".to_string();
        let all = [
            ExternalInput::Order(text()),
            ExternalInput::Route(text()),
            ExternalInput::StopRoute,
            ExternalInput::GoTo([0.1, -1e-9]),
            ExternalInput::Channel(LineEvent::Line(1, String::new())),
            ExternalInput::Channel(LineEvent::TooLong(1)),
            ExternalInput::Channel(LineEvent::Opened(2, text())),
            ExternalInput::Channel(LineEvent::Closed(2, text())),
        ];
        for one in all {
            assert_eq!(ExternalInput::read(&one.write()), Some(one));
        }
        assert_eq!((ExternalInput::read("nonsense 1"), ExternalInput::read("order")), (None, None));
    }
}
