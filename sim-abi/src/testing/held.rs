//! Common part of all rigs: an instance behind the function tables of its library.

use super::host::Clock;
use super::world::TestWorld;
use crate::declare::{Declaration, Request};
use crate::export::CreateFn;
use crate::fault::{Fault, Result};
use crate::ffi::frames::CallFrame;
use crate::ffi::module::*;
use crate::ffi::reply::{Answer, Reply};
use crate::ffi::types::{DONE, Instance, RandomState, Status};
use crate::ffi::views::{Growing, Text, View, ViewMut, size_at};
use serde_json::Value;
use std::ffi::c_void;

/// An instance and its declaration.
pub(super) struct TestInstance {
    instance: Instance,
    table: *const c_void,
    common: *const CommonTable,
    pub(super) declaration: Declaration,
    random: Vec<RandomState>,
    pub(super) published: Vec<f64>,
    pub(super) clock: Clock,
}

/// Function of a table that takes a frame.
pub(super) type Step<F> = unsafe extern "C" fn(Instance, *const F) -> Status;

impl TestInstance {
    /// Creates a component through its create function, like the host.
    pub(super) fn new(maker: CreateFn, request: &Request) -> Result<Self> {
        // SAFETY: request, place and reply hold for the length of the call.
        Self::made(request, 0, |text, created, reply| unsafe { maker(text, created, reply) })
    }

    /// Creates a component of a library, whose table is a `T`.
    pub(super) fn loaded<T: Growing>(part: Loaded, kind: u32, request: &Request) -> Result<Self> {
        let id = Text::text(part.id);
        // SAFETY: as in `new`.
        Self::made(request, T::FIRST, |text, created, reply| unsafe {
            (part.module.create)(kind, id, View::of(text), created, reply)
        })
    }

    /// `least`: minimum size of its table, bytes.
    fn made(
        request: &Request,
        least: usize,
        make: impl FnOnce(&[u8], *mut Created, *const Reply) -> Status,
    ) -> Result<Self> {
        let text = serde_json::to_vec(request)?;
        let mut created = Created::default();
        let declaration = Answer::text_of(|reply| make(&text, &raw mut created, reply))?;
        let table = created.table.cast::<ControllerTable>();
        // SAFETY: a table begins with its size.
        let size = if table.is_null() { 0 } else { unsafe { size_at(table) } };
        if size < least.max(ControllerTable::FIRST) {
            return Err(Fault::new(format!("its function table has {size} bytes, fewer than {least}")));
        }
        let declaration: Declaration = serde_json::from_str(&declaration)?;
        let streams = std::iter::once("").chain(declaration.streams.iter().map(String::as_str));
        let random = streams.map(|stream| RandomState::derive(0, &[&request.robot, &request.name, stream])).collect();
        // SAFETY: every table begins with its size and the common table.
        let common = unsafe { (*created.table.cast::<ControllerTable>()).common };
        Ok(Self {
            instance: created.instance,
            table: created.table,
            common,
            published: declaration.published.iter().map(|channel| channel.neutral).collect(),
            declaration,
            random,
            clock: Clock { tick: 0, time: 0.0, period: request.period },
        })
    }

    /// Calls a step on a frame, and counts it.
    pub(super) fn step<T: Copy, F>(
        &mut self,
        world: &TestWorld,
        step: impl FnOnce(&T) -> Step<F>,
        frame: impl FnOnce(*const CallFrame) -> F,
    ) -> Result {
        let result = self.serve(world, |table| Some(step(table)), frame);
        self.advance();
        result
    }

    /// Calls a function of the table on a frame.
    pub(super) fn serve<T: Copy, F>(
        &mut self,
        world: &TestWorld,
        function: impl FnOnce(&T) -> Option<Step<F>>,
        frame: impl FnOnce(*const CallFrame) -> F,
    ) -> Result {
        let call = world.call_frame(self.clock, &mut self.random, &mut self.published);
        let frame = frame(&raw const call);
        // SAFETY: the table of this instance's kind, with an instance of its own and a frame for the length of the call.
        let status = unsafe {
            // A function that a library omits does nothing.
            function(&*self.table.cast::<T>()).map_or(DONE, |function| function(self.instance, &raw const frame))
        };
        world.ended(status)
    }

    pub(super) fn advance(&mut self) {
        self.clock.tick += 1;
        self.clock.time = self.clock.tick as f64 * self.clock.period;
    }

    /// The functions common to all components; a library in another language may have none.
    fn common(&self) -> Option<&CommonTable> {
        // SAFETY: tables live as long as the program; one that is too small counts as none.
        unsafe {
            let large = !self.common.is_null() && size_at(self.common) >= CommonTable::FIRST;
            large.then(|| &*self.common)
        }
    }

    pub(super) fn save(&self) -> Result<Option<Vec<u8>>> {
        let Some(save) = self.common().and_then(|common| common.save) else { return Ok(None) };
        // SAFETY: the instance of this table.
        Answer::of(|reply| unsafe { save(self.instance, reply) })
    }

    pub(super) fn restore(&mut self, bytes: &[u8]) -> Result {
        let Some(restore) = self.common().and_then(|common| common.restore) else { return Ok(()) };
        // SAFETY: as in `save`.
        Answer::of(|reply| unsafe { restore(self.instance, View::of(bytes), reply) }).map(drop)
    }

    pub(super) fn call(&mut self, function: &str, arguments: &[Value], values: &mut [f64]) -> Result<Value> {
        let Some(call) = self.common().and_then(|common| common.call) else {
            return Err(Fault::new(format!("unknown function `{function}`")));
        };
        let arguments = serde_json::to_string(arguments)?;
        let (name, arguments, values) = (Text::text(function), Text::text(&arguments), ViewMut::of(values));
        // SAFETY: as in `save`.
        let answer = Answer::text_of(|reply| unsafe { call(self.instance, name, arguments, values, reply) })?;
        Ok(serde_json::from_str(&answer)?)
    }
}

impl Drop for TestInstance {
    fn drop(&mut self) {
        let Some(end) = self.common().and_then(|common| common.drop) else { return };
        // SAFETY: as in `save`; the instance is dropped once.
        if let Err(fault) = Answer::of(|reply| unsafe { end(self.instance, reply) })
            && !std::thread::panicking()
        {
            panic!("dropping the component failed: {fault}");
        }
    }
}

/// A component of a loaded library, in any language.
#[derive(Clone, Copy)]
pub struct Loaded<'a> {
    /// Module of the library.
    pub module: &'static Module,
    /// Id of the component.
    pub id: &'a str,
}

/// Replaces the author's type: a rig of a component of a [`Loaded`] library.
pub struct OfLibrary;
