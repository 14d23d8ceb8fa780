//! An index in an OCI registry (Open Container Initiative), using the Distribution Specification, version 1.1.
//!
//! ```text
//! PREFIX/PUBLISHER/NAME:1.2.0            a version: a manifest whose layers are the archive, its signature and its picture
//! PREFIX/PUBLISHER/NAME:revoked-1.2.0    why that version must not be used any more
//! PREFIX/index:latest                    every pack with its newest version, for searching
//! ```
//!
//! The tags of a repository determine which versions exist, so concurrent publishers do not interfere with each other. The list for
//! searching is read, changed and written, and a registry cannot be locked in between: if two publish at the same moment, one may
//! drop the other's pack from the list. So the publisher checks afterward that its pack is listed, and tries again if not.

use crate::content::LARGEST_ICON;
use crate::folder::unchanged;
use crate::link::{Link, Trouble};
use crate::listed::{Listed, Revoked, damaged, list_text, read_list, sorted, with_versions};
use crate::request::{Body, Content, Request};
use crate::sign::{key_in, signature_file};
use crate::source::is_local;
use crate::store::no_temporary;
use crate::web::lost;
use crate::{Archive, archive_name};
use serde::{Deserialize, Serialize};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::digest::sha256;
use sim_core::packs::{PackName, Requirement, Version};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Media type of a manifest, as stored and requested.
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
/// Media type of the content `{}`, used as a placeholder.
const EMPTY: &str = "application/vnd.oci.empty.v1+json";
/// Artifact type of a version.
const PACK: &str = "application/vnd.simwright.simpack.v1+json";
/// Media type of its archive.
const ARCHIVE: &str = "application/vnd.simwright.simpack.archive.v1.tar+gzip";
/// Media type of its signature.
const SIGNATURE: &str = "application/vnd.simwright.simpack.signature.v1";
/// Media type of its icon.
const ICON: &str = "image/png";
/// Artifact type of a revocation.
const REVOCATION: &str = "application/vnd.simwright.simpack.revocation.v1+json";
/// Artifact type of the list of all packs.
const INDEX: &str = "application/vnd.simwright.simpack.index.v1+json";

/// Prefix of a tag that revokes a version; versions begin with a digit.
const REVOKED: &str = "revoked-";
/// Prefix of standard annotations.
const STANDARD: &str = "org.opencontainers.image.";
/// Prefix of custom annotations.
const OWN: &str = "vnd.simwright.simpack.";

/// Maximum size of a signature, bytes.
const LARGEST_SIGNATURE: u64 = 1 << 16;
/// Maximum size of a manifest, bytes, as is usual for registries.
const LARGEST_MANIFEST: u64 = 4 << 20;
/// Maximum number of a pack's versions to examine, newest first.
const MAX_VERSIONS: usize = 200;
/// Maximum number of pages in a list of tags.
const MAX_PAGES: usize = 20;
/// Maximum number of attempts if a registry refuses.
const TRIES: u32 = 6;
/// Delay before the second attempt; later delays are longer.
const PAUSE: Duration = Duration::from_millis(50);

/// Reference to content by its digest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    media_type: String,
    digest: String,
    size: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    annotations: BTreeMap<String, String>,
}

impl Descriptor {
    fn of(media_type: &str, bytes: &[u8], title: &str) -> Self {
        let title = Some(title).filter(|title| !title.is_empty());
        Self {
            media_type: media_type.to_owned(),
            digest: format!("sha256:{}", sha256(bytes)),
            size: bytes.len() as u64,
            annotations: title.map(|title| (format!("{STANDARD}title"), title.to_owned())).into_iter().collect(),
        }
    }

    fn sha256(&self) -> &str {
        self.digest.strip_prefix("sha256:").unwrap_or_default()
    }

    fn content(&self) -> Option<Content> {
        Some(Content { size: self.size, sha256: self.sha256().to_owned() })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    schema_version: u32,
    #[serde(default)]
    media_type: String,
    #[serde(default)]
    artifact_type: String,
    config: Descriptor,
    layers: Vec<Descriptor>,
    #[serde(default)]
    annotations: BTreeMap<String, String>,
}

impl Manifest {
    fn of(kind: &str, layers: Vec<Descriptor>, annotations: BTreeMap<String, String>) -> Self {
        Self {
            schema_version: 2,
            media_type: MANIFEST.to_owned(),
            artifact_type: kind.to_owned(),
            config: Descriptor::of(EMPTY, b"{}", ""),
            layers,
            annotations,
        }
    }

    fn layer(&self, kind: &str) -> Option<&Descriptor> {
        self.layers.iter().find(|layer| layer.media_type == kind)
    }

    fn said(&self, name: &str) -> &str {
        self.annotations.get(name).map_or("", String::as_str)
    }

    /// The manifest for publishing a version.
    fn of_pack(
        archive: &Archive,
        listed: &Listed,
        signature: Option<&str>,
        icon: Option<&[u8]>,
        key: Option<&str>,
    ) -> Self {
        let manifest = &archive.contents.manifest;
        let file = archive_name(&listed.name, &listed.version);
        let mut layers = vec![Descriptor::of(ARCHIVE, &archive.bytes, &file)];
        layers.extend(signature.map(|text| Descriptor::of(SIGNATURE, text.as_bytes(), &format!("{file}.minisig"))));
        layers.extend(icon.map(|png| Descriptor::of(ICON, png, &format!("{file}.png"))));
        let home = manifest.home.clone().unwrap_or_default();
        let requires: Vec<String> = listed.requires.iter().map(ToString::to_string).collect();
        let said = [
            (STANDARD, "title", listed.name.to_string()),
            (STANDARD, "version", listed.version.to_string()),
            (STANDARD, "description", listed.description.clone()),
            (STANDARD, "licenses", listed.license.clone()),
            (STANDARD, "authors", listed.authors.join(", ")),
            (STANDARD, "vendor", listed.name.publisher().to_owned()),
            (STANDARD, "url", home.clone()),
            (STANDARD, "source", home),
            // Requirements do not begin with a space, and ranges contain commas.
            (OWN, "requires", requires.join("; ")),
            (OWN, "targets", listed.targets.join("; ")),
            (OWN, "sources", manifest.sources.join("; ")),
            (OWN, "holds", listed.holds.join("; ")),
            (OWN, "grants", listed.grants.join("; ")),
            (OWN, "key", key.unwrap_or_default().to_owned()),
        ];
        let said = said.into_iter().filter(|(_, _, text)| !text.is_empty());
        Self::of(PACK, layers, said.map(|(family, name, text)| (format!("{family}{name}"), text)).collect())
    }

    /// The list entry from a version's manifest; `None` if it is not a pack.
    fn listed(&self, name: &PackName, version: &Version) -> Option<Result<Listed, String>> {
        let archive = self.layer(ARCHIVE)?;
        let list = |what: &str| -> Vec<String> {
            let text = self.said(&format!("{OWN}{what}"));
            text.split("; ").filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        let requires: Result<Vec<Requirement>, String> = list("requires")
            .into_iter()
            .map(|text| text.parse().map_err(|form: String| format!("`{text}`: {form}")))
            .collect();
        Some(requires.and_then(|requires| {
            Listed {
                name: name.clone(),
                version: version.clone(),
                sha256: archive.sha256().to_owned(),
                size: archive.size,
                description: self.said(&format!("{STANDARD}description")).to_owned(),
                license: self.said(&format!("{STANDARD}licenses")).to_owned(),
                requires,
                targets: list("targets"),
                sources: !list("sources").is_empty(),
                authors: self
                    .said(&format!("{STANDARD}authors"))
                    .split(", ")
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
                holds: list("holds"),
                signed: self.layer(SIGNATURE).is_some(),
                grants: list("grants"),
                icon: self.layer(ICON).is_some(),
                revoked: None,
            }
            .checked()
        }))
    }
}

/// Waits before another attempt. Some registries fail while another program writes the same tag or content; the delay
/// also depends on the process ID so that such programs do not collide again.
fn pause(number: u32) {
    std::thread::sleep(PAUSE * number + Duration::from_millis(u64::from(std::process::id() % 97)));
}

/// The tag of a version: tags cannot contain `+`, and versions no `_`.
fn tag_of(version: &Version) -> String {
    version.to_string().replace('+', "_")
}

/// The version of a tag; `None` for other tags.
fn version_of(tag: &str) -> Option<Version> {
    tag.replace('_', "+").parse().ok()
}

/// An index in a registry.
#[derive(Clone, Debug)]
pub(crate) struct Registry {
    server: String,
    prefix: String,
}

impl Registry {
    /// The index on a server, with this repository prefix.
    pub fn at(server: &str, prefix: &str) -> Self {
        Self { server: server.to_owned(), prefix: prefix.to_owned() }
    }

    fn repository(&self, name: &str) -> String {
        let slash = if self.prefix.is_empty() { "" } else { "/" };
        format!("{}{slash}{name}", self.prefix)
    }

    /// The URL of an item in a repository.
    fn address(&self, repository: &str, rest: &str) -> String {
        let scheme = if is_local(&self.server) { "http" } else { "https" };
        format!("{scheme}://{}/v2/{repository}/{rest}", self.server)
    }

    /// Location of a version's archive, for display.
    pub fn place(&self, listed: &Listed) -> String {
        format!("oci://{}/{}:{}", self.server, self.repository(&listed.name.to_string()), tag_of(&listed.version))
    }

    fn get(&self, repository: &str, rest: &str, link: &Link) -> Request {
        let right = format!("repository:{repository}:pull");
        Request { right, ..link.request("GET", self.address(repository, rest)) }
    }

    fn put(&self, method: &str, repository: &str, url: String, link: &Link) -> Request {
        Request { right: format!("repository:{repository}:pull,push"), ..link.request(method, url) }
    }

    /// The manifest with a tag; `None` if it does not exist.
    fn manifest(&self, repository: &str, tag: &str, link: &Link) -> Result<Option<Manifest>, Trouble> {
        let rest = format!("manifests/{tag}");
        let request = self.get(repository, &rest, link);
        let accept = vec![("Accept".to_owned(), MANIFEST.to_owned())];
        let request = Request { header: accept, most: LARGEST_MANIFEST, ..request };
        let Some(answer) = link.find(tag, request)? else { return Ok(None) };
        let place = self.address(repository, &rest);
        let manifest = serde_json::from_str(&answer.text).map_err(|error| damaged(&place, error.to_string()));
        Ok(Some(manifest?))
    }

    /// The tags of a repository.
    fn tags(&self, repository: &str, link: &Link) -> Result<Vec<String>, Trouble> {
        #[derive(Deserialize)]
        struct Tags {
            tags: Option<Vec<String>>,
        }
        let (mut all, mut request) = (Vec::new(), self.get(repository, "tags/list?n=1000", link));
        for _ in 0..MAX_PAGES {
            let url = request.url.clone();
            let Some(answer) = link.find(repository, request)? else { break };
            let part: Tags = serde_json::from_str(&answer.text).map_err(|error| damaged(&url, error.to_string()))?;
            all.extend(part.tags.unwrap_or_default());
            let Some(next) = answer.next else { break };
            request = Request { url: next, ..self.get(repository, "", link) };
        }
        Ok(all)
    }

    /// The newest version of every pack; `None` without an index.
    pub fn all(&self, link: &Link) -> Result<Option<Vec<Listed>>, Trouble> {
        let repository = self.repository("index");
        let Some(manifest) = self.manifest(&repository, "latest", link)? else { return Ok(None) };
        let Some(list) = manifest.layer(INDEX) else { return Ok(None) };
        let rest = format!("blobs/{}", list.digest);
        let request = Request { content: list.content(), ..self.get(&repository, &rest, link) };
        let most = request.most;
        if list.size > most {
            return Err(damaged(&self.address(&repository, &rest), format!("{} bytes", list.size)).into());
        }
        let Some(answer) = link.find("index.json", request)? else { return Ok(None) };
        Ok(Some(read_list(answer.text.as_bytes(), &self.address(&repository, &rest))?))
    }

    /// The versions of a pack, newest first.
    pub fn versions(&self, name: &PackName, link: &Link) -> Result<Vec<Listed>, Trouble> {
        Ok(self.versions_and_key(name, link)?.0)
    }

    /// The versions of a pack, newest first, and the publisher's key from the newest version that has one.
    pub fn versions_and_key(&self, name: &PackName, link: &Link) -> Result<(Vec<Listed>, Option<String>), Trouble> {
        let repository = self.repository(&name.to_string());
        let tags = self.tags(&repository, link)?;
        let mut versions: Vec<Version> = tags.iter().filter_map(|tag| version_of(tag)).collect();
        versions.sort_by(|one, other| other.cmp(one));
        let (mut all, mut key) = (Vec::new(), None);
        for version in versions.into_iter().take(MAX_VERSIONS) {
            let tag = tag_of(&version);
            let Some(manifest) = self.manifest(&repository, &tag, link)? else { continue };
            let Some(listed) = manifest.listed(name, &version) else { continue };
            let place = self.address(&repository, &format!("manifests/{tag}"));
            let mut listed = listed.map_err(|what| damaged(&place, what))?;
            key = key.or_else(|| key_in(manifest.said(&format!("{OWN}key"))));
            let revocation = format!("{REVOKED}{tag}");
            if tags.contains(&revocation) {
                let manifest = self.manifest(&repository, &revocation, link)?;
                let reason = manifest.map(|manifest| manifest.said(&format!("{STANDARD}description")).to_owned());
                listed.revoked = Some(reason.unwrap_or_default());
                listed = listed.checked().map_err(|what| damaged(&place, what))?;
            }
            all.push(listed);
        }
        Ok((sorted(all, name), key))
    }

    /// Fetches the archive of a version into a file. Returns its signature, and the publisher's key published with it.
    pub fn fetch(
        &self,
        listed: &Listed,
        file: &Path,
        link: &Link,
    ) -> Result<(Option<String>, Option<String>), Diagnostic> {
        let repository = self.repository(&listed.name.to_string());
        let lost = || lost(&self.place(listed));
        let manifest = self.manifest(&repository, &tag_of(&listed.version), link)?.ok_or_else(lost)?;
        let content = Some(Content { size: listed.size, sha256: listed.sha256.clone() });
        let request = self.get(&repository, &format!("blobs/sha256:{}", listed.sha256), link);
        let request = Request { file: Some(file.to_path_buf()), content, ..request };
        let name = archive_name(&listed.name, &listed.version);
        link.find(&name, request)?.ok_or_else(lost)?;
        let signature = self.signature_in(&manifest, listed, link)?;
        Ok((signature, key_in(manifest.said(&format!("{OWN}key")))))
    }

    /// Fetches the icon of a version into a file. Returns whether it exists.
    pub fn fetch_icon(&self, listed: &Listed, file: &Path, link: &Link) -> Result<bool, Trouble> {
        let repository = self.repository(&listed.name.to_string());
        let manifest = self.manifest(&repository, &tag_of(&listed.version), link)?;
        let layer = manifest.as_ref().and_then(|manifest| manifest.layer(ICON));
        let Some(layer) = layer.filter(|layer| layer.size <= LARGEST_ICON) else { return Ok(false) };
        let request = self.get(&repository, &format!("blobs/{}", layer.digest), link);
        let request = Request { file: Some(file.to_path_buf()), content: layer.content(), ..request };
        Ok(link.find(&listed.name.to_string(), request)?.is_some())
    }

    /// The signature of a version.
    pub fn signature(&self, listed: &Listed, link: &Link) -> Result<Option<String>, Diagnostic> {
        let repository = self.repository(&listed.name.to_string());
        match self.manifest(&repository, &tag_of(&listed.version), link)? {
            Some(manifest) => self.signature_in(&manifest, listed, link),
            None => Ok(None),
        }
    }

    fn signature_in(&self, manifest: &Manifest, listed: &Listed, link: &Link) -> Result<Option<String>, Diagnostic> {
        let layer = manifest.layer(SIGNATURE).filter(|layer| layer.size <= LARGEST_SIGNATURE);
        let Some(layer) = layer else { return Ok(None) };
        let repository = self.repository(&listed.name.to_string());
        let request = self.get(&repository, &format!("blobs/{}", layer.digest), link);
        let name = archive_name(&listed.name, &listed.version);
        Ok(link.find(&name, Request { content: layer.content(), ..request })?.map(|answer| answer.text))
    }

    /// Adds an archive to the registry, next to these versions, with its signature and its publisher's public key, if given.
    pub fn publish(
        &self,
        archive: &Archive,
        versions: &[Listed],
        signature: Option<&str>,
        key: Option<&str>,
        link: &Link,
    ) -> Result<Listed, Diagnostic> {
        let listed = Listed::of(archive, signature.is_some());
        let (name, tag) = (listed.name.to_string(), tag_of(&listed.version));
        let repository = self.repository(&name);
        if let Some(known) = versions.iter().find(|known| known.version.cmp_precedence(&listed.version).is_eq()) {
            unchanged(known, &listed).map_err(|finding| finding.with_file(self.place(&listed)))?;
        }
        let icon = archive.icon();
        let manifest = Manifest::of_pack(archive, &listed, signature, icon.as_deref(), key);
        let file = archive_name(&listed.name, &listed.version);
        self.push_blob(&repository, &file, &manifest.layers[0], Body::File(archive.name.clone().into()), link)?;
        if let (Some(layer), Some(signature)) = (manifest.layer(SIGNATURE), signature) {
            let title = signature_file(Path::new(&file)).display().to_string();
            self.push_blob(&repository, &title, layer, Body::Text(signature.to_owned()), link)?;
        }
        if let (Some(layer), Some(icon)) = (manifest.layer(ICON), icon) {
            let mut png = tempfile::NamedTempFile::new().map_err(|error| no_temporary(&error))?;
            png.write_all(&icon).map_err(|error| no_temporary(&error))?;
            self.push_blob(&repository, &format!("{file}.png"), layer, Body::File(png.path().to_path_buf()), link)?;
        }
        self.push_manifest(&repository, &tag, &manifest, link)?;
        self.update_list(&listed.name, link)?;
        Ok(listed)
    }

    /// Revokes versions of a pack. Returns all matching versions.
    pub fn revoke(&self, what: &Requirement, reason: &str, link: &Link) -> Result<Vec<Revoked>, Diagnostic> {
        let repository = self.repository(&what.name.to_string());
        let versions = self.versions(&what.name, link)?;
        let chosen: Vec<&Listed> = versions.iter().filter(|listed| what.covers(&listed.version)).collect();
        for listed in chosen.iter().filter(|listed| listed.revoked.is_none()) {
            let said = [("title", format!("{} {}", listed.name, listed.version)), ("description", reason.to_owned())];
            let said = said.map(|(name, text)| (format!("{STANDARD}{name}"), text));
            let manifest = Manifest::of(REVOCATION, vec![Descriptor::of(EMPTY, b"{}", "")], said.into());
            self.push_manifest(&repository, &format!("{REVOKED}{}", tag_of(&listed.version)), &manifest, link)?;
        }
        if !chosen.is_empty() {
            self.update_list(&what.name, link)?;
        }
        Ok(chosen.into_iter().map(Revoked::of).collect())
    }

    /// Uploads a blob unless the repository already has it.
    fn push_blob(
        &self,
        repository: &str,
        title: &str,
        blob: &Descriptor,
        body: Body,
        link: &Link,
    ) -> Result<(), Trouble> {
        let there = self.put("HEAD", repository, self.address(repository, &format!("blobs/{}", blob.digest)), link);
        if link.find(title, there)?.is_some() {
            return Ok(());
        }
        let begin = self.put("POST", repository, self.address(repository, "blobs/uploads/"), link);
        let url = begin.url.clone();
        let answer = link.find(title, begin)?.ok_or_else(|| self.no_registry(&url))?;
        let place = answer.location.ok_or_else(|| self.no_registry(&url))?;
        let mark = if place.contains('?') { '&' } else { '?' };
        let request = self.put("PUT", repository, format!("{place}{mark}digest={}", blob.digest), link);
        let header = vec![("Content-Type".to_owned(), "application/octet-stream".to_owned())];
        link.find(title, Request { header, body, ..request })?.ok_or_else(|| self.no_registry(&place))?;
        Ok(())
    }

    /// Uploads a manifest under a tag, and the empty content that it references.
    fn push_manifest(&self, repository: &str, tag: &str, manifest: &Manifest, link: &Link) -> Result<(), Trouble> {
        for number in 1..TRIES {
            match self.try_manifest(repository, tag, manifest, link) {
                Err(trouble) if trouble.refused => pause(number),
                other => return other,
            }
        }
        self.try_manifest(repository, tag, manifest, link)
    }

    fn try_manifest(&self, repository: &str, tag: &str, manifest: &Manifest, link: &Link) -> Result<(), Trouble> {
        self.push_blob(repository, tag, &manifest.config, Body::Text("{}".to_owned()), link)?;
        let text = serde_json::to_string(manifest).expect("invariant: a manifest has text keys");
        let url = self.address(repository, &format!("manifests/{tag}"));
        let request = self.put("PUT", repository, url.clone(), link);
        let header = vec![("Content-Type".to_owned(), MANIFEST.to_owned())];
        link.find(tag, Request { header, body: Body::Text(text), ..request })?.ok_or_else(|| self.no_registry(&url))?;
        Ok(())
    }

    /// Updates the list of all packs with the versions of one, and checks that the update persists.
    fn update_list(&self, name: &PackName, link: &Link) -> Result<(), Diagnostic> {
        let versions = self.versions(name, link)?;
        for number in 1..TRIES {
            match self.is_listed(name, &versions, link) {
                Ok(true) => return Ok(()),
                Err(trouble) if !trouble.refused => return Err(trouble.into()),
                _ => pause(number),
            }
        }
        self.is_listed(name, &versions, link)?;
        Ok(())
    }

    /// Whether the list of all packs is up to date with the versions of one. If not, writes it.
    fn is_listed(&self, name: &PackName, versions: &[Listed], link: &Link) -> Result<bool, Trouble> {
        let repository = self.repository("index");
        let all = self.all(link)?.unwrap_or_default();
        let new = with_versions(all.clone(), name, versions);
        if new == all && !all.is_empty() {
            return Ok(true);
        }
        let text = list_text(&new).expect("invariant: a list has text keys");
        let layer = Descriptor::of(INDEX, &text, "index.json");
        let text = String::from_utf8(text).expect("invariant: JSON is UTF-8");
        self.push_blob(&repository, "index.json", &layer, Body::Text(text), link)?;
        let said = [(format!("{STANDARD}title"), "index".to_owned())].into();
        self.push_manifest(&repository, "latest", &Manifest::of(INDEX, vec![layer], said), link)?;
        Ok(false)
    }

    fn no_registry(&self, url: &str) -> Diagnostic {
        let message = "the server is not an OCI registry";
        let help = "check the address: `oci://host/path`, as in `docker push host/path/…`";
        Diagnostic::error(Code::PackNetwork, message).with_file(url.to_owned()).with_help(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_fuzz::{Depth, Random, fuzz, mutate};

    #[test]
    fn a_tag_says_which_version_it_is() {
        for version in ["1.2.0", "1.2.0-beta.1", "1.2.0+linux.5", "1.2.0-rc.1+a"] {
            let version: Version = version.parse().unwrap();
            let tag = tag_of(&version);
            assert!(!tag.contains('+') && version_of(&tag) == Some(version), "{tag}");
        }
        for other in ["latest", "revoked-1.2.0", "1.2", "sha256-00"] {
            assert_eq!(version_of(other), None, "{other}");
        }
    }

    /// The manifest of a version, as a third party may write it.
    fn text(digest: &str, size: &str, requires: &str) -> String {
        format!(
            "{{\"schemaVersion\": 2, \"mediaType\": \"{MANIFEST}\",
              \"config\": {{\"mediaType\": \"{EMPTY}\", \"digest\": \"sha256:1\", \"size\": 2}},
              \"layers\": [{{\"mediaType\": \"{ARCHIVE}\", \"digest\": \"{digest}\", \"size\": {size}}}],
              \"annotations\": {{\"{OWN}requires\": \"{requires}\", \"{STANDARD}description\": \"a\\u001b[2Jb\"}}}}"
        )
    }

    #[test]
    fn fuzz_manifests_of_registries() {
        let (name, version): (PackName, Version) = ("acme/rover".parse().unwrap(), "1.0.0".parse().unwrap());
        let good = text(&format!("sha256:{}", "0".repeat(64)), "5", "acme/wheels@>=1, <3; acme/arm");
        let tokens = ["sha256:", "; ", "acme/arm@^1", "\"size\": -1", "[", "{", "\\u0000", "99999999999999999999"];
        let damaged = |random: &mut Random| mutate(good.as_bytes(), good.as_bytes(), &tokens, random);
        fuzz("manifests of packs", 5_000, [0.02, 0.02], damaged, |bytes| {
            match serde_json::from_slice::<Manifest>(bytes) {
                Err(_) => Depth::Form,
                Ok(manifest) => match manifest.listed(&name, &version) {
                    Some(Ok(listed)) => {
                        assert!(listed.sha256.len() == 64 && !listed.description.contains('\u{1b}'), "{listed:?}");
                        Depth::Accepted
                    }
                    _ => Depth::Meaning,
                },
            }
        });
    }

    #[test]
    fn what_a_foreign_manifest_says_is_checked() {
        let name: PackName = "acme/rover".parse().unwrap();
        let version: Version = "1.0.0".parse().unwrap();
        let listed = |digest: &str, size: &str, requires: &str| {
            let manifest: Manifest = serde_json::from_str(&text(digest, size, requires)).unwrap();
            manifest.listed(&name, &version).expect("it is a pack")
        };
        let digest = format!("sha256:{}", "0".repeat(64));
        let right = listed(&digest, "5", "acme/wheels@>=1, <3; acme/arm").unwrap();
        assert_eq!((right.requires.len(), right.description.as_str(), right.signed), (2, "a [2Jb", false));
        for (digest, size, requires) in [("sha512:00", "5", ""), (&digest, "99999999999999", ""), (&digest, "5", "x")] {
            listed(digest, size, requires).unwrap_err();
        }
    }
}
