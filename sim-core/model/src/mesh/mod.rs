//! Triangle meshes from OBJ, STL, glTF and COLLADA files, checked, in plain vectors.
//!
//! Coordinates in a file are taken as meters; use the scale of the model or the scene to convert other units. Textures are read from glTF
//! files only, see `gltf.rs`; the renderer decodes them.

#[cfg(feature = "meshes")]
mod collada;
#[cfg(feature = "meshes")]
mod gltf;
mod mass;
mod obj;
#[cfg(feature = "meshes")]
mod stl;

use crate::model_error::{ModelError, Report, read_file};
pub use mass::SolidProperties;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A set of triangles, wound counterclockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Points, m.
    pub vertices: Vec<[f64; 3]>,
    /// Three indices into the points each.
    pub triangles: Vec<[u32; 3]>,
    /// Runs of triangles with the same color, in order and without gaps.
    pub parts: Vec<MeshPart>,
    /// Texture coordinates of each vertex, from the upper left corner to the right and down, 1 being the whole image; empty if nothing has
    /// a texture.
    pub texture_places: Vec<[f32; 2]>,
    /// Texture images.
    pub textures: Vec<Texture>,
}

/// A texture image, repeated beyond its edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Its origin, for messages.
    pub name: String,
    /// The file contents, PNG or JPEG, not decoded; the renderer decodes them.
    pub bytes: Arc<[u8]>,
}

/// A run of triangles with the same color.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshPart {
    /// Name of the object or the material in the file; may be empty.
    pub name: String,
    /// Its triangles, as a range of indices into [`TriangleMesh::triangles`].
    pub triangles: Range<usize>,
    /// Red, green, blue, opacity, each 0 … 1; `None` if the file specifies no color.
    pub color: Option<[f32; 4]>,
    /// Index into [`TriangleMesh::textures`]; its colors are multiplied by `color`.
    pub texture: Option<usize>,
}

/// A mesh, warnings of its reader, and the additional files.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedMesh {
    /// The triangles.
    pub mesh: TriangleMesh,
    /// Content that was ignored or guessed; the mesh is still usable.
    pub warnings: Vec<Report>,
    /// Material and buffer files that were also read: paths relative to the folder of the mesh file.
    pub files: Vec<PathBuf>,
}

/// Supported formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Wavefront OBJ: `v`, `f`, `o`, `g`, `usemtl`, `mtllib`.
    Obj,
    /// STL, ASCII or binary.
    Stl,
    /// glTF 2.0, text or binary; y up in the file becomes z up here.
    Gltf,
    /// COLLADA 1.4 and 1.5; coordinates are unchanged, whichever axis is up.
    Collada,
}

impl MeshFormat {
    /// The format of a file extension. Fails for unsupported extensions and lists the supported ones.
    pub fn of(path: &Path) -> Result<Self, ModelError> {
        let extension = path.extension().map(|text| text.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "obj" => Ok(Self::Obj),
            "stl" => Ok(Self::Stl),
            "gltf" | "glb" => Ok(Self::Gltf),
            "dae" => Ok(Self::Collada),
            other => {
                let report = Report::new("unsupported mesh format").file(path);
                let report = report.expected("one of .obj, .stl, .gltf, .glb, .dae").found(format_args!(".{other}"));
                Err(ModelError::Unsupported(Box::new(report.help("convert the mesh (to .glb if it has colors)"))))
            }
        }
    }
}

/// Reads a mesh and multiplies its points by `scale`, one factor per axis.
///
/// Fails if the file cannot be read, is malformed, or has no usable triangle; the error contains file, location, cause and fix. A negative
/// product of factors mirrors the mesh; the triangles are reversed so that they still face outward.
pub fn load(path: &Path, scale: [f64; 3]) -> Result<LoadedMesh, ModelError> {
    let format = MeshFormat::of(path)?;
    from_bytes(&read_file(path)?, format, path, scale)
}

/// Like [`load`], from bytes; `path` is used in errors, and its folder contains material and buffer files.
pub fn from_bytes(bytes: &[u8], format: MeshFormat, path: &Path, scale: [f64; 3]) -> Result<LoadedMesh, ModelError> {
    let mut loaded = match format {
        MeshFormat::Obj => obj::read(bytes, path),
        #[cfg(feature = "meshes")]
        MeshFormat::Stl => stl::read(bytes, path),
        #[cfg(feature = "meshes")]
        MeshFormat::Gltf => gltf::read(bytes, path),
        #[cfg(feature = "meshes")]
        MeshFormat::Collada => collada::read(bytes, path),
        #[cfg(not(feature = "meshes"))]
        MeshFormat::Stl | MeshFormat::Gltf | MeshFormat::Collada => {
            let report = Report::new("this program was built without STL, glTF and COLLADA").file(path);
            Err(ModelError::Unsupported(Box::new(
                report.help("convert the mesh to .obj, or enable the feature `meshes` of sim-core"),
            )))
        }
    }
    .and_then(|mut loaded| {
        loaded.mesh.scale(scale)?;
        loaded.mesh.validate()?;
        Ok(loaded)
    })
    .map_err(|error| error.in_file(path))?;
    for warning in &mut loaded.warnings {
        warning.file.get_or_insert_with(|| path.to_path_buf());
    }
    Ok(loaded)
}

impl TriangleMesh {
    /// Multiplies the points by one factor per axis; reverses the triangles if that mirrors the mesh. Fails if a factor is zero or not
    /// finite.
    pub fn scale(&mut self, scale: [f64; 3]) -> Result<(), ModelError> {
        if scale.iter().any(|factor| !factor.is_finite() || *factor == 0.0) {
            let report = Report::new("invalid mesh scale").path("scale");
            let report = report.expected("three finite factors other than 0").found(format_args!("{scale:?}"));
            return Err(ModelError::Value(Box::new(report)));
        }
        for vertex in &mut self.vertices {
            for (coordinate, factor) in vertex.iter_mut().zip(scale) {
                *coordinate *= factor;
            }
        }
        if scale.iter().product::<f64>().is_sign_negative() {
            self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        Ok(())
    }

    /// Checks that there is a triangle, that every index is in range and that every used coordinate is finite in `f32`, the precision of
    /// the collision index. The error reports the first violation.
    pub fn validate(&self) -> Result<(), ModelError> {
        let refuse = |report: Report| Err(ModelError::Mesh(Box::new(report)));
        if self.triangles.is_empty() {
            return refuse(Report::new("the mesh contains no triangles").help("export faces, not points or lines"));
        }
        for (number, vertex) in self.vertices.iter().enumerate() {
            if vertex.iter().any(|coordinate| !(*coordinate as f32).is_finite()) {
                let report = Report::new("a vertex is not finite").path(format!("vertices[{number}]"));
                return refuse(
                    report.expected("three finite coordinates below 3e38 m").found(format_args!("{vertex:?}")),
                );
            }
        }
        for (number, triangle) in self.triangles.iter().enumerate() {
            if let Some(index) = triangle.iter().find(|index| **index as usize >= self.vertices.len()) {
                let report = Report::new("a triangle refers to a missing vertex");
                let report = report.path(format!("triangles[{number}]")).found(index);
                return refuse(report.expected(format!("an index below {count}", count = self.vertices.len())));
            }
        }
        Ok(())
    }

    /// Lowest and highest corner of the axis-aligned bounding box of all vertices used by triangles, m. `None` for a mesh without
    /// triangles.
    pub fn bounding_box(&self) -> Option<[[f64; 3]; 2]> {
        let mut used = self.triangles.iter().flatten().map(|index| self.vertices[*index as usize]);
        let first = used.next()?;
        Some(used.fold([first; 2], |[low, high], point| {
            [std::array::from_fn(|k| low[k].min(point[k])), std::array::from_fn(|k| high[k].max(point[k]))]
        }))
    }

    /// The corners of a triangle, m.
    pub fn corners(&self, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        triangle.map(|index| self.vertices[index as usize])
    }
}

/// Appends triangles, starting a new part whenever name or color changes.
#[derive(Default)]
struct MeshBuilder {
    mesh: TriangleMesh,
}

impl MeshBuilder {
    fn push(&mut self, triangle: [u32; 3], name: &str, color: Option<[f32; 4]>, texture: Option<usize>) {
        let index = self.mesh.triangles.len();
        self.mesh.triangles.push(triangle);
        match self.mesh.parts.last_mut() {
            Some(part) if part.name == name && (part.color, part.texture) == (color, texture) => {
                part.triangles.end = index + 1
            }
            _ => self.mesh.parts.push(MeshPart { name: name.to_string(), triangles: index..index + 1, color, texture }),
        }
    }
}
