//! Signatures of archives, in minisign's format: a file `ARCHIVE.minisig` next to the archive, made with the secret key of a
//! publisher and checked with the public key.

use minisign::{KeyPair, PublicKey, SecretKeyBox, SignatureBox};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::{read_regular, write_whole};
use sim_core::packs::Signer;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Extension appended to the archive's file name.
const ENDING: &str = "minisig";

/// Prefix of public keys.
const KEY_BEGINS: &str = "RW";

/// Maximum size of a key or signature file, bytes.
const LARGEST: u64 = 1 << 16;

/// A diagnostic about a key or signature.
pub(crate) fn refused(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PackSignature, message)
}

/// The signature file of an archive.
pub fn signature_file(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(format!(".{ENDING}"));
    name.into()
}

/// The signature next to an archive; `None` if missing.
///
/// # Errors
/// A signature that cannot be read.
pub fn signature_of(archive: &Path) -> Result<Option<String>, Diagnostic> {
    let file = signature_file(archive);
    match file.symlink_metadata() {
        Err(_) => Ok(None),
        Ok(_) => text_of(&file).map(Some),
    }
}

fn text_of(file: &Path) -> Result<String, Diagnostic> {
    let unreadable = |found: String| {
        refused("a key or a signature cannot be read").with_file(file.display().to_string()).with_found(found)
    };
    let bytes = read_regular(file, LARGEST).map_err(|error| unreadable(error.reason(LARGEST)))?;
    String::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))
}

fn no_key(found: &str) -> Diagnostic {
    refused("not a public key")
        .with_expected("a file `….pub` of minisign or `sim pack key`, or its line that begins with `RW`")
        .with_found(found.chars().take(80).collect::<String>())
}

/// A public key, from a file or as the line in such a file. Returns that line.
///
/// # Errors
/// An invalid public key; a file that cannot be read.
pub fn public_key(file_or_key: &str) -> Result<String, Diagnostic> {
    let file = Path::new(file_or_key);
    if let Some(key) = Some(file_or_key).filter(|_| !file.exists()).and_then(key_in) {
        return Ok(key);
    }
    let is_file = file.exists() || !file_or_key.starts_with(KEY_BEGINS);
    let text = if is_file { text_of(file)? } else { file_or_key.to_owned() };
    key_in(&text).ok_or_else(|| no_key(file_or_key).with_file(file_or_key.to_owned()))
}

/// The public key in the text of such a file.
pub(crate) fn key_in(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    PublicKey::from_base64(line).ok().map(|key| key.to_base64())
}

/// Creates a key pair: `NAME.key`, readable only by its owner, and `NAME.pub`. An empty password leaves the secret key unencrypted.
/// Returns the public key.
///
/// # Errors
/// Files that already exist; I/O errors.
pub fn make_keys(name: &Path, password: &str) -> Result<String, Diagnostic> {
    let failed = |file: &Path, found: String| {
        refused("the keys cannot be created").with_file(file.display().to_string()).with_found(found)
    };
    let with = |ending: &str| {
        let mut file = name.as_os_str().to_owned();
        file.push(ending);
        PathBuf::from(file)
    };
    let (secret, public) = (with(".key"), with(".pub"));
    for file in [&secret, &public] {
        if file.symlink_metadata().is_ok() {
            let help = "use another name; a lost secret key cannot be recovered";
            return Err(failed(file, String::new()).with_found("the file exists").with_help(help));
        }
    }
    let made = || -> Result<_, minisign::PError> {
        let pair = match password.is_empty() {
            true => KeyPair::generate_unencrypted_keypair()?,
            false => KeyPair::generate_encrypted_keypair(Some(password.to_owned()))?,
        };
        let comment = Some("secret key for packs of robots");
        Ok((pair.sk.to_box(comment)?.into_string(), pair.pk.to_box()?.into_string(), pair.pk.to_base64()))
    };
    let (secret_text, public_text, key) = made().map_err(|error| failed(&secret, error.to_string()))?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written =
        options.open(&secret).and_then(|mut file| std::io::Write::write_all(&mut file, secret_text.as_bytes()));
    written.map_err(|error| failed(&secret, error.to_string()))?;
    write_whole(&public, public_text.as_bytes()).map_err(|error| failed(&public, error.to_string()))?;
    Ok(key)
}

/// Signs an archive: writes the signature file next to it. Calls `password` if the secret key is encrypted.
///
/// # Errors
/// A key that cannot be read or used; I/O errors.
pub fn sign(
    archive: &crate::Archive,
    secret: &Path,
    password: &dyn Fn() -> Result<String, Diagnostic>,
) -> Result<PathBuf, Diagnostic> {
    let failed = |found: String| {
        let message = "the archive cannot be signed with this key";
        let help = "specify a file `….key` of `sim pack key` or minisign, and its password";
        refused(message).with_file(secret.display().to_string()).with_found(found).with_help(help)
    };
    let text = text_of(secret)?;
    if key_in(&text).is_some() {
        let message = "a public key; archives are signed with the secret key";
        let help = format!("specify its file: {file}", file = secret.with_extension("key").display());
        return Err(refused(message).with_file(secret.display().to_string()).with_help(help));
    }
    // The first line is a comment. The library interprets it as specifying whether there is a password; minisign does not.
    let text = format!("untrusted comment: secret key\n{}", text.split_once('\n').map_or("", |(_, rest)| rest));
    let read = || SecretKeyBox::from_string(&text).map_err(|error| failed(error.to_string()));
    // An unencrypted key can be read as is; reading an encrypted one fails.
    let key = match read()?.into_unencrypted_secret_key() {
        Ok(key) => key,
        _ => read()?.into_secret_key(Some(password()?)).map_err(|error| failed(error.to_string()))?,
    };
    let manifest = &archive.contents.manifest;
    let comment = format!("{} {} sha256:{}", manifest.name, manifest.version, archive.sha256);
    let signature =
        minisign::sign(None, &key, Cursor::new(&archive.bytes), Some(&comment), Some("signature of a pack of robots"));
    let signature = signature.map_err(|error| failed(error.to_string()))?.into_string();
    let file = signature_file(Path::new(&archive.name));
    write_whole(&file, signature.as_bytes()).map_err(|error| {
        Diagnostic::error(Code::ConfigOutput, "the signature cannot be written")
            .with_file(file.display().to_string())
            .with_found(error.to_string())
    })?;
    Ok(file)
}

/// Diagnostic: the signature next to an archive does not match it.
fn stale(archive: &crate::Archive, found: String) -> Diagnostic {
    let message = "the signature does not match the archive";
    let help = "the archive was rebuilt: sign it again";
    refused(message).with_file(archive.name.clone()).with_found(found).with_help(help)
}

/// Checks that a signature claims to be for this archive, as written by [`sign`]. Needs no key.
///
/// # Errors
/// A signature for other content, or an invalid one.
pub fn of_these_bytes(archive: &crate::Archive, signature: &str) -> Result<(), Diagnostic> {
    let signature = SignatureBox::from_string(signature).map_err(|error| stale(archive, error.to_string()))?;
    let comment = signature.trusted_comment().unwrap_or_default();
    match comment.split_whitespace().find_map(|word| word.strip_prefix("sha256:")) {
        Some(digest) if digest != archive.sha256 => Err(stale(archive, comment)),
        _ => Ok(()),
    }
}

/// The key id in a signature, as written by minisign. It is not verified.
///
/// # Errors
/// An invalid signature.
pub fn number_of(archive: &crate::Archive, signature: &str) -> Result<String, Diagnostic> {
    let signature = SignatureBox::from_string(signature).map_err(|error| stale(archive, error.to_string()))?;
    Ok(signature.keynum().iter().rev().map(|byte| format!("{byte:02X}")).collect())
}

/// Verifies the signature of an archive with a public key.
///
/// # Errors
/// A signature of another archive, or by another key.
pub fn verify(archive: &crate::Archive, signature: &str, key: &str) -> Result<Signer, Diagnostic> {
    let bad = |found: String| {
        let message = "the signature does not match the archive and key";
        let help = "do not use the archive; get it and its signature again from its publisher";
        refused(message).with_file(archive.name.clone()).with_expected(key.to_owned()).with_found(found).with_help(help)
    };
    let public = PublicKey::from_base64(key).map_err(|_| no_key(key))?;
    let signature = SignatureBox::from_string(signature).map_err(|error| bad(error.to_string()))?;
    // Legacy signatures without a hash are obsolete and not allowed.
    minisign::verify(&public, &signature, Cursor::new(&archive.bytes), true, false, false)
        .map_err(|error| bad(error.to_string()))?;
    let comment = signature.trusted_comment().unwrap_or_default();
    Ok(Signer { key: key.to_owned(), comment: comment.chars().filter(|c| !c.is_control()).take(300).collect() })
}
