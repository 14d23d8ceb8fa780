//! Icons of packs on servers.

use crate::open;
use crate::setup::{Setup, alone, picture};
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
fn use_source(setup: &Setup, source: &Source) {
    setup.store.set_sources(&[]).unwrap();
    setup.store.use_source(source, true, &Link::of_work(&setup.store, &Arc::default())).unwrap();
}

/// A window with the panel of packs.
fn panel() -> Rig {
    let mut rig = open(None);
    rig.harness.state_mut().show_panel(Pane::Packs);
    rig
}

/// The cached icons from servers.
fn cached(setup: &Setup) -> usize {
    let is_picture = |(path, _): &(std::path::PathBuf, Vec<u8>)| path.extension().is_some_and(|ending| ending == "png");
    setup.stored().iter().filter(|file| is_picture(file)).count()
}

#[test]
fn pictures_on_web_servers_are_fetched_on_demand_and_cached() {
    alone("pictures::pictures_on_web_servers_are_fetched_on_demand_and_cached", |setup| {
        let index = Source::Folder(setup.path("index"));
        let mut packs: Vec<_> = (0..20).map(|number| setup.pack(&format!("acme/r{number:02}"), "1.0.0", "")).collect();
        packs.push(setup.pack("acme/lost", "1.0.0", ""));
        packs.push(setup.pack("acme/huge", "1.0.0", ""));
        packs.push(setup.pack("acme/none", "1.0.0", ""));
        setup.publish_to(&index, &packs.iter().map(|pack| &**pack).collect::<Vec<&Path>>(), None);
        let (folder, asked) = (setup.path("index"), Arc::<Mutex<Vec<String>>>::default());
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
        use_source(&setup, &Source::of(&server.url()).unwrap());
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
            rig.wait("it was requested", |_| asked.lock().unwrap().iter().any(|path| path.contains(&name)));
            assert!(rig.sees(bad));
        }
        let (known, mut each) = (cached(&setup), asked.lock().unwrap().clone());
        each.sort();
        let all = each.len();
        each.dedup();
        assert!(each.len() == all && known < all, "each image is requested once: {each:?}");

        // The new icon of a newer version is cached.
        setup.publish_to(&index, &[&setup.pack("acme/r19", "1.1.0", "")], None);
        rig.write("Search packs", "acme/r19");
        rig.click("Rescan");
        rig.wait("the new one is seen", |_| asked.lock().unwrap().iter().any(|path| path.contains("acme-r19-1.1.0")));
        rig.wait("it is cached in the place of the old one", |_| cached(&setup) == known);
        let all = asked.lock().unwrap().len();

        // Without the server, they are still available.
        drop((rig, server));
        let mut rig = panel();
        rig.wait("they are listed", |rig| rig.sees("Available (23)"));
        rig.write("Search packs", "acme/r19");
        rig.wait("it is seen", |rig| shown(rig) > 0);
        assert_eq!((cached(&setup), asked.lock().unwrap().len()), (known, all));
    });
}

#[test]
fn pictures_in_a_registry_are_shown() {
    alone("pictures::pictures_in_a_registry_are_shown", |setup| {
        let registry = Registry::start(RegistryKind::default());
        let source = Source::of(&format!("oci://{}/packs", registry.server())).unwrap();
        let (key, secret) = setup.keys("acme");
        let rover = setup.pack_with_icon("acme/rover", "1.0.0", "", &picture([10, 200, 60]));
        setup.sign(&rover, &secret);
        setup.publish_to(&source, &[&rover], Some(&key));
        use_source(&setup, &source);
        let mut rig = panel();
        rig.wait("it is listed", |rig| rig.sees("Available (1)"));
        rig.wait("its picture is seen", |rig| shown(rig) == 1);
        assert_eq!(cached(&setup), 1);
        let stored = setup.stored();
        let (_, png) = stored.iter().find(|(path, _)| path.extension().is_some_and(|end| end == "png")).unwrap();
        assert_eq!(*png, picture([10, 200, 60]));
    });
}
