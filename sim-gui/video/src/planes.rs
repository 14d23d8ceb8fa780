//! Conversion of pixels to luma and chroma.

/// Luma of all pixels, and both chroma components at half resolution: Y′CbCr 4:2:0 with eight bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    pub brightness: Vec<u8>,
    pub blue: Vec<u8>,
    pub red: Vec<u8>,
}

/// Weights of red, green and blue in luma, ITU-R BT.709-6, table 3 (item 3.2).
const PARTS: [f32; 3] = [0.2126, 0.7152, 0.0722];

impl Planes {
    /// Converts an RGBA image of even width and height with eight bits per channel, row by row from the top. Luma ranges from 16
    /// to 235, chroma from 16 to 240 around 128 (ITU-R BT.709-6, items 3.4 and 4.6).
    pub fn of(pixels: &[u8], [width, height]: [usize; 2]) -> Self {
        let rgb = |column: usize, row: usize| {
            let at = 4 * (row * width + column);
            [0, 1, 2].map(|part| f32::from(pixels[at + part]) / 255.0)
        };
        let bright = |color: [f32; 3]| color.iter().zip(PARTS).map(|(part, weight)| part * weight).sum::<f32>();
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let brightness = places.map(|(column, row)| rounded(16.0 + 219.0 * bright(rgb(column, row)))).collect();
        let (mut blue, mut red) = (Vec::with_capacity(width * height / 4), Vec::with_capacity(width * height / 4));
        for row in (0..height).step_by(2) {
            for column in (0..width).step_by(2) {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| rgb(column + right, row + down));
                let mean = [0, 1, 2].map(|part| four.iter().map(|color| color[part]).sum::<f32>() / 4.0);
                let difference = |part: usize| 128.0 + 112.0 * (mean[part] - bright(mean)) / (1.0 - PARTS[part]);
                blue.push(rounded(difference(2)));
                red.push(rounded(difference(0)));
            }
        }
        Self { brightness, blue, red }
    }
}

fn rounded(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_colors_have_the_codes_of_the_standard() {
        // ITU-R BT.709-6 for eight bits: white, black, red, green, blue.
        let codes = [
            ([255, 255, 255], [235, 128, 128]),
            ([0, 0, 0], [16, 128, 128]),
            ([255, 0, 0], [63, 102, 240]),
            ([0, 255, 0], [173, 42, 26]),
            ([0, 0, 255], [32, 240, 118]),
        ];
        for ([red, green, blue], [bright, of_blue, of_red]) in codes {
            let planes = Planes::of(&[red, green, blue, 255].repeat(4), [2, 2]);
            let expected = Planes { brightness: vec![bright; 4], blue: vec![of_blue], red: vec![of_red] };
            assert_eq!(planes, expected, "{red} {green} {blue}");
        }
    }

    #[test]
    fn color_differences_are_those_of_the_mean_of_four_pixels() {
        let pixels = [[255, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255], [255, 0, 0, 255]].concat();
        let planes = Planes::of(&pixels, [2, 2]);
        assert_eq!(planes.brightness, [63, 16, 16, 63]);
        assert_eq!((planes.blue[0], planes.red[0]), (115, 184));
    }
}
