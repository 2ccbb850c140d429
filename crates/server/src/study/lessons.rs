//! Lessons: a game taught in steps, each on a board of its own under the real rules.
//!
//! A lesson is a file `lessons/GAME.json`. A step has a position and a task; its texts are in the
//! translations, by the keys of the game and the step. Nothing is stored: a caller sends all moves
//! of a step, and [`play`] opens a table of its own, applies them with the replies that the lesson
//! has for them, and shows what the learner's seat sees.

use super::request::board_of;
use heterodox_rules::{
    Choice, Options, Refusal, Seat, Setting, Start, Table, Turn, Viewer, games, open,
};
use heterodox_wire::{LessonHint, LessonState, LessonVerdict};
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::LazyLock;

/// The most moves of a step.
pub(crate) const MAX_MOVES: usize = 100;
/// The most tables that the search for a hint opens.
const MAX_SEARCHED: usize = 3000;

/// The files.
#[derive(RustEmbed)]
#[folder = "lessons/"]
struct Embedded;

/// The lesson of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lesson {
    /// How long it takes, in minutes.
    pub(crate) minutes: u8,
    /// The steps, in order.
    pub(crate) steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// Its key, unique in the lesson.
    pub(crate) key: String,
    /// The table options.
    #[serde(default)]
    options: Options,
    /// The position string of the board.
    position: String,
    /// Cells to point at.
    #[serde(default)]
    pub(crate) marks: Vec<String>,
    /// Arrows, each from a cell to another one.
    #[serde(default)]
    pub(crate) arrows: Vec<[String; 2]>,
    /// The faces that the die shows, throw by throw.
    #[serde(default)]
    throws: Vec<u8>,
    /// What the learner is to do.
    #[serde(default)]
    task: Task,
}

/// What the learner is to do.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Task {
    /// To read.
    #[default]
    Look,
    /// To play one of these lines: moves and replies in turn.
    Play(Play),
    /// To reach these cells, in any order.
    Visit(Visit),
    /// To point at one of these cells.
    Point(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    lines: Vec<Vec<String>>,
    /// Moves whose miss has an explanation of its own: the key of its text.
    #[serde(default)]
    misses: BTreeMap<String, String>,
    /// The key of the text for a move that loses the game by itself.
    lost: Option<String>,
    /// Replies to a miss, of which the first legal one is played: what the miss costs.
    #[serde(default)]
    punish: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Visit {
    /// The code of the piece that is to reach them.
    piece: String,
    cells: Vec<String>,
    /// The opponent's replies, of which the first legal one is played.
    replies: Vec<String>,
}

static LESSONS: LazyLock<BTreeMap<&'static str, Lesson>> = LazyLock::new(|| {
    let files = games().filter_map(|info| {
        let file = Embedded::get(&format!("{}.json", info.id))?;
        // A test reads them all.
        Some((info.id, serde_json::from_slice(&file.data).ok()?))
    });
    files.collect()
});

/// The lesson of a game, if it has one.
pub(crate) fn lesson(game: &str) -> Option<&'static Lesson> {
    LESSONS.get(game)
}

/// A step of the lesson of a game.
pub(crate) fn step(game: &str, key: &str) -> Option<&'static Step> {
    lesson(game)?.steps.iter().find(|step| step.key == key)
}

impl Step {
    /// The kind of the task: `look`, `play`, `visit` or `point`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.task {
            Task::Look => "look",
            Task::Play(_) => "play",
            Task::Visit(_) => "visit",
            Task::Point(_) => "point",
        }
    }

    /// The keys of the explanations that single moves have.
    pub(crate) fn says(&self) -> BTreeSet<&str> {
        match &self.task {
            Task::Play(play) => {
                play.misses.values().chain(&play.lost).map(String::as_str).collect()
            }
            Task::Look | Task::Visit(_) | Task::Point(_) => BTreeSet::new(),
        }
    }
}

/// Plays the moves of a learner in a step.
///
/// # Errors
///
/// Refuses what the rules refuse, and moves after the end of the task.
pub(crate) fn play(game: &str, step: &Step, moves: &[String]) -> Result<LessonState, Refusal> {
    let mut state = Progress::open(game, step)?;
    for text in moves {
        state.act(text)?;
    }
    Ok(state.shown())
}

/// A step that is being played.
#[derive(Clone)]
struct Progress<'a> {
    step: &'a Step,
    table: Table,
    learner: Seat,
    verdict: LessonVerdict,
    say: Option<String>,
    /// The number of dice thrown.
    thrown: usize,
    /// The lines of the task that the moves have followed so far, by their numbers.
    lines: Vec<usize>,
    /// The number of moves and replies of those lines that have been played.
    played: usize,
    /// The cells that are still to be reached.
    left: Vec<String>,
}

impl<'a> Progress<'a> {
    fn open(game: &str, step: &'a Step) -> Result<Self, Refusal> {
        let start = Start::Position(step.position.clone());
        let table = open(game, &Setting { options: step.options.clone(), start })?;
        let (lines, left) = match &step.task {
            Task::Play(play) => ((0..play.lines.len()).collect(), Vec::new()),
            Task::Visit(visit) => (Vec::new(), visit.cells.clone()),
            Task::Look | Task::Point(_) => (Vec::new(), Vec::new()),
        };
        let mut state = Self {
            step,
            table,
            learner: Seat::new(0),
            verdict: LessonVerdict::Open,
            say: None,
            thrown: 0,
            lines,
            played: 0,
            left,
        };
        state.throw_dice()?;
        state.learner = state.to_act().unwrap_or(state.learner);
        Ok(state)
    }

    /// The seat to move.
    fn to_act(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seats(seats) => seats.first().copied(),
            Turn::Throw(_) | Turn::Over(_) => None,
        }
    }

    /// Throws the dice that are due. A step that names no more faces goes on with the highest.
    fn throw_dice(&mut self) -> Result<(), Refusal> {
        while let Some(request) = self.table.awaits_throw() {
            let rest = self.step.throws.iter().skip(self.thrown).copied();
            let faces: Vec<u8> =
                rest.chain(std::iter::repeat(request.faces)).take(request.dice).collect();
            self.table.throw(&faces)?;
            self.thrown += request.dice;
        }
        Ok(())
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), Refusal> {
        self.table.submit(seat, text)?;
        self.throw_dice()
    }

    /// Plays the first legal one of these replies, if it is not the learner's turn. Returns whether
    /// one was played.
    fn reply(&mut self, replies: &[String]) -> bool {
        let other = self.to_act().filter(|seat| *seat != self.learner);
        other.is_some_and(|seat| replies.iter().any(|text| self.submit(seat, text).is_ok()))
    }

    /// Plays one of the replies, or any legal move: the learner goes on in any case.
    fn reply_anyhow(&mut self, replies: &[String]) {
        if !self.reply(replies)
            && let Some(seat) = self.to_act().filter(|seat| *seat != self.learner)
        {
            let choices = self.table.scene(Viewer::Seat(seat)).choices;
            let texts: Vec<_> = choices.into_iter().map(|choice| choice.text).collect();
            self.reply(&texts);
        }
    }

    /// A move of the learner.
    fn act(&mut self, text: &str) -> Result<(), Refusal> {
        if self.verdict != LessonVerdict::Open {
            return Err(Refusal::new("game-over", "the task of this step is over"));
        }
        let step = self.step;
        match &step.task {
            Task::Look => Err(Refusal::new("game-over", "this step has no task")),
            Task::Point(cells) => {
                let is_right = cells.iter().any(|cell| cell == text);
                self.verdict = if is_right { LessonVerdict::Done } else { LessonVerdict::Missed };
                Ok(())
            }
            Task::Play(play) => self.act_in_line(play, text),
            Task::Visit(visit) => {
                let choices = self.table.scene(Viewer::Seat(self.learner)).choices;
                self.submit(self.learner, text)?;
                let choice = choices.iter().find(|choice| choice.text == *text);
                let reached = choice.filter(|choice| choice.piece == Some(&visit.piece));
                let reached = reached.and_then(|choice| choice.to.as_deref());
                self.left.retain(|cell| Some(cell.as_str()) != reached);
                let winner = self.table.outcome().map(|end| end.winner);
                if self.left.is_empty() && winner.is_none_or(|one| one == Some(self.learner)) {
                    self.verdict = LessonVerdict::Done;
                } else {
                    self.reply_anyhow(&visit.replies);
                    if self.table.outcome().is_some() {
                        self.verdict = LessonVerdict::Missed;
                    }
                }
                Ok(())
            }
        }
    }

    fn act_in_line(&mut self, play: &Play, text: &str) -> Result<(), Refusal> {
        self.submit(self.learner, text)?;
        let at = self.played;
        let line = |number: &usize| play.lines.get(*number).map_or(&[][..], Vec::as_slice);
        self.lines.retain(|number| line(number).get(at).is_some_and(|known| known == text));
        let Some(first) = self.lines.first().map(line) else {
            self.verdict = LessonVerdict::Missed;
            let has_lost = self.table.outcome().is_some_and(|end| end.winner != Some(self.learner));
            let own = play.misses.get(text);
            self.say = own.or_else(|| play.lost.as_ref().filter(|_| has_lost)).cloned();
            self.reply(&play.punish);
            return Ok(());
        };
        self.played += 1;
        if let (Some(answer), Some(seat)) = (first.get(self.played), self.to_act()) {
            self.lines.retain(|number| line(number).get(at + 1) == Some(answer));
            self.submit(seat, answer)?;
            self.played += 1;
        }
        if self.lines.iter().any(|number| line(number).len() == self.played) {
            self.verdict = LessonVerdict::Done;
        }
        Ok(())
    }

    /// What the learner sees.
    fn shown(&self) -> LessonState {
        let viewer = Viewer::Seat(self.learner);
        let is_open = self.verdict == LessonVerdict::Open;
        let mut scene = self.table.scene(viewer);
        let hint = is_open.then(|| self.hint(&scene.choices)).flatten();
        if !is_open || matches!(self.step.task, Task::Look | Task::Point(_)) {
            scene.choices.clear();
        }
        LessonState {
            frames: self.table.observed_frames(viewer),
            scene,
            verdict: self.verdict,
            say: self.say.clone(),
            left: self.left.clone(),
            hint,
        }
    }

    fn hint(&self, choices: &[Choice]) -> Option<LessonHint> {
        match &self.step.task {
            Task::Look => None,
            Task::Point(cells) => {
                let to = cells.first()?.clone();
                Some(LessonHint { text: to.clone(), from: None, to })
            }
            Task::Play(play) => {
                let text = play.lines.get(*self.lines.first()?)?.get(self.played)?;
                hint_of(choices.iter().find(|choice| choice.text == *text)?)
            }
            Task::Visit(visit) => self.way(&visit.piece),
        }
    }

    /// The first move of a shortest way to one of the cells that are left.
    fn way(&self, piece: &str) -> Option<LessonHint> {
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([(self.clone(), None)]);
        while let Some((state, first)) = queue.pop_front() {
            for choice in state.table.scene(Viewer::Seat(self.learner)).choices {
                if choice.piece != Some(piece) || seen.len() > MAX_SEARCHED {
                    continue;
                }
                let mut next = state.clone();
                if next.act(&choice.text).is_err() {
                    continue;
                }
                let first = first.clone().or_else(|| hint_of(&choice));
                if next.left.len() < self.left.len() {
                    return first;
                }
                let outline = next.table.outline(Viewer::Seat(self.learner));
                if seen.insert(board_of(&outline.frame.position).to_owned()) {
                    queue.push_back((next, first));
                }
            }
        }
        None
    }
}

fn hint_of(choice: &Choice) -> Option<LessonHint> {
    Some(LessonHint {
        text: choice.text.clone(),
        from: choice.from.clone(),
        to: choice.to.clone()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::{board, info};

    fn lessons() -> impl Iterator<Item = (&'static str, Lesson)> {
        Embedded::iter().map(|name| {
            let game = name.strip_suffix(".json").and_then(|id| info(id).ok());
            let game = game.unwrap_or_else(|| panic!("{name} is no game"));
            let file = Embedded::get(&name).unwrap();
            let read = serde_json::from_slice(&file.data);
            (game.id, read.unwrap_or_else(|error| panic!("{name}: {error}")))
        })
    }

    /// Every step, with its game and its name for messages.
    fn steps(lesson: &Lesson, game: &str) -> Vec<(&'static Step, String)> {
        let find = |step: &Step| super::step(game, &step.key).unwrap();
        lesson.steps.iter().map(|step| (find(step), format!("{game} {}", step.key))).collect()
    }

    #[test]
    fn every_game_has_a_lesson_with_one_idea_a_step() {
        assert_eq!(lessons().count(), 4);
        for (game, lesson) in lessons() {
            assert!((8..=14).contains(&lesson.steps.len()), "{game}: {}", lesson.steps.len());
            assert!((3..=5).contains(&lesson.minutes), "{game}");
            let keys: BTreeSet<_> = lesson.steps.iter().map(|step| &step.key).collect();
            assert_eq!(keys.len(), lesson.steps.len(), "{game}: keys twice");
        }
    }

    #[test]
    fn every_cell_of_a_step_is_on_the_board() {
        for (game, lesson) in lessons() {
            let cells: BTreeSet<_> =
                board(game).unwrap().cells.iter().map(|cell| cell.name.clone()).collect();
            for (step, name) in steps(&lesson, game) {
                let of_task: &[String] = match &step.task {
                    Task::Visit(visit) => &visit.cells,
                    Task::Point(cells) => cells,
                    Task::Look | Task::Play(_) => &[],
                };
                let named = step.marks.iter().chain(step.arrows.iter().flatten()).chain(of_task);
                for cell in named {
                    assert!(cells.contains(cell), "{name}: {cell}");
                }
            }
        }
    }

    /// Follows the hints from a state to the end of the task. Returns the number of moves.
    fn follow_hints(game: &str, step: &Step, name: &str) -> usize {
        let mut moves = Vec::new();
        loop {
            let state = play(game, step, &moves).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            if state.verdict == LessonVerdict::Done {
                return moves.len();
            }
            assert_eq!(state.verdict, LessonVerdict::Open, "{name}: {moves:?}");
            let hint = state.hint.unwrap_or_else(|| panic!("{name}: no hint after {moves:?}"));
            if let Some(from) = &hint.from {
                let offered = state.scene.choices.iter().filter(|choice| choice.text == hint.text);
                assert_eq!(offered.count(), 1, "{name}: {}", hint.text);
                assert_ne!(*from, hint.to, "{name}");
            }
            moves.push(hint.text);
            assert!(moves.len() < 12, "{name}: {moves:?}");
        }
    }

    #[test]
    fn the_hints_lead_to_the_end_of_every_task() {
        for (game, lesson) in lessons() {
            for (step, name) in steps(&lesson, game) {
                match step.task {
                    Task::Look => assert!(play(game, step, &[]).unwrap().scene.choices.is_empty()),
                    Task::Play(_) | Task::Visit(_) | Task::Point(_) => {
                        let moves = follow_hints(game, step, &name);
                        assert!((1..=6).contains(&moves), "{name}: {moves} moves");
                    }
                }
            }
        }
    }

    #[test]
    fn every_line_can_be_played_to_its_end() {
        for (game, lesson) in lessons() {
            for (step, name) in steps(&lesson, game) {
                let Task::Play(task) = &step.task else { continue };
                for line in &task.lines {
                    let own: Vec<_> = line.iter().step_by(2).cloned().collect();
                    let state = play(game, step, &own);
                    let state = state.unwrap_or_else(|why| panic!("{name}: {line:?}: {why:?}"));
                    assert_eq!(state.verdict, LessonVerdict::Done, "{name}: {line:?}");
                    let later: Vec<_> = own.iter().chain(&own[..1]).cloned().collect();
                    assert_eq!(play(game, step, &later).unwrap_err().code, "game-over", "{name}");
                }
            }
        }
    }

    #[test]
    fn another_move_is_legal_and_missed() {
        for (game, lesson) in lessons() {
            for (step, name) in steps(&lesson, game) {
                let Task::Play(task) = &step.task else { continue };
                let first = play(game, step, &[]).unwrap();
                let is_right =
                    |choice: &&Choice| task.lines.iter().any(|line| line[0] == choice.text);
                let others: Vec<_> =
                    first.scene.choices.iter().filter(|choice| !is_right(choice)).collect();
                assert!(!others.is_empty(), "{name}: no move can be wrong");
                let mut punished = 0;
                for choice in others {
                    let state = play(game, step, std::slice::from_ref(&choice.text)).unwrap();
                    assert_eq!(state.verdict, LessonVerdict::Missed, "{name}: {}", choice.text);
                    let own = task.misses.get(&choice.text);
                    assert!(own.is_none() || own == state.say.as_ref(), "{name}: {}", choice.text);
                    assert!(state.scene.choices.is_empty() && state.hint.is_none(), "{name}");
                    punished += usize::from(state.frames.len() > 2);
                }
                assert_eq!(punished > 0, !task.punish.is_empty(), "{name}: {punished} punished");
                let offered: Vec<_> = first.scene.choices.iter().map(|one| &one.text).collect();
                for text in task.misses.keys() {
                    let later = task.lines.iter().any(|line| line.len() > 1);
                    assert!(offered.contains(&text) || later, "{name}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_learner_sees_no_more_than_its_seat() {
        for (game, lesson) in lessons() {
            for (step, name) in steps(&lesson, game) {
                let state = play(game, step, &[]).unwrap();
                assert!(matches!(state.scene.viewer, Viewer::Seat(_)), "{name}");
                let setting = Setting {
                    options: step.options.clone(),
                    start: Start::Position(step.position.clone()),
                };
                let table = open(game, &setting).unwrap();
                if !table.has_dice() {
                    assert_eq!(state.scene.frame, table.scene(state.scene.viewer).frame, "{name}");
                }
            }
        }
    }
}
