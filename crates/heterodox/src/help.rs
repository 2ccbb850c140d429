//! The part of the help texts that follows the options. `-h` shows the examples; `--help` also
//! shows the details in the files of the folder `help`.

/// Joins details and examples for `--help`.
pub(crate) fn long_help(details: &str, examples: &str) -> String {
    format!("{}\n\n{examples}", details.trim_end())
}
