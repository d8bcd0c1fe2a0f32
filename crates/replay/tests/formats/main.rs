//! Every format on small samples made by hand in its shape, and on anything at all.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod anything;
mod lists;
mod markdown;
mod shown;
mod streams;
mod trajectories;
