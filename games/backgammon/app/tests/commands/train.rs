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
        fs::read(folder.path().join(name).join("samples-00000.bin"))
    };
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    let rolled_out = run("one", "--generations 2 --threads 1 --rollout 2 --rollout-turns 3")?;
    run("two", "--generations 2 --threads 2 --rollout 2 --rollout-turns 3")?;
    for file in ["samples-00000.bin", "samples-00001.bin", "refine.bin", "trained.nets"] {
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
