//! `[prices]`: prices of models over the built-in and the imported ones.

use crate::kind::SettingKind;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "Prices of models, over the imported and the built-in ones, in US dollars for a million tokens: \
     `\"claude-lyric-9 input=3 output=15 cache_read=0.3 cache_write=3.75 cache_write_1h=6\"`. Without a price of their own, \
     tokens of the cache cost as much as others that are sent.";

pub(super) const SETTINGS: &[Setting] = &[Setting::new("prices.models", SettingKind::Prices)
    .doc("The prices, one text for each model; only the user's own file may set them.")
    .scope(SettingScope::UserFile)
    .field(PolicyField::List(|p| &mut p.spend.prices))];
