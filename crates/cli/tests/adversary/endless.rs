//! Files without end, which take no room on the disk: what a hook reads of them is bounded, so that no client gives up
//! waiting for it, and what is put back is put back at once.

use std::fs;

use fusebox_runtime::clock;

use crate::tampering::Guarded;

/// Settings and policies of any kind, from the home.
const FILES: &[&str] = &[
    ".claude/settings.json",
    "project/.claude/settings.local.json",
    ".fusebox.toml",
    "project/.fusebox.toml",
    ".config/fusebox/config.toml",
    ".gemini/.env",
];

#[test]
fn g01_a_file_without_end_keeps_no_hook_waiting() {
    for file in FILES {
        let mut guarded = Guarded::new();
        assert_eq!(guarded.world.run("install gemini").code, 0);
        let path = guarded.world.path(file);
        let begun = clock::now();
        let line = "p=$(cat n); mkdir -p \"${p%/*}\"; truncate -s 64G \"$p\"";
        fs::write(guarded.world.path("project/n"), path.to_str().unwrap()).unwrap();
        let [before, _] = guarded.call(line);
        assert!(!before.contains("\"deny\""), "{file}: it cannot be read from the call");
        guarded.call("ls");
        assert!(clock::now().since(begun).0 < 20_000, "{file}");
        let is_policy = file.ends_with(".toml");
        let length = fs::metadata(&path).map_or(0, |meta| meta.len());
        assert!(is_policy || file.ends_with(".env") || length < 1 << 20, "{file}: {length}");
        let copies = guarded.world.path(".local/state/fusebox/displaced");
        let copies = fs::read_dir(copies).into_iter().flatten().flatten();
        assert!(
            copies.map(|copy| copy.metadata().unwrap().len()).sum::<u64>() <= 4 << 20,
            "{file}"
        );
    }
}
