//! Untracked files that are too large to be kept stay on disk as they are.

use std::path::PathBuf;

use super::test_support::{NOW, Repo, name};

/// One byte more than is kept, with this byte in front; the rest takes no space.
fn large(repo: &Repo, path: &str, first: u8) {
    repo.write(path, [first]);
    let file = std::fs::File::options().write(true).open(repo.path(path)).unwrap();
    file.set_len((100 << 20) + 1).unwrap();
}

fn first(repo: &Repo, path: &str) -> u8 {
    let mut byte = [0];
    let mut file = std::fs::File::open(repo.path(path)).unwrap();
    std::io::Read::read_exact(&mut file, &mut byte).unwrap();
    byte[0]
}

#[test]
fn a07_a_large_untracked_file_is_left_out_and_left_alone() {
    let repo = Repo::new();
    large(&repo, "data/model [1].bin", b'm');
    repo.write("data/small.txt", "small\n");
    let made = repo.ours().checkpoint(&name(), "before", NOW).unwrap();
    let checkpoint = made.checkpoint().clone();
    assert_eq!(checkpoint.left_out, [PathBuf::from("data/model [1].bin")]);
    let held = repo.git(&["ls-tree", "-r", "--name-only", &checkpoint.reference()]);
    assert!(held.contains("data/small.txt") && !held.contains("model"), "{held}");
    large(&repo, "data/model [1].bin", b'n');
    large(&repo, "new.bin", b'x');
    repo.write("a.txt", "two\n");
    repo.try_rollback().unwrap();
    assert_eq!(repo.read("a.txt"), "one\n");
    assert_eq!((first(&repo, "data/model [1].bin"), first(&repo, "new.bin")), (b'n', b'x'));
}

#[test]
fn a07_a_file_at_the_limit_is_kept() {
    let repo = Repo::new();
    large(&repo, "at.bin", b'a');
    let file = std::fs::File::options().write(true).open(repo.path("at.bin")).unwrap();
    file.set_len(100 << 20).unwrap();
    let made = repo.ours().checkpoint(&name(), "before", NOW).unwrap();
    assert!(made.checkpoint().left_out.is_empty());
}

#[test]
fn a07_a_large_file_that_was_committed_since_stays_on_disk() {
    let repo = Repo::new();
    large(&repo, "model.bin", b'm');
    repo.checkpoint();
    repo.commit("with the model");
    repo.try_rollback().unwrap();
    assert_eq!(first(&repo, "model.bin"), b'm');
    assert_eq!(repo.git(&["status", "--short"]), "?? model.bin\n");
}

#[test]
fn a07_a_file_that_grew_too_large_is_kept_before_its_old_content_returns() {
    let repo = Repo::new();
    repo.write("grows.bin", "small\n");
    repo.checkpoint();
    large(&repo, "grows.bin", b'g');
    let done = repo.try_rollback().unwrap();
    assert_eq!(repo.read("grows.bin"), "small\n");
    let kept = format!("{}:grows.bin", done.attempt.reference());
    assert_eq!(repo.git(&["cat-file", "-s", &kept]).trim(), ((100_u64 << 20) + 1).to_string());
}
