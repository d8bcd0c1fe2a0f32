//! `fusebox completions`.

use clap_complete::Shell;

use crate::{Context, Result};

const WHERE: &str = "\
Where it goes:
  bash        fusebox completions bash > ~/.local/share/bash-completion/completions/fusebox
  zsh         fusebox completions zsh > ~/.zfunc/_fusebox   (with ~/.zfunc in your fpath)
  fish        fusebox completions fish > ~/.config/fish/completions/fusebox.fish
  elvish      fusebox completions elvish >> ~/.config/elvish/rc.elv
  powershell  fusebox completions powershell >> $PROFILE";

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = WHERE)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the script for `command`, the whole command line.
pub(crate) fn run(args: &Args, command: &mut clap::Command, context: &Context) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "fusebox", &mut script);
    context.print(String::from_utf8_lossy(&script).trim_end())
}
