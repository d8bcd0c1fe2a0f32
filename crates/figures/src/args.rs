//! The options of a benchmark.

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchArgs {
    /// How often everything is measured.
    pub rounds: u32,
    /// Rewrite the generated part of `docs/benchmarks.md`.
    pub write: bool,
    /// JSON in place of tables.
    pub json: bool,
    /// Fewer rounds and fewer samples, for a first look.
    pub quick: bool,
}

const OPTIONS: &str = "[--rounds N] [--quick] [--write] [--json]";

impl BenchArgs {
    /// Reads what follows the program's name. `rounds` is their number unless told.
    ///
    /// # Errors
    ///
    /// A word that is no option, with the ones there are.
    pub fn parse(rounds: u32, mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = Self { rounds, write: false, json: false, quick: false };
        let mut told = None;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => args.quick = true,
                "--write" => args.write = true,
                "--json" => args.json = true,
                "--rounds" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    let number = number.filter(|rounds| *rounds > 0);
                    told = Some(number.ok_or_else(|| {
                        format!("--rounds needs a number. The options are {OPTIONS}")
                    })?);
                }
                other => {
                    return Err(format!("`{other}` is not an option. The options are {OPTIONS}"));
                }
            }
        }
        args.rounds = told.unwrap_or(if args.quick { 20 } else { args.rounds });
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
        assert!(parse("--rounds 0").is_err());
        assert!(parse("--fast").is_err());
    }
}
