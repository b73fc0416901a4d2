//! Rules as KataGo names them and spells them out (`docs/GTP_Extensions.md` of
//! lightvector/KataGo): supported rules are accepted, and the others are refused by name.

use serde_json::{Map, Value};

use super::{Answer, Session};
use crate::{KoRule, Komi, Rules, Scoring, board::rules::Bonus, records::sgf::NamedRules};

/// The rules in force; the komi is that of [`Session`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Agreed {
    ko: KoRule,
    scoring: Scoring,
    suicide: bool,
    bonus: Bonus,
    /// Whether players may pass before they have taken what is dead: otherwise all that
    /// stands counts as alive.
    pub(super) friendly: bool,
}

/// A named rule set.
struct Named {
    names: &'static [&'static str],
    agreed: Agreed,
}

const PLAIN: Agreed = Agreed {
    ko: KoRule::Simple,
    scoring: Scoring::Area,
    suicide: false,
    bonus: Bonus::Zero,
    friendly: true,
};

/// KataGo's table.
const NAMED: [Named; 7] = [
    Named {
        names: &["tromp-taylor"],
        agreed: Agreed { ko: KoRule::Positional, suicide: true, friendly: false, ..PLAIN },
    },
    Named { names: &["chinese"], agreed: Agreed { bonus: Bonus::Each, ..PLAIN } },
    Named {
        names: &["chinese-ogs", "chinese-kgs"],
        agreed: Agreed { ko: KoRule::Positional, bonus: Bonus::Each, ..PLAIN },
    },
    Named {
        names: &["japanese", "korean"],
        agreed: Agreed { scoring: Scoring::Territory, ..PLAIN },
    },
    Named {
        names: &["aga", "bga", "french"],
        agreed: Agreed { ko: KoRule::Situational, bonus: Bonus::LessOne, ..PLAIN },
    },
    Named {
        names: &["new-zealand", "nz"],
        agreed: Agreed { ko: KoRule::Situational, suicide: true, ..PLAIN },
    },
    Named {
        names: &["goe", "ing"],
        agreed: Agreed { ko: KoRule::Positional, suicide: true, ..PLAIN },
    },
];

/// Rules that have a name and cannot be played, and why.
const BEYOND: [(&[&str], &str, &str); 3] = [
    (&["stone-scoring", "ancient-area"], "tax", "ALL"),
    (&["ancient-territory"], "tax", "ALL"),
    (&["aga-button"], "hasButton", "true"),
];

const KEYS: &str = "ko, scoring, tax, suicide, hasButton, whiteHandicapBonus and friendlyPassOk";

impl Default for Agreed {
    fn default() -> Self {
        let Rules { ko, scoring, suicide, .. } = Rules::default();
        Self { ko, scoring, suicide, ..PLAIN }
    }
}

impl Agreed {
    /// The rules of a record.
    pub(super) fn of(named: NamedRules) -> Self {
        let NamedRules { rules: Rules { ko, scoring, suicide, .. }, bonus, friendly } = named;
        Self { ko, scoring, suicide, bonus, friendly }
    }

    /// The rules as a record has them.
    pub(super) fn named_as(self, komi: Komi) -> NamedRules {
        let rules = Rules { komi, ..self.rules() };
        NamedRules { rules, bonus: self.bonus, friendly: self.friendly }
    }

    /// The rules as the game has them, without komi.
    pub(super) fn rules(self) -> Rules {
        let Self { ko, scoring, suicide, .. } = self;
        Rules { ko, scoring, suicide, ..Rules::default() }
    }

    /// What White gets beyond komi for so many stones.
    pub(super) const fn bonus(self, stones: usize) -> usize {
        self.bonus.points(stones)
    }

    /// Reads a name, in either case, its words separated by `-`, `_` or a space.
    fn named(text: &str) -> Result<Self, String> {
        let name = text.to_ascii_lowercase().replace(['_', ' '], "-");
        if let Some(found) = NAMED.iter().find(|named| named.names.contains(&&*name)) {
            return Ok(found.agreed);
        }
        if let Some((_, key, value)) = BEYOND.iter().find(|(names, ..)| names.contains(&&*name)) {
            return Err(format!("rules {name} cannot be played: {}", PLAIN.cannot(key, value)));
        }
        let known: Vec<_> = NAMED.iter().flat_map(|named| named.names).copied().collect();
        Err(format!("unknown rules {text:?}: expected {} or a JSON object", known.join(", ")))
    }

    /// Reads a JSON object; rules that it does not name stay as they are.
    fn spelled(self, text: &str) -> Result<Self, String> {
        let object: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| format!("rules are no JSON: {error}"))?;
        let agreed =
            object.iter().try_fold(self, |agreed, (key, value)| agreed.with(key, value))?;
        object.get("tax").map_or(Ok(()), |tax| agreed.taxes(tax))?;
        Ok(agreed)
    }

    /// The points that do not count (KataGo's tax rule).
    const fn tax(self) -> &'static str {
        self.scoring.tax()
    }

    /// Checks that this is the tax that goes with the scoring.
    fn taxes(self, value: &Value) -> Result<(), String> {
        let tax = value.as_str().map(str::to_ascii_uppercase).unwrap_or_default();
        if tax == self.tax() { Ok(()) } else { Err(self.cannot("tax", &tax)) }
    }

    /// The same with another value for a key.
    fn with(mut self, key: &str, value: &Value) -> Result<Self, String> {
        let word = value.as_str().map(str::to_ascii_uppercase);
        let wrong = |expected: &str| Err(format!("{key} {value}: expected {expected}"));
        let truth = value.as_bool();
        match (key, word.as_deref(), truth) {
            ("ko", Some("SIMPLE"), _) => self.ko = KoRule::Simple,
            ("ko", Some("POSITIONAL"), _) => self.ko = KoRule::Positional,
            ("ko", Some("SITUATIONAL"), _) => self.ko = KoRule::Situational,
            ("ko", ..) => return wrong("SIMPLE, POSITIONAL or SITUATIONAL"),
            ("scoring", Some("AREA"), _) => self.scoring = Scoring::Area,
            ("scoring", Some("TERRITORY"), _) => self.scoring = Scoring::Territory,
            ("scoring", ..) => return wrong("AREA or TERRITORY"),
            ("tax", Some("NONE" | "SEKI"), _) | ("hasButton", _, Some(false)) => {}
            ("tax", Some(tax @ "ALL"), _) => return Err(self.cannot(key, tax)),
            ("tax", ..) => return wrong("NONE or SEKI"),
            ("hasButton", _, Some(true)) => return Err(self.cannot(key, "true")),
            ("suicide", _, Some(suicide)) => self.suicide = suicide,
            ("friendlyPassOk", _, Some(friendly)) => self.friendly = friendly,
            ("suicide" | "hasButton" | "friendlyPassOk", ..) => return wrong("true or false"),
            ("whiteHandicapBonus", Some("0"), _) => self.bonus = Bonus::Zero,
            ("whiteHandicapBonus", Some("N-1"), _) => self.bonus = Bonus::LessOne,
            ("whiteHandicapBonus", Some("N"), _) => self.bonus = Bonus::Each,
            ("whiteHandicapBonus", ..) => return wrong("0, N or N-1"),
            _ => return Err(format!("unknown rule {key:?}: the rules are {KEYS}")),
        }
        Ok(self)
    }

    /// The rules as KataGo spells them out.
    fn json(self) -> String {
        let (ko, scoring, bonus) = (self.ko.word(), self.scoring.word(), self.bonus.word());
        format!(
            "{{\"friendlyPassOk\":{},\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\
             \"suicide\":{},\"tax\":\"{}\",\"whiteHandicapBonus\":\"{bonus}\"}}",
            self.friendly,
            self.suicide,
            self.tax()
        )
    }

    /// The error for a value that makes sense but is not supported.
    fn cannot(self, key: &str, value: &str) -> String {
        let instead = if key == "tax" { self.tax() } else { "false" };
        format!("{key} {value} cannot be played, only {key} {instead}")
    }
}

impl Session {
    /// `kata-set-rules NAME` or `kata-set-rules {"ko":"SIMPLE",...}`.
    pub(super) fn set_rules(&mut self, args: &[&str]) -> Answer {
        let text = args.join(" ");
        let agreed = match text.starts_with('{') {
            true => self.agreed.spelled(&text)?,
            false => Agreed::named(&text)?,
        };
        self.agree(agreed);
        Ok(String::new())
    }

    /// `kgs-rules NAME`: what KGS calls Chinese has superko.
    pub(super) fn set_kgs_rules(&mut self, args: &[&str]) -> Answer {
        match args {
            ["chinese"] => self.set_rules(&["chinese-kgs"]),
            _ => self.set_rules(args),
        }
    }

    /// `kata-set-rule KEY VALUE`.
    pub(super) fn set_rule(&mut self, args: &[&str]) -> Answer {
        let &[key, value] = args else { return Err("expected a rule and its value".to_owned()) };
        let value = match value.trim_matches('"') {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            word => Value::from(word),
        };
        let agreed = self.agreed.with(key, &value)?;
        if key == "tax" {
            agreed.taxes(&value)?;
        }
        self.agree(agreed);
        Ok(String::new())
    }

    pub(super) fn rules_text(&self) -> String {
        self.agreed.json()
    }
}
