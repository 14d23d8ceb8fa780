//! Component instances, behind calls that return diagnosable faults.

use super::Offer;
use super::isolation::{self, Process};
use super::tables::{Stepped, Table, unusable};
use super::{float_state, limits};
use sim_abi::declare::{ComponentInfo, Declaration, Kind, Request};
use sim_abi::ffi::frames::ServiceFrame;
use sim_abi::ffi::module::*;
use sim_abi::ffi::reply::{Answer, Reply};
use sim_abi::ffi::types::{DONE, FAILED, Instance as Pointer, Status};
use sim_abi::ffi::views::{Growing, Text, View, ViewMut, size_at};
use sim_abi::serde_json::{self, Value};
use sim_abi::{Cause, Fault};
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::activity;
use std::collections::HashMap;
use std::sync::Arc;

/// Makes a call into a library that answers through a reply, under a number from [`activity::announce`], and ensures that it
/// leaves the processor's floating-point state unchanged.
fn ask(number: u64, call: impl FnOnce(*const Reply) -> Status) -> Result<Option<Vec<u8>>, Fault> {
    activity::during(number, || float_state::keep(|| Answer::of(call)))?
}

/// As [`ask`], for a text of at most `limit` bytes.
fn ask_text(number: u64, limit: usize, call: impl FnOnce(*const Reply) -> Status) -> Result<String, Fault> {
    activity::during(number, || float_state::keep(|| Answer::with_limit(limit).text(call)))?
}

/// A number for the calls of an offer's instance.
fn announce(offer: &Offer, request: &Request) -> u64 {
    activity::announce(|| described(offer, request))
}

/// Display name of an offer's instance.
fn described(offer: &Offer, request: &Request) -> String {
    let (kind, id, file) = (offer.kind(), offer.id(), offer.library.file.display());
    let name = if request.name.is_empty() { String::new() } else { format!(", named `{}`,", request.name) };
    let robot = if request.robot.is_empty() { String::new() } else { format!(" of the robot `{}`", request.robot) };
    format!("the {kind} `{id}`{name}{robot} in {file}")
}

/// Where a library's code runs.
pub(super) enum CreateFn {
    /// In-process.
    Here(&'static Module),
    /// In a separate process.
    There(Arc<Process>),
}

impl CreateFn {
    /// Creates a component. See [`Module::create`].
    ///
    /// # Safety
    /// The reply belongs to the current call.
    unsafe fn create(
        &self,
        offer: &Offer,
        request: &Request,
        kind: u32,
        message: &str,
        created: &mut Created,
        reply: *const Reply,
    ) -> Status {
        let id = offer.id();
        // SAFETY: the library's own function, or its proxy; the arguments are valid for the duration of the call.
        unsafe {
            match self {
                CreateFn::Here(module) => (module.create)(kind, Text::text(id), Text::text(message), created, reply),
                CreateFn::There(process) => {
                    isolation::create(process, described(offer, request), (kind, id, message), created, reply)
                }
            }
        }
    }
}

/// A component instance.
pub struct Instance<T: Table> {
    pointer: Pointer,
    table: *const T,
    number: u64,
    /// Stored separately from the pointers above, which every step needs.
    identity: Box<Identity>,
}

// SAFETY: the SDK traits require `Send`, and a table in another language guarantees the same: its functions may be
// called from any thread, one at a time. An instance is not `Sync`, so no two threads call it at once.
unsafe impl<T: Table> Send for Instance<T> {}

/// Parsed declarations of components, by their text: thousands of identical robots share one.
#[derive(Debug, Default)]
pub struct Declarations(HashMap<(Kind, String), Arc<Declaration>>);

impl Declarations {
    /// Parses and checks the declaration of a component, unless it is already known.
    fn read(&mut self, kind: Kind, id: &str, text: String) -> Result<Arc<Declaration>, Diagnostic> {
        let key = (kind, text);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let declaration = serde_json::from_str(&key.1)
            .map_err(|error| invalid(kind, id, format!("its declaration cannot be read: {error}")))?;
        check_declaration(kind, id, &declaration)?;
        let declaration = Arc::new(declaration);
        self.0.insert(key, declaration.clone());
        Ok(declaration)
    }
}

struct Identity {
    declaration: Arc<Declaration>,
    id: Arc<str>,
    closed: bool,
}

impl<T: Table> Instance<T> {
    /// Creates a component.
    ///
    /// # Errors
    /// When the component refuses (its message is included) or declares something invalid.
    pub fn create(offer: &Offer, request: &Request) -> Result<Self, Diagnostic> {
        Self::create_like(offer, request, &mut Declarations::default())
    }

    /// As [`Instance::create`], but components with identical declarations share one in `known`.
    ///
    /// # Errors
    /// As [`Instance::create`].
    pub fn create_like(offer: &Offer, request: &Request, known: &mut Declarations) -> Result<Self, Diagnostic> {
        let id = offer.id();
        let failed = |fault: Fault| setup_failed(offer.info(), &fault);
        let message = serde_json::to_string(request).map_err(|error| failed(Fault::from(error)))?;
        let number = announce(offer, request);
        let kind = T::KIND.number().expect("invariant: tables have known kinds");
        let maker = offer.library.maker(&request.grants)?;
        let mut created = Created::default();
        let mut status = FAILED;
        // SAFETY: the reply belongs to this call.
        let answer = ask_text(number, limits::MAX_DECLARATION_LEN, |reply| unsafe {
            status = maker.create(offer, request, kind, &message, &mut created, reply);
            status
        });
        let table = created.table.cast::<T>();
        let unusable = unusable(table);
        // From here on, the instance is dropped in all cases.
        let instance = (status == DONE && unusable.is_none()).then(|| {
            let identity = Identity { declaration: Arc::default(), id: id.into(), closed: false };
            Self { pointer: created.instance, table, number, identity: Box::new(identity) }
        });
        let declaration = answer.map_err(failed)?;
        let Some(mut instance) = instance else {
            return Err(invalid(T::KIND, id, unusable.unwrap_or_else(|| "nothing".to_string())));
        };
        let declaration = known.read(T::KIND, id, declaration)?;
        let joints = request.joints.len();
        if let Some(wheel) = declaration.wheels.iter().find(|wheel| wheel.joint >= joints) {
            let joint = wheel.joint;
            let found =
                format!("a wheel references joint {joint}, but the robot has {joints} joints (indices start at 0)");
            return Err(invalid(T::KIND, id, found));
        }
        instance.identity.declaration = declaration;
        Ok(instance)
    }

    /// The function table of its kind.
    #[inline]
    pub fn table(&self) -> *const T {
        self.table
    }

    /// The pointer to pass to its functions.
    #[inline]
    pub fn pointer(&self) -> Pointer {
        self.pointer
    }

    /// Number that is unique among all instances of this program.
    #[inline]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether it runs in a separate process.
    #[inline]
    pub fn is_isolated(&self) -> bool {
        isolation::is_proxy(self.table)
    }

    /// The common functions of all components, if the component has a table of them.
    fn common(&self) -> Option<&CommonTable> {
        // SAFETY: every table has its size first and the common table second; tables live as long as the program.
        let common = unsafe { (*self.table.cast::<ControllerTable>()).common };
        // SAFETY: as above; a table that is too small is ignored.
        (!common.is_null() && unsafe { size_at(common) } >= CommonTable::FIRST).then(|| unsafe { &*common })
    }

    /// Its declaration.
    pub fn declaration(&self) -> &Declaration {
        &self.identity.declaration
    }

    /// Component id.
    pub fn id(&self) -> &str {
        &self.identity.id
    }

    /// State as bytes; `None` if the component has no state.
    ///
    /// # Errors
    /// When the component fails to save.
    pub fn save(&self) -> Result<Option<Vec<u8>>, Fault> {
        let Some(save) = self.common().and_then(|common| common.save) else { return Ok(None) };
        // SAFETY: the instance's own function.
        ask(self.number, |reply| unsafe { save(self.pointer, reply) })
    }

    /// Restores a saved state.
    ///
    /// # Errors
    /// When the component refuses it.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let Some(restore) = self.common().and_then(|common| common.restore) else { return Ok(()) };
        // SAFETY: the instance's own function; the bytes are lent for the duration of the call.
        ask(self.number, |reply| unsafe { restore(self.pointer, View::of(bytes), reply) }).map(drop)
    }

    /// Calls a function offered by the component. A sensor receives the reading for the controller, an actuator its
    /// commands, which it may change; other kinds have no values.
    ///
    /// # Errors
    /// When the function does not exist, or the component refuses the arguments.
    pub fn call(&mut self, function: &str, arguments: &[Value], values: &mut [f64]) -> Result<Value, Fault> {
        let Some(call) = self.common().and_then(|common| common.call) else {
            return Err(Fault::new(format!("unknown function `{function}`")));
        };
        let arguments = serde_json::to_string(arguments)?;
        let (name, arguments, values) = (Text::text(function), Text::text(&arguments), ViewMut::of(values));
        // SAFETY: the instance's own function; its arguments are valid for the duration of the call.
        let ask = |reply: *const Reply| unsafe { call(self.pointer, name, arguments, values, reply) };
        let answer = ask_text(self.number, limits::MAX_REPLY_BYTES, ask)?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Drops the instance and reports a failure of its destructor.
    ///
    /// # Errors
    /// When the destructor panicked.
    pub fn close(mut self) -> Result<(), Fault> {
        self.end()
    }

    fn end(&mut self) -> Result<(), Fault> {
        self.identity.closed = true;
        let Some(end) = self.common().and_then(|common| common.drop) else { return Ok(()) };
        // SAFETY: the instance's own function, called once.
        ask(self.number, |reply| unsafe { end(self.pointer, reply) }).map(drop)
    }
}

/// Function of a service.
pub type ServiceFunction = unsafe extern "C" fn(Pointer, *const ServiceFrame) -> Status;

impl Instance<ServiceTable> {
    fn functions(&self) -> &ServiceTable {
        // SAFETY: the size of the table was checked, and tables live as long as the program.
        unsafe { &*self.table }
    }

    /// Called once before the first tick.
    pub fn start(&self) -> Option<ServiceFunction> {
        self.functions().start
    }

    /// Called at the end of every tick.
    pub fn step(&self) -> ServiceFunction {
        self.functions().step
    }

    /// Called once at the end of the run.
    pub fn stop(&self) -> Option<ServiceFunction> {
        self.functions().stop
    }

    /// Called between ticks while the run waits.
    pub fn idle(&self) -> Option<ServiceFunction> {
        self.functions().idle
    }

    /// Called instead of `start` when the instance has been migrated to a changed scene or a new run.
    pub fn changed(&self) -> Option<ServiceFunction> {
        self.functions().changed
    }
}

impl<T: Stepped> Instance<T> {
    /// Makes one step outside of a simulation, on a frame of a [`TestWorld`](sim_abi::testing::TestWorld).
    ///
    /// # Safety
    /// The frame is valid for the duration of the call.
    #[inline]
    pub unsafe fn step(&mut self, frame: &T::Frame) -> bool {
        // SAFETY: guaranteed by the caller; the instance's own function.
        unsafe { T::step(self.table)(self.pointer, frame) == DONE }
    }
}

impl<T: Table> Drop for Instance<T> {
    fn drop(&mut self) {
        if !self.identity.closed {
            // The error cannot be reported here; call `close` to receive it.
            let _ = self.end();
        }
    }
}

/// Builds a robot model with a plugin.
///
/// # Errors
/// When the plugin refuses or its response cannot be parsed.
pub fn robot_model(offer: &Offer, params: &Value) -> Result<sim_abi::model::RobotModelSpec, Diagnostic> {
    let library_folder = offer.library.folder();
    let request = Request { params: params.clone(), library_folder, ..Request::default() };
    let failed = |fault: Fault| setup_failed(offer.info(), &fault);
    let message = serde_json::to_string(&request).map_err(|error| failed(Fault::from(error)))?;
    let (maker, mut created) = (offer.library.maker(&request.grants)?, Created::default());
    // SAFETY: the reply belongs to this call.
    let made =
        |reply: *const Reply| unsafe { maker.create(offer, &request, KIND_ROBOT, &message, &mut created, reply) };
    let answer = ask_text(announce(offer, &request), limits::MAX_DECLARATION_LEN, made).map_err(failed)?;
    serde_json::from_str(&answer).map_err(|error| invalid(Kind::Robot, offer.id(), error.to_string()))
}

fn setup_failed(info: &ComponentInfo, fault: &Fault) -> Diagnostic {
    let (code, what) = match fault.cause() {
        Cause::Panic => (Code::PluginSetup, "panicked during setup"),
        Cause::Parameters => (Code::EngineParameters, "rejected its parameters"),
        Cause::Binding => (Code::EngineBinding, "has missing dependencies"),
        Cause::Process => (Code::EngineProcess, "failed during setup"),
        Cause::Grant => (Code::EngineGrant, "lacks a grant"),
        _ => (Code::PluginSetup, "rejected the setup"),
    };
    let diagnostic = Diagnostic::error(
        code,
        format!("{the} `{id}` {what}: {message}", the = words::the(info.kind), id = info.id, message = fault.message()),
    );
    let diagnostic = match (fault.parameter_path(), fault.place()) {
        (Some(path), _) => diagnostic.with_path(path),
        (None, "") => diagnostic,
        (None, place) => diagnostic.with_found(format!("at {place} of the plugin's source")),
    };
    match fault.advice() {
        "" => diagnostic,
        advice => diagnostic.with_help(advice),
    }
}

fn invalid(kind: Kind, id: &str, found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::PluginDeclaration,
        format!("{the} `{id}` has an invalid declaration", the = words::the(kind)),
    )
    .with_found(found)
    .with_help("this is a bug in the plugin; `sim conform LIBRARY` finds it too")
}

fn check_declaration(kind: Kind, id: &str, declaration: &Declaration) -> Result<(), Diagnostic> {
    limits::check_declaration(declaration).map_err(|found| invalid(kind, id, found))?;
    let effects = declaration.effects.iter().flat_map(|effect| &effect.channels);
    let groups: [(&'static str, Vec<&sim_abi::declare::Channel>); 4] = [
        ("channel", declaration.channels.iter().collect()),
        ("published value", declaration.published.iter().collect()),
        ("memory value", declaration.memory.iter().collect()),
        ("effect value", effects.collect()),
    ];
    for (group, (what, channels)) in groups.into_iter().enumerate() {
        let of_effects = group == 3;
        let mut names = std::collections::BTreeSet::new();
        for channel in channels {
            let name = &channel.name;
            if name.is_empty() {
                return Err(invalid(kind, id, format!("a {what} without a name")));
            }
            if !of_effects && !names.insert(name) {
                return Err(invalid(kind, id, format!("two {what}s named `{name}`")));
            }
            if !channel.neutral.is_finite() {
                let value = channel.neutral;
                return Err(invalid(kind, id, format!("{what} `{name}` with the neutral value {value}")));
            }
            let (low, high) = (channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
            if low.is_nan() || high.is_nan() || low > high {
                return Err(invalid(kind, id, format!("{what} `{name}` with a range from {low} to {high}")));
            }
        }
    }
    let deviations =
        declaration.channels.iter().filter_map(|channel| Some((&channel.name, channel.deviation.as_ref()?)));
    for (name, deviation) in deviations {
        if !declaration.channels.iter().any(|channel| channel.name == *deviation) {
            return Err(invalid(
                kind,
                id,
                format!("channel `{name}` with its deviation in the unknown channel `{deviation}`"),
            ));
        }
    }
    if kind == Kind::Sensor && declaration.channels.is_empty() {
        return Err(invalid(kind, id, "no channel"));
    }
    match declaration.period {
        Some(period) if !(period.is_finite() && period > 0.0) => {
            Err(invalid(kind, id, format!("a period of {period} s")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::{Channel, Effect, EffectKind};

    #[test]
    fn components_that_say_the_same_share_one_declaration_and_each_faulty_one_is_refused() {
        let mut known = Declarations::default();
        let mut read = |kind, text: &str| known.read(kind, "a/b", text.into());
        let one = read(Kind::Actuator, "{}").unwrap();
        assert!(Arc::ptr_eq(&one, &read(Kind::Actuator, "{}").unwrap()));
        for _ in 0..2 {
            assert!(read(Kind::Sensor, "{}").unwrap_err().found.unwrap().contains("no channel"), "another kind");
            assert!(read(Kind::Actuator, "{").unwrap_err().found.unwrap().contains("cannot be read"));
        }
    }

    #[test]
    fn empty_ranges_are_rejected_in_all_declarations() {
        let ranges =
            [(Some(1.0), Some(-1.0)), (Some(f64::NAN), None), (None, Some(f64::NAN)), (Some(f64::NAN), Some(1.0))];
        for (min, max) in ranges {
            let channel = || vec![Channel { min, max, ..Channel::new("speed", "m/s") }];
            let effect = Effect { kind: EffectKind::Light, channels: channel() };
            let declarations = [
                Declaration { channels: channel(), ..Declaration::default() },
                Declaration { published: channel(), ..Declaration::default() },
                Declaration { memory: channel(), ..Declaration::default() },
                Declaration { effects: vec![effect], ..Declaration::default() },
            ];
            for declaration in declarations {
                let refusal = check_declaration(Kind::Actuator, "a/b", &declaration).unwrap_err();
                assert_eq!(refusal.code, Code::PluginDeclaration);
                let found = refusal.found.unwrap();
                assert!(found.contains("`speed` with a range from"), "{found}");
            }
        }
        for (min, max) in [(None, None), (Some(1.0), Some(1.0)), (Some(-1.0), None), (None, Some(f64::INFINITY))] {
            let channels = vec![Channel { min, max, ..Channel::new("speed", "m/s") }];
            let declaration = Declaration { channels, ..Declaration::default() };
            assert!(check_declaration(Kind::Actuator, "a/b", &declaration).is_ok(), "{min:?} {max:?}");
        }
    }

    #[test]
    fn a_failed_set_up_has_the_code_of_its_cause_and_keeps_the_message() {
        let (help, schema, sheet) = Default::default();
        let info = ComponentInfo { id: "a/b".into(), kind: Kind::Controller, help, schema, sheet };
        let failed = |cause| setup_failed(&info, &Fault::new("no range").help("add it").because(cause));
        for (cause, code) in [
            (Cause::Reported, Code::PluginSetup),
            (Cause::Panic, Code::PluginSetup),
            (Cause::Parameters, Code::EngineParameters),
            (Cause::Binding, Code::EngineBinding),
            (Cause::Grant, Code::EngineGrant),
        ] {
            let diagnostic = failed(cause);
            assert_eq!(diagnostic.code, code);
            assert!(diagnostic.message.contains("the controller `a/b`") && diagnostic.message.ends_with(": no range"));
            assert_eq!(diagnostic.help.as_deref(), Some("add it"));
        }
    }
}
