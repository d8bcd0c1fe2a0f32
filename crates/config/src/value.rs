//! A checked value of a setting.

use fusebox_engine::{Duration, Limit, Ratio};

/// A value that its setting takes. The kind of the setting says how it is written: a
/// limit may count calls, milliseconds or millionths of a dollar.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingValue {
    /// A positive number, or no limit.
    Limit(Limit),
    /// A share in (0, 1].
    Ratio(Ratio),
    /// A length of time, never zero.
    Duration(Duration),
    /// A boolean.
    Bool(bool),
    /// A word or a text.
    Text(String),
    /// Texts, in order.
    List(Vec<String>),
}

impl SettingValue {
    /// The texts of a list; empty for any other value.
    #[must_use]
    pub fn items(&self) -> &[String] {
        if let Self::List(items) = self { items } else { &[] }
    }
}
