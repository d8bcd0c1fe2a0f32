//! The tower layer: what it lets through to the inner service, and when it asks it at all.

use std::future::{Future, pending, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use fusebox_breaker::tower::{CircuitBreakerLayer, Guarded};
use fusebox_breaker::{CircuitBreaker, ErrIsFailure, Error, ManualClock, Outcome, Settings, State};
use tower::{Layer, Service};

use crate::steps::tripping;

/// Counts what it is asked, and answers as the request says.
#[derive(Clone, Default)]
struct Inner {
    polled: Arc<AtomicU32>,
    called: Arc<AtomicU32>,
    busy: bool,
}

#[derive(Clone, Copy)]
enum Ask {
    Ok,
    Fail,
    Hang,
}

impl Service<Ask> for Inner {
    type Response = u16;
    type Error = &'static str;
    type Future = Pin<Box<dyn Future<Output = Result<u16, &'static str>>>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
        self.polled.fetch_add(1, Ordering::Relaxed);
        if self.busy { Poll::Pending } else { Poll::Ready(Ok(())) }
    }

    fn call(&mut self, ask: Ask) -> Self::Future {
        self.called.fetch_add(1, Ordering::Relaxed);
        match ask {
            Ask::Ok => Box::pin(ready(Ok(200))),
            Ask::Fail => Box::pin(ready(Err("refused"))),
            Ask::Hang => Box::pin(pending()),
        }
    }
}

type Stack = Guarded<Inner, ErrIsFailure, ManualClock>;

fn stack() -> (Stack, Inner, CircuitBreaker<ManualClock>, ManualClock) {
    let clock = ManualClock::default();
    let builder = CircuitBreaker::builder(Settings::default()).clock(clock.clone());
    let breaker = builder.build().unwrap();
    let inner = Inner::default();
    let service = CircuitBreakerLayer::new(breaker.clone()).layer(inner.clone());
    (service, inner, breaker, clock)
}

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn is_ready(stack: &mut Stack) -> bool {
    stack.poll_ready(&mut Context::from_waker(Waker::noop())).is_ready()
}

fn ask(stack: &mut Stack, ask: Ask) -> Poll<Result<u16, Error<&'static str>>> {
    assert!(is_ready(stack));
    poll(Box::pin(stack.call(ask)).as_mut())
}

fn opened() -> (Stack, Inner, CircuitBreaker<ManualClock>, ManualClock) {
    let (mut stack, inner, breaker, clock) = stack();
    for _ in 0..5 {
        assert_eq!(ask(&mut stack, Ask::Fail), Poll::Ready(Err(Error::Inner("refused"))));
    }
    assert_eq!(breaker.state(), State::Open);
    (stack, inner, breaker, clock)
}

#[test]
fn t13_the_inner_service_is_neither_polled_nor_called_while_open() {
    let (mut stack, inner, _, _) = opened();
    let asked = || (inner.polled.load(Ordering::Relaxed), inner.called.load(Ordering::Relaxed));
    let before = asked();
    for _ in 0..10 {
        assert!(matches!(ask(&mut stack, Ask::Ok), Poll::Ready(Err(Error::Open(_)))));
    }
    assert_eq!(asked(), before);
}

#[test]
fn rule_8_the_permit_is_taken_in_call_and_not_before() {
    let (mut stack, inner, breaker, clock) = opened();
    clock.advance(Duration::from_secs(30));
    assert!(is_ready(&mut stack));
    assert_eq!(breaker.snapshot().probes_in_flight, 0);
    drop(stack);
    // Another service of the same layer has the probe to itself.
    let mut other = CircuitBreakerLayer::new(breaker.clone()).layer(inner);
    assert_eq!(ask(&mut other, Ask::Ok), Poll::Ready(Ok(200)));
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn rule_8_a_service_found_ready_is_turned_away_if_the_circuit_opened_meanwhile() {
    let (mut stack, inner, breaker, _) = stack();
    assert!(is_ready(&mut stack));
    breaker.force_open();
    let answer = poll(Box::pin(stack.call(Ask::Ok)).as_mut());
    assert!(matches!(answer, Poll::Ready(Err(Error::Open(_)))));
    assert_eq!(inner.called.load(Ordering::Relaxed), 0);
}

#[test]
fn rule_8_a_service_that_was_not_asked_is_not_called_when_the_period_ends_between() {
    let (mut stack, inner, _, clock) = opened();
    assert!(is_ready(&mut stack));
    clock.advance(Duration::from_secs(30));
    let answer = poll(Box::pin(stack.call(Ask::Ok)).as_mut());
    assert!(matches!(answer, Poll::Ready(Err(Error::Open(_)))));
    assert_eq!(inner.called.load(Ordering::Relaxed), 5);
    assert_eq!(ask(&mut stack, Ask::Ok), Poll::Ready(Ok(200)));
}

#[test]
fn a_dropped_response_gives_its_probe_back() {
    let (mut stack, _, breaker, clock) = opened();
    clock.advance(Duration::from_secs(30));
    assert!(is_ready(&mut stack));
    let mut hung = Box::pin(stack.call(Ask::Hang));
    assert!(poll(hung.as_mut()).is_pending());
    assert!(matches!(ask(&mut stack, Ask::Ok), Poll::Ready(Err(Error::Open(_)))));
    drop(hung);
    assert_eq!(ask(&mut stack, Ask::Ok), Poll::Ready(Ok(200)));
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn all_services_of_a_layer_and_their_clones_share_the_breaker() {
    let (stack, _, breaker, _) = opened();
    let mut clone = stack.clone();
    assert!(matches!(ask(&mut clone, Ask::Ok), Poll::Ready(Err(Error::Open(_)))));
    breaker.reset();
    assert_eq!(ask(&mut clone, Ask::Ok), Poll::Ready(Ok(200)));
}

#[test]
fn a_busy_inner_service_is_waited_for() {
    let breaker = CircuitBreaker::new(Settings::default()).unwrap();
    let inner = Inner { busy: true, ..Inner::default() };
    let mut stack = CircuitBreakerLayer::new(breaker).layer(inner);
    assert!(stack.poll_ready(&mut Context::from_waker(Waker::noop())).is_pending());
}

#[test]
fn a_response_can_be_a_failure() {
    let breaker = CircuitBreaker::new(Settings::default()).unwrap();
    let bad = |result: &Result<u16, &str>| match result {
        Ok(status) if *status < 500 => Outcome::Success,
        Ok(_) | Err(_) => Outcome::Failure,
    };
    let service = tower::service_fn(|_: ()| ready(Ok::<u16, &'static str>(503)));
    let mut stack = CircuitBreakerLayer::new(breaker.clone()).classify(bad).layer(service);
    for _ in 0..5 {
        let context = &mut Context::from_waker(Waker::noop());
        assert!(stack.poll_ready(context).is_ready());
        assert_eq!(poll(Box::pin(stack.call(())).as_mut()), Poll::Ready(Ok(503)));
    }
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn t06_a_panic_of_the_inner_service_is_a_failure() {
    let once = tripping(fusebox_breaker::Trip::Consecutive { failures: 1 });
    let breaker = CircuitBreaker::new(once).unwrap();
    let panics =
        |_: ()| -> std::future::Ready<Result<u16, &'static str>> { panic!("the service's own") };
    let mut stack = CircuitBreakerLayer::new(breaker.clone()).layer(tower::service_fn(panics));
    assert!(stack.poll_ready(&mut Context::from_waker(Waker::noop())).is_ready());
    let call = std::panic::AssertUnwindSafe(|| drop(stack.call(())));
    assert!(std::panic::catch_unwind(call).is_err());
    assert_eq!(breaker.state(), State::Open);
}
