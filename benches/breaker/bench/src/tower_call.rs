//! A call through a `tower` service, as a server makes it: asked whether it is ready, then called.

use std::future::{Ready, poll_fn, ready};
use std::task::{Context, Poll};

use tower::Service;

use crate::subject::{Down, now, operation};

/// The service under every layer. Its future has a name, so that what a layer allocates is the layer's own.
#[derive(Clone, Copy)]
pub(crate) struct Inner;

impl Service<bool> for Inner {
    type Response = u32;
    type Error = Down;
    type Future = Ready<Result<u32, Down>>;

    #[inline]
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Down>> {
        Poll::Ready(Ok(()))
    }

    #[inline]
    fn call(&mut self, succeeds: bool) -> Self::Future {
        ready(operation(succeeds))
    }
}

#[inline]
pub(crate) fn call<S: Service<bool, Response = u32>>(
    service: &mut S,
    succeeds: bool,
) -> Result<u32, S::Error> {
    now(poll_fn(|context| service.poll_ready(context)))?;
    now(service.call(succeeds))
}
