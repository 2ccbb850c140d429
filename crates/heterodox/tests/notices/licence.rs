//! Finds the licence under which a package is used, and its text.

use std::fs;
use std::path::Path;

/// A licence that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Licence {
    Mit,
    Zlib,
    Bsd0,
    Isc,
    Bsd2,
    Bsd3,
    Unicode,
    Cdla,
    Apache,
}

/// The text of a licence and its copyright holders.
pub(crate) struct Part {
    pub(crate) text: String,
    /// The lines that name the copyright holders.
    pub(crate) owners: Vec<String>,
}

impl Licence {
    /// All licences, the one with the shortest text first.
    const ALL: [Self; 9] = [
        Self::Mit,
        Self::Zlib,
        Self::Bsd0,
        Self::Isc,
        Self::Bsd2,
        Self::Bsd3,
        Self::Unicode,
        Self::Cdla,
        Self::Apache,
    ];

    /// Returns the SPDX identifier.
    fn id(self) -> &'static str {
        match self {
            Self::Mit => "MIT",
            Self::Zlib => "Zlib",
            Self::Bsd0 => "0BSD",
            Self::Isc => "ISC",
            Self::Bsd2 => "BSD-2-Clause",
            Self::Bsd3 => "BSD-3-Clause",
            Self::Unicode => "Unicode-3.0",
            Self::Cdla => "CDLA-Permissive-2.0",
            Self::Apache => "Apache-2.0",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Mit => "MIT licence",
            Self::Zlib => "zlib licence",
            Self::Bsd0 => "BSD licence without clauses",
            Self::Isc => "ISC licence",
            Self::Bsd2 => "BSD licence of two clauses",
            Self::Bsd3 => "BSD licence of three clauses",
            Self::Unicode => "Unicode licence, version 3",
            Self::Cdla => "Community Data License Agreement, permissive, version 2.0",
            Self::Apache => "Apache License, version 2.0",
        }
    }

    /// Returns the first words of the terms. The lines before them name the copyright holders.
    fn begin(self) -> &'static str {
        match self {
            Self::Mit => {
                "Permission is hereby granted, free of charge, to any person obtaining a copy of this"
            }
            Self::Zlib => "This software is provided 'as-is'",
            Self::Bsd0 | Self::Isc => {
                "Permission to use, copy, modify, and/or distribute this software for any"
            }
            Self::Bsd2 | Self::Bsd3 => "Redistribution and use in source and binary forms",
            Self::Unicode => "NOTICE TO USER: Carefully read",
            Self::Cdla => "This is the Community Data License Agreement",
            Self::Apache => "Apache License",
        }
    }

    /// Returns whether a text is this licence.
    fn is_in(self, text: &str) -> bool {
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let third =
            plain.contains("Neither the name of") || plain.contains("names of its contributors");
        plain.contains(self.begin())
            && match self {
                Self::Bsd0 => !plain.contains("provided that the above"),
                Self::Isc => plain.contains("provided that the above"),
                Self::Bsd2 => !third,
                Self::Bsd3 => third,
                _ => true,
            }
    }

    /// Returns the texts of this licence in the files of a package, or the standard text with the
    /// authors of the package if it has no such file.
    pub(crate) fn parts(self, folder: &Path, authors: &[String]) -> Vec<Part> {
        let texts = files(folder).into_iter().filter(|text| self.is_in(text));
        let parts: Vec<_> = texts.map(|text| self.split(&text)).collect();
        if !parts.is_empty() {
            return parts;
        }
        let text = match self {
            Self::Apache => include_str!("apache.txt"),
            Self::Mit => include_str!("mit.txt"),
            Self::Bsd3 => include_str!("bsd3.txt"),
            _ => panic!("{}: no text of its licence", folder.display()),
        };
        // Email addresses are left out.
        let names = authors.iter().map(|author| author.split(" <").next().unwrap_or(author));
        let owners = names.map(|name| format!("Copyright (c) {name}")).collect();
        vec![Part { text: text.to_owned(), owners }]
    }

    /// Splits a text into terms and copyright holders.
    fn split(self, text: &str) -> Part {
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        let begin = self.begin().split(' ').next().expect("a word");
        // The first words of the terms may be broken over two lines.
        let start = (0..lines.len())
            .find(|&line| {
                let here = lines[line..].iter().take(3).flat_map(|line| line.split_whitespace());
                let here = here.collect::<Vec<_>>().join(" ");
                here.starts_with(self.begin()) && lines[line].contains(begin)
            })
            .unwrap_or_else(|| panic!("no beginning of {self:?} in\n{text}"));
        let (head, body) = lines.split_at(start);
        let (body, tail) = match self {
            // The appendix on how to apply the licence follows the terms, sometimes with a
            // copyright holder.
            Self::Apache => {
                let end = "END OF TERMS AND CONDITIONS";
                let end = body.iter().position(|line| line.trim() == end);
                body.split_at(end.map_or(body.len(), |line| line + 1))
            }
            _ => body.split_at(body.len()),
        };
        let owners =
            head.iter().chain(tail).map(|line| line.trim_start_matches([' ', '*', '#', '>']));
        let owners = owners.filter(|line| is_owner(line)).map(str::to_owned).collect();
        Part { text: body.join("\n"), owners }
    }
}

/// Returns whether a line names a copyright holder. Templates do not count.
fn is_owner(line: &str) -> bool {
    let says =
        ["Copyright", "copyright", "(c)", "(C)", "©"].iter().any(|start| line.starts_with(start));
    says && !["[yyyy]", "{yyyy}", "copyright notice"].iter().any(|form| line.contains(form))
}

/// Returns the licences under which a package is used: of alternatives the first of
/// [`Licence::ALL`] whose text the package has, else the first alternative.
pub(crate) fn chosen(expression: &str, folder: &Path) -> Vec<Licence> {
    let texts = files(folder);
    let all = expression.split(" AND ").map(|part| {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        let offered: Vec<_> = part.split(" OR ").map(str::trim).collect();
        let choices = Licence::ALL.into_iter().filter(|licence| offered.contains(&licence.id()));
        let choices: Vec<_> = choices.collect();
        let with_text = choices.iter().find(|licence| texts.iter().any(|text| licence.is_in(text)));
        let choice = with_text.or(choices.first());
        *choice.unwrap_or_else(|| panic!("{}: none of '{expression}' is known", folder.display()))
    });
    all.collect()
}

/// Returns the texts of all files that may be licences, in the order of their names.
fn files(folder: &Path) -> Vec<String> {
    const NAMES: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if !NAMES.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        if path.is_dir() {
            texts.extend(
                fs::read_dir(&path).expect("a folder").map(|entry| {
                    fs::read_to_string(entry.expect("an entry").path()).expect("text")
                }),
            );
        } else {
            texts.push(fs::read_to_string(&path).expect("text"));
        }
    }
    texts.into_iter().map(uncommented).collect()
}

/// A text without the slashes before each of its lines, if it was written as a comment.
fn uncommented(text: String) -> String {
    let is_comment = text.lines().all(|line| line.is_empty() || line.starts_with("//"));
    if !is_comment {
        return text;
    }
    let lines = text.lines().map(|line| line.trim_start_matches('/').trim_start());
    lines.collect::<Vec<_>>().join("\n")
}
