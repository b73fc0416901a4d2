//! No crate is one import knot: of the modules directly below the root of a crate, at most
//! three may need each other.
//!
//! What a path such as `crate::Name` means is looked up in the re-exports of `lib.rs`;
//! tests are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use starboard_book_tests::support;
use syn::{
    Attribute, Item, ItemMod, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};

/// The most modules of a crate that may import each other in a circle.
const MOST: usize = 3;

#[test]
fn modules_do_not_go_in_circles() {
    let root = support::root();
    let crates: BTreeSet<_> = support::files(&root, "rs")
        .into_iter()
        .filter(|path| path.ends_with("src/lib.rs") && !path.starts_with(root.join("book")))
        .collect();
    assert!(crates.len() > 10, "{crates:?}");
    for lib in crates {
        let folder = lib.parent().and_then(Path::parent).expect("a crate has a folder");
        let name = folder.strip_prefix(&root).expect("below the root").to_string_lossy();
        for circle in circles(&imports(&lib)) {
            assert!(
                circle.len() <= MOST,
                "{} modules of {name} import each other in a circle: {circle:?}",
                circle.len()
            );
        }
    }
}

/// For each module directly below the root of a crate, those it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn imports(lib: &Path) -> Imports {
    let parse = |path: &Path| {
        syn::parse_file(&support::read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    // Step 1. The modules, and what the crate calls by a shorter name.
    let file = parse(lib);
    let mut modules = Imports::new();
    let mut shorter = BTreeMap::new();
    for item in &file.items {
        if let Item::Mod(ItemMod { ident, content: None, attrs, .. }) = item
            && !is_test(attrs)
        {
            modules.insert(ident.to_string(), BTreeSet::new());
        }
    }
    for item in &file.items {
        if let Item::Use(ItemUse { tree, vis, .. }) = item
            && !matches!(vis, Visibility::Inherited)
        {
            for (mut path, name) in leaves(tree) {
                path.retain(|part| part != "crate" && part != "self");
                if modules.contains_key(&path[0]) {
                    shorter.insert(name, path[0].clone());
                }
            }
        }
    }
    // Step 2. What every file of a module names.
    let src = lib.parent().expect("a folder");
    for path in support::files(src, "rs") {
        let below = path.strip_prefix(src).expect("below the folder");
        let first = below.iter().next().expect("a name").to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let tests = below.iter().any(|part| part == "tests" || part == "tests.rs");
        if tests || !modules.contains_key(&module) {
            continue;
        }
        // How many `super` lead to the root: as many as there are folders, and one more.
        let depth = below.components().count() - usize::from(below.ends_with("mod.rs"));
        let mut names = Names { depth, found: BTreeSet::new() };
        names.visit_file(&parse(&path));
        for name in names.found {
            let other = if modules.contains_key(&name) { Some(&name) } else { shorter.get(&name) };
            if let Some(other) = other.filter(|other| **other != module).cloned() {
                modules.get_mut(&module).expect("it is listed").insert(other);
            }
        }
    }
    modules
}

/// The names directly below the root of the crate that a file uses.
struct Names {
    depth: usize,
    found: BTreeSet<String>,
}

impl Names {
    fn path(&mut self, path: &[String]) {
        let up = path.iter().take_while(|part| *part == "super").count();
        let below = match path.first().map(String::as_str) {
            Some("crate") => path.get(1),
            Some("super") if up == self.depth => path.get(up),
            _ => None,
        };
        self.found.extend(below.cloned());
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            // A module in the same file is a step further down.
            self.depth += 1;
            visit::visit_item_mod(self, item);
            self.depth -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for (path, _) in leaves(&item.tree) {
            self.path(&path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.path(&parts);
        visit::visit_path(self, path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg") && {
                let tokens = list.tokens.to_string();
                tokens == "test"
                    || tokens.starts_with("all (test")
                    || tokens.starts_with("all(test")
            }
        }
        _ => false,
    })
}

/// The paths that an import names, and what each is called.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let mut below = leaves(&path.tree);
            below.iter_mut().for_each(|(full, _)| full.insert(0, path.ident.to_string()));
            below
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Glob(_) => vec![(vec!["*".to_owned()], "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

/// The sets of more than one module of which each reaches every other.
fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reached = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            open.extend(imports[next].iter().filter(|other| seen.insert((*other).clone())));
        }
        seen
    };
    let reach: BTreeMap<_, _> = imports.keys().map(|module| (module, reached(module))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (module, seen) in reach.iter().filter(|(module, seen)| seen.contains(**module)) {
        let circle: BTreeSet<_> =
            seen.iter().filter(|other| reach[other].contains(*module)).cloned().collect();
        if !found.contains(&circle) {
            found.push(circle);
        }
    }
    found
}

#[test]
fn circles_are_seen() {
    let imports = |edges: &[(&str, &str)]| {
        let mut imports = Imports::new();
        for (from, to) in edges {
            imports.entry((*to).to_owned()).or_default();
            imports.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        imports
    };
    let line = [("a", "b"), ("b", "c"), ("a", "c")];
    assert_eq!(circles(&imports(&line)), Vec::<BTreeSet<String>>::new());
    let found = circles(&imports(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b", "c"]);
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    let mut names = Names { depth: 2, found: BTreeSet::new() };
    for text in ["crate::a::B", "super::super::c", "super::d", "std::e"] {
        names.path(&path(text));
    }
    assert!(names.found.iter().eq(["a", "c"]), "{:?}", names.found);
}
