//! An HTTP client behind a breaker: the server breaks, the client is spared, the server comes back.
//!
//! `cargo run -p fusebox-breaker --example http_client`

#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use fusebox_breaker::{CircuitBreaker, Error, OpenPeriod, Outcome, Settings, State, Trip};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server::start()?;
    let breaker = CircuitBreaker::builder(Settings {
        trip: Trip::Consecutive { failures: 3 },
        open: OpenPeriod::Fixed(Duration::from_millis(200)),
        ..Settings::default()
    })
    .on_transition(|change| {
        println!("  {} -> {} ({})", change.from, change.to, change.cause.as_str())
    })
    .build()?;

    show("the server is well", &breaker, server.address, 3);
    server.broken.store(true, Ordering::Relaxed);
    let before = server.asked.load(Ordering::Relaxed);
    show("the server answers 503", &breaker, server.address, 8);
    let asked = server.asked.load(Ordering::Relaxed) - before;
    println!("  8 calls, {asked} requests reached the server");
    assert_eq!(asked, 3);

    server.broken.store(false, Ordering::Relaxed);
    thread::sleep(Duration::from_millis(250));
    show("the server is back", &breaker, server.address, 2);
    assert_eq!(breaker.state(), State::Closed);
    Ok(())
}

fn show(title: &str, breaker: &CircuitBreaker, server: SocketAddr, calls: u32) {
    println!("{title}");
    for _ in 0..calls {
        match breaker.call_with(health_of, || get(server)) {
            Ok(status) => println!("  {status}"),
            Err(Error::Open(open)) => println!("  not sent: {open}"),
            Err(Error::Inner(error)) => println!("  failed: {error}"),
        }
    }
}

/// A 5xx is the server's failure, a 4xx is our own mistake and says nothing about it.
fn health_of(result: &io::Result<u16>) -> Outcome {
    match result {
        Ok(400..=499) => Outcome::Neutral,
        Ok(500..=599) | Err(_) => Outcome::Failure,
        Ok(_) => Outcome::Success,
    }
}

fn get(server: SocketAddr) -> io::Result<u16> {
    let mut stream = TcpStream::connect_timeout(&server, Duration::from_secs(1))?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let status = answer.split_whitespace().nth(1).and_then(|status| status.parse().ok());
    status.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
}

struct Server {
    address: SocketAddr,
    broken: Arc<AtomicBool>,
    asked: Arc<AtomicU32>,
}

impl Server {
    fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let (broken, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let (is_broken, count) = (Arc::clone(&broken), Arc::clone(&asked));
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::Relaxed);
                let _ = stream.read(&mut [0; 512]);
                let bad = is_broken.load(Ordering::Relaxed);
                let status = if bad { "503 Service Unavailable" } else { "200 OK" };
                let _ = write!(stream, "HTTP/1.0 {status}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        Ok(Self { address, broken, asked })
    }
}
