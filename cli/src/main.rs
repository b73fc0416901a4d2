//! The `starboard` program.
fn main() {}
