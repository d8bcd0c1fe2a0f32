//! The sums as one self-contained page: no request goes out from it, and it runs no script.

use fusebox_engine::spend::WeekStart;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use fusebox_engine::PicoUsd;
use fusebox_spend::{Grouping, Ledger, SpendQuery, SpendSummary, Spent};

use super::table::shown_cost;
use super::{By, SpendFilter};
use crate::commands::prices;
use crate::{CliError, Context, Result, display};

/// The tables of the page, in their order.
const TABLES: [(&str, By, &str); 4] = [
    ("Days", By::Day, "Day"),
    ("Models", By::Model, "Model"),
    ("Projects", By::Project, "Project"),
    ("How the work ended", By::Outcome, "Outcome"),
];

const STYLE: &str = "
:root { color-scheme: light dark; --text: #1c1f23; --dim: #59616b; --ground: #fff; --line: #d9dee4; --bar: #2f6fb5; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --dim: #a3acb6; --ground: #16191d; --line: #333a42; --bar: #5a9be0; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--text); background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; color: var(--dim); }
dl { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.5rem 0; }
dt { color: var(--dim); font-size: .875rem; }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; }
tbody th { font-weight: 400; overflow-wrap: anywhere; min-width: 7rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { width: 30%; min-width: 6rem; }
.bar span { display: block; height: .75rem; margin-top: .4rem; border-radius: .2rem; background: var(--bar); }
tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
";

/// What a page is made of.
pub(super) struct SpendPage<'a> {
    pub(super) ledger: &'a Ledger,
    pub(super) query: SpendQuery,
}

/// Writes the page, whole or not at all.
pub(super) fn write(page: &SpendPage<'_>, file: &Path, context: &Context) -> Result<()> {
    let text = text(page, context)?;
    let failed = |error: std::io::Error| CliError::failed(format!("{}: {error}", file.display()));
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut written = tempfile::Builder::new()
        .prefix(".fusebox-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(failed)?;
    written.write_all(text.as_bytes()).map_err(failed)?;
    written.persist(file).map_err(|error| failed(error.error))?;
    context.print(&format!("Written to {}.", file.display()))
}

fn text(page: &SpendPage<'_>, context: &Context) -> Result<String> {
    let prices = prices::table(context)?;
    let sum = |by: Grouping| {
        SpendQuery { groupings: vec![by], ..page.query.clone() }.sum(page.ledger, &prices)
    };
    let stuck = sum(Grouping::AfterTrip);
    let after_trips = stuck.groups.iter().find(|group| group.names == ["after a trip"]);
    let none = Spent::default();
    let after_trips = after_trips.map_or(&none, |group| &group.spent);
    let total = &stuck.total;
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>What agents cost</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>What agents cost</h1>\n<p>{}</p>\n<dl>\n",
        escaped(&period(&page.query.filter))
    );
    for (name, value) in [
        ("in all", shown_cost(total)),
        ("spent after agents were stuck", shown_cost(after_trips)),
        ("responses", display::thousands(total.responses)),
        ("tokens", display::thousands(total.tokens.total())),
    ] {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
    }
    html.push_str("</dl>\n");
    let stuck = match after_trips.responses {
        0 => "No session that Fusebox watched went on after a trip.",
        _ => "Stuck: from the trip of a session's breaker until a person answered it.",
    };
    let _ = writeln!(html, "<p>{stuck}</p>");
    if !total.unknown_models.is_empty() {
        let models: Vec<&str> = total.unknown_models.iter().map(String::as_str).collect();
        let _ = writeln!(
            html,
            "<p>~ marks an estimate: no price is known of {}.</p>",
            escaped(&models.join(", "))
        );
    }
    for (title, by, column) in TABLES {
        push_table(&mut html, title, column, &sum(by.grouping(WeekStart::default())));
    }
    html.push_str("</main>\n</body>\n</html>\n");
    Ok(html)
}

/// One table: the dearest group has the longest bar. Bars repeat the numbers, so readers of screens pass them over.
fn push_table(html: &mut String, title: &str, column: &str, summary: &SpendSummary) {
    let dearest = summary.groups.iter().map(|group| group.spent.cost_usd).max().unwrap_or_default();
    let _ = write!(
        html,
        "<section>\n<h2 id=\"{column}\">{title}</h2>\n<div class=\"scroll\" role=\"region\" aria-labelledby=\"{column}\" \
         tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">{column}</th><th scope=\"col\" class=\"n\">Cost</th>\
         <th scope=\"col\" class=\"n\">Responses</th><th scope=\"col\" class=\"n\">Tokens</th>\
         <td aria-hidden=\"true\"></td></tr></thead>\n<tbody>\n"
    );
    for group in &summary.groups {
        let name = group.names.first().map_or("", String::as_str);
        let name = if name.is_empty() { "unknown" } else { name };
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th>{}<td class=\"bar\" aria-hidden=\"true\"><span style=\"width:{}%\"></span></td></tr>",
            escaped(name),
            cells(&group.spent),
            percent(group.spent.cost_usd, dearest)
        );
    }
    let _ = write!(
        html,
        "</tbody>\n<tfoot><tr><th scope=\"row\">total</th>{}<td aria-hidden=\"true\"></td></tr></tfoot>\n</table>\n\
         </div>\n</section>\n",
        cells(&summary.total)
    );
}

/// The numbers of a row; the exact cost stands beside the rounded one.
fn cells(spent: &Spent) -> String {
    format!(
        "<td class=\"n\"><data value=\"{}\">{}</data></td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
        spent.cost_usd,
        escaped(&shown_cost(spent)),
        display::thousands(spent.responses),
        display::thousands(spent.tokens.total())
    )
}

/// The share of a cost in the dearest one.
fn percent(cost: PicoUsd, dearest: PicoUsd) -> u128 {
    u128::from(cost.picos()) * 100 / u128::from(dearest.picos().max(1))
}

fn period(filter: &SpendFilter) -> String {
    let day = |at| display::time(at).split(' ').next().unwrap_or_default().to_owned();
    match (filter.since, filter.until) {
        (None, None) => "All that the records of clients hold.".to_owned(),
        (Some(since), None) => format!("Since {}.", day(since)),
        (None, Some(until)) => format!("Before {}.", day(until)),
        (Some(since), Some(until)) => format!("From {} until before {}.", day(since), day(until)),
    }
}

/// Text of others inside the page: what would be markup is shown, and so is what has no glyph.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Overrides of direction would change how the rest of a row reads.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            sign if sign.is_control() => escaped.push('\u{fffd}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}
