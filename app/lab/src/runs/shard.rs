//! A part of a run.

use std::{fmt, str::FromStr};

/// Every `of`th unit of a run, from number `index` on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Whether this is all of it.
    pub fn is_whole(&self) -> bool {
        *self == Self::WHOLE
    }

    /// The units of it, of `count` in all.
    pub fn units(self, count: usize) -> impl Iterator<Item = usize> {
        (self.index..count).step_by(self.of)
    }

    /// Its index, from 0, and the number of shards.
    pub fn parts(self) -> (usize, usize) {
        (self.index, self.of)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, of)) if index < of => Ok(Self { index, of }),
            _ => Err(format!("expected a part such as 0/7, counted from 0, found {text:?}")),
        }
    }
}

super::as_text!(Shard);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_as_written() {
        for text in ["0/1", "6/7"] {
            assert_eq!(text.parse::<Shard>().map(|s| s.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "1", "1/1", "-1/3", "0/0", "a/b", "1/2/3"] {
            let error = text.parse::<Shard>().expect_err(text);
            assert!(error.starts_with("expected a part such as 0/7"), "{error}");
        }
    }
}
