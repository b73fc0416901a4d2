//! A named part of the engines of one game, with parameters of its own.

use dyn_clone::DynClone;
use parking_lot::Mutex;
use starboard_core::spec::{Args, Param, Spec, SpecError};

/// What makes a part from the arguments of a description.
type Make<T> = Box<dyn Fn(&mut Args) -> Result<Box<T>, SpecError> + Send + Sync>;

/// A named part; every search gets its own instance of it.
pub(crate) struct Part<T: ?Sized> {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) params: &'static [Param],
    /// Whether it takes milliseconds where others take microseconds.
    pub(crate) slow: bool,
    make: Make<T>,
}

impl<T: ?Sized + DynClone + Send + 'static> Part<T> {
    /// A part that takes no arguments: copies of this one.
    pub(super) fn of(name: impl Into<String>, about: impl Into<String>, prototype: Box<T>) -> Self {
        // The lock lets threads share what is not `Sync`.
        let prototype = Mutex::new(prototype);
        let make = move |_: &mut Args| Ok(dyn_clone::clone_box(&**prototype.lock()));
        let (name, about) = (name.into(), about.into());
        Self { name, about, params: &[], slow: false, make: Box::new(make) }
    }

    /// A part that `make` reads from arguments, all of which can be left out.
    ///
    /// # Panics
    ///
    /// If `make` refuses to do without arguments: a bug in the list of games.
    pub(super) fn read(
        name: impl Into<String>,
        about: impl Into<String>,
        params: &'static [Param],
        make: impl Fn(&mut Args) -> Result<Box<T>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let make = Box::new(make);
        let part = Self { name: name.into(), about: about.into(), params, slow: false, make };
        part.fresh();
        part
    }

    /// The same, marked as slow.
    pub(super) fn slow(self) -> Self {
        Self { slow: true, ..self }
    }

    /// The part that `args` describe. It is for the caller to report arguments
    /// that are left over.
    ///
    /// # Errors
    ///
    /// If an argument has a value that it cannot have.
    pub(crate) fn build(&self, args: &mut Args) -> Result<Box<T>, SpecError> {
        (self.make)(args)
    }

    /// The part as it is without any arguments.
    pub(crate) fn fresh(&self) -> Box<T> {
        let made = self.build(&mut Args::new(&Spec::named(&self.name)));
        made.expect("parts do without arguments: it was tried when this one was added")
    }
}
