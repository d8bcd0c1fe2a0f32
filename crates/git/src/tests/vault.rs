//! Untracked files that look secret: kept outside git, and brought back with their modes.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::test_support::{NOW, Repo, name};
use crate::Repository;

fn vault(repo: &Repo) -> PathBuf {
    repo.top.parent().unwrap().join("state/vault")
}

fn ours(repo: &Repo) -> Repository {
    repo.ours().with_vault(vault(repo))
}

/// A repository with an untracked secret of mode 0600, of which a checkpoint was made.
fn with_secret() -> Repo {
    let repo = Repo::new();
    repo.write("app/.env", "TOKEN=first\n");
    repo.set_mode("app/.env", 0o600);
    repo.write("notes.txt", "private\n");
    repo.set_mode("notes.txt", 0o640);
    let made = ours(&repo).checkpoint(&name(), "before", NOW).unwrap();
    assert!(made.checkpoint().left_out.is_empty());
    repo
}

fn roll_back(repo: &Repo) -> crate::RollbackOutcome {
    let ours = ours(repo);
    ours.rollback(&ours.open_checkpoint(&name()).unwrap(), NOW + 1000).unwrap()
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o7777
}

fn git_has(repo: &Repo, text: &str) -> bool {
    repo.git(&["cat-file", "--batch-all-objects", "--batch"]).contains(text)
}

#[test]
fn k02_a_secret_file_is_in_no_object_and_comes_back_with_its_mode() {
    let repo = with_secret();
    repo.ours().snapshot().unwrap();
    repo.write("app/.env", "TOKEN=second\n");
    repo.set_mode("app/.env", 0o644);
    repo.ours().snapshot().unwrap();
    repo.remove("notes.txt");
    repo.write("a.txt", "two\n");
    let plan = ours(&repo).plan_rollback(&ours(&repo).open_checkpoint(&name()).unwrap()).unwrap();
    assert!(plan.changes.iter().any(|change| change.path == Path::new("app/.env")), "{plan:?}");
    assert_eq!(repo.read("app/.env"), "TOKEN=second\n");
    roll_back(&repo);
    assert_eq!(repo.read("app/.env"), "TOKEN=first\n");
    assert_eq!((mode(&repo.path("app/.env")), mode(&repo.path("notes.txt"))), (0o600, 0o640));
    assert!(git_has(&repo, "private") && !git_has(&repo, "TOKEN="));
    // The work that failed is kept as well.
    let restored =
        ours(&repo).restore_attempt(&name(), 1, &[Path::new("app")], NOW + 2000).unwrap();
    assert_eq!(restored.changes.len(), 1);
    assert_eq!(
        (repo.read("app/.env").as_str(), mode(&repo.path("app/.env"))),
        ("TOKEN=second\n", 0o644)
    );
    assert!(!git_has(&repo, "TOKEN="));
}

#[test]
fn k02_a_deleted_secret_file_returns_also_where_it_was_committed_or_ignored_since() {
    for damage in [
        (|repo: &Repo| repo.remove("app")) as fn(&Repo),
        |repo| repo.commit("with the secret"),
        |repo| {
            repo.write(".gitignore", ".env\n");
            repo.write("app/.env", "TOKEN=ignored\n");
        },
        |repo| {
            repo.remove("app/.env");
            repo.link("/etc/hostname", "app/.env");
        },
    ] {
        let repo = with_secret();
        damage(&repo);
        roll_back(&repo);
        assert_eq!(repo.read("app/.env"), "TOKEN=first\n");
        assert_eq!(mode(&repo.path("app/.env")), 0o600);
        assert_eq!(repo.git(&["status", "--short"]), "?? app/\n?? notes.txt\n");
    }
}

#[test]
fn k02_what_an_ignored_secret_file_became_is_kept_before_it_is_overwritten() {
    let repo = with_secret();
    repo.write(".gitignore", ".env\n");
    repo.write("app/.env", "TOKEN=ignored\n");
    roll_back(&repo);
    ours(&repo).restore_attempt(&name(), 1, &[Path::new("app/.env")], NOW + 2000).unwrap();
    assert_eq!(repo.read("app/.env"), "TOKEN=ignored\n");
}

#[test]
fn k02_the_vault_is_private_and_goes_with_its_states() {
    let repo = with_secret();
    repo.write("app/.env", "TOKEN=second\n");
    roll_back(&repo);
    let states: Vec<PathBuf> =
        std::fs::read_dir(vault(&repo)).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(states.len(), 2);
    for state in states {
        assert_eq!(mode(&state), 0o700);
        for file in std::fs::read_dir(state).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }
    ours(&repo).forget(&name(), Duration::ZERO, NOW + 86_400_000).unwrap();
    assert_eq!(std::fs::read_dir(vault(&repo)).unwrap().count(), 0);
}

#[test]
fn k02_a_new_secret_file_stays_and_a_tracked_one_is_kept_in_git() {
    let repo = Repo::new();
    repo.write("tests/fixture.pem", "fixture\n");
    repo.commit("a fixture");
    ours(&repo).checkpoint(&name(), "before", NOW).unwrap();
    repo.write("tests/fixture.pem", "changed\n");
    repo.write("new.key", "TOKEN=new\n");
    let done = roll_back(&repo);
    assert_eq!(repo.read("tests/fixture.pem"), "fixture\n");
    assert_eq!(repo.read("new.key"), "TOKEN=new\n");
    let kept = format!("{}:tests/fixture.pem", done.attempt.reference());
    assert_eq!(repo.git(&["show", &kept]), "changed\n");
    assert!(!git_has(&repo, "TOKEN="));
}

#[test]
fn k02_data_files_named_as_secrets_and_private_keys_are_in_no_object() {
    let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nTOKENb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE\n-----END OPENSSH PRIVATE KEY-----\n";
    let secret = ["passwords.txt", "app/token.json", ".vault_pass", "prod.auto.tfvars", "mykey"];
    let open = ["src/token.rs", "token_count.json", "design-tokens.json", "bin/get-token"];
    let repo = Repo::new();
    for (path, mode) in secret.into_iter().zip([0o600, 0o640, 0o400, 0o644, 0o600]) {
        repo.write(path, if path == "mykey" { key } else { "TOKEN=first\n" });
        repo.set_mode(path, mode);
    }
    for path in open {
        repo.write(path, "what git keeps\n");
    }
    repo.set_mode("bin/get-token", 0o755);
    let made = ours(&repo).checkpoint(&name(), "before", NOW).unwrap();
    let held = repo.git(&["ls-tree", "-r", "--name-only", &made.checkpoint().reference()]);
    for path in open {
        assert!(held.lines().any(|line| line == path), "{path} in {held}");
        repo.remove(path);
    }
    secret.into_iter().for_each(|path| repo.remove(path));
    let plan = ours(&repo).plan_rollback(&ours(&repo).open_checkpoint(&name()).unwrap()).unwrap();
    for path in secret.into_iter().chain(open) {
        assert!(
            plan.changes.iter().any(|change| change.path == Path::new(path)),
            "{path}: {plan:?}"
        );
    }
    roll_back(&repo);
    assert!(repo.read("mykey") == key && !git_has(&repo, "TOKEN"));
    for (path, expected) in secret.into_iter().zip([0o600, 0o640, 0o400, 0o644, 0o600]) {
        assert_eq!(mode(&repo.path(path)), expected, "{path}");
    }
    assert!(open.into_iter().all(|path| repo.read(path) == "what git keeps\n"));
}
