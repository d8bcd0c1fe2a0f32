//! What is done to a subject.

use crate::BenchError;
use crate::subject::{Answer, Circuit, Family, Subject, Worker};

/// What is done to a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// Successes of a closed circuit.
    Closed,
    /// The same by two threads on one circuit.
    ClosedByTwo,
    /// Every hundredth call of a closed circuit fails.
    Mixed,
    /// The same by two threads on one circuit.
    MixedByTwo,
    /// An open circuit turns everything away.
    Rejected,
}

/// More failures than any subject needs to open.
const MOST_FAILURES: u32 = 10_000;

impl Path {
    /// In the order of the tables.
    pub(crate) const ALL: [Self; 5] =
        [Self::Closed, Self::ClosedByTwo, Self::Mixed, Self::MixedByTwo, Self::Rejected];

    /// Whether it says something about a subject of this kind.
    pub(crate) fn suits(self, family: Family) -> bool {
        family != Family::Floor || matches!(self, Self::Closed | Self::ClosedByTwo)
    }

    /// Whether a second thread takes part.
    pub(crate) fn by_two(self) -> bool {
        matches!(self, Self::ClosedByTwo | Self::MixedByTwo)
    }

    /// Runs it so often.
    pub(crate) fn run(self, worker: &mut dyn Worker, calls: u32) {
        match self {
            Self::Closed | Self::ClosedByTwo | Self::Rejected => worker.successes(calls),
            Self::Mixed | Self::MixedByTwo => worker.mixed(calls),
        }
    }

    /// A circuit that is ready for it.
    ///
    /// # Errors
    ///
    /// The subject never opens.
    pub(crate) fn prepare(self, subject: &Subject) -> Result<Circuit, BenchError> {
        let circuit = subject.circuit();
        let mut worker = circuit();
        if self == Self::Rejected {
            let opened = (0..MOST_FAILURES).any(|_| worker.once(false) == Answer::Rejected);
            if !opened {
                return Err(format!("{} does not open", subject.name).into());
            }
        } else {
            // Windows are full when they are measured.
            worker.successes(1_000);
        }
        drop(worker);
        self.prove(subject, &circuit)?;
        Ok(circuit)
    }

    /// That the circuit is in the state that is measured: asked before and after.
    ///
    /// # Errors
    ///
    /// It is not.
    pub(crate) fn prove(self, subject: &Subject, circuit: &Circuit) -> Result<(), BenchError> {
        let expected = if self == Self::Rejected { Answer::Rejected } else { Answer::Ran };
        let found = circuit().once(true);
        if found == expected {
            Ok(())
        } else {
            Err(format!("{}, {self:?}: a call is {found:?}, not {expected:?}", subject.name).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_that_never_opens_is_not_measured() {
        let deaf = Subject::cloned(Family::Sync, "deaf", || (), |(), _| Answer::Ran);
        let refused = |path: Path| path.prepare(&deaf).err().map(|error| error.to_string());
        assert_eq!(refused(Path::Rejected).as_deref(), Some("deaf does not open"));
        assert_eq!(refused(Path::Closed), None);
    }

    #[test]
    fn every_library_is_closed_and_opens() {
        for subject in crate::subjects() {
            for path in Path::ALL.into_iter().filter(|path| path.suits(subject.family)) {
                let _circuit = path.prepare(&subject).unwrap();
            }
        }
    }
}
