//! `fusebox config show`.

use fusebox_config::{CompiledPolicy, LayerOrigin, PolicyNotice, SettingProvenance, settings};
use serde::Serialize;
use serde_json::Value;

use crate::policy::{self, PolicyArgs};
use crate::{Context, Result, display, style};

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

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let (dir, role) = (Some(context.dir.as_path()), args.role.as_deref());
    let compiled = policy::compiled(context, dir, &args.policy, role)?;
    if args.json {
        return context.json(&PolicySettings {
            role,
            settings: compiled.provenance.iter().map(to_row).collect(),
            roles: &compiled.roles,
            notices: &compiled.notices,
        });
    }
    context.print(&text(&compiled, args))?;
    for notice in &compiled.notices {
        context.inform(&format!("{}: {notice}", style::warning("notice")));
    }
    Ok(())
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
        out.push(style::dim(format!("# for role {}", display::one_line(role, 60))));
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
            out.extend(style::section(format!("[{section}]")));
        }
        out.extend(part.iter().map(|(entry, _, line)| {
            let line_style = if is_default(entry) { style::DIM } else { anstyle::Style::new() };
            let source = style::dim(format!("# {}", entry.source));
            format!("{}  {source}", style::paint(line_style, format!("{line:<width$}")))
        }));
    }
    let off = compiled.provenance.len() - lines.len();
    if off > 0 {
        out.push(String::new());
        out.push(style::dim(format!("# {off} settings are off; --all shows them")));
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
