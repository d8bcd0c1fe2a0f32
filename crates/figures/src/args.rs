//! The command line of a benchmark.

use std::path::PathBuf;

/// The options of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchArgs {
    /// How often everything is measured.
    pub rounds: u32,
    /// Rewrites the generated part of `docs/benchmarks.md`.
    pub write: bool,
    /// Prints JSON in place of tables.
    pub json: bool,
    /// Uses fewer rounds and fewer samples, for a first look.
    pub quick: bool,
    /// A folder with the programs of another build, to measure in turns with this one.
    pub against: Option<PathBuf>,
}

const OPTIONS: &str = "[--rounds N] [--quick] [--write] [--json] [--against FOLDER]";

impl BenchArgs {
    /// Parses the words after the program's name. `rounds` is the default number of rounds; `--quick` lowers it to 20.
    ///
    /// # Errors
    ///
    /// Returns a message that names the wrong word and lists the options.
    pub fn parse(rounds: u32, mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = Self { rounds, write: false, json: false, quick: false, against: None };
        let mut given_rounds = None;
        let wrong = |what: &str| format!("{what}. The options are {OPTIONS}");
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => args.quick = true,
                "--write" => args.write = true,
                "--json" => args.json = true,
                "--rounds" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    let number = number.filter(|rounds| *rounds > 0);
                    given_rounds = Some(number.ok_or_else(|| wrong("--rounds needs a number"))?);
                }
                "--against" => {
                    let folder = words.next().ok_or_else(|| wrong("--against needs a folder"))?;
                    args.against = Some(PathBuf::from(folder));
                }
                other => return Err(wrong(&format!("`{other}` is not an option"))),
            }
        }
        if args.against.is_some() && args.write {
            return Err("--against compares two builds and cannot --write the page".to_owned());
        }
        args.rounds = given_rounds.unwrap_or(if args.quick { 20 } else { args.rounds });
        Ok(args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<BenchArgs, String> {
        BenchArgs::parse(120, words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse("").map(|args| (args.rounds, args.write)), Ok((120, false)));
        assert_eq!(parse("--quick --json").map(|args| (args.rounds, args.json)), Ok((20, true)));
        assert_eq!(parse("--quick --rounds 7 --write").map(|args| args.rounds), Ok(7));
        assert_eq!(parse("--against ../b").map(|args| args.against), Ok(Some("../b".into())));
        for wrong in ["--rounds 0", "--fast", "--against", "--against b --write"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
