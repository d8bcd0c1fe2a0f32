//! Row A8: a checkpoint is the whole state, made once.

use super::test_support::{NOW, Repo, name};
use crate::operation::GitOperation;
use crate::{CheckpointName, CheckpointOutcome};

#[test]
fn a08_a_second_start_keeps_the_existing_checkpoint() {
    let repo = Repo::new();
    let first = repo.checkpoint();
    repo.write("a.txt", "later\n");
    repo.commit("later");
    let second = repo.ours().checkpoint(&name(), "again", NOW + 5000).unwrap();
    assert!(matches!(&second, CheckpointOutcome::Existing(_)));
    assert_eq!(second.checkpoint(), &first);
    let subject = repo.git(&["log", "-1", "--format=%s", &first.reference()]);
    assert_eq!(subject, "before the task\n");
}

#[test]
fn a08_it_says_where_head_was() {
    let repo = Repo::new();
    let record = repo.checkpoint().record;
    assert_eq!(record.head.branch, Some("refs/heads/main".into()));
    assert_eq!(record.saved_at_ms, NOW);
    assert_eq!(record.operation_state, None);
    assert_eq!(record.head.commit.unwrap().as_str(), repo.git(&["rev-parse", "HEAD"]).trim());

    let repo = Repo::empty();
    let record = repo.checkpoint().record;
    assert_eq!((record.head.branch, record.head.commit), (Some("refs/heads/main".into()), None));

    let repo = Repo::new();
    repo.git(&["checkout", "-q", "--detach"]);
    repo.git(&["bisect", "start"]);
    let record = repo.checkpoint().record;
    assert_eq!(record.head.branch, None);
    assert_eq!(record.operation_state.unwrap().operation, GitOperation::Bisect);
}

#[test]
fn a08_names_that_would_be_each_others_folder_live_together() {
    let repo = Repo::new();
    let ours = repo.ours();
    let ids = ["S-1", "S-1/a", "s-1", "S-1/a/b.lock", "\u{1f980}", "..", "a b"];
    for id in ids {
        let name = CheckpointName::new(id).unwrap();
        assert!(
            matches!(ours.checkpoint(&name, "", NOW).unwrap(), CheckpointOutcome::Created(_)),
            "{id}"
        );
        ours.keep_attempt(&name, "", NOW).unwrap();
    }
    let mut found: Vec<String> =
        ours.checkpoint_names().unwrap().iter().map(|name| name.id().to_owned()).collect();
    found.sort();
    let mut wanted = ids.map(str::to_owned);
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn a08_a_ref_that_is_not_ours_is_not_used() {
    let repo = Repo::new();
    repo.git(&["update-ref", "refs/fusebox/checkpoint/=s-1%2ffirst%20task", "HEAD"]);
    for error in
        [repo.ours().checkpoint(&name(), "x", NOW).unwrap_err(), repo.try_rollback().unwrap_err()]
    {
        assert!(error.to_string().contains("is not a state that Fusebox kept"), "{error}");
    }
}

#[test]
fn a08_a_message_cannot_pass_for_our_trailers() {
    let repo = Repo::new();
    let message = "x\n\nFusebox-State: 1\nFusebox-Branch: /refs/remotes/x\0\u{1b}[31m\n";
    let made = repo.ours().checkpoint(&name(), message, NOW).unwrap();
    let read = repo.ours().open_checkpoint(&name()).unwrap();
    assert_eq!(made.checkpoint(), &read);
    assert_eq!(read.record.head.branch, Some("refs/heads/main".into()));
}

#[test]
fn a08_a_forged_branch_is_refused() {
    let repo = Repo::new();
    let commit = repo.checkpoint().record.commit;
    let text = repo.git(&["cat-file", "commit", commit.as_str()]);
    let forged = text.replace("/refs%2fheads%2fmain", "/refs%2fremotes%2fx");
    assert_ne!(text, forged);
    repo.write(".git/forged", forged);
    let path = repo.path(".git/forged");
    let id = repo.git(&["hash-object", "-t", "commit", "-w", path.to_str().unwrap()]);
    repo.git(&["update-ref", "refs/fusebox/checkpoint/=s-1%2ffirst%20task", id.trim()]);
    let error = repo.try_rollback().unwrap_err().to_string();
    assert!(error.contains("its branch is no branch"), "{error}");
}

#[test]
fn k01_the_tags_of_earlier_versions_become_private_refs() {
    let repo = Repo::new();
    let made = repo.checkpoint();
    let reference = made.reference();
    repo.git(&["update-ref", "refs/tags/fusebox/checkpoint/old", made.record.commit.as_str()]);
    repo.git(&["update-ref", "-d", &reference]);
    repo.git(&["tag", "fusebox/checkpoint/mine"]);
    let old = CheckpointName::new("old").unwrap();
    let found = repo.ours().open_checkpoint(&old).unwrap();
    assert_eq!(found.record.commit, made.record.commit);
    let refs = repo.git(&["for-each-ref", "--format=%(refname)", "refs/tags", "refs/fusebox"]);
    let expected = "refs/fusebox/checkpoint/old\nrefs/tags/fusebox/checkpoint/mine\n";
    assert_eq!(refs, expected, "a tag that holds no state of ours stays");
}
