//! Sessions at a table that is made up: three stones, of which each player takes one or two,
//! after chance has added one or none.

use std::{collections::VecDeque, io::Write, path::Path};

use starboard_core::Player;

use super::{Loss, PlainPrompt, Seats, Table, Turn, run};

const PEOPLE: Seats = Seats { people: [true, false], enter_rolls: false, tutor: None };

/// The options that were taken, of which the first is chance's.
#[derive(Default)]
struct Stones {
    taken: Vec<usize>,
    resigned: bool,
}

impl Stones {
    fn left(&self) -> usize {
        let taken: usize = self.taken.iter().skip(1).map(|option| option + 1).sum();
        3 + self.taken.first().unwrap_or(&0) - taken
    }
}

impl Table for Stones {
    fn turn(&self) -> Turn {
        let decisions = self.taken.len().saturating_sub(1);
        let player = if decisions.is_multiple_of(2) { Player::First } else { Player::Second };
        match self.taken.len() {
            _ if self.resigned => Turn::Over("resigned".to_owned()),
            0 => Turn::Chance(player),
            _ if self.left() == 0 => Turn::Over("the last stone is taken".to_owned()),
            _ => Turn::Decision(player),
        }
    }
    fn board(&self) -> String {
        format!("stones: {}", self.left())
    }
    fn options(&self) -> Vec<String> {
        let names = if self.taken.is_empty() { ["none", "one"] } else { ["take 1", "take 2"] };
        let some = if self.taken.is_empty() { 2 } else { self.left().min(2) };
        names[..some].iter().map(|&name| name.to_owned()).collect()
    }
    fn read(&self, text: &str) -> Result<usize, String> {
        let place = self.options().iter().position(|option| option == text);
        place.ok_or_else(|| format!("no move is {text}"))
    }
    fn play(&mut self, option: usize) -> Option<String> {
        self.taken.push(option);
        (self.taken.len() == 3).then(|| "now it is serious".to_owned())
    }
    fn draw(&self) -> usize {
        1
    }
    fn take_back(&mut self) -> bool {
        self.resigned = false;
        self.taken.pop().is_some()
    }
    fn decide(&mut self) -> anyhow::Result<(usize, String)> {
        Ok((0, "thinks".to_owned()))
    }
    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(writeln!(out, "a hint")?)
    }
    fn why(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(writeln!(out, "a reason")?)
    }
    fn loss(&mut self, option: usize) -> anyhow::Result<Loss> {
        let (loss, text) = (option as f64, format!("{option} stones"));
        Ok(Loss { loss, text, best: "take 1".to_owned() })
    }
    fn ways_to_resign(&self) -> &'static [&'static str] {
        &["lightly", "badly"]
    }
    fn resign(&mut self, way: Option<usize>) -> Option<String> {
        self.resigned = true;
        way.map(|way| format!("given up {}", self.ways_to_resign()[way]))
    }
    fn save(&self, path: &Path) -> anyhow::Result<()> {
        anyhow::bail!("cannot write {}", path.display())
    }
}

fn session(seats: &Seats, lines: &str) -> String {
    let mut out = Vec::new();
    let mut prompt = PlainPrompt { from: lines.as_bytes(), echo: true };
    run(&mut Stones::default(), seats, &mut prompt, &mut out).expect("nothing fails");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_game_to_its_end() {
    let text = session(&PEOPLE, "take 2\n1\n");
    let expected = "first chance brings one\n\nstones: 4\nmove> take 2\nsecond plays take 1\n    \
                    thinks\nnow it is serious\nfirst can only play take 1\nstones: 0\nthe last stone is taken\n";
    assert_eq!(text, expected);
}

#[test]
fn what_is_typed_is_understood() {
    for (lines, parts) in [
        ("take\n", &["which of take 1, take 2?"][..]),
        ("grab\n", &["no move is grab; `help` says"]),
        ("TAKE 2\n", &["second plays"]),
        ("2\n", &["first can only play take 1"]),
        ("moves\n", &["   1 take 1     2 take 2\n"]),
        ("hint\nwhy\nhelp\n", &["a hint\n", "a reason\n", "give the game up"]),
        ("save\nsave x.txt\n", &["save where?", "cannot write x.txt"]),
        ("go\n", &["first plays take 1\n    thinks\n"]),
        ("resign\n", &["move> resign\nstones: 4\nresigned\n"]),
        ("resign badly\n", &["given up badly\n", "resigned\n"]),
        ("resign oddly\n", &["resign oddly? say resign lightly, resign badly\n"]),
        ("help\n", &["To say how much is given up: resign lightly, resign badly.\n"]),
        ("undo\n", &["first chance brings one\n\nstones: 4\nmove> undo\n"]),
    ] {
        let text = session(&PEOPLE, lines);
        for part in parts {
            assert!(text.contains(part), "{lines}: {part} is missing in\n{text}");
        }
    }
    assert!(!session(&PEOPLE, "quit\ngo\n").contains("plays"));
}

#[test]
fn what_was_played_is_taken_back_to_ones_own_decision() {
    let text = session(&PEOPLE, "1\nundo\nmoves\n");
    assert_eq!(text.matches("stones: 4").count(), 2, "{text}");
    let seats = Seats { enter_rolls: true, ..PEOPLE };
    let text = session(&seats, "hint\nnone\nundo\nundo\none\n");
    assert!(text.contains("first the outcome: one of none, one"), "{text}");
    assert!(text.contains("outcome> none\n\nstones: 3\nmove> undo\n"), "{text}");
    assert!(text.contains("outcome> undo\nnothing has been played yet\n"), "{text}");
    assert!(text.ends_with("outcome> one\n\nstones: 4\nmove> \n"), "{text}");
}

#[test]
fn a_tutor_warns_once() {
    let seats = Seats { tutor: Some(0.5), ..PEOPLE };
    let text = session(&seats, "2\n2\n");
    let warning = "move> 2\ntake 2 loses 1 stones against take 1; type it again to play it\n";
    assert!(text.contains(&format!("{warning}move> 2\nsecond plays")), "{text}");
    assert!(!session(&seats, "1\n").contains("loses"));
    let seats = Seats { tutor: Some(1.0), ..PEOPLE };
    assert!(!session(&seats, "2\n").contains("loses"));
}

#[test]
fn lines_may_come_first() {
    let mut out = Vec::new();
    let mut rest = PlainPrompt { from: "quit\n".as_bytes(), echo: true };
    let lines = VecDeque::from(["moves".to_owned()]);
    let mut prompt = super::ScriptedPrompt { lines, then: &mut rest };
    run(&mut Stones::default(), &PEOPLE, &mut prompt, &mut out).expect("nothing fails");
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("move> moves\n   1 take 1") && text.ends_with("move> quit\n"), "{text}");
}
