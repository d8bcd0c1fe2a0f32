//! What is found of files of which a part is kept.

use super::*;

const LOST: LostProtection = |accepted, present| {
    let has = |content: Option<&[u8]>| content.is_some_and(|content| content.starts_with(b"hook"));
    if has(accepted) && !has(present) { vec!["lost it".to_owned()] } else { Vec::new() }
};
const NO_PART: FilePart = FilePart { kept: |_| Vec::new(), restored: |_, _| b"new".to_vec() };

/// A client with a file of hooks and one of which a part is kept.
fn client(folder: &Path, hooks: &str, part: FilePart) -> GuardedClient {
    let file = |name: &str, part: Option<FilePart>| GuardedSettings {
        path: folder.join(name),
        holds_hooks: part.is_none(),
        is_own: false,
        lost_protection: LOST,
        part,
    };
    // First the one that agents write.
    let files = vec![file("part", Some(part)), file(hooks, None)];
    GuardedClient { is_running: false, files }
}

/// What is found of the file of which a part is kept.
fn found(store: &Store, clients: &[GuardedClient], folder: &Path) -> Vec<Vec<String>> {
    let guarded = GuardedFiles { clients: clients.to_vec(), ..GuardedFiles::default() };
    let changed = changed_files(store, &guarded, None, &[]).unwrap();
    let of_part = changed.into_iter().filter(|file| file.path == folder.join("part"));
    of_part.map(|file| file.lost).collect()
}

#[test]
fn g02_no_part_is_read_for_a_client_without_hooks() {
    let (folder, mut runtime) = (tempfile::tempdir().unwrap(), Runtime::in_memory().unwrap());
    let folder = folder.path();
    fs::write(folder.join("part"), "x").unwrap();
    let part = FilePart { kept: |_| panic!("it is read"), ..NO_PART };
    assert_eq!(found(runtime.store(), &[client(folder, "none", part)], folder).len(), 0);
    fs::write(folder.join("hooks"), "hook").unwrap();
    assert_eq!(found(runtime.store(), &[client(folder, "hooks", NO_PART)], folder).len(), 1);
    // Of several clients with the same file each event tells once.
    fs::write(folder.join("others"), "hook").unwrap();
    let two = ["hooks", "others"].map(|hooks| client(folder, hooks, NO_PART));
    assert_eq!(found(runtime.store(), &two, folder).len(), 1);
    runtime.accept_parts([(folder.join("part"), Some(NO_PART))], Timestamp(1)).unwrap();
    assert_eq!(found(runtime.store(), &two, folder).len(), 0);
}

#[test]
fn g01_what_stands_behind_the_read_part_of_a_file_is_a_loss_and_stays() {
    let (folder, mut runtime) = (tempfile::tempdir().unwrap(), Runtime::in_memory().unwrap());
    let folder = folder.path();
    let (path, clients) = (folder.join("part"), [client(folder, "hooks", NO_PART)]);
    fs::write(folder.join("hooks"), "hook").unwrap();
    fs::write(&path, "x").unwrap();
    let part = || [(path.clone(), Some(NO_PART))];
    runtime.accept_parts(part(), Timestamp(1)).unwrap();
    let long = "#".repeat(usize::try_from(MAX_BYTES).unwrap()) + "\nSWITCH=1\n";
    fs::write(&path, &long).unwrap();
    assert_eq!(found(runtime.store(), &clients, folder), [["is longer than settings are read"]]);
    let accepted = AcceptedFile { content: Some(Vec::new()), mode: None };
    assert!(put_back_part(&path, NO_PART, &accepted).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), long);
    // A person may have such a file.
    runtime.accept_parts(part(), Timestamp(2)).unwrap();
    assert_eq!(found(runtime.store(), &clients, folder).len(), 0);
}
