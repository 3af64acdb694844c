//! All vectors of bindings/conformance, on every runtime of the build.

mod common;
#[path = "common/vectors.rs"]
mod read;

use common::{module, runtimes};
use coxswain::{Call, Config, Input, Machine, Output, Status};
use read::vectors;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashMap;

/// Every call gives the bytes that the native core gives.
#[test]
fn bytes() {
    for (name, runtime) in runtimes() {
        let mut instance = module(runtime).instantiate().unwrap();
        let all = vectors();
        let mut passed = 0;
        for (i, v) in all.iter().enumerate() {
            let answer = instance.call(v.call, v.handle, &v.input).unwrap();
            assert_eq!(answer, v.answer, "vector {i}, {:?}", v.call);
            passed += 1;
        }
        assert!(passed >= 2000);
        println!("{passed} of {} vectors passed ({name})", all.len());
    }
}

fn value(bytes: &[u8]) -> rmpv::Value {
    rmpv::decode::read_value(&mut &bytes[..]).unwrap()
}

fn body(answer: &[u8]) -> rmpv::Value {
    value(answer)[1].clone()
}

fn packed(v: &rmpv::Value) -> Vec<u8> {
    let mut b = Vec::new();
    rmpv::encode::write_value(&mut b, v).unwrap();
    b
}

fn read<T: DeserializeOwned>(v: &rmpv::Value) -> T {
    rmp_serde::from_slice(&packed(v)).unwrap()
}

/// A message that is read and written is as it was, in MessagePack and in JSON.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(v: &rmpv::Value) {
    let message: T = read(v);
    assert_eq!(value(&rmp_serde::to_vec(&message).unwrap()), *v);
    let json = serde_json::to_string(&message).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), message);
    let mut longer = v.as_array().unwrap().clone();
    longer.push("a field of a later schema".into());
    assert_eq!(read::<T>(&longer.into()), message);
}

#[test]
fn values() {
    let mut seen = 0;
    for v in vectors().iter().filter(|v| v.code == 0) {
        match v.call {
            Call::Open => {
                let sent = value(&v.input);
                round_trip::<Config>(&sent[0]);
                round_trip::<Input>(&sent[1]);
                round_trip::<Output>(&body(&v.answer)[1]);
            }
            Call::Step => {
                round_trip::<Input>(&value(&v.input));
                round_trip::<Output>(&body(&v.answer));
            }
            Call::Status => {
                round_trip::<Status>(&body(&v.answer));
                continue;
            }
            _ => continue,
        }
        seen += 1;
    }
    assert!(seen >= 2000);
}

/// Machines of their own, each with an instance, decide the same.
#[test]
fn machines() {
    for (_, runtime) in runtimes() {
        let module = module(runtime);
        let mut machines: HashMap<u32, Machine> = HashMap::new();
        let mut steps = 0;
        for v in vectors().iter().filter(|v| v.code == 0) {
            let body = body(&v.answer);
            match v.call {
                Call::Open => {
                    let (config, input): (Config, Input) = read(&value(&v.input));
                    let (handle, want): (u32, Output) = read(&body);
                    let (machine, output) = module.open(&config, &input).unwrap();
                    assert_eq!(output, want);
                    machines.insert(handle, machine);
                }
                Call::Load => {
                    machines.insert(read(&body), module.load(&v.input).unwrap());
                }
                Call::Close => {
                    machines.remove(&v.handle).unwrap();
                }
                call => {
                    let machine = machines.get_mut(&v.handle).unwrap();
                    match call {
                        Call::Step => {
                            assert_eq!(machine.step(&read(&value(&v.input))).unwrap(), read(&body));
                            steps += 1;
                        }
                        Call::Status => assert_eq!(machine.status().unwrap(), read(&body)),
                        _ => assert_eq!(machine.save().unwrap(), body.as_slice().unwrap()),
                    }
                }
            }
        }
        assert!(steps >= 2000 && machines.is_empty());
    }
}
