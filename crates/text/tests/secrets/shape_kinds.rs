//! Secrets of other shapes, in fences and lists, quoted in reports, and hashes of further formats, written down before
//! the rules were mended.

use fusebox_text::redact;

use crate::random::seed;
use crate::setup_kinds;
use crate::unseen_kinds::leaking_patterns;

/// Whole lines, one a kind.
const LINES: &str = r##"
https://x.org/a?key=2026-11-28{a24}
key=2026-11-28-{a32}
token_key=2026-11-28_{a24}
session=2025-01-02{l30}
KEY=2024-02-29{a20}
signature=2026-11-28.{a32}
Cookie: session={w8}
Cookie: sid={w7}; theme=dark
Set-Cookie: session={w8}; Path=/; HttpOnly
curl -b 'session={w8}' https://x.org
Cookie: auth={w8}; lang=en
password: {p4}{d3}...
PASSWORD={a6}{d2}...
token = "{a7}{d1}..."
admin_password: {d2}{a6}...
sshpass -p password{d4} ssh h
pbkdf2:sha256:600000${a16}${h64}
scrypt:32768:8:1${a16}${h128}
pbkdf2:sha1:1000${a8}${h40}
password_hash='pbkdf2:sha512:210000${a16}${h128}'
('me', 'scrypt:32768:8:1${a16}${h128}')
$P$B{a30}
$H$9{a30}
user_pass: $P$B{a30}
INSERT INTO wp_users VALUES (1,'admin','$P$B{a30}','admin')
$wp$2y$10${a53}
('me','$wp$2y$12${a53}')
$S$D{a52}
$A$005${a20}{a43}
IDENTIFIED WITH caching_sha2_password AS '$A$005${a20}{a43}'
SCRAM-SHA-512$4096:{b22}==${b86}==:{b86}==
scram-sha-256$4096:{b22}==${b43}=:{b43}=
{SSHA384}{b64}
{SSHA512}{b96}
userPassword: {SSHA512}{b96}
userPassword: {SHA512}{b86}==
{SHA256}{b43}=
{ssha}{a32}
{ssha512}{b96}
{crypt}$6${a16}${a86}
{CRYPT}$2y$10${a53}
{PBKDF2-SHA256}10000${a22}${a43}
{pbkdf2}10000${a22}${a27}
{SMD5}{a32}
{BCRYPT}$2b$12${a53}
sha1${a12}${h40}
md5${a12}${h32}
bcrypt$$2b$12${a53}
pbkdf2_sha512$210000${a22}${b86}==
$pbkdf2$131000${a22}${a27}
$sha1$480000${a8}${a28}
$bcrypt-sha256$v=2,t=2b,r=12${a22}${a31}
*{x40}
SET PASSWORD FOR 'me'@'h' = '*{x40}'
me:{SSHA}{a32}
The new token:¶```¶{a32}¶```
Your API key is:¶```text¶{a40}¶```
Token:¶¶    {a32}
Your token:¶- {a32}
API keys:¶- {a32}¶- {a32}
Access tokens:¶1. {a40}¶2. {a40}
The password:¶> {a20}
Here is the API token:¶`{a36}`
Here is your API key:¶"{a36}"
Secret key:¶* {a40}
The root password:¶```¶{a20}¶```
Deploy token:¶~~~¶{a32}¶~~~
Client secret:¶  {h40}
The generated secrets:¶- {a24}¶- {a24}¶- {a24}
Your personal access token (copy it now):¶{a40}
Use this token to log in:¶{a40}
**Token:**¶{a32}
**API key:**¶```¶{a40}¶```
The access token for the staging server:¶{h32}
{"text":"Your API key is:\n{a40}"}
{"text":"The new token:\n```\n{a32}\n```"}
Recovery codes:¶1. {l5}-{l5}¶2. {l5}-{l5}¶3. {l5}-{l5}
Recovery codes:¶- {h4}-{h4}¶- {h4}-{h4}
Backup codes:¶```¶{d8}¶{d8}¶{d8}¶```
Your recovery codes are:¶{l8}¶{l8}¶{l8}
Save these backup codes:¶{d4} {d4}¶{d4} {d4}
Here are your recovery codes (keep them safe):¶{l5}-{l5}¶{l5}-{l5}
Two-factor recovery codes:¶  {h5}-{h5}   {h5}-{h5}¶  {h5}-{h5}   {h5}-{h5}
Backup codes: {h10}, {h10}, {h10}
Backup verification codes:¶1) {d4} {d4}¶2) {d4} {d4}
Scratch codes:¶• {d8}¶• {d8}
"recovery_codes": ["{l5}-{l5}", "{l5}-{l5}", "{l5}-{l5}"]
recovery_codes:¶  - {l5}-{l5}¶  - {l5}-{l5}
backup_codes = ["{d8}", "{d8}", "{d8}"]
{"backupCodes":["{d8}","{d8}"]}
Recovery code: {h4}-{h4}-{d4}
{"text":"Fernet(\"{a43}=\")"}
{"text":"keepassxc-cli show a.kdbx x <<< '{p6}{d4}'"}
fusebox report blocked 'pass insert -e x <<< {p6}{d4}'
fusebox report blocked "pass insert -e x <<< {p6}{d4}"
fusebox report blocked 'Backup codes: {d8} {d8} {d8} {d8}'
fusebox report blocked 'shared_secret: {p6}{d4}'
fusebox report blocked "echo {p6}{d4} | docker login --password-stdin failed"
{"content":"db.auth(\"me\", \"{p6}{d4}\")"}
{"content":"new Sequelize(\"shop\", \"me\", \"{p6}{d4}\")"}
{"content":"smtp.login(\"me@x.org\", \"{p6}{d4}\")"}
{"content":"page.fill(\"#password\", \"{p6}{d4}\")"}
{"content":"setPassword(\"{p6}{d4}\")"}
{"content":"password = \"{p6}{d4}\""}
{"content":"const token = \"{a24}\";\n"}
{"content":"export DB_PASSWORD=\"{p6}{d4}\"\n"}
{"content":"{\"password\": \"{p6}{d4}\"}"}
{"output":"{\"token\":\"{a32}\",\"ok\":true}"}
{"a":"{\"b\":\"{\\\"password\\\":\\\"{p6}{d4}\\\"}\"}"}
{"stderr":"mysql: [Warning] mysql -uroot -p{p6}{d4}\n"}
{"text":"Enter PEM pass phrase: {p6}{d4}\n"}
{"text":"[sudo] password for me: {p6}{d4}\nok"}
{"text":"Generated password: {p6}{d4}\nDone"}
{"text":"New password: {p6}{d4}\nRetype new password: {p6}{d4}\n"}
password: {w4} {w4} {w4} {w4}
app password: {w4} {w4} {w4} {w4}
GMAIL_APP_PASSWORD="{w4} {w4} {w4} {w4}"
openssl passwd {p6}{d4}
openssl passwd -1 {w9}
$ openssl passwd -6 {w9}
ssh web1 openssl passwd -6 {w9}
docker exec db openssl passwd -6 {w9}
sudo -u postgres openssl passwd {w9}
for i in a; do openssl passwd {w9}; done
snmp-server community {w9} RO
the snmp-server community {p6}{d4} is used
radius-server key {w10}
user me on +@all >{p6}{d4}
user me reset on ~* >{p6}{d4}
ACL SETUSER me on >{w10}
BUNDLE_GEMS__EXAMPLE__ORG: "me:{w12}"
hcloud context create x <<< {a64}
echo {a64} | hcloud context create x
me@host's password: {a8}
me@host's password: {a11}
Enter PEM pass phrase: {a8}
Enter PEM pass phrase: {a11}
Enter PEM pass phrase: {s6}{d2}!
Enter pass phrase for server.key: {s4}_{s4}.{d3}
Enter passphrase for key '/home/me/.ssh/id_ed25519': {s5}-{s4}-{s6}-{d1}
Enter Export Password: {a8}
Login Password [anonymous]: {a8}
Login Password [anonymous]: {s6}{d2}!
Enter password for new role: {s6}{d2}!
Password for me: {s6}{d2}!
Password for user postgres: {s5}-{s4}-{s6}-{d1}
[sudo] password for me: {s5}-{s4}-{s6}-{d1}
[sudo] password for me: {s6}{d2}!
New password: {a8}
New password: {a14}¶Retype new password: {a14}
Your new password is: {a8}
Your new password is: {a14}
Generated password: {a11}
Use `{a11}` as the password.
Use `{s6}{d2}!` as the password.
Use `{s5}-{s4}-{s6}-{d1}` as the password.
The database password was changed to `{s5}-{s4}-{s6}-{d1}`.
The root password (`{s6}{d2}!`) no longer works.
The password for the staging server is `{s6}{d2}!`.
Sign in as admin with password {s6}{d2}!.
Access denied, using password {s6}{d2}!
the deploy needs the password {s6}{d2}!, which the server refuses
login as me / {s6}{d2}! fails
credentials: admin / {a8}
credentials: admin / {s5}-{s4}-{s6}-{d1}
secret = {s6}{d2}! # freeradius
secret = {a8}+{d2}{a5}~
shared_secret: {p4}-{d2}{s3}!
AUTH default {a12}
ppp chap password {p6}{d4}
etcdctl user add me:{d10}
stats auth me:{d10}
user = "me:{d10}"
postgres://me:{p3}{d2}#{s4}@h/shop
redis://:{p3}{d2}#{s4}@h:6379
smtp://me%40x.org:{p3}{d2}#{s4}@smtp.x.org:587
"##;

/// What is left: a word that nothing tells from an ordinary one, or a place that no rule knows.
const LEFT: [&str; 0] = [];

#[test]
fn k03_kinds_of_other_shapes() {
    let (kinds, leaking) = leaking_patterns("", LINES, seed());
    assert!(kinds >= 150, "{kinds}");
    assert_eq!(leaking, LEFT, "{} of {kinds} kinds", leaking.len());
}

/// Shapes of passwords, and how many more lines of `setup_kinds` than there leak with them. Those leave a word that
/// reads as one of a language, or that digits alone make, in an ordinary sentence.
const SHAPES: [(&str, usize); 10] = [
    ("{a12}", 2),
    ("{a16}", 1),
    ("{l10}", 6),
    ("{u9}{d1}", 2),
    ("{d10}", 10),
    ("{p4}-{d2}{s3}!", 0),
    ("{s6}{d2}!", 0),
    ("{s4}_{s4}.{d3}", 3),
    ("{a8}+{a5}~", 2),
    ("{s5}-{s4}-{s6}-{d1}", 6),
];

#[test]
fn k03_passwords_of_any_shape_are_redacted() {
    let known = leaking_patterns("", setup_kinds::LINES, seed()).1.len();
    for (shape, left) in SHAPES {
        let lines = setup_kinds::LINES.replace("{p6}{d4}", shape).replace("{p6}-{d4}", shape);
        let (_, leaking) = leaking_patterns("", &lines, seed());
        assert!(leaking.len() <= known + left, "{shape}, {}: {leaking:#?}", leaking.len());
    }
}

#[test]
fn k03_the_word_for_a_password_is_one_behind_its_option() {
    for line in [
        "mysql -uroot -ppassword shop",
        "docker login -u me -p password",
        "sshpass -p password ssh h",
    ] {
        assert!(redact(line).contains("[redacted]"), "{line}");
    }
}

/// Where the alphabet of a hash has signs, they stand anywhere in it.
#[test]
fn k03_hashes_of_directories_and_boot_loaders_are_redacted_wherever_a_sign_stands() {
    let salted = "kDcH9qL2vX7mZp4RsT8wYb3NfG6jQa1EuVo5";
    for at in 0..salted.len() {
        for sign in ["/", "+", "+/", "//"] {
            let hash = format!("{}{sign}{}", &salted[..at], &salted[at..]);
            for line in [
                format!("{{SSHA}}{hash}"),
                format!("hash {{SSHA512}}{hash}== is in use"),
                format!("user me: {{ssha}}{hash}\n"),
                format!("{{\"a\":\"{{SMD5}}{hash}\"}}"),
            ] {
                let clean = redact(&line);
                let rest = hash.split(['/', '+']).max_by_key(|part| part.len()).unwrap();
                assert!(clean.contains("[redacted]") && !clean.contains(rest), "{line}: {clean}");
            }
        }
    }
    let digits = "9F3A0C71".repeat(16);
    for line in [
        format!("grub.pbkdf2.sha512.10000.{digits}.{digits}"),
        format!("password_pbkdf2 root grub.pbkdf2.sha512.10000.{digits}.{digits}\n"),
        format!("PBKDF2 hash of your password is grub.pbkdf2.sha512.250000.{digits}.{digits}"),
    ] {
        assert!(!redact(&line).contains("9F3A0C71"), "{line}");
    }
}

/// A title of Markdown has no colon.
#[test]
fn k03_what_stands_below_a_title_is_redacted() {
    let key = "q8Zx3LmT0vRw7Kd2BnYc5Hs1";
    for title in [
        "# API key",
        "## API key",
        "### Secret key ###",
        "## Access token (staging)",
        "#### The deploy token",
    ] {
        for form in [
            "\n{key}\n",
            "\n\n{key}\n",
            "\n\n```\n{key}\n```\n",
            "\n```text\n{key}\n```",
            "\n\n- {key}\n- {key}\n",
            "\n\n`{key}`\n",
        ] {
            let text = format!("{title}{}", form.replace("{key}", key));
            for text in [text.clone(), format!("Hello\n\n{text}")] {
                assert!(!redact(&text).contains(key), "{text}");
            }
        }
    }
    for text in [
        format!("## Commit\n\n{key}\n"),
        format!("## Commits that touch the token\n\n{key}\n"),
        format!("x # API key\n{key}\n"),
        format!("#API key\n{key}\n"),
        "## API key\n\nsrc/api/key_of_the_service.rs\n".to_owned(),
        "## API key\n\nconfiguration-of-keys\n".to_owned(),
        "## Tokens\n\nhttps://example.org/settings/tokens\n".to_owned(),
    ] {
        assert_eq!(redact(&text), text);
    }
}

#[test]
fn k03_what_is_given_to_su_is_redacted() {
    for line in [
        "echo hunter2x | su - me",
        "echo 'c0rrect-horse7' | su -c id",
        "printf 'x7Kd92pq\\n' | su me",
        "echo swordfish | su - root",
        "echo 'correcthorse' | su root -c whoami",
    ] {
        assert!(redact(line).contains("[redacted]"), "{line}");
    }
}
