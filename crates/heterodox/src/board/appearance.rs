//! Detects which colours and characters the terminal can show.

use clap::ValueEnum;
use std::env;
use std::io::IsTerminal;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColourChoice {
    /// On a terminal, unless the variable `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColourDepth {
    /// No colours.
    None,
    /// The 16 colours of ANSI terminals.
    Ansi16,
    /// The 256 colours of `xterm-256color`.
    Ansi256,
}

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Appearance {
    /// The colours to use.
    pub(crate) colour: ColourDepth,
    /// Whether characters outside of ASCII may be used.
    pub(crate) unicode: bool,
}

impl Appearance {
    /// Detects how to draw boards on standard output.
    pub(crate) fn detect(when: ColourChoice, ascii: bool) -> Self {
        Self {
            colour: colour_depth(when, std::io::stdout().is_terminal(), |name| env::var(name).ok()),
            unicode: !ascii && unicode(|name| env::var(name).ok()),
        }
    }
}

fn colour_depth(
    when: ColourChoice,
    terminal: bool,
    var: impl Fn(&str) -> Option<String>,
) -> ColourDepth {
    let set = |name| var(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    let wanted = match when {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto => terminal && set("NO_COLOR").is_none() && term != "dumb",
    };
    if !wanted {
        ColourDepth::None
    } else if term.contains("256color") || set("COLORTERM").is_some() {
        ColourDepth::Ansi256
    } else {
        ColourDepth::Ansi16
    }
}

/// Returns whether the locale is UTF-8. The first variable that is set decides, as in POSIX.
fn unicode(var: impl Fn(&str) -> Option<String>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| var(name).filter(|value| !value.is_empty()))
        .is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn colours_heed_the_terminal_and_the_user() {
        let rich = [("TERM", "xterm-256color")];
        assert_eq!(colour_depth(ColourChoice::Auto, true, vars(&rich)), ColourDepth::Ansi256);
        assert_eq!(colour_depth(ColourChoice::Auto, false, vars(&rich)), ColourDepth::None);
        assert_eq!(colour_depth(ColourChoice::Never, true, vars(&rich)), ColourDepth::None);
        assert_eq!(
            colour_depth(ColourChoice::Auto, true, vars(&[("TERM", "linux")])),
            ColourDepth::Ansi16
        );
        assert_eq!(
            colour_depth(ColourChoice::Auto, true, vars(&[("TERM", "dumb")])),
            ColourDepth::None
        );
        let no = [("TERM", "xterm-256color"), ("NO_COLOR", "1")];
        assert_eq!(colour_depth(ColourChoice::Auto, true, vars(&no)), ColourDepth::None);
        assert_eq!(colour_depth(ColourChoice::Always, false, vars(&no)), ColourDepth::Ansi256);
        let empty = [("TERM", "xterm-256color"), ("NO_COLOR", "")];
        assert_eq!(colour_depth(ColourChoice::Auto, true, vars(&empty)), ColourDepth::Ansi256);
    }

    #[test]
    fn the_first_locale_variable_that_is_set_counts() {
        assert!(unicode(vars(&[("LANG", "de_DE.UTF-8")])));
        assert!(unicode(vars(&[("LC_ALL", ""), ("LANG", "C.utf8")])));
        assert!(!unicode(vars(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")])));
        assert!(!unicode(vars(&[])));
    }
}
