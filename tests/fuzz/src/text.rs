//! Mutations of texts: of bytes, and of the meaning within the text's form.

use crate::Random;

/// Numbers likely to break readers.
const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "0.5",
    "1e-300",
    "1e300",
    "-1e300",
    "1e999",
    "nan",
    "inf",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1000000",
];

/// Maximum length of a piece that is cut or copied, bytes.
const PIECE: usize = 60;

/// A mutated copy of a text; `other` is another text, from which pieces may be copied, and `words` are words likely to
/// break this format's readers.
///
/// # Panics
/// Panics without words.
pub fn mutate(text: &[u8], other: &[u8], words: &[&str], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    // Mostly a single change: with many changes, readers only see the first one.
    let changes = [1, 1, 1, 1, 2, 2, 3, 5][random.below(8)];
    for _ in 0..changes {
        match random.below(16) {
            0..9 => change_meaning(&mut bytes, random),
            9..12 => move_group(&mut bytes, random),
            12..14 => {
                let at = random.below(bytes.len() + 1);
                let end = (at + random.below(2) * random.below(20)).min(bytes.len());
                bytes.splice(at..end, random.pick::<&str>(words).bytes());
            }
            14 => {
                let (from, at) = (piece(other, random), random.below(bytes.len() + 1));
                bytes.splice(at..at, other[from].iter().copied());
            }
            _ => change_bytes(&mut bytes, random),
        }
    }
    bytes
}

fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    match random.below(10) {
        0 => bytes.truncate(at),
        1..4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        4 => bytes.insert(at, random.bits() as u8),
        5..8 => drop(bytes.drain(piece(bytes, random))),
        _ => {
            let copy = bytes[piece(bytes, random)].to_vec();
            bytes.splice(at..at, copy);
        }
    }
}

/// A short range of a text.
fn piece(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let from = random.below(bytes.len());
    from..(from + random.below(PIECE)).min(bytes.len())
}

/// Replaces a number with another number, or a word of the text with another word.
fn change_meaning(bytes: &mut Vec<u8>, random: &mut Random) {
    let Some(range) = word(bytes, random) else { return };
    let is_number = bytes[range.clone()].iter().all(|byte| byte.is_ascii_digit());
    let replacement = match random.below(4) {
        0 => word(bytes, random).map(|range| bytes[range].to_vec()).unwrap_or_default(),
        _ if is_number => random.pick::<&str>(&NUMBERS).as_bytes().to_vec(),
        1 => bytes[range.clone()].repeat(2),
        2 => bytes[range.start..range.end - 1].to_vec(),
        _ => return change_meaning_of_number(bytes, range.end, random),
    };
    bytes.splice(range, replacement);
}

/// Replaces the first number after a position with another number.
fn change_meaning_of_number(bytes: &mut Vec<u8>, after: usize, random: &mut Random) {
    let Some(from) = bytes[after..].iter().position(u8::is_ascii_digit).map(|step| after + step) else { return };
    let length = bytes[from..].iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.');
    let end = length.map_or(bytes.len(), |length| from + length);
    bytes.splice(from..end, random.pick::<&str>(&NUMBERS).bytes());
}

/// The first word or integer after a random position.
fn word(bytes: &[u8], random: &mut Random) -> Option<std::ops::Range<usize>> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let begin = random.below(bytes.len());
    // Not from the middle of a word.
    let gap = bytes[begin..].iter().position(|byte| !is_of_word(byte)).map_or(0, |gap| begin + gap);
    let from = gap + bytes[gap..].iter().position(is_of_word)?;
    let length = bytes[from..].iter().position(|byte| !is_of_word(byte));
    Some(from..length.map_or(bytes.len(), |length| from + length))
}

/// Removes a bracketed group, including the brackets, or inserts a copy of it elsewhere: a list, an object, a tag.
fn move_group(bytes: &mut Vec<u8>, random: &mut Random) {
    let begin = random.below(bytes.len());
    let opening = |byte: &u8| b"([{<".contains(byte);
    let Some(from) = bytes[begin..].iter().position(opening).map(|step| begin + step) else { return };
    let open = bytes[from];
    let close = b")]}>"[b"([{<".iter().position(|bracket| *bracket == open).unwrap_or(0)];
    let mut depth = 0;
    let end = bytes[from..].iter().position(|byte| {
        depth += i32::from(*byte == open) - i32::from(*byte == close);
        depth == 0
    });
    let Some(end) = end.map(|step| from + step + 1) else { return };
    match random.below(4) {
        0 => drop(bytes.drain(from..end)),
        1 => drop(bytes.splice(from + 1..end - 1, [])),
        // Lists are separated by commas; without commas, the copy is next to the original.
        choice => {
            let copy = bytes[from..end.min(from + 2000)].to_vec();
            let comma: &[u8] = if choice == 2 { b"," } else { b"" };
            bytes.splice(end..end, comma.iter().copied().chain(copy));
        }
    }
}
