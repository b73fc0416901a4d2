//! Parts of a search that every thread has a copy of.

use dyn_clone::DynClone;

/// What can be cloned behind a `Box<dyn …>`: everything that is [`Clone`], as a
/// part of a search must be, since each thread has its own copy.
///
/// Never implemented directly. With [`DynClone`] in its place, the compiler
/// would call the traits of parts sealed, and say only at the very end that
/// what is wrong is that a part is not `Clone`.
pub trait Duplicate: DynClone {}

impl<T: DynClone + ?Sized> Duplicate for T {}
