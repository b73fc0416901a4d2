//! Rules as records name them, read and written.
//!
//! Rules are written by a name that other programs know if that describes them fully; otherwise
//! they are spelled out as KataGo does in its records.

use super::{Node, Warning};
use crate::{KoRule, Komi, Rules, Scoring, board::rules::Bonus};

/// The rules of a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedRules {
    /// The rules; the komi is the record's, without White's compensation for a handicap.
    pub(crate) rules: Rules,
    /// White's compensation for a handicap.
    pub(crate) bonus: Bonus,
    /// Whether players may pass before they have taken what is dead.
    pub(crate) friendly: bool,
}

/// The names that are written, and what they are read as. The rule sets of servers have superko,
/// which the official Chinese, Japanese and Korean rules do not.
const NAMES: [(&str, Scoring, bool, KoRule, Bonus); 5] = [
    ("Chinese", Scoring::Area, false, KoRule::Simple, Bonus::Each),
    ("Chinese-KGS", Scoring::Area, false, KoRule::Positional, Bonus::Each),
    ("Tromp-Taylor", Scoring::Area, true, KoRule::Positional, Bonus::Zero),
    ("Japanese", Scoring::Territory, false, KoRule::Simple, Bonus::Zero),
    ("AGA", Scoring::Area, false, KoRule::Situational, Bonus::LessOne),
];

impl NamedRules {
    /// Rules without compensation for a handicap.
    pub(super) const fn plain(rules: Rules) -> Self {
        Self { rules, bonus: Bonus::Zero, friendly: true }
    }

    /// The rules of a game after a handicap of so many stones, its compensation included in the
    /// komi.
    pub(super) fn after(self, stones: usize) -> Rules {
        Rules { komi: self.rules.komi.plus(self.bonus.points(stones)), ..self.rules }
    }

    /// Reads the rules of a record, with a warning where they are not supported.
    pub(super) fn read(root: &Node) -> (Self, Option<Warning>) {
        let mut rules = Rules::default();
        let name = root.value("RU").unwrap_or_default().trim().to_ascii_lowercase();
        // East Asian servers write 5.5 points as 550; 375 under Chinese rules is 3.75
        // stones, each of them worth two points.
        let stone = if name.starts_with("chinese") { 2.0 } else { 1.0 };
        let property = root.properties.iter().find(|property| property.name == "KM");
        let text = root.value("KM").map(|text| text.trim().replace(',', "."));
        let komi = text.as_ref().and_then(|text| text.parse::<f64>().ok());
        let unread = komi.is_none() && text.is_some_and(|text| !text.is_empty());
        let komi = komi.map(|komi| if komi.abs() >= 100.0 { komi / 100.0 * stone } else { komi });
        let nearest = komi.and_then(Komi::nearest);
        rules.komi = nearest.unwrap_or_else(|| {
            let none = root.values("HA").is_empty() && root.values("KM").is_empty();
            if none { rules.komi } else { Komi::default() }
        });
        let rounded = komi.is_some_and(|komi| Komi::points(komi).is_none());
        let warning = property.filter(|_| unread || rounded).map(|property| {
            let (text, taken) = (property.values[0].trim(), rules.komi);
            let range = Komi::RANGE;
            let message = format!("komi {text} is taken as {taken}: it can be {range}");
            Warning { place: property.place, message }
        });
        if name.starts_with('j') || name.starts_with("korean") || name.contains("scoreterritory") {
            (rules.scoring, rules.ko) = (Scoring::Territory, KoRule::Simple);
        }
        let mut bonus = Bonus::Zero;
        if name.starts_with("chinese") {
            bonus = Bonus::Each;
            if !["chinese-kgs", "chinese-ogs"].contains(&&*name) {
                rules.ko = KoRule::Simple;
            }
        }
        // New Zealand's, Ing's and those of Tromp and Taylor, under the names that SGF and
        // servers give them; and as KataGo spells rules out.
        let allow = ["nz", "new zealand", "new-zealand", "goe", "ing", "tromp-taylor"];
        rules.suicide = allow.contains(&&*name) || name.contains("sui1");
        if ["aga", "bga", "french"].contains(&&*name) {
            (rules.ko, bonus) = (KoRule::Situational, Bonus::LessOne);
        } else if name.starts_with("kosimple") {
            rules.ko = KoRule::Simple;
        } else if name.starts_with("kosituational") {
            rules.ko = KoRule::Situational;
        } else if name.starts_with("kopositional") {
            rules.ko = KoRule::Positional;
        }
        if name.contains("whbn-1") {
            bonus = Bonus::LessOne;
        } else if name.contains("whbn") {
            bonus = Bonus::Each;
        }
        (Self { rules, bonus, friendly: !name.contains("fpok0") }, warning)
    }

    /// Names the rules so that they are [read](Self::read) again, after a handicap of so many
    /// stones.
    pub(super) fn name(self, handicap: usize) -> String {
        let Self { rules: Rules { scoring, suicide, ko, .. }, bonus, friendly } = self;
        let same = |&&(_, a, b, c, d): &&(_, _, _, _, _)| {
            // Without a handicap, it does not matter what White would get for one.
            let same_bonus = handicap == 0 || d == bonus;
            friendly && (a, b, c) == (scoring, suicide, ko) && same_bonus
        };
        if let Some((name, ..)) = NAMES.iter().find(same) {
            return (*name).to_owned();
        }
        let [ko_word, score, tax] = [ko.word(), scoring.word(), scoring.tax()];
        let mut text = format!("ko{ko_word}score{score}tax{tax}sui{}", u8::from(suicide));
        if bonus != Bonus::Zero {
            text += "whb";
            text += bonus.word();
        }
        if !friendly {
            text += "fpok0";
        }
        text
    }
}
