//! Attacks by hostile components: on their process, the system, files and other components' memory.

use sim_abi::prelude::*;
use std::ffi::{CString, c_char, c_int, c_long, c_void};
use std::hint::black_box;

/// What a component does.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Attack {
    #[default]
    Nothing,
    /// Logs each of its steps, if it is a sensor.
    Log,
    /// Takes a tenth of a second, which is not a fault.
    Doze,
    // On its process.
    NullWrite,
    JumpNowhere,
    StackOverflow,
    Abort,
    Exit,
    LeaveAtOnce,
    Terminate,
    Stop,
    Kill,
    EndThread,
    AbortInThread,
    ExitLater,
    Spin,
    Sleep,
    ManyThreads,
    Memory,
    SharedMemory,
    Rounding,
    FlushToZero,
    CloseAll,
    Flood,
    EndlessQuestions,
    /// Queries the world with invalid values, if it is a sensor.
    InvalidFan,
    InvalidRange,
    InvalidRay,
    InvalidShape,
    InvalidPath,
    InvalidPoint,
    InvalidPlace,
    InvalidGround,
    /// Its quaternion grows, if it is a dynamics model.
    Unnormalized,
    /// Its quaternion is zero, if it is a dynamics model.
    NoOrientation,
    // On other components' memory.
    WriteNear,
    WriteFar,
    Garbage,
    // On the system.
    ChangeFolder,
    Fork,
    Execute,
    Connect,
    UnixSocket,
    ReadForeign,
    WriteFile,
    RemoveFile,
    ReadMemoryOfParent,
    KillParent,
    SignalByFile,
    Trace,
    Mount,
    Rings,
    Keys,
    MoreMemory,
    NewNamespace,
    ChangeMode,
    /// Makes the file readable and writable for all users.
    OpenToAll,
    ChangeOwner,
    SetAttribute,
    /// Memory of System V, which outlives the process.
    Segment,
    /// A child process leaves its process group, by which all processes are killed.
    NewSession,
    /// Writes to file descriptor 9, which the parent of the program left open.
    LeftOpen,
}

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn raise(signal: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
    fn pthread_exit(value: *mut c_void) -> !;
    fn fork() -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn getppid() -> c_int;
    fn close(file: c_int) -> c_int;
    fn access(path: *const c_char, mode: c_int) -> c_int;
    fn chdir(path: *const c_char) -> c_int;
    fn chmod(path: *const c_char, mode: u32) -> c_int;
    fn chown(path: *const c_char, owner: u32, group: u32) -> c_int;
    fn setxattr(path: *const c_char, name: *const c_char, value: *const c_void, size: usize, flags: c_int) -> c_int;
    fn shmget(key: c_int, size: usize, flags: c_int) -> c_int;
    fn shmctl(segment: c_int, command: c_int, data: *mut c_void) -> c_int;
    fn setsid() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn pipe(files: *mut c_int) -> c_int;
    fn fcntl(file: c_int, command: c_int, ...) -> c_int;
    fn write(file: c_int, data: *const c_void, length: usize) -> isize;
    fn mmap(at: *mut c_void, length: usize, access: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void;
    fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int;
    fn ptrace(request: c_long, ...) -> c_long;
    fn mount(
        source: *const c_char,
        target: *const c_char,
        kind: *const c_char,
        flags: u64,
        data: *const c_void,
    ) -> c_int;
    fn unshare(flags: c_int) -> c_int;
    fn setrlimit(resource: c_int, limit: *const [u64; 2]) -> c_int;
}

/// A system call that should be denied: the component fails with an error that reports the denial.
fn refused(what: &str, result: i64) -> Result {
    if result >= 0 {
        return Ok(());
    }
    Err(Fault::new(format!("{what} is refused: {}", std::io::Error::last_os_error())))
}

/// Like [`refused`], for the standard library.
fn done<T>(what: &str, result: std::io::Result<T>) -> Result {
    result.map(drop).map_err(|error| Fault::new(format!("{what} is refused: {error}")))
}

/// Performs the attack. `numbers` is memory of the host; `file` is a file that the component must not access.
pub fn perform(attack: Attack, numbers: &mut [f64], file: &str) -> Result {
    // SAFETY: everything below is unsound on purpose.
    match attack {
        Attack::Nothing | Attack::Log => {}
        // SAFETY: see above.
        Attack::NullWrite => unsafe { black_box(std::ptr::null_mut::<u64>()).write_volatile(1) },
        Attack::JumpNowhere => {
            // SAFETY: see above.
            let nowhere: extern "C" fn() = unsafe { std::mem::transmute(black_box(8_usize)) };
            nowhere();
        }
        Attack::StackOverflow => _ = deeper(0),
        Attack::Abort => std::process::abort(),
        Attack::Exit => std::process::exit(0),
        // SAFETY: see above.
        Attack::LeaveAtOnce => unsafe { _exit(0) },
        Attack::Terminate => return signal(15),
        Attack::Stop => return signal(19),
        Attack::Kill => return signal(9),
        // SAFETY: see above.
        Attack::EndThread => unsafe { pthread_exit(std::ptr::null_mut()) },
        Attack::AbortInThread => {
            // It aborts the process while this call is still running.
            std::thread::spawn(|| std::process::abort());
            std::thread::sleep(std::time::Duration::from_secs(3600));
        }
        Attack::ExitLater => {
            std::thread::spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(30));
                std::process::exit(7)
            });
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
        Attack::Spin => loop {
            std::hint::spin_loop();
        },
        Attack::Doze => std::thread::sleep(std::time::Duration::from_millis(100)),
        Attack::Sleep => loop {
            std::thread::sleep(std::time::Duration::from_secs(3600));
        },
        Attack::ManyThreads => loop {
            std::thread::spawn(|| std::thread::sleep(std::time::Duration::from_secs(3600)));
        },
        Attack::Memory => hoard(),
        Attack::SharedMemory => {
            // Shared, anonymous, one GiB.
            // SAFETY: see above.
            let place = unsafe { mmap(std::ptr::null_mut(), 1 << 30, 3, 0x21, -1, 0) };
            return refused("shared memory", if place as isize == -1 { -1 } else { 0 });
        }
        Attack::Rounding => set_rounding(0x1f80 | 0x4000),
        Attack::FlushToZero => set_rounding(0x1f80 | 0x8000),
        // SAFETY: see above.
        Attack::CloseAll => (0..1024).for_each(|file| _ = unsafe { close(file) }),
        Attack::Flood => {
            let line = [b'x'; 4096];
            // SAFETY: see above.
            while unsafe { write(1, line.as_ptr().cast(), line.len()) } > 0 {}
            std::thread::sleep(std::time::Duration::from_secs(3600));
        }
        Attack::InvalidFan
        | Attack::InvalidRange
        | Attack::InvalidRay
        | Attack::InvalidShape
        | Attack::InvalidPath
        | Attack::InvalidPoint
        | Attack::InvalidPlace
        | Attack::InvalidGround
        | Attack::Unnormalized
        | Attack::NoOrientation => {}
        Attack::EndlessQuestions => return Err(Fault::new("only a sensor queries the world")),
        Attack::WriteNear => {
            for place in 0..20_000_isize {
                // SAFETY: see above.
                unsafe { numbers.as_mut_ptr().offset(place - 10_000).write_volatile(f64::NAN) };
            }
        }
        Attack::WriteFar => {
            for step in 1..64_usize {
                // SAFETY: see above.
                unsafe { numbers.as_mut_ptr().byte_add(step << 30).write_volatile(f64::NAN) };
            }
        }
        Attack::Garbage => spoil(),
        // SAFETY of the rest: system calls with arguments that are valid for the duration of the call.
        Attack::ChangeFolder => return refused("chdir", unsafe { chdir(c"/tmp".as_ptr()) }.into()),
        Attack::Fork => {
            // SAFETY: see above.
            let child = unsafe { fork() };
            if child == 0 {
                // SAFETY: see above.
                unsafe { _exit(0) };
            }
            return refused("fork", child.into());
        }
        Attack::Execute => return done("a program", std::process::Command::new("/bin/true").status()),
        Attack::Connect => return done("a connection", std::net::TcpListener::bind("127.0.0.1:0")),
        // SAFETY: see above.
        Attack::UnixSocket => return refused("a socket", unsafe { socket(1, 1, 0) }.into()),
        Attack::ReadForeign => return done("reading", std::fs::read(file)),
        Attack::WriteFile => return done("writing", std::fs::write(file, "spoiled")),
        Attack::RemoveFile => return done("removing", std::fs::remove_file(file)),
        Attack::ReadMemoryOfParent => {
            // SAFETY: see above.
            let parent = unsafe { getppid() };
            return done("the memory of the program", std::fs::File::open(format!("/proc/{parent}/mem")));
        }
        // SAFETY: see above.
        Attack::KillParent => return refused("a signal", unsafe { kill(getppid(), 9) }.into()),
        Attack::SignalByFile => return signal_by_file(),
        // SAFETY: see above.
        Attack::Trace => return refused("ptrace", unsafe { ptrace(16, getppid(), 0, 0) }),
        Attack::Mount => {
            let (kind, place) = (c"tmpfs".as_ptr(), c"/mnt".as_ptr());
            // SAFETY: see above.
            return refused("mount", unsafe { mount(kind, place, kind, 0, std::ptr::null()) }.into());
        }
        // io_uring_setup and keyctl have the same numbers on all newer architectures, or that of this architecture.
        // SAFETY: see above.
        Attack::Rings => return refused("io_uring", unsafe { syscall(425, 1, std::ptr::null::<u8>()) }),
        Attack::Keys => {
            let number = if cfg!(target_arch = "x86_64") { 250 } else { 219 };
            // SAFETY: see above.
            return refused("keyctl", unsafe { syscall(number, 0, -3, 0) });
        }
        // SAFETY: see above.
        Attack::MoreMemory => return refused("more memory", unsafe { setrlimit(9, &[u64::MAX; 2]) }.into()),
        // SAFETY: see above.
        Attack::NewNamespace => return refused("a namespace", unsafe { unshare(0x1000_0000) }.into()),
        // SAFETY: see above.
        Attack::LeftOpen => {
            let text = "spoiled";
            // SAFETY: see above.
            return refused("a file that was left open", unsafe { write(9, text.as_ptr().cast(), text.len()) } as i64);
        }
        // SAFETY: see above.
        Attack::ChangeMode => return refused("chmod", unsafe { chmod(c"/tmp".as_ptr(), 0o777) }.into()),
        // SAFETY: see above.
        Attack::OpenToAll => return refused("chmod", unsafe { chmod(path(file).as_ptr(), 0o666) }.into()),
        // The same owner and group, which the owner may always set. SAFETY: see above.
        Attack::ChangeOwner => {
            return refused("chown", unsafe { chown(path(file).as_ptr(), u32::MAX, u32::MAX) }.into());
        }
        Attack::SetAttribute => {
            let (name, value) = (c"user.hostile".as_ptr(), c"1".as_ptr().cast());
            // SAFETY: see above.
            return refused("an attribute", unsafe { setxattr(path(file).as_ptr(), name, value, 1, 0) }.into());
        }
        Attack::Segment => {
            // SAFETY: see above. If the segment was created, it is removed again.
            let segment = unsafe { shmget(0, 4096, 0o1600) };
            let found = refused("a segment", segment.into());
            // SAFETY: see above.
            unsafe { shmctl(segment, 0, std::ptr::null_mut()) };
            return found;
        }
        Attack::NewSession => {
            // SAFETY: see above.
            let child = unsafe { fork() };
            if child == 0 {
                // SAFETY: see above.
                unsafe { _exit(if setsid() < 0 { 1 } else { 0 }) };
            }
            let mut status = 0;
            // SAFETY: see above.
            unsafe { waitpid(child, &raw mut status, 0) };
            return if status == 0 { Ok(()) } else { Err(Fault::new("a session is refused")) };
        }
    }
    Ok(())
}

fn path(file: &str) -> CString {
    CString::new(file).unwrap_or_default()
}

/// Sends its own process a signal, and waits for its effect.
fn signal(signal: c_int) -> Result {
    // SAFETY: the signal is for this process.
    unsafe { raise(signal) };
    Ok(())
}

/// Never returns.
#[inline(never)]
#[allow(unconditional_recursion, reason = "it overflows the stack")]
fn deeper(depth: u64) -> u64 {
    let here = black_box([depth; 512]);
    deeper(depth + 1) + here[7]
}

/// Allocates memory forever, and touches a little of each block.
fn hoard() {
    let mut all = Vec::new();
    loop {
        let mut piece = vec![0_u8; 64 << 20];
        piece[4096] = 1;
        all.push(black_box(piece));
    }
}

#[cfg(target_arch = "x86_64")]
fn set_rounding(state: u32) {
    // SAFETY: a valid state, but not the one of the program.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const state) };
}
#[cfg(not(target_arch = "x86_64"))]
fn set_rounding(_: u32) {}

/// Makes a file send the program a signal when it becomes readable.
fn signal_by_file() -> Result {
    const F_SETOWN: c_int = 8;
    const F_SETSIG: c_int = 10;
    const F_SETFL: c_int = 4;
    const O_ASYNC: c_int = 0o20000;
    let mut files = [0; 2];
    // SAFETY: two numbers fit there; the rest are files of this process.
    let owner = unsafe {
        pipe(files.as_mut_ptr());
        let owner = fcntl(files[0], F_SETOWN, getppid());
        let _ = (fcntl(files[0], F_SETSIG, 9), fcntl(files[0], F_SETFL, O_ASYNC));
        write(files[1], [0_u8].as_ptr().cast(), 1);
        owner
    };
    refused("an owner of a file", owner.into())
}

/// Whether there is memory at an address, checked by a system call, so that the process survives.
fn readable(address: usize) -> bool {
    const EFAULT: i32 = 14;
    // SAFETY: the system looks at the address, not this process.
    let found = unsafe { access(address as *const c_char, 0) };
    found == 0 || std::io::Error::last_os_error().raw_os_error() != Some(EFAULT)
}

/// Looks for the memory shared between this process and the program, and repeatedly fills it with garbage from a
/// thread.
fn spoil() {
    const PAGE: usize = 4096;
    const LENGTH: usize = 8 << 20;
    let is_shared = |page: usize| {
        // SAFETY: there is memory.
        let word = |index: usize| unsafe { (page as *const u32).add(index).read_volatile() };
        (1..=32).contains(&word(0)) && (1..32).all(|index| word(index) == 0)
    };
    let start = (perform as *const () as usize) & !(PAGE - 1);
    let pages = (0..400_000).flat_map(|step| [start.wrapping_add(step * PAGE), start.wrapping_sub(step * PAGE)]);
    let found: Vec<usize> =
        pages.filter(|page| readable(*page) && is_shared(*page) && readable(page + LENGTH - PAGE)).collect();
    println!("{} pages are overwritten", found.len());
    std::thread::spawn(move || {
        loop {
            for page in &found {
                // SAFETY: unsound on purpose.
                unsafe { std::ptr::write_bytes((page + 128) as *mut u8, 0xff, LENGTH - PAGE) };
            }
        }
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
}
