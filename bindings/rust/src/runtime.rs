//! The runtimes: each compiles a module, and makes instances of it.

use crate::Call;

/// A compiled module.
pub(crate) trait Compiled: Send + Sync {
    /// Whether the module imports anything.
    fn imports(&self) -> bool;
    /// Whether it exports a name.
    fn exports(&self, name: &str) -> bool;
    /// Makes an instance, whose memory has so many bytes at most.
    fn instantiate(&self, memory_limit: usize) -> Result<Box<dyn Guest>, String>;
}

/// An instance.
pub(crate) trait Guest: Send {
    /// Announces input, and returns where to write it; 0 when it is too long.
    fn input(&mut self, len: u32) -> Result<u32, String>;
    /// Makes a call and returns its result.
    fn call(&mut self, call: Call, handle: u32) -> Result<u64, String>;
    /// The memory, until the next call.
    fn memory(&mut self) -> &mut [u8];
}

/// Makes the module of a runtime. Those that there are have the same interface.
macro_rules! runtime {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        pub(crate) mod $name {
            use super::{Compiled, Guest};
            use crate::Call;
            use ::$name::{
                Engine, Instance, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, TypedFunc, WasmParams,
            };

            struct Code(Engine, Module);

            /// Compiles a module.
            pub(crate) fn compile(wasm: &[u8]) -> Result<Box<dyn Compiled>, String> {
                let engine = Engine::default();
                let module = Module::new(&engine, wasm).map_err(|e| e.to_string())?;
                Ok(Box::new(Code(engine, module)))
            }

            impl Compiled for Code {
                fn imports(&self) -> bool {
                    self.1.imports().next().is_some()
                }

                fn exports(&self, name: &str) -> bool {
                    self.1.get_export(name).is_some()
                }

                fn instantiate(&self, memory_limit: usize) -> Result<Box<dyn Guest>, String> {
                    let limits = StoreLimitsBuilder::new().memory_size(memory_limit).build();
                    let mut store = Store::new(&self.0, limits);
                    store.limiter(|limits| limits);
                    let instance = Instance::new(&mut store, &self.1, &[]).map_err(|e| e.to_string())?;
                    let initialize: TypedFunc<(), ()> = function(&mut store, &instance, "_initialize")?;
                    initialize.call(&mut store, ()).map_err(|e| e.to_string())?;
                    let mut calls = Vec::new();
                    for call in Call::ALL {
                        calls.push(if call.has_handle() {
                            Function::Handle(function(&mut store, &instance, call.name())?)
                        } else {
                            Function::Plain(function(&mut store, &instance, call.name())?)
                        });
                    }
                    let input = function(&mut store, &instance, "input")?;
                    let memory = instance.get_memory(&mut store, "memory").ok_or("it exports no memory")?;
                    Ok(Box::new(Running { store, memory, input, calls }))
                }
            }

            fn function<P: WasmParams, R: ::$name::WasmResults>(
                store: &mut Store<StoreLimits>,
                instance: &Instance,
                name: &str,
            ) -> Result<TypedFunc<P, R>, String> {
                let f = instance.get_func(&mut *store, name).ok_or_else(|| format!("it exports no function {name}"))?;
                f.typed(&*store).map_err(|e| format!("{name}: {e}"))
            }

            enum Function {
                Plain(TypedFunc<(), u64>),
                Handle(TypedFunc<u32, u64>),
            }

            struct Running {
                store: Store<StoreLimits>,
                memory: Memory,
                input: TypedFunc<u32, u32>,
                calls: Vec<Function>,
            }

            impl Guest for Running {
                fn input(&mut self, len: u32) -> Result<u32, String> {
                    self.input.call(&mut self.store, len).map_err(|e| e.to_string())
                }

                fn call(&mut self, call: Call, handle: u32) -> Result<u64, String> {
                    match &self.calls[call as usize] {
                        Function::Plain(f) => f.call(&mut self.store, ()),
                        Function::Handle(f) => f.call(&mut self.store, handle),
                    }
                    .map_err(|e| e.to_string())
                }

                fn memory(&mut self) -> &mut [u8] {
                    self.memory.data_mut(&mut self.store)
                }
            }
        }
    };
}

#[cfg(feature = "wasmi")]
runtime!(wasmi);
#[cfg(feature = "wasmtime")]
runtime!(wasmtime);
