//! Probes of a half-open circuit: how many go, and what becomes of those that give no result.

use std::thread::sleep;

use super::stage::{RESET, SHORT, due, half_open};
use crate::circuit::Circuit;
use crate::finding::Finding;
use crate::libraries::Library;
use crate::subject::Setup;

/// Where so many probes go at once, there is no limit to wait for.
const NO_LIMIT: usize = 16;

pub(super) fn of_sixteen(library: &Library) -> Option<Finding> {
    half_open(library, SHORT, |circuit, _late| {
        Some(Finding::of_calls(u32::try_from(circuit.begin_all().len()).ok()?, 1))
    })
}

pub(super) fn cancelled(library: &Library) -> Option<Finding> {
    let (circuit, _late) = due(library, SHORT)?;
    let probes = circuit.begin_all();
    if probes.len() == NO_LIMIT {
        return None;
    }
    drop(probes);
    Some(goes_again(&circuit))
}

pub(super) fn panicking(library: &Library) -> Option<Finding> {
    let (circuit, _late) = due(library, SHORT)?;
    let mut turns = 0..NO_LIMIT;
    while turns.next().is_some() && circuit.panics() {}
    Some(goes_again(&circuit))
}

pub(super) fn hanging(library: &Library) -> Option<Finding> {
    let (circuit, _late) = due(library, Setup { lease: RESET, ..SHORT })?;
    let probes = circuit.begin_all();
    if probes.len() == NO_LIMIT {
        return None;
    }
    let found = goes_again(&circuit);
    drop(probes);
    Some(found)
}

/// Whether there is another probe, now or after three more open periods.
fn goes_again(circuit: &Circuit) -> Finding {
    let soon = circuit.begin().is_some();
    let later = || {
        sleep(RESET * 4);
        circuit.begin().is_some()
    };
    Finding::of(soon || later(), "never again")
}
