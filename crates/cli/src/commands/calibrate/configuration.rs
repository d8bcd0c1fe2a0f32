//! The limits as a configuration, and the file that they are written to.

use std::path::{Path, PathBuf};

use fusebox_config::{SettingValue, settings};
use fusebox_engine::Limit;
use fusebox_runtime::work::WorkMeasure;
use toml_edit::{DocumentMut, Item, Table, Value};

use super::groups::{CalibratedGroup, Calibration};
use super::text::needed;
use crate::commands::install::settings_file::SettingsFile;
use crate::{CliError, Context, Result, clock};

/// The table of the limits.
const SECTION: &str = "unattended";
/// The table of the roles.
const ROLES: &str = "roles";

/// The limits, by role.
#[derive(Debug)]
pub(super) struct LimitsToWrite {
    tables: Vec<RoleLimits>,
}

/// The limits of one role; of every agent without one.
#[derive(Debug)]
struct RoleLimits {
    role: Option<String>,
    /// The name of the setting, its value, and where it comes from.
    values: Vec<(&'static str, String, String)>,
}

impl LimitsToWrite {
    /// What has enough good runs.
    pub(super) fn of(calibration: &Calibration) -> Self {
        let tables = calibration.configured.iter().map(|group| RoleLimits {
            role: group.role.clone(),
            values: calibration
                .limits
                .iter()
                .filter_map(|measure| value(group, *measure))
                .collect(),
        });
        Self { tables: tables.filter(|table| !table.values.is_empty()).collect() }
    }

    /// Fails where there is nothing to write.
    pub(super) fn check(&self) -> Result<()> {
        match self.tables.is_empty() {
            true => Err(CliError::failed("there are too few good runs: nothing is written")),
            false => Ok(()),
        }
    }

    /// The configuration as a file has it; empty where nothing is proposed.
    pub(super) fn toml(&self) -> String {
        let tables = self.tables.iter().map(|table| {
            let header = match &table.role {
                None => format!("[{SECTION}]\n"),
                Some(role) => format!("[{ROLES}.{}.{SECTION}]\n", toml_edit::Key::new(role)),
            };
            let lines = table.values.iter();
            let lines = lines.map(|(name, value, from)| format!("# {from}\n{name} = {value}\n"));
            header + &lines.collect::<String>()
        });
        tables.collect::<Vec<_>>().join("\n")
    }

    /// Writes the limits to a file, whole or not at all; what else stands in it stays as it is. Returns the backup of the
    /// text before.
    pub(super) fn write(&self, file: &Path) -> Result<Option<PathBuf>> {
        let settings = SettingsFile::read(file)?;
        let mut document: DocumentMut = settings
            .text()
            .unwrap_or_default()
            .parse()
            .map_err(|error| CliError::usage(format!("{}: {error}", file.display())))?;
        for table in &self.tables {
            let mut names = vec![SECTION];
            if let Some(role) = &table.role {
                names = vec![ROLES, role, SECTION];
            }
            let section = table_of(document.as_table_mut(), &names).ok_or_else(|| {
                CliError::usage(format!("{}: `{}` is no table", file.display(), names.join(".")))
            })?;
            for (name, value, _) in &table.values {
                let value: Value = value
                    .parse()
                    .map_err(|error: toml_edit::TomlError| CliError::failed(error.to_string()))?;
                section.insert(name, Item::Value(value));
            }
        }
        settings.replace(&document.to_string(), clock::now())
    }
}

/// The table at a path, made where it is missing.
fn table_of<'t>(root: &'t mut Table, names: &[&str]) -> Option<&'t mut Table> {
    let mut table = root;
    for (depth, name) in names.iter().enumerate() {
        let is_last = depth + 1 == names.len();
        let new = || {
            let mut table = Table::new();
            table.set_implicit(!is_last);
            Item::Table(table)
        };
        table = table.entry(name).or_insert_with(new).as_table_mut()?;
    }
    Some(table)
}

/// The setting of a measure in a group.
fn value(group: &CalibratedGroup, measure: WorkMeasure) -> Option<(&'static str, String, String)> {
    let name = match measure {
        WorkMeasure::ToolCalls => "tool_calls",
        WorkMeasure::ActiveTime => "active_time",
        WorkMeasure::Cost => "cost_usd",
        // Nothing limits the tokens of unattended work alone.
        WorkMeasure::OutputTokens => return None,
    };
    let limit = group.limit(measure)?;
    let setting = settings::find(&format!("{SECTION}.{name}"))?;
    let value = setting.kind.to_toml(&SettingValue::Limit(Limit::at(limit.limit?)));
    Some((name, value, needed(limit)))
}

/// The user's own file.
pub(super) fn user_file(context: &Context) -> Result<PathBuf> {
    Ok(context.home()?.config_file)
}
