//! Recorded playthroughs: games in text with what each viewer sees, compared byte for byte.
