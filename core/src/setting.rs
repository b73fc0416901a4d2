//! Settings of the user who runs a program: environment variables, and defaults for them.

use std::{collections::BTreeMap, env, ffi::OsString, sync::OnceLock};

static DEFAULTS: OnceLock<BTreeMap<String, OsString>> = OnceLock::new();

/// The environment variable of this name or, where it is not set, its
/// [default](set_setting_defaults).
pub fn setting(name: &str) -> Option<OsString> {
    env::var_os(name).or_else(|| DEFAULTS.get()?.get(name).cloned())
}

/// Sets what [`setting`] returns for variables that the environment does not set: what a
/// program has read from a file, before doing anything else. Only the first call counts.
pub fn set_setting_defaults(defaults: BTreeMap<String, OsString>) {
    let _ = DEFAULTS.set(defaults);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_goes_before_what_stands_in_for_it() {
        let both = [("PATH", "none"), ("STARBOARD_OF_A_TEST", "here")];
        let both = both.map(|(name, value)| (name.to_owned(), value.into()));
        set_setting_defaults(BTreeMap::from(both));
        set_setting_defaults(BTreeMap::new());
        assert_eq!(setting("STARBOARD_OF_A_TEST"), Some("here".into()));
        assert_eq!(setting("PATH"), env::var_os("PATH"));
        assert_eq!(setting("STARBOARD_OF_NOBODY"), None);
    }
}
