//! What the tests share.

use coxswain::{Module, Options, Runtime};

/// The runtimes that this build has, with their names.
pub fn runtimes() -> Vec<(&'static str, Runtime)> {
    vec![
        #[cfg(feature = "wasmi")]
        ("wasmi", Runtime::Wasmi),
        #[cfg(feature = "wasmtime")]
        ("wasmtime", Runtime::Wasmtime),
    ]
}

pub fn module(runtime: Runtime) -> Module {
    Module::with(Options { runtime, ..Options::default() }).unwrap()
}
