//! Confines the command of a run: which places it must leave alone, and what the system lacks.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;
use fusebox_engine::RunId;
use fusebox_runtime::FuseboxDirs;
use fusebox_supervisor::confine::{
    ConfinementPart, ConfinementPlan, MissingPart, PlaceholderLease, ProtectedPlaces,
};

use super::protected_settings;
use crate::commands::install::program;
use crate::{CliError, Context, Result, operator};

/// Whether a command is confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfineLevel {
    /// Not, whatever the configuration says.
    Never,
    /// As far as this system can; what it cannot is said.
    Possible,
    /// The command does not start unless it is confined in full.
    Require,
}

/// The confinement of the commands of a run.
pub(crate) struct Confinement {
    /// The program and the first arguments of the helper.
    pub(crate) helper: Vec<String>,
    /// Whether protected files, our state among them, cannot be changed inside.
    protects_files: bool,
    _placeholders: PlaceholderLease,
}

impl Confinement {
    /// Prepares the confinement of run or loop `id`; `None` where nothing of it is to be had.
    pub(crate) fn prepare(
        level: ConfineLevel,
        id: &RunId,
        context: &Context,
    ) -> Result<Option<Self>> {
        if level == ConfineLevel::Never {
            return Ok(None);
        }
        let places = protected_places(context)?;
        let state_dir = context.home()?.state_dir;
        let lease = PlaceholderLease::take(&state_dir, id.as_str(), &places)?;
        let (mut plan, mut missing) = ConfinementPlan::make(&places, &context.dir);
        let program = program::own()?.to_string_lossy().into_owned();
        let lacking = check(&program, &plan)?;
        plan.without = lacking.iter().map(|missing| missing.part).collect();
        missing.extend(lacking);
        if let Some(first) = missing.first() {
            let what = format!("{} ({})", first.part, first.why);
            if level == ConfineLevel::Require {
                return Err(CliError::usage(format!("--confine=require: {what}"))
                    .hint("--confine does what this system can"));
            }
            let text: Vec<String> =
                missing.iter().map(|one| format!("{} ({})", one.part, one.why)).collect();
            let failures = match plan.is_without(ConfinementPart::Files) {
                true => "; a call that cannot be judged is decided by `on_error`",
                false => "",
            };
            let text = text.join("; ");
            context.note(&format!("the command is not confined in full: {text}{failures}"));
        }
        let [protects_files, leaves_processes_alone] =
            [ConfinementPart::Files, ConfinementPart::Processes].map(|part| !plan.is_without(part));
        if !protects_files && !leaves_processes_alone {
            return Ok(None);
        }
        let plan = serde_json::to_string(&plan)?;
        let words = ["confined", "--plan", &plan, "--"].map(str::to_owned);
        let helper = std::iter::once(program).chain(words).collect();
        Ok(Some(Self { helper, protects_files, _placeholders: lease }))
    }

    /// Whether the command cannot change our state, so that its hooks cannot write it either, and what keeps them from
    /// being judged may be the command's own doing.
    pub(crate) fn protects_files(&self) -> bool {
        self.protects_files
    }
}

/// Tries the plan in a process that ends at once. Returns what cannot be had.
fn check(program: &str, plan: &ConfinementPlan) -> Result<Vec<MissingPart>> {
    let plan = serde_json::to_string(plan)?;
    let output = Command::new(program).args(["confined", "--check", "--plan", &plan]).output()?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        CliError::usage(said.trim().trim_start_matches("error: "))
    })
}

/// What the command must leave alone: our state, the policy, the programs, the settings of clients, and
/// sockets of whoever would act for it outside.
fn protected_places(context: &Context) -> Result<ProtectedPlaces> {
    let home = context.home()?;
    let mut read_only = vec![home.state_dir.clone(), policy_place(&home)];
    let project = protected_settings::project_folders(&context.dir);
    read_only.extend(project.map(|folder| folder.join(FuseboxDirs::PROJECT_FILE)));
    read_only.extend(FuseboxDirs::project_file(&context.dir));
    let own = program::own()?;
    read_only
        .extend(Some(FuseboxDirs::programs(&context.environment)?.dir).filter(|dir| dir.exists()));
    read_only.extend([program::hook_beside(&own).0, program::stable(context, &own), own]);
    let token = context.environment.setting(operator::TOKEN_FILE_VARIABLE);
    let mut hidden: Vec<PathBuf> = token.map(|file| context.dir.join(file)).into_iter().collect();
    let secrets = fusebox_effects::inbox_secrets(&context.escalation_settings()?);
    hidden.extend(secrets.files);
    let (removed_variables, emptied) = (secrets.variables, secrets.folders);
    let mut places = ProtectedPlaces {
        read_only,
        hidden,
        emptied,
        removed_variables,
        link_folder: Some(PlaceholderLease::folder(&home.state_dir)),
        ..ProtectedPlaces::default()
    };
    protected_settings::add_to(&mut places, context);
    context.variables.sockets.add_to(&mut places, context.environment.home.as_deref());
    places.add_missing_targets();
    Ok(places)
}

/// The folder of the user's policy where it is ours, else the file.
fn policy_place(home: &FuseboxDirs) -> PathBuf {
    let folder = home.config_file.parent();
    let own = folder.filter(|folder| folder.file_name().is_some_and(|name| name == "fusebox"));
    own.unwrap_or(&home.config_file).to_owned()
}
