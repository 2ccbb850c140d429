//! Every piece in every language.
