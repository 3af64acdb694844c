#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
mod message;
mod runtime;
#[rustfmt::skip]
mod types;

pub use error::{Error, Refused};
pub use types::*;

use message::message;
use runtime::{Compiled, Guest};
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;

#[cfg(not(any(feature = "wasmi", feature = "wasmtime")))]
compile_error!("turn on one of the features wasmi and wasmtime");

/// The module that comes with this crate.
pub const WASM: &[u8] = include_bytes!("coxswain.wasm");

const MARKER: &str = "coxswain_abi_v1";

/// What the module runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Runtime {
    /// wasmi, an interpreter: small, and ready at once.
    #[cfg(feature = "wasmi")]
    Wasmi,
    /// wasmtime, a compiler: fast.
    #[cfg(feature = "wasmtime")]
    Wasmtime,
}

impl Default for Runtime {
    /// The fastest that there is.
    fn default() -> Self {
        #[cfg(feature = "wasmtime")]
        return Runtime::Wasmtime;
        #[cfg(not(feature = "wasmtime"))]
        return Runtime::Wasmi;
    }
}

/// How a [`Module`] is made.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The module: [`WASM`], or another one of the same ABI.
    pub wasm: &'a [u8],
    /// What it runs on.
    pub runtime: Runtime,
    /// How many bytes of memory each machine may have; past that a call is
    /// [`Error::Lost`].
    pub memory_limit: usize,
}

impl Default for Options<'_> {
    /// The module of this crate, on the fastest runtime, with 64 MiB for each machine.
    fn default() -> Self {
        Options { wasm: WASM, runtime: Runtime::default(), memory_limit: 64 << 20 }
    }
}

/// The compiled module. Any thread may use it; machines live on without it.
pub struct Module {
    code: Box<dyn Compiled>,
    memory_limit: usize,
    schema: u32,
    version: String,
}

impl Module {
    /// Compiles the module of this crate.
    pub fn new() -> Result<Module, Error> {
        Module::with(Options::default())
    }

    /// Compiles a module. [`Error::Module`] says what is wrong with it.
    pub fn with(options: Options<'_>) -> Result<Module, Error> {
        let code = match options.runtime {
            #[cfg(feature = "wasmi")]
            Runtime::Wasmi => runtime::wasmi::compile(options.wasm),
            #[cfg(feature = "wasmtime")]
            Runtime::Wasmtime => runtime::wasmtime::compile(options.wasm),
        };
        let code = code.map_err(Error::Module)?;
        if code.imports() {
            return Err(Error::Module("it imports something".into()));
        }
        if !code.exports(MARKER) {
            return Err(Error::Module("it is not of ABI 1".into()));
        }
        let mut module = Module { code, memory_limit: options.memory_limit, schema: 0, version: String::new() };
        let mut instance = module.instantiate()?;
        let answer = instance.call(Call::Describe, 0, &[]).map_err(|e| Error::Module(e.to_string()))?;
        let About { abi: _, schema, version } = open_envelope(&answer).map_err(|e| Error::Module(e.to_string()))?;
        if schema < SCHEMA {
            return Err(Error::Module(format!("it is too old: it knows schema {schema} and not {SCHEMA}")));
        }
        module.schema = schema;
        module.version = version;
        Ok(module)
    }

    /// The schema of the module.
    pub fn schema(&self) -> u32 {
        self.schema
    }

    /// The version of the module.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Makes an instance, for calls with bytes.
    pub fn instantiate(&self) -> Result<Instance, Error> {
        let guest = self.code.instantiate(self.memory_limit).map_err(Error::Module)?;
        Ok(Instance { guest, lost: None })
    }

    /// Makes a machine, and returns it with what its first step decided.
    pub fn open(&self, config: &Config, input: &Input) -> Result<(Machine, Output), Error> {
        let sent = encode(&(config, input))?;
        let mut instance = self.instantiate()?;
        let (handle, output) = open_envelope(&instance.call(Call::Open, 0, &sent)?)?;
        Ok((Machine { instance, handle }, output))
    }

    /// Makes a machine of what [`Machine::save`] returned.
    pub fn load(&self, state: &[u8]) -> Result<Machine, Error> {
        let mut instance = self.instantiate()?;
        let handle = open_envelope(&instance.call(Call::Load, 0, state)?)?;
        Ok(Machine { instance, handle })
    }
}

impl std::fmt::Debug for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Module").field("schema", &self.schema).field("version", &self.version).finish_non_exhaustive()
    }
}

/// Decides one deployment. [`Module::open`] and [`Module::load`] make it; dropping it
/// gives back its memory.
///
/// Each has an instance of the module of its own, so that a trap loses no other. It can be
/// sent to another thread. Two threads that share one put it into a
/// [`Mutex`](std::sync::Mutex); without, this does not compile:
///
/// ```compile_fail
/// fn shared(machine: &mut coxswain::Machine) {
///     std::thread::scope(|s| {
///         s.spawn(|| machine.status());
///         s.spawn(|| machine.status());
///     });
/// }
/// ```
pub struct Machine {
    instance: Instance,
    handle: u32,
}

impl Machine {
    /// Takes one step and returns what it decided.
    pub fn step(&mut self, input: &Input) -> Result<Output, Error> {
        self.call(Call::Step, &encode(input)?)
    }

    /// Returns where the deployment stands.
    pub fn status(&mut self) -> Result<Status, Error> {
        self.call(Call::Status, &[])
    }

    /// Returns the whole machine, for [`Module::load`].
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        self.call(Call::Save, &[]).map(ByteBuf::into_vec)
    }

    fn call<T: DeserializeOwned>(&mut self, call: Call, input: &[u8]) -> Result<T, Error> {
        let answer = self.instance.call(call, self.handle, input)?;
        let body = open_envelope(&answer);
        if let Err(e @ Error::Lost(_)) = &body {
            self.instance.lost = Some(e.clone());
        }
        body
    }
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("lost", &self.instance.lost).finish_non_exhaustive()
    }
}

/// The calls of the module's ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// What the module is.
    Describe,
    /// Makes a machine of a configuration and an input.
    Open,
    /// Takes one step.
    Step,
    /// Where the deployment stands.
    Status,
    /// The whole machine.
    Save,
    /// Makes a machine of a saved one.
    Load,
    /// Forgets a machine.
    Close,
}

impl Call {
    const ALL: [Call; 7] = [Call::Describe, Call::Open, Call::Step, Call::Status, Call::Save, Call::Load, Call::Close];

    fn name(self) -> &'static str {
        ["describe", "open", "step", "status", "save", "load", "close"][self as usize]
    }

    fn has_handle(self) -> bool {
        matches!(self, Call::Step | Call::Status | Call::Save | Call::Close)
    }
}

/// One instance of the module: calls with the bytes that go over the boundary, for tests
/// and tools. It can hold several machines.
pub struct Instance {
    guest: Box<dyn Guest>,
    lost: Option<Error>,
}

impl Instance {
    /// Writes the input, if there is any, makes a call, and returns the envelope. The
    /// handle counts only in calls of a machine.
    pub fn call(&mut self, call: Call, handle: u32, input: &[u8]) -> Result<Vec<u8>, Error> {
        if let Some(e) = &self.lost {
            return Err(e.clone());
        }
        let answer = self.attempt(call, handle, input);
        if let Err(e @ Error::Lost(_)) = &answer {
            self.lost = Some(e.clone());
        }
        answer
    }

    fn attempt(&mut self, call: Call, handle: u32, input: &[u8]) -> Result<Vec<u8>, Error> {
        if !input.is_empty() {
            let Ok(len) = u32::try_from(input.len()) else { return Err(too_long()) };
            let at = self.guest.input(len).map_err(Error::Lost)? as usize;
            if at == 0 {
                return Err(too_long());
            }
            let to = self.guest.memory().get_mut(at..).and_then(|m| m.get_mut(..input.len()));
            to.ok_or_else(outside)?.copy_from_slice(input);
        }
        let answer = self.guest.call(call, handle).map_err(Error::Lost)?;
        let (at, len) = ((answer >> 32) as usize, answer as u32 as usize);
        self.guest.memory().get(at..).and_then(|m| m.get(..len)).map(<[u8]>::to_vec).ok_or_else(outside)
    }
}

fn too_long() -> Error {
    Refused { code: ErrorCode::Limit, field: String::new(), text: "the message is too long".into() }.into()
}

fn outside() -> Error {
    Error::Lost("a buffer lies outside of the memory".into())
}

message! {
    /// What `describe` answers, as far as it is used here.
    About {
        /// Abi.
        abi: u32,
        /// Schema.
        schema: u32,
        /// Version.
        version: String,
    }
}

fn encode<T: serde::Serialize>(message: &T) -> Result<Vec<u8>, Error> {
    // Only a text or a list of 4 GiB cannot be written.
    rmp_serde::to_vec(message).map_err(|_| too_long())
}

/// Reads the body of an envelope, or returns what it says was wrong.
fn open_envelope<T: DeserializeOwned>(answer: &[u8]) -> Result<T, Error> {
    let nonsense = |e: &dyn std::fmt::Display| Error::Lost(format!("the answer cannot be read: {e}"));
    let mut rest = answer;
    rmp::decode::read_array_len(&mut rest).map_err(|e| nonsense(&e))?;
    let code: u8 = rmp::decode::read_int(&mut rest).map_err(|e| nonsense(&e))?;
    if code == 0 {
        return rmp_serde::from_slice(rest).map_err(|e| nonsense(&e));
    }
    let (code, field, text) = rmp_serde::from_slice(answer).map_err(|e| nonsense(&e))?;
    Err(Refused { code, field, text }.into())
}
