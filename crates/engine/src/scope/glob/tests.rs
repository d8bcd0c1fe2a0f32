//! Globs against paths, in a table and against a slower reading of the same rules.

use proptest::prelude::*;

use super::*;

fn check(glob: &str, path: &str, expected: bool) {
    let read = Glob::parse(glob).unwrap_or_else(|error| panic!("{glob}: {error}"));
    assert_eq!(read.matches(path), expected, "{glob} {path}");
}

#[test]
fn a06_globs_stand_for_paths() {
    for (glob, path, expected) in [
        ("src/lib.rs", "src/lib.rs", true),
        ("src/lib.rs", "src/lib.rsx", false),
        ("src/lib.rs", "a/src/lib.rs", false),
        ("./src/lib.rs", "src/lib.rs", true),
        ("src/*.rs", "src/lib.rs", true),
        ("src/*.rs", "src/a/lib.rs", false),
        ("src/**", "src/a/b/c.rs", true),
        ("src/**", "src", true),
        ("src/**", "srcs/a", false),
        ("src/", "src/a/b", true),
        ("src", "src/a", false),
        ("**", "", true),
        ("**", "a/b", true),
        ("**/*.sql", "a.sql", true),
        ("**/*.sql", "db/x/a.sql", true),
        ("**/routes/**", "src/routes/index.ts", true),
        ("**/routes/**", "src/routes", true),
        ("**/routes/**", "src/routes.ts", false),
        ("a/**/b", "a/b", true),
        ("a/**/b", "a/x/y/b", true),
        ("a/**/b/**/c", "a/b/b/x/c", true),
        ("a/**/b/**/c", "a/x/c", false),
        ("?.rs", "é.rs", true),
        ("?.rs", "ab.rs", false),
        ("[a-c]?.rs", "bz.rs", true),
        ("[!a-c].rs", "b.rs", false),
        ("[^a-c].rs", "d.rs", true),
        ("[]x].rs", "].rs", true),
        ("[a-].rs", "-.rs", true),
        ("app/\\[id\\]/*.tsx", "app/[id]/page.tsx", true),
        ("app/[id]/*.tsx", "app/[id]/page.tsx", false),
        ("src/{a,b/c}/**", "src/b/c/x.rs", true),
        ("src/{a,b/c}/**", "src/b/x.rs", false),
        ("{a,{b,c}d}.rs", "cd.rs", true),
        ("{a,}b", "b", true),
        ("a\\{b\\,c", "a{b,c", true),
        ("[{]x", "{x", true),
        (".*", ".env", true),
        ("*", ".env", true),
    ] {
        check(glob, path, expected);
    }
}

#[test]
fn a06_what_is_no_glob_is_told() {
    for (glob, error) in [
        ("", GlobError::Empty),
        ("./", GlobError::Empty),
        ("/etc/**", GlobError::Outside),
        ("~/x", GlobError::Outside),
        ("../x", GlobError::Outside),
        ("a/../../x", GlobError::Outside),
        ("a[b", GlobError::Unclosed('[')),
        ("a{b", GlobError::Unclosed('{')),
        ("a}b", GlobError::Unclosed('}')),
        ("a\\", GlobError::Unclosed('\\')),
        ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", GlobError::TooMany),
    ] {
        assert_eq!(Glob::parse(glob), Err(error), "{glob}");
    }
    assert_eq!(Glob::parse(&"a".repeat(301)), Err(GlobError::TooLong));
}

/// Every way to read one name: slow, and plainly what is meant.
fn name_fits(pattern: &[char], name: &[char]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some(('*', rest)) => (0..=name.len()).any(|taken| name_fits(rest, &name[taken..])),
        Some((c, rest)) => name
            .split_first()
            .is_some_and(|(n, left)| (*c == '?' || c == n) && name_fits(rest, left)),
    }
}

fn path_fits(pattern: &[&str], path: &[&str]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((&"**", rest)) => (0..=path.len()).any(|taken| path_fits(rest, &path[taken..])),
        Some((part, rest)) => path.split_first().is_some_and(|(name, left)| {
            let (part, name): (Vec<char>, Vec<char>) =
                (part.chars().collect(), name.chars().collect());
            name_fits(&part, &name) && path_fits(rest, left)
        }),
    }
}

proptest! {
    #[test]
    fn a06_a_glob_reads_as_the_slow_way_does(
        glob in "(\\*\\*|[ab*?]{1,4})(/(\\*\\*|[ab*?]{1,4})){0,4}",
        path in "[ab]{1,4}(/[ab]{1,4}){0,4}",
    ) {
        // Two stars beside a letter are two stars of one name.
        let parts: Vec<&str> = glob.split('/').collect();
        let names: Vec<&str> = path.split('/').collect();
        let read = Glob::parse(&glob).map(|glob| glob.matches(&path));
        prop_assert_eq!(read, Ok(path_fits(&parts, &names)), "{} {}", glob, path);
    }

    #[test]
    fn a06_an_escaped_path_is_itself_alone(path in "[a*?\\[\\]{},!\\\\]{1,8}(/[a*{}]{1,4}){0,2}") {
        let glob = Glob::parse(&Glob::escaped(&path)).map(|glob| glob.matches(&path));
        prop_assert_eq!(glob, Ok(true), "{}", path);
        let other = Glob::parse(&Glob::escaped(&path)).map(|glob| glob.matches("b"));
        prop_assert_eq!(other, Ok(false));
    }

    #[test]
    fn a06_any_text_is_read_or_refused(glob in ".{0,40}", path in ".{0,40}") {
        let _ = Glob::parse(&glob).map(|glob| glob.matches(&path));
    }
}
