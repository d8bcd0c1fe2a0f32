//! A [`tower`](https://docs.rs/tower) layer: feature `tower`.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use crate::breaker::PolledCall;
use crate::{
    CircuitBreaker, CircuitOpen, Classify, Clock, ErrIsFailure, Error, State, SystemClock,
};

/// Puts a breaker in front of a service. All services that it makes share the breaker.
///
/// ```
/// use fusebox_breaker::tower::CircuitBreakerLayer;
/// use fusebox_breaker::{CircuitBreaker, Settings};
/// use tower::{ServiceBuilder, ServiceExt, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let service = ServiceBuilder::new()
///     .layer(CircuitBreakerLayer::new(breaker.clone()))
///     .service(service_fn(|name: &'static str| async move { Ok::<_, std::io::Error>(name.len()) }));
/// assert_eq!(service.oneshot("search").await?, 6);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CircuitBreakerLayer<K = ErrIsFailure, C: Clock = SystemClock> {
    breaker: CircuitBreaker<C>,
    classify: K,
}

impl<C: Clock> CircuitBreakerLayer<ErrIsFailure, C> {
    /// Every error of the service is a failure.
    ///
    /// ```
    /// use fusebox_breaker::tower::CircuitBreakerLayer;
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    /// use tower::{Layer, service_fn};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let layer = CircuitBreakerLayer::new(breaker);
    /// let guarded = layer.layer(service_fn(|id: u32| async move { Ok::<_, ()>(id) }));
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn new(breaker: CircuitBreaker<C>) -> Self {
        Self { breaker, classify: ErrIsFailure }
    }
}

impl<K, C: Clock> CircuitBreakerLayer<K, C> {
    /// Classifies results in another way, for example a response of status 503 as a failure. It is cloned for every
    /// call, so it should be small.
    ///
    /// ```
    /// use fusebox_breaker::tower::CircuitBreakerLayer;
    /// use fusebox_breaker::{CircuitBreaker, Outcome, Settings};
    /// use tower::{Layer, service_fn};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let layer = CircuitBreakerLayer::new(breaker).classify(|answer: &Result<u16, ()>| match answer {
    ///     Ok(500..) | Err(()) => Outcome::Failure,
    ///     Ok(_) => Outcome::Success,
    /// });
    /// let guarded = layer.layer(service_fn(|status: u16| async move { Ok::<_, ()>(status) }));
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn classify<L>(self, classify: L) -> CircuitBreakerLayer<L, C> {
        CircuitBreakerLayer { breaker: self.breaker, classify }
    }
}

impl<S, K: Clone, C: Clock> Layer<S> for CircuitBreakerLayer<K, C> {
    type Service = Guarded<S, K, C>;

    fn layer(&self, inner: S) -> Self::Service {
        let (breaker, classify) = (self.breaker.clone(), self.classify.clone());
        Guarded { inner, breaker, classify, ready: false }
    }
}

/// A service behind a breaker.
///
/// While the circuit is open it is ready at once, does not poll the inner service, and responds with [`Error::Open`]. A
/// permit is taken in `call`, so that a service that is dropped between `poll_ready` and `call` holds none.
///
/// ```
/// use fusebox_breaker::tower::{CircuitBreakerLayer, Guarded};
/// use fusebox_breaker::{CircuitBreaker, Error, Settings};
/// use tower::{Layer, ServiceExt, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), fusebox_breaker::InvalidSettings> {
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let inner = service_fn(|id: u32| async move { Ok::<_, ()>(id) });
/// let guarded: Guarded<_> = CircuitBreakerLayer::new(breaker.clone()).layer(inner);
/// breaker.force_open();
/// assert!(matches!(guarded.oneshot(7).await, Err(Error::Open(_))));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Guarded<S, K = ErrIsFailure, C: Clock = SystemClock> {
    inner: S,
    breaker: CircuitBreaker<C>,
    classify: K,
    /// The inner service is ready for one call.
    ready: bool,
}

impl<S: Clone, K: Clone, C: Clock> Clone for Guarded<S, K, C> {
    fn clone(&self) -> Self {
        let (inner, breaker) = (self.inner.clone(), self.breaker.clone());
        // That one service is ready says nothing about its clone.
        Self { inner, breaker, classify: self.classify.clone(), ready: false }
    }
}

impl<S, R, K, C> Service<R> for Guarded<S, K, C>
where
    S: Service<R>,
    K: Classify<S::Response, S::Error> + Clone,
    C: Clock,
{
    type Response = S::Response;
    type Error = Error<S::Error>;
    type Future = ResponseFuture<S::Future, K, C>;

    #[inline]
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        if self.ready || self.breaker.check().is_err() {
            return Poll::Ready(Ok(()));
        }
        match ready!(self.inner.poll_ready(context)) {
            Ok(()) => self.ready = true,
            Err(error) => {
                let result = Err(error);
                if let Ok(permit) = self.breaker.try_acquire() {
                    permit.complete(self.classify.classify(&result));
                }
                return Poll::Ready(result.map(|_| ()).map_err(Error::Inner));
            }
        }
        Poll::Ready(Ok(()))
    }

    #[inline]
    fn call(&mut self, request: R) -> Self::Future {
        if !self.ready {
            // The period may be over by now, but the inner service was not polled: the next call is the probe.
            let soon = CircuitOpen { state: State::Open, retry_after: Some(Duration::ZERO) };
            let open = self.breaker.check().err().unwrap_or(soon);
            return ResponseFuture { kind: Kind::TurnedAway { open } };
        }
        match PolledCall::acquire(&self.breaker) {
            Err(open) => ResponseFuture { kind: Kind::TurnedAway { open } },
            Ok(mut held) => {
                self.ready = false;
                let inner = &mut self.inner;
                let future = held.watch(|| inner.call(request));
                let classify = self.classify.clone();
                ResponseFuture { kind: Kind::Running { future, held, classify } }
            }
        }
    }
}

pin_project! {
    /// The response of a [`Guarded`] service. Dropped before its end, the call counts as [`OnDrop`](crate::OnDrop) says.
    ///
    /// ```
    /// use fusebox_breaker::tower::{CircuitBreakerLayer, ResponseFuture};
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    /// use std::future::{Ready, ready};
    /// use tower::{Layer, Service, service_fn};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let inner = service_fn(|id: u32| ready(Ok::<_, ()>(id)));
    /// let mut guarded = CircuitBreakerLayer::new(breaker).layer(inner);
    /// let answer: ResponseFuture<Ready<Result<u32, ()>>> = guarded.call(7);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub struct ResponseFuture<F, K = ErrIsFailure, C = SystemClock> where C: Clock {
        #[pin]
        kind: Kind<F, K, C>,
    }
}

pin_project! {
    #[project = KindNow]
    enum Kind<F, K, C> where C: Clock {
        TurnedAway { open: CircuitOpen },
        Running { #[pin] future: F, held: PolledCall<CircuitBreaker<C>>, classify: K },
    }
}

impl<F, K, C, T, E> Future for ResponseFuture<F, K, C>
where
    F: Future<Output = Result<T, E>>,
    K: Classify<T, E>,
    C: Clock,
{
    type Output = Result<T, Error<E>>;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project().kind.project() {
            KindNow::TurnedAway { open } => Poll::Ready(Err(Error::Open(*open))),
            KindNow::Running { future, held, classify } => {
                let result = ready!(held.watch(|| future.poll(context)));
                held.complete(classify.classify(&result));
                Poll::Ready(result.map_err(Error::Inner))
            }
        }
    }
}

impl<F, K, C: Clock> std::fmt::Debug for ResponseFuture<F, K, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseFuture").finish_non_exhaustive()
    }
}
