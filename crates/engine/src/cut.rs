//! Cuts texts to a number of bytes, at the edge of a character.

/// The first bytes of a text.
pub(crate) fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The same, with a mark after it if it is cut.
pub(crate) fn marked_head(text: &str, bytes: usize) -> String {
    let head = head(text, bytes);
    if head.len() < text.len() { [head, "…"].concat() } else { head.to_owned() }
}

/// The last bytes of a path, which say more than the first; a mark in front is one of them.
pub(crate) fn tail(path: &str, bytes: usize) -> String {
    if path.len() <= bytes {
        return path.to_owned();
    }
    let mut begin = path.len() - bytes + '…'.len_utf8();
    while !path.is_char_boundary(begin) {
        begin += 1;
    }
    ["…", &path[begin..]].concat()
}
