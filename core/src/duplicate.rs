//! Parts of a search that every thread has a copy of.

use dyn_clone::DynClone;

/// What can be cloned behind a `Box<dyn …>`: everything that is [`Clone`], as a
/// part of a search must be, for each thread has its own.
///
/// Nobody implements it. With [`DynClone`] in its place the compiler calls the
/// traits of parts sealed, and says only at the end that a part that is not
/// `Clone` is what is wrong.
pub trait Duplicate: DynClone {}

impl<T: DynClone + ?Sized> Duplicate for T {}
