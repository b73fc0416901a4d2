//! Small games: tic-tac-toe, Connect Four, Dice, EinStein.

#![forbid(unsafe_code)]
