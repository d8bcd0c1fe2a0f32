//! One round: how long it took, and whether the machine let it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use crate::path::Path;
use crate::subject::{Circuit, Worker};

/// The least share of its time that a thread alone must have had a processor for.
const LEAST_CPU: f64 = 0.97;
/// The least share of their time that two threads must have run together.
const LEAST_TOGETHER: f64 = 0.85;

/// One round of calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) wall_ns: f64,
    /// The machine did not disturb it.
    pub(crate) counts: bool,
}

/// By this thread alone.
pub(crate) fn alone(work: impl FnOnce()) -> Round {
    let cpu = cpu_ns();
    let begun = now();
    work();
    let wall_ns = begun.elapsed().as_nanos() as f64;
    let cpu = cpu_ns() - cpu;
    Round { wall_ns, counts: cpu >= wall_ns * LEAST_CPU }
}

/// By this thread and another, on one circuit. A thread that waits for a lock gives its processor away, so here a
/// round counts where both ran together nearly all the time and neither was put aside.
pub(crate) fn by_two(circuit: &Circuit, worker: &mut dyn Worker, path: Path, calls: u32) -> Round {
    let ready = AtomicU32::new(0);
    let half = |worker: &mut dyn Worker| {
        let put_aside = times_put_aside();
        ready.fetch_add(1, Ordering::AcqRel);
        while ready.load(Ordering::Acquire) < 2 {
            std::hint::spin_loop();
        }
        let begun = now();
        path.run(worker, calls);
        let ended = now();
        Half { begun, ended, undisturbed: put_aside.is_some() && times_put_aside() == put_aside }
    };
    let (here, there) = std::thread::scope(|scope| {
        let there = scope.spawn(|| half(circuit().as_mut()));
        let here = half(worker);
        (here, there.join())
    });
    let Ok(there) = there else { return Round { wall_ns: f64::NAN, counts: false } };
    let wall_ns = (here.nanos() + there.nanos()) / 2.0;
    let first_end = here.ended.min(there.ended);
    let together = first_end.saturating_duration_since(here.begun.max(there.begun));
    let longest = here.nanos().max(there.nanos());
    let counts = here.undisturbed
        && there.undisturbed
        && together.as_nanos() as f64 >= longest * LEAST_TOGETHER;
    Round { wall_ns, counts }
}

struct Half {
    begun: Instant,
    ended: Instant,
    undisturbed: bool,
}

impl Half {
    fn nanos(&self) -> f64 {
        self.ended.saturating_duration_since(self.begun).as_nanos() as f64
    }
}

#[expect(clippy::disallowed_methods, reason = "a stopwatch")]
fn now() -> Instant {
    Instant::now()
}

/// The processor time of this thread.
fn cpu_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// How often another thread was given the processor of this one.
fn times_put_aside() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/thread-self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"))?;
    line.trim().parse().ok()
}
