//! A service that uses everything that a service may do.

use sim_abi::prelude::*;

/// A robot far off for what would disturb the first one.
const OTHER: u32 = 1;

/// Calls of each function of the service, and what the questions came to.
pub struct Guard {
    told: [Published; 10],
    counts: [u32; 5],
    spare: Option<u32>,
    telemetry: Vec<f64>,
    contacts: Vec<Contact>,
}

impl Guard {
    fn count(&mut self, io: &mut ServiceIo, which: usize) {
        self.counts[which] += 1;
        for (published, count) in self.told.into_iter().zip(self.counts) {
            io.publish(published, f64::from(count));
        }
    }

    /// Requests that change the world: a post comes and goes, a ball is moved.
    fn change(&mut self, io: &mut ServiceIo) -> Result {
        let name = || "post".to_string();
        let request = match io.tick() {
            10 => {
                let object = json!({"name": "post", "shape": {"Sphere": {"radius": 0.1}}, "at": [0.0, -5.0, 0.1]});
                Request::AddObject { object }
            }
            20 => Request::MoveObject {
                name: "ball".into(),
                state: ObjectState { at: [1.0, -5.0, 0.1], ..Default::default() },
            },
            30 => Request::RemoveObject { name: name() },
            _ => return Ok(()),
        };
        io.request(&request).map(drop)
    }
}

impl Service for Guard {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Edit")?;
        setup.require("Command")?;
        setup.set_idle_period(0.01);
        setup.persist();
        if setup.robots() != ["a", "b"] {
            return Err(Fault::new("it guards `a` and `b`").because(Cause::Binding));
        }
        let names = ["starts", "steps", "stops", "idles", "changes", "x", "value", "objects", "components", "contacts"];
        let told = names.map(|name| setup.publish(Channel::new(name, "1")));
        Ok(Self { told, counts: [0; 5], spare: None, telemetry: Vec::new(), contacts: Vec::new() })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 0);
        io.request(&Request::Axis { name: "throttle".into(), value: 1.0 })?;
        io.request(&Request::Keys { keys: vec![keys::UP] })?;
        let layout = io.layout(OTHER)?;
        let drive = layout.parts.iter().find(|part| part.name == "drive");
        let drive = drive.ok_or_else(|| Fault::new("no drive"))?;
        self.spare = drive
            .channels
            .iter()
            .position(|channel| channel.name == "spare")
            .map(|index| (drive.offset + index) as u32);
        Ok(())
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 1);
        self.change(io)?;
        let spare = self.spare.ok_or_else(|| Fault::new("no command `spare`"))?;
        match io.tick() {
            5 => {
                let mut state = io.robot_state(OTHER)?;
                state.pose.translation.y += 1.0;
                io.set_robot_state(OTHER, state)?;
            }
            40 => io.set_command(OTHER, spare, 2.5)?,
            50 => drop(io.call_component(0, "drive", "spare", &[json!(1.5)])?),
            _ => {}
        }
        io.apply_wrench(OTHER, Vec3::new(3.0, 0.0, 0.0), Vec3::zeros())?;
        io.telemetry(OTHER, &mut self.telemetry)?;
        io.contacts(0, &mut self.contacts)?;
        let held = io.telemetry_value(OTHER, spare as usize)?.ok_or_else(|| Fault::new("no such value"))?;
        if io.robot_count() != 2 || self.telemetry[spare as usize] != held || io.robot_state(2).is_ok() {
            return Err(Fault::new("two robots, one telemetry"));
        }
        let objects = io.request(&Request::Objects)?.as_array().map_or(0, Vec::len);
        let own = io.components()?.iter().filter(|component| component.id.starts_with("archive/")).count();
        let x = io.robot_state(0)?.pose.translation.x;
        let ahead =
            io.world().cast_ray(Vec3::new(0.0, 0.0, 1.0), Vec3::x(), 10.0, Filter { moving: 0, ..Filter::default() });
        if ahead.is_none_or(|hit| io.world().object_name(hit.object) != "wall") {
            return Err(Fault::new("the wall is gone"));
        }
        let numbers = [x, held, objects as f64, own as f64, self.contacts.len() as f64];
        for (published, number) in self.told[5..].to_vec().into_iter().zip(numbers) {
            io.publish(published, number);
        }
        Ok(())
    }

    fn stop(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 2);
        io.log(LogLevel::Info, format!("stopped after {} steps", self.counts[1]));
        Ok(())
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 3);
        Ok(())
    }

    fn changed(&mut self, io: &mut ServiceIo) -> Result {
        self.count(io, 4);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.counts, self.spare))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        (self.counts, self.spare) = state::load(bytes)?;
        Ok(())
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function::new("counts")]
    }

    fn call(&mut self, _: &str, _: &[Value]) -> Result<Value> {
        Ok(json!(self.counts))
    }
}
