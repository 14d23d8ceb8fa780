//! Addresses of modules, and their names in the Butiá 1.0.

/// `name`, `name:port`, `name@board` or `name@board:port`; missing parts are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address<'a> {
    /// Name of the module.
    pub name: &'a str,
    /// Number of the board.
    pub board: usize,
    /// Name of the port; ignored by openable modules.
    pub port: &'a str,
}

impl<'a> Address<'a> {
    /// Parses an address; `None` if it has another form.
    pub fn read(text: &'a str) -> Option<Self> {
        let (place, port) = text.split_once(':').unwrap_or((text, "0"));
        let (name, board) = place.split_once('@').unwrap_or((place, "0"));
        let whole = !name.is_empty() && !port.is_empty() && !port.contains([':', '@']);
        Some(Self { name, board: number(board)?, port }).filter(|_| whole)
    }
}

/// Parses digits as a number; `None` for anything else.
pub fn number(digits: &str) -> Option<usize> {
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Converts a value of `getValue` to a 10-bit value, as the Butiá 1.0 returned it.
pub type Converted = fn(i64) -> i64;

/// A name of the Butiá 1.0.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    name: &'static str,
    /// Current name.
    pub module: &'static str,
    /// Conversion of `getValue`; `None` if the module is not a sensor or has no number.
    pub converted: Option<Converted>,
    /// Whether the form of `getValue` follows the dialect, as under the current name; otherwise it is always that of
    /// PyBot.
    pub follows: bool,
}

/// All old names. Analog values had ten bits: the value of the current name in the same dialect, divided by 64. The old
/// distance, however, was 1024 − raw/64, which is PyBot's value, 65536 − raw, divided by 64. A button has one bit.
const ALIASES: [Alias; 5] = [
    Alias { name: "motores", module: "motors", converted: None, follows: true },
    Alias { name: "dist", module: "distanc", converted: Some(|value| value / 64), follows: false },
    Alias { name: "grises", module: "grey", converted: Some(|value| value / 64), follows: true },
    Alias { name: "boton", module: "button", converted: Some(|value| value), follows: true },
    Alias { name: "luz", module: "light", converted: Some(|value| value / 64), follows: true },
];

impl Alias {
    /// The alias and the number of a name such as `grises2`; sensors of a kind are numbered from 1.
    pub fn of(name: &str) -> Option<(&'static Alias, usize)> {
        let word = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let alias = ALIASES.iter().find(|alias| alias.name == word)?;
        let digits = &name[word.len()..];
        if digits.is_empty() {
            return Some((alias, 1));
        }
        Some((alias, number(digits).filter(|number| *number > 0 && alias.converted.is_some())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parts_of_an_address_are_0() {
        let read = |text| Address::read(text).map(|a: Address<'_>| (a.name.to_string(), a.board, a.port.to_string()));
        let whole = |name: &str, board, port: &str| Some((name.to_string(), board, port.to_string()));
        assert_eq!(read("motors"), whole("motors", 0, "0"));
        assert_eq!(read("grey:2"), whole("grey", 0, "2"));
        assert_eq!(read("motors@3"), whole("motors", 3, "0"));
        assert_eq!(read("grey@1:2"), whole("grey", 1, "2"));
    }

    /// BU-08: No request, however malformed, stalls the simulation or closes other connections.
    #[test]
    fn what_is_no_address_is_none() {
        for text in ["", ":", "@", "a:b:c", "a@", "a@x", "a@-1", "a@+1", "a:", ":2", "@1:2", "a:1@2", "a@1@2", "a@1:"] {
            assert_eq!(Address::read(text), None, "{text}");
        }
        assert_eq!(Address::read("a@99999999999999999999999"), None);
    }

    #[test]
    fn old_names_have_a_number_and_ten_bits() {
        let old = |name| Alias::of(name).map(|(alias, number)| (alias.module, number));
        assert_eq!(old("motores"), Some(("motors", 1)));
        assert_eq!(old("dist"), Some(("distanc", 1)));
        assert_eq!(old("grises12"), Some(("grey", 12)));
        for stranger in ["motores2", "luz0", "grey", "distancia", "2", "", "boton-1"] {
            assert_eq!(old(stranger), None, "{stranger}");
        }
        let value = |name, value| Alias::of(name).unwrap().0.converted.unwrap()(value);
        for (new, old) in [(33536, 524), (43776, 684), (48896, 764), (54016, 844), (59136, 924), (60416, 944)] {
            assert_eq!(value("dist", new), old);
        }
        assert_eq!((value("grises", 65472), value("luz", 64), value("luz", 65472)), (1023, 1, 1023));
        assert_eq!(value("boton", 1), 1);
    }
}
