//! Numbers as text.

use sim_abi::serde_json;

/// Number of cached numbers.
const SLOTS: usize = 64;
/// Maximum length of a number, in characters.
const MAX_DIGITS: usize = 24;

/// Writes numbers and caches the text of recent ones: most numbers of a record occur twice or occurred in the previous
/// one, such as motors in pairs, unchanged readings, and the position repeated by the next reading.
pub struct Digits(Box<[Slot; SLOTS]>);

#[derive(Clone, Copy)]
struct Slot {
    bits: u64,
    text: [u8; MAX_DIGITS],
    /// Length of the text; 0 for an unused slot.
    len: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self(Box::new([Slot { bits: 0, text: [0; MAX_DIGITS], len: 0 }; SLOTS]))
    }
}

impl Digits {
    /// Appends a finite number in the shortest form that parses back to the same number.
    pub fn write(&mut self, text: &mut Vec<u8>, value: f64) {
        let bits = value.to_bits();
        // Multiplication by 2⁶⁴ over the golden ratio spreads numbers that differ in few bits (Knuth, section 6.4).
        let slot = &mut self.0[(bits.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as usize];
        if slot.len == 0 || slot.bits != bits {
            let mut rest = slot.text.as_mut_slice();
            // The slot fits the longest number.
            let _ = serde_json::to_writer(&mut rest, &value);
            (slot.bits, slot.len) = (bits, MAX_DIGITS - rest.len());
        }
        text.extend_from_slice(&slot.text[..slot.len]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_shortest_form_however_often_they_are_written() {
        let mut digits = Digits::default();
        let mut numbers = vec![0.0, -0.0, 1.0, -1.0, 0.1, 5.0 / 3.0, f64::MIN, f64::MAX, f64::MIN_POSITIVE, -5e-324];
        numbers.extend((0..1000).map(|number| f64::from(number) * 0.37 - 11.0));
        for _ in 0..3 {
            for number in &numbers {
                let mut text = Vec::new();
                digits.write(&mut text, *number);
                assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(number).unwrap());
            }
        }
    }
}
