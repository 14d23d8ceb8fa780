//! The handle above a selected thing that changes its height while its base stays in place.

use super::canvas::nearest;
use super::handle::Handle;
use super::{Canvas, Claim, Tool};
use crate::actions::{EditRequest, Request};
use crate::document::editor;
use crate::text::height as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::colors::SELECTED;
use crate::widgets::units::Units;
use egui::{Align2, FontId, Pos2, Rect, Sense, Stroke, Ui, Vec2};
use nalgebra::Point3;
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{Paint, Shape};
use sim_edit::{Document, Edit, Id, Section, Target, rounded};

/// Distance of the handle above its thing, points.
const ABOVE: f32 = 16.0;
/// Snap step of heights if snapping is off, m.
const STEP: f64 = 0.005;
/// Minimum height of things with a body, m.
const LEAST: f64 = 0.005;

/// A thing whose height can be changed.
#[derive(Clone, Debug, PartialEq)]
struct Thing {
    target: Target,
    /// Center of its base in the world, m.
    base: Point3<f64>,
    /// Its height, m.
    height: f64,
    /// Minimum height, m.
    least: f64,
    form: Form,
}

/// How a height is stored.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// A box with this size and position: both change.
    Box { size: [f64; 3], at: [f64; 3] },
    /// A cylinder with its origin at its center, at this position.
    Cylinder { at: [f64; 3] },
    /// A wall with its origin at its base.
    Wall,
    /// Paint on the floor.
    Paint,
}

/// The handle.
#[derive(Default)]
pub struct Height {
    held: Option<HeightDrag>,
    /// Cached for a part and a revision of the document: the lookup traverses the whole scene.
    known: Option<(u64, Target, Option<Thing>)>,
    shown: Option<DrawnHandle>,
}

/// A height being dragged.
struct HeightDrag {
    /// The drag was canceled; the button is still pressed.
    cancelled: bool,
    target: Target,
    /// Grip on the vertical, m above the handle's origin.
    grip: f64,
    /// Current height, m.
    now: f64,
}

/// The handle as drawn.
struct DrawnHandle {
    /// Center of the base, m.
    base: Point3<f64>,
    /// Current height, m.
    height: f64,
    /// Whether it is hovered or dragged.
    strong: bool,
}

impl DrawnHandle {
    /// Screen position of the handle.
    fn place(&self, canvas: &Canvas<'_>) -> Option<Pos2> {
        let top = Point3::new(self.base.x, self.base.y, self.base.z + self.height);
        let at = canvas.sight.project(&top).filter(|at| canvas.rect.contains(*at))?;
        Some(at - Vec2::new(0.0, ABOVE))
    }
}

impl Height {
    /// The selection, if it is one thing whose height can be changed.
    fn item(&mut self, document: &Document, context: &ViewerContext<'_>) -> Option<Thing> {
        let target = match (&context.selected[..], context.part) {
            ([body], _) => editor::target(context.world.structure(), *body)?,
            ([], Some(part)) => part.clone(),
            _ => return None,
        };
        let revision = document.revision();
        if let Some((_, _, item)) = self.known.as_ref().filter(|known| known.0 == revision && known.1 == target) {
            return item.clone();
        }
        let item = item(document, &target);
        self.known = Some((revision, target, item.clone()));
        item
    }

    /// Follows the pointer while the handle is held, even if the handle is out of sight; makes one edit on release.
    fn drag(
        &mut self,
        item: &Thing,
        canvas: &Canvas<'_>,
        pointed: &impl Fn(Pos2) -> Option<f64>,
        requests: &mut Vec<Request>,
    ) {
        let Some(held) = &mut self.held else { return };
        let (pointer, is_down) = canvas.ui.input(|input| (input.pointer.interact_pos(), input.pointer.primary_down()));
        if let Some(now) = pointer.and_then(pointed) {
            let step = if canvas.snap.on { canvas.snap.grid } else { STEP };
            let wanted = item.height + now - held.grip;
            held.now = nearest(wanted, step).max(item.least);
        }
        if !is_down {
            let changed = !held.cancelled && (held.now - item.height).abs() > 1e-9;
            requests.extend(changed.then(|| edit(item, held.now)));
            self.held = None;
        }
    }
}

impl Tool for Height {
    /// Handles dragging of the selection's handle; makes one edit on release.
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        self.shown = None;
        let Some(item) = context.document.and_then(|document| self.item(document, context)) else {
            self.held = None;
            return Claim::Nothing;
        };
        let ui = canvas.ui;
        let origin = Point3::new(item.base.x, item.base.y, item.base.z + item.height);
        let pointed = |at: Pos2| Handle::Axis(2).grip(origin, canvas.sight.ray(at)).map(|grip| grip.x);
        self.held = self.held.take().filter(|held| held.target == item.target);
        self.drag(&item, canvas, &pointed, requests);
        let held = self.held.as_ref().filter(|held| !held.cancelled);
        let height = held.map_or(item.height, |held| held.now);
        let shown = DrawnHandle { base: item.base, height, strong: false };
        let Some(place) = shown.place(canvas) else {
            return if self.held.is_some() { Claim::Everything } else { Claim::Nothing };
        };
        let response =
            ui.interact(Rect::from_center_size(place, Vec2::splat(16.0)), ui.scope_id().with("height"), Sense::drag());
        let label = words::of(item.target.short());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &label));
        let strong = response.hovered() || self.held.is_some();
        self.shown = Some(DrawnHandle { strong, ..shown });
        if response.drag_started()
            && let Some(grip) = ui.input(|input| input.pointer.press_origin()).and_then(pointed)
        {
            self.held = Some(HeightDrag { cancelled: false, target: item.target.clone(), grip, now: item.height });
            self.drag(&item, canvas, &pointed, requests);
        }
        if strong { Claim::Everything } else { Claim::Nothing }
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let Some(shown) = &self.shown else { return };
        let (Some(place), Some(foot)) = (shown.place(canvas), canvas.sight.project(&shown.base)) else { return };
        paint(canvas.ui, place, foot, shown.height, shown.strong);
    }

    fn cancel(&mut self) -> bool {
        self.held.as_mut().is_some_and(|held| !std::mem::replace(&mut held.cancelled, true))
    }

    fn rest(&mut self) {
        (self.held, self.shown) = (None, None);
    }
}

fn paint(ui: &Ui, place: Pos2, foot: Pos2, height: f64, strong: bool) {
    let painter = ui.painter();
    let color = if strong { ui.visuals().strong_text_color() } else { SELECTED };
    for up in [-1.0, 1.0] {
        painter.arrow(place, Vec2::new(0.0, 11.0 * up), Stroke::new(2.5, color));
    }
    if strong {
        painter.line_segment([foot, place], Stroke::new(1.0, color));
        let font = FontId::proportional(12.0);
        let galley = painter.layout_no_wrap(
            words::now(Units::of(ui.ctx()).length_words(height, 3)),
            font,
            ui.visuals().text_color(),
        );
        let plate = Align2::LEFT_CENTER.anchor_size(place + Vec2::new(14.0, 0.0), galley.size()).expand(3.0);
        painter.rect_filled(plate, 3.0, ui.visuals().panel_fill);
        painter.galley(plate.min + Vec2::splat(3.0), galley, ui.visuals().text_color());
    }
}

/// A part of the scene, if its height can be changed.
fn item(document: &Document, target: &Target) -> Option<Thing> {
    let target = target.clone();
    if !matches!(target.section, Section::Objects | Section::Paint) {
        return None;
    }
    let query = document.query()?;
    query.check_editable(&target).ok()?;
    let parts = document.scene()?;
    match (target.section, &target.id) {
        (Section::Objects, Id::Name(name)) => {
            let object = parts.objects.iter().find(|object| object.name == *name)?;
            // Only upright things without a parent have a base to keep in place.
            let pose = query.world_pose(&target).filter(|_| object.parent.is_none())?;
            let (roll, pitch, _) = pose.rotation.euler_angles();
            if roll.abs() > 1e-6 || pitch.abs() > 1e-6 {
                return None;
            }
            let at: [f64; 3] = pose.translation.vector.into();
            let (height, form, base) = match object.shape.resolved() {
                Shape::Box(shape) => (shape.size[2], Form::Box { size: shape.size, at }, [at[0], at[1]]),
                Shape::Cylinder(shape) => (shape.height, Form::Cylinder { at }, [at[0], at[1]]),
                Shape::Wall(shape) => {
                    let middle = [0, 1].map(|axis| (shape.from[axis] + shape.to[axis]) / 2.0);
                    let middle = pose * Point3::new(middle[0], middle[1], 0.0);
                    (shape.height, Form::Wall, [middle.x, middle.y])
                }
                _ => return None,
            };
            let low = if form == Form::Wall { at[2] } else { at[2] - height / 2.0 };
            Some(Thing { target, base: Point3::new(base[0], base[1], low), height, least: LEAST, form })
        }
        (Section::Paint, Id::Index(index)) => {
            let paint = parts.floor.as_ref()?.paint.get(*index)?;
            let middle = |points: &[[f64; 2]]| {
                let count = points.len().max(1) as f64;
                [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count)
            };
            let [x, y] = match paint {
                Paint::Polygon(polygon) => middle(&polygon.points),
                Paint::Stroke(stroke) => middle(&stroke.points),
                Paint::Disc(disc) => disc.at,
                Paint::Image(_) => return None,
            };
            let height = paint.height();
            Some(Thing { target, base: Point3::new(x, y, 0.0), height, least: 0.0, form: Form::Paint })
        }
        _ => None,
    }
}

/// The edit that sets the height of a thing.
fn edit(item: &Thing, height: f64) -> Request {
    let number = |value: f64| Node::number(rounded(value));
    let tuple = |values: [f64; 3]| Node::new(Kind::List { items: values.map(number).to_vec(), tuple: true });
    let raised = |at: [f64; 3]| [at[0], at[1], at[2] + (height - item.height) / 2.0];
    let fields = match &item.form {
        Form::Box { size, at } => {
            vec![("shape.size", tuple([size[0], size[1], height])), ("at", tuple(raised(*at)))]
        }
        Form::Cylinder { at } => vec![("shape.height", number(height)), ("at", tuple(raised(*at)))],
        Form::Wall => vec![("shape.height", number(height))],
        Form::Paint => vec![("height", number(height))],
    };
    let fields = fields.into_iter().map(|(path, value)| (path.to_owned(), Some(value))).collect();
    let label = words::changed(item.target.short());
    Request::Edit(EditRequest::Apply {
        edit: Edit::SetAll { target: item.target.clone(), fields, label },
        coalesce: false,
    })
}
