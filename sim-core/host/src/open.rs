//! Loads one library file into this process: private copy, initializers, layout check, manifest.

use super::limits::MAX_MANIFEST_LEN;
use super::manifest::no_manifest;
use super::{float_state, platform};
use libloading::Library;
use sim_abi::ffi::abi_stable::StableAbi;
use sim_abi::ffi::abi_stable::abi_stability::abi_checking::{
    AbiInstability, AbiInstabilityErrors, CheckingGlobals, check_layout_compatibility_with_globals,
};
use sim_abi::ffi::abi_stable::library::{AbiHeaderRef, ROOT_MODULE_LOADER_NAME_WITH_NUL};
use sim_abi::ffi::abi_stable::type_layout::TypeLayout;
use sim_abi::ffi::layout::BoundaryRef;
use sim_abi::ffi::module::{AbiStamp, Module};
use sim_abi::ffi::reply::Answer;
use sim_abi::ffi::views::{Growing, size_at};
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Folders for private copies, best first.
pub(super) type Copies = Arc<Vec<tempfile::TempDir>>;

/// Writes a copy with a unique name: a loaded file must never be overwritten.
pub(super) fn private_copy(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let mut copy = tempfile::Builder::new().suffix(&format!("-{name}")).tempfile_in(folder)?;
    std::io::Write::write_all(&mut copy, bytes)?;
    copy.into_temp_path().keep().map_err(|error| error.error)
}

/// Result of earlier layout checks of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layouts {
    /// Not checked yet.
    Unknown,
    /// This program has found them compatible before.
    Checked,
}

/// Opens a private copy in sealed memory, without a file name: it cannot be changed, so exactly these bytes run. The error has the code
/// [`Code::PluginUnreadable`] if the system lacks such memory or does not allow executing it.
#[cfg(target_os = "linux")]
pub(super) fn load_sealed(name: &str, bytes: &[u8], layouts: Layouts) -> Result<&'static Module, Diagnostic> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    use std::os::fd::AsRawFd;
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let sealed = || -> std::io::Result<std::fs::File> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut file = std::fs::File::from(memfd_create(name, flags)?);
        std::io::Write::write_all(&mut file, bytes)?;
        fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        Ok(file)
    };
    let file = sealed().map_err(|error| {
        let message = "the library cannot be copied before loading";
        Diagnostic::error(Code::PluginUnreadable, message).with_found(error.to_string())
    })?;
    load(Path::new(&descriptor_path(file.as_raw_fd(), COUNT.fetch_add(1, Ordering::Relaxed))), layouts)
}

/// A path of an open file. The loader treats libraries with equal paths as one, and file descriptors are reused, so paths with
/// different counts differ.
#[cfg(target_os = "linux")]
fn descriptor_path(file: std::os::fd::RawFd, count: u64) -> String {
    let spelling = (0..u64::BITS).map(|bit| if count >> bit & 1 == 1 { ".//" } else { "./" });
    format!("/proc/self/fd/{}{file}", spelling.collect::<String>())
}

/// Opens a private copy.
pub(super) fn load(copy: &Path, layouts: Layouts) -> Result<&'static Module, Diagnostic> {
    // SAFETY: opening a library runs its initializers. The file has been recognized as a plugin of this simulator, and
    // plugins are trusted code: nothing can make native code in our process safe.
    let opened = float_state::keep(|| unsafe { Library::new(copy) });
    let opened = opened.map_err(|fault| {
        Diagnostic::error(
            Code::PluginUnreadable,
            format!("the library cannot be used: {message}", message = fault.message()),
        )
        .with_help(fault.advice())
    })?;
    // Never unloaded: its code and statics stay valid until the program ends.
    let library: &'static Library = Box::leak(Box::new(opened.map_err(|error| explain_open(&error))?));
    // A library in a language other than Rust lacks an abi_stable header; for it, the stamp must suffice.
    // SAFETY: the symbol, if present, is the `LibHeader` static that abi_stable's format prescribes for this name.
    let header = unsafe { library.get::<AbiHeaderRef>(ROOT_MODULE_LOADER_NAME_WITH_NUL.as_bytes()) };
    if let (Ok(header), Layouts::Unknown) = (header, layouts) {
        let header = header.upgrade().map_err(|error| layout(&error))?;
        if let Some(theirs) = header.layout() {
            check_layouts(theirs)?;
        }
    }
    // SAFETY: a library with the stamp of this major version has a `Module` under this name.
    let module = unsafe { library.get::<*const Module>(AbiStamp::MODULE.as_bytes()) };
    large_enough(*module.map_err(|error| no_module(error.to_string()))?)
}

/// The module, if it has all fields of the first version: only these are used without checking its size.
pub(super) fn large_enough(module: *const Module) -> Result<&'static Module, Diagnostic> {
    // SAFETY: a module begins with its size, and is a static of code that stays loaded.
    let size = if module.is_null() { 0 } else { unsafe { size_at(module) } };
    if size < Module::FIRST {
        return Err(no_module(format!("{size} bytes instead of at least {first}", first = Module::FIRST)));
    }
    // SAFETY: as above.
    Ok(unsafe { &*module })
}

/// Compares the layouts of all types of the ABI.
fn check_layouts(theirs: &'static TypeLayout) -> Result<(), Diagnostic> {
    fit_together(<BoundaryRef as StableAbi>::LAYOUT, theirs).map_err(|error| layout(&error))
}

/// Whether two sides are compatible: one side's fields and functions are a prefix of the other's, in all types or in none. The
/// version of the defining crate does not matter.
///
/// # Errors
/// The differences, as seen from the first side.
fn fit_together(own: &'static TypeLayout, theirs: &'static TypeLayout) -> Result<(), AbiInstabilityErrors> {
    // Each library is compared only with this program: libraries do not interact and may have different minor versions.
    let fits = |interface, implementation| {
        let compared = check_layout_compatibility_with_globals(interface, implementation, &CheckingGlobals::new());
        compared.or_else(|errors| if only_crate_version(&errors) { Ok(()) } else { Err(errors) })
    };
    // A library of an earlier minor version relates to this program as this program relates to a newer library.
    fits(own, theirs).or_else(|errors| fits(theirs, own).map_err(|_| errors))
}

/// The contract has its own version; abi_stable would refuse a library because of the crate's.
fn only_crate_version(errors: &AbiInstabilityErrors) -> bool {
    let mut found = errors.errors.iter().flat_map(|error| error.errs.iter());
    found.all(|error| matches!(error, AbiInstability::PackageVersion(_)))
}

fn explain_open(error: &libloading::Error) -> Diagnostic {
    use std::error::Error as _;
    let text = match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    match platform::missing_dependency(&text) {
        Some(name) => Diagnostic::error(Code::PluginDependency, "a dependency of the plugin was not found")
            .with_expected(format!("{name} on the system's library path"))
            .with_found("not found")
            .with_help(format!("install the package that contains {name}, or link it statically into the plugin")),
        None => Diagnostic::error(Code::PluginUnreadable, "the system's loader rejects the library")
            .with_found(text)
            .with_help("rebuild the plugin on this system"),
    }
}

fn no_module(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PluginNoEntry, "the library has the plugin stamp but not a valid root module")
        .with_expected("both, as exported by the macros `sim_abi::export!` and `SIM_PLUGIN_LIBRARY`")
        .with_found(found)
        .with_help("export its components with one of these macros")
}

/// The full layout report of this process, if its parent writes it to the file.
static DEFERRED: Mutex<Option<String>> = Mutex::new(None);

/// The file with the full layout report of a process.
pub(super) fn layout_report(process: u32) -> PathBuf {
    std::env::temp_dir().join(format!("simwright-layout-report-{process}.txt"))
}

/// Leaves writing full reports to the parent process from now on.
pub(super) fn defer_layout_report() {
    *DEFERRED.lock().unwrap_or_else(PoisonError::into_inner) = Some(String::new());
}

/// The deferred report, if there is one.
pub(super) fn deferred_layout_report() -> Option<String> {
    let deferred = DEFERRED.lock().unwrap_or_else(PoisonError::into_inner);
    deferred.clone().filter(|report| !report.is_empty())
}

/// abi_stable's report is hundreds of lines long: it goes to a file, and a summary to the user.
fn layout(error: &impl std::fmt::Display) -> Diagnostic {
    let long = error.to_string();
    let report = layout_report(std::process::id());
    let saved = match &mut *DEFERRED.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(deferred) => {
            deferred.clone_from(&long);
            true
        }
        None => std::fs::write(&report, &long).is_ok(),
    };
    let essence = long.lines().map(str::trim).find_map(|line| line.strip_prefix("Error:")).unwrap_or("").trim();
    let found = match essence.is_empty() {
        true => "different layouts".to_string(),
        false => essence.chars().take(160).collect::<String>(),
    };
    let help = match saved {
        false => "rebuild the plugin with the sim-abi crate of this program".to_string(),
        true => format!(
            "rebuild the plugin with the sim-abi crate of this program; the full comparison is in {report}",
            report = report.display()
        ),
    };
    Diagnostic::error(Code::PluginLayout, "the plugin's data layouts differ from this program's")
        .with_expected("the unmodified sim-abi crate of this program")
        .with_found(found)
        .with_help(help)
}

/// Obtains the manifest of a library.
pub(super) fn ask_manifest(module: &'static Module) -> Result<String, Diagnostic> {
    let Some(describe) = module.describe else {
        return Err(no_manifest("missing `describe` function"));
    };
    // SAFETY: the library's own function; the reply is valid for the duration of the call.
    let text = float_state::keep(|| Answer::with_limit(MAX_MANIFEST_LEN).text(|reply| unsafe { describe(reply) }));
    text.and_then(|text| text).map_err(|fault| {
        let fault_text = words::whole(&fault);
        no_manifest(match fault.panicked() {
            true => format!("a panic: {fault_text}"),
            false => fault_text,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::ffi::views::RowsMut;

    /// A contract with one table, which has a function that fills records.
    macro_rules! contract {
        ($name:ident: record($($record:tt)*), table($($table:tt)*)) => {
            #[allow(dead_code, reason = "only their layouts are compared")]
            mod $name {
                use super::*;

                #[repr(C)]
                #[derive(abi_stable::StableAbi)]
                #[sabi(kind(Prefix(prefix_ref = RecordLayout)))]
                #[sabi(missing_field(panic))]
                pub struct Record {
                    $($record)*
                }

                // SAFETY: as for the records of the contract: it names the type itself, which is used behind pointers.
                unsafe impl abi_stable::abi_stability::GetStaticEquivalent_ for Record {
                    type StaticEquivalent = Self;
                }
                // SAFETY: as above.
                unsafe impl abi_stable::StableAbi for Record {
                    type IsNonZeroType = abi_stable::type_level::bools::False;
                    const LAYOUT: &'static TypeLayout = <RecordLayout as StableAbi>::LAYOUT;
                }

                #[repr(C)]
                #[derive(abi_stable::StableAbi)]
                #[sabi(kind(Prefix(prefix_ref = TableLayout)))]
                #[sabi(missing_field(panic))]
                pub struct Table {
                    pub size: usize,
                    #[sabi(last_prefix_field)]
                    pub ask: unsafe extern "C" fn(f64, RowsMut<Record>) -> usize,
                    $($table)*
                }

                pub const LAYOUT: &TypeLayout = <TableLayout as StableAbi>::LAYOUT;
            }
        };
    }

    contract!(first: record(#[sabi(last_prefix_field)] pub a: f64), table());
    contract!(again: record(#[sabi(last_prefix_field)] pub a: f64), table());
    contract!(more_functions:
        record(#[sabi(last_prefix_field)] pub a: f64),
        table(pub tell: unsafe extern "C" fn(f64)));
    contract!(more_fields: record(#[sabi(last_prefix_field)] pub a: f64, pub b: u64), table());
    contract!(more_of_both:
        record(#[sabi(last_prefix_field)] pub a: f64, pub b: u64),
        table(pub tell: unsafe extern "C" fn(f64)));
    contract!(changed_field: record(#[sabi(last_prefix_field)] pub a: u64), table());
    contract!(renamed_field: record(#[sabi(last_prefix_field)] pub angle: f64), table());
    contract!(changed_and_more: record(#[sabi(last_prefix_field)] pub a: u64, pub b: u64), table());
    contract!(inserted_field: record(pub b: f64, #[sabi(last_prefix_field)] pub a: f64), table());

    #[test]
    fn equal_layouts_are_compatible_also_with_fields_appended_on_either_side() {
        let boundary = <BoundaryRef as StableAbi>::LAYOUT;
        assert!(fit_together(boundary, boundary).is_ok());
        for later in [again::LAYOUT, more_functions::LAYOUT, more_fields::LAYOUT, more_of_both::LAYOUT] {
            assert!(fit_together(first::LAYOUT, later).is_ok());
            assert!(fit_together(later, first::LAYOUT).is_ok());
        }
        assert!(fit_together(more_functions::LAYOUT, more_of_both::LAYOUT).is_ok());
    }

    #[test]
    fn changed_layouts_are_rejected_on_either_side_also_if_both_sides_grew() {
        let changed = [changed_field::LAYOUT, renamed_field::LAYOUT, changed_and_more::LAYOUT, inserted_field::LAYOUT];
        for other in changed {
            assert!(fit_together(first::LAYOUT, other).is_err());
            assert!(fit_together(other, first::LAYOUT).is_err());
        }
        // Each side has something that the other lacks: these are not two minor versions of one contract.
        assert!(fit_together(more_functions::LAYOUT, more_fields::LAYOUT).is_err());
        let error = fit_together(first::LAYOUT, changed_field::LAYOUT).unwrap_err();
        assert!(!only_crate_version(&error) && layout(&error).code == Code::PluginLayout);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn paths_of_open_files_lead_to_them_and_differ() {
        use std::os::fd::AsRawFd;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "code").unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let counts = [0, 1, 2, 3, u64::MAX];
        let paths = counts.map(|count| descriptor_path(file.as_raw_fd(), count));
        assert!(paths.iter().all(|path| std::fs::read(path).unwrap() == b"code"));
        assert_eq!(std::collections::BTreeSet::from(paths).len(), counts.len());
    }
}
