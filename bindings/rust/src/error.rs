use crate::ErrorCode;

/// What can go wrong. "Fail the deployment" is a decision and arrives as an effect, never
/// as an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The machine refused an input, and is as it was before.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The module is none of coxswain's, or too old, or cannot be compiled.
    #[error("the module cannot be used: {0}")]
    Module(String),
    /// A call did not return, or its answer makes no sense: the machine is lost, and every
    /// later call says so. Load its last [`save`](crate::Machine::save), or open it anew,
    /// and give it the inputs since in their order: the same inputs make the same machine.
    /// Give up on the input with which it is lost once more.
    #[error("the machine is lost: {0}")]
    Lost(String),
}

/// What was wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code:?}: {field}: {text}")]
pub struct Refused {
    /// What kind of bad input it is.
    pub code: ErrorCode,
    /// The path of the field, such as `Allocations.Changed[3].Group`, or empty.
    pub field: String,
    /// What was wrong with it.
    pub text: String,
}
