//! Mesh files: geometry, colors, mass, and the errors of broken files.

use sim_core::mesh::{LoadedMesh, MeshFormat, TriangleMesh, from_bytes, load};
use sim_core::model::ModelError;
use std::path::{Path, PathBuf};

use crate::common::{glb, glb_with_json};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mesh").join(name)
}

const UNIT: [f64; 3] = [1.0; 3];

fn sentences(loaded: &LoadedMesh) -> Vec<&str> {
    loaded.warnings.iter().map(|warning| &*warning.message).collect()
}

fn near(found: &[f64], wanted: &[f64]) {
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} is not {wanted:?}");
}

fn obj(text: &str) -> Result<LoadedMesh, ModelError> {
    from_bytes(text.as_bytes(), MeshFormat::Obj, &data("inline.obj"), UNIT)
}

/// NA-24: Wavefront OBJ models with polygons and materials load; errors name the line.
#[test]
fn a_cube_of_quads_and_negative_indices_is_closed_and_weighs_as_a_cube() {
    let cube = load(&data("cube.obj"), [0.4, 0.3, 0.1]).unwrap();
    assert!(cube.warnings.is_empty());
    assert_eq!((cube.mesh.vertices.len(), cube.mesh.triangles.len()), (8, 12));
    assert_eq!(cube.mesh.bounding_box(), Some([[-0.2, -0.15, -0.05], [0.2, 0.15, 0.05]]));
    let solid = cube.mesh.solid_properties().unwrap();
    near(&[solid.volume * 1000.0], &[12.0]);
    near(&solid.center, &[0.0; 3]);
    near(&solid.inertia.map(|moment| moment * 1000.0), &[0.1, 0.17, 0.25, 0.0, 0.0, 0.0]);
}

#[test]
fn a_moved_tetrahedron_has_its_known_moments() {
    let mut mesh = load(&data("tetrahedron.stl"), UNIT).unwrap().mesh;
    mesh.vertices.iter_mut().for_each(|vertex| vertex[0] += 1000.0);
    let solid = mesh.solid_properties().unwrap();
    near(&[solid.volume], &[1.0 / 6.0]);
    near(&solid.center, &[1000.25, 0.25, 0.25]);
    // ∫x² = 1/60, ∫xy = 1/120 about the corner; about the centroid 1/60 − 1/96 and 1/120 − 1/96.
    let (square, product) = (1.0 / 60.0 - 1.0 / 96.0, 1.0 / 120.0 - 1.0 / 96.0);
    near(&solid.inertia, &[2.0 * square, 2.0 * square, 2.0 * square, -product, -product, -product]);
}

#[test]
fn a_mirrored_mesh_still_faces_outward() {
    let mirrored = load(&data("cube.obj"), [-1.0, 1.0, 1.0]).unwrap().mesh;
    near(&[mirrored.solid_properties().unwrap().volume], &[1.0]);
}

#[test]
fn an_open_or_inverted_mesh_has_no_volume_and_says_why() {
    let mut open = load(&data("cube.obj"), UNIT).unwrap().mesh;
    open.triangles.pop();
    let text = open.solid_properties().unwrap_err().to_string();
    assert!(text.contains("found 3 boundary or non-manifold edges; close the holes"), "{text}");
    let mut inverted = load(&data("cube.obj"), UNIT).unwrap().mesh;
    inverted.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let text = inverted.solid_properties().unwrap_err().to_string();
    assert!(text.contains("flip the faces outward"), "{text}");
    let mut one_turned = load(&data("cube.obj"), UNIT).unwrap().mesh;
    one_turned.triangles[4].swap(0, 1);
    assert!(one_turned.solid_properties().unwrap_err().to_string().contains("not watertight"));
}

/// NA-24: Wavefront OBJ models with polygons and materials load; errors name the line.
#[test]
fn an_index_beyond_the_vertices_names_its_line() {
    let error = load(&data("index_9_of_8.obj"), UNIT).unwrap_err();
    assert_eq!(error.report().line, Some(12));
    assert_eq!(error.report().file, Some(data("index_9_of_8.obj")));
    assert!(error.to_string().contains("a face refers to vertex 9 of 8"), "{error}");
}

/// NA-24: Wavefront OBJ models with polygons and materials load; errors name the line.
#[test]
fn malformed_obj_lines_are_named() {
    let wrong = |text: &str| {
        let error = obj(text).unwrap_err();
        (error.report().line, error.report().message.to_string())
    };
    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    assert_eq!(wrong("v 0 0\n").1, "a vertex is not three finite numbers");
    assert_eq!(wrong("v 0 0 inf\n").1, "a vertex is not three finite numbers");
    assert_eq!(wrong(&format!("{three}f 1 2 0\n")), (Some(4), "a face refers to vertex 0 of 3".into()));
    assert_eq!(wrong(&format!("{three}f 1 2 -4\n")), (Some(4), "a face refers to vertex -4 of 3".into()));
    assert_eq!(wrong(&format!("{three}f 1 2\n")), (Some(4), "a face has fewer than three corners".into()));
    assert_eq!(wrong(&format!("{three}f 1 2 x\n")), (Some(4), "a vertex index is not an integer".into()));
    assert_eq!(wrong(&format!("{three}f 1 2 99999999999999999999\n")).0, Some(4));
    assert_eq!(wrong(three), (None, "the mesh contains no triangles".into()));
    assert_eq!(wrong("<html>\n"), (Some(1), "unknown OBJ statement".into()));
    assert_eq!(wrong("v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").1, "a vertex is not finite");
}

/// NA-24: Wavefront OBJ models with polygons and materials load; errors name the line.
#[test]
fn lines_may_go_on_and_polygons_become_fans() {
    let mesh =
        obj("v 0 0 0 # first\nv 1 0 \\\n0\nv 1 1 0\nv .5 2 0\nv 0 1 0\nf 1/1 2/2/2 3//3 \\\n 4 5\n").unwrap().mesh;
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
}

/// NA-24: Wavefront OBJ models with polygons and materials load; errors name the line.
#[test]
fn colors_come_from_the_material_file_and_a_missing_one_is_a_warning() {
    let colored = load(&data("colored.obj"), UNIT).unwrap();
    let parts: Vec<_> = colored.mesh.parts.iter().map(|p| (p.name.as_str(), p.triangles.clone(), p.color)).collect();
    let red = ("red", 0..2, Some([1.0, 0.0, 0.0, 1.0]));
    assert_eq!(parts, [red, ("glass", 2..3, Some([0.0, 0.5, 1.0, 0.25])), ("nothing", 3..4, None)]);
    let found = sentences(&colored);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.contains(&"material `nothing` without a color"), "{found:?}");
    assert!(found.contains(&"ignored `l` statements: 1"), "{found:?}");
    assert!(found.contains(&"a material value is ignored"), "{found:?}");
    assert!(found.iter().any(|text| text.starts_with("material file `missing.mtl` is ignored")), "{found:?}");
    assert!(colored.warnings.iter().all(|warning| warning.file.is_some()));
}

/// Binary STL file of a mesh.
fn binary_stl(mesh: &TriangleMesh, header: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, b' ');
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in &mesh.triangles {
        bytes.extend([0; 12]);
        for coordinate in triangle.iter().flat_map(|index| mesh.vertices[*index as usize]) {
            bytes.extend((coordinate as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn ascii_and_binary_stl_give_the_same_solid() {
    let ascii = load(&data("tetrahedron.stl"), UNIT).unwrap().mesh;
    assert_eq!((ascii.triangles.len(), ascii.parts.len()), (4, 2), "both solids of the file");
    assert_eq!(ascii.parts[1].name, "slope");
    // A binary header may start with the word that identifies ASCII files.
    let bytes = binary_stl(&ascii, b"solid as a rock");
    let binary = from_bytes(&bytes, MeshFormat::Stl, Path::new("t.stl"), UNIT).unwrap().mesh;
    assert_eq!(binary.solid_properties(), ascii.solid_properties());
}

#[test]
fn broken_stl_files_say_what_is_wrong() {
    let read = |bytes: &[u8]| from_bytes(bytes, MeshFormat::Stl, Path::new("t.stl"), UNIT);
    let text = std::fs::read_to_string(data("tetrahedron.stl")).unwrap();
    let error =
        read(text.replace("vertex 0 1 0\n    vertex 1", "vertex 0 one 0\n    vertex 1").as_bytes()).unwrap_err();
    assert_eq!((error.code(), error.report().line), ("model/syntax", Some(5)), "{error}");
    let error = read(&text.as_bytes()[..text.len() - 20]).unwrap_err();
    assert!(error.to_string().contains("endsolid"), "{error}");
    let whole = binary_stl(&load(&data("tetrahedron.stl"), UNIT).unwrap().mesh, b"");
    let error = read(&whole[..whole.len() - 1]).unwrap_err();
    assert!(error.to_string().contains("expected 284 bytes for its triangle count; found 283 bytes"), "{error}");
    assert_eq!(
        sentences(&read(&[&whole[..], b"xyz"].concat()).unwrap()),
        ["3 bytes after the last triangle are ignored"]
    );
    assert_eq!(read(b"").unwrap_err().report().message, "the file is empty");
    assert_eq!(read(b"short").unwrap_err().report().message, "not an STL file");
    let mut not_a_number = whole.clone();
    not_a_number[84 + 12..84 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(read(&not_a_number).unwrap_err().report().path.as_deref(), Some("vertices[0]"));
}

fn read_glb(bytes: &[u8]) -> Result<LoadedMesh, ModelError> {
    from_bytes(bytes, MeshFormat::Gltf, Path::new("t.glb"), UNIT)
}

#[test]
fn a_glb_is_read_with_node_transforms_color_and_z_up() {
    let loaded = read_glb(&glb()).unwrap();
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    // The file's tetrahedron (0,0,0) (1,0,0) (0,1,0) (0,0,1), doubled by the child node, then moved by (10, 20, 30) by its
    // parent; then converted from y up to z up: (x, y, z) → (x, −z, y).
    let corners = [[10.0, -30.0, 20.0], [12.0, -30.0, 20.0], [10.0, -30.0, 22.0], [10.0, -32.0, 20.0]];
    assert_eq!(loaded.mesh.vertices, corners);
    assert_eq!(loaded.mesh.parts.len(), 1);
    assert_eq!(
        (loaded.mesh.parts[0].name.as_str(), loaded.mesh.parts[0].color),
        ("wedge", Some([0.25, 0.5, 0.75, 1.0]))
    );
    near(&[loaded.mesh.solid_properties().unwrap().volume], &[8.0 / 6.0]);
}

#[test]
fn a_mirroring_node_keeps_its_faces_outward() {
    let mirrored = glb_with_json(|json| json.replace("[2,2,2]", "[-2,2,2]"));
    near(&[read_glb(&mirrored).unwrap().mesh.solid_properties().unwrap().volume], &[8.0 / 6.0]);
}

#[test]
fn broken_glb_files_are_refused_with_a_reason() {
    let refused = |from: &str, to: &str, part: &str| {
        let changed = glb_with_json(|json| {
            assert!(json.contains(from), "{from}");
            json.replace(from, to)
        });
        let text = read_glb(&changed).expect_err(to).to_string();
        assert!(text.starts_with("t.glb:") && text.contains(part), "{text}");
    };
    refused(r#""children":[1]"#, r#""children":[0]"#, "two parents or is its own ancestor");
    refused(r#""count":4"#, r#""count":5"#, "exceeds its buffer");
    refused(r#""count":4"#, r#""count":4000000000"#, "exceeds its buffer");
    refused(r#""byteLength":60"#, r#""byteLength":64"#, "shorter than its `byteLength`");
    refused(r#""indices":1"#, r#""indices":7"#, "invalid glTF: ");
    refused(r#""asset""#, r#"asset"#, "invalid JSON");
    refused(r#"5121,"count":12"#, r#"5125,"count":3"#, "refers to a missing vertex");
    refused(r#""mode":4"#, r#""mode":0"#, "no triangles");
    let mut short = glb();
    short[8..12].copy_from_slice(&3u32.to_le_bytes());
    assert!(read_glb(&short).unwrap_err().to_string().contains("header is corrupt"));
    assert!(read_glb(&glb()[..50]).is_err());
}

#[test]
fn a_gltf_names_a_buffer_file_that_is_missing() {
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"no%20such%ff.bin","byteLength":4}]}"#;
    let error = from_bytes(text.as_bytes(), MeshFormat::Gltf, &data("t.gltf"), UNIT).unwrap_err();
    assert_eq!(error.code(), "model/unreadable");
    assert!(error.report().file.as_ref().unwrap().display().to_string().contains("no such"), "{error}");
}

#[test]
fn formats_scales_and_files_that_cannot_be_used_are_refused() {
    let error = load(Path::new("body.ply"), UNIT).unwrap_err();
    assert!(error.to_string().contains("expected one of .obj, .stl, .gltf, .glb, .dae; found .ply"), "{error}");
    assert_eq!(load(&data("cube.obj"), [1.0, 0.0, 1.0]).unwrap_err().report().path.as_deref(), Some("scale"));
    assert_eq!(load(&data("none.obj"), UNIT).unwrap_err().code(), "model/unreadable");
    let bad = TriangleMesh { vertices: vec![[0.0; 3]], triangles: vec![[0, 0, 1]], ..TriangleMesh::default() };
    assert_eq!(bad.validate().unwrap_err().report().path.as_deref(), Some("triangles[0]"));
}

/// The two pyramids of `cap.dae` with changes.
fn collada(changes: &[(&str, &str)]) -> Result<LoadedMesh, ModelError> {
    let mut text = std::fs::read_to_string(data("cap.dae")).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    from_bytes(text.as_bytes(), MeshFormat::Collada, &data("inline.dae"), UNIT)
}

#[test]
fn a_collada_scene_has_its_transforms_unit_and_colors() {
    let cap = load(&data("cap.dae"), UNIT).unwrap();
    // One pyramid of 2 × 4 × 6 cm rotated by 90° about z and moved by 10 cm, one mirrored at x = 0; `up_axis` changes
    // nothing.
    let [low, high] = cap.mesh.bounding_box().unwrap();
    near(&low, &[-0.02, 0.0, 0.0]);
    near(&high, &[0.1, 0.04, 0.06]);
    near(&[cap.mesh.solid_properties().unwrap().volume * 1e6], &[2.0 * 16.0]);
    let parts: Vec<_> =
        cap.mesh.parts.iter().map(|part| (part.name.as_str(), part.triangles.len(), part.color)).collect();
    let red = Some([0.8, 0.1, 0.1, 1.0]);
    // The mirrored instance binds no materials.
    assert_eq!(parts, [("paint", 3, red), ("plain", 3, None), ("paint", 3, None), ("plain", 3, None)]);
    assert_eq!(sentences(&cap), ["materials without a color: `paint`, `plain`"]);
}

#[test]
fn collada_strips_fans_and_instances_of_nodes_are_read() {
    let strip = r##"<tristrips><input semantic="VERTEX" source="#vertices" offset="0"/><p>0 1 3 2</p></tristrips>
        <lines><input semantic="VERTEX" source="#vertices" offset="0"/><p>0 1</p></lines>"##;
    let fan = r##"<polygons><input semantic="VERTEX" source="#vertices" offset="0"/><p>0 1 2 3</p></polygons>"##;
    let both = format!("</triangles>{strip}{fan}");
    let loaded = collada(&[("</triangles>", &both)]).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 2 * (6 + 2 + 2));
    assert!(sentences(&loaded).contains(&"lines (2 times) is ignored"), "{:?}", sentences(&loaded));
    // Both triangles of the strip face up, like those of the fan.
    let normal = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|index| loaded.mesh.vertices[index as usize]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    assert!(loaded.mesh.triangles[6..10].iter().all(|triangle| normal(triangle) > 0.0));
    let instance = r##"<instance_node url="#inner"/></node>
      <node id="mirror"><matrix>"##;
    let loaded = collada(&[("</node>\n      <node id=\"mirror\"><matrix>", instance)]).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 3 * 6);
}

#[test]
fn collada_errors_are_reported_with_their_position() {
    for (changes, part) in [
        (
            ("<p>1 2 4", "<p>1 2 5"),
            "inline.dae:26:9: a polygon refers to a missing vertex; expected an index below 5; found 5",
        ),
        (("url=\"#cap\"", "url=\"#cup\""), "unknown element id `cup`; did you mean `cap`?"),
        (
            ("meter=\"0.01\"", "meter=\"0\""),
            "the unit of length is not a positive number; expected meter=\"1\"; found 0",
        ),
        (("2 4 0", "2 x 0"), "<float_array> contains an invalid number; found x"),
        (("<vcount>4 3", "<vcount>4 9"), "the polygons have more vertices than <p> lists"),
        (("<translate>10 0 0", "<translate>10 0"), "<translate> has the wrong number of values"),
        (("</node>", "</nod>"), "malformed COLLADA"),
        (("offset=\"1\"", "offset=\"9999\""), "the offset of an input is too large"),
        (
            ("<instance_geometry url=\"#cap\">", "<instance_node url=\"#outer\"/><instance_geometry url=\"#cap\">"),
            "form a cycle",
        ),
        (("url=\"#scene\"", "url=\"other.dae#scene\""), "references to other files are not supported"),
    ] {
        let error = collada(&[changes]).err().unwrap_or_else(|| panic!("{changes:?} is taken"));
        assert!(error.to_string().contains(part) && error.report().line.is_some(), "{changes:?}: {error}");
    }
    let empty = from_bytes(b"<COLLADA/>", MeshFormat::Collada, &data("inline.dae"), UNIT).unwrap_err();
    assert!(empty.to_string().contains("the mesh contains no triangles"), "{empty}");
    // Sixty nodes that each instantiate the next one twice.
    let node = |number: usize| {
        format!(
            "<node id=\"n{number}\"><instance_node url=\"#n{0}\"/><instance_node url=\"#n{0}\"/></node>",
            number + 1
        )
    };
    let bomb: String = (0..60).map(node).collect();
    let error = collada(&[("<node id=\"outer\">", &(bomb + "<node id=\"n60\"/><node id=\"outer\">"))]).unwrap_err();
    assert!(error.to_string().contains("more than 100000 nodes"), "{error}");
}
