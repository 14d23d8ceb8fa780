//! Tokens of a file: words, numbers, strings and brackets.

use crate::{ErrorKind, Span};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A name or a keyword.
    Word,
    /// A finite number.
    Number(f64),
    /// A string, without its quotes.
    Text(String),
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    End,
}

/// Reads tokens one by one.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

/// An error and its place.
pub(crate) type Failure = (ErrorKind, Span);

/// Whether a byte ends a word.
fn is_end(byte: u8) -> bool {
    byte <= b' ' || b",\"#[]{}".contains(&byte)
}

impl<'a> Lexer<'a> {
    /// Starts at a position in the text.
    pub(crate) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Skips whitespace, commas and comments.
    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'#' => {
                    let line = bytes[self.at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    self.at = line.map_or(bytes.len(), |length| self.at + length);
                }
                b',' | 0..=b' ' => self.at += 1,
                _ => break,
            }
        }
    }

    /// The next token and its place.
    pub(crate) fn next(&mut self) -> Result<(Token, Span), Failure> {
        self.skip();
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let Some(first) = bytes.get(start) else {
            return Ok((Token::End, Span { start, end: start }));
        };
        let bracket = match first {
            b'{' => Some(Token::OpenBrace),
            b'}' => Some(Token::CloseBrace),
            b'[' => Some(Token::OpenBracket),
            b']' => Some(Token::CloseBracket),
            _ => None,
        };
        if let Some(bracket) = bracket {
            self.at += 1;
            return Ok((bracket, Span { start, end: self.at }));
        }
        if *first == b'"' {
            return self.quoted();
        }
        let length = bytes[start..].iter().position(|byte| is_end(*byte)).unwrap_or(bytes.len() - start);
        self.at += length;
        let span = Span { start, end: self.at };
        if first.is_ascii_digit() || b"+-.".contains(first) {
            let word = &self.text[start..self.at];
            return match number(word) {
                Some(number) => Ok((Token::Number(number), span)),
                None => Err((ErrorKind::Number { found: shortened(word) }, span)),
            };
        }
        Ok((Token::Word, span))
    }

    /// Reads a quoted string. `\"` is a quote and `\\` a backslash; any other backslash is literal.
    fn quoted(&mut self) -> Result<(Token, Span), Failure> {
        let start = self.at;
        let mut content = String::new();
        let mut rest = self.text[start + 1..].char_indices();
        while let Some((at, character)) = rest.next() {
            match character {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return Ok((Token::Text(content), Span { start, end: self.at }));
                }
                '\\' => {
                    let mut ahead = rest.clone();
                    match ahead.next() {
                        Some((_, escaped @ ('"' | '\\'))) => {
                            content.push(escaped);
                            rest = ahead;
                        }
                        _ => content.push('\\'),
                    }
                }
                _ => content.push(character),
            }
        }
        Err((ErrorKind::UnclosedText, Span { start, end: start + 1 }))
    }

    /// Skips the rest of a bracketed group whose opening bracket has been read; its words may have any form.
    pub(crate) fn skip_group(&mut self) -> Result<bool, Failure> {
        let mut depth = 1_u64;
        while depth > 0 {
            self.skip();
            match self.text.as_bytes().get(self.at) {
                None => return Ok(false),
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth -= 1,
                Some(b'"') => {
                    self.quoted()?;
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
        Ok(true)
    }
}

/// A finite number: decimal, or hexadecimal with `0x`.
fn number(word: &str) -> Option<f64> {
    if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        return u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')).map(f64::from);
    }
    let plain = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    word.parse().ok().filter(|number: &f64| plain && number.is_finite())
}

/// Shortens a long text.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_LEN: usize = 60;
    let mut short: String = text.chars().take(MAX_LEN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_LEN).is_some() {
        short.push('…');
    }
    short
}
