//! The conversation at the prompt.

use super::command::{self, Command};
use super::console::Console;
use super::lookup::{self, Meaning};
use super::review::Review;
use super::session::{DrawAnswer, Event, Session};
use super::{screen, words};
use crate::output::{printable, quote};
use crate::result::{self, ResultData};
use anyhow::Result;
use heterodox_rules::{Choice, ChoiceKind, Notice, Scene, board};
use std::path::Path;

/// How many moves of the expected course a hint shows.
const HINTED: usize = 3;

/// A game in the terminal.
pub(super) struct Game {
    pub(super) session: Session,
    pub(super) console: Console,
    /// What is to be told with the next board.
    pub(super) news: Vec<String>,
    /// What waits for an answer.
    pub(super) asked: Option<Asked>,
    /// How much of the battle each seat has been told, in games with hidden pieces: frames.
    pub(super) told: Vec<usize>,
    /// What is looked at of a game.
    pub(super) review: Review,
}

pub(super) enum Asked {
    Submit(String),
    Resign,
    /// On which of these paths.
    Path {
        text: String,
        paths: Vec<Vec<String>>,
    },
}

/// What comes after a line was handled.
pub(super) enum Next {
    /// Ask for the next line.
    Ask,
    /// Things have changed: let the others act and show the board.
    Show,
    Quit,
}

impl Game {
    /// A game that is to be played at a console.
    pub(super) fn new(session: Session, console: Console) -> Self {
        let mut news = vec!["Type help for help.".to_owned()];
        // The seed of dice and of the computer would tell what is hidden.
        if !session.info.hidden {
            news = vec![format!("Type help for help. This game's seed is {}.", session.seed)];
        }
        if session.scene().frame.position.is_empty() {
            news.push("The game begins with its setup.".to_owned());
        }
        if let Some(fair) = session.fair.as_ref().filter(|_| session.outcome().is_none()) {
            news.extend(fair.promise().lines().map(str::to_owned));
        }
        let told = vec![0; session.table.seats()];
        let mut game =
            Self { session, console, news, asked: None, told, review: Review::default() };
        game.hear_of_the_map();
        game.heard_before();
        game
    }

    /// Plays until the player leaves or the input ends.
    pub(super) fn run(&mut self) -> Result<()> {
        loop {
            self.let_others_act()?;
            if !self.session.info.hidden
                && let Some(next) = self.session.next_person()
            {
                self.session.you = next;
            }
            self.show(&[])?;
            if let Some(next) = self.session.next_person() {
                if !self.hand_over(next)? {
                    return Ok(());
                }
                continue;
            }
            loop {
                let Some(line) = self.console.ask(&self.prompt())? else { return Ok(()) };
                match self.handle(&line)? {
                    Next::Ask => {}
                    Next::Show => break,
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    /// Lets dice and computer act until it is the player's turn or the game is over.
    fn let_others_act(&mut self) -> Result<()> {
        if self.session.computer_is_next() {
            self.console.whisper("The computer is thinking ...")?;
        }
        while let Some(event) = self.session.advance()? {
            let acted = matches!(event, Event::Acted { .. });
            let sides = self.session.scene().sides;
            match event {
                // The frames tell what happens in a battle that nobody sees whole.
                _ if self.session.is_hidden_battle() => {}
                Event::Thrown { faces, notices } => {
                    if notices.is_empty() {
                        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                        self.news.push(format!("The dice show {}.", faces.join(" and ")));
                    }
                    // The same may be thrown again before anybody looks: each throw is news.
                    self.news.extend(notices.iter().map(|notice| words::notice(notice, &sides)));
                }
                Event::Acted { seat, text, notices } => {
                    if let Some(text) = text {
                        let name = result::side_of(&sides, seat);
                        self.news.push(format!("The computer ({name}): {text}"));
                    }
                    self.hear(&notices);
                }
            }
            if acted && self.session.people() == 0 && self.session.outcome().is_none() {
                // Computers among themselves are watched move by move.
                self.show(&[])?;
            }
        }
        Ok(())
    }

    /// Shows the board, what happened, and what can be done if that is a short list.
    fn show(&mut self, targets: &[String]) -> Result<()> {
        let scene = self.session.scene();
        // During a setup everything was heard when it happened.
        if self.session.is_hidden_battle() {
            self.hear_frames(&scene);
        } else if !scene.frame.position.is_empty() {
            // Who went out was heard when it happened; beside the board it stands all the time.
            let once = |notice: &&Notice| match notice.key {
                "array" => scene.frame.ply == 0,
                "out" => false,
                _ => true,
            };
            self.hear(&scene.notices.iter().filter(once).cloned().collect::<Vec<_>>());
        }
        let look = self.console.look();
        self.console.show(&screen::draw(&self.session, targets, look.unicode)?)?;
        for news in std::mem::take(&mut self.news) {
            self.console.say(&printable(&news))?;
        }
        if let Some(outcome) = &scene.outcome {
            let result = ResultData::new(outcome, &scene.sides);
            self.console.say(&format!("The game is over. {}", result::line(Some(&result))))?;
            for line in words::finishing_order(outcome, &scene) {
                self.console.say(&line)?;
            }
            if let Some(fair) = &self.session.fair {
                self.console.say(&fair.revelation())?;
            }
            self.console.say(if self.session.info.hidden {
                "You can still save, load or quit, and review the game."
            } else if !scene.takebacks_allowed {
                "You can still save, load or quit."
            } else {
                "You can still undo, save, load or quit."
            })?;
        } else {
            let others = scene.draw_offers.iter().filter(|seat| **seat != self.session.you);
            for seat in others {
                let who = self.session.name(&scene, *seat);
                self.console.say(&format!("{who} offers a draw: `draw` accepts it."))?;
            }
            self.say_choices(&scene)?;
        }
        Ok(())
    }

    /// The buttons with their numbers, and an example of everything that needs a cell.
    fn say_choices(&self, scene: &Scene) -> Result<()> {
        let buttons: Vec<String> = lookup::numbered(&scene.choices)
            .enumerate()
            .map(|(index, choice)| format!("{}) {}", index + 1, choice.text))
            .collect();
        for line in in_columns(&buttons) {
            self.console.say(&line)?;
        }
        let example = scene.choices.iter().find(|choice| choice.kind == ChoiceKind::Place);
        if let Some(example) = example {
            let stock = screen::counted(scene.reserve.iter());
            let what = if stock.is_empty() { stock } else { format!("To place: {stock}. ") };
            let line = format!("{what}For example: {} (moves lists everything)", example.text);
            self.console.say(&line)?;
        }
        Ok(())
    }

    fn prompt(&self) -> String {
        let scene = self.session.scene();
        if scene.outcome.is_none() && self.session.is_shared() {
            let who = self.session.name(&scene, self.session.you);
            return if scene.phase == "play" { who } else { format!("{who}, {}", scene.phase) };
        }
        if scene.outcome.is_some() || scene.frame.position.is_empty() {
            scene.phase.to_owned()
        } else {
            result::side_of(&scene.sides, self.session.you)
        }
    }

    fn handle(&mut self, line: &str) -> Result<Next> {
        let asked = self.asked.take();
        let command = Command::read(line);
        match (command, asked) {
            (Command::Yes, Some(Asked::Submit(text)))
            | (Command::Nothing, Some(Asked::Path { text, .. })) => return self.submit(&text),
            (Command::Yes, Some(Asked::Resign)) => return self.resign(),
            (Command::Act { text: number, sure: _ }, Some(Asked::Path { text, paths }))
                if number.parse::<usize>().is_ok() =>
            {
                return self.choose_path(&number, text, paths);
            }
            (Command::Yes, Some(asked @ Asked::Path { .. })) => {
                self.asked = Some(asked);
                self.console.say("Which path? Its number, or Enter for any of them.")?;
            }
            (Command::Yes | Command::No, None) => self.console.say("There is no question.")?,
            (Command::No, Some(_)) => self.console.say("Then not.")?,
            (Command::Nothing, _) => {}
            (Command::Wrong(why), _) => self.console.say(why)?,
            (Command::Help, _) => self.console.say(command::HELP)?,
            (Command::Board, _) => return Ok(Next::Show),
            (Command::Moves(cell), _) => self.list_moves(cell.as_deref())?,
            (Command::Hint, _) => self.hint()?,
            (Command::Undo, _) => return self.undo(),
            (Command::Save(path), _) => self.save(&path)?,
            (Command::Load(path), _) => return self.load(&path),
            (Command::Seal(path), _) => self.seal(&path)?,
            (Command::Review(ply), _) => self.start_review(ply)?,
            (Command::Next, _) => self.step_review(1)?,
            (Command::Back, _) => self.step_review(-1)?,
            (Command::Sight(whose), _) => self.review_as(&whose)?,
            (Command::Record, _) => self.record()?,
            (Command::Position, _) => self.position()?,
            (Command::Draw, _) => return self.offer_draw(),
            (Command::Resign, _) => self.ask_to_resign()?,
            (Command::Quit, _) => return Ok(Next::Quit),
            (Command::Act { text, sure }, _) => return self.act(&text, sure),
        }
        Ok(Next::Ask)
    }

    fn act(&mut self, text: &str, sure: bool) -> Result<Next> {
        let scene = self.session.scene();
        let geometry = board(self.session.info.id)?;
        // A path in brackets belongs to whatever move stands before it.
        if let Some((head, path)) = text.split_once('(')
            && let Meaning::Submit(head) = lookup::meaning(head.trim(), &scene.choices, geometry)
        {
            return self.submit(&format!("{head} ({}", path.to_ascii_uppercase()));
        }
        match lookup::meaning(text, &scene.choices, geometry) {
            Meaning::Submit(text) => self.consider(&text, sure),
            Meaning::Show(cell) => self.show_cell(&cell, &scene.choices),
            Meaning::None(why) => self.stay(&why),
            Meaning::Which(texts) => {
                self.stay(&format!("Several moves fit; write one of: {}", texts.join(", ")))
            }
        }
    }

    pub(super) fn stay(&self, line: &str) -> Result<Next> {
        self.console.say(&printable(line))?;
        Ok(Next::Ask)
    }

    /// Asks before something dangerous, else submits.
    fn consider(&mut self, text: &str, sure: bool) -> Result<Next> {
        if !sure && self.ask_for_path(text)? {
            return Ok(Next::Ask);
        }
        match self.session.danger(text).filter(|_| !sure) {
            None => self.submit(text),
            Some(danger) => {
                self.asked = Some(Asked::Submit(text.to_owned()));
                self.stay(&format!("{} Play {text} all the same? (yes/no)", words::danger(danger)))
            }
        }
    }

    pub(super) fn submit(&mut self, text: &str) -> Result<Next> {
        match self.session.submit(text) {
            Err(refusal) => self.stay(&format!("Not possible: {refusal}")),
            Ok((warnings, notices)) => {
                self.news.extend(warnings.iter().map(|warning| format!("Note: {warning}")));
                if !self.session.is_hidden_battle() {
                    self.hear(&notices);
                }
                Ok(Next::Show)
            }
        }
    }

    /// Shows where something on a cell can go.
    fn show_cell(&mut self, cell: &str, choices: &[Choice]) -> Result<Next> {
        let found = lookup::on_cell(cell, choices);
        if found.is_empty() {
            // A pawn's move is written as the cell that it goes to.
            if let Some(text) = self.session.read_as_move(cell) {
                return self.consider(&text, false);
            }
            return self.stay(&format!("Nothing can be done on {cell}."));
        }
        let targets: Vec<String> = found.iter().filter_map(|choice| choice.to.clone()).collect();
        let texts: Vec<&str> = found.iter().map(|choice| choice.text.as_str()).collect();
        self.news.extend(in_columns(&texts));
        self.show(&targets)?;
        Ok(Next::Ask)
    }

    fn list_moves(&self, cell: Option<&str>) -> Result<()> {
        let choices = self.session.scene().choices;
        let found: Vec<&Choice> = match cell {
            None => choices.iter().collect(),
            Some(word) => {
                let Some(cell) = lookup::cell(word, board(self.session.info.id)?) else {
                    let word = quote(word);
                    return self.stay(&format!("'{word}' is no cell of this board")).map(drop);
                };
                lookup::on_cell(cell, &choices)
            }
        };
        if found.is_empty() {
            return self.console.say("Nothing can be done there.");
        }
        let mut texts: Vec<&str> = found.iter().map(|choice| choice.text.as_str()).collect();
        texts.sort_unstable();
        for line in in_columns(&texts) {
            self.console.say(&line)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        if self.session.outcome().is_some() {
            return self.console.say("The game is over.");
        }
        self.console.whisper("Thinking ...")?;
        let choice = self.session.advice()?;
        let why = choice.info.map_or_else(String::new, |info| {
            let line = info.pv.iter().take(HINTED).cloned().collect::<Vec<_>>().join(", ");
            format!("  (score {}, depth {}: {line})", info.score, info.depth)
        });
        self.console.say(&format!("Hint: {}{why}", choice.text))
    }

    fn undo(&mut self) -> Result<Next> {
        if let Err(why) = self.session.undo() {
            return self.stay(&format!("Not possible: {why}"));
        }
        self.news.push("Taken back.".to_owned());
        Ok(Next::Show)
    }

    fn save(&self, path: &Path) -> Result<()> {
        match self.session.save(path) {
            Ok(()) => {
                self.console.say(&format!("Saved in {}", path.display()))?;
                if self.session.keeps_a_secret() {
                    self.console.say("The seed of the dice is not in it while the game runs: from that record the game goes on with another. `seal FILE` keeps this one.")?;
                }
                Ok(())
            }
            Err(error) => self.stay(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    fn load(&mut self, path: &Path) -> Result<Next> {
        match self.session.load(path) {
            Err(error) => self.stay(&format!("Not possible: {error:#}")),
            Ok(warnings) => {
                self.news.extend(warnings.iter().map(|warning| format!("Note: {warning}")));
                self.loaded(path)
            }
        }
    }

    fn record(&self) -> Result<()> {
        match self.session.record() {
            Ok(record) => self.console.say(record.trim_end()),
            Err(error) => self.stay(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    fn position(&self) -> Result<()> {
        match self.session.scene().frame.position.as_str() {
            "" => self.console.say("There is no position yet: the setup is not finished."),
            position => self.console.say(position),
        }
    }

    fn ask_to_resign(&mut self) -> Result<()> {
        if self.session.outcome().is_some() {
            return self.console.say("The game is over.");
        }
        self.asked = Some(Asked::Resign);
        self.console.say("Give up? (yes/no)")
    }

    fn resign(&mut self) -> Result<Next> {
        match self.session.resign() {
            Err(refusal) => self.stay(&format!("Not possible: {refusal}")),
            Ok(notices) => {
                self.hear(&notices);
                Ok(Next::Show)
            }
        }
    }

    fn offer_draw(&mut self) -> Result<Next> {
        match self.session.offer_draw() {
            Err(refusal) => self.stay(&format!("Not possible: {refusal}")),
            Ok(DrawAnswer::Open) => self.stay("The draw is offered until the other side moves."),
            Ok(DrawAnswer::Declined) => self.stay("The computer declines the draw."),
            Ok(DrawAnswer::Agreed(notices)) => {
                if !self.session.is_shared() {
                    self.news.push("The computer agrees to a draw.".to_owned());
                }
                self.hear(&notices);
                Ok(Next::Show)
            }
        }
    }
}

/// Lays texts out in columns that fit 80 characters.
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
