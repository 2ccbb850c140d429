//! Klin Zha judged from outside, by tests written from the rules.

mod agree;
mod board_rules;
mod diagrams;
mod end_rules;
mod garbage;
mod goal_rules;
mod notation_rules;
mod position_rules;
mod record_rules;
mod search;
mod setup_rules;
mod symmetry;
mod tables;
mod warrior_rules;
mod zone_rules;
