//! Text with the styles of a terminal, as lines of the live view.

use anstream::adapter::WinconBytes;
use anstyle::{AnsiColor, Color, Effects};
use ratatui::style::{Color as ScreenColor, Modifier, Style};
use ratatui::text::{Line, Span};

/// The lines of `text`, which has the styles of [`crate::style`] in it; without colours where there are none.
pub(super) fn lines(text: &str, has_color: bool) -> Vec<Line<'static>> {
    text.lines().map(|text| line(text, has_color)).collect()
}

/// One line of it.
pub(super) fn line(text: &str, has_color: bool) -> Line<'static> {
    let mut parts = WinconBytes::new();
    let spans = parts.extract_next(text.as_bytes());
    spans.map(|(style, text)| Span::styled(text, screen_style(style, has_color))).collect()
}

/// The same style for the screen.
pub(super) fn screen_style(style: anstyle::Style, has_color: bool) -> Style {
    let effects = style.get_effects();
    let mut modifier = Modifier::empty();
    for (effect, same) in [(Effects::BOLD, Modifier::BOLD), (Effects::DIMMED, Modifier::DIM)] {
        modifier.set(same, effects.contains(effect));
    }
    let style = match style.get_fg_color() {
        Some(Color::Ansi(color)) if has_color => Style::new().fg(screen_color(color)),
        Some(Color::Ansi(_) | Color::Ansi256(_) | Color::Rgb(_)) | None => Style::new(),
    };
    style.add_modifier(modifier)
}

/// One of the 16 colours that every terminal has.
fn screen_color(color: AnsiColor) -> ScreenColor {
    match color {
        AnsiColor::Black => ScreenColor::Black,
        AnsiColor::Red => ScreenColor::Red,
        AnsiColor::Green => ScreenColor::Green,
        AnsiColor::Yellow => ScreenColor::Yellow,
        AnsiColor::Blue => ScreenColor::Blue,
        AnsiColor::Magenta => ScreenColor::Magenta,
        AnsiColor::Cyan => ScreenColor::Cyan,
        AnsiColor::White => ScreenColor::Gray,
        AnsiColor::BrightBlack => ScreenColor::DarkGray,
        AnsiColor::BrightRed => ScreenColor::LightRed,
        AnsiColor::BrightGreen => ScreenColor::LightGreen,
        AnsiColor::BrightYellow => ScreenColor::LightYellow,
        AnsiColor::BrightBlue => ScreenColor::LightBlue,
        AnsiColor::BrightMagenta => ScreenColor::LightMagenta,
        AnsiColor::BrightCyan => ScreenColor::LightCyan,
        AnsiColor::BrightWhite => ScreenColor::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style;

    #[test]
    fn a_style_is_the_same_on_the_screen_and_without_colours_its_effects_stay() {
        let text = format!("a {} b {}", style::error("stopped"), style::dim("c"));
        let red = Style::new().fg(ScreenColor::Red).add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let expected = |stopped: Style| {
            Line::from(vec![
                Span::raw("a "),
                Span::styled("stopped", stopped),
                Span::raw(" b "),
                Span::styled("c", dim),
            ])
        };
        assert_eq!(line(&text, true), expected(red));
        assert_eq!(line(&text, false), expected(Style::new().add_modifier(Modifier::BOLD)));
    }
}
