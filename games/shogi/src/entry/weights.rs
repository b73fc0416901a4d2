//! The weights of Shogi's evaluation by attacks, from a file.

use std::fs;

use starboard_core::spec::{Args, Param, SpecError};

use crate::{Attacks, Weights};

/// The arguments of the evaluator.
pub(super) const PARAMS: &[Param] = &[Param {
    name: "weights",
    default: "none",
    range: "a file",
    help: "its weights, as `train` writes them, instead of the program's own",
}];

/// Reads the evaluator from its arguments.
pub(super) fn attacks(args: &mut Args) -> Result<Attacks, SpecError> {
    let Some(path) = args.take_if_given::<String>("weights")? else {
        return Ok(Attacks::default());
    };
    let read = || -> Result<Attacks, String> {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let weights = Weights::from_json(&text).map_err(|error| error.to_string())?;
        Attacks::new(&weights).map_err(|error| error.to_string())
    };
    read().map_err(|why| args.bad("weights", &path, why))
}

#[cfg(test)]
mod tests {
    use starboard_core::{Evaluator, spec::Spec};

    use super::*;
    use crate::Shogi;

    #[test]
    fn weights_come_from_a_file() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("weights.json");
        let read =
            || attacks(&mut Args::new(&Spec::named("attacks").with("weights", path.display())));
        let error = read().map(|_| ()).expect_err("no such file").to_string();
        assert!(error.starts_with("attacks cannot have weights="), "{error}");
        fs::write(&path, r#"{"tempo": 123}"#)?;
        assert_eq!(read()?.evaluate(&Shogi::start()).raw(), 123);
        fs::write(&path, r#"{"tempo": "x"}"#)?;
        let error = read().map(|_| ()).expect_err("not a number").to_string();
        assert!(error.contains("the weights tempo"), "{error}");
        Ok(())
    }
}
