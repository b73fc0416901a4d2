//! The configuration file: names for engines, and what a user does not want to say again.

use std::{collections::BTreeMap, ffi::OsString, fs, io, path::PathBuf};

use anyhow::{Context as _, bail};
use etcetera::BaseStrategy;
use serde::Deserialize;
use starboard::{BadInput, Registry};

/// Names another file than the usual one.
const VARIABLE: &str = "STARBOARD_CONFIG";

/// What the file says.
///
/// ```toml
/// [engines]              # --engine @quick, --a @quick: wherever an engine is described
/// quick = "alpha-beta(depth=4) + tt(mb=16)"
///
/// [default-engines]      # in place of the game's own default, for every command
/// connect-four = "@quick"
///
/// [environment]          # for variables that are not set
/// STARBOARD_CACHE = "/scratch/starboard"
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    engines: BTreeMap<String, String>,
    default_engines: BTreeMap<String, String>,
    environment: BTreeMap<String, String>,
}

/// Where the file is: what STARBOARD_CONFIG says, or `starboard/config.toml` where this
/// system keeps configurations.
fn place() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return Some(path.into());
    }
    Some(etcetera::choose_base_strategy().ok()?.config_dir().join("starboard/config.toml"))
}

impl Config {
    /// Reads the user's file; what it would say if it were empty, where there is none.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the file and the line.
    pub fn load() -> anyhow::Result<Self> {
        let Some(path) = place() else { return Ok(Self::default()) };
        let name = path.display();
        match fs::read_to_string(&path) {
            Ok(text) => Self::read(&text)
                .map_err(|why| BadInput::error(format!("{name}: {}", why.to_string().trim_end()))),
            // A file that was asked for has to be there.
            Err(why)
                if why.kind() == io::ErrorKind::NotFound
                    && std::env::var_os(VARIABLE).is_none() =>
            {
                Ok(Self::default())
            }
            Err(why) => Err(why).with_context(|| format!("cannot read {name}")),
        }
    }

    fn read(text: &str) -> anyhow::Result<Self> {
        let config: Self = toml::from_str(text)?;
        if let Some(name) = config.environment.keys().find(|name| !name.starts_with("STARBOARD_")) {
            bail!("[environment] is for variables of Starboard, and {name} is none");
        }
        Ok(config)
    }

    /// What it says of the environment, for [`starboard_core::set_setting_defaults`].
    pub fn environment(&self) -> BTreeMap<String, OsString> {
        self.environment.iter().map(|(name, value)| (name.clone(), value.into())).collect()
    }

    /// The games with the default engines that it names.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the game, or the engine, that cannot be.
    pub fn games(&self, mut games: Registry) -> anyhow::Result<Registry> {
        for (game, engine) in &self.default_engines {
            let engine = self.engine(engine)?.unwrap_or_else(|| engine.clone());
            games = games
                .with_default_engine(game, &engine)
                .context("in [default-engines] of the configuration file")
                .map_err(|why| BadInput::error(format!("{why:#}")))?;
        }
        Ok(games)
    }

    /// The arguments with what stands behind the names of engines, `@NAME`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names those there are, if this is none.
    pub fn arguments(&self, args: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
        let expand = |arg: OsString| {
            let Some(text) = arg.to_str() else { return Ok(arg) };
            let (option, value) = match text.split_once('=') {
                Some((option, value)) if option.starts_with("--") => (Some(option), value),
                _ => (None, text),
            };
            Ok(match (option, self.engine(value)?) {
                (_, None) => arg,
                (None, Some(engine)) => engine.into(),
                (Some(option), Some(engine)) => format!("{option}={engine}").into(),
            })
        };
        args.into_iter().map(expand).collect()
    }

    /// The engine behind `@NAME`; none, if the text is not of that form.
    fn engine(&self, text: &str) -> anyhow::Result<Option<String>> {
        let Some(name) = text.strip_prefix('@') else { return Ok(None) };
        if let Some(engine) = self.engines.get(name) {
            return Ok(Some(engine.clone()));
        }
        let names: Vec<_> = self.engines.keys().map(|name| format!("@{name}")).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let file = place().map_or_else(String::new, |path| format!(" ({})", path.display()));
        Err(BadInput::error(format!(
            "there is no engine {text} in the configuration file{file}; there are: {known}"
        )))
    }
}

impl Config {
    /// The games that are built in, as the file wants them.
    ///
    /// # Errors
    ///
    /// As [`games`](Self::games), and as [`try_builtin`](crate::try_builtin).
    pub fn builtin(&self) -> anyhow::Result<Registry> {
        starboard_core::set_setting_defaults(self.environment());
        self.games(crate::try_builtin()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[engines]\nquick = 'alpha-beta(depth=2)'\n\
        [default-engines]\nconnect-four = '@quick'\n[environment]\nSTARBOARD_CACHE = 'kept/here'\n";

    #[test]
    fn engines_have_names_and_games_another_default() -> anyhow::Result<()> {
        let config = Config::read(TEXT)?;
        let line = ["starboard", "match", "--a", "@quick", "--b=@quick", "x@quick"];
        let args = config.arguments(line.map(OsString::from).into())?;
        let expected = [
            "starboard",
            "match",
            "--a",
            "alpha-beta(depth=2)",
            "--b=alpha-beta(depth=2)",
            "x@quick",
        ];
        assert_eq!(args, expected.map(OsString::from));
        let games = config.games(crate::builtin())?;
        assert_eq!(games.find("connect-four")?.info().engine, "alpha-beta(depth=2)");
        assert_ne!(games.find("tic-tac-toe")?.info().engine, "alpha-beta(depth=2)");
        assert_eq!(config.environment()["STARBOARD_CACHE"], "kept/here");
        Ok(())
    }

    #[test]
    fn what_cannot_be_is_named() -> anyhow::Result<()> {
        let refused = |text: &str| match Config::read(text) {
            Err(why) => why.to_string(),
            Ok(config) => config.games(crate::builtin()).err().expect(text).to_string(),
        };
        for (text, part) in [
            ("[engine]", "unknown field `engine`, expected one of `engines`"),
            ("[engines]\nx = 1", "line 2"),
            ("[environment]\nPATH = 'x'", "PATH is none"),
            ("[default-engines]\nchess = 'alpha-beta'", "there is no game \"chess\""),
            ("[default-engines]\ngo = 'star1'", "star1 is for games with chance"),
            ("[default-engines]\ngo = '@x'", "there is no engine @x"),
        ] {
            let why = refused(text);
            assert!(why.contains(part), "{part:?} is missing in {why:?}");
        }
        let config = Config::read(TEXT)?;
        let error = config.arguments(vec!["@slow".into()]).expect_err("none");
        assert!(error.is::<BadInput>() && error.to_string().ends_with("there are: @quick"));
        Ok(())
    }
}
