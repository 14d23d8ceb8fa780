use super::*;

/// A self-connection of a port: if no program listens, the system may assign a client the very port that it connects
/// to.
#[cfg(target_os = "linux")]
#[test]
fn a_connection_with_itself_is_none() {
    let range = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap();
    let first: u16 = range.split_whitespace().next().and_then(|port| port.parse().ok()).unwrap();
    // Some of these ports may be in use.
    let found = (0..50).find_map(|step| {
        let address = SocketAddr::from(([127, 0, 0, 1], first + 2 * step));
        let mut tries = (0..70_000).map(|_| TcpStream::connect(address));
        tries.find_map(|tried| tried.ok().filter(|stream| stream.local_addr().is_ok_and(|own| own == address)))
    });
    let stream = found.expect("it happens sooner or later");
    let address = stream.peer_addr().unwrap();
    assert!(is_itself(&stream, address));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    assert!(!is_itself(&TcpStream::connect(address).unwrap(), address));
}

#[test]
fn what_cannot_be_opened_says_why() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let refused = Opener::Tcp(address.to_string()).open().map(|(_, name)| name).unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
    for opener in [
        Opener::Tcp("nowhere".into()),
        Opener::Serial(SerialLine { name: "/nowhere/ttyUSB0".into(), baud: 115_200 }),
        Opener::Terminal("/nowhere/link".into()),
    ] {
        assert!(opener.open().is_err(), "{opener:?}");
    }
}

#[test]
fn the_baud_rate_that_the_driver_has_set_is_reported() {
    let line = SerialLine { name: "/dev/ttyUSB0".into(), baud: 100_001 };
    assert_eq!(line.named(Some(100_001)), "/dev/ttyUSB0 (100001 baud)");
    assert_eq!(line.named(Some(100_000)), "/dev/ttyUSB0 (100000 baud, because it does not support 100001 baud)");
}

#[cfg(unix)]
mod terminals {
    use super::*;
    use std::fs::OpenOptions;
    use std::time::{Duration, Instant};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("twin-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn read(port: &mut dyn Port, count: usize) -> Vec<u8> {
        let (start, mut all) = (Instant::now(), Vec::new());
        while all.len() < count && start.elapsed() < Duration::from_secs(10) {
            let mut bytes = [0; 64];
            let count = port.read(&mut bytes).unwrap_or(0);
            all.extend_from_slice(&bytes[..count]);
        }
        all
    }

    #[test]
    fn a_program_that_opens_the_file_without_settings_is_understood() {
        let folder = folder("plain");
        let link = folder.join("robot");
        let (mut port, name) = Opener::Terminal(link.clone()).open().unwrap();
        assert!(name.starts_with(&link.display().to_string()), "{name}");
        for round in 0..2 {
            let mut client = OpenOptions::new().read(true).write(true).open(&link).unwrap();
            client.write_all(b"GO 0 0\n").unwrap();
            assert_eq!(read(&mut *port, 7), b"GO 0 0\n", "round {round}");
            port.write_all(b"W: GO00\n").unwrap();
            let mut bytes = [0; 8];
            client.read_exact(&mut bytes).unwrap();
            assert_eq!(&bytes, b"W: GO00\n");
            // Input is not echoed back as a command.
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(port.read(&mut bytes).unwrap_err().kind(), io::ErrorKind::TimedOut);
        }
        drop(port);
        assert!(!link.is_symlink(), "the link goes with it");
        std::fs::remove_dir(folder).unwrap();
    }

    #[test]
    fn an_unusual_baud_rate_is_set() {
        let folder = folder("baud");
        let link = folder.join("robot");
        let (_port, _) = Opener::Terminal(link.clone()).open().unwrap();
        let line = SerialLine { name: link.display().to_string(), baud: 100_001 };
        let (_, name) = Opener::Serial(line).open().unwrap();
        assert!(name.ends_with("(100001 baud)"), "{name}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_stale_link_is_replaced_but_no_other_file() {
        let folder = folder("left");
        let link = folder.join("robot");
        std::os::unix::fs::symlink("/dev/pts/nothing", &link).unwrap();
        let (port, name) = Opener::Terminal(link.clone()).open().unwrap();
        let target = std::fs::read_link(&link).unwrap();
        assert!(name.contains(&target.display().to_string()), "{name}");
        // A killed program leaves its link behind, and its number is reused.
        drop(port);
        std::os::unix::fs::symlink(&target, &link).unwrap();
        match Opener::Terminal(link.clone()).open() {
            Ok(again) => drop(again),
            // Another test or program has reused that number.
            Err(_) => std::fs::remove_file(&link).unwrap(),
        }
        std::fs::write(&link, "precious").unwrap();
        let error = Opener::Terminal(link.clone()).open().map(|(_, name)| name).unwrap_err().to_string();
        assert!(error.contains("is there already: remove it"), "{error}");
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "precious");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
