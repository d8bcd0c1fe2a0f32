//! Which files look secret by their name.

/// Names of files that hold keys or passwords.
const NAMES: &[&str] = &[
    ".env",
    ".git-credentials",
    ".htpasswd",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    "_netrc",
    "credentials",
    "credentials.json",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "kubeconfig",
];
/// Ends of such names.
const ENDINGS: &[&str] = &[
    ".jks",
    ".kdbx",
    ".key",
    ".keystore",
    ".p12",
    ".pem",
    ".pfx",
    ".ppk",
    ".tfstate",
    ".tfstate.backup",
];
/// Beginnings and ends of such names.
const FORMS: &[(&str, &[&str])] = &[
    ("secrets.", &["yml", "yaml", "json", "toml", "env"]),
    ("service-account", &[".json"]),
    ("service_account", &[".json"]),
];
/// Ends of paths, where the name alone says too little.
const PATHS: &[&str] = &[".docker/config.json", ".kube/config"];
/// Variants of `.env` that show which variables there are.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults"];

/// Whether a file of this path looks secret, in whatever case it is spelled.
pub(crate) fn is_secret(path: &[u8]) -> bool {
    let path = String::from_utf8_lossy(path).to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default();
    let has_form = |(start, ends): &(&str, &[&str])| {
        name.strip_prefix(start).is_some_and(|rest| ends.iter().any(|end| rest.ends_with(end)))
    };
    NAMES.contains(&name)
        || ENDINGS.iter().any(|end| name.ends_with(end))
        || FORMS.iter().any(has_form)
        || PATHS.iter().any(|end| path == *end || path.ends_with(&format!("/{end}")))
        || is_variant_of_env(name)
}

/// Whether it is `.env.production` or `production.env`, and no example of one.
fn is_variant_of_env(name: &str) -> bool {
    let variant = name.strip_prefix(".env.").or_else(|| name.strip_suffix(".env"));
    variant.is_some_and(|variant| !variant.split('.').any(|part| EXAMPLES.contains(&part)))
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn k02_names_of_secret_files_are_known() {
        let secret = [
            ".env",
            "a/.env",
            ".env.local",
            ".ENV",
            "prod.env",
            "tls/server.pem",
            "x.key",
            "id_rsa",
            "home/.aws/credentials",
            ".docker/config.json",
            "secrets.yaml",
            "secrets.env",
            "service-account-7.json",
            "infra/terraform.tfstate",
            ".npmrc",
        ];
        let open = [
            ".env.example",
            ".env.sample",
            ".env.template",
            ".env.local.example",
            "example.env",
            ".envrc",
            "env.rs",
            "id_rsa.pub",
            "config.json",
            "src/key.rs",
            "secrets.rs",
            "credentials.rs",
            "keystore.md",
            "docs/secrets.md",
            "server.crt",
        ];
        for path in secret {
            assert!(is_secret(path.as_bytes()), "{path}");
        }
        for path in open {
            assert!(!is_secret(path.as_bytes()), "{path}");
        }
    }
}
