//! One attempt to change what is protected, made without the confinement and with it.

use crate::prison::Prison;

/// Makes each attempt in homes of its own.
pub(crate) fn check(attempts: &[(&str, &str)]) {
    for (name, script) in attempts {
        let free = Prison::new();
        let ran = free.run(&[], script);
        assert!(!free.changes().is_empty(), "{name} has no effect without it: {}", ran.err);
        let held = Prison::new();
        let ran = held.confined(script);
        assert_eq!(held.changes(), Vec::<std::path::PathBuf>::new(), "{name}: {}", ran.err);
        assert!(!ran.err.contains("error: "), "{name} was not tried: {}", ran.err);
    }
}

/// Makes each attempt with it alone: without a namespace there is nothing to get out of.
pub(crate) fn check_inside(attempts: &[(&str, &str)]) {
    for (name, script) in attempts {
        let held = Prison::new();
        let ran = held.confined(script);
        assert_eq!(held.changes(), Vec::<std::path::PathBuf>::new(), "{name}: {}", ran.err);
        assert!(ran.out.contains("tried"), "{name} was not tried: {}", ran.err);
    }
}
