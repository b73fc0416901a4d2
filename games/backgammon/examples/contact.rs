//! Draws the contact positions again, and prints them:
//! `cargo run --release -p starboard-backgammon --example contact > games/backgammon/src/contact.txt`.

use starboard_backgammon::draw_contact_positions;
use starboard_core::Game;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    for game in draw_contact_positions() {
        println!("{}", game.with_mover(starboard_core::Player::First).format());
    }
}
