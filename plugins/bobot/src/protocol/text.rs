//! Conversion between bytes on the wire and text, and numbers formatted as the original server prints them.
//!
//! A byte maps to the character with its number (Latin-1): 0x80 … 0xFF are U+0080 … U+00FF. So every byte survives the
//! JSON values passed to modules. Characters above U+00FF, which only a module can introduce, are sent as UTF-8.

use std::fmt::Write;

/// Bytes of a request as text.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Appends text to a line: line breaks become spaces, NUL is dropped.
pub fn encode_into(line: &mut Vec<u8>, text: &str) {
    text.chars().for_each(|character| encode_char(line, character));
}

/// Appends one character to a line.
pub fn encode_char(line: &mut Vec<u8>, character: char) {
    match (character, u8::try_from(u32::from(character))) {
        ('\0', _) => {}
        ('\n' | '\r', _) => line.push(b' '),
        (_, Ok(byte)) => line.push(byte),
        _ => line.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Formats bytes for a log: printable ASCII and UTF-8 characters unchanged, backslashes doubled, the rest as `\xNN`.
pub fn printable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => text.push_str(r"\\"),
                _ if is_printable(character) => text.push(character),
                _ => escape_into(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        escape_into(&mut text, chunk.invalid());
    }
    text
}

/// Whether a log prints a character unchanged; false for control and format characters, line separators, and spaces
/// that look like the usual one.
fn is_printable(character: char) -> bool {
    if character.is_ascii() { matches!(character, ' '..='~') } else { character.escape_debug().len() == 1 }
}

/// Appends bytes as `\xNN`.
fn escape_into(text: &mut String, bytes: &[u8]) {
    bytes.iter().for_each(|byte| write!(text, r"\x{byte:02x}").expect("invariant: text takes everything"));
}

/// Formats a float as `str` of Python 2.7: 12 significant digits, with `.0` for whole numbers.
pub fn python_float(value: f64) -> String {
    /// Significant digits, and the smallest exponent in scientific notation.
    const DIGITS: i32 = 12;
    let plain = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    let scientific = format!("{value:.*e}", DIGITS as usize - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific.to_lowercase() };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..DIGITS).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", plain(mantissa), exponent.abs());
    }
    let fixed = plain(&format!("{value:.*}", (DIGITS - 1 - exponent) as usize));
    if fixed.contains('.') { fixed } else { fixed + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-06: Text passes through unchanged, byte by byte.
    #[test]
    fn every_byte_survives_as_text() {
        let bytes: Vec<u8> = (1..=255).filter(|byte| !b"\r\n".contains(byte)).collect();
        let mut line = Vec::new();
        encode_into(&mut line, &decode(&bytes));
        assert_eq!(line, bytes);
    }

    #[test]
    fn what_would_end_a_line_becomes_a_blank_and_wide_characters_are_utf_8() {
        let mut line = Vec::new();
        encode_into(&mut line, "a\nb\rc\0d€");
        assert_eq!(line, "a b cd€".as_bytes());
    }

    #[test]
    fn logs_show_what_cannot_be_printed() {
        assert_eq!(printable(b"CALL \t\\ \xff"), r"CALL \x09\\ \xff");
    }

    /// BU-14: Traffic is logged in the window and a file, with time, client, request and answer.
    #[test]
    fn logs_show_letters_beyond_ascii_as_they_are() {
        assert_eq!(printable("ñandú Ω 漢 €".as_bytes()), "ñandú Ω 漢 €");
        assert_eq!(printable(b"a\xc3\xb1\xc3z\xb1"), r"añ\xc3z\xb1", "invalid UTF-8 is not a word");
        // Control characters, a mark that changes the writing direction, and a line separator.
        assert_eq!(
            printable("\u{7f}\u{85}\u{202e}\u{2028}\u{0}".as_bytes()),
            r"\x7f\xc2\x85\xe2\x80\xae\xe2\x80\xa8\x00"
        );
    }

    #[test]
    fn floats_are_printed_as_the_original_server_does() {
        let vectors = [
            (10.5, "10.5"),
            (21.0, "21.0"),
            (0.0, "0.0"),
            (-1.0, "-1.0"),
            (6800.0, "6800.0"),
            (512.0 * 0.29, "148.48"),
            (100.0 * 0.29, "29.0"),
            (1.0 / 3.0, "0.333333333333"),
            (1e11, "100000000000.0"),
            (1e12, "1e+12"),
            (0.0001, "0.0001"),
            (0.000_012_5, "1.25e-05"),
            (999_999_999_999.9, "1e+12"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in vectors {
            assert_eq!(python_float(value), text);
        }
    }
}
