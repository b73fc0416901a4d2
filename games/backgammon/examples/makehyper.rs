//! The database of hypergammon beside that of GNU Backgammon's `makehyper`:
//! `cargo run --release -p starboard-backgammon --example makehyper -- write OURS hyper3.bd`
//! and `-- compare OURS hyper3.bd`.
//!
//! The first puts ours into the form of the other program, so that it goes over every entry
//! by its own rules: `makehyper -r hyper3.bd -f after.bd`. The second says by how much each
//! figure of all positions differs.
//!
//! The form was read off what `bearoffdump` prints. Forty bytes say what it is; then each
//! position has 28, in which nine fractions of 24 bits: the five ways to end, and from -3 to
//! 3 the equities of who owns the cube, of a cube in the middle without and with Jacoby's
//! rule, and of who faces the other's. A side is numbered by how many checkers are left, then
//! by the nearest to home, the next, the last; that of the player on roll comes first.

use std::{env, error::Error, fs, path::Path};

use starboard_backgammon::{
    BAR, Backgammon, Checkers,
    bearoff::{Hypergammon, Known},
};

const HEADER: &[u8; 40] = b"gnubg-H3xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n";
const ENTRY: usize = 28;
/// The most that a fraction can be.
const ONE: f32 = ((1 << 24) - 1) as f32;
const NAMES: [&str; 10] = [
    "wins",
    "gammons won",
    "backgammons won",
    "gammons lost",
    "backgammons lost",
    "cube owned",
    "cube in the middle",
    "with Jacoby's rule",
    "the other's cube",
    "without a cube",
];

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [what, ours, theirs] = &arguments[..] else {
        return Err("write or compare, our file and the other program's".into());
    };
    let ours = Hypergammon::open(Path::new(ours))?;
    match what.as_str() {
        "write" => fs::write(theirs, converted(&ours)?)?,
        "compare" => compare(&ours, &fs::read(theirs)?)?,
        _ => return Err(format!("write or compare, not '{what}'").into()),
    }
    Ok(())
}

/// All sides of up to three checkers, in the order of the other program.
fn sides() -> Vec<Checkers> {
    let mut sides = vec![];
    for a in 0..=BAR {
        for b in a..=BAR {
            for c in b..=BAR {
                sides.push([a, b, c]);
            }
        }
    }
    // Noughts are those borne off.
    sides.sort_by_key(|side| (side.iter().filter(|&&place| place > 0).count(), *side));
    let checkers = |side: [u8; 3]| {
        let mut counts = [0; 25];
        side.iter().filter(|&&p| p > 0).for_each(|&p| counts[usize::from(p) - 1] += 1);
        Checkers::on_board(counts).and_then(Checkers::of_hypergammon).expect("three at most")
    };
    sides.into_iter().map(checkers).collect()
}

/// What is known of each pair of sides; nothing of those that stand on the same point.
fn entries(ours: &Hypergammon) -> impl Iterator<Item = Option<Known>> {
    let sides = sides();
    let n = sides.len();
    (0..n * n).map(move |at| {
        let (mine, theirs) = (sides[at / n], sides[at % n]);
        Backgammon::new(mine, theirs).ok().and_then(|_| ours.known(mine, theirs))
    })
}

/// In the order of the other program.
fn figures(known: &Known) -> [f32; 9] {
    let [win, wg, wbg, lg, lbg] = known.outcomes.as_array();
    let equities = known.equities;
    let cubes = [equities.owned, equities.centred, known.jacoby, equities.opponents];
    let [owned, centred, jacoby, opponents] = cubes.map(|equity| equity / 6.0 + 0.5);
    [win, wg, wbg, lg, lbg, owned, centred, jacoby, opponents]
}

fn converted(ours: &Hypergammon) -> Result<Vec<u8>, Box<dyn Error>> {
    if ours.checkers() != 3 {
        return Err("that is of fewer than three checkers".into());
    }
    let mut file = HEADER.to_vec();
    for known in entries(ours) {
        let figures = known.as_ref().map_or([0.0; 9], figures);
        for figure in figures {
            file.extend(&((figure * ONE).round() as u32).to_le_bytes()[..3]);
        }
        file.push(0);
    }
    Ok(file)
}

/// How far apart a figure is, over all positions.
#[derive(Clone, Default)]
struct Distance {
    sum: f64,
    most: f64,
    over: u64,
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn compare(ours: &Hypergammon, theirs: &[u8]) -> Result<(), Box<dyn Error>> {
    let n = sides().len();
    if theirs.len() != HEADER.len() + ENTRY * n * n || !theirs.starts_with(HEADER) {
        return Err("that is no database of three checkers by makehyper".into());
    }
    let mut distances = vec![Distance::default(); NAMES.len()];
    let mut count = 0_u32;
    for (known, entry) in entries(ours).zip(theirs[HEADER.len()..].chunks_exact(ENTRY)) {
        let Some(known) = known else { continue };
        count += 1;
        let read = |i: usize| {
            let bytes = [entry[3 * i], entry[3 * i + 1], entry[3 * i + 2], 0];
            u32::from_le_bytes(bytes) as f32 / ONE
        };
        let (ours, theirs) = (figures(&known), std::array::from_fn(read));
        let points = |f: [f32; 9]| 2.0 * f[0] - 1.0 + f[1] + f[2] - f[3] - f[4];
        let apart = (0..10).map(|i| match i {
            0..5 => ours[i] - theirs[i],
            5..9 => 6.0 * (ours[i] - theirs[i]),
            _ => points(ours) - points(theirs),
        });
        for (distance, apart) in distances.iter_mut().zip(apart) {
            let apart = f64::from(apart.abs());
            distance.sum += apart;
            distance.most = distance.most.max(apart);
            distance.over += u64::from(apart > 1e-4);
        }
    }
    println!("{count} positions\n");
    println!("{:<20} {:>10} {:>10} {:>14}", "", "mean", "most", "over 0.0001");
    for (name, Distance { sum, most, over }) in NAMES.iter().zip(distances) {
        println!("{name:<20} {:>10.7} {most:>10.7} {over:>14}", sum / f64::from(count));
    }
    Ok(())
}
