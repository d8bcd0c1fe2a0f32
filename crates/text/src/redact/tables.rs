//! Finds the secrets in tables by the cell of the header that names them: bars, CSV, aligned columns, elements, lists of
//! JSON and of SQL.

use fusebox_scan::BytePositions;

use super::key_name::{SecretKind, secret_kind};
use super::keys::count_while;
use super::manifests;
use super::value::{
    is_dated, is_digest, is_literal, is_made_of_names, is_of_whole_words, is_path, is_reference,
    may_be_random,
};
use super::whole_words::is_announced_word;

/// The shortest text with a table, in bytes.
const MIN_TABLE_BYTES: usize = 24;
/// The longest line of a table, in bytes.
const MAX_LINE_BYTES: usize = 1024;
/// The longest row that is passed over, in bytes.
const MAX_LONG_ROW_BYTES: usize = 16 << 10;
/// The longest cell of a header, in bytes.
const MAX_TITLE_BYTES: usize = 40;
/// The most rows of a table that are looked at, and the most headers of a text.
const MAX_ROWS: usize = 64;
const MAX_HEADERS: usize = 256;
/// The longest list of JSON or SQL, in bytes.
const MAX_LIST_BYTES: usize = 512;
/// The longest table of elements, in bytes.
const MAX_ELEMENTS_BYTES: usize = 4096;
/// The bars of tables: `│`, `┃`, `║`.
const BARS: [&[u8]; 3] = ["│".as_bytes(), "┃".as_bytes(), "║".as_bytes()];

type Range = (usize, usize);

/// What parts the cells of a line.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    /// A comma, a semicolon or a tab, outside of quotes.
    Sign(u8),
    /// Bars, of which two may stand side by side.
    Bar,
    /// Two blanks and more.
    Blanks,
}

/// The cells that are secrets, in order.
pub(super) fn secret_cells(bytes: &[u8]) -> Vec<Range> {
    let mut cells = Vec::new();
    if bytes.len() < MIN_TABLE_BYTES {
        return cells;
    }
    let mut titles = BytePositions::of(bytes, may_be_in_title);
    let (mut next, mut headers) = (titles.next_from(0), 0);
    while let Some(at) = next.filter(|_| headers < MAX_HEADERS) {
        next = titles.next_from(at + 1);
        let begin = at.checked_sub(2).filter(|_| bytes[at] == b'c');
        if let Some(of_manifest) = begin.and_then(|begin| manifests::values(bytes, begin)) {
            headers += 1;
            cells.extend(of_manifest);
        }
        if let Some(title) = title_at(bytes, at) {
            headers += 1;
            cells.extend(cells_of(bytes, title).unwrap_or_default());
        }
    }
    cells.sort_unstable();
    cells.dedup_by(|next, before| next.0 < before.1);
    cells
}

/// Whether two bytes may be of `password`, `passwd`, `token`, `key` or `secret`.
#[inline(always)]
const fn may_be_in_title(byte: u8, behind: u8) -> bool {
    let (letter, next) = (byte | 0x20, behind | 0x20);
    ((letter == b's') & (next == b'w'))
        | ((letter == b'w') & (next == b'd'))
        | ((letter == b'k') & (next == b'e'))
        | ((letter == b'c') & (next == b'r'))
}

/// Where the word ends that has two of its letters at `at`, if it is one of these words, and the sign behind its cell: a line end
/// where nothing is. Most words end no cell.
fn title_end(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let letter = |at: usize| bytes.get(at).map(|b| b | 0x20);
    let is_word = match letter(at)? {
        b's' => letter(at + 2) == Some(b'o'),
        b'k' => at > 0 && letter(at - 1) == Some(b'o') || letter(at + 2) == Some(b'y'),
        b'c' => letter(at + 2) == Some(b'e'),
        _ => true,
    };
    if !is_word {
        return None;
    }
    let letters =
        bytes.iter().skip(at).take(MAX_TITLE_BYTES).take_while(|b| b.is_ascii_alphabetic());
    let end = at + letters.count();
    let sign = end + count_while(bytes, end, |b| b"\"'`*\\".contains(b)).min(3);
    let blanks = count_while(bytes, sign, |b| *b == b' ');
    let behind = match bytes.get(sign + blanks) {
        None | Some(b'\n' | b'\r') => b'\n',
        Some(sign @ (b'|' | b',' | b';' | b'\t' | b'<' | b')' | b']')) => *sign,
        Some(0xe2) => b'|',
        Some(_) if blanks > 1 => b' ',
        Some(_) => return None,
    };
    Some((end, behind))
}

/// What stands before the title that has the letters at `at`, a line end if nothing does, and where the title begins.
fn title_start(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let (mut start, mut blanks) = (at, 0);
    while let Some(byte) = start.checked_sub(1).and_then(|before| bytes.get(before)) {
        match byte {
            b'\n' | b'|' | b',' | b';' | b'\t' | b'[' | b'(' | b'>' => return Some((start, *byte)),
            b' ' if start > 1 && bytes[start - 2] == b' ' => {
                let before = bytes[..start].trim_ascii_end();
                let is_bar = before.ends_with(b"|") || BARS.iter().any(|bar| before.ends_with(bar));
                return Some((start, if is_bar { b'|' } else { b' ' }));
            }
            b' ' => blanks += 1,
            0x80.. if BARS.iter().any(|bar| bytes[..start].ends_with(bar)) => {
                return Some((start, b'|'));
            }
            b'_' | b'-' | b'.' | b'/' | b'"' | b'\'' | b'`' | b'*' | b'\\' | 0x80.. => {}
            byte if byte.is_ascii_alphanumeric() => {}
            _ => return None,
        }
        start -= 1;
        if blanks > 3 || at - start > MAX_TITLE_BYTES {
            return None;
        }
    }
    Some((start, b'\n'))
}

/// The title of a column, what it says of its cells, and the signs around it, which are line ends where nothing is.
struct Title {
    at: usize,
    end: usize,
    kind: SecretKind,
    before: u8,
    behind: u8,
}

/// The title that has one of the words at `at`.
fn title_at(bytes: &[u8], at: usize) -> Option<Title> {
    let (end, behind) = title_end(bytes, at)?;
    let (start, before) = title_start(bytes, at)?;
    let (start, stop) = trimmed(bytes, start, end);
    let title = bytes.get(start..stop).filter(|title| is_title(title))?;
    Some(Title { at, end, kind: secret_kind(title)?, before, behind })
}

/// The secret cells below or behind the title.
fn cells_of(bytes: &[u8], title: Title) -> Option<Vec<Range>> {
    let Title { at, end, kind, before, behind } = title;
    if behind == b'<' {
        return if before == b'>' { element_cells(bytes, end, kind) } else { None };
    }
    let from = at.saturating_sub(MAX_LINE_BYTES);
    let begin =
        bytes.get(from..at)?.iter().rposition(|b| *b == b'\n').map_or(from, |n| from + n + 1);
    if matches!(before, b'[' | b'(' | b',') && matches!(behind, b',' | b']' | b')') {
        let open = bytes.get(begin..at)?.iter().rposition(|b| b"[](){}".contains(b));
        let open = open.map(|open| begin + open);
        if let Some(open) = open.filter(|open| matches!(bytes.get(*open), Some(b'[' | b'('))) {
            return list_cells(bytes, open, at, kind);
        }
    }
    let separator = match if before == b'\n' { behind } else { before } {
        b'|' => Separator::Bar,
        b' ' if behind == b'|' => Separator::Bar,
        b' ' => Separator::Blanks,
        sign @ (b',' | b';' | b'\t') => Separator::Sign(sign),
        _ => return None,
    };
    let len = bytes.get(at..)?.iter().take(MAX_LINE_BYTES).take_while(|b| **b != b'\n').count();
    let line = (begin, at + len);
    let titles = split(bytes, line, separator);
    let is_column = separator == Separator::Bar && before == b'|' && behind == b'|';
    if titles.len() < 2 && !is_column {
        return None;
    }
    line_cells(bytes, line, separator, &titles, (at, kind))
}

/// The secret cells of the rows below a header, or of a row that begins with a name.
fn line_cells(
    bytes: &[u8],
    line: Range,
    separator: Separator,
    titles: &[Range],
    (at, kind): (usize, SecretKind),
) -> Option<Vec<Range>> {
    let column = titles.iter().position(|(start, end)| (*start..*end).contains(&at))?;
    if column == 0 && titles.len() == 2 && !matches!(separator, Separator::Sign(b',' | b';')) {
        let (start, end) = titles[1];
        let value = bytes.get(start..end)?;
        if kind != SecretKind::Perhaps && is_announced_word(value, kind) {
            return Some(vec![(start, end)]);
        }
    }
    if !titles.iter().all(|(start, end)| bytes.get(*start..*end).is_some_and(is_title)) {
        return None;
    }
    let mut cells = Vec::new();
    let mut begin = line.1 + 1;
    for _ in 0..MAX_ROWS {
        let rest = bytes.get(begin..).filter(|rest| !rest.is_empty());
        let Some(rest) = rest else { break };
        let len = rest.iter().take(MAX_LINE_BYTES).take_while(|b| **b != b'\n').count();
        if len == MAX_LINE_BYTES && rest.get(len).is_some_and(|b| *b != b'\n') {
            // A row with a long cell is another's business.
            let long = rest.iter().take(MAX_LONG_ROW_BYTES).position(|b| *b == b'\n');
            let Some(long) = long else { break };
            begin += long + 1;
            continue;
        }
        let row = split(bytes, (begin, begin + len), separator);
        let is_rule = rest.get(..len)?.iter().all(|b| !b.is_ascii_alphanumeric());
        // Rules and empty cells interrupt a table of bars.
        if row.len() != titles.len() && !is_rule && separator != Separator::Bar || len == 0 {
            break;
        }
        begin += len + 1;
        if row.len() != titles.len() || is_rule {
            continue;
        }
        let (start, end) = row[column];
        if is_secret_cell(bytes.get(start..end)?, kind) {
            cells.push((start, end));
        }
    }
    Some(cells)
}

/// Whether a cell may be one of a header: some words that are no sentence.
fn is_title(cell: &[u8]) -> bool {
    let is_word = (1..=MAX_TITLE_BYTES).contains(&cell.len())
        && cell.iter().all(|b| b.is_ascii_alphanumeric() || b" _-./():%".contains(b) || *b >= 0x80)
        && cell.iter().filter(|b| **b == b' ').count() < 4;
    is_word || cell == b"#"
}

/// Whether a cell below such a title is a secret: neither a name, a date, a number nor words.
fn is_secret_cell(cell: &[u8], kind: SecretKind) -> bool {
    let is_made = || {
        cell.len() >= 7
            && cell.iter().all(u8::is_ascii_graphic)
            && cell.iter().any(u8::is_ascii_digit)
            && cell.iter().any(u8::is_ascii_alphabetic)
            && !cell.windows(3).any(|sign| sign == b"://")
            && may_be_random(cell)
            && !is_of_whole_words(cell)
            && !is_made_of_names(cell)
            && !is_digest(cell)
            && !is_dated(cell)
            && !is_path(cell)
            && !is_literal(cell)
            && !is_reference(cell)
    };
    is_announced_word(cell, kind) || kind == SecretKind::Password && is_made()
}

/// The cells of a line, without the blanks, quotes and marks around them.
fn split(bytes: &[u8], (begin, end): Range, separator: Separator) -> Vec<Range> {
    let line = bytes.get(begin..end).unwrap_or_default();
    let mut cells = Vec::new();
    let (mut start, mut at, mut is_quoted) = (0, 0, false);
    while at < line.len() {
        is_quoted ^= line[at] == b'"' && matches!(separator, Separator::Sign(_));
        let rest = &line[at..];
        let len = match separator {
            Separator::Sign(sign) => usize::from(rest[0] == sign && !is_quoted),
            Separator::Bar if rest[0] == b'|' => 1,
            Separator::Bar => {
                BARS.iter().find(|bar| rest.starts_with(bar)).map_or(0, |bar| bar.len())
            }
            Separator::Blanks => {
                let blanks = count_while(rest, 0, |b| *b == b' ');
                if blanks > 1 { blanks } else { 0 }
            }
        };
        if len > 0 {
            cells.push((start, at));
            start = at + len;
        }
        at += len.max(1);
    }
    cells.push((start, line.len()));
    let trimmed = cells.into_iter().map(|(start, end)| trimmed(bytes, begin + start, begin + end));
    trimmed.filter(|(start, end)| matches!(separator, Separator::Sign(_)) || start < end).collect()
}

/// The range without the blanks, quotes and marks at its ends.
fn trimmed(bytes: &[u8], start: usize, end: usize) -> Range {
    let text = bytes.get(start..end).unwrap_or_default();
    let is_around = |b: &&u8| b.is_ascii_whitespace() || b"\"'`*\\".contains(b);
    let before = text.iter().take_while(is_around).count();
    let behind = text.iter().skip(before).rev().take_while(is_around).count();
    (start + before, end - behind)
}

/// The secret cells of the lists behind the one that opens at `open` and has the title at `at`:
/// `["user","password"],[["bob","x"]]`, `(user, password) VALUES ('bob', 'x')`.
fn list_cells(bytes: &[u8], open: usize, at: usize, kind: SecretKind) -> Option<Vec<Range>> {
    let (titles, end) = list(bytes, open)?;
    let column = titles.iter().position(|(start, end)| (*start..*end).contains(&at))?;
    let is_header = titles.len() > 1
        && titles.iter().all(|(start, end)| bytes.get(*start..*end).is_some_and(is_title));
    let sign = bytes[open];
    let behind = bytes.get(end..bytes.len().min(end + 24))?.trim_ascii_start();
    let is_statement = behind.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"values"));
    if !is_header || sign == b'(' && !is_statement {
        return None;
    }
    // Whether it is to be changed is no password.
    const VERBS: [&[u8]; 8] =
        [b"change", b"reset", b"force", b"require", b"show", b"has", b"is", b"must"];
    let (start, stop) = titles[column];
    let is_flag = bytes
        .get(start..stop)
        .is_some_and(|title| VERBS.iter().any(|verb| title.to_ascii_lowercase().starts_with(verb)));
    let is_stored_password = kind == SecretKind::Password && !is_flag;
    let (mut cells, mut from) = (Vec::new(), end);
    for _ in 0..MAX_ROWS {
        let gap = bytes.get(from..bytes.len().min(from + MAX_TITLE_BYTES))?;
        let Some(next) = gap.iter().position(|b| *b == sign) else { break };
        let next = next + gap.iter().skip(next).take_while(|b| **b == sign).count() - 1;
        let Some((row, end)) = list(bytes, from + next) else { break };
        if row.len() != titles.len() {
            break;
        }
        let (start, stop) = row[column];
        let cell = bytes.get(start..stop)?;
        let is_quoted = matches!(bytes.get(start - 1), Some(b'\'' | b'"'));
        // What a statement stores as a password is one, whatever it is.
        let is_stored = sign == b'(' && is_stored_password && cell.len() >= 4;
        let is_stored =
            is_stored && !cell.contains(&b' ') && !is_literal(cell) && !is_reference(cell);
        if is_quoted && (is_stored || is_secret_cell(cell, kind)) {
            cells.push((start, stop));
        }
        from = end;
    }
    Some(cells)
}

/// The cells of the list that opens at `open` and holds no other, and where it ends.
fn list(bytes: &[u8], open: usize) -> Option<(Vec<Range>, usize)> {
    let close = if bytes.get(open)? == &b'[' { b']' } else { b')' };
    let mut quote = None;
    let inside = bytes.get(open + 1..)?.iter().take(MAX_LIST_BYTES);
    let (mut cells, mut start) = (Vec::new(), open + 1);
    for (n, byte) in inside.enumerate() {
        let at = open + 1 + n;
        match quote {
            Some(sign) if *byte == sign => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'' | b'`') => quote = Some(*byte),
            None if *byte == close => {
                cells.push(trimmed(bytes, start, at));
                return Some((cells, at + 1));
            }
            None if *byte == b',' => {
                cells.push(trimmed(bytes, start, at));
                start = at + 1;
            }
            None if b"[{}".contains(byte) => return None,
            None => {}
        }
    }
    None
}

/// The secret cells of the rows below the header of elements whose title ends at `end`:
/// `<th>Password</th>`, `<td>x</td>`.
fn element_cells(bytes: &[u8], end: usize, kind: SecretKind) -> Option<Vec<Range>> {
    bytes.get(end..)?.strip_prefix(b"</th>")?;
    let before = bytes.get(end.saturating_sub(MAX_LINE_BYTES)..end)?;
    let row = before.windows(3).rposition(|tag| tag == b"<tr")?;
    let titles = before.get(row..)?;
    let column = titles.windows(3).filter(|tag| tag == b"<th").count().checked_sub(1)?;
    let rest = bytes.get(end..bytes.len().min(end + MAX_ELEMENTS_BYTES))?;
    let mut cells = Vec::new();
    let rows = rest.windows(3).enumerate().filter(|(_, tag)| *tag == b"<tr").take(MAX_ROWS);
    for (begin, _) in rows {
        let row = rest.get(begin..)?;
        let len = row.windows(4).position(|tag| tag == b"</tr").unwrap_or(row.len());
        let row = row.get(..len)?;
        let mut of_row = row.windows(3).enumerate().filter(|(_, tag)| *tag == b"<td");
        let Some((cell, _)) = of_row.nth(column) else { continue };
        let open = row.get(cell..)?.iter().position(|b| *b == b'>')?;
        let start = end + begin + cell + open + 1;
        let (start, stop) =
            trimmed(bytes, start, start + count_while(bytes, start, |b| *b != b'<'));
        if is_secret_cell(bytes.get(start..stop)?, kind) {
            cells.push((start, stop));
        }
    }
    Some(cells)
}
