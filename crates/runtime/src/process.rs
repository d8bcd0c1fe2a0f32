//! Processes by pid and start time, which together name a process for good.

/// How far up ancestors are followed.
const MAX_ABOVE: usize = 64;

/// A running process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessInfo {
    /// Its parent's pid.
    pub parent: u32,
    /// When it started, in clock ticks since boot.
    pub started: u64,
    /// It has ended and waits for its parent to notice.
    pub ended: bool,
}

impl ProcessInfo {
    /// Looks at the process; `None` when it is gone, or where there is no `/proc`.
    #[must_use]
    pub fn of(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The command's name may hold spaces and brackets; the fields count from the last bracket.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        let ended = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        let started = fields.nth(17)?.parse().ok()?;
        Some(Self { parent, started, ended })
    }
}

/// Every process that can be seen; none where there is no `/proc`.
#[must_use]
pub fn all() -> Vec<(u32, ProcessInfo)> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(|pid| Some((pid, ProcessInfo::of(pid)?))).collect()
}

/// Whether the process with this pid is still the one that started then: pids are given again.
#[must_use]
pub fn is_running(pid: u32, started: u64) -> bool {
    ProcessInfo::of(pid).is_some_and(|now| now.started == started)
}

/// The words of a process's command line.
#[must_use]
pub fn words(pid: u32) -> Vec<String> {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words = line.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// The process of this pid and those above it, the nearest first. The first process of a system is one of
/// them: in a container, it may be a client.
pub fn upwards(pid: u32) -> impl Iterator<Item = (u32, ProcessInfo)> {
    let with = |pid: u32| Some((pid, ProcessInfo::of(pid)?));
    let above = move |(_, process): &(u32, ProcessInfo)| with(process.parent);
    std::iter::successors(with(pid), above).take(MAX_ABOVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_the_parent_that_the_system_says() {
        let own = ProcessInfo::of(std::process::id()).unwrap();
        assert_eq!(own.parent, std::os::unix::process::parent_id());
        let parent = ProcessInfo::of(own.parent).unwrap();
        assert!(parent.started <= own.started);
        let line: Vec<u32> = upwards(std::process::id()).map(|(pid, _)| pid).take(2).collect();
        assert_eq!(line, [std::process::id(), own.parent]);
        let first = upwards(std::process::id()).last().unwrap();
        assert_eq!(first.1.parent, 0);
    }
}
