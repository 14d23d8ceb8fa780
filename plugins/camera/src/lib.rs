//! A camera.
//!
//! A controller reads the image in cells, coarse or as fine as the pixels; services and the window get the full image
//! by calling its `image` function.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use base64::Engine;
use sim_abi::prelude::*;
use sim_abi::world::ImageRequest;
use std::f64::consts::{FRAC_PI_3, PI};

/// What a camera sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[params]
pub enum ImageType {
    /// Color.
    #[default]
    Color,
    /// Depth: distance along the optical axis.
    Depth,
}

/// Parameters of a camera.
#[params]
pub struct CameraParams {
    /// Columns of the image.
    #[param(default = 320, min = 1, max = 8192, unit = "px")]
    width: u32,
    /// Rows of the image.
    #[param(default = 240, min = 1, max = 8192, unit = "px")]
    height: u32,
    /// Horizontal field of view.
    #[param(default = FRAC_PI_3, unit = "rad", min = 0.01, max = PI - 0.01)]
    field_of_view: f64,
    /// Image type.
    sees: ImageType,
    /// Near clipping distance.
    #[param(default = 0.02, unit = "m", min = 1e-4)]
    near: f64,
    /// Far clipping distance; anything beyond reads as this.
    #[param(default = 100.0, unit = "m", min = 1e-3)]
    far: f64,
    /// Images per second.
    #[param(default = 10.0, unit = "Hz", min = 1e-3)]
    rate: f64,
    /// Standard deviation of the noise of each pixel: of each color, 0 … 1, or of the distance, m.
    #[param(default = 0.0, min = 0.0)]
    noise: f64,
    /// Columns of the grid of cells in the readings.
    #[param(default = 4, min = 1, max = 8192)]
    columns: u32,
    /// Rows of the grid of cells in the readings.
    #[param(default = 3, min = 1, max = 8192)]
    rows: u32,
}

/// A camera. Its readings are, cell by cell from the upper left: the mean red, green and blue, or the minimum distance.
pub struct Camera {
    params: CameraParams,
    pixels: Vec<u8>,
    frames: u64,
    drawn: Published,
    /// Sums over the cells, and the number of pixels in each.
    sums: Vec<([f64; 3], u32)>,
}

impl Sensor for Camera {
    type Params = CameraParams;

    fn new(params: CameraParams, setup: &mut SensorSetup) -> Result<Self> {
        if params.near >= params.far {
            let (near, far) = (params.near, params.far);
            return Err(Fault::new(format!("`near` ({near} m) is not below `far` ({far} m)"))
                .help("lower `near` or raise `far`")
                .because(Cause::Parameters));
        }
        if params.columns > params.width || params.rows > params.height {
            let (cells, image) = ((params.columns, params.rows), (params.width, params.height));
            return Err(Fault::new(format!(
                "{} × {} cells are finer than {} × {} pixels",
                cells.0, cells.1, image.0, image.1
            ))
            .help("lower `columns` and `rows`, or raise `width` and `height`")
            .because(Cause::Parameters));
        }
        setup.set_default_period(1.0 / params.rate);
        for row in 0..params.rows {
            for column in 0..params.columns {
                match params.sees {
                    ImageType::Color => ["red", "green", "blue"].iter().for_each(|color| {
                        setup.channel(Channel::new(format!("{color}_{row}_{column}"), "1").range(0.0, 1.0));
                    }),
                    ImageType::Depth => {
                        let channel = Channel::new(format!("distance_{row}_{column}"), "m").range(0.0, params.far);
                        setup.channel(channel.neutral(params.far));
                    }
                }
            }
        }
        let horizontal = params.field_of_view;
        let aspect = f64::from(params.height) / f64::from(params.width);
        let vertical = 2.0 * math::atan(math::tan(horizontal / 2.0) * aspect);
        let form = CoverageForm::Frustum { horizontal, vertical };
        setup.coverage(Coverage::new(form, params.far - params.near).start(params.near));
        let drawn = setup.publish(Channel::new("images", "1").range(0.0, f64::INFINITY));
        let pixels = vec![0; params.width as usize * params.height as usize * 4];
        let sums = vec![([0.0; 3], 0); (params.columns * params.rows) as usize];
        Ok(Self { params, pixels, frames: 0, drawn, sums })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let CameraParams { width, height, field_of_view, near, far, .. } = self.params;
        let format = match self.params.sees {
            ImageType::Color => ImageRequest::COLOR,
            ImageType::Depth => ImageRequest::DEPTH,
        };
        let pose = io.pose().into();
        let request = ImageRequest { pose, width, height, field_of_view, near, far, format, ..ImageRequest::default() };
        match io.world().image(&request, &mut self.pixels) {
            ImageStatus::Drawn => {}
            ImageStatus::NoRenderer => {
                return Err(Fault::new("no renderer in this run").help(
                    "run the scene with `sim`, which always has a renderer, or give the simulation an image source",
                ));
            }
            status => return Err(Fault::new(format!("cannot render the image: {status:?}"))),
        }
        match self.params.sees {
            ImageType::Color => self.read_colors(io, reading),
            ImageType::Depth => self.read_distances(io, reading),
        }
        self.frames += 1;
        io.publish(self.drawn, self.frames as f64);
        Ok(())
    }

    save_fields!(frames);

    fn functions(&self) -> Vec<Function> {
        let value =
            |name: &str, kind: &str| FunctionValue { name: name.into(), kind: kind.into(), ..Default::default() };
        let results = vec![
            value("width", "int"),
            value("height", "int"),
            value("format", "string"),
            value("images", "int"),
            value("pixels", "string"),
        ];
        let help = "The last image, row by row from the top: `rgba8`, or `depth32` (m, little-endian); as base64.";
        vec![Function { name: "image".into(), results, help: help.into(), ..Default::default() }]
    }

    fn call(&mut self, function: &str, _: &[Value], _: &[f64]) -> Result<Value> {
        if function != "image" {
            return Err(Fault::new(format!("unknown function `{function}`")).help("functions: image"));
        }
        let format = match self.params.sees {
            ImageType::Color => "rgba8",
            ImageType::Depth => "depth32",
        };
        let pixels = base64::engine::general_purpose::STANDARD.encode(&self.pixels);
        let CameraParams { width, height, .. } = self.params;
        Ok(json!({"width": width, "height": height, "format": format, "images": self.frames, "pixels": pixels}))
    }
}

impl Camera {
    /// Index of the cell that contains a pixel.
    fn cell(&self, pixel: usize) -> usize {
        let CameraParams { width, height, columns, rows, .. } = self.params;
        let part = |index: usize, count: u32, cells: u32| index * cells as usize / count as usize;
        let (row, column) = (pixel / width as usize, pixel % width as usize);
        part(row, height, rows) * columns as usize + part(column, width, columns)
    }

    fn read_colors(&mut self, io: &mut SensorIo, reading: &mut [f64]) {
        let noise = self.params.noise * 255.0;
        self.sums.fill(([0.0; 3], 0));
        for pixel in 0..self.pixels.len() / 4 {
            let cell = self.cell(pixel);
            let (sum, count) = &mut self.sums[cell];
            for (value, sum) in self.pixels[4 * pixel..][..3].iter_mut().zip(sum) {
                if noise > 0.0 {
                    *value = (f64::from(*value) + noise * io.random().normal()).round().clamp(0.0, 255.0) as u8;
                }
                *sum += f64::from(*value);
            }
            *count += 1;
        }
        for (values, (sum, count)) in reading.chunks_exact_mut(3).zip(&self.sums) {
            values.iter_mut().zip(sum).for_each(|(value, sum)| *value = sum / f64::from(*count) / 255.0);
        }
    }

    fn read_distances(&mut self, io: &mut SensorIo, reading: &mut [f64]) {
        let CameraParams { noise, near, far, .. } = self.params;
        reading.fill(far);
        for pixel in 0..self.pixels.len() / 4 {
            let cell = self.cell(pixel);
            let bytes = &mut self.pixels[4 * pixel..][..4];
            let mut distance = f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).min(far);
            if noise > 0.0 && distance < far {
                distance = (distance + noise * io.random().normal()).clamp(near, far);
            }
            bytes.copy_from_slice(&(distance as f32).to_le_bytes());
            reading[cell] = reading[cell].min(distance);
        }
    }
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A color or depth image for services and the window; controllers read it as a grid of cells.
    sensor "camera/pinhole" = Camera;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> SensorRig<Camera> {
        SensorRig::new(params).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| rig(json!({"width": 8, "height": 6, "noise": 0.1})));
    }

    #[test]
    fn cells_hold_the_mean_color_of_their_pixels() {
        // In the test world, red increases from left to right and green from top to bottom.
        let mut rig = rig(json!({"width": 8, "height": 4, "columns": 2, "rows": 2}));
        let reading = rig.sense().unwrap();
        let red = |pixels: std::ops::Range<u32>| {
            pixels.clone().map(|pixel| f64::from(pixel * 255 / 8)).sum::<f64>() / pixels.len() as f64 / 255.0
        };
        assert_eq!(reading.len(), 12);
        assert!((reading[0] - red(0..4)).abs() < 1e-12 && (reading[3] - red(4..8)).abs() < 1e-12, "{reading:?}");
        assert!(reading[1] < reading[7] && reading[2] == 0.0);
        assert_eq!(rig.published("images"), 1.0);
    }

    #[test]
    fn distances_are_the_least_of_their_cell_and_end_at_far() {
        // In the test world, distances start at 1 m at the top and increase by 1 m per row.
        let mut rig = rig(json!({"width": 4, "height": 8, "columns": 1, "rows": 2, "sees": "depth", "far": 4.5}));
        assert_eq!(rig.sense().unwrap(), [1.0, 4.5]);
    }

    #[test]
    fn the_function_gives_the_whole_image() {
        let mut rig = rig(json!({"width": 2, "height": 1, "columns": 1, "rows": 1}));
        rig.sense().unwrap();
        let answer = rig.call("image", &[]).unwrap();
        assert_eq!((&answer["width"], &answer["format"], &answer["images"]), (&json!(2), &json!("rgba8"), &json!(1)));
        let pixels = base64::engine::general_purpose::STANDARD.decode(answer["pixels"].as_str().unwrap()).unwrap();
        assert_eq!(pixels, [0, 0, 0, 255, 127, 0, 0, 255]);
        assert!(rig.call("picture", &[]).unwrap_err().advice().contains("functions: image"));
    }

    #[test]
    fn it_covers_what_its_image_shows() {
        let rig = rig(json!({"width": 200, "height": 100, "field_of_view": 1.0, "near": 0.1, "far": 5.0}));
        let [coverage] = &rig.declaration().coverage[..] else { panic!("one coverage") };
        let CoverageForm::Frustum { horizontal, vertical } = coverage.form else { panic!("{coverage:?}") };
        assert_eq!((horizontal, coverage.start, coverage.channel), (1.0, 0.1, None));
        assert!(((vertical / 2.0).tan() / (horizontal / 2.0_f64).tan() - 0.5).abs() < 1e-12);
        assert!((coverage.start + coverage.max_range - 5.0).abs() < 1e-12);
    }

    #[test]
    fn noise_has_its_size() {
        let spread = |noise: f64| {
            let mut rig =
                rig(json!({"width": 64, "height": 64, "columns": 64, "rows": 64, "sees": "depth", "noise": noise}));
            let reading = rig.sense().unwrap();
            let deviations = reading.iter().enumerate().map(|(cell, value)| (value - (1 + cell / 64) as f64).powi(2));
            (deviations.sum::<f64>() / reading.len() as f64).sqrt()
        };
        assert!(spread(0.0) == 0.0 && (spread(0.05) - 0.05).abs() < 0.005);
    }

    #[test]
    fn what_cannot_be_a_camera_is_refused() {
        for (params, word) in [(json!({"near": 2.0, "far": 1.0}), "near"), (json!({"width": 3}), "cells")] {
            let fault = SensorRig::<Camera>::new(params).map(|_| ()).unwrap_err();
            assert!(fault.message().contains(word) && !fault.advice().is_empty(), "{fault:?}");
        }
    }

    #[test]
    fn without_a_renderer_it_says_so() {
        let mut rig = rig(json!({"width": 4, "height": 3}));
        rig.world.draws = false;
        assert!(rig.sense().unwrap_err().message().contains("no renderer"));
    }
}
