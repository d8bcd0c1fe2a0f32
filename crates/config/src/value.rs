//! A checked value of a setting.

use fusebox_engine::{Duration, Limit, Ratio};

/// A value that has passed its setting's check. How it is written is the business of the setting's
/// [`SettingKind`](crate::Kind): a limit may count calls, milliseconds or millionths of a dollar.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingValue {
    /// A positive number, or no limit.
    Limit(Limit),
    /// A share in (0, 1].
    Ratio(Ratio),
    /// A length of time, never zero.
    Duration(Duration),
    /// Yes or no.
    Bool(bool),
    /// A word or a text.
    Text(String),
    /// Texts, in order.
    List(Vec<String>),
}

impl SettingValue {
    /// The texts of a list; nothing for any other value.
    #[must_use]
    pub fn items(&self) -> &[String] {
        match self {
            Self::List(items) => items,
            Self::Limit(_) | Self::Ratio(_) | Self::Duration(_) | Self::Bool(_) | Self::Text(_) => {
                &[]
            }
        }
    }
}
