//! The seeded random numbers of a life.

/// A generator of random numbers: the same seed gives the same sequence.
pub(crate) struct SeededDice(u64);

impl SeededDice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x5851_f42d_4c95_7f2d)
    }

    /// The next number: a scrambled Weyl sequence.
    fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ (x >> 32)
    }

    /// A number from 0 to `n - 1`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next_number() % n.max(1) as u64) as usize
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next_number() % (high - low + 1).unsigned_abs()).cast_signed()
    }

    /// True with a probability of 1 in `n`.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub(crate) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// An index, with a probability in proportion to its weight.
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

/// A different word for each number, made of letters only, so that no mask changes it.
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
