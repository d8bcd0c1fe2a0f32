//! A breaker in a tower stack, inside a timeout, with a response that counts as a failure.
//!
//! `cargo run -p fusebox-breaker --features tower --example tower_stack`

#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use std::time::Duration;

use fusebox_breaker::tower::CircuitBreakerLayer;
use fusebox_breaker::{CircuitBreaker, Error, Outcome, Settings, State, Trip};
use tower::{BoxError, Service, ServiceBuilder, ServiceExt, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    let settings = Settings { trip: Trip::Consecutive { failures: 2 }, ..Settings::default() };
    let breaker = CircuitBreaker::new(settings)?;
    let health_of = |result: &Result<u16, BoxError>| match result {
        Ok(status) if *status < 500 => Outcome::Success,
        Ok(_) | Err(_) => Outcome::Failure,
    };
    // The breaker is outermost: what the timeout cuts off is a failure to it.
    let mut stack = ServiceBuilder::new()
        .layer(CircuitBreakerLayer::new(breaker.clone()).classify(health_of))
        .service(service_fn(|path: &'static str| async move {
            let answer = tokio::time::timeout(Duration::from_millis(50), serve(path)).await;
            answer.map_err(BoxError::from)
        }));
    for path in ["/", "/broken", "/", "/slow", "/broken", "/", "/"] {
        let ready = stack.ready().await.map_err(|error| error.to_string())?;
        match ready.call(path).await {
            Ok(status) => println!("{path:8} {status}"),
            Err(Error::Inner(error)) => println!("{path:8} {error}"),
            Err(Error::Open(open)) => println!("{path:8} not sent: {open}"),
        }
    }
    assert_eq!(breaker.state(), State::Open);
    Ok(())
}

async fn serve(path: &str) -> u16 {
    match path {
        "/broken" => 503,
        "/slow" => {
            tokio::time::sleep(Duration::from_secs(5)).await;
            200
        }
        _ => 200,
    }
}
