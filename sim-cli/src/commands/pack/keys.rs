//! Keys and signatures of `sim pack`.

use super::asked;
use crate::console::Console;
use crate::exit::{Exit, Failure, Outcome};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_pack::{Archive, NewKey, Offered, Origin, Store, new_keys};
use std::path::PathBuf;

/// Environment variable with the password of a secret key, for scripts.
const PASSWORD: &str = "SIM_PACK_PASSWORD";

#[derive(Debug, clap::Args)]
pub struct KeyArgs {
    /// Name of the files without extension: NAME.key is secret, NAME.pub is public
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// Create the secret key without a password
    #[arg(long)]
    no_password: bool,
}

#[derive(Debug, clap::Args)]
pub struct SignArgs {
    /// The archive; the signature is written next to it
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The secret key, NAME.key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct TrustArgs {
    /// The publisher. Default: list the trusted keys
    #[arg(value_name = "PUBLISHER")]
    publisher: Option<String>,
    /// The public key: a file, or its line that starts with RW
    #[arg(value_name = "KEY", conflicts_with = "forget")]
    key: Option<String>,
    /// Replace the currently trusted key
    #[arg(long, requires = "key")]
    replace: bool,
    /// Stop trusting the publisher
    #[arg(long, requires = "publisher")]
    forget: bool,
}

/// Reads a password from the environment or the terminal; a new one must be typed twice.
fn password(is_new: bool) -> Result<String, Diagnostic> {
    if let Some(password) = std::env::var_os(PASSWORD) {
        return Ok(password.to_string_lossy().into_owned());
    }
    let refused = || {
        let message = "a password is required, and standard input is not a terminal";
        let help = format!("set the environment variable {PASSWORD}, or create a key with --no-password");
        Diagnostic::error(Code::PackSignature, message).with_help(help)
    };
    let ask = |question: &str| rpassword::prompt_password(question).map_err(|_| refused());
    let first = ask(&format!("{}: ", "password of the secret key"))?;
    if is_new && ask(&format!("{}: ", "repeat the password"))? != first {
        return Err(Diagnostic::error(Code::PackSignature, "the passwords do not match"));
    }
    Ok(first)
}

/// Creates a key pair.
///
/// # Errors
/// If the files exist, or no password is provided.
pub fn key(args: &KeyArgs, console: &Console) -> Outcome {
    let password = if args.no_password { String::new() } else { password(true)? };
    let key = sim_pack::make_keys(&args.name, &password)?;
    let name = args.name.display();
    console.info(format!("created {name}.key (secret: keep a copy in a safe place) and {name}.pub (public)"));
    console.print(&key)?;
    Ok(Exit::Ok)
}

/// Signs an archive.
///
/// # Errors
/// All errors of archive and key.
pub fn sign(args: &SignArgs, console: &Console) -> Outcome {
    let archive = Archive::open(&args.archive)?;
    let file = sim_pack::sign(&archive, &args.key, &|| password(false))?;
    console.print(&file.display().to_string())?;
    Ok(Exit::Ok)
}

/// Trusts a key, or lists the trusted keys.
///
/// # Errors
/// If the key is invalid, a different key is trusted already, or the publisher is unknown.
pub fn trust(args: &TrustArgs, console: &Console) -> Outcome {
    let store = Store::of_user()?;
    match (&args.publisher, &args.key) {
        (Some(publisher), _) if args.forget => {
            if !store.distrust(publisher)? {
                let known = store.keys();
                let finding = Diagnostic::error(Code::PackSignature, "no key of this publisher is trusted")
                    .with_nearest_of(publisher, known.iter().map(|(publisher, _)| publisher.as_str()));
                return Err(Failure::with(Exit::Usage, finding));
            }
            console.info(format!("removed the key of {publisher} from the trusted keys"));
        }
        (Some(publisher), Some(key)) => {
            let key = sim_pack::public_key(key)?;
            format!("{publisher}/x").parse::<sim_core::packs::PackName>().map_err(|form| {
                let finding = Diagnostic::error(Code::ConfigValue, "invalid publisher name").with_expected(form);
                Failure::with(Exit::Usage, finding.with_found(publisher.clone()))
            })?;
            store.trust(publisher, &key, args.replace)?;
            console.info(format!("the key {key} of {publisher} is now trusted"));
        }
        (one, _) => {
            let is_meant = |publisher: &String| one.as_ref().is_none_or(|one| one == publisher);
            for (publisher, key) in store.keys().into_iter().filter(|(publisher, _)| is_meant(publisher)) {
                console.print(&format!("{publisher}  {key}"))?;
            }
        }
    }
    Ok(Exit::Ok)
}

/// Reports unsigned archives, and asks before trusting new keys; they are trusted when the packs are installed.
///
/// # Errors
/// If a key is not trusted.
pub fn agreed(offered: &[Offered], yes: bool, console: &Console) -> Outcome {
    for pack in offered.iter().filter(|pack| pack.origin == Origin::Unsigned) {
        console.info(format!(
            "{archive} is not signed: its publisher {publisher} is not verified",
            archive = pack.archive.name,
            publisher = pack.archive.contents.manifest.name.publisher()
        ));
    }
    for NewKey { publisher, key } in new_keys(offered) {
        let question = format!("No key of {publisher} is trusted yet. Trust this one from now on? {key} (yes/no)");
        if !yes && !asked(&question) {
            let message = format!("the key of `{publisher}` is not trusted");
            let help = "compare it with the key that the publisher announces, then trust it with --yes";
            return Err(Diagnostic::error(Code::PackSignature, message).with_found(key).with_help(help).into());
        }
    }
    Ok(Exit::Ok)
}
