//! Errors, and the list of their codes.

use heterodox_rules::Refusal;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The error.
    pub error: Problem,
}

/// Why something was refused or failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The key of the error, such as `not-your-turn`.
    pub code: &'static str,
    /// Named values of the message.
    pub args: BTreeMap<&'static str, String>,
    /// The message in English. It quotes at most 80 characters of input.
    pub message: String,
    /// The causes of a refusal. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub reasons: Vec<Problem>,
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Self {
        Self {
            code: refusal.code,
            args: refusal.args.iter().cloned().collect(),
            message: refusal.message.clone(),
            reasons: refusal.reasons.iter().map(Self::from).collect(),
        }
    }
}

/// A code of an error, with what a caller may rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemCode {
    /// The code.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The names of its values.
    pub args: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
}

const fn code(
    code: &'static str,
    status: u16,
    args: &'static [&'static str],
    meaning: &'static str,
) -> ProblemCode {
    ProblemCode { code, status, args, meaning }
}

/// All codes but those of refusals by the rules and the umpire, which have the status 422 and
/// values of their own.
pub const CODES: &[ProblemCode] = &[
    code("bad-json", 400, &["line", "column", "reason"], "The body or message is not JSON."),
    code(
        "bad-body",
        400,
        &["field", "line", "column", "reason"],
        "JSON, but not as expected. `field` is a path such as `opponent.computer`, or `.`.",
    ),
    code("bad-frame", 400, &["expected"], "The message of a socket is not text."),
    code("not-utf8", 400, &["at"], "The body is not text in UTF-8. `at` is the first bad byte."),
    code("broken-body", 400, &["reason"], "The body was not complete."),
    code("bad-parameter", 400, &["name", "expected", "found"], "A parameter has a bad value."),
    code("bad-header", 400, &["name", "expected"], "A header has a bad value."),
    code("no-such-seat", 400, &["seat", "seats"], "The game has no such seat."),
    code("no-such-ply", 400, &["ply", "last"], "The game or record has no such ply."),
    code("no-guest", 401, &[], "A guest's token is needed."),
    code("unknown-token", 401, &[], "Nobody has this token."),
    code("bad-login", 401, &[], "The name or the password is wrong."),
    code("no-such-puzzle", 404, &["id"], "There is no such puzzle."),
    code("try-ended", 409, &["number"], "A move follows one that ended the try."),
    code("try-too-long", 422, &["found", "limit"], "The try has too many moves."),
    code("no-account", 403, &[], "Only a person with an account may do this."),
    code("not-allowed", 403, &[], "The caller's role does not allow this."),
    code("suspended", 403, &[], "A moderator has suspended the person, who cannot sign in."),
    code("guests-closed", 403, &[], "The server is open to people with an account only."),
    code("registration-closed", 403, &[], "Nobody can register on this server."),
    code("bad-code", 403, &[], "The code is wrong, used, or has expired."),
    code("bad-passkey", 403, &[], "The passkey is unknown, or the try took too long."),
    code("wrong-password", 403, &[], "The present password is another one."),
    code("blocked-by-player", 403, &[], "A player of the game has blocked the caller."),
    code("no-seat", 403, &[], "The caller holds no seat."),
    code("not-your-seat", 403, &["seat"], "The seat is another player's, in a running game."),
    code("not-invited", 403, &["seat"], "The seat is offered to another person."),
    code("not-your-offer", 403, &[], "Another person opened the game."),
    code("your-offer", 409, &[], "The caller opened the game: it withdraws the offer instead."),
    code("not-begun", 409, &[], "A game with a free seat is not resigned, but withdrawn or left."),
    code("needs-account", 403, &[], "The offer is for people with an account."),
    code(
        "not-reliable",
        403,
        &["least"],
        "The caller has left too many games, or let their time run out.",
    ),
    code("hint-not-here", 403, &[], "Another person plays or may still join."),
    code("not-your-room", 403, &[], "The caller may say nothing in this room now."),
    code("chat-closed", 403, &[], "The server takes set phrases only."),
    code("silenced", 403, &["until_ms", "reason"], "The caller may write no free text now."),
    code("foreign-origin", 403, &["origin"], "The call comes from a page of another server."),
    code("no-such-game", 404, &["id"], "There is no such game."),
    code("no-such-record", 404, &["id"], "There is no such record."),
    code("no-such-lesson", 404, &[], "There is no such lesson, or it has no such step."),
    code("no-such-user", 404, &[], "There is no such person, or it has left."),
    code("no-such-passkey", 404, &[], "The caller has no such passkey."),
    code("no-mail", 404, &[], "The server sends no mail."),
    code("no-webhook", 404, &[], "The caller has no webhook."),
    code(
        "no-such-push",
        404,
        &[],
        "No browser of the caller wants push messages, or not this one.",
    ),
    code("no-such-line", 404, &[], "The caller can report no such line."),
    code("no-such-report", 404, &[], "There is no such open report."),
    code("no-such-session", 404, &[], "The caller has no such session."),
    code("no-such-route", 404, &[], "There is nothing at this address."),
    code("wrong-method", 405, &["method"], "The address does not take this method."),
    code("body-timeout", 408, &["seconds"], "The body took too long to arrive."),
    code("stale", 409, &["expected", "version"], "The act is for another version of the game."),
    code("seat-taken", 409, &["seat"], "The seat is not free."),
    code("no-free-seat", 409, &[], "All seats are taken, or the game is over."),
    code(
        "too-many-offers",
        409,
        &[],
        "The caller has five open offers to this person, or others have too many.",
    ),
    code("not-offered", 409, &[], "No seat is offered to the caller alone."),
    code("offer-over", 409, &[], "The offer was declined, withdrawn, or not accepted in time."),
    code("not-over", 409, &[], "A rematch of a running game."),
    code("other-people", 409, &[], "The next game alone, of a game with other people."),
    code("no-opponent", 409, &[], "A rematch of a game with a free seat."),
    code("no-dice-parts", 409, &[], "The game has no dice to which players add."),
    code("dice-part-given", 409, &[], "The caller has given another part already."),
    code("dice-part-late", 409, &[], "The game is over, or the caller has left it."),
    code("hint-not-now", 409, &[], "The seat is not to act, or the view is the public's."),
    code("no-clock", 409, &[], "No clocks run in the game now."),
    code("out-of-time", 409, &["seat"], "The time of the seat has run out."),
    code("paused", 409, &[], "The game is paused."),
    code("not-paused", 409, &[], "The game is not paused, or is about to go on."),
    code("no-pause-left", 409, &["limit"], "All pauses were taken."),
    code("pause-offered", 409, &[], "The seat has offered a pause already."),
    code("no-pause-offer", 409, &[], "No other seat has offered a pause."),
    code("not-playing", 409, &["seat"], "The seat is out of the game."),
    code("not-an-opponent", 409, &["seat"], "The seat is no opponent with a clock."),
    code("not-gone", 409, &[], "The player to move has not left, or not for long enough."),
    code("has-account", 409, &[], "The caller has an account already."),
    code("last-credential", 409, &[], "The passkey is the caller's only way to sign in."),
    code("vacation-too-soon", 409, &["hours"], "The caller has just come back from a vacation."),
    code("no-vacation-left", 409, &[], "The caller has used up its vacation."),
    code(
        "way-failed",
        409,
        &["reason"],
        "A test was not delivered: `later`, `gone`, `refused`, `unsure` or `forbidden`.",
    ),
    code("name-taken", 409, &[], "Another person has this name, or one that looks like it."),
    code("takeover-refused", 409, &["games"], "Both sit in these games, which are not over."),
    code("chat-full", 409, &[], "The room has the most lines."),
    code("no-conditionals", 409, &[], "The game takes no conditional moves."),
    code("conditionals-not-now", 409, &[], "It is not the opponent's turn to move."),
    code("too-large", 413, &["limit"], "A body or message over 64 KiB."),
    code("wrong-type", 415, &["expected", "found"], "The body has another content type."),
    code("seats-count", 422, &["found", "expected"], "`seats` has not one entry for each seat."),
    code("bad-offer", 422, &["error"], "The offer cannot be made."),
    code("bad-time", 422, &["error"], "The time control cannot be played."),
    code("too-long", 422, &["name", "found", "limit"], "A text is longer than any legal one."),
    code("too-many-steps", 422, &["limit"], "The seat has made the most steps of its setup."),
    code("game-too-long", 422, &["limit"], "The game accepts only moves and resignations now."),
    code("record-too-long", 422, &["found", "limit"], "The record has too many plies."),
    code("bad-name", 422, &[], "The name is not allowed."),
    code("bad-email", 422, &[], "The text is not an e-mail address."),
    code("bad-push", 422, &[], "The subscription is not one of a browser's push service."),
    code("bad-webhook", 422, &[], "The address of a webhook must begin with https and be public."),
    code("bad-password", 422, &["reason"], "The password is too `short`, `long` or `common`."),
    code("bad-profile", 422, &["name", "expected"], "A field of a profile is not as expected."),
    code("bad-reason", 422, &[], "A reason has 1 to 500 characters."),
    code("bad-days", 422, &[], "A silence has 1 to 365 days."),
    code("bad-chat-text", 422, &[], "A line is one phrase, or a text of 1 to 300 characters."),
    code("bad-notes", 422, &[], "Notes are plain text of at most 4096 bytes."),
    code(
        "bad-conditionals",
        422,
        &[],
        "Not at most 20 lines of 2 to 10 moves in pairs, with one answer to each move.",
    ),
    code("not-a-guest", 422, &[], "The token is not that of another guest."),
    code("too-many", 429, &["seconds"], "A guest or address exceeds its rate (`Retry-After`)."),
    code("hint-busy", 429, &[], "Too many hints are being looked for."),
    code("logins-slowed", 429, &["seconds"], "Too many logins have failed (`Retry-After`)."),
    code("analysis-busy", 429, &[], "Too many positions are being analysed."),
    code("analysis-too-many", 429, &["limit"], "The address has its share of analyses open."),
    code("failed", 500, &[], "A fault of the server, or damaged data."),
    code("busy", 503, &[], "Too much is being computed (`Retry-After`)."),
    code("logins-busy", 503, &[], "Too many people are signing in (`Retry-After`)."),
    code("disk-full", 503, &[], "Only running games can be stored (`Retry-After`)."),
    code("store-failed", 503, &[], "Nothing can be stored: read the state before trying again."),
    code("closing", 503, &[], "The server stops: read the state before trying again."),
];
