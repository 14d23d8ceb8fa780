//! Parses tokens to nodes.

use crate::lexer::{Failure, Lexer, Token, shortened};
use crate::{
    Dialect, Error, ErrorKind, Expected, Field, MAX_BYTES, MAX_DEPTH, MAX_NODES, Node, NodeId, NodeRef, Place, Proto,
    Release, Span, Value, World,
};
use std::collections::HashMap;

/// Parses a file.
///
/// # Errors
/// The first error, with its place: the format is not supported, the file is malformed, uses a name that no complete node above
/// defines, or exceeds the limits of this crate.
pub fn parse(bytes: &[u8]) -> Result<World, Error> {
    let failed = |kind, at: usize, place| Error { kind, span: Span { start: at, end: at }, place };
    let first = Place { line: 1, column: 1 };
    if bytes.len() > MAX_BYTES {
        return Err(failed(ErrorKind::TooLarge, 0, first));
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Err(failed(ErrorKind::Compressed, 0, first));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            return Err(failed(ErrorKind::NotUtf8, valid.len(), Place::of(valid, valid.len())));
        }
    };
    read(text).map_err(|(kind, span)| Error { kind, span, place: Place::of(text, span.start) })
}

fn read(text: &str) -> Result<World, Failure> {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[begin..];
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let dialect = dialect(line).map_err(|kind| (kind, Span { start: begin, end: begin + line.len() }))?;
    let mut parser = Parser {
        text,
        lexer: Lexer::new(text, begin + line.len()),
        ahead: None,
        world: World { dialect, roots: Vec::new(), protos: Vec::new(), routes: Vec::new(), nodes: Vec::new() },
        names: HashMap::new(),
        open: Vec::new(),
        brackets: Vec::new(),
    };
    parser.file()?;
    Ok(parser.world)
}

/// Format specified by a first line.
fn dialect(line: &str) -> Result<Dialect, ErrorKind> {
    let refused = || ErrorKind::Header { found: shortened(line) };
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next()) {
        (Some("#VRML"), Some("V2.0")) => Ok(Dialect::Vrml97),
        (Some("#VRML"), Some("V1.0")) => Err(ErrorKind::Vrml1),
        (Some("#VRML_SIM"), Some(release)) => self::release(release).map(Dialect::Webots).ok_or_else(refused),
        _ => Err(refused()),
    }
}

/// `V5.0` or `R2023b`.
fn release(word: &str) -> Option<Release> {
    if let Some(version) = word.strip_prefix('V') {
        let (major, minor) = version.split_once('.')?;
        return Some(Release::Version { major: major.parse().ok()?, minor: minor.parse().ok()? });
    }
    let rest = word.strip_prefix('R')?;
    let letter = rest.chars().next_back().filter(char::is_ascii_lowercase)?;
    Some(Release::Year { year: rest[..rest.len() - 1].parse().ok()?, letter })
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    ahead: Option<(Token, Span)>,
    world: World,
    /// Complete nodes by name.
    names: HashMap<String, NodeId>,
    /// Names of the nodes being read.
    open: Vec<String>,
    /// Open brackets.
    brackets: Vec<Span>,
}

type Read<T> = Result<T, Failure>;

impl<'a> Parser<'a> {
    fn peek(&mut self) -> Read<(Token, Span)> {
        if self.ahead.is_none() {
            self.ahead = Some(self.lexer.next()?);
        }
        Ok(self.ahead.clone().expect("invariant: filled above"))
    }

    fn next(&mut self) -> Read<(Token, Span)> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.lexer.next(),
        }
    }

    fn word(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }

    /// Consumes the next token if it is this word.
    fn takes(&mut self, word: &str) -> Read<bool> {
        let (token, span) = self.peek()?;
        let is = token == Token::Word && self.word(span) == word;
        if is {
            self.ahead = None;
        }
        Ok(is)
    }

    fn unexpected<T>(&self, expected: Expected, (token, span): (Token, Span)) -> Read<T> {
        let found = (token != Token::End).then(|| format!("`{}`", shortened(self.word(span))));
        let opened = self.brackets.last().map(|bracket| Place::of(self.text, bracket.start));
        Err((ErrorKind::Unexpected { expected, found, opened }, span))
    }

    fn name(&mut self) -> Read<(String, Span)> {
        match self.next()? {
            (Token::Word, span) => Ok((self.word(span).to_string(), span)),
            other => self.unexpected(Expected::Name, other),
        }
    }

    fn file(&mut self) -> Read<()> {
        loop {
            let (token, span) = self.next()?;
            match token {
                Token::End => return Ok(()),
                Token::Word if self.statement(span)? => {}
                Token::Word => {
                    let node = self.node(span)?;
                    self.world.roots.push(node);
                }
                _ => return self.unexpected(Expected::Statement, (token, span)),
            }
        }
    }

    /// Reads a statement that is not a node, if the word that has been read starts one.
    fn statement(&mut self, span: Span) -> Read<bool> {
        match self.word(span) {
            "PROTO" => {
                let (name, _) = self.name()?;
                for opening in [Token::OpenBracket, Token::OpenBrace] {
                    let (token, bracket) = self.next()?;
                    if token != opening {
                        return self.unexpected(Expected::Proto, (token, bracket));
                    }
                    self.skip_group(bracket)?;
                }
                self.world.protos.push(Proto { name, span, external: false });
            }
            "EXTERNPROTO" => {
                let (token, place) = self.next()?;
                match token {
                    // Webots: only the URL.
                    Token::Text(address) => self.announce(span, &address),
                    // VRML97: name, interface, and one URL or a list of them.
                    Token::Word => {
                        let name = self.word(place).to_string();
                        let (token, bracket) = self.next()?;
                        if token != Token::OpenBracket {
                            return self.unexpected(Expected::Proto, (token, bracket));
                        }
                        self.skip_group(bracket)?;
                        match self.next()? {
                            (Token::Text(_), _) => {}
                            (Token::OpenBracket, bracket) => self.skip_group(bracket)?,
                            other => return self.unexpected(Expected::Proto, other),
                        }
                        self.world.protos.push(Proto { name, span, external: true });
                    }
                    _ => return self.unexpected(Expected::Name, (token, place)),
                }
            }
            // Webots: available in the world editor.
            "IMPORTABLE" if self.takes("EXTERNPROTO")? => match self.next()? {
                (Token::Text(address), _) => self.announce(span, &address),
                other => return self.unexpected(Expected::Name, other),
            },
            "ROUTE" => {
                let (from, _) = self.name()?;
                if !from.contains('.') || !self.takes("TO")? || !self.name()?.0.contains('.') {
                    return self.unexpected(Expected::Route, (Token::Word, span));
                }
                self.world.routes.push(span);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Declares a PROTO that Webots finds at this URL.
    fn announce(&mut self, span: Span, address: &str) {
        let file = address.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = file.strip_suffix(".proto").unwrap_or(file).to_string();
        self.world.protos.push(Proto { name, span, external: true });
    }

    fn skip_group(&mut self, bracket: Span) -> Read<()> {
        self.brackets.push(bracket);
        if !self.lexer.skip_group()? {
            let end = Span { start: self.text.len(), end: self.text.len() };
            return self.unexpected(Expected::Proto, (Token::End, end));
        }
        self.brackets.pop();
        Ok(())
    }

    /// Reads a node whose first word has been read. The enclosing nodes are on a separate stack, so that no file can overflow
    /// the thread's stack.
    fn node(&mut self, first: Span) -> Read<NodeRef> {
        let mut stack: Vec<Open> = Vec::new();
        let mut complete = self.begin(first, &mut stack)?;
        loop {
            if let Some(node) = complete.take() {
                let Some(around) = stack.last_mut() else { return Ok(node) };
                around.take_node(node)?;
                continue;
            }
            let around = stack.last_mut().expect("invariant: a node that is not complete is on the stack");
            let (token, span) = self.next()?;
            complete = match (around.list.is_some(), token) {
                (true, Token::CloseBracket) => {
                    self.brackets.pop();
                    around.end_list(span);
                    None
                }
                (true, Token::Word) if self.is_node(span) => self.begin(span, &mut stack)?,
                (true, token @ (Token::Number(_) | Token::Text(_) | Token::Word)) => {
                    let list = around.list.as_mut().expect("invariant: requested above");
                    self.element(token, span, &mut list.value)?;
                    None
                }
                (true, token) => return self.unexpected(Expected::ElementOrClosingBracket, (token, span)),
                (false, Token::CloseBrace) => {
                    self.brackets.pop();
                    stack.pop().map(|node| self.complete(node))
                }
                (false, Token::Word) if self.statement(span)? => None,
                (false, Token::Word) => self.field(span, &mut stack)?,
                (false, token) => return self.unexpected(Expected::FieldOrClosingBrace, (token, span)),
            };
        }
    }

    /// Whether a word at the position of a value starts a node.
    fn is_node(&self, span: Span) -> bool {
        !matches!(self.word(span), "TRUE" | "FALSE" | "NULL" | "IS")
    }

    /// Starts a node whose first word has been read: a node referenced by `USE` is complete, any other is pushed onto the stack.
    fn begin(&mut self, first: Span, stack: &mut Vec<Open>) -> Read<Option<NodeRef>> {
        let depth = stack.len() as u32;
        let (def, kind) = match self.word(first) {
            "USE" => return self.used(first, depth).map(Some),
            "DEF" => {
                let (name, _) = self.name()?;
                match self.next()? {
                    (Token::Word, kind) if !matches!(self.word(kind), "DEF" | "USE") => (Some(name), kind),
                    other => return self.unexpected(Expected::Node, other),
                }
            }
            _ => (None, first),
        };
        let (token, bracket) = self.next()?;
        if token != Token::OpenBrace {
            return self.unexpected(Expected::OpeningBrace, (token, bracket));
        }
        if depth >= MAX_DEPTH {
            return Err((ErrorKind::TooDeep, kind));
        }
        if self.world.nodes.len() >= MAX_NODES {
            return Err((ErrorKind::TooManyNodes, kind));
        }
        let id = NodeId(self.world.nodes.len() as u32);
        let name = self.word(kind).to_string();
        self.world.nodes.push(Node {
            kind: name,
            def: def.clone(),
            fields: Vec::new(),
            span: kind,
            inside: 0,
            height: 1,
        });
        self.brackets.push(bracket);
        self.open.extend(def);
        stack.push(Open { id, span: kind, fields: Vec::new(), list: None });
        Ok(None)
    }

    /// The node referenced by `USE`, nested in `depth` others.
    fn used(&mut self, span: Span, depth: u32) -> Read<NodeRef> {
        let (name, place) = self.name()?;
        match self.names.get(&name) {
            Some(id) if depth + self.world.node(*id).height <= MAX_DEPTH => Ok(NodeRef { id: *id, span, is_use: true }),
            Some(_) => Err((ErrorKind::TooDeep, span)),
            None if self.open.contains(&name) => Err((ErrorKind::Cycle { name }, place)),
            None => {
                let mut known: Vec<String> = self.names.keys().cloned().collect();
                known.sort();
                Err((ErrorKind::UnknownName { name, known }, place))
            }
        }
    }

    /// Completes a node.
    fn complete(&mut self, Open { id, span, fields, .. }: Open) -> NodeRef {
        let nodes = fields.iter().filter_map(|field| match &field.value {
            Value::Nodes(nodes) => Some(nodes),
            _ => None,
        });
        let below = nodes.flatten().map(|node| self.world.node(node.id).height).max().unwrap_or(0);
        let inside = self.world.nodes.len() as u32 - id.0 - 1;
        let node = &mut self.world.nodes[id.0 as usize];
        (node.fields, node.inside, node.height) = (fields, inside, below + 1);
        if let Some(name) = node.def.clone() {
            self.open.pop();
            self.names.insert(name, id);
        }
        NodeRef { id, span, is_use: false }
    }

    /// Reads a field whose first word has been read, up to its value: the caller reads a node or a list further.
    fn field(&mut self, first: Span, stack: &mut Vec<Open>) -> Read<Option<NodeRef>> {
        let (mut span, mut hidden) = (first, false);
        match self.word(first) {
            "hidden" => {
                hidden = true;
                span = self.name()?.1;
            }
            // The interface of a script.
            "eventIn" | "eventOut" => {
                self.name()?;
                self.name()?;
                if self.takes("IS")? {
                    self.name()?;
                }
                return Ok(None);
            }
            "field" | "exposedField" => {
                let (kind, _) = self.name()?;
                if !(kind.starts_with("SF") || kind.starts_with("MF")) {
                    return self.unexpected(Expected::FieldOrClosingBrace, (Token::Word, first));
                }
                span = self.name()?.1;
            }
            _ => {}
        }
        let (token, start) = self.next()?;
        let mut field =
            Field { name: self.word(span).to_string(), span, value: Value::Empty, value_span: start, hidden };
        let around = stack.last_mut().expect("invariant: a field belongs to a node");
        match token {
            Token::OpenBracket => {
                self.brackets.push(start);
                around.list = Some(field);
            }
            Token::Word if self.word(start) == "NULL" => {
                field.value = Value::Null;
                around.fields.push(field);
            }
            Token::Word if self.word(start) == "IS" => {
                let (name, end) = self.name()?;
                (field.value, field.value_span.end) = (Value::Is(name), end.end);
                around.fields.push(field);
            }
            Token::Word if self.is_node(start) => {
                field.value = Value::Nodes(Vec::new());
                around.fields.push(field);
                return self.begin(start, stack);
            }
            Token::Number(_) | Token::Text(_) | Token::Word => {
                self.element(token, start, &mut field.value)?;
                while let (Value::Numbers(numbers), (Token::Number(number), end)) = (&mut field.value, self.peek()?) {
                    numbers.push(number);
                    field.value_span.end = end.end;
                    self.ahead = None;
                }
                around.fields.push(field);
            }
            _ => return self.unexpected(Expected::Value, (token, start)),
        }
        Ok(None)
    }

    /// Adds an element that is not a node to a list.
    fn element(&self, token: Token, span: Span, list: &mut Value) -> Read<()> {
        let truth = self.word(span) == "TRUE";
        match (token, &mut *list) {
            (Token::Word, _) if self.word(span) == "NULL" => {}
            (Token::Word, _) if self.word(span) == "IS" => {
                return self.unexpected(Expected::Value, (Token::Word, span));
            }
            (Token::Number(number), Value::Numbers(numbers)) => numbers.push(number),
            (Token::Number(number), Value::Empty) => *list = Value::Numbers(vec![number]),
            (Token::Text(text), Value::Texts(texts)) => texts.push(text),
            (Token::Text(text), Value::Empty) => *list = Value::Texts(vec![text]),
            (Token::Word, Value::Bools(truths)) => truths.push(truth),
            (Token::Word, Value::Empty) => *list = Value::Bools(vec![truth]),
            _ => return Err((ErrorKind::MixedList, span)),
        }
        Ok(())
    }
}

/// An incomplete node.
struct Open {
    id: NodeId,
    span: Span,
    fields: Vec<Field>,
    /// Field with an incomplete list.
    list: Option<Field>,
}

impl Open {
    /// Adds a complete node to the open list, or as the value of the last field.
    fn take_node(&mut self, node: NodeRef) -> Read<()> {
        let field = match &mut self.list {
            Some(list) => list,
            None => self.fields.last_mut().expect("invariant: a node inside another one is the value of a field"),
        };
        match &mut field.value {
            Value::Nodes(nodes) => nodes.push(node),
            Value::Empty => field.value = Value::Nodes(vec![node]),
            _ => return Err((ErrorKind::MixedList, node.span)),
        }
        Ok(())
    }

    /// Ends the open list.
    fn end_list(&mut self, bracket: Span) {
        if let Some(mut field) = self.list.take() {
            field.value_span.end = bracket.end;
            self.fields.push(field);
        }
    }
}

#[cfg(test)]
mod tests;
