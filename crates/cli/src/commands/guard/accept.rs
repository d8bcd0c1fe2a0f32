//! `fusebox guard accept`.

use crate::person::{self, PersonArgs};
use crate::program_folder::ProgramFolder;
use crate::{Context, Result, client_settings, clock, display, policy};

/// Accept the settings of agent programs, and the policy, as they are now.
///
/// What an agent takes away of Fusebox's hooks is put back, and what it loosens in a policy file is not
/// obeyed. A change that you made while a call of the agent ran is taken for the agent's: make it again,
/// and accept it. It concerns your own files and those of the project that you are in.
///
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let mut files = client_settings::guarded_files(context, &runtime)?;
    if let Some(withheld) = policy::withheld(context)? {
        context.print(&withheld.text())?;
        files.extend(withheld.files.into_iter().map(|file| (file, None)));
    }
    let question = "Accept these files as they are now?";
    for (file, _) in &files {
        let state = if file.exists() { "" } else { " (does not exist)" };
        context
            .print(&format!("{}{state}", display::one_line(&file.display().to_string(), 300)))?;
    }
    person::confirm(context, &runtime, args.person, question)?;
    runtime.accept_parts(files, clock::now())?;
    runtime.accept_programs(ProgramFolder::of(context)?.programs(), clock::now())?;
    context.inform("accepted");
    Ok(())
}
