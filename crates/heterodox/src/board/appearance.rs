//! What the terminal can show, and what the user wants to see.

use clap::ValueEnum;
use std::env;
use std::io::IsTerminal;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColourWhen {
    /// On a terminal, unless the variable `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// None.
    None,
    /// The eight of the oldest terminals.
    Basic,
    /// 256.
    Full,
}

/// How boards are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    /// With which colours.
    pub(crate) colour: Colour,
    /// Whether characters outside of ASCII may be used.
    pub(crate) unicode: bool,
}

impl Look {
    /// Finds out how to show boards on standard output.
    pub(crate) fn find(when: ColourWhen, ascii: bool) -> Self {
        Self {
            colour: colour(when, std::io::stdout().is_terminal(), |name| env::var(name).ok()),
            unicode: !ascii && unicode(|name| env::var(name).ok()),
        }
    }
}

fn colour(when: ColourWhen, terminal: bool, var: impl Fn(&str) -> Option<String>) -> Colour {
    let set = |name| var(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    let wanted = match when {
        ColourWhen::Always => true,
        ColourWhen::Never => false,
        ColourWhen::Auto => terminal && set("NO_COLOR").is_none() && term != "dumb",
    };
    if !wanted {
        Colour::None
    } else if term.contains("256color") || set("COLORTERM").is_some() {
        Colour::Full
    } else {
        Colour::Basic
    }
}

/// Whether the locale says that text is UTF-8; the first of the variables that is set counts.
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
        assert_eq!(colour(ColourWhen::Auto, true, vars(&rich)), Colour::Full);
        assert_eq!(colour(ColourWhen::Auto, false, vars(&rich)), Colour::None);
        assert_eq!(colour(ColourWhen::Never, true, vars(&rich)), Colour::None);
        assert_eq!(colour(ColourWhen::Auto, true, vars(&[("TERM", "linux")])), Colour::Basic);
        assert_eq!(colour(ColourWhen::Auto, true, vars(&[("TERM", "dumb")])), Colour::None);
        let no = [("TERM", "xterm-256color"), ("NO_COLOR", "1")];
        assert_eq!(colour(ColourWhen::Auto, true, vars(&no)), Colour::None);
        assert_eq!(colour(ColourWhen::Always, false, vars(&no)), Colour::Full);
        let empty = [("TERM", "xterm-256color"), ("NO_COLOR", "")];
        assert_eq!(colour(ColourWhen::Auto, true, vars(&empty)), Colour::Full);
    }

    #[test]
    fn the_first_locale_variable_that_is_set_counts() {
        assert!(unicode(vars(&[("LANG", "de_DE.UTF-8")])));
        assert!(unicode(vars(&[("LC_ALL", ""), ("LANG", "C.utf8")])));
        assert!(!unicode(vars(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")])));
        assert!(!unicode(vars(&[])));
    }
}
