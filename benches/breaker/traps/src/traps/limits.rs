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
    Some(match circuit.strength() {
        50 => Finding::Passes,
        failures => Finding::FailsAt(failures),
    })
}

pub(super) fn open_without_end(library: &Library) -> Option<Finding> {
    let open = || {
        let circuit = fresh(library, Setup { reset: Duration::MAX, ..SHUT })?;
        circuit.strength();
        let open = circuit.strength() == 0;
        Some(if open { Finding::Passes } else { Finding::Fails("closes") })
    };
    catch_unwind(AssertUnwindSafe(open)).unwrap_or(Some(Finding::Fails("panics")))
}

pub(super) fn empty_window(library: &Library) -> Option<Finding> {
    half_open(library, Setup { trip: Trip::Emptied, ..SHORT }, |circuit, _late| {
        circuit.call(End::Failure(Fault::Down));
        let open = circuit.strength() == 0;
        Some(if open { Finding::Passes } else { Finding::Fails("stays half-open") })
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
    Some(match inner.calls.load(Ordering::Relaxed) - before {
        0 => Finding::Passes,
        calls => Finding::FailsAt(calls),
    })
}
