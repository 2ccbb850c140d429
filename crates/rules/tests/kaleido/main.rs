//! `KaleidoChess` from outside.

mod agreement;
mod board_facts;
mod diagrams;
mod dice_rules;
mod editing;
mod end_rules;
mod garbage;
mod move_rules;
mod perft;
mod record_rules;
mod setup_rules;
mod tables;
mod writing;
