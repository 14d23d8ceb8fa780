//! Quoted strings, raw strings and characters.

use super::Format;
use super::read::{Read, Reader};
use sim_diagnostics::Code;

impl Reader<'_> {
    /// A string in double quotes, with the escapes of the current notation.
    pub(super) fn quoted(&mut self) -> Read<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let here = self.at;
            match self.bump() {
                None => {
                    self.at = start + 1;
                    let error = self.error(Code::SceneSyntax, start, "unclosed string");
                    return Err(Box::new(error.with_expected("`\"`").with_found("the end of the file")));
                }
                Some('"') => return Ok(text),
                Some('\\') => self.escape(here, &mut text)?,
                Some(c) if self.format == Format::Json && c < ' ' => {
                    let error = self.error(Code::SceneSyntax, here, "a control character in a JSON string");
                    return Err(Box::new(error.with_expected("an escape such as `\\n`")));
                }
                Some(c) => text.push(c),
            }
        }
    }

    /// A character in single quotes, read as a string of one character.
    pub(super) fn character(&mut self) -> Read<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        let here = self.at;
        match self.bump() {
            Some('\\') => self.escape(here, &mut text)?,
            Some(c) if c != '\'' => text.push(c),
            _ => {}
        }
        if text.chars().count() == 1 && self.eat('\'') {
            return Ok(text);
        }
        let error = self.error(Code::SceneSyntax, start, "not a single character");
        Err(Box::new(error.with_expected("one character in single quotes").with_help("use double quotes for text")))
    }

    /// Whether `r"…"` or `r#"…"#` starts here.
    pub(super) fn at_raw_string(&self) -> bool {
        let rest = self.text[self.at..].strip_prefix('r');
        rest.is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    }

    /// A string without escapes.
    pub(super) fn raw_string(&mut self) -> Read<String> {
        let start = self.at;
        let after_r = &self.text[start + 1..];
        let hashes = after_r.len() - after_r.trim_start_matches('#').len();
        let end_mark = format!("\"{}", "#".repeat(hashes));
        let body = &after_r[hashes + 1..];
        match body.find(&end_mark) {
            Some(length) => {
                self.at = start + 1 + hashes + 1 + length + end_mark.len();
                Ok(body[..length].into())
            }
            None => {
                self.at = start + 2 + hashes;
                let error = self.error(Code::SceneSyntax, start, "unclosed raw string");
                Err(Box::new(error.with_expected(format!("`{end_mark}`")).with_found("the end of the file")))
            }
        }
    }

    /// After a backslash at `start`.
    fn escape(&mut self, start: usize, text: &mut String) -> Read<()> {
        let json = self.format == Format::Json;
        let c = self.bump();
        let plain = match c {
            Some(c @ ('"' | '\\')) => Some(c),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('/') if json => Some('/'),
            Some('b') if json => Some('\u{8}'),
            Some('f') if json => Some('\u{c}'),
            Some('u') if json => self.json_unicode(),
            Some('\'') if !json => Some('\''),
            Some('0') if !json => Some('\0'),
            Some('x') if !json => self.hex(2).and_then(char::from_u32).filter(char::is_ascii),
            Some('u') if !json => self.braced_unicode(),
            Some('\n') if !json => return self.continue_line(),
            Some('\r') if !json && self.eat('\n') => return self.continue_line(),
            _ => None,
        };
        match plain {
            Some(c) => {
                text.push(c);
                Ok(())
            }
            None => {
                let error = self.error(Code::SceneSyntax, start, "unknown escape sequence");
                Err(Box::new(error.with_help("write `\\\\` for a backslash")))
            }
        }
    }

    /// A backslash at the end of a line removes the line break and the following whitespace.
    fn continue_line(&mut self) -> Read<()> {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
        Ok(())
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    fn braced_unicode(&mut self) -> Option<char> {
        if !self.eat('{') {
            return None;
        }
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_hexdigit).count();
        if !(1..=6).contains(&digits) {
            return None;
        }
        let value = self.hex(digits)?;
        if self.eat('}') { char::from_u32(value) } else { None }
    }

    /// `\uXXXX`, with surrogate pairs for characters beyond the basic plane (RFC 8259, section 7).
    fn json_unicode(&mut self) -> Option<char> {
        let first = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.starts("\\u") {
            return None;
        }
        self.at += 2;
        let second = self.hex(4)?;
        if !(0xDC00..0xE000).contains(&second) {
            return None;
        }
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    }
}
