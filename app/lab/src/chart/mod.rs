//! Small charts as SVG text.
//!
//! Pure functions from data to a `String`: no external resources, no scripts,
//! no fixed width. A chart fills the width it is given up to a limit, is drawn
//! for 360 px, follows the light or dark mode of the reader, and distinguishes
//! series by shape as well as by colour (Okabe and Ito 2008, dimmed for
//! each background). Whatever the data — nothing, one point, zeros on a
//! logarithmic axis, not a number — the picture is well formed.

mod bars;
mod line;
mod scale;
mod svg;

pub use bars::{Bar, BarChart, Group};
pub use line::{Detail, Level, LineChart, Series};
pub use scale::{Axis, short};
pub use svg::escape;
