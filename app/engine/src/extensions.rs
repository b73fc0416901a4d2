//! What tools know about a game beyond its card.

use std::any::{Any, TypeId};

use hashbrown::HashMap;

/// Values of any types, at most one of each.
#[derive(Default)]
pub struct Extensions(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Extensions {
    /// Adds a value, or replaces the one of its type.
    pub fn insert<X: Send + Sync + 'static>(&mut self, extension: X) {
        self.0.insert(TypeId::of::<X>(), Box::new(extension));
    }

    /// The value of this type.
    pub fn get<X: 'static>(&self) -> Option<&X> {
        self.by_id(TypeId::of::<X>())?.downcast_ref()
    }

    pub(crate) fn by_id(&self, of: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.0.get(&of).map(|extension| &**extension)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_of_each_type() {
        let mut extensions = Extensions::default();
        extensions.insert(1_u8);
        extensions.insert("text");
        extensions.insert(2_u8);
        assert_eq!(extensions.get::<u8>(), Some(&2));
        assert_eq!(extensions.get::<&str>(), Some(&"text"));
        assert_eq!(extensions.get::<u16>(), None);
    }
}
