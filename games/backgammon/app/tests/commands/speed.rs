//! What `starboard speed` prints, and what it refuses.

use starboard_cli::testing::{output, refused};

#[test]
fn three_rates_are_measured() {
    let text = output("speed backgammon --seconds 0");
    assert_eq!(text.lines().count(), 3, "{text}");
    // The name it had before.
    let json = output("evals backgammon --seconds 0 --scalar --json");
    assert!(json.contains("\"positions\": \"siblings\""), "{json}");
    refused("speed go", &["go"]);
    refused("speed backgammon --seconds x", &["x"]);
}
