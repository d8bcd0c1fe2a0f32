//! Checks that no secret is left in text that is stored or sent.

use fusebox_text::{printable_line, redact};

/// The replacement of a secret.
const REDACTED: &str = "[redacted]";
/// Lines with secrets, and the part of each that must not be left.
const SECRETS: &[(&str, &str)] = &[
    ("ghp_Zx81mQ0aPq72LsDk93VbNc64TyUe15WoRi28", "Zx81mQ0aPq72"),
    ("AWS_ACCESS_KEY_ID=AKIAIOSFODNN7QWERTYU", "AKIAIOSF"),
    ("export API_KEY=q8w7e6r5t4y3u2i1", "q8w7e6r5"),
    ("password: 'Hx7-kk29'", "Hx7-kk29"),
    ("curl -H 'Authorization: Bearer a1b2c3d4e5f6a7b8c9d0'", "a1b2c3d4"),
    ("postgres://app:Vb9sKd2m@db.example/orders", "Vb9sKd2m"),
];

/// Redacting twice is redacting once, adds little, and leaves no secret after any text.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let clean = redact(&text);
    assert_eq!(redact(&clean), clean, "redacting twice is redacting once");
    assert!(clean.len() <= text.len() + text.len() * REDACTED.len(), "it grows");
    assert!(printable_line(&clean, 90).chars().count() <= 90);
    for (line, secret) in SECRETS {
        if !text.contains(secret) {
            let told = format!("{text}\n{line}\n");
            let told = redact(&told);
            assert!(!told.contains(secret), "{secret} is left: {told}");
        }
    }
}
