//! Small search trees as pictures.

mod draw;

pub use draw::draw;
pub use starboard::tree::{Kind, Tree, TreeNode, record};
