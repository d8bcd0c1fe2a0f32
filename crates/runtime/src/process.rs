//! Processes by pid and start time, which together name a process for good.

/// A running process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Its parent's pid.
    pub parent: u32,
    /// When it started, in clock ticks since boot.
    pub started: u64,
}

impl Process {
    /// Looks at the process; `None` when it is gone, or where there is no `/proc`.
    #[must_use]
    pub fn of(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The command's name may hold spaces and brackets; the fields count from the last bracket.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let started = fields.nth(17)?.parse().ok()?;
        Some(Self { parent, started })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_the_parent_that_the_system_says() {
        let own = Process::of(std::process::id()).unwrap();
        assert_eq!(own.parent, std::os::unix::process::parent_id());
        let parent = Process::of(own.parent).unwrap();
        assert!(parent.started <= own.started);
    }
}
