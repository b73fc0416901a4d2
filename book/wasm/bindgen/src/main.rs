//! `starboard-book-bindgen MODULE.wasm FOLDER NAME`: writes NAME.js and NAME_bg.wasm.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let mut next = |what| args.next().with_context(|| format!("{what} is missing"));
    let (module, folder, name) = (next("MODULE.wasm")?, next("FOLDER")?, next("NAME")?);
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(&name).typescript(false).no_modules(true)?;
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)
}
