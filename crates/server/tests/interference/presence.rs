//! What must be present: a view that hides too much fails too.
