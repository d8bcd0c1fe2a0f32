//! Compiles policy layers into one policy, and records where each value was written.
//!
//! The crate is pure: text in, policy out. The caller reads files and the environment.
//!
//! ```text
//! PolicyLayer ─► LayerValues (TOML or key=value; each value checked) ─► apply_layers (which value wins,
//! what a project may loosen) ─► CompiledPolicy { policy, provenance, notices }, or all ConfigProblems
//! ```
//!
//! [`settings`] is the one list of all settings. The loader, the JSON schema and the reference page
//! are made from it.

mod compile;
mod environment;
#[cfg(feature = "import")]
mod import;
mod ineffective;
mod key_path;
mod kind;
mod layer;
mod layer_values;
mod layering;
mod line_index;
mod loosening;
mod misspelling;
mod notice;
mod origin;
mod preset;
mod preset_choice;
mod preset_values;
mod problem;
mod raw_value;
mod reference;
mod schema;
mod setting;
pub mod settings;
mod tighten;
mod toml_document;
mod unreported;
mod value;
mod value_format;

pub use compile::{CompileRequest, CompiledPolicy, SettingProvenance, compile_policy};
#[cfg(feature = "import")]
pub use import::{ImportedSetting, ImportedSettings, LeftKey, import_settings};
pub use kind::SettingKind;
pub use layer::PolicyLayer;
pub use loosening::LooserDirection;
pub use notice::{NoticeKind, PolicyNotice};
pub use origin::{LayerOrigin, TextPosition, ValueSource};
pub use preset::{PRESETS, PolicyPreset, find_preset};
pub use preset_values::PresetValue;
pub use problem::{ConfigProblem, ConfigProblems, NameSuggestion, ProblemKind};
pub use raw_value::split_list;
pub use reference::reference_markdown;
pub use schema::json_schema;
pub use setting::{PolicyField, Setting, SettingScope};
pub use tighten::{loosened_keys, tighten_compiled, tighten_policy};
pub use unreported::{ReportedQuantity, ReportingClient, unreported_limits};
pub use value::SettingValue;
