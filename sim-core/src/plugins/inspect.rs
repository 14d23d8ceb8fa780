//! What can be said of a library file before any of its code runs.

use super::platform;
use crate::diagnostic::{Code, Diagnostic};
use object::read::{ExportTarget, NameOrOrdinal};
use object::{Architecture, BinaryFormat, Object, ObjectSection};
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR, AbiStamp};
use std::path::Path;

/// Checks that a file is a plugin of this simulator, built for this machine and for this ABI.
pub(super) fn inspect(path: &Path, bytes: &[u8]) -> Result<AbiStamp, Diagnostic> {
    let file = parse(bytes)?;
    check_machine(&file)?;
    let stamp = read_stamp(&file, path)?;
    check_stamp(&stamp)?;
    Ok(stamp)
}

fn parse(bytes: &[u8]) -> Result<object::File<'_>, Diagnostic> {
    let format = object::FileKind::parse(bytes);
    let library_kinds =
        [object::FileKind::Elf64, object::FileKind::Elf32, object::FileKind::MachO64, object::FileKind::Pe64];
    match format {
        Ok(kind) if library_kinds.contains(&kind) => {}
        _ => {
            return Err(Diagnostic::error(Code::PluginNotLibrary, "the file is not a shared library")
                .with_expected(format!("a shared library for {}", platform::host()))
                .with_found(describe(bytes))
                .with_help(
                    "build the plugin with `cargo build` and crate-type = [\"cdylib\"], then copy the library it makes",
                ));
        }
    }
    object::File::parse(bytes).map_err(|error| {
        Diagnostic::error(Code::PluginUnreadable, "the library is damaged or incomplete")
            .with_expected("a whole file")
            .with_found(format!("{} bytes: {error}", bytes.len()))
            .with_help("copy the library again; if the copy was still running, wait until it is done")
    })
}

fn describe(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(40)];
    match std::str::from_utf8(start) {
        _ if bytes.is_empty() => "an empty file".into(),
        Ok(text) if !text.contains('\0') => format!("text that begins with {text:?}"),
        _ => format!("{} bytes of another kind", bytes.len()),
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
        _ => return Ok(()), // the loader will say
    };
    if (file.format(), file.architecture()) == (format, architecture) {
        return Ok(());
    }
    Err(Diagnostic::error(Code::PluginArchitecture, "the library was built for another machine")
        .with_expected(format!("{} ({architecture:?}, {format:?})", platform::host()))
        .with_found(format!("{:?}, {:?}", file.architecture(), file.format()))
        .with_help(format!("build it on this machine, or with `cargo build --target` for {}", platform::host())))
}

fn no_entry(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginNoEntry, "the library is not a plugin of this simulator")
        .with_expected(format!("an exported `{}`", AbiStamp::SYMBOL))
        .with_found(found)
        .with_help("export its components with the macro `sim_abi::export!`; `sim new controller NAME` shows how")
}

fn read_stamp(file: &object::File<'_>, path: &Path) -> Result<AbiStamp, Diagnostic> {
    let exports = file.exports().map_err(|error| no_entry(format!("its list of exports cannot be read: {error}")))?;
    // Mach-O puts an underscore before every name.
    let is_stamp = |name: &[u8]| name.strip_prefix(b"_").unwrap_or(name) == AbiStamp::SYMBOL.as_bytes();
    let mut others = 0;
    let mut address = None;
    for export in exports {
        let export = export.map_err(|error| no_entry(format!("its list of exports cannot be read: {error}")))?;
        match (export.name(), export.target()) {
            (NameOrOrdinal::Name(name), ExportTarget::Address { address: at }) if is_stamp(name) => address = Some(at),
            _ => others += 1,
        }
    }
    let Some(address) = address else {
        return Err(no_entry(format!("{others} other exported names")));
    };
    let size = size_of::<AbiStamp>() as u64;
    let data = file.sections().find_map(|section| section.data_range(address, size).ok().flatten());
    let Some(data) = data.filter(|data| data.starts_with(&AbiStamp::MAGIC)) else {
        return Err(no_entry(format!("an `{}` of another program in {}", AbiStamp::SYMBOL, path.display())));
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
            .with_help("rebuild the plugin with the sim-abi crate of this program"));
    }
    if stamp.major > ABI_MAJOR {
        return Err(Diagnostic::error(Code::PluginAbiNewer, "the plugin was built for a newer ABI")
            .with_expected(ours)
            .with_found(theirs)
            .with_help("update this program, or rebuild the plugin with the sim-abi crate of this program"));
    }
    if stamp.unwinds == 0 {
        return Err(Diagnostic::error(Code::PluginAborts, "the plugin was built with panic = \"abort\"")
            .with_expected("panic = \"unwind\", so that a panic stops the plugin and not the program")
            .with_found("panic = \"abort\"")
            .with_help("remove `panic = \"abort\"` from the profile in its Cargo.toml and rebuild it"));
    }
    Ok(())
}
