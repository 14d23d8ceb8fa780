//! COLLADA 1.4 and 1.5: polygons of the scene's nodes with their transforms, the unit of length, and diffuse colors.
//!
//! Implemented here, because existing libraries assume well-formed files and panic on damaged ones. Source: Khronos, "COLLADA – Digital
//! Asset Schema Release 1.4.1", chapters 5 (geometry, scene) and 8 (effects).

use super::{LoadedMesh, MeshBuilder};
use crate::model_error::{ModelError, Report, utf8};
use nalgebra::{Matrix4, Point3, Rotation3, Unit, Vector3, Vector4};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Maximum nesting depth of nodes, including references.
const DEEPEST: usize = 64;

/// Maximum number of nodes, points and triangles: nodes that refer to each other could create any number.
const MAX_NODES: usize = 100_000;
const MAX_PARTS: usize = 20_000_000;
/// Entry for geometry without a mesh in the list of ignored tags.
const WITHOUT_MESH: &str = "geometry without a mesh";

type Parsed<T> = Result<T, Box<Report>>;

/// Reads a document. Coordinates are those of the file times its unit; `up_axis` is not applied, see the user's guide.
pub(super) fn read(bytes: &[u8], path: &Path) -> Result<LoadedMesh, ModelError> {
    let text = utf8(bytes, path)?.trim_end_matches(['\0', ' ', '\n', '\r', '\t']);
    let document = Document::parse(text).map_err(|error| {
        let report = Report::new(format!("malformed COLLADA: {error}"));
        let report = report.at(error.pos().row, error.pos().col);
        ModelError::Syntax(Box::new(report.help("export or copy the file again")))
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let report = at(root, format!("the root element is <{name}>", name = root.tag_name().name()));
        return Err(ModelError::Syntax(Box::new(report.expected("<COLLADA …>").help("specify a COLLADA file"))));
    }
    let ids = root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut reader = Reader { ids, ..Reader::default() };
    reader.document(root).map_err(ModelError::Syntax)?;
    Ok(reader.finish())
}

#[derive(Default)]
struct Reader<'a, 'i> {
    /// Elements by id.
    ids: BTreeMap<&'a str, Node<'a, 'i>>,
    builder: MeshBuilder,
    /// Materials with an image or without a color; they use the color of the visual.
    colorless: BTreeSet<String>,
    /// Ignored elements and their number.
    ignored: BTreeMap<&'a str, usize>,
    /// Number of nodes visited so far.
    nodes: usize,
}

/// Pose of a mesh, and its materials by symbol.
struct Instance<'a> {
    place: Matrix4<f64>,
    materials: BTreeMap<&'a str, &'a str>,
}

/// A list of polygons and the layout of its corners.
struct Polygons<'a, 'i> {
    node: Node<'a, 'i>,
    /// Numbers per corner, and which of them is the vertex index.
    stride: usize,
    vertex: usize,
    /// Number of vertices of the mesh, and the index of the first one in the result.
    count: usize,
    base: usize,
    mirrored: bool,
    name: &'a str,
    color: Option<[f32; 4]>,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn document(&mut self, root: Node<'a, 'i>) -> Parsed<()> {
        let meter = child(root, "asset").and_then(|asset| child(asset, "unit"));
        let unit = match meter.and_then(|unit| Some((unit, unit.attribute("meter")?))) {
            None => 1.0,
            Some((unit, text)) => {
                text.trim().parse().ok().filter(|m: &f64| m.is_finite() && *m > 0.0).ok_or_else(|| {
                    Box::new(
                        at(unit, "the unit of length is not a positive number").found(text).expected("meter=\"1\""),
                    )
                })?
            }
        };
        let place = Matrix4::new_scaling(unit);
        let named = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
        let scene = match named {
            Some(instance) => Some(self.referred(instance, "url")?),
            None => child(root, "library_visual_scenes").and_then(|library| child(library, "visual_scene")),
        };
        if let Some(scene) = scene {
            return elements(scene, "node").try_for_each(|node| self.node(node, place, 0));
        }
        let geometries = elements(root, "library_geometries").flat_map(|library| elements(library, "geometry"));
        let instance = Instance { place, materials: BTreeMap::new() };
        geometries.collect::<Vec<_>>().into_iter().try_for_each(|geometry| self.geometry(geometry, &instance))
    }

    /// Reads everything below a node; its transforms apply in the order of the file.
    fn node(&mut self, node: Node<'a, 'i>, parent: Matrix4<f64>, depth: usize) -> Parsed<()> {
        if depth == DEEPEST {
            let report = at(node, format!("nodes nest deeper than {DEEPEST} levels, or form a cycle"));
            return Err(Box::new(report.help("export the file again")));
        }
        self.nodes += 1;
        check_count(node, self.nodes, MAX_NODES, "nodes")?;
        let mut place = parent;
        for part in node.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "matrix" | "translate" | "rotate" | "scale" => place *= transform(part)?,
                "node" => self.node(part, place, depth + 1)?,
                "instance_node" => self.node(self.referred(part, "url")?, place, depth + 1)?,
                "instance_geometry" => {
                    let instance = Instance { place, materials: bound_materials(part) };
                    self.geometry(self.referred(part, "url")?, &instance)?;
                }
                name @ ("instance_controller" | "lookat" | "skew") => *self.ignored.entry(name).or_default() += 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn geometry(&mut self, geometry: Node<'a, 'i>, instance: &Instance<'a>) -> Parsed<()> {
        let Some(mesh) = child(geometry, "mesh") else {
            *self.ignored.entry(WITHOUT_MESH).or_default() += 1;
            return Ok(());
        };
        let mirrored = instance.place.fixed_view::<3, 3>(0, 0).determinant() < 0.0;
        // The lists of a mesh usually share their vertices.
        let mut placed: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for list in mesh.children().filter(Node::is_element) {
            let kind = list.tag_name().name();
            match kind {
                "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {}
                "lines" | "linestrips" => {
                    *self.ignored.entry(kind).or_default() += 1;
                    continue;
                }
                _ => continue,
            }
            let Some((source, vertex, stride)) = corners(list)? else { continue };
            let (base, count) = match placed.get(source) {
                Some(known) => *known,
                None => {
                    let new = self.vertices(list, source, &instance.place)?;
                    placed.insert(source, new);
                    new
                }
            };
            let symbol = list.attribute("material");
            let color = symbol.and_then(|symbol| self.color(instance.materials.get(symbol).copied().unwrap_or(symbol)));
            let name = symbol.or(geometry.attribute("name")).unwrap_or_default();
            let polygons = Polygons { node: list, stride, vertex, count, base, mirrored, name, color };
            self.polygons(kind, &polygons)?;
        }
        Ok(())
    }

    /// Appends the transformed points of a `<vertices>` element; returns the index of the first one and their number.
    fn vertices(&mut self, list: Node<'a, 'i>, source: &str, place: &Matrix4<f64>) -> Parsed<(usize, usize)> {
        let vertices = self.by_id(list, source)?;
        let position = elements(vertices, "input").find(|input| input.attribute("semantic") == Some("POSITION"));
        let source = match position {
            Some(input) => self.referred(input, "source")?,
            None => vertices,
        };
        let array = child(source, "float_array").ok_or_else(|| {
            Box::new(at(source, "vertices without positions").expected("a <source> with a <float_array>"))
        })?;
        let accessor = child(source, "technique_common").and_then(|technique| child(technique, "accessor"));
        let number = |name: &str, otherwise: usize| {
            accessor.and_then(|accessor| accessor.attribute(name)?.trim().parse().ok()).unwrap_or(otherwise)
        };
        let (stride, offset) = (number("stride", 3).max(3), number("offset", 0));
        let numbers: Vec<f64> = numbers(array)?;
        let base = self.builder.mesh.vertices.len();
        let points = numbers.get(offset..).unwrap_or_default().chunks(stride).filter(|point| point.len() >= 3);
        let placed = |point: &[f64]| place.transform_point(&Point3::new(point[0], point[1], point[2]));
        let points = points.map(|point| <[f64; 3]>::from(placed(point).coords));
        self.builder.mesh.vertices.extend(points);
        check_count(array, self.builder.mesh.vertices.len(), MAX_PARTS, "points")?;
        Ok((base, self.builder.mesh.vertices.len() - base))
    }

    fn polygons(&mut self, kind: &str, list: &Polygons<'a, 'i>) -> Parsed<()> {
        let runs: Vec<Node> = list.node.descendants().filter(|node| node.has_tag_name_of("p")).collect();
        match kind {
            "triangles" => runs.iter().try_for_each(|run| {
                let corners = list.indices(*run)?;
                corners.chunks_exact(3).try_for_each(|triangle| self.fan(list, triangle))
            }),
            "polylist" => {
                let Some(sizes) = child(list.node, "vcount") else { return Ok(()) };
                let corners = runs.first().map(|run| list.indices(*run)).transpose()?.unwrap_or_default();
                let mut rest = corners.as_slice();
                for size in numbers::<usize>(sizes)? {
                    let Some((polygon, more)) = rest.split_at_checked(size) else {
                        let report = at(sizes, "the polygons have more vertices than <p> lists");
                        return Err(Box::new(
                            report.found(size).expected(format!("at most {count}", count = rest.len())),
                        ));
                    };
                    rest = more;
                    self.fan(list, polygon)?;
                }
                Ok(())
            }
            "tristrips" => runs.iter().try_for_each(|run| {
                let corners = list.indices(*run)?;
                corners.windows(3).enumerate().try_for_each(|(number, three)| match number % 2 {
                    0 => self.fan(list, three),
                    _ => self.fan(list, &[three[1], three[0], three[2]]),
                })
            }),
            // A fan is split like any polygon.
            _ => runs.iter().try_for_each(|run| self.fan(list, &list.indices(*run)?)),
        }
    }

    /// Appends a polygon as a triangle fan around its first corner.
    fn fan(&mut self, list: &Polygons<'a, 'i>, corners: &[u32]) -> Parsed<()> {
        let [first, rest @ ..] = corners else { return Ok(()) };
        check_count(list.node, self.builder.mesh.triangles.len(), MAX_PARTS, "triangles")?;
        for pair in rest.windows(2) {
            let triangle = if list.mirrored { [*first, pair[1], pair[0]] } else { [*first, pair[0], pair[1]] };
            self.builder.push(triangle, list.name, list.color, None);
        }
        Ok(())
    }

    /// Diffuse color of a material, opaque: exporters interpret `transparency` differently.
    fn color(&mut self, material: &'a str) -> Option<[f32; 4]> {
        let found = self.diffuse(material);
        if found.is_none() {
            self.colorless.insert(material.to_string());
        }
        found
    }

    fn diffuse(&self, material: &str) -> Option<[f32; 4]> {
        let effect = child(*self.ids.get(material)?, "instance_effect")?.attribute("url")?;
        let effect = *self.ids.get(effect.strip_prefix('#')?)?;
        let shader = effect
            .descendants()
            .find(|node| ["phong", "lambert", "blinn", "constant"].contains(&node.tag_name().name()))?;
        let light = child(shader, if shader.tag_name().name() == "constant" { "emission" } else { "diffuse" })?;
        let parts: Vec<f32> = numbers(child(light, "color")?).ok()?;
        let [red, green, blue, ..] = parts[..] else { return None };
        Some([red, green, blue, 1.0].map(|part| part.clamp(0.0, 1.0)))
    }

    /// The element that an attribute such as `url="#id"` refers to.
    fn referred(&self, node: Node<'a, 'i>, attribute: &str) -> Parsed<Node<'a, 'i>> {
        let Some(url) = node.attribute(attribute) else {
            let report = at(node, format!("missing attribute `{attribute}` of <{tag}>", tag = node.tag_name().name()));
            return Err(Box::new(report.help("export the file again")));
        };
        match url.trim().strip_prefix('#') {
            Some(id) => self.by_id(node, id),
            None => Err(Box::new(at(node, "references to other files are not supported").found(url).expected("#id"))),
        }
    }

    fn by_id(&self, node: Node<'a, 'i>, id: &str) -> Parsed<Node<'a, 'i>> {
        self.ids.get(id).copied().ok_or_else(|| {
            let report = at(node, format!("unknown element id `{id}`"));
            Box::new(report.known(id, self.ids.keys().copied()).help("export the file again"))
        })
    }

    fn finish(self) -> LoadedMesh {
        let mut warnings = Vec::new();
        if !self.colorless.is_empty() {
            let names: Vec<String> = self.colorless.iter().map(|name| format!("`{name}`")).collect();
            let report = Report::new(format!("materials without a color: {names}", names = names.join(", ")));
            warnings.push(report.help("textures are not supported; the color of the visual is used"));
        }
        for (what, times) in self.ignored {
            let what: String = match what {
                WITHOUT_MESH => "geometry without a mesh".to_string(),
                tag => tag.into(),
            };
            warnings.push(Report::new(format!("{what} ({times} times) is ignored")));
        }
        LoadedMesh { mesh: self.builder.mesh, warnings, files: Vec::new() }
    }
}

impl Polygons<'_, '_> {
    /// Vertices of the corners listed by a `<p>`, as indices into the result.
    fn indices(&self, run: Node) -> Parsed<Vec<u32>> {
        let numbers: Vec<usize> = numbers(run)?;
        let corners = numbers.chunks_exact(self.stride).map(|corner| corner[self.vertex]);
        corners.map(|index| self.index(run, index)).collect()
    }

    fn index(&self, run: Node, index: usize) -> Parsed<u32> {
        let whole = (index < self.count).then(|| u32::try_from(self.base + index).ok()).flatten();
        whole.ok_or_else(|| {
            let report = at(run, "a polygon refers to a missing vertex").found(index);
            Box::new(report.expected(format!("an index below {count}", count = self.count)))
        })
    }
}

/// For a list of polygons: id of its `<vertices>`, position of the vertex index among the numbers of a corner, and the numbers per corner.
/// `None` for an empty list without inputs.
fn corners<'a>(list: Node<'a, '_>) -> Parsed<Option<(&'a str, usize, usize)>> {
    /// Maximum number of inputs per corner; a damaged file may specify any number.
    const MAX_OFFSET: usize = 64;
    let mut found = None;
    let mut stride = 0;
    for input in elements(list, "input") {
        let offset: usize = input.attribute("offset").and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        if offset >= MAX_OFFSET {
            let report = at(input, "the offset of an input is too large").found(offset);
            return Err(Box::new(report.expected(format!("less than {MAX_OFFSET}"))));
        }
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") {
            let source = input.attribute("source").unwrap_or_default().trim();
            found = Some((source.strip_prefix('#').unwrap_or(source), offset));
        }
    }
    match found {
        Some((source, offset)) => Ok(Some((source, offset, stride))),
        None if stride == 0 => Ok(None),
        None => Err(Box::new(at(list, "polygons without vertices").expected("<input semantic=\"VERTEX\" …>"))),
    }
}

/// `<matrix>`, `<translate>`, `<rotate>` or `<scale>` as a matrix.
fn transform(node: Node) -> Parsed<Matrix4<f64>> {
    let parts: Vec<f64> = numbers(node)?;
    let matrix = match (node.tag_name().name(), parts.as_slice()) {
        ("matrix", all) if all.len() == 16 => Matrix4::from_row_slice(all),
        ("translate", [x, y, z]) => Matrix4::new_translation(&Vector3::new(*x, *y, *z)),
        ("scale", [x, y, z]) => Matrix4::from_diagonal(&Vector4::new(*x, *y, *z, 1.0)),
        ("rotate", [x, y, z, degrees]) => match Unit::try_new(Vector3::new(*x, *y, *z), 1e-12) {
            Some(axis) => Rotation3::from_axis_angle(&axis, degrees.to_radians()).to_homogeneous(),
            None => Matrix4::identity(),
        },
        _ => {
            let report = at(node, format!("<{name}> has the wrong number of values", name = node.tag_name().name()));
            return Err(Box::new(
                report.found(parts.len()).expected("16, 3, 3 or 4 of matrix, translate, scale, rotate"),
            ));
        }
    };
    if matrix.iter().all(|entry| entry.is_finite()) {
        return Ok(matrix);
    }
    Err(Box::new(at(node, "a transform is not finite").expected("finite numbers")))
}

/// Materials by the symbols used in a mesh, as bound by its instance.
fn bound_materials<'a>(instance: Node<'a, '_>) -> BTreeMap<&'a str, &'a str> {
    let bindings = instance.descendants().filter(|node| node.has_tag_name_of("instance_material"));
    let bindings = bindings.filter_map(|node| Some((node.attribute("symbol")?, node.attribute("target")?)));
    bindings.map(|(symbol, target)| (symbol, target.trim().trim_start_matches('#'))).collect()
}

/// Rejects a count beyond that of a mesh for simulation.
fn check_count(node: Node, count: usize, most: usize, what: &str) -> Parsed<()> {
    if count <= most {
        return Ok(());
    }
    let report = at(node, format!("the scene has more than {most} {what}"));
    Err(Box::new(report.help("simplify the mesh")))
}

/// The numbers in an element's text.
fn numbers<T: std::str::FromStr>(node: Node) -> Parsed<Vec<T>> {
    let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
    let words = texts.flat_map(str::split_ascii_whitespace);
    let number = |word: &str| {
        word.parse().map_err(|_| {
            let report = at(node, format!("<{name}> contains an invalid number", name = node.tag_name().name()));
            Box::new(report.found(word).help("export the file again"))
        })
    };
    words.map(number).collect()
}

/// A report about an element.
fn at(node: Node, message: impl Into<String>) -> Report {
    let place = node.document().text_pos_at(node.range().start);
    Report::new(message).at(place.row, place.col)
}

/// The first child element of a name, in any namespace.
fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name_of(name))
}

/// The child elements of a name.
fn elements<'a: 'n, 'i: 'n, 'n>(node: Node<'a, 'i>, name: &'n str) -> impl Iterator<Item = Node<'a, 'i>> + 'n {
    node.children().filter(move |child| child.has_tag_name_of(name))
}

/// Names without their namespace: exporters use several.
trait TagName {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl TagName for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}
