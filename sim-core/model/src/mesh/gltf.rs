//! glTF 2.0: triangles of the default scene with their node transforms, and base colors.
//!
//! Positions and indices are read from the buffers here: the library's own readers trust offsets, counts and strides, which may be wrong in
//! a damaged file.

use super::{LoadedMesh, MeshBuilder, Texture};
use crate::model_error::{ModelError, Report, read_file};
use ::gltf::accessor::{DataType, Dimensions};
use ::gltf::mesh::Mode;
use ::gltf::{Accessor, Document, Node, Primitive, Semantic};
use nalgebra::{Matrix4, Point3};
use std::path::{Path, PathBuf};

/// Length of the header of a binary glTF file, bytes.
const GLB_HEADER: u32 = 12;

/// From glTF's axes (y up, the camera looks along −z) to ours (z up): a rotation by 90° about x.
const Z_UP_FROM_Y_UP: Matrix4<f64> =
    Matrix4::new(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);

pub(super) fn read(bytes: &[u8], path: &Path) -> Result<LoadedMesh, ModelError> {
    check_header(bytes)?;
    let unchecked = ::gltf::Gltf::from_slice_without_validation(bytes).map_err(|error| malformed(&error))?;
    check_accessors(unchecked.document.as_json())?;
    let gltf = ::gltf::Gltf::from_slice(bytes).map_err(|error| malformed(&error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut blob = gltf.blob;
    let document = gltf.document;
    let mut files = Vec::new();
    let buffers = document.buffers().map(|buffer| load_buffer(&buffer, &mut blob, folder, &mut files));
    let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
    let textures = vec![None; document.images().len()];
    let mut reader = Reader { buffers, builder: MeshBuilder::default(), warnings: Vec::new(), folder, files, textures };
    let mut seen = vec![false; document.nodes().len()];
    let mut open: Vec<(Node, Matrix4<f64>)> = roots(&document).into_iter().map(|n| (n, Z_UP_FROM_Y_UP)).collect();
    open.reverse();
    while let Some((node, parent)) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            let report =
                Report::new("a node has two parents or is its own ancestor").path(format!("nodes[{}]", node.index()));
            return Err(ModelError::Structure(Box::new(report.help("export the file again"))));
        }
        let here = parent * Matrix4::from(node.transform().matrix()).cast::<f64>();
        if let Some(mesh) = node.mesh() {
            for primitive in mesh.primitives() {
                reader.primitive(&primitive, mesh.name().or(node.name()).unwrap_or_default(), &here)?;
            }
        }
        let children: Vec<Node> = node.children().collect();
        open.extend(children.into_iter().rev().map(|child| (child, here)));
    }
    Ok(LoadedMesh { mesh: reader.builder.mesh, warnings: reader.warnings, files: reader.files })
}

/// The library subtracts the header from the length without a check.
fn check_header(bytes: &[u8]) -> Result<(), ModelError> {
    if !bytes.starts_with(b"glTF") {
        return Ok(());
    }
    let length = bytes.get(8..12).and_then(|field| field.try_into().ok()).map(u32::from_le_bytes);
    match length {
        Some(length) if length >= GLB_HEADER => Ok(()),
        _ => Err(ModelError::Syntax(Box::new(
            Report::new("the binary glTF header is corrupt").help("export or copy the file again"),
        ))),
    }
}

/// The library's validation looks up the positions of a primitive before it has checked that they exist.
fn check_accessors(root: &::gltf::json::Root) -> Result<(), ModelError> {
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let named = primitives.flat_map(|primitive| primitive.attributes.values().chain(&primitive.indices));
    match named.map(|index| index.value()).find(|index| *index >= root.accessors.len()) {
        None => Ok(()),
        Some(index) => {
            let report = Report::new("invalid glTF: a mesh refers to a missing accessor");
            let report = report.expected(format!("an index below {count}", count = root.accessors.len())).found(index);
            Err(ModelError::Syntax(Box::new(report.help("export or copy the file again"))))
        }
    }
}

fn malformed(error: &::gltf::Error) -> ModelError {
    let report = match error {
        ::gltf::Error::Deserialize(json) if json.line() > 0 => {
            Report::new(format!("invalid JSON in glTF: {json}")).at(json.line() as u32, json.column() as u32)
        }
        ::gltf::Error::Validation(problems) => {
            let first = problems.first().map(|(path, problem)| format!("{path}: {problem}"));
            let report = Report::new("invalid glTF").found(first.unwrap_or_default());
            report.help("export it without compression extensions (Draco, meshopt)")
        }
        other => Report::new(format!("cannot read the glTF: {other}")).help("export or copy the file again"),
    };
    ModelError::Syntax(Box::new(report))
}

/// The root nodes: of the default scene, else of the first scene, else all nodes without a parent.
fn roots(document: &Document) -> Vec<Node<'_>> {
    if let Some(scene) = document.default_scene().or_else(|| document.scenes().next()) {
        return scene.nodes().collect();
    }
    let mut is_child = vec![false; document.nodes().len()];
    for child in document.nodes().flat_map(|node| node.children()) {
        is_child[child.index()] = true;
    }
    document.nodes().filter(|node| !is_child[node.index()]).collect()
}

fn load_buffer(
    buffer: &::gltf::Buffer<'_>,
    blob: &mut Option<Vec<u8>>,
    folder: &Path,
    files: &mut Vec<PathBuf>,
) -> Result<Vec<u8>, ModelError> {
    let place = format!("buffers[{}]", buffer.index());
    let bytes = match buffer.source() {
        ::gltf::buffer::Source::Uri(uri) if !uri.starts_with("data:") => {
            let name = percent_decoded(uri.strip_prefix("file://").unwrap_or(uri));
            let bytes = read_file(&folder.join(&name))?;
            files.push(name.into());
            bytes
        }
        source => {
            let data = ::gltf::buffer::Data::from_source_and_blob(source, None, blob);
            data.map_err(|error| {
                let report = Report::new(format!("cannot read the buffer: {error}")).path(&place);
                ModelError::Syntax(Box::new(report.help("export the file again as .glb")))
            })?
            .0
        }
    };
    if bytes.len() < buffer.length() {
        let report = Report::new("a buffer is shorter than its `byteLength`").path(&place);
        let report =
            report.expected(format!("{length} bytes", length = buffer.length())).found(format_args!("{}", bytes.len()));
        return Err(ModelError::Syntax(Box::new(report.help("copy or export the file again"))));
    }
    Ok(bytes)
}

/// Decodes `%20` as a space and so on; invalid escapes are unchanged.
fn percent_decoded(uri: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), uri.as_bytes());
    while let [first, tail @ ..] = rest {
        let escape = rest.get(1..3).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &rest[3..]).1,
            None => (bytes.push(*first), rest = tail).1,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

struct Reader<'a> {
    buffers: Vec<Vec<u8>>,
    builder: MeshBuilder,
    warnings: Vec<Report>,
    folder: &'a Path,
    files: Vec<PathBuf>,
    /// For each image of the file: its index in the mesh after it has been read; the inner value is `None` if it cannot be read.
    textures: Vec<Option<Option<usize>>>,
}

impl Reader<'_> {
    fn primitive(
        &mut self,
        primitive: &Primitive<'_>,
        name: &str,
        mesh_from_node: &Matrix4<f64>,
    ) -> Result<(), ModelError> {
        let mode = primitive.mode();
        if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            self.warnings.push(Report::new(format!("{mode:?} of mesh `{name}` are ignored")));
            return Ok(());
        }
        let Some(accessor) = primitive.get(&Semantic::Positions) else {
            self.warnings.push(Report::new(format!("a primitive of mesh `{name}` without positions is ignored")));
            return Ok(());
        };
        let base = self.builder.mesh.vertices.len();
        for point in self.positions(&accessor)? {
            let point = mesh_from_node.transform_point(&Point3::from(point));
            self.builder.mesh.vertices.push(point.coords.into());
        }
        let count = self.builder.mesh.vertices.len() - base;
        let indices = match primitive.indices() {
            Some(accessor) => self.indices(&accessor)?,
            None => (0..count as u32).collect(),
        };
        if let Some(index) = indices.iter().find(|index| **index as usize >= count) {
            let report = Report::new(format!("a triangle of mesh `{name}` refers to a missing vertex"));
            let report = report.expected(format!("an index below {count}")).found(index);
            return Err(ModelError::Mesh(Box::new(report.help("export the file again"))));
        }
        let mirrored = mesh_from_node.fixed_view::<3, 3>(0, 0).determinant() < 0.0;
        let color =
            primitive.material().index().map(|_| primitive.material().pbr_metallic_roughness().base_color_factor());
        let texture = self.texture(primitive, count)?;
        for mut triangle in triangles(mode, &indices) {
            if mirrored {
                triangle.swap(1, 2);
            }
            self.builder.push(triangle.map(|index| base as u32 + index), name, color, texture);
        }
        Ok(())
    }

    /// The texture of a primitive with this number of vertices; their texture coordinates are added to the mesh.
    fn texture(&mut self, primitive: &Primitive<'_>, count: usize) -> Result<Option<usize>, ModelError> {
        let material = primitive.material();
        let Some(info) = material.pbr_metallic_roughness().base_color_texture() else {
            self.fill_places();
            return Ok(None);
        };
        let Some(accessor) = primitive.get(&Semantic::TexCoords(info.tex_coord())) else {
            let words =
                format!("a primitive lacks texture coordinates (TEXCOORD_{tex_coord})", tex_coord = info.tex_coord());
            self.warnings.push(Report::new(words).help("unwrap the mesh and export it again"));
            self.fill_places();
            return Ok(None);
        };
        let places = self.places(&accessor)?;
        let texture = self.image(&info.texture().source());
        // Vertices of primitives without texture come before these.
        let first = self.builder.mesh.vertices.len() - count;
        let list = &mut self.builder.mesh.texture_places;
        list.resize(first, [0.0; 2]);
        list.extend(places.into_iter().take(count));
        self.fill_places();
        Ok(texture)
    }

    /// Adds default texture coordinates if other vertices have any.
    fn fill_places(&mut self) {
        let mesh = &mut self.builder.mesh;
        if !mesh.texture_places.is_empty() {
            mesh.texture_places.resize(mesh.vertices.len(), [0.0; 2]);
        }
    }

    /// Texture coordinates. Integers represent fractions of 1 (glTF 2.0, section 3.7.2.1).
    fn places(&self, accessor: &Accessor<'_>) -> Result<Vec<[f32; 2]>, ModelError> {
        let read = |size: usize, value: fn(&[u8]) -> f32| {
            let items = self.items(accessor, 2 * size)?;
            Ok(items.map(|bytes| [value(&bytes[..size]), value(&bytes[size..])]).collect())
        };
        match (accessor.data_type(), accessor.dimensions()) {
            (DataType::F32, Dimensions::Vec2) => read(4, |b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            (DataType::U16, Dimensions::Vec2) => read(2, |b| f32::from(u16::from_le_bytes([b[0], b[1]])) / 65535.0),
            (DataType::U8, Dimensions::Vec2) => read(1, |b| f32::from(b[0]) / 255.0),
            _ => {
                let report = Report::new("texture coordinates are not pairs of numbers").path(place(accessor));
                Err(ModelError::Unsupported(Box::new(report.help("export the file again"))))
            }
        }
    }

    /// The texture of an image. Unreadable images are skipped with a warning.
    fn image(&mut self, image: &::gltf::Image<'_>) -> Option<usize> {
        if let Some(known) = self.textures[image.index()] {
            return known;
        }
        let name = format!("images[{}]", image.index());
        let found = self.image_bytes(image).map(|bytes| {
            self.builder.mesh.textures.push(Texture { name: name.clone(), bytes: bytes.into() });
            self.builder.mesh.textures.len() - 1
        });
        if let Err(cause) = &found {
            let report = Report::new(format!("skipped a texture: {cause}")).path(&name);
            self.warnings.push(report.help("export the file as .glb, which embeds images"));
        }
        let found = found.ok();
        self.textures[image.index()] = Some(found);
        found
    }

    fn image_bytes(&mut self, image: &::gltf::Image<'_>) -> Result<Vec<u8>, String> {
        match image.source() {
            ::gltf::image::Source::View { view, .. } => {
                let end = view.offset().checked_add(view.length());
                let buffer = self.buffers.get(view.buffer().index());
                let bytes = buffer.zip(end).and_then(|(buffer, end)| buffer.get(view.offset()..end));
                bytes.map(<[u8]>::to_vec).ok_or_else(|| "it exceeds its buffer".to_string())
            }
            ::gltf::image::Source::Uri { uri, .. } if uri.starts_with("data:") => {
                let source = ::gltf::buffer::Source::Uri(uri);
                let data = ::gltf::buffer::Data::from_source_and_blob(source, None, &mut None);
                data.map(|data| data.0).map_err(|error| error.to_string())
            }
            ::gltf::image::Source::Uri { uri, .. } => {
                let name = percent_decoded(uri.strip_prefix("file://").unwrap_or(uri));
                let bytes = read_file(&self.folder.join(&name)).map_err(|error| error.to_string())?;
                self.files.push(name.into());
                Ok(bytes)
            }
        }
    }

    fn positions(&self, accessor: &Accessor<'_>) -> Result<Vec<[f64; 3]>, ModelError> {
        if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            let report = Report::new("positions are not stored as three 32-bit floats").path(place(accessor));
            return Err(ModelError::Unsupported(Box::new(report.help("export without quantization"))));
        }
        let float = |bytes: &[u8], k: usize| {
            f64::from(f32::from_le_bytes([bytes[4 * k], bytes[4 * k + 1], bytes[4 * k + 2], bytes[4 * k + 3]]))
        };
        let items = self.items(accessor, 12)?;
        Ok(items.map(|bytes| [float(bytes, 0), float(bytes, 1), float(bytes, 2)]).collect())
    }

    fn indices(&self, accessor: &Accessor<'_>) -> Result<Vec<u32>, ModelError> {
        let size = match (accessor.data_type(), accessor.dimensions()) {
            (DataType::U8, Dimensions::Scalar) => 1,
            (DataType::U16, Dimensions::Scalar) => 2,
            (DataType::U32, Dimensions::Scalar) => 4,
            _ => {
                let report = Report::new("indices are not unsigned integers").path(place(accessor));
                return Err(ModelError::Unsupported(Box::new(report.help("export the file again"))));
            }
        };
        let items = self.items(accessor, size)?;
        Ok(items.map(|bytes| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))).collect())
    }

    /// The bytes of each element of an accessor, with all bounds checked.
    fn items(&self, accessor: &Accessor<'_>, size: usize) -> Result<impl Iterator<Item = &[u8]>, ModelError> {
        let refuse = |sentence: String, help: String| {
            ModelError::Unsupported(Box::new(Report::new(sentence).path(place(accessor)).help(help)))
        };
        let (None, Some(view)) = (accessor.sparse(), accessor.view()) else {
            return Err(refuse(
                "the data is sparse or compressed".to_string(),
                "export without compression or sparse data".to_string(),
            ));
        };
        let stride = view.stride().unwrap_or(size);
        let start = view.offset().checked_add(accessor.offset());
        let length =
            accessor.count().checked_sub(1).and_then(|n| n.checked_mul(stride)).and_then(|n| n.checked_add(size));
        let slice = start.zip(length).and_then(|(start, length)| {
            let inside = accessor.offset().checked_add(length)? <= view.length() && stride >= size;
            let buffer = self.buffers.get(view.buffer().index())?;
            inside.then(|| buffer.get(start..start.checked_add(length)?)).flatten()
        });
        let slice = slice.ok_or_else(|| {
            refuse("the data exceeds its buffer".to_string(), "copy or export the file again".to_string())
        })?;
        Ok(slice.chunks(stride).map(move |chunk| &chunk[..size]))
    }
}

fn place(accessor: &Accessor<'_>) -> String {
    format!("accessors[{}]", accessor.index())
}

/// Triangles of an indexed list, strip or fan (glTF 2.0, section 3.7.2.1).
fn triangles(mode: Mode, indices: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::TriangleStrip => (indices.windows(3).enumerate())
            .map(|(k, w)| if k % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] })
            .collect(),
        Mode::TriangleFan => {
            indices.get(1..).unwrap_or(&[]).windows(2).map(|pair| [indices[0], pair[0], pair[1]]).collect()
        }
        _ => indices.chunks_exact(3).map(|corner| [corner[0], corner[1], corner[2]]).collect(),
    }
}
