//! Code given to an interpreter on the command line. Only its obvious calls are recognised.

use super::command::SimpleCommand;
use super::wrapper::is_python;

/// The code that a command gives to its interpreter, after `-c`, `-e` and the like or as input.
pub(crate) fn inline_code<'s>(command: &'s SimpleCommand<'_>) -> impl Iterator<Item = &'s str> {
    let flags = code_flags(command.program());
    let interpreter = Some(command).filter(|_| !flags.is_empty()).into_iter();
    let options = |command: &'s SimpleCommand<'_>| command.args().zip(command.args().skip(1));
    let given = interpreter.clone().flat_map(options).filter_map(move |(option, value)| {
        flags.iter().any(|flag| is_flag(option, flag)).then_some(value)
    });
    given.chain(interpreter.flat_map(SimpleCommand::input).map(|word| word.text.as_ref()))
}

fn code_flags(program: &str) -> &'static [&'static str] {
    match program {
        "node" | "bun" | "tsx" => &["-e", "-p", "--eval", "--print"],
        "deno" => &["eval"],
        "perl" | "ruby" | "osascript" | "lua" | "Rscript" => &["-e", "-E"],
        "php" => &["-r"],
        _ if is_python(program) => &["-c"],
        _ => &[],
    }
}

/// `-c`, or a cluster that ends in it: `-Ic`, `-pe`.
fn is_flag(option: &str, flag: &str) -> bool {
    option == flag
        || (flag.len() == 2
            && option.len() <= 5
            && !option.starts_with("--")
            && option.starts_with('-')
            && option.ends_with(&flag[1..]))
}

/// Whether the code has an obvious call that changes files or starts a program.
pub(crate) fn has_write_call(code: &str) -> bool {
    const CALLS: &str = "write_text( write_bytes( writeFile appendFile createWriteStream \
        json.dump( os.remove os.rename os.replace os.unlink os.mkdir os.makedirs os.system \
        shutil.copy shutil.move shutil.rmtree subprocess unlink( unlinkSync .mkdir( mkdirSync \
        rmSync renameSync .rename( copyFile File.write FileUtils file_put_contents child_process \
        .touch( .to_csv( .savefig( Deno.write Bun.write pickle.dump( yaml.dump( fileinput";
    CALLS.split(' ').any(|call| code.contains(call)) || opens_to_write(code) || calls_write(code)
}

/// `open(path, 'w')`, `.open("a")`, `open(my $f, '>', …)`
fn opens_to_write(code: &str) -> bool {
    code.contains("open")
        && code.match_indices(['\'', '"']).any(|(at, _)| {
            let before = code[..at].trim_end_matches(' ');
            let is_argument = before.ends_with([',', '=']) || before.ends_with(".open(");
            let mode = &code[at + 1..];
            let end = mode.find(['\'', '"']).unwrap_or(mode.len());
            let is_mode = matches!(
                &mode[..end],
                "w" | "a" | "x" | "wb" | "ab" | "xb" | "wt" | "w+" | "a+" | "r+" | "rb+" | "r+b"
            ) || mode.starts_with('>');
            is_argument && is_mode
        })
}

/// `.write(`, except on a standard stream.
fn calls_write(code: &str) -> bool {
    code.match_indices(".write(").any(|(at, _)| {
        !["stdout", "stderr", "stdout.buffer"].iter().any(|stream| code[..at].ends_with(stream))
    })
}

/// Whether the code has a call that waits.
pub(super) fn has_wait_call(code: &str) -> bool {
    code.contains("sleep(") || code.contains("setTimeout(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obvious_writes() {
        for code in [
            "open('x', 'w').write('y')",
            "Path('x').write_text('y')",
            "require('fs').writeFileSync('x', 'y')",
            "f.write(b)",
            "open(my $f, '>', 'x')",
        ] {
            assert!(has_write_call(code), "{code}");
        }
        for code in ["print(open('x').read())", "sys.stdout.write('x')", "json.dumps(x)", "1 + 1"] {
            assert!(!has_write_call(code), "{code}");
        }
    }
}
