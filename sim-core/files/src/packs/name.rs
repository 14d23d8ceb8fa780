//! Names of packs, and version requirements.

use semver::{Comparator, Op, Version, VersionReq};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Maximum length of the publisher and of the name, characters.
const MAX_LEN: usize = 40;

/// Name of a pack: `publisher/name`, each of lowercase letters, digits and single dashes, beginning with a letter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PackName {
    publisher: String,
    name: String,
}

impl PackName {
    /// Its publisher.
    pub fn publisher(&self) -> &str {
        &self.publisher
    }

    /// Its name, unique for the publisher.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The family of the pack's components: `publisher.name`. Their ids begin with it, so that two packs never have the same id.
    pub fn family(&self) -> String {
        format!("{}.{}", self.publisher, self.name)
    }
}

impl fmt::Display for PackName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.publisher, self.name)
    }
}

/// Description of the format of a pack's name.
fn form() -> String {
    format!(
        "`publisher/name`, each of at most {MAX_LEN} lowercase letters, digits and single dashes, beginning with a \
         letter"
    )
}

fn is_part(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let begins = text.starts_with(|first: char| first.is_ascii_lowercase());
    begins && text.len() <= MAX_LEN && text.bytes().all(known) && !text.contains("--") && !text.ends_with('-')
}

impl FromStr for PackName {
    type Err = String;

    /// # Errors
    /// The expected format.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('/') {
            Some((publisher, name)) if is_part(publisher) && is_part(name) => {
                Ok(Self { publisher: publisher.to_owned(), name: name.to_owned() })
            }
            _ => Err(form()),
        }
    }
}

impl TryFrom<String> for PackName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|form: String| format!("`{}`: {form}", text.escape_debug()))
    }
}

impl From<PackName> for String {
    fn from(name: PackName) -> Self {
        name.to_string()
    }
}

/// A pack and the accepted versions: `publisher/name`, `publisher/name@^1.2`, `publisher/name@=1.2.0`.
///
/// Ranges are those of Cargo: `1.2` and `^1.2` accept 1.2.0 and compatible versions, `~1.2` accepts 1.2.x, `=1.2.0` only that
/// one, `>=1, <3` both conditions. Pre-releases, such as 2.0.0-beta.1, are accepted if the range names a pre-release of the same
/// version.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Requirement {
    /// The pack.
    pub name: PackName,
    /// The versions.
    pub range: VersionReq,
}

impl Requirement {
    /// Any version of a pack; releases take precedence over pre-releases.
    pub fn any(name: PackName) -> Self {
        Self { name, range: VersionReq::STAR }
    }

    /// Exactly one version of a pack, ignoring build metadata (after `+`).
    pub fn exactly(name: PackName, version: &Version) -> Self {
        let exactly = Comparator {
            op: Op::Exact,
            major: version.major,
            minor: Some(version.minor),
            patch: Some(version.patch),
            pre: version.pre.clone(),
        };
        Self { name, range: VersionReq { comparators: vec![exactly] } }
    }

    /// Parses a requirement for existing versions: as [`Requirement::from_str`], but a complete version without an operator
    /// means exactly that version: `publisher/name@1.2.0` is `publisher/name@=1.2.0`.
    ///
    /// # Errors
    /// The expected format, or the problem with the range.
    pub fn of_what_is_there(text: &str) -> Result<Self, String> {
        let requirement: Self = text.parse()?;
        let whole = text.split_once('@').and_then(|(_, version)| version.trim().parse::<Version>().ok());
        Ok(match whole {
            Some(version) => Self::exactly(requirement.name, &version),
            None => requirement,
        })
    }

    /// Whether this version is accepted. Pre-releases are accepted if no range is given.
    pub fn covers(&self, version: &Version) -> bool {
        self.range == VersionReq::STAR || self.range.matches(version)
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.range == VersionReq::STAR {
            true => write!(f, "{}", self.name),
            false => write!(f, "{}@{}", self.name, self.range),
        }
    }
}

impl FromStr for Requirement {
    type Err = String;

    /// # Errors
    /// The expected format, or the problem with the range.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, range) = text.split_once('@').map_or((text, None), |(name, range)| (name, Some(range)));
        let name = name.parse()?;
        let Some(range) = range else { return Ok(Self::any(name)) };
        let range = VersionReq::parse(range).map_err(|error| {
            format!("version requirement after `@`, such as `^1.2`, `~1.2`, `=1.2.0` or `>=1, <3` ({error})")
        })?;
        Ok(Self { name, range })
    }
}

impl TryFrom<String> for Requirement {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|form: String| format!("`{}`: {form}", text.escape_debug()))
    }
}

impl From<Requirement> for String {
    fn from(requirement: Requirement) -> Self {
        requirement.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_form() {
        for good in ["acme/rover", "a/b", "acme-2/r2-d2", &format!("{}/x", "a".repeat(40))] {
            let name: PackName = good.parse().unwrap();
            assert_eq!(name.to_string(), good);
        }
        let long = format!("{}/x", "a".repeat(41));
        for bad in [
            "",
            "/",
            "acme",
            "acme/",
            "/rover",
            "Acme/rover",
            "acme/rover/x",
            "1/a",
            "a/-b",
            "a/b-",
            "a/b--c",
            "a/b_c",
            "../a",
            "a/..",
            "a\\b/c",
            "ä/b",
            "a/b ",
            &long,
        ] {
            assert!(bad.parse::<PackName>().is_err(), "{bad:?}");
        }
        assert_eq!("acme/r2-d2".parse::<PackName>().unwrap().family(), "acme.r2-d2");
    }

    #[test]
    fn requirements_are_written_as_they_were_read() {
        for text in ["acme/rover", "acme/rover@^1.2", "acme/rover@=1.2.0", "acme/rover@>=1, <3"] {
            let requirement: Requirement = text.parse().unwrap();
            assert_eq!(requirement.to_string(), text);
        }
        let requirement: Requirement = "acme/rover@1.2".parse().unwrap();
        assert!(requirement.range.matches(&"1.9.0".parse().unwrap()));
        assert!(!requirement.range.matches(&"2.0.0".parse().unwrap()));
        let meant = |text: &str| Requirement::of_what_is_there(text).unwrap().to_string();
        assert_eq!(meant("acme/rover@1.2.0"), "acme/rover@=1.2.0");
        assert_eq!(meant("acme/rover@1.2.0-rc.1+x"), "acme/rover@=1.2.0-rc.1");
        for same in ["acme/rover", "acme/rover@^1.2", "acme/rover@^1.2.0", "acme/rover@=1.2.0", "acme/rover@>=1.2.0"] {
            assert_eq!(meant(same), same);
        }
        for bad in ["acme/rover@", "acme/rover@one", "@1", "acme@1", "acme/rover@1@2"] {
            assert!(bad.parse::<Requirement>().is_err(), "{bad:?}");
        }
    }
}
