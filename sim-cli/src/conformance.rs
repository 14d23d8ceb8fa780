//! Checks whether a component conforms to the plugin contract, in this process or in a separate, confined one.

use serde::{Deserialize, Serialize};
use sim_abi::declare::{ComponentInfo, Request};
use sim_abi::ffi::module::Module;
use sim_abi::testing::library::{Verdict, check};
use sim_core::diagnostic::Diagnostic;
use sim_core::plugins::{Offer, PluginLibrary};

/// A conformance check to run.
#[derive(Serialize, Deserialize)]
struct Question {
    component: ComponentInfo,
    /// The robot used for the check, with its parameters.
    robot: Request,
}

/// A serializable [`Verdict`].
#[derive(Serialize, Deserialize)]
enum Answer {
    Conforms,
    Fails(String),
    NotChecked(String),
}

/// Checks a component in the process in which its library runs.
///
/// # Errors
/// If the library cannot be opened, or crashes the separate process.
pub fn verdict(offer: &Offer, robot: Request) -> Result<Verdict, Diagnostic> {
    let library: &PluginLibrary = &offer.library;
    if !library.is_isolated() {
        return Ok(check(library.module()?, offer.info(), &robot));
    }
    let question = Question { component: offer.info().clone(), robot };
    let question = serde_json::to_string(&question).expect("invariant: a request has text keys");
    let answer = library.examine(&question)?;
    // The answer is untrusted: a library may corrupt the memory of its process.
    Ok(match serde_json::from_str(&answer) {
        Ok(Answer::Conforms) => Verdict::Conforms,
        Ok(Answer::Fails(reason)) => Verdict::Fails(reason),
        Ok(Answer::NotChecked(reason)) => Verdict::NotChecked(reason),
        Err(error) => Verdict::Fails(format!("its process returned no verdict: {error}")),
    })
}

/// Runs the check in the separate process, on the library that it has opened.
pub fn examine(module: &'static Module, question: &str) -> String {
    let answer = match serde_json::from_str::<Question>(question) {
        Ok(Question { component, robot }) => match check(module, &component, &robot) {
            Verdict::Conforms => Answer::Conforms,
            Verdict::Fails(reason) => Answer::Fails(reason),
            Verdict::NotChecked(reason) => Answer::NotChecked(reason),
        },
        Err(error) => Answer::Fails(error.to_string()),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}
