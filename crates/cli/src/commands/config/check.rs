//! `fusebox config check`.

use std::path::{Path, PathBuf};

use fusebox_config::{
    CompileRequest, CompiledPolicy, ConfigProblem, PolicyLayer, PolicyNotice, compile_policy,
    unreported_limits,
};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::policy::{self, PolicyArgs};
use crate::{client_settings, style};

/// Check configuration files: every problem with its place, and what will never have an effect.
///
/// Ends with 0 when the policy is in order and with 2 when it is not.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, or folders whose sessions are meant; without one, what holds here.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
struct Found {
    ok: bool,
    checked: Vec<String>,
    problems: Vec<ConfigProblem>,
    notices: Vec<PolicyNotice>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut found = Found::default();
    if args.paths.is_empty() {
        found.check_place(context, &context.dir)?;
    }
    for path in &args.paths {
        if path.is_dir() {
            found.check_place(context, &path.canonicalize()?)?;
        } else {
            found.check_file(context, path)?;
        }
    }
    found.ok = found.problems.is_empty();
    if args.json {
        context.json(&found)?;
    } else {
        context.print(&found.text())?;
    }
    Ok(if found.ok { exit::OK } else { exit::USAGE })
}

impl Found {
    /// What holds for a session in this folder.
    fn check_place(&mut self, context: &Context, dir: &Path) -> Result<(), CliError> {
        let looked_at = policy::look(context, Some(dir))?;
        let files = looked_at.user.iter().chain(&looked_at.project);
        self.checked.extend(files.map(|file| file.display().to_string()));
        let layers = policy::layers(&PolicyArgs::default(), &looked_at)?;
        self.check(context, &layers);
        Ok(())
    }

    /// One file on its own.
    fn check_file(&mut self, context: &Context, path: &Path) -> Result<(), CliError> {
        let text = policy::text_of(path)?;
        let project = path.file_name().is_some_and(|name| name == ".fusebox.toml");
        let layer =
            if project { PolicyLayer::project(path, text) } else { PolicyLayer::user(path, text) };
        self.checked.push(path.display().to_string());
        self.check(context, &[layer]);
        Ok(())
    }

    fn check(&mut self, context: &Context, layers: &[PolicyLayer]) {
        let default = match compile_policy(layers, &CompileRequest::default()) {
            Ok(compiled) => compiled,
            Err(problems) => return self.problems.extend(problems.iter().cloned()),
        };
        self.take(context, &default);
        for role in &default.roles {
            match compile_policy(layers, &CompileRequest { role: Some(role), underneath: &[] }) {
                Ok(compiled) => self.take(context, &compiled),
                Err(problems) => self.problems.extend(problems.iter().cloned()),
            }
        }
    }

    fn take(&mut self, context: &Context, compiled: &CompiledPolicy) {
        let clients = client_settings::hooked_clients(context);
        let unfed = unreported_limits(&compiled.policy, &client_settings::usage_feeds(&clients));
        for notice in compiled.notices.iter().chain(&unfed) {
            if !self.notices.contains(notice) {
                self.notices.push(notice.clone());
            }
        }
    }

    fn text(&self) -> String {
        let mut out: Vec<String> = self.problems.iter().map(ToString::to_string).collect();
        out.extend(
            self.notices.iter().map(|n| format!("{}: {n}", style::paint(style::WARNING, "notice"))),
        );
        let of = match self.checked.as_slice() {
            [] => "no file, the defaults hold".to_owned(),
            files => files.join(", "),
        };
        out.push(match self.problems.len() {
            0 => format!("{} ({of})", style::paint(style::SUCCESS, "The policy is in order")),
            1 => style::paint(style::ERROR, "1 problem"),
            n => style::paint(style::ERROR, format!("{n} problems")),
        });
        out.join("\n")
    }
}
