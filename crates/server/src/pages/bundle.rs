//! Scripts as bundles: a page loads one file with all modules that it needs, instead of one file a
//! module, each of which a browser asks for only when it has read the module before.
//!
//! A bundle registers its modules with `globalThis.heterodoxModules`, each below those that it
//! imports; a module that another bundle has registered is not run again. The modules of the
//! [`SHELL`], which all pages load, are in no other bundle, and a bundle for `import()` leaves out
//! those of the page's own.
//!
//! There are bundlers as libraries, with five hundred packages below them. The scripts keep to a
//! form that a few lines can read, which a test checks: imports and exports begin lines, an export
//! is `export function`, `export async function`, `export class` or `export const` with a name,
//! none is assigned again, and there is no `await` outside of functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The scripts of every page that is not in a frame.
const SHELL: [&str; 2] = ["common/theme.js", "common/offline.js"];

/// A bundle, by its path below `js/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bundle<'a> {
    /// `shell.js`
    Shell,
    /// `page/SCRIPT`: a page's script, for pages with the shell.
    Page(&'a str),
    /// `frame/SCRIPT`: a page's script with everything that it needs.
    Frame(&'a str),
    /// `later/SCRIPT/for/SCRIPT`: what the second script loads when it needs it.
    Later(&'a str, &'a str),
}

impl<'a> Bundle<'a> {
    /// The bundle with a path; `None` if there is none.
    pub(super) fn parse(path: &'a str) -> Option<Self> {
        if path == "shell.js" {
            return Some(Self::Shell);
        }
        let (kind, rest) = path.split_once('/')?;
        match kind {
            "page" => Some(Self::Page(rest)),
            "frame" => Some(Self::Frame(rest)),
            "later" => rest.split_once("/for/").map(|(script, page)| Self::Later(script, page)),
            _ => None,
        }
    }

    /// The path, which [`Bundle::parse`] reads.
    pub(super) fn path(self) -> String {
        match self {
            Self::Shell => "shell.js".to_owned(),
            Self::Page(script) => format!("page/{script}"),
            Self::Frame(script) => format!("frame/{script}"),
            Self::Later(script, page) => format!("later/{script}/for/{page}"),
        }
    }
}

/// A script as it is in its file.
struct Module {
    /// Each import: the names as they are in `import { … }` or `*`, and the module.
    imports: Vec<(String, String)>,
    exports: Vec<String>,
    body: String,
}

/// All modules that some scripts need, each after those that it imports.
#[derive(Default)]
struct Graph {
    order: Vec<String>,
    modules: BTreeMap<String, Module>,
}

/// Returns the source of a bundle.
///
/// `source` returns the text of a script by its path below `js/`, and `url` the address of a
/// bundle.
///
/// # Errors
///
/// A script does not exist, has a form that is not read, or imports itself by way of others.
pub(super) fn source_of(
    bundle: Bundle<'_>,
    source: &impl Fn(&str) -> Option<String>,
    url: &impl Fn(Bundle<'_>) -> String,
) -> Result<String, String> {
    let mut left_out = BTreeSet::new();
    let mut leave_out = |scripts: &[&str]| -> Result<(), String> {
        let graph = Graph::of(scripts, source)?;
        left_out.extend(graph.order);
        Ok(())
    };
    let (scripts, page): (Vec<&str>, &str) = match bundle {
        Bundle::Shell => (SHELL.to_vec(), SHELL[0]),
        Bundle::Frame(script) => (vec![script], script),
        Bundle::Page(script) => {
            leave_out(&SHELL)?;
            (vec![script], script)
        }
        Bundle::Later(script, page) => {
            // Every pair of scripts would be far too many bundles to keep.
            if !loads_later(page, source)?.contains(script) {
                return Err(format!("{page} does not load {script}"));
            }
            leave_out(&SHELL)?;
            leave_out(&[page])?;
            (vec![script], page)
        }
    };
    let graph = Graph::of(&scripts, source)?;
    let mut text = String::from(
        "const modules = (globalThis.heterodoxModules ??= new Map());\n\
         const use = (name) => modules.get(name);\n\
         const add = (name, run) => { if (!modules.has(name)) modules.set(name, run()); };\n",
    );
    for name in graph.order.iter().filter(|name| !left_out.contains(*name)) {
        if let Some(module) = graph.modules.get(name) {
            let later = |script: &str| url(Bundle::Later(script, page));
            module.write(&mut text, name, &later)?;
        }
    }
    Ok(text)
}

/// The scripts that a page loads when it needs them, and those that they load.
fn loads_later(
    page: &str,
    source: &impl Fn(&str) -> Option<String>,
) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut open = vec![page.to_owned()];
    while let Some(script) = open.pop() {
        for (name, module) in &Graph::of(&[&script], source)?.modules {
            for part in module.body.split(DYNAMIC).skip(1) {
                let target = part.split('\'').next().unwrap_or_default();
                let target = resolve(name, target);
                if found.insert(target.clone()) {
                    open.push(target);
                }
            }
        }
    }
    Ok(found)
}

impl Graph {
    fn of(scripts: &[&str], source: &impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let mut graph = Self::default();
        for script in scripts {
            graph.add(script, &mut Vec::new(), source)?;
        }
        Ok(graph)
    }

    /// Adds a script below those that it imports. `path` holds the scripts that led to it.
    fn add(
        &mut self,
        name: &str,
        path: &mut Vec<String>,
        source: &impl Fn(&str) -> Option<String>,
    ) -> Result<(), String> {
        if path.iter().any(|one| one == name) {
            return Err(format!("{name} imports itself: {}", path.join(", ")));
        }
        if self.modules.contains_key(name) {
            return Ok(());
        }
        let text = source(name).ok_or_else(|| format!("there is no script {name}"))?;
        let module = Module::parse(name, &text)?;
        path.push(name.to_owned());
        for (_, from) in &module.imports {
            self.add(from, path, source)?;
        }
        path.pop();
        self.modules.insert(name.to_owned(), module);
        self.order.push(name.to_owned());
        Ok(())
    }
}

impl Module {
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut module = Self { imports: Vec::new(), exports: Vec::new(), body: String::new() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.trim_end().ends_with(';') {
                    statement.push(' ');
                    statement.push_str(lines.next().ok_or_else(|| bad(name, line))?.trim());
                }
                module.imports.push(import(name, &statement)?);
            } else if let Some(rest) = line.strip_prefix("export ") {
                if rest.trim() == "{};" {
                    continue;
                }
                module.exports.push(exported(rest).ok_or_else(|| bad(name, line))?);
                module.body.push_str(rest);
                module.body.push('\n');
            } else {
                module.body.push_str(line);
                module.body.push('\n');
            }
        }
        Ok(module)
    }

    /// Writes the module as a call of `add`; `later` returns the address of a script that it
    /// imports when it needs it.
    fn write(
        &self,
        text: &mut String,
        name: &str,
        later: &impl Fn(&str) -> String,
    ) -> Result<(), String> {
        let _ = writeln!(text, "add('{name}', () => {{");
        for (names, from) in &self.imports {
            match names.as_str() {
                "" => {}
                "*" => return Err(bad(name, "import *")),
                // `a as b` in an import is `a: b` in a pattern.
                names => {
                    let _ = writeln!(
                        text,
                        "const {{{}}} = use('{from}');",
                        names.replace(" as ", ": ")
                    );
                }
            }
        }
        let mut parts = self.body.split(DYNAMIC);
        text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (target, rest) = part.split_once("')").ok_or_else(|| bad(name, DYNAMIC))?;
            let target = resolve(name, target);
            let _ = write!(text, "import('{}').then(() => use('{target}'))", later(&target));
            text.push_str(rest);
        }
        let _ = writeln!(text, "return {{ {} }};\n}});", self.exports.join(", "));
        Ok(())
    }
}

/// How an import begins that is made when it is needed.
const DYNAMIC: &str = "import('";

fn bad(name: &str, what: &str) -> String {
    format!("{name}: this is not read: {what}")
}

/// The names and the module of an import statement.
fn import(name: &str, statement: &str) -> Result<(String, String), String> {
    let mut quoted = statement.split('\'');
    let names = quoted.next().unwrap_or_default();
    let target = quoted.next().ok_or_else(|| bad(name, statement))?;
    let names = match names.trim_start_matches("import").trim().strip_suffix("from") {
        None => String::new(),
        Some(names) => names
            .trim()
            .strip_prefix('{')
            .and_then(|names| names.strip_suffix('}'))
            .ok_or_else(|| bad(name, statement))?
            .trim()
            .trim_end_matches(',')
            .to_owned(),
    };
    Ok((names, resolve(name, target)))
}

/// The name that a declaration gives, without its `export`.
fn exported(declaration: &str) -> Option<String> {
    let rest = ["async function ", "function ", "class ", "const "]
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let name = rest.split(|c| !is_name(c)).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The path of the script that `importer` reaches by the relative path `target`.
fn resolve(importer: &str, target: &str) -> String {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(bundle: Bundle<'_>, files: &[(&str, &str)]) -> Result<String, String> {
        let source = |name: &str| {
            let found = files.iter().find(|(file, _)| *file == name);
            found.map(|(_, text)| (*text).to_owned())
        };
        source_of(bundle, &source, &|bundle: Bundle<'_>| bundle.path())
    }

    const FILES: [(&str, &str); 5] = [
        ("common/theme.js", "import { t } from './i18n.js';\nt();\n"),
        ("common/offline.js", "export const kept = 1;\n"),
        ("common/i18n.js", "export function t() { return '// no comment'; }\n"),
        (
            "game/page.js",
            "import '../common/offline.js';\nimport {\n  t,\n  B as Board,\n} from '../board/board.js';\n\
             export class Page {}\nconst load = () => import('./late.js');\n",
        ),
        ("board/board.js", "export async function t() {}\nexport const B = 2;\n"),
    ];

    #[test]
    fn a_bundle_has_each_module_below_its_imports() {
        let text = packed(Bundle::Page("game/page.js"), &FILES).unwrap();
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
        assert!(place("add('board/board.js'") < place("add('game/page.js'"));
        place("const {t, B: Board} = use('board/board.js');");
        place("return { t, B };");
        place("class Page {}\n");
        assert!(!text.contains("export "), "{text}");
        // The shell has it.
        assert!(!text.contains("add('common/offline.js'"), "{text}");
        place("import('later/game/late.js/for/game/page.js').then(() => use('game/late.js'))");
    }

    #[test]
    fn only_what_a_page_loads_later_is_a_bundle_of_its_own() {
        let late = ("game/late.js", "export const late = 1;\n");
        let files = [&FILES[..], &[late]].concat();
        let text = packed(Bundle::Later("game/late.js", "game/page.js"), &files).unwrap();
        assert!(text.contains("add('game/late.js'"), "{text}");
        let other = packed(Bundle::Later("board/board.js", "game/page.js"), &files);
        assert!(other.unwrap_err().contains("does not load"));
    }

    #[test]
    fn a_frame_has_no_shell() {
        let text = packed(Bundle::Frame("game/page.js"), &FILES).unwrap();
        assert!(text.contains("add('common/offline.js'"), "{text}");
    }

    #[test]
    fn what_is_not_read_is_refused() {
        for (script, what) in [
            ("export let a = 1;\n", "not read"),
            ("export { a };\n", "not read"),
            ("import * as a from './b.js';\n", "not read"),
            ("import './a.js';\n", "imports itself"),
            ("import './none.js';\n", "no script none.js"),
        ] {
            let error = packed(Bundle::Frame("a.js"), &[("a.js", script)]).unwrap_err();
            assert!(error.contains(what), "{script}: {error}");
        }
    }

    #[test]
    fn paths_are_read_as_they_are_written() {
        for bundle in [
            Bundle::Shell,
            Bundle::Page("game/page.js"),
            Bundle::Frame("a/b.js"),
            Bundle::Later("a/late.js", "game/page.js"),
        ] {
            assert_eq!(Bundle::parse(&bundle.path()), Some(bundle));
        }
        assert_eq!(Bundle::parse("game/page.js"), None);
    }
}
