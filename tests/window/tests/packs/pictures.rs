//! Icons of packs on servers.

use crate::desk::{Desk, alone_with_network, picture};
use crate::open;
use sim_gui::Pane;
use sim_pack::{LARGEST_ICON, Link, Source};
use sim_tests::servers::{Registry, RegistryKind, WebServer, answer, file_of, whole};
use sim_window_tests::Rig;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Number of pack icons on the graphics card.
fn shown(rig: &Rig) -> usize {
    let textures = rig.harness.ctx.tex_manager();
    let textures = textures.read();
    textures.allocated().filter(|(_, meta)| meta.name == "icon of a pack").count()
}

/// Uses a single source.
fn use_source(desk: &Desk, source: &Source) {
    desk.store.set_sources(&[]).unwrap();
    desk.store.use_source(source, true, &Link::of_work(&desk.store, &Arc::default())).unwrap();
}

/// A window with the panel of packs.
fn panel() -> Rig {
    let mut rig = open(None);
    rig.harness.state_mut().show_panel(Pane::Packs);
    rig
}

/// The cached icons from servers.
fn kept(desk: &Desk) -> usize {
    let is_picture = |(path, _): &(std::path::PathBuf, Vec<u8>)| path.extension().is_some_and(|ending| ending == "png");
    desk.stored().iter().filter(|file| is_picture(file)).count()
}

#[test]
fn p1_pictures_on_web_servers_are_fetched_when_they_are_to_be_seen_and_kept() {
    alone_with_network("pictures::p1_pictures_on_web_servers_are_fetched_when_they_are_to_be_seen_and_kept", |desk| {
        let index = Source::Folder(desk.path("index"));
        let mut packs: Vec<_> = (0..20).map(|number| desk.pack(&format!("acme/r{number:02}"), "1.0.0", "")).collect();
        packs.push(desk.pack("acme/lost", "1.0.0", ""));
        packs.push(desk.pack("acme/huge", "1.0.0", ""));
        packs.push(desk.pack("acme/none", "1.0.0", ""));
        desk.publish_to(&index, &packs.iter().map(|pack| &**pack).collect::<Vec<&Path>>(), None);
        let (folder, asked) = (desk.path("index"), Arc::<Mutex<Vec<String>>>::default());
        let noted = asked.clone();
        let server = WebServer::new(move |path, _| {
            if path.ends_with(".png") {
                noted.lock().unwrap().push(path.to_owned());
            }
            match path {
                _ if path.ends_with("acme-lost-1.0.0.png") => answer("404 Not Found", "", 0, Vec::new()),
                _ if path.ends_with("acme-none-1.0.0.png") => whole(b"\x89PNG\r\n\x1a\nno picture".to_vec()),
                _ if path.ends_with("acme-huge-1.0.0.png") => whole(vec![0; LARGEST_ICON as usize + 1]),
                _ => file_of(&folder, path),
            }
        });
        use_source(&desk, &Source::of(&server.url()).unwrap());
        let mut rig = panel();
        rig.wait("they are listed", |rig| rig.sees("Available (23)"));
        // The icon of a pack is only requested once the pack is visible, and only once.
        rig.wait("pictures are seen", |rig| shown(rig) >= 2);
        assert!(!asked.lock().unwrap().iter().any(|path| path.contains("acme-r19")), "{asked:?}");
        rig.write("Search packs", "acme/r19");
        let before = shown(&rig);
        rig.wait("another one is fetched", |_| asked.lock().unwrap().iter().any(|path| path.contains("acme-r19")));
        rig.wait("and seen", |rig| shown(rig) > before);
        for bad in ["acme/lost", "acme/huge", "acme/none"] {
            rig.write("Search packs", bad);
            let name = bad.replace('/', "-");
            rig.wait("it was asked for", |_| asked.lock().unwrap().iter().any(|path| path.contains(&name)));
            assert!(rig.sees(bad));
        }
        let (known, mut each) = (kept(&desk), asked.lock().unwrap().clone());
        each.sort();
        let all = each.len();
        each.dedup();
        assert!(each.len() == all && known < all, "each once, and not what is none: {each:?}");

        // The new icon of a newer version is cached.
        desk.publish_to(&index, &[&desk.pack("acme/r19", "1.1.0", "")], None);
        rig.write("Search packs", "acme/r19");
        rig.click("Look again");
        rig.wait("the new one is seen", |_| asked.lock().unwrap().iter().any(|path| path.contains("acme-r19-1.1.0")));
        rig.wait("it is kept in the place of the old one", |_| kept(&desk) == known);
        let all = asked.lock().unwrap().len();

        // Without the server, they are still available.
        drop((rig, server));
        let mut rig = panel();
        rig.wait("they are listed", |rig| rig.sees("Available (23)"));
        rig.write("Search packs", "acme/r19");
        rig.wait("it is seen", |rig| shown(rig) > 0);
        assert_eq!((kept(&desk), asked.lock().unwrap().len()), (known, all));
    });
}

#[test]
fn p1_pictures_in_a_registry_are_shown() {
    alone_with_network("pictures::p1_pictures_in_a_registry_are_shown", |desk| {
        let registry = Registry::start(RegistryKind::default());
        let source = Source::of(&format!("oci://{}/packs", registry.server())).unwrap();
        let (key, secret) = desk.keys("acme");
        let rover = desk.pack_with_icon("acme/rover", "1.0.0", "", &picture([10, 200, 60]));
        desk.sign(&rover, &secret);
        desk.publish_to(&source, &[&rover], Some(&key));
        use_source(&desk, &source);
        let mut rig = panel();
        rig.wait("it is listed", |rig| rig.sees("Available (1)"));
        rig.wait("its picture is seen", |rig| shown(rig) == 1);
        assert_eq!(kept(&desk), 1);
        let stored = desk.stored();
        let (_, png) = stored.iter().find(|(path, _)| path.extension().is_some_and(|end| end == "png")).unwrap();
        assert_eq!(*png, picture([10, 200, 60]));
    });
}
