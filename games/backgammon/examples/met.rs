//! Compares the built-in match equity table with another one, at every score:
//! `cargo run --release -p starboard-backgammon --example met -- FILE.xml 25`.
//!
//! `FILE.xml` is a table in the format of GNU Backgammon, which ships some
//! (`/usr/share/gnubg/met/Kazaross-XG2.xml`), and the number says how many points a player may
//! need at most. Differences are in hundredths of the chance to win the match, ours less theirs.

use std::{env, error::Error, fs};

use starboard_backgammon::met::MatchEquity;

/// Scores, and the differences between the two tables.
#[derive(Default)]
struct Differences {
    sum: f64,
    count: u32,
    most: f64,
    at: (i32, i32),
}

impl Differences {
    fn add(&mut self, at: (i32, i32), difference: f64) {
        self.sum += difference.abs();
        self.count += 1;
        if difference.abs() > self.most.abs() {
            (self.most, self.at) = (difference, at);
        }
    }

    fn line(&self, what: &str) -> String {
        let (mean, (mine, theirs)) = (self.sum / f64::from(self.count), self.at);
        let most = 100.0 * self.most;
        format!(
            "| {what} | {} | {:.3} | {most:+.3} at {mine}-away {theirs}-away |",
            self.count,
            100.0 * mean
        )
    }
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let file = args.next().ok_or("expected a file, and how many points may be needed")?;
    let longest = args.next().map_or(Ok(25), |n| n.parse::<i32>())?.clamp(2, 64);
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let theirs = MatchEquity::read_xml(&text).map_err(|error| format!("{file}: {error}"))?;
    let ours = MatchEquity::built_in();
    println!("beside {}\n", theirs.name());
    println!("| scores | how many | mean size | largest |\n|---|---|---|---|");
    for (what, most) in [("up to 9 points", 9.min(longest)), ("all", longest)] {
        let mut before = Differences::default();
        for mine in 1..=most {
            for other in mine + 1..=most {
                let difference =
                    ours.chance(mine, other, false) - theirs.chance(mine, other, false);
                before.add((mine, other), difference);
            }
        }
        println!("{}", before.line(what));
    }
    let mut after = Differences::default();
    for mine in 2..=longest {
        after.add((mine, 1), ours.chance(mine, 1, true) - theirs.chance(mine, 1, true));
    }
    println!("{}", after.line("after the Crawford game"));
    Ok(())
}
