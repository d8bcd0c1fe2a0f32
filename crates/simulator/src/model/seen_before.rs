//! What sessions are told of a failing test that an earlier session of the project tripped over.

use fusebox_engine::{FindingLevel, Rule};

use super::call_meaning::CallMeaning;
use super::{EventContext, ReferenceModel};

impl ReferenceModel {
    /// Notes a test that tripped, with advice that helped. Sessions that begin from now on look out for it.
    pub(crate) fn learn_failing_test(&mut self, name: &str) {
        self.tripped_tests.insert(name.to_owned());
    }

    /// A session that begins looks out for what is known by then, unless it was told before.
    pub(super) fn look_out_for_signs(&mut self, now: &EventContext<'_>) {
        let known = self.tripped_tests.clone();
        let session = self.session(now);
        if !session.is_told_of_sign {
            session.signs = known;
        }
    }

    /// Tells a session once that a test fails which it looks out for.
    pub(super) fn tell_seen_before(&mut self, now: &mut EventContext<'_>, meaning: &CallMeaning) {
        let CallMeaning::TestRun(seen) = meaning else { return };
        let session = self.session(now);
        if seen.failed.iter().any(|test| session.signs.contains(test)) {
            session.signs.clear();
            session.is_told_of_sign = true;
            now.add(Rule::SeenBefore, FindingLevel::Warning);
        }
    }
}
