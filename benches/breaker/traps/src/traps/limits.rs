//! Windows, open periods and layers at their limits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::stage::{SHORT, SHUT, fresh, half_open};
use crate::circuit::Circuit;
use crate::finding::Finding;
use crate::libraries::Library;
use crate::operation::{End, Fault, Inner};
use crate::subject::{Setup, Trip};

pub(super) fn window_slides(library: &Library) -> Option<Finding> {
    let circuit = fresh(library, Setup { trip: Trip::Window, ..SHUT })?;
    for _ in 0..5_000 {
        circuit.call(End::Success);
    }
    Some(Finding::of_calls(circuit.strength(), 50))
}

pub(super) fn open_without_end(library: &Library) -> Option<Finding> {
    let open = || {
        let circuit = fresh(library, Setup { reset: Duration::MAX, ..SHUT })?;
        circuit.strength();
        Some(Finding::of(circuit.strength() == 0, "closes"))
    };
    catch_unwind(AssertUnwindSafe(open)).unwrap_or(Some(Finding::Fails("panics")))
}

pub(super) fn empty_window(library: &Library) -> Option<Finding> {
    half_open(library, Setup { trip: Trip::Emptied, ..SHORT }, |circuit, _late| {
        circuit.call(End::Failure(Fault::Down));
        Some(Finding::of(circuit.strength() == 0, "stays half-open"))
    })
}

pub(super) fn inner_calls(library: &Library) -> Option<Finding> {
    let inner = Inner::default();
    let circuit = Circuit::new((library.layer?)(SHUT, inner.clone())?);
    circuit.strength();
    let before = inner.calls.load(Ordering::Relaxed);
    for _ in 0..10 {
        circuit.call(End::Success);
    }
    Some(Finding::of_calls(inner.calls.load(Ordering::Relaxed) - before, 0))
}
