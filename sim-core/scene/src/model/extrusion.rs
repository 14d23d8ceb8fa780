//! Extrusions.

use crate::check_value::{MAX_COORDINATE, coordinate, factor};
use crate::decode::{Decoder, Segment};
use crate::polygon;
use crate::text::Node;
use nalgebra::{Vector2, Vector3};
use sim_diagnostics::{Code, Diagnostic};

record! {
    /// A section that is moved along a line, as VRML97 (ISO/IEC 14772-1, 6.18) has it, with z in the place of y. Along a line
    /// that leads up, x and y of the section are x and y of the object.
    struct Extrusion is "an extrusion" {
        /// Points of the section, m. If the last equals the first, the body is closed and its ends are capped; otherwise it is a
        /// sheet, with its outside on the left along the section.
        section: Vec<[f64; 2]> = vec![[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]] => coordinate();
        /// Points of the spine, m; the last may equal the first.
        spine: Vec<[f64; 3]> = vec![[0.0; 3], [0.0, 0.0, 1.0]] => coordinate();
        /// Scale factors of the section along its x and y: one pair for the whole spine, or one for each of its points. Default: 1.
        scale: Vec<[f64; 2]> = Vec::new() => factor();
        /// Whether contacts use the convex hull, which is faster and always closed.
        convex: bool = false;
    }
    verify check;
}

/// Maximum number of vertices of the whole surface.
const MAX_CORNERS: usize = 1_000_000;
/// Distance below which points coincide, m.
const NEAR: f64 = 1e-9;

impl Extrusion {
    /// Whether the section is closed.
    pub fn is_closed(&self) -> bool {
        self.section.len() > 2 && self.section.first() == self.section.last()
    }

    /// Whether the line is closed.
    pub fn is_ring(&self) -> bool {
        self.spine.len() > 3 && self.spine.first() == self.spine.last()
    }
}

fn check(extrusion: &Extrusion, node: &Node, decoder: &mut Decoder<'_>) {
    let (section, spine, scale) = (&extrusion.section, &extrusion.spine, &extrusion.scale);
    let near2 = |pair: &[[f64; 2]]| (Vector2::from(pair[0]) - Vector2::from(pair[1])).norm() < NEAR;
    let near3 = |pair: &[[f64; 3]]| (Vector3::from(pair[0]) - Vector3::from(pair[1])).norm() < NEAR;
    let twice =
        || Diagnostic::error(Code::SceneGeometry, "two identical consecutive points").with_help("remove one of them");
    if section.len() < 2 {
        decoder.report_field(node, "section", too_few(section.len()));
    } else if let Some(place) = section.windows(2).position(near2) {
        element(decoder, node, "section", place + 1, twice());
    } else if extrusion.is_closed() {
        let corners = &section[..section.len() - 1];
        if let Some(list) = node.get("section") {
            decoder.inside(Segment::Key("section".into()), |decoder| polygon::check(corners, list, decoder));
        }
    }
    if spine.len() < 2 {
        decoder.report_field(node, "spine", too_few(spine.len()));
    } else if let Some(place) = spine.windows(2).position(near3) {
        element(decoder, node, "spine", place + 1, twice());
    }
    if ![0, 1, spine.len()].contains(&scale.len()) {
        let diagnostic =
            Diagnostic::error(Code::SceneArity, "the number of scale factors differs from the number of spine points")
                .with_expected(format!("one pair, or {points} pairs", points = spine.len()))
                .with_found(scale.len().to_string());
        decoder.report_field(node, "scale", diagnostic);
    }
    let most = |numbers: &[f64]| numbers.iter().fold(0.0, |most: f64, number| most.max(number.abs()));
    let (wide, long) = (most(section.as_flattened()), most(spine.as_flattened()));
    let times = if scale.is_empty() { 1.0 } else { most(scale.as_flattened()) };
    // Each of them is rejected on its own if it is too large.
    if wide <= MAX_COORDINATE
        && long <= MAX_COORDINATE
        && times <= MAX_COORDINATE
        && wide * times + long > 2.0 * MAX_COORDINATE
    {
        let diagnostic = Diagnostic::error(Code::SceneRange, "the surface extends too far from its origin")
            .with_expected(coordinate().expected())
            .with_found(format!("{:e} m", wide * times + long));
        decoder.report_field(node, "scale", diagnostic);
    }
    if section.len().saturating_mul(spine.len()) > MAX_CORNERS {
        let diagnostic =
            Diagnostic::error(Code::SceneRange, format!("the surface would have more than {MAX_CORNERS} vertices"))
                .with_help("use fewer points");
        decoder.report_field(node, "section", diagnostic);
    }
}

fn too_few(count: usize) -> Diagnostic {
    Diagnostic::error(Code::SceneArity, "fewer than two points")
        .with_expected("at least two points")
        .with_found(count.to_string())
}

fn element(decoder: &mut Decoder<'_>, node: &Node, field: &str, index: usize, diagnostic: Diagnostic) {
    match node.get(field) {
        Some(list) => decoder.inside(Segment::Key(field.into()), |decoder| {
            decoder.report_element(list, index, diagnostic);
        }),
        None => decoder.report_field(node, field, diagnostic),
    }
}
