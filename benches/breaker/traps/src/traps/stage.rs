//! Circuits in the states that traps begin with. The libraries have no clock that could be set, so time is waited for.

use std::thread::sleep;
use std::time::Duration;

use crate::circuit::{Circuit, Running, Stretch};
use crate::libraries::Library;
use crate::subject::{Setup, Trip};

/// How long a circuit stays open where a trap needs it half-open.
pub(super) const RESET: Duration = Duration::from_millis(80);
/// Longer than any trap.
const LONG: Duration = Duration::from_secs(3600);
/// After this many runs that were too slow to mean anything there is no finding.
const MOST_RUNS: u32 = 100;

/// Opens at three failures, stays open, counts every error.
pub(super) const SHUT: Setup =
    Setup { trip: Trip::Three, reset: LONG, ignores: false, lease: LONG };
/// The same, for a short time.
pub(super) const SHORT: Setup = Setup { reset: RESET, ..SHUT };

/// A circuit that is closed and new.
pub(super) fn fresh(library: &Library, setup: Setup) -> Option<Circuit> {
    (library.make)(setup).map(Circuit::new)
}

/// A circuit whose open period is over, and a call from before it opened.
pub(super) fn due(library: &Library, setup: Setup) -> Option<(Circuit, Running)> {
    let circuit = fresh(library, setup)?;
    let late = circuit.begin()?;
    circuit.strength();
    sleep(RESET * 5 / 4);
    Some((circuit, late))
}

/// What steps on such a circuit find, provided that they are done well before an open period could pass.
pub(super) fn half_open<T>(
    library: &Library,
    setup: Setup,
    steps: impl Fn(&Circuit, Running) -> Option<T>,
) -> Option<T> {
    for _ in 0..MOST_RUNS {
        let (circuit, late) = due(library, setup)?;
        let stretch = Stretch::of(RESET / 2);
        let found = steps(&circuit, late);
        if let Some(found) = stretch.keep(found) {
            return found;
        }
    }
    None
}
