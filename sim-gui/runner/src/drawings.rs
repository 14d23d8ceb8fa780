//! Component drawings in a frame.

use crate::frame::Frame;
use crate::poses::BodyPoses;
use nalgebra::Isometry3;
use sim_abi::declare::Channel;
use sim_abi::drawing::Drawing;

/// A drawing of a component with its data.
#[derive(Clone, Copy, Debug)]
pub struct PlacedDrawing<'a> {
    /// The drawing.
    pub drawing: &'a Drawing,
    /// Body of the robot whose component draws it; `None` for a service.
    pub body: Option<usize>,
    /// `world_from_robot`; the identity for a service.
    pub pose: Isometry3<f64>,
    /// The published channels of the component.
    pub names: &'a [Channel],
    /// The published values; empty if the frame does not include them.
    pub values: &'a [f64],
}

impl BodyPoses {
    /// The drawings of all components in a frame.
    pub fn drawings<'a>(&'a self, frame: &'a Frame) -> impl Iterator<Item = PlacedDrawing<'a>> {
        let structure = self.structure();
        let of_robots = structure.robots.iter().enumerate().flat_map(move |(number, robot)| {
            let body = robot.body as usize;
            let draws = robot.parts.parts.iter().any(|part| !part.drawings.is_empty());
            let values = draws.then(|| frame.telemetry_of(number)).flatten().unwrap_or_default();
            robot.parts.parts.iter().flat_map(move |part| {
                let values = values.get(part.published_offset..).unwrap_or_default();
                let (pose, names) = (self.poses()[body], &part.published[..]);
                part.drawings.iter().map(move |drawing| PlacedDrawing {
                    drawing,
                    body: Some(body),
                    pose,
                    names,
                    values,
                })
            })
        });
        let services = structure.services.iter().filter(|service| !service.drawings.is_empty());
        let of_services = services.scan(&frame.services[..], |rest, service| {
            let values = *rest;
            *rest = rest.get(service.published.len()..).unwrap_or_default();
            Some((service, values))
        });
        of_robots.chain(of_services.flat_map(|(service, values)| {
            let (pose, names) = (Isometry3::identity(), &service.published[..]);
            service.drawings.iter().map(move |drawing| PlacedDrawing { drawing, body: None, pose, names, values })
        }))
    }
}
