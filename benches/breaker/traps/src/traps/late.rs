//! Results of calls that began in another state.

use super::stage::{SHORT, SHUT, fresh, half_open};
use crate::circuit::{Circuit, Running};
use crate::finding::Finding;
use crate::libraries::Library;
use crate::operation::{End, Fault};

const DOWN: End = End::Failure(Fault::Down);

pub(super) fn success_while_open(library: &Library) -> Option<Finding> {
    let circuit = fresh(library, SHUT)?;
    let late = circuit.begin()?;
    circuit.strength();
    late.end(End::Success);
    Some(Finding::of(circuit.strength() == 0, "closes"))
}

pub(super) fn failure_in_half_open(library: &Library) -> Option<Finding> {
    let found = after(library, Some(DOWN), End::Success)?;
    Some(match found {
        0 => Finding::Fails("reopens"),
        _ => Finding::of(found == after(library, None, End::Success)?, "counts"),
    })
}

pub(super) fn success_in_half_open(library: &Library) -> Option<Finding> {
    if after(library, Some(End::Success), DOWN)? > 0 {
        return Some(Finding::Fails("closes"));
    }
    let found = after(library, Some(End::Success), End::Success)?;
    Some(Finding::of(found == after(library, None, End::Success)?, "counts"))
}

/// How strong the circuit is after a late result came in while a probe ran, and then the probe's own.
fn after(library: &Library, late_end: Option<End>, probe_end: End) -> Option<u32> {
    half_open(library, SHORT, |circuit: &Circuit, late: Running| {
        let probe = circuit.begin()?;
        let _waits = match late_end {
            Some(end) => {
                late.end(end);
                None
            }
            None => Some(late),
        };
        probe.end(probe_end);
        Some(circuit.strength())
    })
}
