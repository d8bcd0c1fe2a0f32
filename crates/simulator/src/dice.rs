//! The seeded randomness of a life: the same seed, the same throws.

/// A sequence of throws.
pub(crate) struct SeededDice(u64);

impl SeededDice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x5851_f42d_4c95_7f2d)
    }

    /// The next throw: a Weyl sequence, scrambled.
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ (x >> 32)
    }

    /// From 0 to `n - 1`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.throw() % n.max(1) as u64) as usize
    }

    /// From `low` to `high`.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.throw() % (high - low + 1).unsigned_abs()).cast_signed()
    }

    /// True once in `n` throws.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// An index, more often where the weight is larger.
    pub(crate) fn weighed(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= weight;
        }
        0
    }
}

/// A word for a number, another one for each; made of letters alone, so that no mask touches it.
pub(crate) fn word(mut n: usize) -> String {
    const HEADS: &[u8] = b"bdfgklmnprstvz";
    const TAILS: &[u8] = b"aiou";
    let mut word = String::from("w");
    loop {
        word.push(char::from(HEADS[n % HEADS.len()]));
        n /= HEADS.len();
        word.push(char::from(TAILS[n % TAILS.len()]));
        n /= TAILS.len();
        if n == 0 {
            return word;
        }
    }
}
