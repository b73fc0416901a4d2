//! The files that a run reads besides its own parameters.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use anyhow::Context as _;
use sha2::{Digest, Sha256};
use starboard::AnyGame;
use starboard_core::spec::parse_specs;

/// The files that engines read: the paths in their descriptions, and the SHA-256 of each file's
/// contents. A run is not resumed with other files, and a person who repeats it can check that
/// theirs are the same.
pub type Files = BTreeMap<String, String>;

/// The SHA-256 of what a file holds, as [`Files`] have it.
pub fn hashed(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The files that engines of these descriptions read. External programs name none.
///
/// # Errors
///
/// If one is there and cannot be read; names it.
pub fn files<'a>(
    game: &dyn AnyGame,
    descriptions: impl IntoIterator<Item = &'a str>,
) -> anyhow::Result<Files> {
    let naming = game.file_arguments();
    let specs = descriptions.into_iter().filter_map(|text| parse_specs(text).ok()).flatten();
    let args = specs.flat_map(|spec| spec.args);
    let paths = args.filter(|(name, _)| naming.contains(&name.as_str()));
    // A word in place of a file is none.
    let paths = paths.map(|(_, path)| path).filter(|path| Path::new(path).is_file());
    paths.map(|path| Ok((path.clone(), sha256(&path)?))).collect()
}

fn sha256(path: &str) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    let mut part = vec![0; 1 << 16];
    let mut read = || -> io::Result<()> {
        let mut file = File::open(path)?;
        loop {
            match file.read(&mut part)? {
                0 => return Ok(()),
                count => hash.update(&part[..count]),
            }
        }
    };
    read().with_context(|| format!("cannot read {path}"))?;
    Ok(hex(&hash.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
