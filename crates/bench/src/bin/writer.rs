//! A command that writes 10 MB a second in lines of 100 bytes, 4 KB at a time: for benchmarks.

use std::io::Write;
use std::time::Duration;

fn main() {
    let block = [b'x'; 99].iter().chain(b"\n").copied().cycle().take(4_000).collect::<Vec<u8>>();
    let mut out = std::io::stdout().lock();
    // 25 blocks in 10 ms are 10 MB in a second; the writing itself takes next to no time.
    while (0..25).all(|_| out.write_all(&block).is_ok()) {
        std::thread::sleep(Duration::from_millis(10));
    }
}
