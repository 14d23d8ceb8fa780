//! Graphics devices with small limits, errors, or device loss.

use super::{edit, recovery_files, scene};
use egui::{ViewportCommand, ViewportId};
use sim_gui::Options;
use sim_window_tests::Rig;
use std::path::Path;

/// A window on a scene, on a separate device.
fn open(path: &Path, data: &Path, most_pixels: u32) -> (Rig, wgpu::Device) {
    let (scene, data) = (Some(path.to_path_buf()), Some(data.to_path_buf()));
    let (mut rig, device) = Rig::open_on_device(Options { scene, data, ..Options::default() }, most_pixels);
    rig.wait("the scene is built", |rig| rig.window().runner().structure().bodies.len() > 1);
    (rig, device)
}

fn codes(rig: &Rig) -> Vec<String> {
    rig.window().problems().map(|problem| problem.code.to_string()).collect()
}

#[test]
fn a_device_with_small_textures_draws_the_whole_scene() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    // A 3,000 pixel image on a device limited to 2,048, in a window of 2,400.
    let picture = image::RgbImage::from_fn(3000, 16, |x, _| image::Rgb([(x / 12) as u8, 40, 200]));
    picture.save(folder.path().join("wide.png")).unwrap();
    std::fs::write(folder.path().join("wide.mtl"), "newmtl a\nmap_Kd wide.png\n").unwrap();
    let corners = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n";
    let faces = "usemtl a\nf 1/1 2/2 3/3\nf 1/1 3/3 4/2\nf 1/1 4/2 2/3\nf 2/1 4/2 3/3\n";
    std::fs::write(folder.path().join("wide.obj"), format!("mtllib wide.mtl\n{corners}{faces}")).unwrap();
    let object = r#"(name: "poster", shape: Mesh(file: "wide.obj"), at: (0, 0, 1))"#;
    let floor = r#"floor: (paint: [Image(file: "wide.png", size: (2, 1))])"#;
    std::fs::write(&path, format!("(format_version: 1, run: (dt: 0.01), {floor}, objects: [{object}])")).unwrap();
    let data = folder.path().join("data");
    let (mut rig, _) = open(&path, &data, 2048);
    rig.resize([2400.0, 1000.0], 1.0);
    rig.harness.run_steps(5);
    assert_eq!(codes(&rig), [""; 0], "{:#?}", rig.window().problems().collect::<Vec<_>>());
}

#[test]
fn a_device_error_is_reported_once_and_the_window_keeps_running() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (scene(folder.path(), "scene.ron"), folder.path().join("data"));
    let (mut rig, device) = open(&path, &data, 2048);
    for _ in 0..3 {
        let size = wgpu::Extent3d { width: 4096, height: 1, depth_or_array_layers: 1 };
        _ = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        rig.harness.run_steps(2);
    }
    assert_eq!(codes(&rig), ["GR001"]);
    let message = rig.window().problems().next().unwrap().to_string();
    assert!(message.contains("4096") && message.contains("2048"), "{message}");
    assert!(edit(&mut rig, 0.25).contains("0.25"));
}

#[test]
fn a_window_whose_device_is_lost_ends_and_its_work_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (path, data) = (scene(folder.path(), "scene.ron"), folder.path().join("data"));
    let (mut rig, device) = open(&path, &data, 2048);
    let changed = edit(&mut rig, 0.25);
    device.destroy();
    // A lost device is detected at the next request.
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    rig.wait("the window ends", |rig| {
        let commands = &rig.harness.output().viewport_output[&ViewportId::ROOT].commands;
        commands.contains(&ViewportCommand::Close)
    });
    drop(rig);
    assert_eq!(recovery_files(&data).len(), 1);
    let (mut rig, _) = Rig::open_on_device(Options { data: Some(data), ..Options::default() }, 2048);
    let recover = format!("Recover {}", path.display());
    rig.click(&recover);
    rig.wait("it is there", |rig| rig.window().document().is_some());
    assert_eq!(rig.text(), changed);
}
