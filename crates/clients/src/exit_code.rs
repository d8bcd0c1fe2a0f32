//! Exit codes as clients tell them. Windows counts the same 32 bits without a sign: the `-1073741819` of a program that
//! touched memory which is not its own is told as `3221225477` too.

/// An exit code of 32 bits, with or without a sign.
pub(crate) fn from_number(number: i64) -> Option<i32> {
    let unsigned = || u32::try_from(number).map(u32::cast_signed);
    i32::try_from(number).or_else(|_| unsigned()).ok()
}

/// The same, of a text that is nothing else but spaces.
pub(crate) fn parse(text: &str) -> Option<i32> {
    from_number(text.trim().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_without_a_sign_is_the_same_code_and_what_is_longer_is_none() {
        let codes = [
            ("0", Some(0)),
            (" 101 ", Some(101)),
            ("-1", Some(-1)),
            ("2147483647", Some(i32::MAX)),
            ("2316632081", Some(-1_978_335_215)),
            ("3221225477", Some(-1_073_741_819)),
            ("4294967295", Some(-1)),
            ("4294967296", None),
            ("-2147483649", None),
            ("3 ", Some(3)),
            ("x", None),
            ("", None),
        ];
        for (text, code) in codes {
            assert_eq!(parse(text), code, "{text}");
        }
    }
}
