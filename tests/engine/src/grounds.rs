//! The same level ground at z = 0 in every form supported by scenes.

use std::fmt::Write;

/// A level ground.
pub struct Ground {
    /// Name of its form.
    pub name: &'static str,
    /// Entries for the `objects` of a scene.
    pub objects: String,
    /// Files that they reference: name and content.
    pub files: Vec<(&'static str, String)>,
}

/// Grounds of `size` × `size` (m) around a point with this material (the fields of `material`): a plane, a box, a
/// height field and a mesh of `cells` × `cells` cells of two triangles, and as many boxes side by side.
pub fn grounds(size: f64, cells: usize, middle_of_all: [f64; 2], material: &str) -> Vec<Ground> {
    let object = |name: &str, shape: &str, at: [f64; 2], z: f64| {
        let [x, y] = [0, 1].map(|axis| at[axis] + middle_of_all[axis]);
        format!("(name: \"{name}\", shape: {shape}, at: ({x:?}, {y:?}, {z:?}), material: ({material})),\n")
    };
    let ground = |name, objects| Ground { name, objects, files: Vec::new() };
    let row = format!("[{}]", vec!["0"; cells + 1].join(","));
    let rows = vec![row; cells + 1].join(",");
    let cell = size / cells as f64;
    let middle = |number: usize| (number as f64 + 0.5) * cell - size / 2.0;
    let tiles = (0..cells * cells).map(|tile| {
        let shape = format!("Box(size: ({cell:?}, {cell:?}, 0.5))");
        object(&format!("tile-{tile}"), &shape, [middle(tile % cells), middle(tile / cells)], -0.25)
    });
    let tiles = tiles.collect();
    let block = format!("Box(size: ({size:?}, {size:?}, 1))");
    let field = format!("HeightField(size: ({size:?}, {size:?}), heights: Rows([{rows}]))");
    vec![
        ground("plane", object("ground", "Plane()", [0.0; 2], 0.0)),
        ground("box", object("ground", &block, [0.0; 2], -0.5)),
        ground("height field", object("ground", &field, [0.0; 2], 0.0)),
        Ground {
            files: vec![("ground.obj", grid(size, cells))],
            ..ground("mesh", object("ground", "Mesh(file: \"ground.obj\")", [0.0; 2], 0.0))
        },
        ground("tiles", tiles),
    ]
}

/// A level grid of triangles as an OBJ file.
fn grid(size: f64, cells: usize) -> String {
    let mut text = String::new();
    for number in 0..(cells + 1) * (cells + 1) {
        let place = |number: usize| number as f64 * size / cells as f64 - size / 2.0;
        _ = writeln!(text, "v {:?} {:?} 0", place(number % (cells + 1)), place(number / (cells + 1)));
    }
    for number in 0..cells * cells {
        let corner = |x: usize, y: usize| 1 + number % cells + x + (number / cells + y) * (cells + 1);
        let (a, b, c, d) = (corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
        _ = writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}");
    }
    text
}
