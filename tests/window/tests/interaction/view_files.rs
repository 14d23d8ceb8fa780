//! Images and videos of the 3D view.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sim_gui::{FileRequest, Pane, PanelRequest, Request, ViewKind, ViewRequest, ViewVideo};
use sim_runner::Command;
use sim_tests::video::Mp4;
use sim_window_tests::{Rig, demo_copy, drawn};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A red crate in the middle of the view.
const CRATE: &str = r#"(
    format_version: 1,
    name: "yard",
    run: (dt: 0.01),
    floor: (color: (0.3, 0.6, 0.3)),
    objects: [(name: "crate", shape: Box(size: (0.8, 0.8, 0.8)), at: (0, 0, 0.4), color: (0.9, 0, 0))],
    view: (camera: Some((0, -3, 1.4)), look_at: (0, 0, 0.4)),
)"#;

/// A window on the crate; drawn if the test checks its images.
fn yard(folder: &Path, is_drawn: bool) -> Rig {
    let path = folder.join("yard.ron");
    std::fs::write(&path, CRATE).unwrap();
    let open = || Rig::open(Some(path), &[]);
    let mut rig = if is_drawn { drawn(open) } else { open() };
    rig.wait("the scene is built", |rig| !rig.window().seen_bodies().is_empty());
    rig.wait("it is drawn", |rig| rig.window().drawn_images() > 0);
    rig
}

/// Selects a file in the open dialog, after other options.
fn choose(rig: &mut Rig, choices: &[&str], path: &Path) {
    for choice in choices {
        rig.harness.get_by_role_and_label(Role::RadioButton, choice).click();
        rig.harness.run_steps(2);
    }
    let field = rig.harness.get_by_role_and_label(Role::TextInput, "File name");
    field.set_text_value_accesskit(path.to_str().unwrap());
    rig.harness.run_steps(2);
    rig.key(Key::Enter);
}

/// Starts a video by keys.
fn record(rig: &mut Rig, choices: &[&str], path: &Path) {
    rig.press(Modifiers::COMMAND, Key::F12);
    choose(rig, choices, path);
    assert!(rig.window().view_video().is_some(), "it records: {:?}", rig.labels());
}

/// Ends the video with the button in the status bar. Returns the numbers of images recorded and dropped until then.
fn stop(rig: &mut Rig, path: &Path) -> (u64, u64) {
    let status = rig.window().view_video().unwrap();
    rig.harness.get_by_label("Stop video").click();
    rig.harness.run_steps(2);
    assert!(rig.window().view_video().is_none());
    rig.wait("the file is there", |_| path.exists());
    (status.images, status.left_out)
}

fn middle(path: &Path) -> [u8; 3] {
    let image = image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_rgb8();
    image.get_pixel(image.width() / 2, image.height() / 2).0
}

fn size(path: &Path) -> [u32; 2] {
    image::image_dimensions(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into()
}

/// Width and height of the view, px.
fn view_size(rig: &Rig) -> [u32; 2] {
    let size = rig.harness.get_by_label("3D view of the scene").rect().size() * rig.harness.ctx.pixels_per_point();
    [size.x, size.y].map(|edge| edge.round() as u32)
}

fn is_red([red, green, blue]: [u8; 3]) -> bool {
    red > 90 && green < 60 && blue < 60
}

/// Everything in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_picture_of_the_view_has_its_size_and_what_is_in_its_middle() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = yard(folder.path(), true);
    let view = view_size(&rig);
    for (choice, scale) in [("Size: 1×", 1), ("Size: 2×", 2)] {
        let path = folder.path().join(format!("view-{scale}.png"));
        rig.press(Modifiers::SHIFT, Key::F12);
        choose(&mut rig, &[choice], &path);
        rig.wait("it is written", |_| path.exists());
        assert_eq!(size(&path), view.map(|edge| scale * edge));
        assert!(is_red(middle(&path)), "{:?}", middle(&path));
        rig.wait("the message appears", |rig| {
            rig.labels().iter().any(|label| label.contains(&format!("view-{scale}.png")))
        });
    }
    let at = rig.harness.get_all_by_label("Show folder").next().unwrap().rect().center();
    let events = &mut rig.harness.input_mut().events;
    events.push(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        let (pos, button, modifiers) = (at, egui::PointerButton::Primary, Modifiers::NONE);
        events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    rig.harness.step();
    let opened = rig.harness.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::OpenUrl(opened) => Some(opened.url.clone()),
        _ => None,
    });
    assert!(opened.is_some_and(|url| url.starts_with("file:///")), "the folder is shown");
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_second_of_video_is_a_second_before_the_window_with_every_image_that_was_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seen.mp4");
    let mut rig = yard(folder.path(), false);
    let asked = Instant::now();
    record(&mut rig, &["Time: real"], &path);
    let begun = Instant::now();
    let at_first = rig.window().view_video().unwrap();
    let before = rig.window().drawn_images();
    // The view rotates ten times per second.
    for number in 0..20 {
        while begun.elapsed() < Duration::from_millis(100 * number + 100) {
            std::thread::sleep(Duration::from_millis(2));
        }
        rig.key(Key::Num4);
    }
    let drawn = rig.window().drawn_images() - before;
    assert_eq!(drawn, 20);
    // Then it rests.
    let rests = Instant::now();
    while rests.elapsed() < Duration::from_secs(2) {
        rig.harness.step();
        std::thread::sleep(Duration::from_millis(20));
    }
    let seconds = |rig: &Rig| rig.window().view_video().unwrap().length as u64;
    let first = seconds(&rig);
    rig.harness.step();
    let labels = rig.labels();
    let is_shown = |second| labels.iter().any(|label| label.contains(&format!("Video 0:{second:02}")));
    assert!((first..=seconds(&rig)).any(is_shown), "{first} s: {labels:?}");
    let status = rig.window().view_video().unwrap();
    let view = view_size(&rig).map(|edge| edge & !1);
    // It started and ended within these, however long the clicks took.
    let least = begun.elapsed().as_secs_f64();
    stop(&mut rig, &path);
    let most = asked.elapsed().as_secs_f64();
    let video = Mp4::read(&path);
    assert_eq!(video.images.len() as u64, status.images, "none was added at the end, when nothing was new");
    // The view may have been drawn once more before the keys, after the dialog was closed.
    let expected = at_first.images + drawn;
    assert!(status.images <= expected && status.images + status.left_out >= expected, "{status:?}, {expected} drawn");
    let (length, rounding) = (video.length(), 0.001);
    assert!(length > least - rounding && length < most + rounding, "{length} s between {least} s and {most} s");
    let last = video.images.last().unwrap();
    assert!(f64::from(last.duration) / f64::from(video.timescale) > 1.0, "the last one is seen while the view rests");
    assert_eq!(video.size.map(u32::from), view);
    assert_eq!(names(folder.path()), ["seen.mp4", "yard.ron"]);
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn thirty_images_a_second_are_in_a_video_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fast.mp4");
    let mut rig = yard(folder.path(), false);
    record(&mut rig, &[], &path);
    let begun = Instant::now();
    let mut drawn = 0;
    while begun.elapsed() < Duration::from_secs(2) || drawn <= 20 {
        rig.key(if drawn % 2 == 0 { Key::Num4 } else { Key::Num6 });
        drawn += 1;
    }
    stop(&mut rig, &path);
    let video = Mp4::read(&path);
    let times: Vec<f64> = video.images.iter().map(|image| video.seconds(image) * 30.0).collect();
    // The image at the end may fall into a time slot that already has one. The slot boundaries are unknown: the first
    // image comes some time after the start of the first slot. So of three consecutive images, the outer ones are a
    // full slot apart.
    let (last, others) = times.split_last().unwrap();
    assert!(others.windows(3).all(|three| three[2] - three[0] > 0.99), "{times:?}");
    assert!(others.last().unwrap() <= last && others.len() as f64 <= last + 2.0, "{times:?}");
    assert!(video.images.len() > 10, "{} of {drawn}", video.images.len());
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_video_in_the_time_of_the_run_has_its_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mp4");
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    let before = rig.window().drawn_images();
    record(&mut rig, &["Time: simulated"], &path);
    rig.harness.run_steps(5);
    let dt = rig.window().runner().structure().dt;
    for _ in 0..10 {
        let until = rig.window().runner().frame().tick + 10;
        rig.send(Command::Step(10));
        rig.wait("the steps are seen", |rig| rig.frame().tick == until);
        rig.harness.run_steps(2);
    }
    let passed = rig.frame().time;
    assert!((passed - 100.0 * dt).abs() < 1e-9);
    let drawn = rig.window().drawn_images() - before;
    let (images, left_out) = stop(&mut rig, &path);
    let video = Mp4::read(&path);
    // The last image is shown for at least a thirtieth of a second.
    assert!((video.length() - passed).abs() < 1.0 / 30.0 + 0.02 * passed, "{} s of {passed} s", video.length());
    // The last drawing before the start is included, too; a busy machine shows some steps before the others of the same
    // ten.
    let most = (drawn + 1).min((passed * 30.0).round() as u64 + 1);
    assert!((2..=most).contains(&images), "{images} of {drawn}");
    assert!(images + left_out >= 10_u64.min((passed * 30.0) as u64), "{images} {left_out}");
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_resized_view_goes_on_in_the_size_of_the_video() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("views");
    let mut rig = yard(folder.path(), true);
    record(&mut rig, &["Time: real", "Format: images (PNG)"], &path);
    let size_then = view_size(&rig).map(|edge| edge & !1);
    rig.wait("there is a picture", |_| path.join("frame-000001.png").exists());
    let before = rig.window().view_video().unwrap().images;
    for (number, window) in [[1000.0, 640.0], [1500.0, 900.0]].into_iter().enumerate() {
        rig.resize(window, 1.0);
        assert_ne!(view_size(&rig).map(|edge| edge & !1), size_then);
        rig.wait("there is another picture", |rig| rig.window().view_video().unwrap().images > before + number as u64);
    }
    rig.harness.get_by_label("Stop video").click();
    rig.wait("the message appears", |rig| rig.labels().iter().any(|label| label.contains("stopped by the user")));
    let pictures = names(&path);
    assert!(pictures.len() >= 3, "{pictures:?}");
    for name in pictures {
        let picture = path.join(name);
        assert_eq!(size(&picture), size_then);
        assert!(is_red(middle(&picture)), "{}: {:?}", picture.display(), middle(&picture));
    }
    // An existing folder is not written to.
    rig.press(Modifiers::COMMAND, Key::F12);
    choose(&mut rig, &["Format: images (PNG)"], &folder.path().join("views.mp4"));
    assert!(rig.window().view_video().is_none());
    assert!(rig.window().problems().any(|problem| problem.to_string().contains("need a new folder")));
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
/// A system that allows removing a folder with an open file.
#[cfg(unix)]
#[test]
fn a_video_whose_folder_is_deleted_ends_with_a_message_and_the_run_continues() {
    let folder = tempfile::tempdir().unwrap();
    let deleted = folder.path().join("deleted");
    std::fs::create_dir(&deleted).unwrap();
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    record(&mut rig, &[], &deleted.join("run.mp4"));
    rig.click("Play");
    rig.wait("it has images", |rig| rig.window().view_video().is_some_and(|video| video.images > 3));
    std::fs::remove_dir_all(&deleted).unwrap();
    rig.wait("it ends", |rig| rig.window().view_video().is_none());
    let is_reported = |rig: &Rig| rig.window().problems().any(|problem| problem.to_string().contains("run.mp4"));
    assert!(is_reported(&rig), "{:?}", rig.window().problems().collect::<Vec<_>>());
    let tick = rig.frame().tick;
    rig.wait("the run continues", |rig| rig.frame().tick > tick + 10);
    assert!(!deleted.exists());
}

/// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
#[test]
fn a_video_is_whole_when_its_view_its_scene_or_the_window_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut rig = Rig::built(demo_copy(folder.path()), 6);
    let begin = |rig: &mut Rig, path: PathBuf| {
        rig.harness.state_mut().request(Request::View(ViewRequest::Record(ViewVideo {
            path,
            pictures: false,
            of_run: false,
        })));
        rig.wait("it records", |rig| rig.window().view_video().is_some());
        rig.harness.key_press(Key::Num4);
        rig.wait("it has two images", |rig| rig.window().view_video().is_some_and(|video| video.images >= 2));
    };
    // The view, with another one next to it.
    rig.request(sim_gui::Action::NewView3d);
    begin(&mut rig, path("view.mp4"));
    let second = rig.window().used_view();
    assert_eq!(second, Pane::of_view(ViewKind::View3d, 2));
    rig.harness.state_mut().request(Request::Panel(PanelRequest::Close(second)));
    rig.wait("it ends", |rig| rig.window().view_video().is_none());
    rig.wait("it is whole", |_| path("view.mp4").exists());
    // The scene.
    begin(&mut rig, path("scene.mp4"));
    rig.harness.state_mut().request(Request::Action(sim_gui::Action::New));
    rig.wait("it ends", |rig| rig.window().view_video().is_none());
    rig.wait("it is whole", |_| path("scene.mp4").exists());
    // The window.
    rig.harness.state_mut().request(Request::File(FileRequest::Open(path("demo.ron"))));
    rig.wait("the demo is built", |rig| rig.frame().robots.len() == 6);
    begin(&mut rig, path("window.mp4"));
    eframe::App::on_exit(rig.harness.state_mut());
    assert!(path("window.mp4").exists(), "nothing is left to be written");
    for name in ["view.mp4", "scene.mp4", "window.mp4"] {
        let video = Mp4::read(&path(name));
        assert!(video.images.len() >= 2 && video.length() > 0.0, "{name}: {} images", video.images.len());
    }
    assert!(names(folder.path()).iter().all(|name| !name.contains("incomplete")), "{:?}", names(folder.path()));
}
