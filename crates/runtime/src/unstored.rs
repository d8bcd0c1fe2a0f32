//! What is refused where no store can be read: a call that is to change what protects. It takes no state to say so.

use fusebox_engine::{Event, Fact, Finding, FindingLevel, FindingSubject, GuardClass, Rule};
use fusebox_observe::{SessionContext, to_fact};

/// Why this event is a call that only a person may make, in words for the agent; `folder` is that of the project.
#[must_use]
pub fn protected_reason(
    event: &Event,
    protected: &[String],
    folder: Option<&str>,
) -> Option<String> {
    let context = SessionContext { protected, folder, ..SessionContext::default() };
    let Fact::Request(request) = to_fact(&event.kind, &context) else { return None };
    let GuardClass::Protected(what) = request.subject.guard else { return None };
    let finding = Finding::new(Rule::Protected, FindingLevel::Block, 1, 1);
    Some(finding.about(FindingSubject::Protected(what)).message())
}
