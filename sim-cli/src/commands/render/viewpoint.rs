//! Viewpoint of a rendered run.

use nalgebra::Point3;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::View;
use sim_render::{Camera, Orbit, Stage};
use sim_runner::BodyPoses;
use std::str::FromStr;

/// A point in the world, m: `1.5,-2,0.8`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place(pub [f64; 3]);

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        match (<[f64; 3]>::try_from(numbers), text.matches(',').count()) {
            (Ok(place), 2) if place.iter().all(|part| part.is_finite()) => Ok(Self(place)),
            _ => Err("expected three numbers in meters, such as 1.5,-2,0.8".to_string()),
        }
    }
}

/// Viewpoint options of the command line.
#[derive(Clone, Debug, Default)]
pub struct ViewpointOptions {
    /// A robot, or a camera of a robot.
    pub camera: Option<String>,
    /// Position of the camera.
    pub from: Option<Place>,
    /// Point that it looks at.
    pub look_at: Option<Place>,
}

/// Viewpoint of a rendered run.
#[derive(Clone, Debug)]
pub enum Viewpoint {
    /// The initial view of the scene, or a given position; follows a robot if one is named.
    Around(Box<Orbit>, Option<String>),
    /// From behind a robot.
    Behind(String, f64),
    /// Through a camera of a robot.
    Through(String, String),
}

impl Viewpoint {
    /// The requested viewpoint for a scene with this view and these bodies. `aspect` is the aspect ratio (width / height) of the images,
    /// `height` their height, px.
    ///
    /// # Errors
    /// If the robot or camera does not exist.
    pub fn new(
        asked: &ViewpointOptions,
        view: &View,
        poses: &BodyPoses,
        stage: &Stage,
        aspect: f64,
        height: f64,
    ) -> Result<Self, Diagnostic> {
        if let Some(name) = &asked.camera {
            return of_robot(name, poses, view.field_of_view);
        }
        let mut orbit = Orbit { field_of_view: view.field_of_view, ..Orbit::default() };
        let scene_bounds = stage.bounds();
        match (asked.from, view.camera) {
            (Some(from), _) => {
                let middle = scene_bounds.map_or_else(Point3::origin, |[low, high]| nalgebra::center(&low, &high));
                orbit.set_view(from.0.into(), asked.look_at.map_or(middle, |place| place.0.into()));
            }
            (None, Some(camera)) => {
                let target = asked.look_at.map_or(view.look_at, |place| place.0);
                orbit.set_view(camera.into(), target.into());
            }
            (None, None) => {
                let robots = poses.structure().robots.iter();
                let robots = robots.filter_map(|robot| stage.bounds_of_body(robot.body as usize));
                if let Some(scene_bounds) = scene_bounds {
                    orbit.fit_scene(scene_bounds, &robots.collect::<Vec<_>>(), aspect, height);
                }
                if let Some(place) = asked.look_at {
                    orbit.target = place.0.into();
                }
            }
        }
        let follow = view.follow.clone().filter(|_| asked.from.is_none() && asked.look_at.is_none());
        Ok(Self::Around(Box::new(orbit), follow))
    }

    /// Whether it is a sensor, which sees only the world, without overlays.
    pub fn is_sensor(&self) -> bool {
        matches!(self, Self::Through(..))
    }

    /// The current camera, and the turbidity of the water; none if its robot is gone.
    pub fn camera(&mut self, poses: &BodyPoses, stage: &Stage, aspect: f64) -> Option<(Camera, f32)> {
        let structure = poses.structure();
        let body = |name: &str| Some(structure.robots[structure.robot(name)?].body as usize);
        match self {
            Self::Around(orbit, follow) => {
                if let Some(body) = follow.as_deref().and_then(body) {
                    orbit.target = poses.poses()[body].translation.vector.into();
                }
                Some((orbit.camera(), orbit.turbidity()))
            }
            Self::Behind(robot, vertical) => {
                let body = body(robot)?;
                let pose = poses.poses()[body];
                let own = stage.own_bounds_of_body(body, &pose)?;
                Some((Camera::behind(own, &pose, *vertical), 1.0))
            }
            Self::Through(robot, sensor) => {
                let robot = structure.robot(robot)?;
                let camera = poses.cameras(robot).find(|camera| camera.name == *sensor)?;
                Some((Camera::through(camera.pose, [camera.horizontal, camera.vertical], aspect), 1.0))
            }
        }
    }
}

/// `ROBOT` from behind, `ROBOT.SENSOR` through a camera. Names of robots may contain a dot.
fn of_robot(name: &str, poses: &BodyPoses, vertical: f64) -> Result<Viewpoint, Diagnostic> {
    let structure = poses.structure();
    if structure.robot(name).is_some() {
        return Ok(Viewpoint::Behind(name.into(), vertical));
    }
    let split = name.rsplit_once('.').and_then(|(robot, sensor)| Some((robot, structure.robot(robot)?, sensor)));
    if let Some((robot, number, sensor)) = split {
        if poses.cameras(number).any(|camera| camera.name == sensor) {
            return Ok(Viewpoint::Through(robot.into(), sensor.into()));
        }
        let message = format!("unknown camera `{sensor}` of robot `{robot}`");
        let cameras = poses.cameras(number).map(|camera| camera.name).collect::<Vec<_>>();
        let finding = match cameras.is_empty() {
            true => refused(message),
            false => refused(message).with_expected(cameras.join(", ")),
        };
        let help = format!("to view the robot from behind: --camera {robot}");
        return Err(finding.with_nearest_of(sensor, cameras.iter().map(String::as_str)).with_help(help));
    }
    let known = || structure.robots.iter().map(|robot| &*robot.name);
    let help = "specify a robot, or a camera as ROBOT.SENSOR";
    Err(refused(format!("unknown robot `{name}` in `--camera`")).with_nearest_of(name, known()).with_help(help))
}

fn refused(message: String) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_three_numbers() {
        assert_eq!("1.5, -2,0.8".parse(), Ok(Place([1.5, -2.0, 0.8])));
        for wrong in ["", "1,2", "1,2,3,4", "1,2,x", "1,,2,3", "1,2,inf"] {
            assert!(wrong.parse::<Place>().unwrap_err().contains("1.5,-2,0.8"), "{wrong}");
        }
    }
}
