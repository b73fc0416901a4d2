//! What `starboard train` prints, and what it refuses.

use std::fs;

use starboard_cli::testing::{output, refused};

/// The positions learned from tell; so little moves no network by a whole step.
#[test]
fn interesting_positions_are_rolled_out() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let run = |name: &str, options: &str| {
        output(&format!(
            "train backgammon --dir '{}' --self-play 1 --generation-games 1 --window 2 \
             --seed 3 {options}",
            folder.path().join(name).display()
        ));
        fs::read(folder.path().join(name).join("samples-00000.jsonl"))
    };
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    let rolled_out = run("one", "--generations 2 --threads 1 --rollout 2 --rollout-turns 3")?;
    run("two", "--generations 2 --threads 2 --rollout 2 --rollout-turns 3")?;
    for file in ["samples-00000.jsonl", "samples-00001.jsonl", "refine.bin", "trained.nets"] {
        assert!(read("one", file)? == read("two", file)?, "{file} is another");
    }
    assert!(rolled_out != run("three", "--generations 1")?, "nothing was rolled out");
    assert!(rolled_out != run("four", "--generations 1 --rollout 2 --rollout-turns 2")?);
    let plan = fs::read_to_string(folder.path().join("one/refine.json"))?;
    assert!(plan.contains("\"trials\": 2"), "{plan}");
    refused("train backgammon --dir x --rollout 2 --deep", &["cannot be used with"]);
    refused("train backgammon --dir x --rollout-turns 2", &["--rollout <N>"]);
    Ok(())
}

#[test]
fn networks_are_trained_and_gone_on_with() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let run = |name: &str, generations: u32, threads: u32| {
        output(&format!(
            "train backgammon --dir '{}' --self-play 1 --generations {generations} \
             --generation-games 1 --window 2 --seed 3 --threads {threads}",
            folder.path().join(name).display()
        ))
    };
    let text = run("one", 2, 1);
    assert!(text.contains("interesting") && text.contains("trained.nets"), "{text}");
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    run("two", 2, 2);
    for file in ["td.nets", "trained.nets", "summary.json", "curve.svg"] {
        assert!(read("one", file)? == read("two", file)?, "{file} is another");
    }
    // Nothing is left to do.
    assert_eq!(run("one", 2, 1), text);
    refused(
        &format!(
            "train backgammon --dir '{}' --self-play 2 --generations 2 --seed 3",
            folder.path().join("one").display()
        ),
        &["td.json is of", "remove it"],
    );
    fs::write(folder.path().join("bad"), "SB-NETS\n")?;
    refused(
        &format!("train backgammon --dir '{0}/x' --from '{0}/bad'", folder.path().display()),
        &["bad: it ends after 8 bytes"],
    );
    refused("train backgammon --dir x --lambda 2", &["--lambda: expected"]);
    refused("train backgammon --dir x --rate-to 0", &["--rate-to: expected"]);
    Ok(())
}

/// What is learned from a generation does not depend on who played which of its games.
#[test]
fn the_games_of_a_generation_can_be_shared_out() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let dir = |name: &str| folder.path().join(name).display().to_string();
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/standard.nets");
    let line = |name: &str, more: &str| {
        format!(
            "train backgammon --dir '{}' --from '{nets}' --generations 1 --generation-games 3 \
             --seed 3 {more}",
            dir(name)
        )
    };
    let run = |name: &str, more: &str| output(&line(name, more));
    run("whole", "");
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    let log = "samples-00000.jsonl";
    for (name, shard, games) in [("one", "1/2", "1 game"), ("two", "0/2", "2 games")] {
        let said = run(name, &format!("--shard {shard}"));
        let expected = format!("shard {shard}: {games} in {}/{log}", dir(name));
        assert!(said.starts_with(&expected), "{said}");
    }
    fs::create_dir(folder.path().join("all"))?;
    let [one, two, all] = ["one", "two", "all"].map(dir);
    output(&format!("log merge '{one}/{log}' '{two}/{log}' --log '{all}/{log}'"));
    assert!(read("all", log)? == read("whole", log)?, "the games are others");
    run("all", "");
    for file in [log, "refine.bin", "trained.nets"] {
        assert!(read("all", file)? == read("whole", file)?, "{file} is another");
    }
    refused(&line("all", "--shard 0/2"), &["all generations"]);
    // Half of the games are not all of them.
    refused(&line("one", ""), &["its shard is \"1/2\""]);
    refused(
        &format!("train backgammon --dir '{}' --shard 0/2", dir("none")),
        &["--shard: self-play from nothing is learned from as it is played"],
    );
    Ok(())
}
