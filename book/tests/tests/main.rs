//! The pages and what they show. One program, since each would be linked by itself.

mod commands;
mod cycles;
mod includes;
mod links;
mod reference;
mod tidy;
mod tutorial;
