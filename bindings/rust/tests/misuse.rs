//! What callers do wrong, and what happens then, on every runtime of the build.

mod common;

use common::{module, runtimes};
use coxswain::{
    Call, Command, Config, Deployment, DeploymentStatus, Error, ErrorCode, Group, Input, Job, Machine, Module, Options,
    Runtime, WASM,
};
use std::sync::Mutex;

fn config() -> Config {
    Config { level: "strict".into(), ..Config::default() }
}

fn opening() -> Input {
    Input {
        now: 1,
        index: 10,
        epoch: 1,
        job: Some(Job { id: "j".into(), ..Job::default() }),
        deployment: Some(Deployment {
            id: "d".into(),
            status: DeploymentStatus::Running,
            modify_index: 9,
            groups: vec![Group { name: "g".into(), ..Group::default() }],
            ..Deployment::default()
        }),
        ..Input::default()
    }
}

fn tick(now: i64) -> Input {
    Input { now, ..Input::default() }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> (ErrorCode, String) {
    match result {
        Err(Error::Refused(r)) => {
            assert!(!r.text.is_empty() && Error::from(r.clone()).to_string().contains(&r.text));
            (r.code, r.field)
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn refused_input() {
    for (_, runtime) in runtimes() {
        let (mut machine, _) = module(runtime).open(&config(), &opening()).unwrap();
        let before = machine.save().unwrap();
        assert_eq!(refused(machine.step(&tick(-1))), (ErrorCode::Invalid, "Now".into()));
        let command = Some(Command { id: 1, ..Command::default() });
        refused(machine.step(&Input { command, ..tick(2) }));
        assert_eq!(machine.save().unwrap(), before);
    }
}

#[test]
fn refused_opening() {
    for (_, runtime) in runtimes() {
        let module = module(runtime);
        let unknown = Config { level: "nosuch".into(), ..Config::default() };
        assert_eq!(refused(module.open(&unknown, &opening())).0, ErrorCode::Config);
        refused(module.load(b"\x90"));
        assert_eq!(refused(module.load(b"")).0, ErrorCode::Missing);
    }
}

/// A state that is cut off, or in which a bit is wrong, does no harm.
#[test]
fn corrupt_state() {
    let runtime = Runtime::default();
    let module = module(runtime);
    let mut state = module.open(&config(), &opening()).unwrap().0.save().unwrap();
    for n in 0..state.len() {
        refused(module.load(&state[..n]));
        state[n] ^= 0x40;
        if let Err(e) = module.load(&state) {
            assert!(matches!(e, Error::Refused(_)), "{e}");
        }
        state[n] ^= 0x40;
    }
}

fn with(wasm: &[u8], runtime: Runtime) -> Result<Module, Error> {
    Module::with(Options { wasm, runtime, ..Options::default() })
}

/// The module with some bytes in place of others.
fn patched(from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = WASM.windows(from.len()).position(|w| w == from).unwrap();
    [&WASM[..at], to, &WASM[at + from.len()..]].concat()
}

#[test]
fn corrupt_modules() {
    // An import of a function, and an export of the marker.
    let imports = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02\x07\x01\x01a\x01b\0\0\x07\x13\x01\x0fcoxswain_abi_v1\0\0";
    // The marker and nothing else.
    let empty =
        b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x07\x13\x01\x0fcoxswain_abi_v1\0\0\x0a\x04\x01\x02\0\x0b";
    for (_, runtime) in runtimes() {
        for (bad, why) in [
            (&b""[..], ""),
            (&WASM[..1000], ""),
            (b"\0asm\x01\0\0\0", "ABI 1"),
            (&patched(b"coxswain_abi_v1", b"coxswain_abi_v9"), "ABI 1"),
            (imports, "imports"),
            (empty, "_initialize"),
            (&patched(b"\x08describe", b"\x08describf"), "describe"),
        ] {
            match with(bad, runtime) {
                Err(Error::Module(text)) => assert!(text.contains(why), "{text}"),
                other => panic!("not refused for {why}: {other:?}"),
            }
        }
        let module = with(WASM, runtime).unwrap();
        assert_eq!(module.schema(), coxswain::SCHEMA);
        assert!(!module.version().is_empty());
    }
}

/// A deployment of 1,024 groups, which is too much for a small memory.
fn big() -> Input {
    let mut input = opening();
    input.deployment.as_mut().unwrap().groups =
        (0..1024).map(|i| Group { name: format!("{i:0100}"), ..Group::default() }).collect();
    input
}

#[test]
fn trap_loses_one_machine() {
    for (_, runtime) in runtimes() {
        let small = Module::with(Options { runtime, memory_limit: 192 << 10, ..Options::default() }).unwrap();
        let (mut machine, _) = small.open(&config(), &opening()).unwrap();
        let (mut other, _) = small.open(&config(), &opening()).unwrap();
        let state = machine.save().unwrap();
        let input = Input { index: 11, epoch: 0, job: None, ..big() };
        let first = machine.step(&input).unwrap_err();
        assert!(matches!(first, Error::Lost(_)), "{first}");
        assert_eq!(machine.status().unwrap_err(), first);
        assert_eq!(machine.save().unwrap_err(), first);
        assert!(other.status().unwrap().opened);
        assert_eq!(module(runtime).load(&state).unwrap().save().unwrap(), state);
        assert!(matches!(small.open(&config(), &big()), Err(Error::Lost(_))));
    }
}

#[test]
fn too_long() {
    for (_, runtime) in runtimes() {
        let module = module(runtime);
        assert_eq!(refused(module.load(&vec![0; 65 << 20])).0, ErrorCode::Limit);
        let mut instance = module.instantiate().unwrap();
        assert_eq!(refused(instance.call(Call::Open, 0, &vec![0; 65 << 20])).0, ErrorCode::Limit);
        assert!(instance.call(Call::Describe, 0, &[]).is_ok());
    }
}

#[test]
fn threads() {
    fn sendable<T: Send>() {}
    fn shareable<T: Send + Sync>() {}
    sendable::<Machine>();
    shareable::<Module>();
    for (_, runtime) in runtimes() {
        let module = module(runtime);
        let machine = Mutex::new(module.open(&config(), &opening()).unwrap().0);
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for i in 0..200 {
                        machine.lock().unwrap().step(&tick(2 + i)).unwrap();
                        assert!(machine.lock().unwrap().status().unwrap().opened);
                        assert!(module.open(&config(), &opening()).is_ok());
                    }
                });
            }
        });
        drop(module);
        assert_eq!(machine.lock().unwrap().status().unwrap().now, 201);
    }
}

#[test]
fn unknown_names_and_numbers_are_errors() {
    assert!(serde_json::from_str::<Input>(r#"{"nwo": 1}"#).unwrap_err().to_string().contains("nwo"));
    assert!(rmp_serde::from_slice::<DeploymentStatus>(b"\x63").is_err());
    assert!(serde_json::from_str::<Input>(r#"{"now": 1.5}"#).is_err());
    assert_eq!(rmp_serde::from_slice::<Input>(b"\x91\x07").unwrap(), tick(7));
}
