//! Prices at the till, in whole cents.

/// What is left of a price when `percent` of it is taken off.
pub fn discounted(cents: u64, percent: u64) -> u64 {
    cents * (100 - percent) / 100
}

#[cfg(test)]
mod tests {
    use super::discounted;

    #[test]
    fn whole_cents_stay_whole() {
        assert_eq!(discounted(2_000, 25), 1_500);
    }

    #[test]
    fn half_a_cent_is_rounded() {
        assert_eq!(discounted(27, 50), 14);
        assert_eq!(discounted(25, 50), 12);
    }
}
