//! Reports for people: the same headings, texts and tables in the terminal and
//! in a self-contained HTML page, which has the charts as well.

mod page;
mod table;

pub use page::{Document, Figure};
pub use table::{Table, WIDTH, counted, grouped, percent, with_interval};
