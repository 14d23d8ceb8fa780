//! File URLs.

use egui::{Context, OpenUrl};
use std::path::Path;

/// Shows a folder in the system's file manager.
pub fn open_folder(ctx: &Context, folder: &Path) {
    ctx.open_url(OpenUrl::new_tab(file_url(folder)));
}

/// The URL of a file or folder (RFC 8089).
fn file_url(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let mut address = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match plain(byte) {
            true => address.push(char::from(byte)),
            false => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_are_whole_with_any_name() {
        assert_eq!(file_url(Path::new("/home/ana/my robots")), "file:///home/ana/my%20robots");
        assert_eq!(file_url(Path::new("/a#1/b?c/é%")), "file:///a%231/b%3Fc/%C3%A9%25");
        assert_eq!(file_url(Path::new("C:/robots")), "file:///C:/robots");
    }
}
