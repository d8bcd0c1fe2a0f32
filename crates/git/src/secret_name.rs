//! Which untracked files look secret: by their name, or by the private key in a small one.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fusebox_text::names_secret;

/// Names of files that hold keys or passwords.
const NAMES: &[&str] = &[
    ".authinfo",
    ".boto",
    ".env",
    ".envrc",
    ".git-credentials",
    ".google_authenticator",
    ".htpasswd",
    ".my.cnf",
    ".mylogin.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    "_netrc",
    "credentials",
    "cookies.sqlite",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "kubeconfig",
    "local.settings.json",
    "rclone.conf",
    "secring.gpg",
    "seed.txt",
];
/// Ends of such names.
const ENDINGS: &[&str] = &[
    ".credentials",
    ".jks",
    ".jwt",
    ".kdbx",
    ".key",
    ".keystore",
    ".keytab",
    ".ovpn",
    ".p12",
    ".p8",
    ".password",
    ".passwd",
    ".pem",
    ".pfx",
    ".ppk",
    ".secret",
    ".tfstate",
    ".tfstate.backup",
    ".token",
];
/// Beginnings and ends of such names.
const FORMS: &[(&str, &[&str])] = &[
    (".dev.vars", &[""]),
    ("client_secret", &[".json"]),
    ("firebase-adminsdk", &[".json"]),
    ("private", &[".asc", ".gpg"]),
    ("secret", &[".asc", ".gpg"]),
    ("secrets.", &["yml", "yaml", "json", "toml", "env"]),
    ("service-account", &[".json"]),
    ("service_account", &[".json"]),
    ("utc--", &[""]),
];
/// Ends of paths, where the name alone says too little.
const PATHS: &[&str] = &[".docker/config.json", ".kube/config", "age/keys.txt"];
/// Variants of a file that show which settings there are.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults"];
/// Endings of files that hold data; no program speaks of a secret in one.
const DATA: &[&str] = &[
    "cfg",
    "cnf",
    "conf",
    "csv",
    "ini",
    "json",
    "jsonl",
    "properties",
    "toml",
    "tsv",
    "txt",
    "xml",
    "yaml",
    "yml",
];
/// Endings of copies.
const COPIES: &[&str] = &[".bak", ".old", ".orig", ".save", "~"];
/// Names of data files, beside those of keys and variables, that say that they hold secrets.
const DATA_NAMES: &[&str] = &[
    "backup-codes",
    "backup_codes",
    "cookies",
    "keystore",
    "recovery-codes",
    "recovery_codes",
    "secrets",
    "storage_state",
    "storagestate",
    "wallet",
];
/// Folders whose data files are secret.
const SECRET_FOLDERS: &[&str] = &[".auth", ".secrets", ".sops", "secrets"];
/// Folders of texts for people: `auth.json` holds what the page of that name says.
const TEXT_FOLDERS: &[&str] =
    &["i18n", "l10n", "lang", "langs", "locale", "locales", "messages", "translations"];
/// The largest file that is read for a private key, in bytes. The longest such keys take 13 KiB (RSA of 16,384 bits).
const MAX_KEY_FILE_BYTES: u64 = 16 << 10;

/// Whether a regular file looks secret: as its path says, or by a private key that it holds.
pub(crate) fn is_secret(path: &[u8], on_disk: &Path, bytes: u64, mode: u32) -> bool {
    let is_program = mode & 0o111 != 0;
    has_secret_name(path, is_program)
        || bytes <= MAX_KEY_FILE_BYTES
            && read_text(on_disk, bytes).is_some_and(|text| has_key(&text))
}

/// Whether a file of this path looks secret, in whatever case it is spelled.
fn has_secret_name(path: &[u8], is_program: bool) -> bool {
    let spelled = String::from_utf8_lossy(path);
    let spelled = COPIES.iter().find_map(|end| spelled.strip_suffix(end)).unwrap_or(&spelled);
    let path = spelled.to_ascii_lowercase();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let has_form = |(start, ends): &(&str, &[&str])| {
        name.strip_prefix(start).is_some_and(|rest| ends.iter().any(|end| rest.ends_with(end)))
    };
    NAMES.contains(&name)
        || ENDINGS.iter().any(|end| name.ends_with(end))
        || FORMS.iter().any(has_form) && !name.split('.').any(|part| EXAMPLES.contains(&part))
        || PATHS.iter().any(|end| path == *end || path.ends_with(&format!("/{end}")))
        || is_variant_of(name, ".env")
        || is_variant_of(name, ".tfvars")
        || is_tunnel(name)
        || is_secret_data(folders, spelled.rsplit('/').next().unwrap_or_default(), is_program)
}

/// Whether it is `.env.production` or `production.env`, and no example of one.
fn is_variant_of(name: &str, kind: &str) -> bool {
    let behind = || name.strip_prefix(kind)?.strip_prefix('.');
    let variant = behind().or_else(|| name.strip_suffix(kind)).or_else(|| {
        // `prod.tfvars.json`
        name.strip_suffix(".json")?.strip_suffix(kind)
    });
    variant.is_some_and(|variant| !variant.split('.').any(|part| EXAMPLES.contains(&part)))
}

/// Whether it describes a tunnel of WireGuard, with its key: `wg0.conf`.
fn is_tunnel(name: &str) -> bool {
    let number = name.strip_prefix("wg").and_then(|rest| rest.strip_suffix(".conf"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether it is a data file whose name, or folder, says that what it holds is secret, as the name of
/// a variable would say of its value: `api_key.txt`, `.vault_pass`, `.auth/user.json`.
fn is_secret_data(folders: &str, name: &str, is_program: bool) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let ending = ending.to_ascii_lowercase();
    let is_data = DATA.contains(&ending.as_str()) || ending.is_empty() && !is_program;
    let is_in = |known: &[&str]| folders.split('/').any(|folder| known.contains(&folder));
    is_data
        && !is_in(TEXT_FOLDERS)
        && (is_in(SECRET_FOLDERS)
            || names_secret(stem)
            || DATA_NAMES.contains(&stem.to_ascii_lowercase().as_str()))
}

/// The text of a small file; `None` where it is none or cannot be read.
fn read_text(on_disk: &Path, bytes: u64) -> Option<String> {
    // With room for its end, the file is read at once.
    let mut text = Vec::with_capacity(usize::try_from(bytes).ok()? + 1);
    File::open(on_disk).ok()?.take(MAX_KEY_FILE_BYTES).read_to_end(&mut text).ok()?;
    String::from_utf8(text).ok()
}

/// Whether the text holds a private key, and not only the line before one.
fn has_key(text: &str) -> bool {
    /// The fewest signs that stand together in a key. A short one is in one line (Ed25519: 64 signs in PEM).
    const KEY_SIGNS: usize = 32;
    /// So far behind its first line a key begins: lines about its program and its cipher come before it.
    const BODY_BYTES: usize = 512;
    let has_body = |rest: &str| {
        let body = rest.bytes().take(BODY_BYTES).collect::<Vec<u8>>();
        let of_key = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
        body.split(|b| !of_key(b)).any(|word| word.len() >= KEY_SIGNS)
    };
    let is_private = |rest: &str| {
        let (title, body) = rest.split_once("-----")?;
        let is_title = title.ends_with("PRIVATE KEY") || title.ends_with("PRIVATE KEY BLOCK");
        (is_title && has_body(body)).then_some(())
    };
    text.starts_with("PuTTY-User-Key-File-")
        || text.match_indices("AGE-SECRET-KEY-1").any(|(at, _)| has_body(&text[at..]))
        || text.split("-----BEGIN ").skip(1).any(|rest| is_private(rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::{has_key, has_secret_name};

    /// Checks paths of files that no one can execute, parted by white space.
    #[track_caller]
    fn check(expected: bool, paths: &str) {
        for path in paths.split_whitespace() {
            assert_eq!(has_secret_name(path.as_bytes(), false), expected, "{path}");
        }
    }

    #[test]
    fn k02_names_of_secret_files_are_known() {
        check(
            true,
            ".env a/.env .env.local .ENV prod.env tls/server.pem x.key id_rsa home/.aws/credentials
             .docker/config.json secrets.yaml secrets.env service-account-7.json
             infra/terraform.tfstate .npmrc .envrc .dev.vars .dev.vars.production .my.cnf .s3cfg .boto
             rclone.conf wg0.conf client.ovpn AuthKey_ABC123.p8 local.settings.json secring.gpg
             keystore/UTC--2024-01-01T00-00-00.000Z--abc .config/sops/age/keys.txt",
        );
        check(
            false,
            ".env.example .env.sample .env.template .env.local.example example.env env.rs id_rsa.pub
             config.json src/key.rs secrets.rs credentials.rs keystore.md docs/secrets.md server.crt
             secrets.example.yaml nginx.conf .eslintrc",
        );
    }

    #[test]
    fn k02_a_data_file_is_named_as_a_secret_variable_is() {
        check(
            true,
            "passwords.txt password.txt passwords.csv creds.txt token.txt .token token.json api_key.txt
             apikey.txt private_key.txt secret.json client_secret.json
             client_secret_12.apps.googleusercontent.com.json auth.json oauth.json .vault_pass
             vault-password terraform.tfvars prod.auto.tfvars prod.tfvars.json wallet.json seed.txt
             mnemonic.txt recovery-codes.txt backup-codes.txt cookies.txt cookies.json
             storage_state.json playwright/.auth/user.json private.asc deploy_key ssh_host_rsa_key
             .sops/age.txt .cargo/credentials.toml gcp-key.json gcpKey.json firebase-adminsdk-abc.json
             auth.token secrets/db.txt db_password.yml token.json.bak session.txt key.properties",
        );
        check(
            false,
            "token.rs password_reset.py secrets_test.go auth.ts token_count.json tokens.css
             design-tokens.json package-lock.json package.json tsconfig.json locales/en/auth.json
             src/i18n/de/password.yml terraform.tfvars.example example.tfvars max_tokens.txt
             monkey.json compass.txt author.json public_key.txt primary-key.csv pubkey.txt
             password.md docs/token.html tokenizer.json vocab.txt seed.sql seed.json keyboard.toml
             secrets/mod.rs Cargo.toml Makefile LICENSE AUTHORS notes.txt bypass.conf",
        );
        assert!(has_secret_name(b"bin/vault-password", false));
        assert!(!has_secret_name(b"bin/vault-password", true), "a program that asks for one");
    }

    #[test]
    fn k02_a_private_key_is_one_in_any_file() {
        let body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ";
        for key in [
            format!(
                "-----BEGIN OPENSSH PRIVATE KEY-----\n{body}\n-----END OPENSSH PRIVATE KEY-----\n"
            ),
            format!(
                "# mine\r\n-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-256-CBC,0011\r\n\r\n{body}"
            ),
            format!("{{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\n{body}\\n\"}}"),
            format!("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\n{body}"),
            format!("PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{body}"),
            format!("# created: 2026\nAGE-SECRET-KEY-1{}", body.to_uppercase()),
        ] {
            assert!(has_key(&key), "{key}");
        }
        for other in [
            format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"),
            format!("-----BEGIN PUBLIC KEY-----\n{body}\n"),
            "if line == \"-----BEGIN PRIVATE KEY-----\" { return parse_the_key_of(line); }"
                .to_owned(),
            "A key begins with -----BEGIN RSA PRIVATE KEY----- and ends with -----END".to_owned(),
            "Keys of age begin with `AGE-SECRET-KEY-1`.".to_owned(),
            "-----BEGIN ".to_owned(),
            String::new(),
        ] {
            assert!(!has_key(&other), "{other}");
        }
    }
}
