//! The vectors of bindings/conformance.

use coxswain::Call;

pub struct Vector {
    pub call: Call,
    pub code: u8,
    pub handle: u32,
    pub input: Vec<u8>,
    pub answer: Vec<u8>,
}

pub fn vectors() -> Vec<Vector> {
    const CALLS: [Call; 6] = [Call::Open, Call::Step, Call::Status, Call::Save, Call::Load, Call::Close];
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/vectors.bin")).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    assert_eq!(&file[..8], b"CXSWVEC1");
    let mut at = 12;
    let vectors = (0..number(8))
        .map(|_| {
            let (len, answer_len) = (number(at + 8) as usize, number(at + 12) as usize);
            let (input, answer) = file[at + 16..at + 16 + len + answer_len].split_at(len);
            let one = Vector {
                call: CALLS[file[at] as usize - 1],
                code: file[at + 1],
                handle: number(at + 4),
                input: input.to_vec(),
                answer: answer.to_vec(),
            };
            at += 16 + len + answer_len;
            one
        })
        .collect();
    assert_eq!(at, file.len());
    vectors
}
