//! Prints what loading, opening and stepping take on each runtime, as lines of JSON.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/vectors.rs"]
mod read;

use common::{module, runtimes};
use coxswain::{Call, Config, Input, Machine, Module, Output};
use read::vectors;
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn timed<T>(times: &mut Vec<Duration>, call: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = call();
    times.push(start.elapsed());
    result
}

fn median(times: &mut [Duration]) -> u128 {
    times.sort();
    times[times.len() / 2].as_nanos()
}

/// Makes the successful calls of the vectors, and returns the times of opens and steps.
fn walk(module: &Module) -> (Vec<Duration>, Vec<Duration>) {
    let (mut opens, mut steps) = (Vec::new(), Vec::new());
    let mut machines: HashMap<u32, Machine> = HashMap::new();
    for v in vectors().iter().filter(|v| v.code == 0) {
        match v.call {
            Call::Open => {
                let (config, input): (Config, Input) = rmp_serde::from_slice(&v.input).unwrap();
                let (_, (handle, _)): (u8, (u32, Output)) = rmp_serde::from_slice(&v.answer).unwrap();
                machines.insert(handle, timed(&mut opens, || module.open(&config, &input)).unwrap().0);
            }
            Call::Load => {
                let (_, handle): (u8, u32) = rmp_serde::from_slice(&v.answer).unwrap();
                machines.insert(handle, module.load(&v.input).unwrap());
            }
            Call::Close => drop(machines.remove(&v.handle)),
            call => {
                let machine = machines.get_mut(&v.handle).unwrap();
                match call {
                    Call::Step => {
                        let input = rmp_serde::from_slice(&v.input).unwrap();
                        timed(&mut steps, || machine.step(&input)).unwrap();
                    }
                    Call::Status => drop(machine.status().unwrap()),
                    _ => drop(machine.save().unwrap()),
                }
            }
        }
    }
    (opens, steps)
}

fn main() {
    let package: u64 = std::env::var("PACKAGE_BYTES").map_or(0, |s| s.parse().unwrap());
    for (name, runtime) in runtimes() {
        let mut loads = Vec::new();
        let mut loaded = (0..3).map(|_| timed(&mut loads, || module(runtime))).collect::<Vec<_>>();
        let module = loaded.pop().unwrap();
        walk(&module);
        let (mut opens, mut steps) = walk(&module);
        println!(
            r#"{{"language":"Rust","runtime":"{name}","package":{package},"load_ns":{},"open_ns":{},"step_ns":{}}}"#,
            median(&mut loads),
            median(&mut opens),
            median(&mut steps)
        );
    }
}
