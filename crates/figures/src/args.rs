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
    /// Measures nothing but this part.
    pub only: Option<BenchPart>,
}

/// A part of the measurements that can be taken alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchPart {
    /// Commands on a large store.
    Store,
    /// What caps on spending cost the hook.
    Caps,
    /// Work inside one process.
    Inside,
}

const OPTIONS: &str = "[--rounds N] [--quick] [--write] [--json] [--against FOLDER] [--only-store] [--only-caps] [--only-inside] [--help]";

impl BenchArgs {
    /// What `--help` prints, for the program `name`.
    #[must_use]
    pub fn help(name: &str, rounds: u32) -> String {
        format!(
            "Measures, prints tables, and ends with 0 when every target is met, with 1 when one is missed and \
             with 2 when nothing could be measured.\n\n\
             Usage: {name} {OPTIONS}\n\n  \
             --rounds N        how often everything is measured: {rounds} times without it\n  \
             --quick           20 rounds and fewer samples, for a first look\n  \
             --write           rewrite the tables of docs/benchmarks.md\n  \
             --json            print JSON in place of tables\n  \
             --against FOLDER  measure this build and the programs in FOLDER in turns, and nothing else\n  \
             --only-store      measure commands on a store of 10,000 sessions, and nothing else\n  \
             --only-caps       measure the hook with caps on spending and without, and nothing else\n  \
             --only-inside     measure the work inside one process, and nothing else\n"
        )
    }

    /// Parses the words after the program's name. `rounds` is the default number of rounds; `--quick` lowers it to 20.
    ///
    /// # Errors
    ///
    /// Returns a message that names the wrong word and lists the options.
    pub fn parse(rounds: u32, mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args =
            Self { rounds, write: false, json: false, quick: false, against: None, only: None };
        let mut given_rounds = None;
        let wrong = |what: &str| format!("{what}. The options are {OPTIONS}");
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => args.quick = true,
                "--write" => args.write = true,
                "--json" => args.json = true,
                "--only-store" => args.only = Some(BenchPart::Store),
                "--only-caps" => args.only = Some(BenchPart::Caps),
                "--only-inside" => args.only = Some(BenchPart::Inside),
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
        if args.only.is_some() && args.write {
            return Err(
                "what is measured alone is a part of the page and cannot --write it".to_owned()
            );
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
    fn the_help_names_every_option() {
        let help = BenchArgs::help("bench", 120);
        for option in OPTIONS.split(['[', ']', ' ']).filter(|word| word.starts_with("--")) {
            assert!(
                option == "--help" || help.contains(&format!("\n  {option} ")),
                "{option}: {help}"
            );
        }
        assert!(help.contains("Usage: bench [--rounds N]") && help.contains("120 times"), "{help}");
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse("").map(|args| (args.rounds, args.write)), Ok((120, false)));
        assert_eq!(parse("--quick --json").map(|args| (args.rounds, args.json)), Ok((20, true)));
        assert_eq!(parse("--quick --rounds 7 --write").map(|args| args.rounds), Ok(7));
        assert_eq!(parse("--against ../b").map(|args| args.against), Ok(Some("../b".into())));
        assert_eq!(parse("--only-caps").map(|args| args.only), Ok(Some(BenchPart::Caps)));
        for wrong in [
            "--rounds 0",
            "--fast",
            "--against",
            "--against b --write",
            "--only-store --write",
            "--only-caps --write",
            "--only-inside --write",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
