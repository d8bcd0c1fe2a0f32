//! What a value says of itself: random, code, or a reference to another value.

use fusebox_scan::WordSet;

use super::key_name::{SecretKind, secret_kind};

/// Values that are not secret.
static LITERALS: WordSet<23> = WordSet::new(
    "true false null none nil undefined string str required optional self bool boolean number yes no \
     redacted masked hidden n/a include omit same-origin",
);
/// How many bytes of a value are read to distinguish it from code.
const CODE_BYTES: usize = 200;
/// The least length of a random word, in bytes.
pub(super) const RANDOM_BYTES: usize = 16;
/// Beginnings of references to a value that lies elsewhere.
const REFERENCES: [&[u8]; 14] = [
    b"%(",
    b"process.env",
    b"os.environ",
    b"os.getenv",
    b"env:",
    b"vault:",
    b"arn:aws",
    b"op://",
    b"ssm:",
    b"!vault",
    b"secretsmanager:",
    b"@Microsoft.KeyVault(",
    b"ref+",
    b"doppler:",
];

/// Whether the value is one of those that everybody writes.
pub(super) fn is_literal(value: &[u8]) -> bool {
    LITERALS.has(value)
}

/// Whether the value is long, or contains a digit or a sign that names do not have, or reads as no
/// name.
pub(super) fn may_be_random(value: &[u8]) -> bool {
    value.len() >= 24
        || value.iter().any(|b| b.is_ascii_digit() || b"!@#$%^*+=~/".contains(b))
        || value.len() >= 12 && has_both_cases(value) && !is_name(value)
        || value.len() >= 16 && value.iter().all(u8::is_ascii_uppercase) && !is_name(value)
}

/// Whether the value is a long word in which letters and digits take turns as in random ones, or
/// whose letters do not follow each other as in words.
pub(super) fn is_random_word(value: &[u8]) -> bool {
    let value = value.strip_suffix(b"~").unwrap_or(value);
    if value.len() < RANDOM_BYTES {
        return false;
    }
    let (mut counts, mut turns) = ([0; OTHER_SIGN + 1], 0);
    let mut last = CLASSES[usize::from(value[0])];
    for byte in value {
        let class = CLASSES[usize::from(*byte)];
        if class == 0 {
            return false;
        }
        turns += usize::from(class != last && class.min(last) < JOINT);
        counts[usize::from(class)] += 1;
        last = class;
    }
    let [_, digits, lower, upper, joints, others] = counts;
    let signs = joints + others;
    let takes_turns = turns * 5 >= value.len() && signs * 5 <= value.len();
    // A single word: the parts of names and paths are joined by other signs.
    let is_mixed = digits > 0 || lower > 0 && upper > 0;
    takes_turns && digits >= 2
        || joints == 0 && signs * 8 <= value.len() && is_mixed && takes_turns && !is_name(value)
        || signs == 0 && value.len() >= 20 && is_mixed && !is_name(value)
}

/// The class of the signs that join the parts of names and paths.
const JOINT: u8 = 4;
/// The class of the other signs of base64 and of URLs.
const OTHER_SIGN: usize = 5;

/// By byte, what it is in a word: 1 a digit, 2 a small letter, 3 a capital, signs, or nothing of a word.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => 1,
            b'a'..=b'z' => 2,
            b'A'..=b'Z' => 3,
            b'_' | b'-' | b'.' | b'~' | b'|' => JOINT,
            b'+' | b'/' | b'=' | b'%' => OTHER_SIGN as u8,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Words of two letters that names are made of.
static SHORT_WORDS: WordSet<24> =
    WordSet::new("by to at in is or of on an id my no if up as it ip ui db go js do be tx");

/// By letter, those that often follow it in the words of this repository: 93 of 100 do.
static FOLLOWERS: [&[u8]; 26] = [
    b"bcdgiklmnprstuvy",
    b"aeiloru",
    b"acehiklortu",
    b"aeiosu",
    b"acdefglmnprstvwx",
    b"aefilou",
    b"ehinrsu",
    b"aeiot",
    b"abcdefglmnoprstvz",
    b"",
    b"eis",
    b"adeilostuy",
    b"aeimops",
    b"acdefginostu",
    b"bcdgklmnoprstuvw",
    b"aeiloprstu",
    b"u",
    b"acdegiklmnorstuy",
    b"acehilopstu",
    b"acehilorstuy",
    b"abcdeilmnprst",
    b"aei",
    b"aehior",
    b"pt",
    b"",
    b"e",
];

/// One bit for each letter that often follows.
static FOLLOWER_BITS: [u32; 26] = {
    let mut bits = [0; 26];
    let mut letter = 0;
    while letter < bits.len() {
        let mut n = 0;
        while n < FOLLOWERS[letter].len() {
            bits[letter] |= 1 << (FOLLOWERS[letter][n] - b'a');
            n += 1;
        }
        letter += 1;
    }
    bits
};

/// Whether letters follow each other as in words: in more than three of five pairs. A capital
/// behind a small letter begins a word. A capital and one small letter are hardly one.
pub(super) fn is_name(value: &[u8]) -> bool {
    let pairs = value.len().saturating_sub(1);
    let is_lone = |three: &[u8]| {
        three[0].is_ascii_uppercase()
            && three[1].is_ascii_lowercase()
            && three[2].is_ascii_uppercase()
            && !SHORT_WORDS.has(&three[..2])
    };
    following_pairs(value) * 5 > pairs * 3 && !(value.len() >= 12 && value.windows(3).any(is_lone))
}

/// How many pairs of letters follow each other as in words.
fn following_pairs(value: &[u8]) -> usize {
    let follows = |two: &&[u8]| {
        let letter = |b: u8| b.is_ascii_alphabetic().then(|| usize::from((b | 0x20) - b'a'));
        let (Some(first), Some(next)) = (letter(two[0]), letter(two[1])) else { return false };
        let begins = two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
        !begins && FOLLOWER_BITS[first] >> next & 1 == 1
    };
    value.windows(2).filter(follows).count()
}

/// Whether a text of letters and blanks reads as words of a language: in four of five pairs letters follow each other
/// as in words.
pub(super) fn reads_as_words(text: &[u8]) -> bool {
    let pairs = text.windows(2).filter(|two| two.iter().all(u8::is_ascii_alphabetic)).count();
    !text.iter().any(u8::is_ascii_digit) && following_pairs(text) * 5 >= pairs * 4
}

/// Whether most letters of the value are of words of four or more, as in names that signs, digits and capitals join:
/// `deploy-bot-2026-readonly`, `UserPasswordFieldV2`.
pub(super) fn is_made_of_names(value: &[u8]) -> bool {
    const MIN_WORD_BYTES: usize = 4;
    let begins = |two: &[u8]| {
        !two[1].is_ascii_alphabetic() || two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase()
    };
    let (mut letters, mut of_names, mut from) = (0, 0, 0);
    for at in 1..=value.len() {
        if value.get(at - 1..=at).is_some_and(|two| !begins(two)) {
            continue;
        }
        let word = value.get(from..at).unwrap_or_default();
        let word = if word.first().is_some_and(u8::is_ascii_alphabetic) {
            word
        } else {
            word.get(1..).unwrap_or_default()
        };
        letters += word.len();
        let is_word = word.len() >= MIN_WORD_BYTES && is_name(word);
        of_names += if is_word { word.len() } else { 0 };
        from = at;
    }
    of_names * 10 >= letters * 6
}

fn has_both_cases(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_lowercase) && value.iter().any(u8::is_ascii_uppercase)
}

/// Whether the value is a digest or an id: hexadecimal digits and dashes.
pub(super) fn is_digest(value: &[u8]) -> bool {
    value.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-')
}

/// Whether both cases and digits are in the value, as in the base64 of random bytes.
pub(super) fn has_all_classes(value: &[u8]) -> bool {
    let some = |is: fn(&u8) -> bool| value.iter().any(is);
    some(u8::is_ascii_digit) && some(u8::is_ascii_lowercase) && some(u8::is_ascii_uppercase)
}

/// Whether the value is made as people make passwords: both cases, digits, and a sign between them.
pub(super) fn is_strong(value: &[u8]) -> bool {
    let is_sign = |b: &u8| b.is_ascii_punctuation() && !b"\"'()[]{}<>".contains(b);
    (8..64).contains(&value.len()) && has_all_classes(value) && value.iter().any(is_sign)
}

/// Whether letters, digits and a sign that no name has make the value, in one case or both: `bagudo42!`.
pub(super) fn is_shaped(value: &[u8]) -> bool {
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = value.iter().filter(|b| b.is_ascii_alphabetic()).count();
    (8..64).contains(&value.len())
        && digits >= 2
        && letters >= 3
        && value.iter().any(|b| b"!^*~+%$@#".contains(b))
        && value.iter().all(u8::is_ascii_graphic)
        && !is_code(value)
}

/// Whether a value that a sign follows is no name of a language: it is strong by signs that names do not have.
pub(super) fn is_beyond_code(value: &[u8]) -> bool {
    let of_password = |b: &u8| b"-!@#$%^&*+?~".contains(b);
    is_strong(value) && value.iter().any(of_password) && !is_code(value)
}

/// Whether the value is the name of a file in a folder: `exports/2026/orders-c1e4bf28.parquet`.
pub(super) fn is_file_name(value: &[u8]) -> bool {
    let Some(slash) = value.iter().rposition(|b| *b == b'/') else { return false };
    let name = value.get(slash + 1..).unwrap_or_default();
    let Some(dot) = name.iter().rposition(|b| *b == b'.').filter(|dot| *dot > 0) else {
        return false;
    };
    let ending = name.get(dot + 1..).unwrap_or_default();
    (1..=8).contains(&ending.len())
        && ending.iter().all(u8::is_ascii_alphanumeric)
        && ending.iter().any(u8::is_ascii_lowercase)
}

/// Whether a date is a part of the value, as in the names of reports and parts, and no other part is random:
/// `orders-2026-11-28`.
pub(super) fn is_dated(value: &[u8]) -> bool {
    const DATE_BYTES: usize = 10;
    let is_date = |part: &[u8]| {
        part.iter().enumerate().all(|(n, b)| match n {
            4 | 7 => *b == b'-',
            _ => b.is_ascii_digit(),
        })
    };
    let Some(at) = value.windows(DATE_BYTES).position(is_date) else { return false };
    let (before, behind) = (&value[..at], &value[at + DATE_BYTES..]);
    // A time of the day may follow.
    let ends = behind.first().is_none_or(|b| !b.is_ascii_alphanumeric() || *b == b'T');
    let is_random =
        |part: &[u8]| part.len() >= RANDOM_BYTES && !is_digest(part) && !is_made_of_names(part);
    let mut parts = before.split(|b| !b.is_ascii_alphanumeric());
    let mut others = behind.split(|b| !b.is_ascii_alphanumeric());
    ends && !parts.any(is_random) && !others.any(is_random)
}

/// Whether the value reads as code: a call, an index, or a path of names. Random words before and behind a bracket are no names,
/// nor are they with dots between them; `s3Cfg.password` is a path, and `K8sRef(name)` a call.
pub(super) fn is_code(value: &[u8]) -> bool {
    let value = value.get(..CODE_BYTES).unwrap_or(value);
    let name = |part: &[u8]| {
        part.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && part.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
    };
    let parts = || value.split(|b| *b == b'.');
    let is_long_random = |part: &[u8]| {
        part.len() >= 10
            && (is_random_part(part) || is_random_word(part) && !is_made_of_names(part))
    };
    let path = value.contains(&b'.')
        && parts().all(name)
        && (value.len() < 40 || is_made_of_names(value))
        && parts().filter(|part| is_random_part(part)).count() * 2 <= parts().count()
        && !parts().any(is_long_random);
    let bracket = value.iter().position(|b| b"([{".contains(b));
    let opens = bracket.is_some_and(|at| {
        if at == 0 {
            return refers(value);
        }
        let before = value.get(..at).unwrap_or_default();
        let called = before.rsplit(|b| !b.is_ascii_alphanumeric() && *b != b'_').next();
        let behind = value.get(at + 1..).unwrap_or_default();
        let inside = behind.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_long = |called: &[u8]| called.len() >= 8 || !inside.is_empty();
        is_name(inside) || !called.is_some_and(|called| is_random_part(called) && is_long(called))
    });
    path || opens || value.windows(2).any(|two| two == b"::")
}

/// Whether a part of a value, which may be short, has letters of both cases and digits as random ones have, and is made
/// of no names: `Q2vL`.
fn is_random_part(part: &[u8]) -> bool {
    // `Vec3`: a number at the end is a version.
    let digits = part.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let before = part.get(..part.len() - digits).unwrap_or_default();
    let is_version = before.iter().all(u8::is_ascii_alphabetic) && is_name(before);
    part.len() >= 4
        && has_all_classes(part)
        && !is_camel_case(part)
        && !is_version
        && !is_of_whole_words(part)
        && !is_name(part)
        && !is_made_of_names(part)
}

/// Whether signs, digits and capitals part the word into words of three letters and more, most of which read as words:
/// `Sha256Hash`.
pub(super) fn is_of_whole_words(word: &[u8]) -> bool {
    let (mut start, mut letters, mut of_names) = (0, 0, 0);
    for at in 0..=word.len() {
        let byte = word.get(at).copied().unwrap_or(b' ');
        let last = at.checked_sub(1).and_then(|at| word.get(at)).copied().unwrap_or(b' ');
        let begins = last.is_ascii_lowercase() && byte.is_ascii_uppercase();
        if begins || !byte.is_ascii_alphabetic() {
            let part = word.get(start..at).unwrap_or_default();
            if matches!(part.len(), 1 | 2) {
                return false;
            }
            letters += part.len();
            of_names += if is_name(part) { part.len() } else { 0 };
            start = at + usize::from(!begins);
        }
    }
    of_names * 10 >= letters * 6
}

/// Whether the value begins with a small word and a capital behind it, as the names of functions do: `getB2`.
fn is_camel_case(value: &[u8]) -> bool {
    let lower = value.iter().take_while(|b| b.is_ascii_lowercase()).count();
    lower >= 3
        && value.get(lower).is_some_and(u8::is_ascii_uppercase)
        && value.get(..lower).is_some_and(is_name)
}

/// Whether the value is the path of a file: `/run/secrets/token`.
pub(super) fn is_path(value: &[u8]) -> bool {
    let rest = value.strip_prefix(b"~").or_else(|| value.strip_prefix(b".")).unwrap_or(value);
    let part = |part: &[u8]| {
        part.len() < 32 && part.iter().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(b))
    };
    let mut parts = rest.split(|b| *b == b'/');
    parts.next().is_some_and(<[u8]>::is_empty)
        && rest.len() > 1
        && rest.get(1..).is_some_and(|rest| {
            rest.iter().any(|b| matches!(b, b'/' | b'.'))
                || rest.iter().all(|b| b.is_ascii_lowercase() || *b == b'-')
        })
        && parts.all(part)
        && !is_random_word(value)
        && !rest.split(|b| *b == b'/').skip(1).all(is_random_part)
}

/// Whether the value refers to another one, stands for one, or was redacted before.
pub(super) fn is_reference(value: &[u8]) -> bool {
    let same = |first: &u8| b"*xX.-_".contains(first) && value.iter().all(|b| b == first);
    value.first().is_none_or(same)
        || refers(value)
        || REFERENCES.iter().any(|begin| value.starts_with(begin))
        || value.len() > 2 && value.starts_with(b"%") && value.ends_with(b"%")
        || is_bound(value)
        || is_filled(value)
        || is_placeholder(value)
        || is_named_in_capitals(value)
        || is_tag(value)
        || value
            .get(..5)
            .is_some_and(|v| v.eq_ignore_ascii_case(b"your-") || v.eq_ignore_ascii_case(b"your_"))
}

/// Whether the value begins with the sign of a reference which covers it: `$NAME`, `${…}`, `{{…}}`, `<words>`. What goes
/// on in random letters behind a bracket, or is none but for its first sign, is a value of its own.
fn refers(value: &[u8]) -> bool {
    let is_random = |rest: &[u8]| {
        rest.len() >= 7
            && has_all_classes(rest)
            && rest.iter().all(u8::is_ascii_graphic)
            && !is_name(rest)
            && !is_made_of_names(rest)
    };
    let (close, rest) = match value {
        [b'$', b'(' | b'{' | b'[' | b'\'' | b'"', ..] | [b'{', b'{' | b'%', ..] => return true,
        [b'$', rest @ ..] => {
            let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            let (name, behind) = (&rest[..name], &rest[name..]);
            let has_sign = behind.first().is_some_and(|b| b"!@#%^&*+~?".contains(b));
            let is_value = has_sign && !behind.iter().any(|b| b"${".contains(b)) && is_strong(rest);
            return !(is_value || is_random(name) && !is_camel_case(name));
        }
        [b'{', rest @ ..] => (b'}', rest),
        [b'<', rest @ ..] => (b'>', rest),
        [b'(', rest @ ..] => (b')', rest),
        [b'[', rest @ ..] => (b']', rest),
        _ => return false,
    };
    let closed = rest.iter().position(|b| *b == close);
    let is_covered = closed.is_none_or(|at| at + 1 == rest.len());
    is_covered || !is_random(rest)
}

/// Whether the value asks to be replaced, is dots, or is cut off behind a prefix: `change-me`, `••••`, `sk-...`.
fn is_placeholder(value: &[u8]) -> bool {
    let words: [&[u8]; 4] = [b"change-me", b"changeme", b"change_me", b"replace-me"];
    // `change-me-please` goes on in words; what goes on otherwise was changed.
    let begins = |word: &&[u8]| {
        let rest = value.get(word.len()..).unwrap_or_default();
        value.get(..word.len()).is_some_and(|v| v.eq_ignore_ascii_case(word))
            && rest.iter().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_'))
    };
    match value.first() {
        Some(b'c' | b'C' | b'r' | b'R') => words.iter().any(begins),
        Some(0xe2) => {
            let (dots, rest) = value.as_chunks::<3>();
            rest.is_empty() && dots.iter().all(|dot| dot == "•".as_bytes())
        }
        _ => {
            let prefix = value.strip_suffix(b"...").filter(|prefix| prefix.len() < 10);
            prefix.is_some_and(|prefix| !prefix.iter().any(u8::is_ascii_digit))
        }
    }
}

/// Whether the value is a known tag of YAML, which says where the value comes from: `!secret`, `!Ref`.
fn is_tag(value: &[u8]) -> bool {
    static TAGS: WordSet<10> =
        WordSet::new("secret vault env include ref sub getatt importvalue reference encrypted");
    value.strip_prefix(b"!").is_some_and(|name| TAGS.has(name))
}

/// Whether the value is a tag of YAML with a word behind it: `!lookup mail`.
pub(super) fn is_tag_of_word(bytes: &[u8], (start, end): (usize, usize)) -> bool {
    let is_tag = matches!(bytes.get(start..end), Some([b'!', name @ ..])
        if name.len() < 12 && name.iter().all(u8::is_ascii_lowercase));
    is_tag && matches!(bytes.get(end..), Some([b' ', behind, ..]) if behind.is_ascii_alphanumeric())
}

/// Whether the value is the name of a secret in capitals, as usages and settings have it: `[--password PASSWORD]`,
/// `DB_PASSWORD`.
fn is_named_in_capitals(value: &[u8]) -> bool {
    static USUAL: WordSet<10> = WordSet::new(
        "password passwd pass pwd passphrase secret token apikey passcode credentials",
    );
    (value.contains(&b'_') || USUAL.has(value))
        && value.iter().all(|b| b.is_ascii_uppercase() || *b == b'_')
        && matches!(secret_kind(value), Some(SecretKind::Password | SecretKind::Token))
}

/// Whether the value is a token of which nothing but its prefix is written: `sk-xxxxxxxx`.
fn is_filled(value: &[u8]) -> bool {
    let Some(sign) = value.iter().rposition(|b| matches!(b, b'-' | b'_')) else { return false };
    let filling = value.get(sign + 1..).unwrap_or_default();
    matches!(filling, [first @ (b'x' | b'X' | b'*'), rest @ ..]
        if sign <= 16 && rest.len() >= 3 && rest.iter().all(|b| b == first))
}

/// Whether the value is a variable of a statement, which is bound to its value elsewhere and named for it:
/// `:password`, `@password`.
fn is_bound(value: &[u8]) -> bool {
    matches!(value, [b':' | b'@', name @ ..]
        if name.iter().all(|b| b.is_ascii_lowercase() || *b == b'_')
            && secret_kind(name).is_some_and(|kind| kind != SecretKind::Perhaps || name.len() < 8))
}

/// Whether names are joined with a digest, as in the keys of caches: `Linux-cargo-9f86d0…`.
pub(super) fn ends_with_digest(value: &[u8]) -> bool {
    let Some(sign) = value.iter().rposition(|b| *b == b'-') else { return false };
    let digest = value.get(sign + 1..).unwrap_or_default();
    matches!(digest.len(), 32 | 40 | 64) && is_digest(digest)
}

/// Whether the value is the version of a package, or a range of them: `^9.0.2`, `>=1.4`.
pub(super) fn is_version(value: &[u8]) -> bool {
    let signs = value.iter().take_while(|b| b"^~>=<v ".contains(b)).count();
    let number = value.get(signs..).unwrap_or_default();
    let is_number = number.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'x' | b'*'));
    is_number && number.first().is_some_and(u8::is_ascii_digit) && number.contains(&b'.')
}

/// Whether this is the base64 of `name:secret`.
pub(super) fn is_encoded_pair(value: &[u8]) -> bool {
    let mut colon = false;
    let (mut bits, mut count) = (0_u32, 0);
    for byte in value.iter().filter(|b| **b != b'=') {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return false,
        };
        (bits, count) = (bits << 6 | u32::from(digit), count + 6);
        if count >= 8 {
            count -= 8;
            let decoded = (bits >> count & 0xff) as u8;
            if decoded.is_ascii_control() {
                return false;
            }
            colon |= decoded == b':';
        }
    }
    value.len() >= 6 && colon
}
