//! Text labels in an image.

use sim_render::svg::{Svg, WHITE, Words, grey, line_height, text_width};
use sim_render::{Camera, Label};

/// Font size as a fraction of the image height, and minimum, px.
const SIZE: (f64, f64) = (1.0 / 40.0, 10.0);

/// Draws labels centered at their projected positions, with an outline for contrast. Labels behind the camera are skipped.
pub fn write(labels: &[Label], camera: &Camera, size: [u32; 2], pixels: &mut [u8]) {
    if labels.is_empty() {
        return;
    }
    let [width, height] = size.map(f64::from);
    let mut svg = Svg::new([width, height]);
    let letters = (height * SIZE.0).max(SIZE.1);
    for Label { at, text } in labels {
        let Some(([right, up], _)) = camera.project(at, width / height) else { continue };
        let middle = [(right + 1.0) / 2.0 * width, (1.0 - up) / 2.0 * height];
        let words = text_width(text, letters);
        let corner = [middle[0] - words / 2.0, middle[1] - line_height(letters) / 2.0];
        let seen = corner[0] < width && corner[0] + words > 0.0 && middle[1] > -letters && middle[1] < height + letters;
        if seen {
            svg.write(&Words { rim: Some(WHITE), ..Words::new(text, corner, letters, grey(0)) });
        }
    }
    svg.lay_over(pixels);
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Isometry3, Point3};
    use sim_render::Projection;

    #[test]
    fn a_text_stands_about_its_place_and_not_behind_the_camera() {
        let size = [200, 100];
        let camera = Camera {
            pose: Isometry3::identity(),
            projection: Projection::Perspective { vertical: 1.0 },
            near: 0.1,
            far: 100.0,
        };
        let drawn = |at: Point3<f64>| {
            let mut pixels = [10, 20, 30, 255].repeat(200 * 100);
            write(&[Label { at, text: "12.5 m".into() }], &camera, size, &mut pixels);
            let changed = |pixel: usize| pixels[4 * pixel..][..4] != [10, 20, 30, 255];
            let places: Vec<usize> = (0..200 * 100).filter(|pixel| changed(*pixel)).collect();
            let mean = |part: fn(usize) -> usize| {
                places.iter().map(|place| part(*place)).sum::<usize>() as f64 / places.len() as f64
            };
            (places.len(), mean(|place| place % 200), mean(|place| place / 200))
        };
        let (count, x, y) = drawn(Point3::new(5.0, 0.0, 0.0));
        assert!(count > 100 && (x - 100.0).abs() < 5.0 && (y - 50.0).abs() < 5.0, "{count} {x} {y}");
        let (_, x, y) = drawn(Point3::new(5.0, 2.0, 1.0));
        assert!(x < 80.0 && y < 40.0, "up and to the left: {x} {y}");
        assert_eq!(drawn(Point3::new(-5.0, 0.0, 0.0)).0, 0);
    }
}
