//! Digests as text.

use sha2::{Digest, Sha256};

/// SHA-256 of some bytes, hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first half of the SHA-256 of some bytes, hexadecimal.
pub fn sha256_half(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes)[..16])
}

/// Bytes as hexadecimal digits, two per byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((sha256("abc").as_str(), sha256_half("abc").as_str()), (abc, &abc[..32]));
        assert_eq!(hex(&[0, 0x0a, 0xff]), "000aff");
    }
}
