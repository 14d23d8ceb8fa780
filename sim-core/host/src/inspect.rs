//! Inspects a library file before any of its code runs.

use super::limits::MAX_MANIFEST_LEN;
use super::platform;
use object::read::{ExportTarget, NameOrOrdinal};
use object::{Architecture, BinaryFormat, Object, ObjectSection};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR, AbiStamp};
use sim_diagnostics::{Code, Diagnostic};
use std::path::Path;

/// Data found in a library file.
pub(super) struct Inspected {
    pub(super) stamp: AbiStamp,
    /// The manifest, if the library contains it as data.
    pub(super) manifest: Option<String>,
}

/// Properties of a library file, for any platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// Major and minor version of the ABI that it was built for.
    pub abi: (u32, u32),
    /// The architecture as in target triples: `x86_64`, `aarch64`, `riscv64`, `i686`; another name for others.
    pub processor: String,
    /// The operating system as in target triples: `linux`, `darwin`, `windows`.
    pub system: &'static str,
}

/// Reads the properties of a library file without running any of its code. `path` identifies the file in diagnostics.
///
/// # Errors
/// When the file is not a library, or not a plugin of this simulator.
pub fn library_file(path: &Path, bytes: &[u8]) -> Result<LibraryFile, Diagnostic> {
    let file = parse(bytes)?;
    let [stamp] = find_exports(&file, [AbiStamp::SYMBOL])?;
    let stamp = read_stamp(&file, path, stamp)?;
    let processor = match file.architecture() {
        Architecture::X86_64 => "x86_64".to_owned(),
        Architecture::Aarch64 => "aarch64".to_owned(),
        Architecture::Riscv64 => "riscv64".to_owned(),
        Architecture::I386 => "i686".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    };
    let system = match file.format() {
        BinaryFormat::MachO => "darwin",
        BinaryFormat::Pe => "windows",
        _ => "linux",
    };
    Ok(LibraryFile { abi: (stamp.major, stamp.minor), processor, system })
}

/// Checks that a file is a plugin of this simulator, built for this machine and this ABI.
pub(super) fn inspect(path: &Path, bytes: &[u8]) -> Result<Inspected, Diagnostic> {
    let file = parse(bytes)?;
    check_machine(&file)?;
    let [stamp, manifest] = find_exports(&file, [AbiStamp::SYMBOL, AbiStamp::MANIFEST])?;
    let stamp = read_stamp(&file, path, stamp)?;
    check_stamp(&stamp)?;
    let manifest = manifest.map(|address| read_manifest(&file, address)).transpose()?;
    Ok(Inspected { stamp, manifest })
}

fn parse(bytes: &[u8]) -> Result<object::File<'_>, Diagnostic> {
    let format = object::FileKind::parse(bytes);
    let library_kinds =
        [object::FileKind::Elf64, object::FileKind::Elf32, object::FileKind::MachO64, object::FileKind::Pe64];
    match format {
        Ok(kind) if library_kinds.contains(&kind) => {}
        _ => {
            return Err(Diagnostic::error(Code::PluginNotLibrary, "the file is not a shared library")
                .with_expected(format!("a shared library for {host}", host = platform::host()))
                .with_found(describe(bytes))
                .with_help(
                    "copy the library created by the build: `cargo build` with crate-type = [\"cdylib\"] for Rust, \
                     `cc -shared -fPIC` for C",
                ));
        }
    }
    object::File::parse(bytes).map_err(|error| {
        Diagnostic::error(Code::PluginUnreadable, "the library is damaged or incomplete")
            .with_expected("a complete file")
            .with_found(format!("{count} bytes: {error}", count = bytes.len()))
            .with_help("copy the library again, or wait until the current copy is complete")
    })
}

fn describe(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(40)];
    match std::str::from_utf8(start) {
        _ if bytes.is_empty() => "an empty file".to_string(),
        Ok(text) if !text.contains('\0') => format!("text that begins with {text:?}"),
        _ => format!("{count} bytes of other data", count = bytes.len()),
    }
}

fn check_machine(file: &object::File<'_>) -> Result<(), Diagnostic> {
    let format = if cfg!(target_os = "windows") {
        BinaryFormat::Pe
    } else if cfg!(target_os = "macos") {
        BinaryFormat::MachO
    } else {
        BinaryFormat::Elf
    };
    let architecture = match std::env::consts::ARCH {
        "x86_64" => Architecture::X86_64,
        "aarch64" => Architecture::Aarch64,
        "riscv64" => Architecture::Riscv64,
        "x86" => Architecture::I386,
        _ => return Ok(()), // the loader reports it
    };
    if (file.format(), file.architecture()) == (format, architecture) {
        return Ok(());
    }
    Err(Diagnostic::error(Code::PluginArchitecture, "the library was built for another machine")
        .with_expected(format!("{} ({architecture:?}, {format:?})", platform::host()))
        .with_found(format!("{:?}, {:?}", file.architecture(), file.format()))
        .with_help(format!("build it on this machine, or with a compiler for {host}", host = platform::host())))
}

fn no_entry(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginNoEntry, "the library is not a plugin of this simulator")
        .with_expected(format!("an exported `{symbol}`", symbol = AbiStamp::SYMBOL))
        .with_found(found)
        .with_help(
            "export its components with `sim_abi::export!`, in C with `SIM_PLUGIN_LIBRARY`; `sim new controller NAME \
             [--lang c]` shows how",
        )
}

/// Addresses of these exported names, and the number of other exports.
fn find_exports<const N: usize>(file: &object::File<'_>, wanted: [&str; N]) -> Result<[Place; N], Diagnostic> {
    let unreadable = |error: object::Error| no_entry(format!("unreadable list of exports: {error}"));
    let mut places = [None; N];
    let mut others = 0;
    for export in file.exports().map_err(unreadable)? {
        let export = export.map_err(unreadable)?;
        let (NameOrOrdinal::Name(name), ExportTarget::Address { address }) = (export.name(), export.target()) else {
            others += 1;
            continue;
        };
        // Mach-O prefixes every name with an underscore.
        let name = name.strip_prefix(b"_").unwrap_or(name);
        match wanted.iter().position(|wanted| wanted.as_bytes() == name) {
            Some(index) => places[index] = Some(address),
            None => others += 1,
        }
    }
    if places[0].is_none() {
        return Err(no_entry(format!("{others} other exported names")));
    }
    Ok(places)
}

/// The manifest of a library that contains it as data: a zero-terminated text.
fn read_manifest(file: &object::File<'_>, address: u64) -> Result<String, Diagnostic> {
    let refused = |found: &str| {
        Diagnostic::error(Code::PluginDeclaration, "the plugin's manifest cannot be read")
            .with_expected(format!("`{manifest}`: zero-terminated JSON in UTF-8", manifest = AbiStamp::MANIFEST))
            .with_found(found)
            .with_help("export the text itself as a constant byte array, not a pointer to it")
    };
    let data = file.sections().find_map(|section| from(&section, address));
    let data = data.ok_or_else(|| refused("not in the file"))?;
    match data.iter().take(MAX_MANIFEST_LEN + 1).position(|byte| *byte == 0) {
        Some(end) => String::from_utf8(data[..end].to_vec()).map_err(|error| refused(&error.to_string())),
        None if data.len() > MAX_MANIFEST_LEN => {
            Err(refused(&format!("no terminating zero within {MAX_MANIFEST_LEN} bytes")))
        }
        None => Err(refused("no end")),
    }
}

/// The data of a section from an address on.
fn from<'data>(section: &object::Section<'data, '_>, address: u64) -> Option<&'data [u8]> {
    let end = section.address().checked_add(section.size())?;
    if !(section.address()..end).contains(&address) {
        return None;
    }
    section.data_range(address, end - address).ok().flatten()
}

/// Address of an exported name.
type Place = Option<u64>;

fn read_stamp(file: &object::File<'_>, path: &Path, address: Place) -> Result<AbiStamp, Diagnostic> {
    let address = address.expect("invariant: files without the stamp have been rejected");
    let size = size_of::<AbiStamp>() as u64;
    let data = file.sections().find_map(|section| section.data_range(address, size).ok().flatten());
    let Some(data) = data.filter(|data| data.starts_with(&AbiStamp::MAGIC)) else {
        return Err(no_entry(format!(
            "an `{symbol}` of another program in {path}",
            symbol = AbiStamp::SYMBOL,
            path = path.display()
        )));
    };
    let word = |at: usize| u32::from_ne_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
    let reserved = data[17..24].try_into().expect("invariant: the range is seven bytes long");
    Ok(AbiStamp { magic: AbiStamp::MAGIC, major: word(8), minor: word(12), unwinds: data[16], reserved })
}

fn check_stamp(stamp: &AbiStamp) -> Result<(), Diagnostic> {
    let ours = format!("ABI {ABI_MAJOR}.x (this program has {ABI_MAJOR}.{ABI_MINOR})");
    let theirs = format!("ABI {}.{}", stamp.major, stamp.minor);
    if stamp.major < ABI_MAJOR {
        return Err(Diagnostic::error(Code::PluginAbiOlder, "the plugin was built for an older ABI")
            .with_expected(ours)
            .with_found(theirs)
            .with_help("rebuild the plugin with the sim-abi crate or sim.h of this program"));
    }
    if stamp.major > ABI_MAJOR {
        return Err(Diagnostic::error(Code::PluginAbiNewer, "the plugin was built for a newer ABI")
            .with_expected(ours)
            .with_found(theirs)
            .with_help("update this program, or rebuild the plugin with the sim-abi crate or sim.h of this program"));
    }
    if stamp.unwinds == 0 {
        return Err(Diagnostic::error(Code::PluginAborts, "the plugin was built with panic = \"abort\"")
            .with_expected("panic = \"unwind\", so that a panic stops the plugin and not the program")
            .with_found("panic = \"abort\"")
            .with_help("remove `panic = \"abort\"` from the profile in its Cargo.toml and rebuild it"));
    }
    Ok(())
}
