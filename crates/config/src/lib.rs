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

pub use compile::{CompileRequest, CompiledPolicy, SettingProvenance, compile_policy};
pub use kind::SettingKind;
pub use layer::PolicyLayer;
pub use loosening::LooserDirection;
pub use notice::{NoticeKind, PolicyNotice};
pub use origin::{LayerOrigin, TextPosition, ValueSource};
pub use preset::{PRESETS, PolicyPreset, PresetValue, find_preset};
pub use problem::{ConfigProblem, ConfigProblems, NameSuggestion, ProblemKind};
pub use raw::split_list;
pub use reference::reference_markdown;
pub use schema::json_schema;
pub use setting::{PolicyField, Setting, SettingScope};
pub use tighten::tighten_policy;
pub use unfed::{ReportedQuantity, ReportingClient, unreported_limits};
pub use value::SettingValue;
