//! Releases pages of the program and its libraries that only startup uses.
//!
//! Startup touches most of a program's code, and these pages stay resident although a run uses few of them. They are unmodified
//! copies of the files, so the system reads them again on access.

use std::time::Duration;

/// Time until the pages that a run uses have been touched, and startup is complete.
const START: Duration = Duration::from_secs(1);

/// Releases pages used only at startup, one second from now, in a separate thread. Does nothing on systems other than Linux. A
/// failure only costs memory.
pub fn release_after_start() {
    let later = || {
        std::thread::sleep(START);
        release();
    };
    let _ = std::thread::Builder::new().name("memory".into()).spawn(later);
}

#[cfg(not(target_os = "linux"))]
fn release() {}

#[cfg(target_os = "linux")]
fn release() {
    use nix::sys::mman::{MmapAdvise, madvise};
    for range in unchanged(&std::fs::read_to_string("/proc/self/smaps").unwrap_or_default()) {
        let start = std::ptr::with_exposed_provenance_mut(range.start);
        let Some(start) = std::ptr::NonNull::new(start) else { continue };
        // SAFETY: the pages are read-only and unmodified copies of the file: the system maps them again on access.
        let _ = unsafe { madvise(start, range.len(), MmapAdvise::MADV_DONTNEED) };
    }
}

/// Address ranges of code and constants of the program and its libraries, except mappings that are writable or have a page that
/// differs from the file (relocations, a debugger's breakpoints). `smaps` is described in proc(5).
#[cfg(target_os = "linux")]
fn unchanged(smaps: &str) -> Vec<std::ops::Range<usize>> {
    let mut mappings = Vec::new();
    for line in smaps.lines() {
        if let Some(mapping) = Mapping::of(line) {
            mappings.push(mapping);
        } else if let (Some(last), Some(size)) = (mappings.last_mut(), line.strip_prefix("Anonymous:")) {
            last.is_file = size.trim() == "0 kB";
        }
    }
    let of_program = |file: &str| mappings.iter().any(|other| other.file == file && other.access.contains('x'));
    let fit = |mapping: &&Mapping<'_>| {
        mapping.is_file && !mapping.access.contains('w') && mapping.file.starts_with('/') && of_program(mapping.file)
    };
    mappings.iter().filter(fit).map(|mapping| mapping.addresses.clone()).collect()
}

/// A memory mapping.
#[cfg(target_os = "linux")]
struct Mapping<'a> {
    addresses: std::ops::Range<usize>,
    /// Such as `r-xp`.
    access: &'a str,
    file: &'a str,
    /// All pages are known to be unmodified.
    is_file: bool,
}

#[cfg(target_os = "linux")]
impl<'a> Mapping<'a> {
    /// Parses the header line of a mapping: `7f00-7f10 r-xp 00000000 08:01 77 /usr/lib/x.so`; none for other lines.
    fn of(line: &'a str) -> Option<Self> {
        let mut words = line.splitn(6, ' ');
        let (start, end) = words.next()?.split_once('-')?;
        let address = |text| usize::from_str_radix(text, 16).ok();
        let addresses = address(start)?..address(end)?;
        let access = words.next()?;
        let file = words.nth(3).unwrap_or_default().trim_start();
        Some(Self { addresses, access, file, is_file: false })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    const SMAPS: &str = "\
1000-3000 r--p 00000000 08:01 7                          /bin/sim
Rss:                   8 kB
Anonymous:             0 kB
3000-9000 r-xp 00002000 08:01 7                          /bin/sim
Anonymous:             0 kB
9000-a000 r--p 00008000 08:01 7                          /bin/sim
Anonymous:             4 kB
a000-b000 rw-p 00009000 08:01 7                          /bin/sim
Anonymous:             0 kB
b000-c000 rw-p 00000000 00:00 0                          [heap]
Anonymous:             0 kB
c000-d000 r--p 00000000 08:01 9                          /home/a/big data.bin
Anonymous:             0 kB
d000-e000 r-xp 00000000 08:01 11                         /home/a/with space.so (deleted)
Anonymous:             4 kB
e000-f000 r--p 00001000 08:01 11                         /home/a/with space.so (deleted)
Anonymous:             0 kB
f000-f100 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
";

    #[test]
    fn only_what_is_as_in_the_files_of_programs_is_given_back() {
        assert_eq!(unchanged(SMAPS), vec![0x1000..0x3000, 0x3000..0x9000, 0xe000..0xf000]);
        assert!(unchanged(&SMAPS.replace("Anonymous: ", "Other: ")).is_empty());
        assert!(unchanged("7f00-nonsense r-xp\n-\nAnonymous: 0 kB\n").is_empty());
    }

    #[test]
    fn a_program_goes_on_after_its_pages_were_given_back() {
        release();
        let resident = |file: &str| std::fs::read_to_string(file).expect("invariant: this is Linux");
        assert!(!unchanged(&resident("/proc/self/smaps")).is_empty());
        let backtrace = std::backtrace::Backtrace::force_capture().to_string();
        assert!(backtrace.contains("release") || backtrace.contains("test"), "{backtrace}");
    }
}
