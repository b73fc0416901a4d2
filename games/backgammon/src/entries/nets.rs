//! Backgammon's network evaluators, made from their arguments.

use std::{fs, path::Path, sync::Arc};

use starboard_core::spec::{Args, Param, SpecError};

use crate::{
    AnyNets, GnubgNets, NetEvaluator, Nets, bearoff::Bearoff, cube::WithBearoff, net::Noise,
};

/// The arguments of the evaluator.
pub const PARAMS: &[Param] = &[
    Param {
        name: "nets",
        default: "none",
        range: "a file",
        help: "networks written by `train`, instead of the built-in ones",
    },
    Param {
        name: "gnubg",
        default: "none",
        range: "a file",
        help: "GNU Backgammon's networks and evaluation instead, from its gnubg.weights or \
               gnubg.wd, which does not come with this program",
    },
    Param {
        name: "noise",
        default: "0",
        range: "0 to 1",
        help: "the standard deviation of the noise added to the probability of winning (less to \
               those of gammons and backgammons); the same position always gets the same noise",
    },
    Param { name: "noise-seed", default: "0", range: "0 to 2^64", help: "the seed of the noise" },
];

/// The arguments of the evaluator with bearoff databases.
pub const BEAROFF_PARAMS: &[Param] = &{
    let [nets, gnubg, noise, seed] = PARAMS else { panic!("four arguments") };
    [
        *nets,
        *gnubg,
        *noise,
        *seed,
        Param {
            name: "bearoff",
            default: "none",
            range: "one to three files",
            help: "bearoff databases written by `bearoff make`, separated as in PATH; by default \
               those that STARBOARD_BEAROFF names, and the small ones",
        },
    ]
};

/// Makes the network evaluator from its arguments.
pub fn evaluator(args: &mut Args) -> Result<NetEvaluator, SpecError> {
    let given = args.take_if_given::<String>("nets")?;
    let nets = match (given, args.take_if_given::<String>("gnubg")?) {
        (None, None) => Nets::built_in().into(),
        (Some(path), None) => read(Path::new(&path)).map_err(|why| args.bad("nets", &path, why))?,
        (None, Some(path)) => {
            let bytes = bytes(Path::new(&path)).and_then(|bytes| gnubg(&bytes));
            bytes.map_err(|why| args.bad("gnubg", &path, why))?
        }
        (Some(_), Some(path)) => {
            return Err(args.bad("gnubg", &path, "there are networks already, by nets"));
        }
    };
    let noise = args.take_if_given::<f64>("noise")?;
    let seed = args.take_if_given::<u64>("noise-seed")?.unwrap_or(0);
    let noise = match noise {
        Some(deviation) if !(0.0..=1.0).contains(&deviation) => {
            return Err(args.bad("noise", &deviation.to_string(), "expected 0 to 1"));
        }
        Some(deviation) if deviation > 0.0 => Some(Noise { deviation, seed }),
        _ => None,
    };
    Ok(NetEvaluator::new(nets).with_noise(noise))
}

/// The same with bearoff databases.
pub fn with_bearoff(args: &mut Args) -> Result<WithBearoff<NetEvaluator>, SpecError> {
    let bearoff = match args.take_if_given::<String>("bearoff")? {
        None => {
            Bearoff::shared().map_err(|error| args.bad("bearoff", "none", error.to_string()))?
        }
        Some(paths) => {
            let files: Vec<_> = std::env::split_paths(&paths).collect();
            let found = Bearoff::of_files(&files);
            Arc::new(found.map_err(|error| args.bad("bearoff", &paths, error.to_string()))?)
        }
    };
    Ok(WithBearoff { evaluator: evaluator(args)?, bearoff })
}

/// Reads networks from a file: Starboard's own, or those of GNU Backgammon.
///
/// # Errors
///
/// Says what is wrong with the file, or with the databases to which GNU Backgammon's networks leave
/// bearoffs.
pub fn read(path: &Path) -> Result<AnyNets, String> {
    let bytes = bytes(path)?;
    if GnubgNets::is_one(&bytes) {
        return gnubg(&bytes);
    }
    Nets::read(&bytes).map(|nets| Arc::new(nets).into()).map_err(|error| error.to_string())
}

fn gnubg(bytes: &[u8]) -> Result<AnyNets, String> {
    let nets = GnubgNets::read(bytes).map_err(|error| error.to_string())?;
    let bearoff = Bearoff::shared().map_err(|error| error.to_string())?;
    Ok(AnyNets::Gnubg(Arc::new(nets), bearoff))
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use crate::{Backgammon, bearoff::TwoSided};
    use starboard_core::{Evaluator, spec::Spec};

    use super::*;

    #[test]
    fn databases_come_from_files() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("two.bin");
        TwoSided::make(6, 2, 1, |_| ())?.write(&path)?;
        let read = |file: &Path| {
            let spec = Spec::named("net-bearoff").with("bearoff", file.display());
            with_bearoff(&mut Args::new(&spec))
        };
        assert_eq!(read(&path)?.bearoff.two_sided.size(), (6, 2));
        let error = read(&folder.path().join("none")).expect_err("no such file").to_string();
        assert!(error.starts_with("net-bearoff cannot have bearoff="), "{error}");
        fs::write(&path, "STARBOFF")?;
        let error = read(&path).expect_err("cut off").to_string();
        assert!(error.contains("two.bin: it is too short"), "{error}");
        Ok(())
    }

    #[test]
    fn networks_come_from_a_file_and_noise_is_added() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x.nets");
        let value = |spec: Spec| {
            evaluator(&mut Args::new(&spec)).map(|mut eval| eval.evaluate(&Backgammon::START))
        };
        let plain = value(Spec::named("net"))?;
        let from_file = || Spec::named("net").with("nets", path.display());
        let error = value(from_file()).expect_err("no such file").to_string();
        assert!(error.starts_with("net cannot have nets="), "{error}");
        fs::write(&path, Nets::built_in().write())?;
        assert_eq!(value(from_file())?, plain);
        fs::write(&path, "SB-NETS\n")?;
        let error = value(from_file()).expect_err("cut off").to_string();
        assert!(error.contains("ends after 8 bytes"), "{error}");
        // GNU Backgammon's networks by either argument, but not by both.
        fs::write(&path, crate::testing::gnubg_weights(8, 1))?;
        let gnubg = || Spec::named("net").with("gnubg", path.display());
        let theirs = value(gnubg())?;
        assert_eq!(value(from_file())?, theirs);
        assert_ne!(theirs, plain);
        let error = value(gnubg().with("nets", path.display())).expect_err("both").to_string();
        assert!(error.contains("there are networks already"), "{error}");
        fs::write(&path, "GNU Backgammon 1.00\n250 8 5 0 0.1\n")?;
        let error = value(gnubg()).expect_err("cut off").to_string();
        assert!(error.contains("cannot have gnubg=") && error.contains("line 2: "), "{error}");
        let noisy =
            |seed: u64| value(Spec::named("net").with("noise", 0.1).with("noise-seed", seed));
        assert_ne!(noisy(1)?, noisy(2)?);
        let error = value(Spec::named("net").with("noise", 2)).expect_err("too much").to_string();
        assert!(error.contains("expected 0 to 1"), "{error}");
        Ok(())
    }
}
