//! The options of the benchmark.

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Args {
    /// How often every process is run.
    pub(crate) rounds: u32,
    /// Rewrite the generated part of `docs/benchmarks.md`.
    pub(crate) write: bool,
    /// JSON in place of tables.
    pub(crate) json: bool,
    /// Fewer rounds and fewer samples.
    pub(crate) quick: bool,
}

const USAGE: &str =
    "Use: cargo run --release -p fusebox-bench -- [--rounds N] [--quick] [--write] [--json]";

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = Self { rounds: 120, write: false, json: false, quick: false };
        let mut rounds = None;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => args.quick = true,
                "--write" => args.write = true,
                "--json" => args.json = true,
                "--rounds" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    let number = number.filter(|rounds| *rounds > 0);
                    rounds =
                        Some(number.ok_or_else(|| format!("--rounds needs a number. {USAGE}"))?);
                }
                other => return Err(format!("`{other}` is not an option. {USAGE}")),
            }
        }
        args.rounds = rounds.unwrap_or(if args.quick { 20 } else { args.rounds });
        Ok(args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Args, String> {
        Args::parse(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse("").map(|args| (args.rounds, args.write)), Ok((120, false)));
        assert_eq!(parse("--quick --json").map(|args| (args.rounds, args.json)), Ok((20, true)));
        assert_eq!(parse("--quick --rounds 7 --write").map(|args| args.rounds), Ok(7));
        assert!(parse("--rounds 0").is_err());
        assert!(parse("--fast").is_err());
    }
}
