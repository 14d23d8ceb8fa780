//! Resolves a component id that several libraries claim.
//!
//! The installation's own libraries take precedence: a library from elsewhere that claims one of their ids is not used for
//! it, unless the scene requests it. Libraries from elsewhere have no precedence among each other.

use super::{Offer, PluginHost, PluginLibrary};
use sim_abi::declare::Kind;
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Libraries that claim the same id.
struct Claim<'a> {
    /// Libraries of the installation.
    installed: Vec<&'a Arc<PluginLibrary>>,
    /// Libraries from elsewhere.
    foreign: Vec<&'a Arc<PluginLibrary>>,
}

impl<'a> Claim<'a> {
    /// The libraries with precedence; more than one is a conflict.
    fn heirs(&self, replaced: bool) -> &[&'a Arc<PluginLibrary>] {
        let foreign_wins = self.installed.is_empty() || (replaced && !self.foreign.is_empty());
        if foreign_wins { &self.foreign } else { &self.installed }
    }
}

impl PluginHost {
    fn claims(&self) -> BTreeMap<(Kind, &str), Claim<'_>> {
        let mut claims = BTreeMap::new();
        for library in &self.libraries {
            let installed = self.installed.contains(&library.digest);
            for (kind, id) in library.ids() {
                let claim = claims.entry((*kind, id.as_str()));
                let claim = claim.or_insert_with(|| Claim { installed: Vec::new(), foreign: Vec::new() });
                if installed { claim.installed.push(library) } else { claim.foreign.push(library) }
            }
        }
        claims
    }

    /// One diagnostic with all files for each id that more than one library claims: conflicts, and ids that libraries from
    /// elsewhere claim in addition to the installation.
    pub fn duplicates(&self) -> Vec<Diagnostic> {
        self.duplicates_with(&[])
    }

    /// As [`PluginHost::duplicates`], for a scene that replaces these ids.
    pub fn duplicates_with(&self, replaced: &[String]) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for ((kind, id), claim) in self.claims() {
            let is_replaced = replaced.iter().any(|replaced| replaced == id);
            let heirs = claim.heirs(is_replaced);
            if heirs.len() > 1 {
                findings.push(duplicate(kind, id, heirs));
            } else if let [own, ..] = claim.installed.as_slice()
                && !is_replaced
            {
                findings.extend(claim.foreign.iter().map(|library| shadowed(kind, id, library, own)));
            }
        }
        findings
    }

    /// All usable components by kind and id, including those whose ids are in conflict.
    pub fn components(&self) -> Vec<Offer> {
        self.components_with(&[])
    }

    /// As [`PluginHost::components`], for a scene that replaces these ids.
    pub fn components_with(&self, replaced: &[String]) -> Vec<Offer> {
        let mut offers = Vec::new();
        for ((kind, id), claim) in self.claims() {
            let heirs = claim.heirs(replaced.iter().any(|replaced| replaced == id));
            offers.extend(heirs.iter().filter_map(|library| offer(library, kind, id)));
        }
        offers
    }

    /// The component of a kind with this id.
    ///
    /// # Errors
    /// When no library offers it, or several do without one taking precedence; the diagnostic suggests the closest id.
    pub fn find(&self, kind: Kind, id: &str) -> Result<Offer, Diagnostic> {
        self.find_with(kind, id, &[])
    }

    /// As [`PluginHost::find`], for a scene that replaces these ids: for them, libraries from elsewhere take
    /// precedence.
    ///
    /// # Errors
    /// As [`PluginHost::find`].
    pub fn find_with(&self, kind: Kind, id: &str, replaced: &[String]) -> Result<Offer, Diagnostic> {
        let owners = self.libraries.iter().filter(|library| library.place(kind, id).is_some());
        let (installed, foreign) = owners.partition(|library| self.installed.contains(&library.digest));
        match (Claim { installed, foreign }).heirs(replaced.iter().any(|replaced| replaced == id)) {
            [] => Err(self.unknown(kind, id)),
            [library] => Ok(offer(library, kind, id).expect("invariant: the selected library has the component")),
            several => Err(duplicate(kind, id, several)),
        }
    }

    fn unknown(&self, kind: Kind, id: &str) -> Diagnostic {
        let all = || self.libraries.iter().flat_map(|library| library.ids());
        if let Some((other, _)) = all().find(|(_, known)| known == id) {
            return Diagnostic::error(
                Code::PluginWrongKind,
                format!("`{id}` is {other}, not {kind}", other = words::a(*other), kind = words::a(kind)),
            )
            .with_expected(words::a(kind))
            .with_found(words::a(*other));
        }
        let same_kind: Vec<&str> = all().filter(|(known, _)| *known == kind).map(|(_, id)| id.as_str()).collect();
        let failed = self.failures().count();
        let help = match (same_kind.is_empty(), failed) {
            (true, 0) => format!("no plugin defines {a}; `sim doctor` lists the searched folders", a = words::a(kind)),
            (_, 0) => format!(
                "add the folder of its library with --plugins; `sim doctor` lists the searched folders; known: {known}",
                known = shortened(&same_kind)
            ),
            (_, count) => format!("{count} plugin files could not be loaded and may contain it: see `sim doctor`"),
        };
        let message = format!("no plugin defines {the} `{id}`", the = words::the(kind));
        let found =
            Diagnostic::error(Code::PluginUnknownComponent, message).with_nearest_of(id, same_kind.iter().copied());
        let is_misspelled = found.nearest.is_some();
        found.with_help(if is_misspelled { "`sim plugins` lists the ids of all components".into() } else { help })
    }
}

fn offer(library: &Arc<PluginLibrary>, kind: Kind, id: &str) -> Option<Offer> {
    Some(Offer { library: library.clone(), place: library.place(kind, id)? })
}

fn shadowed(kind: Kind, id: &str, library: &PluginLibrary, own: &PluginLibrary) -> Diagnostic {
    let name = &library.manifest().name;
    Diagnostic::warning(
        Code::PluginShadowed,
        format!(
            "the library `{name}` defines {the} `{id}` of the installation, which is used instead",
            the = words::the(kind)
        ),
    )
    .with_file(library.file.display().to_string())
    .with_expected(format!("an id that is not in {file}", file = own.file.display()))
    .with_found(format!("`{id}` in {file}", file = library.file.display()))
    .with_help(format!("add `replace: [\"{id}\"]` to the scene to use it, or give the component another id"))
}

fn shortened(ids: &[&str]) -> String {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    match sorted.len() {
        0..=12 => sorted.join(", "),
        n => format!("{ids} and {more} more (`sim plugins`)", ids = sorted[..12].join(", "), more = n - 12),
    }
}

fn duplicate(kind: Kind, id: &str, libraries: &[&Arc<PluginLibrary>]) -> Diagnostic {
    let files = libraries.iter().map(|library| library.file.display().to_string());
    let files = files.reduce(|one, other| format!("{one} and {other}"));
    Diagnostic::error(
        Code::PluginDuplicateId,
        format!("{count} libraries define {the} `{id}`", count = libraries.len(), the = words::the(kind)),
    )
    .with_expected("one")
    .with_found(files.unwrap_or_default())
    .with_help("remove one of the files from the plugin folders, or give its component another id")
}
