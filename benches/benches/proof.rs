//! Proof-number search on Connect Four in the middle of the game: sums against
//! weak numbers, and a table that is far too small.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use starboard_core::{Game, Limits};
use starboard_search::proof::{AtLeast, Dfpn, ProofOptions, Verdict};
use starboard_small::ConnectFour;

/// Twenty stones on the board, from random play in which nobody could win at
/// once.
const POSITIONS: [(&str, Verdict); 3] = [
    ("36776177733225123226", Verdict::Proven),
    ("77611526532163326626", Verdict::Proven),
    ("53363713162561652227", Verdict::Disproven),
];

fn proof_number(c: &mut Criterion) {
    let default = ProofOptions::default();
    let variants = [
        ("weak", default),
        ("weak, leaves of 1", ProofOptions { mobility: false, ..default }),
        ("sums", ProofOptions { sums: true, ..default }),
        ("weak, one bucket", ProofOptions { table_mib: 0, ..default }),
    ];
    let games =
        POSITIONS.map(|(moves, verdict)| (ConnectFour::parse(moves).expect("a position"), verdict));

    let mut group = c.benchmark_group("proof-number");
    group.sample_size(10);
    for (name, options) in variants {
        let mut search = Dfpn::new(AtLeast::win::<ConnectFour>(), options);
        let mut solve = || {
            games
                .iter()
                .map(|(game, verdict)| {
                    let solution = search.run(black_box(game), &Limits::default());
                    assert_eq!(solution.verdict, *verdict, "{}", game.format());
                    solution.counters.nodes
                })
                .sum::<u64>()
        };
        group.throughput(Throughput::Elements(solve()));
        group.bench_function(name, |b| b.iter(&mut solve));
    }
    group.finish();
}

criterion_group!(benches, proof_number);
criterion_main!(benches);
