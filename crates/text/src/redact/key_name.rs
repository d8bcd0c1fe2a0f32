//! What the name of a key says about its value.

use fusebox_scan::WordSet;

/// How much a key says of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SecretKind {
    /// A password: any text.
    Password,
    /// A token or a key: some characters, mostly random.
    Token,
    /// Something that is secret only where it is long and random: `…_KEY`, `auth`, `sig`.
    Perhaps,
}

/// What the keys of passwords end with, without `_`, `-` and `.`.
const PASSWORDS: [&str; 19] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "passcode",
    "pgpass",
    "passwort",
    "userpass",
    "dbpass",
    "storepass",
    "keypass",
    "requirepass",
    "passwords",
    "rootpw",
    "bindpw",
    "dbpw",
    "keymaterial",
    "masterauth",
    "authtok",
];
/// The same in other languages, without the letters that are not ASCII.
const OTHER_LANGUAGES: [&str; 14] = [
    "motdepasse",
    "palavrapasse",
    "kennwort",
    "contrasena",
    "contrasea",
    "haso",
    "heslo",
    "wachtwoord",
    "senha",
    "parola",
    "kodeord",
    "salasana",
    "passord",
    "adgangskode",
];
/// What the keys of tokens end with.
const TOKENS: [&str; 46] = [
    "secretvalue",
    "tokenvalue",
    "secretstring",
    "secretbinary",
    "dockerconfigjson",
    "apikeys",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "authorization",
    "privatekey",
    "credential",
    "credentials",
    "authkey",
    "accountkey",
    "signingkey",
    "encryptionkey",
    "masterkey",
    "sharedkey",
    "servicekey",
    "deploykey",
    "licensekey",
    "consumerkey",
    "subscriptionkey",
    "functionskey",
    "functionkey",
    "integrationkey",
    "clientkeydata",
    "secretkeybase",
    "mnemonic",
    "seedphrase",
    "webhookkey",
    "creds",
    "sonarlogin",
    "applicationkey",
    "setupkey",
    "certificatekey",
    "appkeys",
    "devicecode",
    "samlresponse",
    "appskey",
    "nwkskey",
    "recoverykey",
    "unsealkey",
];
/// Whole words at the end of a key that are secret only where their value is random.
const PERHAPS: [&str; 17] = [
    "salt",
    "key",
    "oauth",
    "auth",
    "pat",
    "sig",
    "signature",
    "sessionid",
    "session",
    "sessid",
    "sid",
    "jwt",
    "pass",
    "cookie",
    "totp",
    "otp",
    "clave",
];
/// What the keys of passwords end with in other alphabets.
const OTHER_ALPHABETS: [&str; 7] =
    ["пароль", "Пароль", "пароля", "密码", "密碼", "パスワード", "비밀번호"];
/// Words in capitals that end as those of passwords do.
static NO_PASSWORDS: WordSet<11> = WordSet::new(
    "bypass compass surpass trespass encompass overpass underpass bandpass lowpass highpass allpass",
);
/// Whole words that mean a password.
const SHORT_PASSWORDS: [&str; 2] = ["psk", "pw"];
/// Words before `token` and `key` of values that everybody may know.
static PUBLIC: WordSet<49> = WordSet::new(
    "next page continuation eos bos pad unk sep mask cls stop cancellation current last first peek \
     previous prev expected unexpected public primary foreign cache sort partition idempotency object \
     row hash lookup index unique group routing host dedup message translation map dict column field \
     known distribution publishable config existing pull",
);

/// Those that stay public before a longer name of a key: nobody knows a `HOST_API_KEY` or a `PRIMARY_ACCESS_KEY`.
static PUBLIC_KEYS: WordSet<6> =
    WordSet::new("public publishable existing expected unexpected known");

/// By last letter of the words above, one bit for each letter before it, in either case. They rule
/// out most keys.
static LAST_LETTERS: [u32; 26] = last_letters(&[&PASSWORDS, &TOKENS, &PERHAPS, &SHORT_PASSWORDS]);
/// The same of the words of other languages.
static OTHER_LETTERS: [u32; 26] = last_letters(&[&OTHER_LANGUAGES]);

const fn last_letters(lists: &[&[&str]]) -> [u32; 26] {
    let mut letters = [0; 26];
    let (mut list, mut n) = (0, 0);
    while list < lists.len() {
        let word = lists[list][n].as_bytes();
        letters[(word[word.len() - 1] - b'a') as usize] |= 1 << (word[word.len() - 2] & 31);
        n += 1;
        if n == lists[list].len() {
            (list, n) = (list + 1, 0);
        }
    }
    letters
}

/// What the key says; `None` where it says nothing.
pub(super) fn secret_kind(key: &[u8]) -> Option<SecretKind> {
    // Terraform writes it and never reads it back: `password_wo`.
    let key = key.strip_suffix(b"_wo").unwrap_or(key);
    let last = key.last()?.to_ascii_lowercase();
    if !last.is_ascii() {
        let is_password = OTHER_ALPHABETS.iter().any(|word| key.ends_with(word.as_bytes()));
        return is_password.then_some(SecretKind::Password);
    }
    let before_last = key.iter().rev().skip(1).find(|b| b.is_ascii_alphanumeric())?;
    let letter = usize::from(last.wrapping_sub(b'a'));
    let may_end = |letters: &[u32; 26]| {
        letters.get(letter).is_some_and(|bits| bits >> (before_last & 31) & 1 == 1)
    };
    let is_other = || OTHER_LANGUAGES.iter().any(|word| start_of(key, word).is_some());
    if may_end(&OTHER_LETTERS) && is_other() {
        return Some(SecretKind::Password);
    }
    if !may_end(&LAST_LETTERS) {
        return None;
    }
    let ends_with = |words: &[&str]| {
        let mut words = words.iter().filter(|word| word.bytes().next_back() == Some(last));
        words.find_map(|word| start_of(key, word))
    };
    if ends_with(&PASSWORDS).is_some() {
        return Some(SecretKind::Password);
    }
    if let Some(start) = ends_with(&TOKENS) {
        let before = last_word(key.get(..start)?);
        let is_public = if last == b'y' { PUBLIC_KEYS.has(before) } else { PUBLIC.has(before) };
        return (!is_public).then_some(SecretKind::Token);
    }
    if ends_with(&SHORT_PASSWORDS).is_some_and(|start| is_word_break(key, start)) {
        return Some(SecretKind::Password);
    }
    // `MAILPASS`: nobody writes names in capitals that mean something else, but for a few words.
    if key.ends_with(b"PASS") && !NO_PASSWORDS.has(last_word(key)) && key.len() > 6 {
        return Some(SecretKind::Password);
    }
    // A long word needs no break before it: `JSESSIONID`, nor does a short one behind another: `remotepass`.
    let is_pass = |start: usize| {
        let begin = key.len() - last_word(key).len();
        last == b's'
            && start >= begin + 4
            && !NO_PASSWORDS.has(last_word(key))
            && key.get(start..).is_some_and(|word| word.len() == 4)
    };
    let is_word =
        |start: &usize| key.len() - start >= 6 || is_word_break(key, *start) || is_pass(*start);
    let start = ends_with(&PERHAPS).filter(is_word)?;
    let before = key.get(..start)?;
    // `db_pass` is a password; what passes in tests is not.
    if key.get(start..)?.eq_ignore_ascii_case(b"pass") && is_word_break(key, start) && start > 0 {
        return Some(SecretKind::Password);
    }
    (!PUBLIC.has(last_word(before))).then_some(SecretKind::Perhaps)
}

/// Where the word starts that the key ends with, ignoring case and signs.
fn start_of(key: &[u8], word: &str) -> Option<usize> {
    let mut letters = key.iter().enumerate().rev().filter(|(_, b)| b.is_ascii_alphanumeric());
    let mut start = key.len();
    for wanted in word.bytes().rev() {
        let (at, byte) = letters.next()?;
        if byte.to_ascii_lowercase() != wanted {
            return None;
        }
        start = at;
    }
    Some(start)
}

/// Whether a word begins at `at`: behind a sign, or with a capital behind a small letter.
fn is_word_break(key: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|i| key.get(i)) else { return true };
    let is_capital = key.get(at).is_some_and(u8::is_ascii_uppercase);
    !before.is_ascii_alphanumeric() || is_capital && !before.is_ascii_uppercase()
}

/// The last word of the text, without the signs behind it.
fn last_word(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |at| at + 1);
    let text = text.get(..end).unwrap_or_default();
    let start = (1..end)
        .rev()
        .find(|at| is_word_break(text, *at) || !text[*at - 1].is_ascii_alphanumeric());
    text.get(start.unwrap_or(0)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Option<SecretKind>, keys: &str) {
        for key in keys.split(' ') {
            assert_eq!(secret_kind(key.as_bytes()), kind, "{key}");
        }
    }

    #[test]
    fn k03_keys_say_what_their_values_are() {
        use SecretKind::{Password, Perhaps, Token};
        check(
            Some(Password),
            "password DB_PASSWORD dbPassword Pwd smtp_pass SMTP_PASS wifi-psk pw adminPw",
        );
        check(
            Some(Token),
            "token accessToken access-token API_KEY x-api-key clientSecret AccountKey",
        );
        check(
            Some(Token),
            "HOST_API_KEY primaryAccessKey SharedAccessKey SECRET_KEY_BASE Ocp-Apim-Subscription-Key client-key-data",
        );
        check(
            Some(Perhaps),
            "STRIPE_KEY key AZURE_PAT auth sig X-Amz-Signature JSESSIONID sessionKey",
        );
        check(
            None,
            "nextPageToken page_token PUBLIC_KEY publicKey primary_key cacheKey monkey turkey",
        );
        check(
            None,
            "max_tokens tokenizer bypass compass author passed pattern KEY_LEN secretary hosts",
        );
    }
}
