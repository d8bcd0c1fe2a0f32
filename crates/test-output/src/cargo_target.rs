//! Names of cargo's test targets, in one spelling for `cargo test` and cargo-nextest: the package, and behind it the
//! target where that is no library or program.

/// The target of `Running unittests src/lib.rs (target/debug/deps/cart-0a1b2c3d4e5f6a7b)`. Many packages have a file of
/// tests of the same name: such a target keeps the digest that cargo adds to it.
pub(super) fn started_target(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(package) = line.strip_prefix("Doc-tests ") {
        return Some(target(package.trim(), Some("doc")));
    }
    let (source, program) = line.strip_prefix("Running ")?.rsplit_once(" (")?;
    let path = program.strip_suffix(')')?;
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (name, digest) = file.strip_suffix(".exe").unwrap_or(file).rsplit_once('-')?;
    if digest.is_empty() || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some(match source.starts_with("unittests ") {
        true => target(name, None),
        false => target(name, Some(digest)),
    })
}

/// The target of ``test failed, to rerun pass `-p cart --test rows` ``; `None` where it names no package.
pub(super) fn rerun_target(said: &str) -> Option<String> {
    let (_, rest) = said.split_once("to rerun pass `-p ")?;
    let mut words = rest.trim_end().trim_end_matches('`').split(' ');
    let package = words.next()?;
    let name = match words.next()? {
        "--lib" | "--bin" => None,
        "--doc" => Some("doc"),
        _ => words.next(),
    };
    Some(target(package, name))
}

/// The target of a binary id of cargo-nextest: `cart`, `cart::rows`, `cart::bin/cart`.
pub(super) fn nextest_target(id: &str) -> String {
    match id.split_once("::") {
        Some((package, kind)) if kind.starts_with("bin/") => target(package, None),
        Some((package, name)) => target(package, Some(name)),
        None => target(id, None),
    }
}

fn target(package: &str, name: Option<&str>) -> String {
    let package = package.replace('-', "_");
    name.map_or_else(|| package.clone(), |name| [&package, " ", name].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a09_one_target_has_one_name_however_cargo_spells_it() {
        let started = |line| started_target(line).unwrap();
        let rerun = |said| rerun_target(said).unwrap();
        assert_eq!(
            started(
                "     Running unittests src/lib.rs (target/debug/deps/shop_cart-0a1b2c3d4e5f6a7b)"
            ),
            "shop_cart"
        );
        assert_eq!(
            started(
                r"     Running unittests src\main.rs (target\debug\deps\shop_cart-0a1b2c3d4e5f6a7b.exe)"
            ),
            "shop_cart"
        );
        assert_eq!(rerun("test failed, to rerun pass `-p shop-cart --lib`"), "shop_cart");
        assert_eq!(rerun("test failed, to rerun pass `-p shop-cart --bin shop-cart`"), "shop_cart");
        assert_eq!(nextest_target("shop-cart"), "shop_cart");
        assert_eq!(nextest_target("shop-cart::bin/shop-cart"), "shop_cart");
        assert_eq!(
            rerun("test failed, to rerun pass `-p shop-cart --test rows`"),
            "shop_cart rows"
        );
        assert_eq!(nextest_target("shop-cart::rows"), "shop_cart rows");
        assert_eq!(started("   Doc-tests shop-cart"), "shop_cart doc");
        assert_eq!(rerun("doctest failed, to rerun pass `-p shop-cart --doc`"), "shop_cart doc");
        assert_eq!(
            started("     Running tests/rows.rs (target/debug/deps/rows-00ff)"),
            "rows 00ff"
        );
        for line in
            ["     Running `target/debug/shop-cart`", "     Running tests", "running 2 tests"]
        {
            assert_eq!(started_target(line), None, "{line}");
        }
        assert_eq!(rerun_target("test failed, to rerun pass `--test rows`"), None);
    }
}
