//! One breaker that can be called, whatever library it is from.

use std::hint::black_box;
use std::task::{Context, Poll, Waker};

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The operation ran, well or not.
    Ran,
    /// The call was turned away.
    Rejected,
}

/// Which subjects are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// What any of them is built of.
    Floor,
    /// A call that is waited for.
    Sync,
    /// A future that is ready at once.
    Async,
    /// A `tower` service.
    Tower,
}

/// A breaker under measurement: a name, and a way to make it.
pub(crate) struct Subject {
    /// As the tables show it.
    pub(crate) name: &'static str,
    /// Whom it is compared with.
    pub(crate) family: Family,
    make: Box<dyn Fn() -> Circuit>,
}

/// One circuit. Every thread takes a worker of its own.
pub(crate) type Circuit = Box<dyn Fn() -> Box<dyn Worker> + Sync>;

/// Makes calls, from one thread.
pub(crate) trait Worker {
    /// So many successes.
    fn successes(&mut self, calls: u32);
    /// So many calls, of which every hundredth fails.
    fn mixed(&mut self, calls: u32);
    /// One call that succeeds or fails if it is made.
    fn once(&mut self, succeeds: bool) -> Answer;
}

impl Subject {
    /// `make` makes what the threads of a circuit share, `handle` one thread's part of it, and `call` makes a call that
    /// succeeds if it is told `true`.
    pub(crate) fn new<S: Sync + 'static, H: 'static>(
        family: Family,
        name: &'static str,
        make: impl Fn() -> S + 'static,
        handle: impl Fn(&S) -> H + Copy + Sync + 'static,
        call: impl Fn(&mut H, bool) -> Answer + Copy + Sync + 'static,
    ) -> Self {
        let circuit = move || {
            let shared = make();
            let worker = move || {
                let mut handle = handle(&shared);
                Box::new(Calls(move |succeeds| call(&mut handle, succeeds))) as Box<dyn Worker>
            };
            Box::new(worker) as Circuit
        };
        Self { name, family, make: Box::new(circuit) }
    }

    /// A subject of which every thread has a clone.
    pub(crate) fn cloned<S: Clone + Sync + 'static>(
        family: Family,
        name: &'static str,
        make: impl Fn() -> S + 'static,
        call: impl Fn(&mut S, bool) -> Answer + Copy + Sync + 'static,
    ) -> Self {
        Self::new(family, name, make, Clone::clone, call)
    }

    /// A circuit that no call has been made on.
    pub(crate) fn circuit(&self) -> Circuit {
        (self.make)()
    }
}

struct Calls<C>(C);

impl<C: FnMut(bool) -> Answer> Worker for Calls<C> {
    fn successes(&mut self, calls: u32) {
        for _ in 0..calls {
            black_box((self.0)(black_box(true)));
        }
    }

    fn mixed(&mut self, calls: u32) {
        for call in 0..calls {
            black_box((self.0)(black_box(call % 100 != 50)));
        }
    }

    fn once(&mut self, succeeds: bool) -> Answer {
        (self.0)(succeeds)
    }
}

/// The service's own trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Down;

impl std::fmt::Display for Down {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the service is down")
    }
}

impl std::error::Error for Down {}

/// What every operation does: next to nothing.
#[inline]
pub(crate) fn operation(succeeds: bool) -> Result<u32, Down> {
    if succeeds { Ok(1) } else { Err(Down) }
}

/// The answer of a future that must be ready at once.
#[inline]
pub(crate) fn now<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return answer;
        }
        std::hint::spin_loop();
    }
}
