//! Components that have been made, behind calls that return diagnosable faults.

use super::Offer;
use crate::diagnostic::{Code, Diagnostic};
use sim_abi::declare::{ComponentInfo, Declaration, Kind, Request};
use sim_abi::ffi::abi_stable::std_types::{RBox, RResult};
use sim_abi::ffi::frames::{ActuatorFrame, ControllerFrame, DynamicsFrame, SensorFrame};
use sim_abi::ffi::module::*;
use sim_abi::ffi::types::{CallResult, FaultValue, Instance as Pointer, ValueResult};
use sim_abi::serde_json::{self, Value};
use sim_abi::{Cause, Fault};
use std::sync::Arc;

/// The fault behind a result of the lower layer.
pub fn fault_of(fault: RBox<FaultValue>) -> Fault {
    Fault::from(RBox::into_inner(fault))
}

fn open<T>(result: ValueResult<T>) -> Result<T, Fault> {
    match result {
        RResult::ROk(value) => Ok(value),
        RResult::RErr(fault) => Err(fault_of(fault)),
    }
}

/// Function table of one kind.
pub trait Table: Copy {
    /// Its kind.
    const KIND: Kind;
    /// The functions that every component has.
    fn common(&self) -> CommonTableRef;
    /// The maker in a library's root module.
    fn make(module: PluginModuleRef, id: &str, request: &str) -> ValueResult<Created<Self>>
    where
        Self: Sized;
}

/// Tables with one step function.
pub trait Stepped: Table {
    /// What the step works on.
    type Frame<'a>;
    /// The step.
    fn step(&self) -> extern "C" fn(Pointer, &mut Self::Frame<'_>) -> CallResult;
}

macro_rules! table {
    ($table:ident, $kind:ident, $make:ident) => {
        impl Table for $table {
            const KIND: Kind = Kind::$kind;
            #[inline]
            fn common(&self) -> CommonTableRef {
                $table::common(self)
            }
            fn make(module: PluginModuleRef, id: &str, request: &str) -> ValueResult<Created<Self>> {
                module.$make()(id.into(), request.into())
            }
        }
    };
    ($table:ident, $kind:ident, $make:ident, $frame:ident) => {
        table!($table, $kind, $make);
        impl Stepped for $table {
            type Frame<'a> = $frame<'a>;
            #[inline]
            fn step(&self) -> extern "C" fn(Pointer, &mut $frame<'_>) -> CallResult {
                $table::step(self)
            }
        }
    };
}

table!(ControllerTableRef, Controller, controller, ControllerFrame);
table!(SensorTableRef, Sensor, sensor, SensorFrame);
table!(ActuatorTableRef, Actuator, actuator, ActuatorFrame);
table!(DynamicsTableRef, Dynamics, dynamics, DynamicsFrame);
table!(ServiceTableRef, Service, service);

/// A component that has been made.
pub struct Instance<T: Table> {
    pointer: Pointer,
    table: T,
    /// Apart from the pointers above, which every step needs.
    identity: Box<Identity>,
}

struct Identity {
    declaration: Arc<Declaration>,
    id: Arc<str>,
    closed: bool,
}

impl<T: Table> Instance<T> {
    /// Makes a component.
    ///
    /// # Errors
    /// When the component refuses (its message is kept) or declares something invalid.
    pub fn create(offer: &Offer, request: &Request) -> Result<Self, Diagnostic> {
        let id = &offer.info.id;
        let message = serde_json::to_string(request).map_err(|error| setup_failed(&offer.info, &Fault::from(error)))?;
        let created = open(T::make(offer.library.module, id, &message));
        let created = created.map_err(|fault| setup_failed(&offer.info, &fault))?;
        let identity = Identity { declaration: Arc::default(), id: id.as_str().into(), closed: false };
        let mut instance = Self { pointer: created.instance, table: created.table, identity: Box::new(identity) };
        let declaration = serde_json::from_str(&created.declaration)
            .map_err(|error| invalid(T::KIND, id, &format!("its declaration cannot be read: {error}")))?;
        instance.identity.declaration = Arc::new(declaration);
        check_declaration(T::KIND, id, instance.declaration())?;
        Ok(instance)
    }

    /// The functions of its kind.
    #[inline]
    pub fn table(&self) -> T {
        self.table
    }

    /// The pointer that its functions want.
    #[inline]
    pub fn pointer(&self) -> Pointer {
        self.pointer
    }

    /// What it declared.
    pub fn declaration(&self) -> &Declaration {
        &self.identity.declaration
    }

    /// Lets equal instances keep one declaration: `share` gives back what it was given, or an equal one.
    pub fn share_declaration(&mut self, share: impl FnOnce(Declaration) -> Arc<Declaration>) {
        self.identity.declaration = share(Arc::unwrap_or_clone(std::mem::take(&mut self.identity.declaration)));
    }

    /// Component id.
    pub fn id(&self) -> &str {
        &self.identity.id
    }

    /// State as bytes, or nothing when the component keeps none.
    ///
    /// # Errors
    /// When the component fails to save.
    pub fn save(&self) -> Result<Option<Vec<u8>>, Fault> {
        open(self.table.common().save()(self.pointer)).map(|bytes| bytes.into_option().map(Into::into))
    }

    /// Takes over a saved state.
    ///
    /// # Errors
    /// When the component refuses it.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        open(self.table.common().restore()(self.pointer, bytes.into()))
    }

    /// Calls a function that the component offers.
    ///
    /// # Errors
    /// When it has no such function or refuses the arguments.
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value, Fault> {
        let arguments = serde_json::to_string(arguments)?;
        let answer = open(self.table.common().call()(self.pointer, function.into(), arguments.as_str().into()))?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Ends the instance and reports a failure of its destructor.
    ///
    /// # Errors
    /// When the destructor panicked.
    pub fn close(mut self) -> Result<(), Fault> {
        self.identity.closed = true;
        open(self.table.common().drop()(self.pointer))
    }
}

impl Instance<SensorTableRef> {
    /// Calls a function with the reading that a controller would get; a library that does not know it gets none.
    ///
    /// # Errors
    /// As [`Instance::call`].
    pub fn answer(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value, Fault> {
        let Some(answer) = self.table.answer() else { return self.call(function, arguments) };
        let arguments = serde_json::to_string(arguments)?;
        let answer = open(answer(self.pointer, function.into(), arguments.as_str().into(), reading.into()))?;
        Ok(serde_json::from_str(&answer)?)
    }
}

impl Instance<ActuatorTableRef> {
    /// Calls a function with the commands, which it may change; a library that does not know them changes none.
    ///
    /// # Errors
    /// As [`Instance::call`].
    pub fn answer(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value, Fault> {
        let Some(answer) = self.table.answer() else { return self.call(function, arguments) };
        let arguments = serde_json::to_string(arguments)?;
        let answer = open(answer(self.pointer, function.into(), arguments.as_str().into(), commands.into()))?;
        Ok(serde_json::from_str(&answer)?)
    }
}

impl<T: Stepped> Instance<T> {
    /// One step.
    ///
    /// # Errors
    /// What the component returned, or its panic.
    #[inline]
    pub fn step(&mut self, frame: &mut T::Frame<'_>) -> Result<(), Fault> {
        match self.table.step()(self.pointer, frame) {
            RResult::ROk(()) => Ok(()),
            RResult::RErr(fault) => Err(fault_of(fault)),
        }
    }
}

impl<T: Table> Drop for Instance<T> {
    fn drop(&mut self) {
        if !self.identity.closed {
            // Nobody is left to tell; who wants to know calls `close`.
            let _ = open(self.table.common().drop()(self.pointer));
        }
    }
}

/// Builds a robot model with a plugin.
///
/// # Errors
/// When the plugin refuses or its answer cannot be read.
pub fn robot_model(offer: &Offer, params: &Value) -> Result<sim_abi::model::RobotModelSpec, Diagnostic> {
    let request = Request { params: params.clone(), ..Request::default() };
    let message = serde_json::to_string(&request).map_err(|error| setup_failed(&offer.info, &Fault::from(error)))?;
    let answer = open(offer.library.module.robot_model()(offer.info.id.as_str().into(), message.as_str().into()));
    let answer = answer.map_err(|fault| setup_failed(&offer.info, &fault))?;
    serde_json::from_str(&answer).map_err(|error| invalid(Kind::Robot, &offer.info.id, &error.to_string()))
}

fn setup_failed(info: &ComponentInfo, fault: &Fault) -> Diagnostic {
    let (code, what) = match fault.cause() {
        Cause::Panic => (Code::PluginSetup, "panicked while it was set up"),
        Cause::Parameters => (Code::EngineParameters, "refuses its parameters"),
        Cause::Binding => (Code::EngineBinding, "lacks what it needs"),
        Cause::Grant => (Code::EngineGrant, "lacks a right that it needs"),
        _ => (Code::PluginSetup, "refuses to be set up"),
    };
    let diagnostic = Diagnostic::error(code, format!("the {} `{}` {what}: {}", info.kind, info.id, fault.message()));
    let diagnostic = match fault.place() {
        "" => diagnostic,
        place => diagnostic.with_found(format!("at {place} of the plugin's source")),
    };
    match fault.advice() {
        "" => diagnostic,
        advice => diagnostic.with_help(advice.to_string()),
    }
}

fn invalid(kind: Kind, id: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::PluginDeclaration, format!("the {kind} `{id}` declares something invalid"))
        .with_found(found.to_string())
        .with_help("this is a bug of the plugin; its conformance test (`sim_abi::testing::conformance`) names it too")
}

fn check_declaration(kind: Kind, id: &str, declaration: &Declaration) -> Result<(), Diagnostic> {
    let effects = declaration.effects.iter().flat_map(|effect| &effect.channels);
    let groups: [(&str, Vec<&sim_abi::declare::Channel>); 4] = [
        ("channel", declaration.channels.iter().collect()),
        ("published value", declaration.published.iter().collect()),
        ("memory value", declaration.memory.iter().collect()),
        ("effect value", effects.collect()),
    ];
    for (what, channels) in groups {
        let mut names = std::collections::BTreeSet::new();
        for channel in channels {
            if channel.name.is_empty() {
                return Err(invalid(kind, id, &format!("a {what} without a name")));
            }
            if what != "effect value" && !names.insert(&channel.name) {
                return Err(invalid(kind, id, &format!("two {what}s named `{}`", channel.name)));
            }
            if !channel.neutral.is_finite() {
                return Err(invalid(
                    kind,
                    id,
                    &format!("{what} `{}` whose neutral value is {}", channel.name, channel.neutral),
                ));
            }
            let (low, high) = (channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
            if low.is_nan() || high.is_nan() || low > high {
                return Err(invalid(kind, id, &format!("{what} `{}` with a range from {low} to {high}", channel.name)));
            }
        }
    }
    if kind == Kind::Sensor && declaration.channels.is_empty() {
        return Err(invalid(kind, id, "no channel"));
    }
    match declaration.period {
        Some(period) if !(period.is_finite() && period > 0.0) => {
            Err(invalid(kind, id, &format!("a period of {period} s")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::{Channel, Effect, EffectKind};

    #[test]
    fn a_range_that_holds_nothing_is_refused_wherever_it_is_declared() {
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
