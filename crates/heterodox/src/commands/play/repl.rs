//! The loop at the prompt: reads a command, carries it out, shows the board.

use super::command::{self, Command};
use super::console::Console;
use super::lookup::{self, Interpretation};
use super::review::Review;
use super::session::{AutomaticAct, DrawAnswer, Session};
use super::{screen, texts};
use crate::output::printable;
use crate::result::{self, ResultData};
use anyhow::Result;
use heterodox_rules::{Choice, ChoiceKind, Notice, Scene, board, quote};
use std::path::Path;

/// The number of moves of the principal variation that a hint shows.
const HINT_MOVES: usize = 3;

/// A game in the terminal.
pub(super) struct Repl {
    pub(super) session: Session,
    pub(super) console: Console,
    /// Messages that are printed below the next board.
    pub(super) messages: Vec<String>,
    /// The question that the next line may answer.
    pub(super) question: Option<Question>,
    /// In games with hidden pieces: the number of frames that each seat has been shown.
    pub(super) frames_told: Vec<usize>,
    /// The position of the review.
    pub(super) review: Review,
}

/// A question to the player.
pub(super) enum Question {
    /// Whether to submit a move in spite of a warning.
    Submit(String),
    /// Whether to resign.
    Resign,
    /// Which path a move takes.
    Path { text: String, paths: Vec<Vec<String>> },
}

/// What the loop does after a line.
pub(super) enum LoopAction {
    /// Prompt for the next line.
    Prompt,
    /// Let dice and computers act, then show the board.
    Redraw,
    Quit,
}

impl Repl {
    /// Returns the loop for a game at a console.
    pub(super) fn new(session: Session, console: Console) -> Self {
        let mut messages = vec!["Type help for help.".to_owned()];
        // The seed of the dice and of the computer would reveal hidden pieces.
        if !session.info.hidden {
            messages = vec![format!("Type help for help. This game's seed is {}.", session.seed)];
        }
        if session.scene().frame.position.is_empty() {
            messages.push("The game begins with its setup.".to_owned());
        }
        if let Some(seeded_dice) =
            session.chance.seeded_dice.as_ref().filter(|_| session.outcome().is_none())
        {
            messages.extend(seeded_dice.announcement().lines().map(str::to_owned));
        }
        let frames_told = vec![0; session.table().seats()];
        let mut game = Self {
            session,
            console,
            messages,
            question: None,
            frames_told,
            review: Review::default(),
        };
        game.push_map_notices();
        game.skip_known_frames();
        game
    }

    /// Runs until the player quits or the input ends.
    pub(super) fn run(&mut self) -> Result<()> {
        loop {
            self.run_until_own_turn()?;
            if !self.session.info.hidden
                && let Some(next) = self.session.next_person()
            {
                self.session.own_seat = next;
            }
            self.show(&[])?;
            if let Some(next) = self.session.next_person() {
                if !self.hand_over(next)? {
                    return Ok(());
                }
                continue;
            }
            loop {
                let Some(line) = self.console.read_line(&self.prompt())? else { return Ok(()) };
                if self.session.flag()? {
                    self.messages.push("The time has run out.".to_owned());
                    break;
                }
                match self.handle(&line)? {
                    LoopAction::Prompt => {}
                    LoopAction::Redraw => break,
                    LoopAction::Quit => return Ok(()),
                }
            }
        }
    }

    /// Lets dice and computers act until it is the player's turn or the game is over.
    fn run_until_own_turn(&mut self) -> Result<()> {
        if self.session.computer_is_next() {
            self.console.print_transient("The computer is thinking ...")?;
        }
        while let Some(act) = self.session.advance()? {
            let acted = matches!(act, AutomaticAct::Acted { .. });
            let sides = self.session.scene().sides;
            match act {
                // Messages come from the frames of the seat, which hold only what the seat may
                // know.
                _ if self.session.in_hidden_play() => {}
                AutomaticAct::Thrown { faces, notices } => {
                    if notices.is_empty() {
                        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                        self.messages.push(format!("The dice show {}.", faces.join(" and ")));
                    }
                    // Not `push_notices`: the same face may be thrown twice in a row.
                    self.messages.extend(
                        notices
                            .iter()
                            .map(|notice| texts::notice(self.session.info.id, notice, &sides)),
                    );
                }
                AutomaticAct::Acted { seat, text, notices } => {
                    if let Some(text) = text {
                        let name = result::side_of(&sides, seat);
                        self.messages.push(format!("The computer ({name}): {text}"));
                    }
                    self.push_notices(&notices);
                }
            }
            if acted && self.session.people() == 0 && self.session.outcome().is_none() {
                // If only computers play, the board is shown after every move.
                self.show(&[])?;
            }
        }
        Ok(())
    }

    /// Shows the board, the messages, and the choices if there are few.
    fn show(&mut self, targets: &[String]) -> Result<()> {
        let scene = self.session.scene();
        // The notices of a setup were added when they were announced.
        if self.session.in_hidden_play() {
            self.push_frame_messages(&scene);
        } else if !scene.frame.position.is_empty() {
            // `out` was added when it was announced, and is shown beside the board.
            let once = |notice: &&Notice| match notice.key {
                "array" => scene.frame.ply == 0,
                "out" => false,
                _ => true,
            };
            self.push_notices(&scene.notices.iter().filter(once).cloned().collect::<Vec<_>>());
        }
        let look = self.console.look();
        self.console.print_canvas(&screen::draw(&self.session, targets, look.unicode)?)?;
        for message in std::mem::take(&mut self.messages) {
            self.console.print_line(&printable(&message))?;
        }
        if let Some(outcome) = &scene.outcome {
            let result = ResultData::new(outcome, &scene.sides);
            self.console
                .print_line(&format!("The game is over. {}", result::line(Some(&result))))?;
            for line in texts::finishing_order(outcome, &scene) {
                self.console.print_line(&line)?;
            }
            if let Some(seeded_dice) = &self.session.chance.seeded_dice {
                self.console.print_line(&seeded_dice.reveal_text())?;
            }
            self.console.print_line(if self.session.info.hidden {
                "You can still save, load or quit, and review the game."
            } else if !scene.takebacks_allowed {
                "You can still save, load or quit."
            } else {
                "You can still undo, save, load or quit."
            })?;
        } else {
            let others = scene.draw_offers.iter().filter(|seat| **seat != self.session.own_seat);
            for seat in others {
                let who = self.session.name(&scene, *seat);
                self.console.print_line(&format!("{who} offers a draw: `draw` accepts it."))?;
            }
            self.print_choices(&scene)?;
        }
        Ok(())
    }

    /// Prints the numbered choices, and an example of the choices that need a cell.
    fn print_choices(&self, scene: &Scene) -> Result<()> {
        let buttons: Vec<String> = lookup::numbered(&scene.choices)
            .enumerate()
            .map(|(index, choice)| format!("{}) {}", index + 1, choice.text))
            .collect();
        for line in in_columns(&buttons) {
            self.console.print_line(&line)?;
        }
        let example = scene.choices.iter().find(|choice| choice.kind == ChoiceKind::Place);
        if let Some(example) = example {
            let stock = screen::counted(scene.reserve.iter());
            let what = if stock.is_empty() { stock } else { format!("To place: {stock}. ") };
            let line = format!("{what}For example: {} (moves lists everything)", example.text);
            self.console.print_line(&line)?;
        }
        Ok(())
    }

    /// The prompt, after the time that the player has left.
    fn prompt(&self) -> String {
        let prompt = self.prompt_without_time();
        let left = self.session.time_left(self.session.own_seat);
        match left.filter(|_| self.session.outcome().is_none()) {
            Some(left) => {
                let seconds = left.as_secs();
                format!("[{}:{:02}] {prompt}", seconds / 60, seconds % 60)
            }
            None => prompt,
        }
    }

    fn prompt_without_time(&self) -> String {
        let scene = self.session.scene();
        if scene.outcome.is_none() && self.session.is_shared() {
            let who = self.session.name(&scene, self.session.own_seat);
            return if scene.phase == "play" { who } else { format!("{who}, {}", scene.phase) };
        }
        if scene.outcome.is_some() || scene.frame.position.is_empty() {
            scene.phase.to_owned()
        } else {
            result::side_of(&scene.sides, self.session.own_seat)
        }
    }

    fn handle(&mut self, line: &str) -> Result<LoopAction> {
        let question = self.question.take();
        let command = Command::parse(line);
        match (command, question) {
            (Command::Yes, Some(Question::Submit(text)))
            | (Command::Empty, Some(Question::Path { text, .. })) => return self.submit(&text),
            (Command::Yes, Some(Question::Resign)) => return self.resign(),
            (Command::Act { text: number, sure: _ }, Some(Question::Path { text, paths }))
                if number.parse::<usize>().is_ok() =>
            {
                return self.choose_path(&number, text, paths);
            }
            (Command::Yes, Some(question @ Question::Path { .. })) => {
                self.question = Some(question);
                self.console.print_line("Which path? Its number, or Enter for any of them.")?;
            }
            (Command::Yes | Command::No, None) => {
                self.console.print_line("There is no question.")?;
            }
            (Command::No, Some(_)) => self.console.print_line("Then not.")?,
            (Command::Empty, _) => {}
            (Command::Invalid(why), _) => self.console.print_line(why)?,
            (Command::Help, _) => self.console.print_line(command::HELP)?,
            (Command::Board, _) => return Ok(LoopAction::Redraw),
            (Command::Moves(cell), _) => self.list_moves(cell.as_deref())?,
            (Command::Hint, _) => self.hint()?,
            (Command::Undo, _) => return self.undo(),
            (Command::Save(path), _) => self.save(&path)?,
            (Command::Load(path), _) => return self.load(&path),
            (Command::Seal(path), _) => self.seal(&path)?,
            (Command::Review(ply), _) => self.start_review(ply)?,
            (Command::Next, _) => self.step_review(1)?,
            (Command::Back, _) => self.step_review(-1)?,
            (Command::ReviewAs(whose), _) => self.review_as(&whose)?,
            (Command::Record, _) => self.record()?,
            (Command::Position, _) => self.position()?,
            (Command::Draw, _) => return self.offer_draw(),
            (Command::Resign, _) => self.ask_to_resign()?,
            (Command::Quit, _) => return Ok(LoopAction::Quit),
            (Command::Act { text, sure }, _) => return self.act(&text, sure),
        }
        Ok(LoopAction::Prompt)
    }

    fn act(&mut self, text: &str, sure: bool) -> Result<LoopAction> {
        let scene = self.session.scene();
        let geometry = board(self.session.info.id)?;
        // A path in brackets belongs to the move in front of it.
        if let Some((head, path)) = text.split_once('(')
            && let Interpretation::Submit(head) =
                lookup::interpret(head.trim(), &scene.choices, geometry)
        {
            return self.submit(&format!("{head} ({}", path.to_ascii_uppercase()));
        }
        match lookup::interpret(text, &scene.choices, geometry) {
            Interpretation::Submit(text) => self.confirm_and_submit(&text, sure),
            Interpretation::Show(cell) => self.show_cell(&cell, &scene.choices),
            Interpretation::None(why) => self.print_and_prompt(&why),
            Interpretation::Which(texts) => self.print_and_prompt(&format!(
                "Several moves fit; write one of: {}",
                texts.join(", ")
            )),
        }
    }

    pub(super) fn print_and_prompt(&self, line: &str) -> Result<LoopAction> {
        self.console.print_line(&printable(line))?;
        Ok(LoopAction::Prompt)
    }

    /// Submits a move, after a question if it has several paths or is dangerous.
    fn confirm_and_submit(&mut self, text: &str, sure: bool) -> Result<LoopAction> {
        if !sure && self.ask_for_path(text)? {
            return Ok(LoopAction::Prompt);
        }
        match self.session.danger(text).filter(|_| !sure) {
            None => self.submit(text),
            Some(danger) => {
                self.question = Some(Question::Submit(text.to_owned()));
                self.print_and_prompt(&format!(
                    "{} Play {text} all the same? (yes/no)",
                    texts::danger(self.session.info.id, danger)
                ))
            }
        }
    }

    pub(super) fn submit(&mut self, text: &str) -> Result<LoopAction> {
        match self.session.submit(text) {
            Err(refusal) => self.print_and_prompt(&format!("Not possible: {refusal}")),
            Ok((notices, warnings)) => {
                self.messages.extend(warnings.iter().map(|warning| format!("Note: {warning}")));
                if !self.session.in_hidden_play() {
                    self.push_notices(&notices);
                }
                Ok(LoopAction::Redraw)
            }
        }
    }

    /// Shows the targets of the piece on a cell.
    fn show_cell(&mut self, cell: &str, choices: &[Choice]) -> Result<LoopAction> {
        let found = lookup::on_cell(cell, choices);
        if found.is_empty() {
            // In SAN a pawn's move is written as its target.
            if let Some(text) = self.session.read_as_move(cell) {
                return self.confirm_and_submit(&text, false);
            }
            return self.print_and_prompt(&format!("Nothing can be done on {cell}."));
        }
        let targets: Vec<String> = found.iter().filter_map(|choice| choice.to.clone()).collect();
        let texts: Vec<&str> = found.iter().map(|choice| choice.text.as_str()).collect();
        self.messages.extend(in_columns(&texts));
        self.show(&targets)?;
        Ok(LoopAction::Prompt)
    }

    fn list_moves(&self, cell: Option<&str>) -> Result<()> {
        let choices = self.session.scene().choices;
        let found: Vec<&Choice> = match cell {
            None => choices.iter().collect(),
            Some(word) => {
                let Some(cell) = lookup::cell(word, board(self.session.info.id)?) else {
                    let word = quote(word);
                    return self
                        .print_and_prompt(&format!("'{word}' is no cell of this board"))
                        .map(drop);
                };
                lookup::on_cell(cell, &choices)
            }
        };
        if found.is_empty() {
            return self.console.print_line("Nothing can be done there.");
        }
        let mut texts: Vec<&str> = found.iter().map(|choice| choice.text.as_str()).collect();
        texts.sort_unstable();
        for line in in_columns(&texts) {
            self.console.print_line(&line)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        if self.session.outcome().is_some() {
            return self.console.print_line("The game is over.");
        }
        self.console.print_transient("Thinking ...")?;
        let choice = self.session.advice()?;
        let why = choice.info.map_or_else(String::new, |info| {
            let line = info.pv.iter().take(HINT_MOVES).cloned().collect::<Vec<_>>().join(", ");
            format!("  (score {}, depth {}: {line})", info.score, info.depth)
        });
        self.console.print_line(&format!("Hint: {}{why}", choice.text))
    }

    fn undo(&mut self) -> Result<LoopAction> {
        if let Err(why) = self.session.undo() {
            return self.print_and_prompt(&format!("Not possible: {why}"));
        }
        self.messages.push("Taken back.".to_owned());
        Ok(LoopAction::Redraw)
    }

    fn save(&self, path: &Path) -> Result<()> {
        match self.session.save(path) {
            Ok(()) => {
                self.console.print_line(&format!("Saved in {}", path.display()))?;
                if self.session.keeps_a_secret() {
                    self.console.print_line("The seed of the dice is not in it while the game runs: from that record the game goes on with another. `seal FILE` keeps this one.")?;
                }
                Ok(())
            }
            Err(error) => self.print_and_prompt(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    fn load(&mut self, path: &Path) -> Result<LoopAction> {
        match self.session.load(path, None) {
            Err(error) => self.print_and_prompt(&format!("Not possible: {error:#}")),
            Ok(warnings) => {
                self.messages.extend(warnings.iter().map(|warning| format!("Note: {warning}")));
                self.loaded(path)
            }
        }
    }

    fn record(&self) -> Result<()> {
        match self.session.record() {
            Ok(record) => self.console.print_line(record.trim_end()),
            Err(error) => self.print_and_prompt(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    fn position(&self) -> Result<()> {
        match self.session.scene().frame.position.as_str() {
            "" => self.console.print_line("There is no position yet: the setup is not finished."),
            position => self.console.print_line(position),
        }
    }

    fn ask_to_resign(&mut self) -> Result<()> {
        if self.session.outcome().is_some() {
            return self.console.print_line("The game is over.");
        }
        self.question = Some(Question::Resign);
        self.console.print_line("Give up? (yes/no)")
    }

    fn resign(&mut self) -> Result<LoopAction> {
        match self.session.resign() {
            Err(refusal) => self.print_and_prompt(&format!("Not possible: {refusal}")),
            Ok(notices) => {
                self.push_notices(&notices);
                Ok(LoopAction::Redraw)
            }
        }
    }

    fn offer_draw(&mut self) -> Result<LoopAction> {
        match self.session.offer_draw() {
            Err(refusal) => self.print_and_prompt(&format!("Not possible: {refusal}")),
            Ok(DrawAnswer::Open) => {
                self.print_and_prompt("The draw is offered until the other side moves.")
            }
            Ok(DrawAnswer::Declined) => self.print_and_prompt("The computer declines the draw."),
            Ok(DrawAnswer::Agreed(notices)) => {
                if !self.session.is_shared() {
                    self.messages.push("The computer agrees to a draw.".to_owned());
                }
                self.push_notices(&notices);
                Ok(LoopAction::Redraw)
            }
        }
    }
}

/// Arranges texts in columns, in lines of at most 80 characters.
pub(super) fn in_columns<T: AsRef<str>>(texts: &[T]) -> Vec<String> {
    let length = |text: &T| text.as_ref().chars().count();
    let width = 2 + texts.iter().map(length).max().unwrap_or(0);
    let columns = (80 / width).max(1);
    let in_row = |row: &[T]| {
        let mut line = String::new();
        for text in row {
            line.push_str(text.as_ref());
            line.extend(std::iter::repeat_n(' ', width - length(text)));
        }
        line.trim_end().to_owned()
    };
    texts.chunks(columns).map(in_row).collect()
}

#[cfg(test)]
mod tests {
    use super::in_columns;

    #[test]
    fn columns_fit_the_terminal() {
        let texts = ["Fl@G14 x Fl@D16"; 10];
        let lines = in_columns(&texts);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() <= 80));
        assert_eq!(in_columns::<&str>(&[]), Vec::<String>::new());
    }
}
