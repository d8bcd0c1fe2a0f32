//! `fusebox config show`.

use fusebox_config::{CompiledPolicy, LayerOrigin, PolicyNotice, SettingProvenance, settings};
use serde::Serialize;
use serde_json::Value;

use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context, display, exit, style};

/// The widest setting that the comments behind settings are aligned to.
const WIDEST: usize = 40;

/// Show every setting of this folder and where it was written.
///
/// The output is a configuration file itself. Budgets that are off are left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For agents with this role.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Show budgets that are off as well.
    #[arg(long)]
    all: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

#[derive(Serialize)]
struct PolicySettings<'a> {
    role: Option<&'a str>,
    settings: Vec<SettingRow<'a>>,
    /// Roles that have values of their own.
    roles: &'a [String],
    notices: &'a [PolicyNotice],
}

#[derive(Serialize)]
struct SettingRow<'a> {
    key: &'static str,
    value: Value,
    source: &'a fusebox_config::ValueSource,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let looked_at = policy::look(context, None)?;
    let layers = policy::layers(&args.policy, &looked_at)?;
    let compiled = policy::compiled(&layers, args.role.as_deref())?;
    if args.json {
        context.json(&PolicySettings {
            role: args.role.as_deref(),
            settings: compiled.provenance.iter().map(to_row).collect(),
            roles: &compiled.roles,
            notices: &compiled.notices,
        })?;
        return Ok(exit::OK);
    }
    context.print(&text(&compiled, args))?;
    for notice in &compiled.notices {
        context.inform(&format!("{}: {notice}", style::paint(style::WARNING, "notice")));
    }
    Ok(exit::OK)
}

fn to_row(entry: &SettingProvenance) -> SettingRow<'_> {
    // A value in TOML is one in JSON as well, except for rare escapes.
    let value = serde_json::from_str(&entry.value);
    let value = value.unwrap_or_else(|_| Value::String(entry.value.clone()));
    SettingRow { key: entry.key, value, source: &entry.source }
}

fn text(compiled: &CompiledPolicy, args: &Args) -> String {
    let mut out = Vec::new();
    if let Some(role) = args.role.as_deref() {
        out.push(style::paint(style::DIM, format!("# for role {}", display::one_line(role, 60))));
    }
    let entries = compiled.provenance.iter().filter(|entry| args.all || !is_off(entry));
    let lines: Vec<(&SettingProvenance, &str, String)> = entries
        .map(|entry| {
            let setting = settings::find(entry.key);
            let name = setting.map_or(entry.key, |setting| setting.name());
            let section = setting.map_or("", |setting| setting.section());
            (entry, section, format!("{name} = {}", entry.value))
        })
        .collect();
    let widths = lines.iter().map(|(.., line)| line.chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    for part in lines.chunk_by(|(_, a, _), (_, b, _)| a == b) {
        let section = part.first().map_or("", |(_, section, _)| section);
        if !section.is_empty() {
            out.extend([String::new(), style::paint(style::HEADING, format!("[{section}]"))]);
        }
        out.extend(part.iter().map(|(entry, _, line)| {
            let line_style = if is_default(entry) { style::DIM } else { anstyle::Style::new() };
            let source = style::paint(style::DIM, format!("# {}", entry.source));
            format!("{}  {source}", style::paint(line_style, format!("{line:<width$}")))
        }));
    }
    let off = compiled.provenance.len() - lines.len();
    if off > 0 {
        out.push(String::new());
        out.push(style::paint(style::DIM, format!("# {off} settings are off; --all shows them")));
    }
    out.join("\n")
}

/// Whether nobody wrote the setting and it limits nothing.
fn is_off(entry: &SettingProvenance) -> bool {
    is_default(entry) && matches!(entry.value.as_str(), "\"unlimited\"" | "[]")
}

fn is_default(entry: &SettingProvenance) -> bool {
    matches!(&entry.source.origin, LayerOrigin::Preset(_))
}
