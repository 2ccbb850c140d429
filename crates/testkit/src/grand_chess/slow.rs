//! A second generator, slow and plain, written from the texts and sharing nothing with the first:
//! squares are pairs of numbers, the board is an array, and whether a king is in check is found by
//! trying every capture of the enemy (R-GC6).

#![allow(missing_docs, reason = "a plain board, whose names are those of the rules")]

/// File and rank, 0 to 9.
pub type Sq = (i32, i32);

/// What is on a square: whether it is White's, and its code.
pub type Man = (bool, &'static str);

#[derive(Clone, Debug)]
pub struct Slow {
    pub board: [[Option<Man>; 10]; 10],
    pub white: bool,
    pub passed: Option<Sq>,
    pub quiet: u32,
    pub number: u32,
    pub promotion: &'static str,
    /// Codes in the pools of White and Black.
    pub pools: [Vec<&'static str>; 2],
    pub initial: Vec<&'static str>,
    pub last: Option<&'static str>,
    pub shield: Option<Sq>,
    pub freeze: Option<Sq>,
}

/// A move: from, to, promotion.
pub type Mv = (Sq, Sq, Option<&'static str>);

/// How the plain pieces go: `j` jumps and `r` rides with these two parts in every direction, after
/// `m` only without capture, after `c` only with.
pub const PLAIN: [(&str, &str); 81] = [
    ("K", "j10 j11"),
    ("R", "r10"),
    ("B", "r11"),
    ("Q", "r10 r11"),
    ("N", "j21"),
    ("A", "r11 j21"),
    ("C", "r10 j21"),
    ("P", ""),
    ("Gu", "j10 j11"),
    ("Ce", "j10 j11 j21"),
    ("Am", "r10 r11 j21"),
    ("Nr", "r21"),
    ("Ar", "j21"),
    ("Sm", ""),
    ("Vm", ""),
    ("Fe", "j11"),
    ("Dk", "r10 j11"),
    ("Nf", "j21 j11"),
    ("Wa", "j10"),
    ("St", "mj10 cj11"),
    ("Dh", "r11 j10"),
    ("Nw", "j21 j10"),
    ("Rh", "j10"),
    ("El", "j22"),
    ("Ph", "j22 j10"),
    ("Me", "j22 j11"),
    ("Mm", "j22 j10 j11"),
    ("Da", "j20"),
    ("Dr", "r20"),
    ("Nd", "j21 j20"),
    ("Dw", "j20 j10"),
    ("Ki", "j20 j11"),
    ("Al", "j22 j20"),
    ("Ba", "r11 j20"),
    ("Ox", "mj21 mj20 mj22 cj11"),
    ("Ca", "j31"),
    ("Cf", "j31 j11"),
    ("Cw", "j31 j10"),
    ("Cg", "j31 j10 j11"),
    ("Cr", "j31 r10"),
    ("Gi", "j41"),
    ("Ze", "j32"),
    ("Zf", "j32 j11"),
    ("Zw", "j32 j10"),
    ("Zb", "j32 r11"),
    ("Zr", "j32 r10"),
    ("Zg", "j32 j10 j11"),
    ("Pe", "j32 j41"),
    ("Gn", "j21 j31"),
    ("Cz", "j31 j32"),
    ("Nz", "j21 j31 j32"),
    ("Gr", ""),
    ("Sc", "j10 j11"),
    ("He", "j10 j20"),
    ("Sh", "j11 j22"),
    ("Bl", ""),
    ("Bu", ""),
    ("Cb", ""),
    ("Dn", "r10 j11"),
    ("Eh", ""),
    ("Ad", "mr10 mr11"),
    ("Wi", "mr10 mr11"),
    ("Du", ""),
    ("Fr", "j11 j30"),
    ("Gy", "j11"),
    ("Ka", ""),
    ("Li", "j20 j22 cj10 cj11"),
    ("Ma", "j10 j11 j20 j21 j22"),
    ("Ch", "j10 j20 j22"),
    ("Sq", "j20 j21 j22"),
    ("Te", "j20"),
    ("Wm", ""),
    ("Ti", "j32"),
    ("Cn", "mr10"),
    ("Va", "mr11"),
    ("Le", "mr10 mr11"),
    ("Di", "mj10 mj11"),
    ("Co", "mr10 mr11"),
    ("Im", "mr10 mr11"),
    ("Cm", "mr10 mr11"),
    ("Fo", ""),
];

const LOCKED: [&str; 12] = ["Nr", "Dr", "Gi", "Pe", "Gr", "Sc", "Dn", "Ka", "Ti", "Cn", "Va", "Le"];

fn code(text: &str) -> &'static str {
    PLAIN.iter().find(|(code, _)| *code == text).map_or_else(|| panic!("no code {text}"), |p| p.0)
}

/// Every direction of a step with these two parts.
fn family(a: i32, b: i32) -> Vec<Sq> {
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !all.contains(&(x, y)) {
                all.push((x, y));
            }
        }
    }
    all
}

fn add(a: Sq, b: Sq) -> Sq {
    (a.0 + b.0, a.1 + b.1)
}

fn on_board(s: Sq) -> bool {
    (0..10).contains(&s.0) && (0..10).contains(&s.1)
}

fn beside(a: Sq, b: Sq) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

fn queen_directions() -> Vec<Sq> {
    [family(1, 0), family(1, 1)].concat()
}

/// The direction of a straight move.
fn straight(from: Sq, to: Sq) -> Option<Sq> {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    ((x, y) != (0, 0) && (x == 0 || y == 0 || x.abs() == y.abs())).then(|| (x.signum(), y.signum()))
}

pub fn name(s: Sq) -> String {
    format!("{}{}", char::from(b'a' + s.0 as u8), s.1 + 1)
}

pub fn square(name: &str) -> Sq {
    let file = i32::from(name.as_bytes()[0] - b'a');
    (file, name[1..].parse::<i32>().expect("a rank") - 1)
}

pub fn uci(m: &Mv) -> String {
    let promotion = m.2.map(str::to_ascii_lowercase).unwrap_or_default();
    format!("{}{}{promotion}", name(m.0), name(m.1))
}

impl Slow {
    pub fn at(&self, s: Sq) -> Option<Man> {
        if on_board(s) { self.board[s.0 as usize][s.1 as usize] } else { None }
    }

    fn set(&mut self, s: Sq, man: Option<Man>) {
        self.board[s.0 as usize][s.1 as usize] = man;
    }

    fn free(&self, s: Sq) -> bool {
        on_board(s) && self.at(s).is_none()
    }

    pub fn men(&self) -> Vec<(Sq, Man)> {
        let squares = (0..10).flat_map(|file| (0..10).map(move |rank| (file, rank)));
        squares.filter_map(|s| Some((s, self.at(s)?))).collect()
    }

    fn king(&self, white: bool) -> Sq {
        self.men().into_iter().find(|&(_, man)| man == (white, "K")).expect("a king").0
    }

    /// Whether the side may capture what stands there.
    fn prey(&self, white: bool, s: Sq) -> bool {
        self.at(s).is_some_and(|man| man.0 != white && man.1 != "Bl") && self.shield != Some(s)
    }

    /// Squares along a line up to and including the first piece.
    fn ride(&self, from: Sq, step: Sq, most: i32) -> Vec<Sq> {
        let mut squares = Vec::new();
        let mut s = add(from, step);
        while on_board(s) && (squares.len() as i32) < most {
            squares.push(s);
            if self.at(s).is_some() {
                break;
            }
            s = add(s, step);
        }
        squares
    }

    /// Where a piece of a kind could go from a square, as far as the way there goes: to squares for
    /// moving, to squares for capturing.
    fn ways(&self, white: bool, from: Sq, kind: &str) -> (Vec<Sq>, Vec<Sq>) {
        let (mut moving, mut capturing) = (Vec::new(), Vec::new());
        let up = if white { 1 } else { -1 };
        let plain = PLAIN.iter().find(|(code, _)| *code == kind).expect("a code").1;
        for word in plain.split_whitespace() {
            let only = word.chars().next().filter(|c| *c == 'm' || *c == 'c');
            let word = word.trim_start_matches(['m', 'c']);
            let digit = |i: usize| i32::from(word.as_bytes()[i] - b'0');
            let most = if word.starts_with('r') { 99 } else { 1 };
            for step in family(digit(1), digit(2)) {
                let way = self.ride(from, step, most);
                if only != Some('c') {
                    moving.extend(&way);
                }
                if only != Some('m') {
                    capturing.extend(&way);
                }
            }
        }
        let mut reached: Vec<Sq> = Vec::new();
        match kind {
            "Sm" => {
                for step in [(1, 0), (-1, 0)] {
                    reached.extend(self.ride(from, step, 99));
                }
                reached.extend([add(from, (0, 1)), add(from, (0, -1))]);
            }
            "Vm" => {
                for step in [(0, 1), (0, -1)] {
                    reached.extend(self.ride(from, step, 99));
                }
                reached.extend([add(from, (1, 0)), add(from, (-1, 0))]);
            }
            "Rh" => {
                for (x, y) in family(2, 1) {
                    // The orthogonal neighbour on the way is that of the longer part.
                    if self.free(add(from, (x / 2, y / 2))) {
                        reached.push(add(from, (x, y)));
                    }
                }
            }
            "Gr" | "Sc" => {
                for step in queen_directions() {
                    if let Some(&hurdle) = self.ride(from, step, 99).last()
                        && self.at(hurdle).is_some()
                    {
                        reached.push(add(hurdle, step));
                    }
                }
            }
            "Ka" => {
                for step in queen_directions() {
                    if let Some(&first) = self.ride(from, step, 99).last()
                        && self.at(first).is_some()
                        && let Some(&second) = self.ride(first, step, 99).last()
                        && self.at(second).is_some()
                    {
                        reached.push(add(second, step));
                    }
                }
            }
            "Cn" | "Va" | "Le" => {
                let steps = match kind {
                    "Cn" => family(1, 0),
                    "Va" => family(1, 1),
                    _ => queen_directions(),
                };
                for step in steps {
                    if let Some(&hurdle) = self.ride(from, step, 99).last()
                        && self.at(hurdle).is_some()
                        && let Some(&target) = self.ride(hurdle, step, 99).last()
                    {
                        capturing.push(target);
                    }
                }
            }
            "He" | "Sh" => {
                let (near, far) = if kind == "He" {
                    (family(1, 0), family(2, 0))
                } else {
                    (family(1, 1), family(2, 2))
                };
                for &a in &near {
                    for &b in &far {
                        let target = add(add(from, a), b);
                        if self.free(add(from, a)) || self.free(add(from, b)) {
                            reached.push(target);
                        }
                    }
                }
            }
            "Bl" => {
                for step in queen_directions() {
                    moving.extend(self.ride(from, step, 3));
                }
            }
            "Bu" => {
                let steps =
                    [(1, 2), (-1, 2), (2, -1), (-2, -1), (3, 1), (-3, 1), (1, -1), (-1, -1)];
                reached.extend(steps.map(|(x, y)| add(from, (x, y * up))));
            }
            "Cb" => {
                let steps = [(1, 2), (-1, 2), (2, -1), (-2, -1)];
                reached.extend(steps.map(|(x, y)| add(from, (x, y * up))));
            }
            "Dn" => {
                for (x, y) in family(1, 1) {
                    if self.free(add(from, (x, y))) {
                        for step in [(2 * x, 0), (0, 2 * y)] {
                            reached.extend(self.ride(add(from, (x, y)), step, 99));
                        }
                    }
                }
            }
            "Gy" => {
                for (x, y) in family(1, 1) {
                    if self.free(add(from, (x, y))) {
                        for step in [(x, 0), (0, y)] {
                            reached.extend(self.ride(add(from, (x, y)), step, 99));
                        }
                    }
                }
            }
            "Ti" => {
                for (x, y) in family(3, 2) {
                    if self.free(add(from, (x, y))) {
                        let outward = (x.signum(), y.signum());
                        reached.extend(self.ride(add(from, (x, y)), outward, 99));
                    }
                }
            }
            "Te" => {
                for step in family(1, 1) {
                    reached.extend(self.ride(from, step, 2));
                }
            }
            "Eh" => {
                let edge = |s: Sq| s.0 == 0 || s.0 == 9 || s.1 == 0 || s.1 == 9;
                for step in queen_directions() {
                    let way = self.ride(from, step, 99);
                    reached.extend(way.into_iter().filter(|&s| edge(from) || edge(s)));
                }
            }
            "Du" => {
                // Every order and every direction, however it turns.
                for orthogonal in family(1, 0) {
                    for diagonal in family(1, 1) {
                        let first = add(from, orthogonal);
                        if self.free(first) {
                            reached.extend(self.ride(first, diagonal, 99));
                        }
                        for turn in self.ride(from, diagonal, 99) {
                            if self.free(turn) {
                                reached.push(add(turn, orthogonal));
                            }
                        }
                    }
                }
                reached.retain(|&s| s != from && !beside(s, from));
            }
            "Wm" => {
                let circle = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
                for direction in queen_directions() {
                    let pivot = add(from, direction);
                    if self.at(pivot).is_none() {
                        continue;
                    }
                    let place =
                        circle.iter().position(|&c| add(pivot, c) == from).expect("a place");
                    for turn in [1, 7] {
                        let mut i = (place + turn) % 8;
                        while i != place {
                            let s = add(pivot, circle[i]);
                            if !on_board(s) {
                                break;
                            }
                            reached.push(s);
                            if self.at(s).is_some() {
                                break;
                            }
                            i = (i + turn) % 8;
                        }
                    }
                }
            }
            _ => {}
        }
        moving.extend(&reached);
        capturing.extend(&reached);
        (moving, capturing)
    }

    /// The squares that a piece may be sent to when it goes as `kind`, own king's safety aside.
    /// `attack`: it is only asked what it attacks, so that rank 10 is never closed.
    fn destinations(&self, white: bool, from: Sq, kind: &'static str) -> Vec<Sq> {
        let up = if white { 1 } else { -1 };
        let mut result = Vec::new();
        match kind {
            "P" => {
                let one = add(from, (0, up));
                if self.free(one) {
                    result.push(one);
                    let own_rank = if white { from.1 } else { 9 - from.1 };
                    if own_rank == 2 && self.free(add(one, (0, up))) {
                        result.push(add(one, (0, up)));
                    }
                }
                for x in [1, -1] {
                    let s = add(from, (x, up));
                    if self.prey(white, s) || (self.passed == Some(s) && self.white == white) {
                        result.push(s);
                    }
                }
            }
            "Fo" => {}
            "Di" => {
                for step in queen_directions() {
                    let s = add(from, step);
                    if self.free(s) || self.prey(white, s) {
                        result.push(s);
                    }
                }
            }
            "Cm" => result.extend(self.chameleon(white, from)),
            _ => {
                let (moving, capturing) = self.ways(white, from, kind);
                result.extend(moving.into_iter().filter(|&s| self.free(s)));
                result.extend(capturing.into_iter().filter(|&s| self.prey(white, s)));
            }
        }
        result.sort_unstable();
        result.dedup();
        result
    }

    /// The men, Diplomats, Chameleons and Fools apart, that could go to the square of the enemy on
    /// `to`.
    pub fn attackers(&self, to: Sq) -> Vec<Sq> {
        let attacks = |&(from, (white, kind)): &(Sq, Man)| {
            !["Di", "Cm", "Fo"].contains(&kind)
                && self.prey(white, to)
                && self.destinations(white, from, kind).contains(&to)
        };
        self.men().into_iter().filter(attacks).map(|(from, _)| from).collect()
    }

    /// How many men a side has.
    pub fn strength(&self, white: bool) -> usize {
        self.men().into_iter().filter(|(_, man)| man.0 == white).count()
    }

    fn chameleon(&self, white: bool, from: Sq) -> Vec<Sq> {
        let mut result: Vec<Sq> =
            self.ways(white, from, "Cm").0.into_iter().filter(|&s| self.free(s)).collect();
        for (s, (owner, kind)) in self.men() {
            if owner == white || !self.prey(white, s) {
                continue;
            }
            let reached = match kind {
                "Cm" | "Bl" | "Fo" | "Im" | "Ad" | "Wi" | "Co" => false,
                "Di" => beside(from, s),
                "P" => s.1 - from.1 == if white { 1 } else { -1 } && (s.0 - from.0).abs() == 1,
                _ => self.ways(white, from, kind).1.contains(&s),
            };
            if reached {
                result.push(s);
            }
        }
        for leap in family(2, 1) {
            let (near, far) = (add(from, leap), add(add(from, leap), leap));
            if self.free(near) && self.at(far) == Some((!white, "Ar")) {
                result.push(near);
            }
        }
        result
    }

    /// What is captured, and whether the target is converted.
    fn effect(&self, white: bool, from: Sq, to: Sq, kind: &str) -> (Vec<Sq>, bool) {
        let target = self.at(to);
        if target.is_some() && (kind == "Di" || (kind == "Cm" && target == Some((!white, "Di")))) {
            return (vec![to], true);
        }
        let mut taken = Vec::new();
        if target.is_some() {
            taken.push(to);
        }
        let up = if white { 1 } else { -1 };
        let pawn_like = to.1 - from.1 == up && (to.0 - from.0).abs() == 1;
        let en_passant = pawn_like && self.passed == Some(to) && self.white == white;
        let corners = || {
            let king = self.king(white);
            if king.0 == to.0 || king.1 == to.1 {
                vec![]
            } else {
                vec![(to.0, king.1), (king.0, to.1)]
            }
        };
        let jumped = (to.0 - from.0, to.1 - from.1);
        match kind {
            "P" if en_passant => taken.push(add(to, (0, -up))),
            "Ar" => taken.push(add(to, jumped)),
            "Ad" => taken.push(add(to, straight(from, to).expect("straight"))),
            "Wi" => {
                let (x, y) = straight(from, to).expect("straight");
                taken.push(add(from, (-x, -y)));
            }
            "Co" => taken.extend(corners()),
            "Cm" => {
                let mut only = |s: Sq, kind: &str| {
                    if self.at(s).is_some_and(|man| man.0 != white && man.1 == kind) {
                        taken.push(s);
                    }
                };
                if family(2, 1).contains(&jumped) {
                    only(add(to, jumped), "Ar");
                }
                if let Some((x, y)) = straight(from, to) {
                    let length = jumped.0.abs().max(jumped.1.abs());
                    let open = (1..length).all(|n| self.free(add(from, (x * n, y * n))));
                    if open {
                        only(add(to, (x, y)), "Ad");
                        only(add(from, (-x, -y)), "Wi");
                        for corner in corners() {
                            only(corner, "Co");
                        }
                        if en_passant {
                            only(add(to, (0, -up)), "P");
                        }
                    }
                }
            }
            _ => {}
        }
        taken.retain(|&s| self.prey(white, s));
        taken.dedup();
        (taken, false)
    }

    /// Whether a piece cannot move now because of what stands beside it.
    fn frozen(&self, s: Sq) -> bool {
        let Some((white, kind)) = self.at(s) else { return false };
        let near = self.men().into_iter().filter(|&(t, man)| man.0 != white && beside(s, t));
        for (_, (_, other)) in near {
            if other == "Im" || (other == "Cm" && kind == "Im") {
                return true;
            }
        }
        // The freeze of a Fool holds men of the side to move, during its next move only.
        white == self.white && self.freeze.is_some_and(|fool| beside(s, fool))
    }

    fn is_locked(&self, white: bool, kind: &str) -> bool {
        // The number of this side's next move.
        let next = if self.white == white || self.white { self.number } else { self.number + 1 };
        LOCKED.contains(&kind) && next <= 5
    }

    /// Whether a side, moving next, could remove the enemy king. `fools_as`: what its Fools copy
    /// then.
    fn removes_king(&self, white: bool, fools_as: Option<&'static str>) -> bool {
        let king = self.king(!white);
        for (from, (owner, kind)) in self.men() {
            if owner != white || self.frozen(from) || self.is_locked(white, kind) {
                continue;
            }
            let acting = if kind == "Fo" { fools_as } else { Some(kind) };
            let Some(acting) = acting else { continue };
            if acting == "Cm" && kind == "Fo" {
                continue;
            }
            for to in self.destinations(white, from, acting) {
                if self.effect(white, from, to, acting).0.contains(&king) {
                    return true;
                }
            }
            if acting == "Cm" && beside(from, king) {
                return true;
            }
        }
        false
    }

    pub fn in_check(&self) -> bool {
        self.removes_king(!self.white, None)
    }

    /// Whether no move can have led here.
    pub fn impossible(&self) -> bool {
        self.removes_king(self.white, self.last)
    }

    fn stock(&self) -> Vec<&'static str> {
        let mut kinds = match self.promotion {
            "captured" => self.pools[usize::from(!self.white)].clone(),
            "initial" => self.initial.clone(),
            _ => PLAIN.iter().map(|p| p.0).filter(|&code| code != "K" && code != "P").collect(),
        };
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    pub fn legal(&self) -> Vec<Mv> {
        let men = self.men();
        let mut list = Vec::new();
        if men.len() == 2 {
            return list;
        }
        for (from, (owner, kind)) in men {
            if owner != self.white || self.frozen(from) || self.is_locked(owner, kind) {
                continue;
            }
            let acting = if kind == "Fo" { self.last } else { Some(kind) };
            let Some(acting) = acting else { continue };
            if kind == "Fo" && acting == "Cm" {
                continue;
            }
            for to in self.destinations(owner, from, acting) {
                let mut promotions = vec![None];
                let rank = if owner { to.1 } else { 9 - to.1 };
                if acting == "P" && rank >= 7 {
                    promotions.extend(self.stock().into_iter().map(Some));
                    if rank == 9 && kind == "P" {
                        promotions.remove(0);
                    }
                }
                for promotion in promotions {
                    let m = (from, to, promotion);
                    let next = self.play(&m);
                    if !next.removes_king(next.white, next.last) {
                        list.push(m);
                    }
                }
            }
        }
        list
    }

    pub fn play(&self, &(from, to, promotion): &Mv) -> Self {
        let mut next = self.clone();
        let (white, kind) = self.at(from).expect("a piece");
        let acting = if kind == "Fo" { self.last.expect("something to copy") } else { kind };
        let (taken, converts) = self.effect(white, from, to, acting);
        if converts {
            let convert = self.at(to).expect("a piece").1;
            next.set(to, Some((white, convert)));
        } else {
            for &s in &taken {
                let victim = self.at(s).expect("a piece").1;
                if victim != "P" && victim != "K" && self.promotion == "captured" {
                    next.pools[usize::from(white)].push(victim);
                }
                next.set(s, None);
            }
            next.set(from, None);
            next.set(to, Some((white, promotion.unwrap_or(kind))));
            if let (Some(kind), "captured") = (promotion, self.promotion) {
                let pool = &mut next.pools[usize::from(!white)];
                let place = pool.iter().position(|&other| other == kind).expect("in the pool");
                pool.remove(place);
            }
        }
        let progress = !taken.is_empty() || kind == "P" || promotion.is_some();
        next.quiet = if progress { 0 } else { self.quiet + 1 };
        next.passed = None;
        if kind == "P" && (to.1 - from.1).abs() == 2 {
            next.passed = Some((from.0, i32::midpoint(from.1, to.1)));
        }
        next.last = if kind == "Cm" { None } else { Some(acting) };
        let stays = kind == "Fo" && promotion.is_none();
        next.shield = (stays && acting == "Bl").then_some(to);
        next.freeze = (stays && acting == "Im").then_some(to);
        next.number += u32::from(!white);
        next.white = !white;
        next
    }

    fn classic_pool(&self, white: bool) -> Vec<&'static str> {
        let mut pool = vec!["R", "R", "N", "N", "B", "B", "Q", "A", "C"];
        for (_, man) in self.men() {
            if man.0 == white
                && let Some(place) = pool.iter().position(|&code| code == man.1)
            {
                pool.remove(place);
            }
        }
        pool
    }

    pub fn fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            let mut run = 0;
            for file in 0..10 {
                let Some((white, kind)) = self.at((file, rank)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                let kind = if white { kind.to_owned() } else { kind.to_ascii_lowercase() };
                let braces = if kind.len() == 1 { ["", ""] } else { ["{", "}"] };
                text += &[braces[0], &kind, braces[1]].concat();
            }
            if run > 0 {
                text += &run.to_string();
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(if self.white { 'w' } else { 'b' });
        let passed = self.passed.map_or("-".to_owned(), name);
        text +=
            &[" - ", &passed, " ", &self.quiet.to_string(), " ", &self.number.to_string()].concat();
        let mut extra: Vec<String> = Vec::new();
        let list = |codes: &[&'static str]| {
            let mut codes = codes.to_vec();
            codes.sort_unstable();
            codes.join(",")
        };
        if self.promotion == "captured" {
            let (white, black) = (list(&self.pools[0]), list(&self.pools[1]));
            if (white.clone(), black.clone())
                != (list(&self.classic_pool(true)), list(&self.classic_pool(false)))
            {
                extra.push(format!("pool={white}/{black}"));
            }
        }
        if self.promotion == "initial" && list(&self.initial) != "A,B,C,N,Q,R" {
            extra.push(format!("init={}", list(&self.initial)));
        }
        if let Some(last) = self.last
            && self.men().iter().any(|&(_, man)| man == (self.white, "Fo"))
        {
            extra.push(format!("last={last}"));
        }
        if let Some(shield) = self.shield {
            extra.push(format!("shield={}", name(shield)));
        }
        if let Some(freeze) = self.freeze {
            extra.push(format!("freeze={}", name(freeze)));
        }
        if extra.is_empty() { text } else { format!("{text} {}", extra.join(";")) }
    }

    /// Reads a FEN that is known to be well-formed.
    pub fn read(fen: &str, promotion: &'static str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut slow = Self {
            board: [[None; 10]; 10],
            white: fields[1] == "w",
            passed: (fields[3] != "-").then(|| square(fields[3])),
            quiet: fields[4].parse().expect("a number"),
            number: fields[5].parse().expect("a number"),
            promotion,
            pools: [vec![], vec![]],
            initial: vec!["R", "N", "B", "Q", "A", "C"],
            last: None,
            shield: None,
            freeze: None,
        };
        for (row, text) in fields[0].split('/').enumerate() {
            let (mut file, mut rest) = (0, text);
            while !rest.is_empty() {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                if !digits.is_empty() {
                    file += digits.parse::<i32>().expect("a number");
                    rest = &rest[digits.len()..];
                    continue;
                }
                let (letters, length) = match rest.strip_prefix('{') {
                    Some(inside) => (&inside[..2], 4),
                    None => (&rest[..1], 1),
                };
                rest = &rest[length..];
                let mut proper = letters.to_ascii_lowercase();
                proper[..1].make_ascii_uppercase();
                let white = letters.starts_with(|c: char| c.is_ascii_uppercase());
                slow.set((file, 9 - row as i32), Some((white, code(&proper))));
                file += 1;
            }
        }
        slow.pools = [slow.classic_pool(true), slow.classic_pool(false)];
        let codes = |list: &str| {
            list.split(',').filter(|code| !code.is_empty()).map(code).collect::<Vec<_>>()
        };
        for part in fields.get(6).into_iter().flat_map(|extra| extra.split(';')) {
            let (key, value) = part.split_once('=').expect("key=value");
            match key {
                "pool" => {
                    let (white, black) = value.split_once('/').expect("two lists");
                    slow.pools = [codes(white), codes(black)];
                }
                "init" => slow.initial = codes(value),
                "last" => slow.last = Some(code(value)),
                "shield" => slow.shield = Some(square(value)),
                "freeze" => slow.freeze = Some(square(value)),
                _ => panic!("unknown key {key}"),
            }
        }
        if slow.last.is_none() {
            slow.last = match (slow.passed, slow.shield, slow.freeze) {
                (Some(_), ..) => Some("P"),
                (_, Some(_), _) => Some("Bl"),
                (.., Some(_)) => Some("Im"),
                _ => None,
            };
        }
        if slow.last == Some("Cm") {
            slow.last = None;
        }
        slow
    }
}
