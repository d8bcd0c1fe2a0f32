//! Tests of replacing a settings file.

use super::*;

const NOON: Timestamp = Timestamp(1_795_309_608_000);

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_is_made_for_its_owner_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("new/settings.json");
    let file = SettingsFile::read(&path).unwrap();
    assert_eq!(file.text(), None);
    assert_eq!(file.replace("{}", NOON).unwrap(), None);
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    assert_eq!(names(path.parent().unwrap()), ["settings.json"]);
}

#[test]
fn what_was_there_is_kept_beside_it_with_its_mode() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    for (text, copy) in [
        ("new", "settings.json.fusebox-backup-20261122T010648Z"),
        ("newer", "settings.json.fusebox-backup-20261122T010648Z-1"),
    ] {
        let file = SettingsFile::read(&path).unwrap();
        let backup = file.replace(text, NOON).unwrap().unwrap();
        assert_eq!(backup, dir.path().join(copy));
        assert_eq!(Some(fs::read_to_string(&backup).unwrap().as_str()), file.text());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        assert_eq!(file.oldest_backup().as_deref(), Some("old"));
    }
    assert_eq!(names(dir.path()).len(), 3);
}

#[test]
fn a_link_stays_a_link() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("dotfiles")).unwrap();
    let path = dir.path().join("settings.json");
    for exists in [false, true] {
        let target = dir.path().join(format!("dotfiles/{exists}.json"));
        if exists {
            fs::write(&target, "old").unwrap();
        }
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(format!("dotfiles/{exists}.json"), &path).unwrap();
        SettingsFile::read(&path).unwrap().replace("new", NOON).unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    }
}

#[test]
fn a_file_that_should_not_be_written_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    fs::write(&path, "old").unwrap();
    let file = SettingsFile::read(&path).unwrap();
    fs::write(&path, "another program's").unwrap();
    assert!(file.replace("new", NOON).is_err());
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let file = SettingsFile::read(&path).unwrap();
    assert!(file.replace("new", NOON).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "another program's");
    fs::write(dir.path().join("latin"), [0xe4]).unwrap();
    assert!(SettingsFile::read(&dir.path().join("latin")).is_err());
    std::os::unix::fs::symlink("circle", dir.path().join("circle")).unwrap();
    assert!(SettingsFile::read(&dir.path().join("circle")).is_err());
}
