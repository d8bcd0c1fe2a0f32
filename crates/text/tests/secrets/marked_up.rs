//! Keys and values with marks of emphasis, code, elements and colours around them, values behind arrows, and values
//! below what announces them. `@` stands for the secret, `¶` for a line end.

use fusebox_text::redact;

use crate::lines;

/// Words that read as passwords wherever something announces them.
const WORDS: [&str; 5] =
    ["Kx7mQ2vLp9Tz", "r8T-kW3q!zB5", "bQ4.xN7w.Zt2k", "S22fPODsr0Xy55", "Marigold_7415!"];

/// One text a line.
const TEXTS: &str = r##"
**Password:** @
- **Password**: @
**Password**: `@`
*Password:* @
__Password:__ @
__Password__: @
`password`: @
- `DB_PASSWORD`: `@`
***Root password:*** @
> **Passwort:** @
<b>Password:</b> @
<strong>Password</strong>: <code>@</code>
<dt>Password</dt><dd>@</dd>
<dt><b>Password</b></dt>¶  <dd>@</dd>
<td>Password</td><td>@</td>
<tr><th scope="row">Admin password</th>¶<td class="mono">@</td></tr>
<p>Your temporary password: <b>@</b></p>
<li>Password: <span class="v">@</span></li>
<p>Password:</p>¶<p>@</p>
\textbf{Password}: @
\textit{Root password}: @
ESC[1mPassword:ESC[0m @
ESC[1;32mPasswordESC[0m: ESC[33m@ESC[0m
\u001b[1mPassword\u001b[0m: @
Password -> @
- Password -> `@`
Password → @
Password → `@`
Password — @
Admin password – @
密码：@
パスワード：@
Password:¶@
Password:¶¶```¶@¶```
## Password¶¶@
## Admin password¶@
Generated admin password:¶¶    @
Here is the password:¶¶    @
**Password:**¶@
The password is below.¶¶@
Use the password below.¶¶    @
Password......: @
Password ⇒ @
Password - @
**Password (root):** @
==== Password ====¶@
Admin password¶--------------¶@
PASSWORD¶@
"##;

/// The same with nothing to hide, one text a line.
const INNOCENTS: &str = r##"
**Password:** at least twelve characters
**Password**: `required`
**Token:** see docs/auth.md
**Key:** totals_v2
- **Secret**: mounted from db-credentials
*Password:* optional
`password`: the hash of the user's password
`token`: string
<b>Password:</b> required
<strong>Password</strong>: <code>string</code>
<dt>Password</dt><dd>At least 12 signs</dd>
<dt>Password</dt><dd>required</dd>
<td>Password</td><td>Required</td>
<td>Password</td><td>Min8Chars</td>
<td>password_changed</td><td>2024-11-03T10:22:31Z</td>
<td>Token</td><td>RefreshTokenV2</td>
<td>Commit</td><td>Kx7mQ2vLp9Tz</td>
<label>Password</label><input type="password">
password: <code>
password=<password> user=me
\textbf{Password}: eight characters
ESC[1mPassword:ESC[0m required
fn password() -> Sha256Hash
Token -> parser.rs line 42
Password -> HashedPasswordV2
password -> changed in version 2.4.1
Key — id 7
Password — see docs/setup.md
the password — Sha256Hash in the code — is kept
密码：必填
Password:¶The field is empty.
Password:¶required
Password:¶UserPasswordFieldV2
Password:¶settings_v2_production_2026.py
Password:¶2026-11-28T10:22:31Z
## Password¶¶Rules for users.
## Password¶¶PasswordPolicyV2
The password tests are below.¶¶test_password_v2_reset
.. _`RFC6749#Token`: https://tools.ietf.org/html/rfc6749#section-3.2
- `EXPORTER_SECRET`: `secret` is the post-handshake export
the rules for a password¶PasswordPolicyV2
PASSWORD¶required
Your password was changed by:¶jane.doe.2026@example.org
-Body "{`"username`":`"admin`",`"password`":`"$pw`"}"
"##;

/// The texts of a list, with codes of colours in them.
fn coloured(texts: &str) -> Vec<String> {
    lines(texts).map(|line| line.replace("ESC", "\x1b")).collect()
}

#[test]
fn k03_key_and_value_are_read_as_a_reader_sees_them() {
    let mut leaking = Vec::new();
    for text in coloured(TEXTS) {
        for word in WORDS {
            for text in
                [text.replace('@', word), format!("Hello.\n\n{}\n", text.replace('@', word))]
            {
                if redact(&text).contains(word) {
                    leaking.push(text);
                }
            }
        }
    }
    assert!(leaking.is_empty(), "{leaking:#?}");
    for text in coloured(INNOCENTS) {
        assert_eq!(redact(&text), text);
    }
}
