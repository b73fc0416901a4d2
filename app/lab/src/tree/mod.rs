//! Small search trees, recorded while they are searched and drawn as SVG.

mod draw;
mod record;

pub use draw::draw;
pub use record::record;
pub use record::{Kind, Tree, TreeNode};
