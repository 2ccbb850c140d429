//! The computer at the table is given what a person on its seat would see, and nothing else.
