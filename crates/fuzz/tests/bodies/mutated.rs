//! Generates inputs that are nearly valid: inputs of the corpus, cut, joined and mixed with pieces.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A change of an input at one position.
#[derive(Debug, Clone)]
enum InputChange {
    Bytes { at: Index, gone: usize, new: Vec<u8> },
    Line { at: Index, from: Index },
    Cut { at: Index },
    Twice { at: Index, times: usize },
}

/// Inputs of the corpus after a few changes, and texts of pieces only.
pub(crate) fn inputs(
    seeds: Vec<Vec<u8>>,
    pieces: &[&'static str],
) -> impl Strategy<Value = Vec<u8>> + use<> {
    let lines: Vec<Vec<u8>> = seeds.iter().flat_map(|seed| lines(seed)).collect();
    let changed = (select(seeds), prop::collection::vec(change(pieces), 1..6)).prop_map(
        move |(seed, changes)| changes.iter().fold(seed, |input, one| apply(input, one, &lines)),
    );
    let composed = prop::collection::vec(piece(pieces), 0..24).prop_map(|all| all.concat());
    prop_oneof![3 => changed, 1 => composed]
}

fn piece(pieces: &[&'static str]) -> impl Strategy<Value = Vec<u8>> + use<> {
    prop_oneof![
        6 => select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        2 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ]
}

fn change(pieces: &[&'static str]) -> impl Strategy<Value = InputChange> + use<> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), 0..12_usize, piece(pieces))
            .prop_map(|(at, gone, new)| InputChange::Bytes { at, gone, new }),
        3 => (at(), at()).prop_map(|(at, from)| InputChange::Line { at, from }),
        1 => at().prop_map(|at| InputChange::Cut { at }),
        1 => (at(), 2..30_usize).prop_map(|(at, times)| InputChange::Twice { at, times }),
    ]
}

fn lines(input: &[u8]) -> Vec<Vec<u8>> {
    input.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn apply(input: Vec<u8>, change: &InputChange, others: &[Vec<u8>]) -> Vec<u8> {
    let mut input = input;
    match change {
        InputChange::Bytes { at, gone, new } => {
            let at = at.index(input.len() + 1);
            let end = (at + gone).min(input.len());
            input.splice(at..end, new.iter().copied());
        }
        InputChange::Line { at, from } => {
            let mut all = lines(&input);
            all.insert(at.index(all.len() + 1), others[from.index(others.len())].clone());
            input = all.concat();
        }
        InputChange::Cut { at } => input.truncate(at.index(input.len() + 1)),
        InputChange::Twice { at, times } => {
            let mut all = lines(&input);
            if !all.is_empty() {
                let at = at.index(all.len());
                let line = all[at].repeat(*times);
                all.insert(at, line);
                input = all.concat();
            }
        }
    }
    input
}
