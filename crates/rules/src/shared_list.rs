//! A list whose copies share their entries.

use std::ops::{Index, IndexMut};
use std::slice;
use std::sync::Arc;

/// A list whose copies share their entries. An act is tried on a copy of the game, which would
/// otherwise copy all positions so far.
#[derive(Debug)]
pub(crate) struct SharedList<T>(Vec<Arc<T>>);

impl<T> SharedList<T> {
    pub(crate) fn push(&mut self, entry: T) {
        self.0.push(Arc::new(entry));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index).map(Arc::as_ref)
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.0.last().map(Arc::as_ref)
    }

    pub(crate) fn iter(&self) -> Iter<'_, T> {
        Iter(self.0.iter())
    }
}

impl<T: Clone> SharedList<T> {
    /// The last entry, to be changed in this copy of the list alone.
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.0.last_mut().map(Arc::make_mut)
    }
}

impl<T> Clone for SharedList<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<T> for SharedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        Self(entries.into_iter().map(Arc::new).collect())
    }
}

impl<T> Index<usize> for SharedList<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

impl<T: Clone> IndexMut<usize> for SharedList<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        Arc::make_mut(&mut self.0[index])
    }
}

impl<'a, T> IntoIterator for &'a SharedList<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// The entries of a [`SharedList`] in order.
#[derive(Debug)]
pub(crate) struct Iter<'a, T>(slice::Iter<'a, Arc<T>>);

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.0.next().map(Arc::as_ref)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(Arc::as_ref)
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}
