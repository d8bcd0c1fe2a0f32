//! Reads policy layers into one policy and says where each value came from.
//!
//! Pure: text in, policy out; reading files and the environment is the caller's.
//!
//! ```text
//! Layer ─► read (TOML or key=value, each value checked) ─► layering (who wins, who may loosen)
//!       ─► Compiled { policy, provenance, notices }, or every Problem at once
//! ```
//!
//! Everything that is known of a setting stands in one list, [`settings`]: the loader, the JSON
//! schema and the reference page are made from it.

mod compile;
mod document;
mod environment;
mod idle;
mod kind;
mod layer;
mod layering;
mod lines;
mod loosening;
mod names;
mod notice;
mod number;
mod origin;
mod preset;
mod preset_choice;
mod problem;
mod raw;
mod reading;
mod reference;
mod schema;
mod setting;
pub mod settings;
mod tighten;
mod unfed;
mod value;
mod value_text;

pub use compile::{Compiled, Entry, Request, compile};
pub use kind::Kind;
pub use layer::Layer;
pub use loosening::Loosening;
pub use notice::{Notice, NoticeKind};
pub use origin::{Origin, Place, Source};
pub use preset::{PRESETS, Preset, PresetValue, preset};
pub use problem::{Fault, Problem, Problems, Suggestion};
pub use raw::list;
pub use reference::reference_markdown;
pub use schema::schema;
pub use setting::{Reach, Setting, Slot};
pub use tighten::tighter;
pub use unfed::{ClientFeeds, Feed, unfed};
pub use value::Value;
