//! A build script that attempts forbidden operations, and reports those that succeeded. The test fills in the words in
//! capital letters.

use std::ffi::{CString, c_char, c_int, c_long, c_uint};
use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::{env, fs};

unsafe extern "C" {
    fn chmod(path: *const c_char, mode: c_uint) -> c_int;
    fn chown(path: *const c_char, owner: c_uint, group: c_uint) -> c_int;
    fn truncate(path: *const c_char, length: i64) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn setsid() -> c_int;
    fn mknod(path: *const c_char, mode: c_uint, device: u64) -> c_int;
    fn ptrace(request: c_int, process: c_int, address: usize, data: usize) -> isize;
    fn unshare(flags: c_int) -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
    fn shmget(key: c_int, size: usize, flags: c_int) -> c_int;
    fn socketpair(domain: c_int, kind: c_int, protocol: c_int, pair: *mut c_int) -> c_int;
    fn sched_setaffinity(process: c_int, size: usize, mask: *const u64) -> c_int;
    fn write(file: c_int, bytes: *const u8, count: usize) -> isize;
    fn getpgrp() -> c_int;
}

const SECRET: &str = "SECRET_FILE";

fn text(path: &str) -> CString {
    CString::new(path).unwrap()
}

fn main() {
    let own = env::var("OUT_DIR").unwrap();
    let inside = |name: &str| format!("{own}/{name}");
    let secret = text(SECRET);
    let victim: c_int = "VICTIM".parse().unwrap();
    let runs =
        |words: &[&str]| Command::new(words[0]).args(&words[1..]).output().is_ok_and(|output| output.status.success());
    let mut succeeded = Vec::new();
    let mut tried = |name: &'static str, worked: bool| {
        if worked {
            succeeded.push(name);
        }
    };
    tried("own folder", fs::write(inside("file"), "1").is_ok());
    tried("read a file", fs::read(SECRET).is_ok());
    tried("list the folder", fs::read_dir(SECRET.rsplit_once('/').unwrap().0).is_ok());
    tried("write a file", fs::OpenOptions::new().append(true).open(SECRET).is_ok());
    tried("create a file", fs::write(format!("{SECRET}.new"), "1").is_ok());
    tried("create a file in /tmp", fs::write("/tmp/hostile-build-script", "1").is_ok());
    tried("link a file", fs::hard_link(SECRET, inside("linked")).is_ok_and(|()| fs::read(inside("linked")).is_ok()));
    let symlink = std::os::unix::fs::symlink(SECRET, inside("symlink"));
    tried("read through a link", symlink.is_ok() && fs::read(inside("symlink")).is_ok());
    tried("truncate a file", unsafe { truncate(secret.as_ptr(), 0) } == 0);
    // It reports success; the test checks the file.
    unsafe { chmod(secret.as_ptr(), 0o666) };
    tried("change the owner of a file", unsafe { chown(secret.as_ptr(), 1, 1) } == 0);
    tried("run a program on it", runs(&["cat", SECRET]));
    tried("connect", TcpStream::connect(("127.0.0.1", TCP_PORT)).is_ok());
    tried(
        "send a datagram",
        UdpSocket::bind("127.0.0.1:0").is_ok_and(|socket| socket.send_to(b"1", ("127.0.0.1", UDP_PORT)).is_ok()),
    );
    tried(
        "connect to a local socket",
        UnixStream::connect("/run/dbus/system_bus_socket").is_ok() || UnixStream::connect("/tmp/x").is_ok(),
    );
    tried("send a signal", unsafe { kill(victim, 15) } == 0);
    tried("signal with a program", runs(&["kill", "-9", "VICTIM"]));
    tried("trace", unsafe { ptrace(16, victim, 0, 0) } == 0);
    tried("inspect a process", fs::read("/proc/VICTIM/environ").is_ok());
    tried("inspect the parent", fs::read(format!("/proc/{}/environ", std::os::unix::process::parent_id())).is_ok());
    tried("leave the session", unsafe { setsid() } >= 0 || runs(&["setsid", "true"]));
    tried("create a device", unsafe { mknod(text(&inside("device")).as_ptr(), 0o020_666, 0x103) } == 0);
    tried("create namespaces", unsafe { unshare(0x1000_0000) } == 0);
    tried("read passwords", fs::read("/etc/passwd").is_ok() || fs::read("/etc/shadow").is_ok());
    tried("read system memory", fs::File::open("/dev/mem").is_ok_and(|mut file| file.read(&mut [0]).is_ok()));
    tried(
        "write to a terminal",
        fs::OpenOptions::new().write(true).open("/dev/tty").is_ok_and(|mut file| file.write(b"1").is_ok()),
    );
    let rights = [1u64, 0, 0];
    let attribute = text("user.hostile");
    let status = unsafe { syscall(463, -100, secret.as_ptr(), 0, attribute.as_ptr(), rights.as_ptr(), 16) };
    tried("set an attribute with a newer call", status == 0);
    tried("create memory that outlives it", unsafe { shmget(0, 4096, 0o1600) } >= 0);
    tried("create a datagram socket pair", unsafe { socketpair(1, 2, 0, [0; 2].as_mut_ptr()) } == 0);
    tried("set the affinity of another program", unsafe { sched_setaffinity(victim, 8, &1) } == 0);
    tried("write to a file that was left open", unsafe { write(9, b"hostile".as_ptr(), 7) } >= 0);
    let leader = unsafe { getpgrp() };
    tried("kill its supervisor", unsafe { kill(leader, 9) } == 0);
    let threads = leader..leader + 3;
    tried(
        "kill a thread of its supervisor",
        threads.into_iter().any(|thread| unsafe { syscall(234, leader, thread, 9) } == 0),
    );
    let pack = env::current_dir().unwrap().parent().unwrap().to_path_buf();
    tried("replace its folder", fs::rename(&pack, pack.with_extension("moved")).is_ok());
    tried("write next to its folder", fs::write(pack.with_file_name("in-use"), "1").is_ok());
    let names = ["HOME", "CARGO_HOME", "TMPDIR"];
    tried(
        "folders of the user",
        names.iter().any(|name| !env::var(name).is_ok_and(|place| own.starts_with(place.rsplit_once('/').unwrap().0))),
    );
    tried("rename a file", fs::rename(SECRET, inside("stolen")).is_ok());
    tried("remove a file", fs::remove_file(SECRET).is_ok());
    panic!("succeeded: {succeeded:?}");
}
