//! Which change of a setting's value is a loosening.

use fusebox_engine::LoopRecovery;
use fusebox_engine::spend::CapLimit;

use crate::value::SettingValue;

/// The change of a value that lets an agent do more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LooserDirection {
    /// A larger number, a longer time, or no limit.
    Higher,
    /// A smaller number, a shorter time, or no number at all.
    Lower,
    /// A list with an entry that the other list does not cover.
    Longer,
    /// A list that does not cover an entry of the other list.
    Shorter,
    /// This boolean.
    Becoming(bool),
    /// A word further back in this list.
    Towards(&'static [&'static str]),
    /// A cooldown instead of a person; a shorter cooldown.
    SoonerRecovery,
    /// A larger amount, an amount in another unit, or none.
    MoreSpending,
    /// Any other value: neither of two values is the stricter one.
    AnyChange,
}

impl LooserDirection {
    /// Whether `next` is looser than `current`.
    #[must_use]
    pub fn is_looser(self, current: &SettingValue, next: &SettingValue) -> bool {
        match self {
            Self::Higher => rank(next) > rank(current),
            Self::Lower => floor(next) < floor(current),
            Self::Longer => !next.items().iter().all(|item| covers(current.items(), item)),
            Self::Shorter => !current.items().iter().all(|item| covers(next.items(), item)),
            Self::Becoming(loose) => {
                *next == SettingValue::Bool(loose) && *current != SettingValue::Bool(loose)
            }
            Self::Towards(words) => position(words, next) > position(words, current),
            Self::SoonerRecovery => open_time_ms(next) < open_time_ms(current),
            Self::MoreSpending => spends_more(current, next),
            Self::AnyChange => next != current,
        }
    }
}

/// A number that grows with the value; no limit is infinite.
fn rank(value: &SettingValue) -> f64 {
    match value {
        SettingValue::Limit(limit) => limit.get().map_or(f64::INFINITY, |number| number as f64),
        SettingValue::Duration(length) => length.0 as f64,
        SettingValue::Ratio(ratio) => ratio.get(),
        SettingValue::Bool(_) | SettingValue::Text(_) | SettingValue::List(_) => 0.0,
    }
}

/// A number that grows with the value; no limit is 0.
fn floor(value: &SettingValue) -> f64 {
    let rank = rank(value);
    if rank.is_finite() { rank } else { 0.0 }
}

/// Whether `entries` contain `item`, or a prefix of it that ends in `*`.
fn covers(entries: &[String], item: &str) -> bool {
    entries.iter().any(|entry| {
        entry == item || entry.strip_suffix('*').is_some_and(|prefix| item.starts_with(prefix))
    })
}

fn position(words: &[&str], value: &SettingValue) -> Option<usize> {
    let SettingValue::Text(text) = value else { return None };
    words.iter().position(|word| word == text)
}

/// Whether `next` lets more be spent. Of amounts in different units nobody knows.
fn spends_more(current: &SettingValue, next: &SettingValue) -> bool {
    let cap = |value: &SettingValue| {
        let SettingValue::Text(text) = value else { return None };
        text.parse::<CapLimit>().ok()
    };
    match (cap(current), cap(next)) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(current), Some(next)) => !current.is_like(next) || next.amount() > current.amount(),
    }
}

/// How long a breaker stays open by itself; without end when only a person closes it.
fn open_time_ms(value: &SettingValue) -> u64 {
    let SettingValue::Text(text) = value else { return u64::MAX };
    match LoopRecovery::parse(text) {
        Some(LoopRecovery::Cooldown(length)) => length.0,
        Some(LoopRecovery::Manual) | None => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Limit;

    use super::*;

    fn text(text: &str) -> SettingValue {
        SettingValue::Text(text.to_owned())
    }

    fn list(items: &[&str]) -> SettingValue {
        SettingValue::List(items.iter().map(|item| (*item).to_owned()).collect())
    }

    #[test]
    fn the_looser_of_two_values_is_known_in_each_direction() {
        let limit = |n| SettingValue::Limit(Limit::at(n));
        let becoming = LooserDirection::Becoming(false);
        let choice = LooserDirection::Towards(&["enforce", "observe"]);
        let table = [
            (LooserDirection::Higher, limit(200), limit(201), true),
            (LooserDirection::Higher, limit(200), limit(200), false),
            (LooserDirection::Higher, limit(200), limit(199), false),
            (LooserDirection::Higher, limit(200), SettingValue::Limit(Limit::UNLIMITED), true),
            (LooserDirection::Higher, SettingValue::Limit(Limit::UNLIMITED), limit(9), false),
            (LooserDirection::Lower, limit(200), limit(199), true),
            (LooserDirection::Lower, limit(200), limit(201), false),
            (LooserDirection::Lower, limit(70), SettingValue::Limit(Limit::UNLIMITED), true),
            (LooserDirection::Lower, SettingValue::Limit(Limit::UNLIMITED), limit(70), false),
            (LooserDirection::Longer, list(&["a"]), list(&["a", "b"]), true),
            (LooserDirection::Longer, list(&["a", "b"]), list(&["a"]), false),
            (LooserDirection::Longer, list(&["mcp:*"]), list(&["mcp:jira/*"]), false),
            (LooserDirection::Longer, list(&["mcp:jira/*"]), list(&["mcp:*"]), true),
            (LooserDirection::Shorter, list(&["a", "b"]), list(&["a"]), true),
            (LooserDirection::Shorter, list(&["a"]), list(&["a", "b"]), false),
            (becoming, SettingValue::Bool(true), SettingValue::Bool(false), true),
            (becoming, SettingValue::Bool(false), SettingValue::Bool(true), false),
            (choice, text("enforce"), text("observe"), true),
            (choice, text("observe"), text("enforce"), false),
            (LooserDirection::MoreSpending, text("5 USD"), text("6 USD"), true),
            (LooserDirection::MoreSpending, text("5 USD"), text("5 USD"), false),
            (LooserDirection::MoreSpending, text("5 USD"), text("9 tokens"), true),
            (LooserDirection::MoreSpending, text("5 USD"), text("unlimited"), true),
            (LooserDirection::MoreSpending, text("unlimited"), text("5 USD"), false),
            (LooserDirection::SoonerRecovery, text("manual"), text("cooldown:30m"), true),
            (LooserDirection::SoonerRecovery, text("cooldown:30m"), text("cooldown:1h"), false),
            (LooserDirection::SoonerRecovery, text("cooldown:1h"), text("cooldown:30m"), true),
            (LooserDirection::AnyChange, text("a"), text("b"), true),
            (LooserDirection::AnyChange, text("a"), text("a"), false),
        ];
        for (loosening, current, next, looser) in table {
            let what = format!("{loosening:?}: {current:?} → {next:?}");
            assert_eq!(loosening.is_looser(&current, &next), looser, "{what}");
        }
    }
}
