//! Amounts of US dollars as exports write them.

/// Pico-dollars of one US dollar.
const PICOS: i128 = 1_000_000_000_000;
/// The largest amount that is read, in US dollars.
const MAX_USD: i128 = 1_000_000_000_000;

/// Reads an amount in pico-dollars; digits beyond them are rounded half away from zero. `$`, `USD` and commas between
/// thousands are read, negative amounts as `-1` or `(1)`.
pub(crate) fn parse_picos(text: &str) -> Option<i128> {
    let text = text.trim();
    let in_brackets = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (is_credit, text) = (in_brackets.is_some(), in_brackets.unwrap_or(text));
    let text = without_unit(text).trim();
    let (sign, text) = split_sign(text);
    let text = text.strip_prefix('$').unwrap_or(text).trim_start();
    let (second_sign, text) = split_sign(text);
    if sign.is_some() && second_sign.is_some() {
        return None;
    }
    let is_negative = is_credit != (sign.or(second_sign) == Some('-'));
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let amount = unsigned_picos(digits, exponent)?;
    Some(if is_negative { -amount } else { amount })
}

/// The text without `USD` behind or before it.
fn without_unit(text: &str) -> &str {
    let is_unit = |part: &str| part.eq_ignore_ascii_case("usd");
    let behind = text.len().checked_sub(3).and_then(|at| text.split_at_checked(at));
    match (behind, text.split_at_checked(3)) {
        (Some((amount, unit)), _) if is_unit(unit) => amount,
        (_, Some((unit, amount))) if is_unit(unit) => amount,
        _ => text,
    }
}

fn split_sign(text: &str) -> (Option<char>, &str) {
    let sign = text.chars().next().filter(|sign| matches!(sign, '-' | '+'));
    (sign, sign.map_or(text, |_| &text[1..]))
}

/// Digits with a point, times a power of ten, in pico-dollars.
fn unsigned_picos(text: &str, exponent: i32) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = without_thousands(whole)?;
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_number(&whole) || !is_number(fraction) {
        return None;
    }
    // Where the point of pico-dollars lies among the digits.
    let point = i64::try_from(whole.len()).ok()? + i64::from(exponent) + 12;
    let mut picos: i128 = 0;
    let mut at = 0_i64;
    for digit in whole.bytes().chain(fraction.bytes()).map(|byte| i128::from(byte - b'0')) {
        if at < point {
            picos = picos * 10 + digit;
        } else if at == point {
            picos += i128::from(digit >= 5);
        }
        if picos > MAX_USD * PICOS {
            return None;
        }
        at += 1;
    }
    while at < point && picos > 0 {
        picos *= 10;
        at += 1;
        if picos > MAX_USD * PICOS {
            return None;
        }
    }
    Some(picos)
}

/// Whole digits without the commas between thousands; `None` where they stand elsewhere.
fn without_thousands(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let mut digits = first.to_owned();
    for group in groups {
        // `0,125` is an eighth somewhere, and a hundred and twenty-five nowhere.
        if group.len() != 3 || !(1..=3).contains(&first.len()) || first.starts_with('0') {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_to_the_pico_dollar() {
        for (text, picos) in [
            ("1", PICOS),
            ("$1.25", 1_250_000_000_000),
            ("-$1.25", -1_250_000_000_000),
            ("$-1.25", -1_250_000_000_000),
            ("(1.25)", -1_250_000_000_000),
            ("1.25 USD", 1_250_000_000_000),
            ("usd 1.25", 1_250_000_000_000),
            ("1.25usd", 1_250_000_000_000),
            ("1,234.5", 1_234_500_000_000_000),
            ("0.000000000001", 1),
            ("0.0000000000015", 2),
            ("0.00000000000149", 1),
            ("1.5e-06", 1_500_000),
            ("2E3", 2_000 * PICOS),
            ("15e-13", 2),
            (".5", 500_000_000_000),
            ("0", 0),
            ("0e999999", 0),
        ] {
            assert_eq!(parse_picos(text), Some(picos), "{text}");
        }
        for wrong in [
            "0,125",
            "",
            "-",
            "$",
            "1.2.3",
            "1,23",
            "1,2345",
            "NaN",
            "inf",
            "--1",
            "1e99",
            "€5",
            "5€",
            "0.50 EUR",
            "5,00 USD",
            "USD",
            "1e400",
            "1 2",
            "9999999999999",
        ] {
            assert_eq!(parse_picos(wrong), None, "{wrong}");
        }
    }
}
