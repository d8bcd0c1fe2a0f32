//! Which direction of a setting is the looser one.

use fusebox_engine::LoopRecovery;

use crate::value::Value;

/// The change of a value that lets an agent do more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loosening {
    /// A larger number, a longer time, or no limit.
    Higher,
    /// A smaller number or a shorter time.
    Lower,
    /// A list with an entry that the other does not cover.
    Longer,
    /// A list without an entry that the other has.
    Shorter,
    /// This boolean.
    Becoming(bool),
    /// A word further right.
    Towards(&'static [&'static str]),
    /// A cooldown instead of a person; a shorter cooldown.
    SoonerRecovery,
    /// Any other value: nobody can say which one is stricter.
    AnyChange,
}

impl Loosening {
    /// Whether `next` is looser than `current`.
    #[must_use]
    pub fn is_looser(self, current: &Value, next: &Value) -> bool {
        match self {
            Self::Higher => rank(next) > rank(current),
            Self::Lower => rank(next) < rank(current),
            Self::Longer => !next.items().iter().all(|item| covers(current.items(), item)),
            Self::Shorter => !current.items().iter().all(|item| covers(next.items(), item)),
            Self::Becoming(loose) => *next == Value::Bool(loose) && *current != Value::Bool(loose),
            Self::Towards(words) => position(words, next) > position(words, current),
            Self::SoonerRecovery => patience(next) < patience(current),
            Self::AnyChange => next != current,
        }
    }
}

/// A number that grows with the value; no limit is beyond every number.
fn rank(value: &Value) -> f64 {
    match value {
        Value::Limit(limit) => limit.get().map_or(f64::INFINITY, |number| number as f64),
        Value::Duration(length) => length.0 as f64,
        Value::Ratio(ratio) => ratio.get(),
        Value::Bool(_) | Value::Text(_) | Value::List(_) => 0.0,
    }
}

/// Whether `entries` say what `item` says: the same entry, or a prefix ending in `*`.
fn covers(entries: &[String], item: &str) -> bool {
    entries.iter().any(|entry| {
        entry == item || entry.strip_suffix('*').is_some_and(|prefix| item.starts_with(prefix))
    })
}

fn position(words: &[&str], value: &Value) -> Option<usize> {
    let Value::Text(text) = value else { return None };
    words.iter().position(|word| word == text)
}

/// How long a breaker stays open by itself: a person's decision is beyond every time.
fn patience(value: &Value) -> u64 {
    let Value::Text(text) = value else { return u64::MAX };
    match LoopRecovery::parse(text) {
        Some(LoopRecovery::Cooldown(length)) => length.0,
        Some(LoopRecovery::Manual) | None => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Limit;

    use super::*;

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn list(items: &[&str]) -> Value {
        Value::List(items.iter().map(|item| (*item).to_owned()).collect())
    }

    #[test]
    fn the_looser_of_two_values_is_known_in_each_direction() {
        let limit = |n| Value::Limit(Limit::at(n));
        let choice = Loosening::Towards(&["enforce", "observe"]);
        let table = [
            (Loosening::Higher, limit(200), limit(201), true),
            (Loosening::Higher, limit(200), limit(200), false),
            (Loosening::Higher, limit(200), limit(199), false),
            (Loosening::Higher, limit(200), Value::Limit(Limit::UNLIMITED), true),
            (Loosening::Higher, Value::Limit(Limit::UNLIMITED), limit(9), false),
            (Loosening::Lower, limit(200), limit(199), true),
            (Loosening::Lower, limit(200), limit(201), false),
            (Loosening::Longer, list(&["a"]), list(&["a", "b"]), true),
            (Loosening::Longer, list(&["a", "b"]), list(&["a"]), false),
            (Loosening::Longer, list(&["mcp:*"]), list(&["mcp:jira/*"]), false),
            (Loosening::Longer, list(&["mcp:jira/*"]), list(&["mcp:*"]), true),
            (Loosening::Shorter, list(&["a", "b"]), list(&["a"]), true),
            (Loosening::Shorter, list(&["a"]), list(&["a", "b"]), false),
            (Loosening::Becoming(false), Value::Bool(true), Value::Bool(false), true),
            (Loosening::Becoming(false), Value::Bool(false), Value::Bool(true), false),
            (choice, text("enforce"), text("observe"), true),
            (choice, text("observe"), text("enforce"), false),
            (Loosening::SoonerRecovery, text("manual"), text("cooldown:30m"), true),
            (Loosening::SoonerRecovery, text("cooldown:30m"), text("cooldown:1h"), false),
            (Loosening::SoonerRecovery, text("cooldown:1h"), text("cooldown:30m"), true),
            (Loosening::AnyChange, text("a"), text("b"), true),
            (Loosening::AnyChange, text("a"), text("a"), false),
        ];
        for (loosening, current, next, looser) in table {
            let what = format!("{loosening:?}: {current:?} → {next:?}");
            assert_eq!(loosening.is_looser(&current, &next), looser, "{what}");
        }
    }
}
