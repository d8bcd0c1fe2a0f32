//! Errors that say nothing about the service.

use super::stage::{SHORT, SHUT, fresh, half_open};
use crate::finding::Finding;
use crate::libraries::Library;
use crate::operation::{End, Fault};
use crate::subject::{Setup, Trip};

const IGNORED: End = End::Failure(Fault::NotThere);

pub(super) fn as_a_probe(library: &Library) -> Option<Finding> {
    let setup = Setup { ignores: true, ..SHORT };
    let usual = half_open(library, setup, |circuit, _late| Some(circuit.strength()))?;
    let found = half_open(library, setup, |circuit, _late| {
        (0..usual).for_each(|_| {
            circuit.call(IGNORED);
        });
        Some(circuit.strength())
    })?;
    Some(match found {
        0 => Finding::Fails("reopens"),
        _ => Finding::of(found == usual, "closes"),
    })
}

pub(super) fn in_a_streak(library: &Library) -> Option<Finding> {
    let circuit = fresh(library, Setup { trip: Trip::Streak, ignores: true, ..SHUT })?;
    for end in [End::Failure(Fault::Down), End::Failure(Fault::Down), IGNORED] {
        circuit.call(end);
    }
    Some(Finding::of(circuit.strength() == 1, "resets"))
}
