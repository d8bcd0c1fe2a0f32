//! Finds the known name that a text probably misspells.

/// The candidate that `text` probably misspells.
pub(crate) fn closest<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(text, candidate), candidate))
        .filter(|(distance, _)| *distance <= max_distance(text))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Longer names are compared by their beginning, so that the cost is bounded.
const COMPARED_CHARS: usize = 40;

/// How many letters have to change to make `b` of `a`.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let a: String = a.chars().take(COMPARED_CHARS).collect::<String>().to_lowercase();
    strsim::damerau_levenshtein(&a, b)
}

/// The distance up to which a name of this length is a misspelling.
pub(crate) fn max_distance(name: &str) -> usize {
    1 + name.chars().count() / 5
}
