//! What the `metrics` and `tracing` features tell.

use std::sync::{Arc, Mutex};

use fusebox_breaker::{CircuitBreaker, Settings};

type Lines = Arc<Mutex<Vec<String>>>;

#[cfg(feature = "metrics")]
mod figures {
    use std::sync::Arc;

    use ::metrics::{
        Counter, CounterFn, Gauge, GaugeFn, Histogram, Key, KeyName, Metadata, Recorder,
        SharedString, Unit, with_local_recorder,
    };
    use fusebox_breaker::metrics;

    use super::{CircuitBreaker, Lines, Settings};

    struct Notes(Lines);
    struct Figure(Lines, String);

    impl Figure {
        fn note(&self, what: &str, value: impl std::fmt::Display) {
            self.0.lock().unwrap().push(format!("{} {what} {value}", self.1));
        }
    }

    impl CounterFn for Figure {
        fn increment(&self, value: u64) {
            self.note("+", value);
        }
        fn absolute(&self, value: u64) {
            self.note("=", value);
        }
    }

    impl GaugeFn for Figure {
        fn increment(&self, value: f64) {
            self.note("+", value);
        }
        fn decrement(&self, value: f64) {
            self.note("-", value);
        }
        fn set(&self, value: f64) {
            self.note("=", value);
        }
    }

    impl Notes {
        fn figure(&self, key: &Key) -> Arc<Figure> {
            let labels: Vec<&str> = key.labels().map(|label| label.value()).collect();
            Arc::new(Figure(Arc::clone(&self.0), format!("{} {}", key.name(), labels.join(" "))))
        }
    }

    impl Recorder for Notes {
        fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
        fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
        fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
        fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
            Counter::from_arc(self.figure(key))
        }
        fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
            Gauge::from_arc(self.figure(key))
        }
        fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
            Histogram::noop()
        }
    }

    #[test]
    fn a_trip_is_counted_and_calls_are_published() {
        let lines = Lines::default();
        let builder = CircuitBreaker::builder(Settings::default()).name("search").count_calls();
        let builder = builder.on_transition(|change| metrics::record("search", change));
        let breaker = builder.build().unwrap();
        with_local_recorder(&Notes(Arc::clone(&lines)), || {
            for _ in 0..4 {
                let _ = breaker.call(|| Err::<(), _>(()));
            }
            assert!(lines.lock().unwrap().is_empty());
            let _ = breaker.call(|| Err::<(), _>(()));
            let _ = breaker.call(|| Ok::<_, ()>(()));
            metrics::publish(&breaker);
        });
        let expected = [
            "fusebox_breaker_transitions_total search open failures + 1",
            "fusebox_breaker_state search = 2",
            "fusebox_breaker_state search = 2",
            "fusebox_breaker_calls_total search failure = 5",
            "fusebox_breaker_calls_total search slow = 0",
            "fusebox_breaker_calls_total search late = 0",
            "fusebox_breaker_calls_total search dropped = 0",
            "fusebox_breaker_calls_total search success = 0",
            "fusebox_breaker_calls_total search neutral = 0",
            "fusebox_breaker_calls_total search rejected = 1",
        ];
        assert_eq!(*lines.lock().unwrap(), expected);
    }
}

#[cfg(feature = "tracing")]
mod events {
    use std::fmt::{Debug, Write as _};
    use std::sync::Arc;

    use ::tracing::field::{Field, Visit};
    use ::tracing::span::{Attributes, Id, Record};
    use ::tracing::{Event, Metadata, Subscriber, subscriber};
    use fusebox_breaker::tracing;

    use super::{CircuitBreaker, Lines, Settings};

    struct Notes(Lines);
    struct Line(String);

    impl Visit for Line {
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            let _ = write!(self.0, " {}={value:?}", field.name());
        }
    }

    impl Subscriber for Notes {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let mut line = Line(event.metadata().level().to_string());
            event.record(&mut line);
            self.0.lock().unwrap().push(line.0);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn an_opening_is_a_warning_and_a_closing_is_information() {
        let lines = Lines::default();
        let builder = CircuitBreaker::builder(Settings::default());
        let builder = builder.on_transition(|change| tracing::record("search", change));
        let breaker = builder.build().unwrap();
        subscriber::with_default(Notes(Arc::clone(&lines)), || {
            for _ in 0..5 {
                let _ = breaker.call(|| Err::<(), _>(()));
            }
            breaker.reset();
        });
        let expected = [
            "WARN message=circuit opened breaker=\"search\" from=\"closed\" to=\"open\" cause=\"failures\" \
             open_for_ms=30000 calls=5 failed=5",
            "INFO message=circuit changed breaker=\"search\" from=\"open\" to=\"closed\" cause=\"forced\"",
        ];
        assert_eq!(*lines.lock().unwrap(), expected);
    }
}
