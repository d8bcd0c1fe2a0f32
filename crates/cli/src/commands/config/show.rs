//! `fusebox config show`.

use fusebox_config::{CompiledPolicy, LayerOrigin, PolicyNotice, SettingProvenance, settings};
use serde::Serialize;
use serde_json::Value;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::policy::{self, PolicyArgs};
use crate::{display, style};

/// Show every setting that holds here, and where it was written.
///
/// The output is a configuration file itself. Budgets that are off are left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For agents with this role.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Show what is off as well.
    #[arg(long)]
    all: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

#[derive(Serialize)]
struct Shown<'a> {
    role: Option<&'a str>,
    settings: Vec<Row<'a>>,
    /// Roles that have numbers of their own.
    roles: &'a [String],
    notices: &'a [PolicyNotice],
}

#[derive(Serialize)]
struct Row<'a> {
    key: &'static str,
    value: Value,
    source: &'a fusebox_config::ValueSource,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let looked_at = policy::look(context, None)?;
    let layers = policy::layers(&args.policy, &looked_at)?;
    let compiled = policy::compiled(&layers, args.role.as_deref())?;
    if args.json {
        context.json(&Shown {
            role: args.role.as_deref(),
            settings: compiled.provenance.iter().map(row).collect(),
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

fn row(entry: &SettingProvenance) -> Row<'_> {
    // A value in TOML is one in JSON as well, but for rare escapes.
    let value = serde_json::from_str(&entry.value);
    let value = value.unwrap_or_else(|_| Value::String(entry.value.clone()));
    Row { key: entry.key, value, source: &entry.source }
}

fn text(compiled: &CompiledPolicy, args: &Args) -> String {
    let entries: Vec<&SettingProvenance> =
        compiled.provenance.iter().filter(|entry| args.all || !is_off(entry)).collect();
    let lines: Vec<(&SettingProvenance, String)> = entries
        .into_iter()
        .map(|entry| {
            let name = settings::find(entry.key).map_or(entry.key, |setting| setting.name());
            (entry, format!("{name} = {}", entry.value))
        })
        .collect();
    let width = lines.iter().map(|(_, line)| line.chars().count()).filter(|width| *width <= 40);
    let width = width.max().unwrap_or(0);
    let mut out = Vec::new();
    if let Some(role) = args.role.as_deref() {
        out.push(style::paint(style::DIM, format!("# for role {}", display::one_line(role, 60))));
    }
    let mut section = "";
    for (entry, line) in &lines {
        let of = settings::find(entry.key).map_or("", |setting| setting.section());
        if of != section {
            section = of;
            out.extend([String::new(), style::paint(style::HEADING, format!("[{of}]"))]);
        }
        let source = style::paint(style::DIM, format!("# {}", entry.source));
        let line = format!("{line:<width$}");
        let line = if is_default(entry) { style::paint(style::DIM, line) } else { line };
        out.push(format!("{line}  {source}"));
    }
    let off = compiled.provenance.len() - lines.len();
    if off > 0 {
        out.push(String::new());
        out.push(style::paint(style::DIM, format!("# {off} settings are off; --all shows them")));
    }
    out.join("\n")
}

/// Nobody wrote it, and it limits nothing.
fn is_off(entry: &SettingProvenance) -> bool {
    is_default(entry) && matches!(entry.value.as_str(), "\"unlimited\"" | "[]")
}

fn is_default(entry: &SettingProvenance) -> bool {
    matches!(&entry.source.origin, LayerOrigin::Preset(_))
}
