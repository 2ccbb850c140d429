//! Forced wins, proved by exhaustive search.
//!
//! A prover answers one question: can the seat to move force a win with its `n`-th ply at the
//! latest, whatever its opponent does? It tries every move and every reply. There is no evaluation
//! and no pruning. The table only remembers earlier answers, by the whole 64-bit hash, and the move
//! ordering changes the cost, not the answer.
//!
//! Repetition and limits of quiet plies do not count.

use heterodox_rules::{SearchMove, SearchPosition, Seat};

/// The question exceeded the limit of the prover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GaveUp;

/// An answer, unless the prover gave up.
pub type Answer<T> = Result<T, GaveUp>;

/// What is known of a position: the seat to move wins within `won` plies, does not within `unwon`,
/// has lost within `lost`, has not within `unlost`. 0 stands for unknown.
#[derive(Clone, Copy, Default)]
struct TableEntry {
    key: u64,
    best: u32,
    won: u8,
    unwon: u8,
    lost: u8,
    unlost: u8,
}

/// The size of the usual table, as a power of two.
const TABLE_BITS: u32 = 20;
const HISTORY_BITS: u32 = 14;

/// Proves forced wins.
pub struct Prover<P: SearchPosition> {
    table: Vec<TableEntry>,
    table_bits: u32,
    /// How often a move decided, for the attacker (0) and the defender (1).
    history: [Vec<u32>; 2],
    spare: Vec<Vec<P::Move>>,
    nodes: u64,
    limit: u64,
}

impl<P: SearchPosition> Prover<P> {
    /// A prover that makes at most `limit` moves for one question.
    pub fn new(limit: u64) -> Self {
        Self::with_table(limit, TABLE_BITS)
    }

    /// The same with a table of `2^bits` entries.
    pub fn with_table(limit: u64, bits: u32) -> Self {
        let history = || vec![0; 1 << HISTORY_BITS];
        Self {
            table: vec![TableEntry::default(); 1 << bits],
            table_bits: bits,
            history: [history(), history()],
            spare: Vec::new(),
            nodes: 0,
            limit,
        }
    }

    /// Clears the table and the history, so that the next answer and its cost are independent.
    pub fn forget(&mut self) {
        self.table.fill(TableEntry::default());
        self.history.iter_mut().for_each(|history| history.fill(0));
        self.nodes = 0;
    }

    /// Moves made since it was new or cleared.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the seat to move forces a win with the ply of this number at the latest.
    pub fn wins(&mut self, position: &P, plies: u32) -> Answer<bool> {
        self.attack(&mut position.clone(), plies)
    }

    /// Whether `seat`, which has just moved, has won or wins within this many further plies,
    /// whatever the reply.
    pub fn forces(&mut self, after: &P, seat: Seat, plies: u32) -> Answer<bool> {
        self.defend(&mut after.clone(), seat, plies)
    }

    /// Whether the seat to move, which has a move, loses with this ply at the latest, whatever it
    /// does.
    pub fn loses(&mut self, position: &P, plies: u32) -> Answer<bool> {
        Ok(self.holding(position, plies)?.is_empty())
    }

    /// The fewest plies, at most `most` (odd), in which the seat to move forces its win. The number
    /// is even only where the enemy can be forced to end the game against itself.
    pub fn shortest(&mut self, position: &P, most: u32) -> Answer<Option<u32>> {
        for plies in (1..=most).step_by(2) {
            if self.wins(position, plies)? {
                let sooner = plies > 1 && self.wins(position, plies - 1)?;
                return Ok(Some(plies - u32::from(sooner)));
            }
        }
        Ok(None)
    }

    /// The first moves that win with the ply of this number at the latest.
    pub fn winning(&mut self, position: &P, plies: u32) -> Answer<Vec<P::Move>> {
        let us = position.turn();
        self.select(position, |prover, next| prover.defend(next, us, plies - 1))
    }

    /// The moves that do not lose with the ply of this number at the latest.
    pub fn holding(&mut self, position: &P, plies: u32) -> Answer<Vec<P::Move>> {
        let us = position.turn();
        self.select(position, |prover, next| prover.holds(next, us, plies - 1))
    }

    fn select(
        &mut self,
        position: &P,
        mut fits: impl FnMut(&mut Self, &mut P) -> Answer<bool>,
    ) -> Answer<Vec<P::Move>> {
        let mut chosen = Vec::new();
        for m in moves(position) {
            let mut next = position.clone();
            next.play_unchecked(m);
            if fits(self, &mut next)? {
                chosen.push(m);
            }
        }
        Ok(chosen)
    }

    /// Whether the seat to move can win within this many plies; `false` if the game is over.
    fn attack(&mut self, board: &mut P, plies: u32) -> Answer<bool> {
        match plies {
            0 => return Ok(false),
            1 => return self.wins_at_once(board),
            _ => {}
        }
        let key = board.zobrist();
        let known = self.known(key);
        if known.won > 0 && u32::from(known.won) <= plies {
            return Ok(true);
        }
        if u32::from(known.unwon) >= plies {
            return Ok(false);
        }
        if self.attack(board, plies - 2)? {
            return Ok(true);
        }
        let us = board.turn();
        let winning =
            self.first(board, 0, known.best, |prover, board| prover.defend(board, us, plies - 1))?;
        let entry = self.entry(key);
        if let Some(m) = winning {
            (entry.won, entry.best) = (plies as u8, m.pack());
        } else {
            entry.unwon = plies as u8;
        }
        Ok(winning.is_some())
    }

    /// Whether `us`, who has just moved, has won or wins within this many plies, whatever the
    /// reply.
    fn defend(&mut self, board: &mut P, us: Seat, plies: u32) -> Answer<bool> {
        if plies == 0 {
            return Ok(has_won(board, us));
        }
        let key = board.zobrist();
        let known = self.known(key);
        if known.lost > 0 && u32::from(known.lost) <= plies {
            return Ok(true);
        }
        if u32::from(known.unlost) >= plies {
            return Ok(false);
        }
        let them = board.turn();
        let escape =
            self.first(board, 1, known.best, |prover, board| prover.holds(board, them, plies - 1))?;
        // Without any reply the game is over, which need not be a win.
        let lost = escape.is_none() && (board.outcome().is_none() || has_won(board, us));
        let entry = self.entry(key);
        if lost {
            entry.lost = plies as u8;
        } else {
            entry.unlost = plies as u8;
        }
        entry.best = escape.map_or(entry.best, SearchMove::pack);
        Ok(lost)
    }

    /// Whether `us`, who has just moved, has not lost and does not within this many plies.
    fn holds(&mut self, board: &mut P, us: Seat, plies: u32) -> Answer<bool> {
        if self.attack(board, plies)? {
            return Ok(false);
        }
        let winner = board.outcome().and_then(|outcome| outcome.winner);
        Ok(winner.is_none_or(|winner| winner == us))
    }

    /// Whether some move ends the game in favour of the seat to move.
    fn wins_at_once(&mut self, board: &mut P) -> Answer<bool> {
        let us = board.turn();
        let mut list = self.spare.pop().unwrap_or_default();
        board.captures(&mut list);
        let captures = list.len();
        board.moves(&mut list);
        let mut won = false;
        for (index, &m) in list.iter().enumerate() {
            if index >= captures && list[..captures].contains(&m) {
                continue;
            }
            won = has_won(&board.after_unchecked(m), us);
            self.count()?;
            if won {
                break;
            }
        }
        self.put_back(list);
        Ok(won)
    }

    /// The first move, by move ordering, after which `fits` holds.
    fn first(
        &mut self,
        board: &mut P,
        role: usize,
        best: u32,
        mut fits: impl FnMut(&mut Self, &mut P) -> Answer<bool>,
    ) -> Answer<Option<P::Move>> {
        let mut list = self.spare.pop().unwrap_or_default();
        board.moves(&mut list);
        list.sort_by_cached_key(|&m| {
            let likely = self.history[role][slot(m)];
            let capture = board.is_capture(m);
            std::cmp::Reverse((m.pack() == best, likely + 4 * u32::from(capture)))
        });
        let mut found = None;
        for &m in &list {
            let fit = fits(self, &mut board.after_unchecked(m));
            self.count()?;
            if fit? {
                self.history[role][slot(m)] += 1;
                found = Some(m);
                break;
            }
        }
        self.put_back(list);
        Ok(found)
    }

    fn count(&mut self) -> Answer<()> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(GaveUp) } else { Ok(()) }
    }

    fn put_back(&mut self, mut list: Vec<P::Move>) {
        list.clear();
        self.spare.push(list);
    }

    fn place(&self, key: u64) -> usize {
        (key >> (64 - self.table_bits)) as usize
    }

    fn known(&self, key: u64) -> TableEntry {
        let known = self.table[self.place(key)];
        if known.key == key { known } else { TableEntry::default() }
    }

    fn entry(&mut self, key: u64) -> &mut TableEntry {
        let place = self.place(key);
        let entry = &mut self.table[place];
        if entry.key != key {
            *entry = TableEntry { key, ..TableEntry::default() };
        }
        entry
    }
}

fn slot<M: SearchMove>(m: M) -> usize {
    (m.pack().wrapping_mul(0x9E37_79B1) >> (32 - HISTORY_BITS)) as usize
}

/// The legal moves.
pub fn moves<P: SearchPosition>(position: &P) -> Vec<P::Move> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

/// Whether the game is over and this seat has won.
fn has_won<P: SearchPosition>(position: &P, seat: Seat) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(seat))
}
