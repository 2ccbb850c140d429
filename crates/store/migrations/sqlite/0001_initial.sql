-- The logs, from which everything about a game can be made again. `games` has one row for each
-- game: the body that it was opened with. `events` is the append-only log of what happened in it,
-- ordered by `seq`, which counts from 1. Every append counts its events in `event_count`, in the
-- same transaction: the version that an append is checked against, which also reveals a log that
-- lost its last events.

create table games (
    id          text    not null primary key,
    event_count integer not null default 0 check (event_count >= 0),
    created_ms  integer not null,
    body        text    not null
) strict;

create table events (
    game_id text    not null references games (id),
    seq     integer not null check (seq > 0),
    at_ms   integer not null,
    body    text    not null,
    primary key (game_id, seq)
) strict, without rowid;

-- Derived rows: what follows from a log, computed by the server and written with each append.
-- `to_act` has one character for each seat, `1` if the seat is to act. It is here and not in
-- `seats`, so that a move changes no row of `seats`.

create table game_index (
    game       text    not null primary key references games (id),
    kind       text    not null,
    state      text    not null check (state in ('open', 'running', 'over')),
    plies      integer not null,
    created_ms integer not null,
    last_ms    integer not null,
    deadline_ms integer,
    excused_ms integer not null,
    visibility text    not null check (visibility in ('public', 'link', 'private')),
    start      text    not null,
    time       text,
    in_lobby   integer not null check (in_lobby in (0, 1)),
    until_ms   integer,
    in_archive integer not null check (in_archive in (0, 1)),
    winner     integer,
    over_ms    integer,
    reason     text,
    due_ms     integer,
    to_act     text    not null
) strict, without rowid;

create index game_index_due on game_index (due_ms, game) where due_ms is not null;

-- The archive: all that its filters ask for, so that a search reads the index alone. For that it
-- also needs the column of the condition.
create index game_index_archive
    on game_index (over_ms, game, kind, start, winner, reason, plies, in_archive) where in_archive;
create index game_index_archive_kind
    on game_index (kind, over_ms, game, start, winner, reason, plies, in_archive) where in_archive;

create index game_index_lobby on game_index (created_ms, game) where in_lobby;
create index game_index_running on game_index (last_ms, game)
    where state = 'running' and visibility = 'public';

-- `end_ms` is the moment of the end if the game is over, so that a list of a user's games is a scan
-- of one index however many games are over. The games that are not over are few; they are joined
-- with `game_index` and sorted.

create table seats (
    game     text    not null references games (id),
    seat     integer not null,
    user     text,
    invited  text,
    computer integer,
    place    integer,
    end_ms   integer,
    primary key (game, seat)
) strict, without rowid;

-- With the place, so that two users are compared on the index alone.
create index seats_user on seats (user, end_ms, game, place) where user is not null;

create index seats_invited on seats (invited, game) where invited is not null;

-- Own truths beside the logs.

create table users (
    id         text    not null primary key,
    kind       text    not null check (kind in ('guest', 'person', 'gone')),
    name       text,
    name_key   text    unique,
    created_ms integer not null,
    seen_ms    integer not null,
    gone_ms    integer,
    about      text    not null default '',
    lang       text,
    tz         text,
    prefs      text    not null default '',
    role       text    not null default 'player',
    suspended_ms integer,
    -- Until when the user may write no free text, and why.
    silenced_until_ms integer,
    silenced_reason   text,
    -- The balance of vacation when it was counted last.
    on_vacation   integer not null default 0 check (on_vacation in (0, 1)),
    vacation_ms   integer not null default 0,
    vacation_at_ms integer not null
) strict, without rowid;

create index users_on_vacation on users (id) where on_vacation;

create table credentials (
    id         text    not null primary key,
    user       text    not null references users (id),
    passkey    integer not null check (passkey in (0, 1)),
    secret     text    not null,
    label      text    not null,
    created_ms integer not null,
    used_ms    integer
) strict, without rowid;

create index credentials_user on credentials (user);

create table sessions (
    token_hash blob    not null primary key,
    user       text    not null references users (id),
    created_ms integer not null,
    seen_ms    integer not null,
    agent      text,
    household  text,
    until_ms   integer not null
) strict;

create index sessions_user on sessions (user);
create index sessions_until on sessions (until_ms);

create table emails (
    user         text    not null primary key references users (id),
    address      text    not null,
    confirmed_ms integer
) strict, without rowid;

create index emails_address on emails (address);

create table once_codes (
    hash     blob    not null primary key,
    user     text    references users (id),
    purpose  text    not null,
    until_ms integer not null
) strict;

create index once_codes_user on once_codes (user, purpose);

create table blocks (
    user    text    not null references users (id),
    blocked text    not null references users (id),
    at_ms   integer not null,
    primary key (user, blocked)
) strict, without rowid;

-- A takeover is written before its events are appended to the logs of the games, and ended after.

create table takeovers (
    guest   text    not null primary key references users (id),
    user    text    not null references users (id),
    at_ms   integer not null,
    done_ms integer
) strict, without rowid;

-- The chats of games. A line without a user was said by one who has left: its number stays in use.

create table chat (
    game   text    not null references games (id),
    room   text    not null,
    seq    integer not null check (seq > 0),
    user   text    references users (id),
    at_ms  integer not null,
    phrase text,
    body   text,
    primary key (game, room, seq)
) strict, without rowid;

create index chat_user on chat (user) where user is not null;

-- Texts that users keep beside games: private notes and conditional moves.

create table private_texts (
    user  text    not null references users (id),
    game  text    not null references games (id),
    kind  text    not null check (kind in ('notes', 'conditionals')),
    at_ms integer not null,
    body  text    not null,
    primary key (user, game, kind)
) strict, without rowid;

create index private_texts_game on private_texts (game);

-- What users have made of puzzles. The server alone reads the key of a puzzle.

create table puzzle_results (
    user      text    not null references users (id),
    puzzle    text    not null,
    tries     integer not null check (tries >= 0),
    solved_ms integer,
    shown_ms  integer,
    primary key (user, puzzle)
) strict, without rowid;

-- Reports of lines and of users. What was said is copied.

create table reports (
    id        text    not null primary key,
    at_ms     integer not null,
    reporter  text    not null references users (id),
    about     text    not null references users (id),
    game      text,
    room      text,
    seq       integer,
    phrase    text,
    body      text,
    reason    text    not null,
    closed_ms integer,
    outcome   text
) strict;

create index reports_at on reports (at_ms, id) where closed_ms is null;
create unique index reports_open
    on reports (reporter, about, ifnull(game, ''), ifnull(room, ''), ifnull(seq, 0))
    where closed_ms is null;

create table audit (
    at_ms  integer not null,
    actor  text,
    what   text    not null,
    whom   text,
    detail text
) strict;

create table records (
    id         text    not null primary key,
    body       text    not null,
    created_ms integer not null
) strict;

create table outbox (
    id         text    not null primary key,
    at_ms      integer not null,
    due_ms     integer not null,
    kind       text    not null,
    user       text    not null,
    dedupe_key text    not null unique,
    body       text    not null,
    tries      integer not null default 0,
    failures   integer not null default 0,
    done_ms    integer
) strict;

create index outbox_due on outbox (due_ms, id) where done_ms is null;
create index outbox_user on outbox (user, kind, at_ms);
create index outbox_done on outbox (done_ms) where done_ms is not null;

-- The ways by which users are told that they are to act. A feed is found by the hash of its secret,
-- so that the time of the search tells nothing of it; its owner is shown the secret again.

create table feeds (
    user        text    not null primary key references users (id),
    secret_hash blob    not null unique,
    secret      text    not null,
    created_ms  integer not null
) strict, without rowid;

create table pushes (
    endpoint   text    not null primary key,
    user       text    not null references users (id),
    p256dh     blob    not null,
    auth       blob    not null,
    agent      text,
    lang       text    not null,
    created_ms integer not null,
    failures   integer not null,
    failed_ms  integer
) strict, without rowid;

create index pushes_user on pushes (user);

create table webhooks (
    user       text    not null primary key references users (id),
    url        text    not null,
    format     text    not null,
    lang       text    not null,
    created_ms integer not null,
    failures   integer not null,
    failed_ms  integer,
    off        text
) strict, without rowid;

-- What a user has chosen of mail with news. `key` unsubscribes.

create table mail_news (
    user      text    not null primary key references users (id),
    key       text    not null unique,
    off       integer not null check (off in (0, 1)),
    failed_ms integer,
    failure   text
) strict, without rowid;

-- Keys of the server, such as the one with which it signs push messages.

create table server_keys (
    name text not null primary key,
    key  blob not null
) strict, without rowid;

create table heartbeat (
    id    integer not null primary key check (id = 1),
    at_ms integer not null
) strict;

create table outages (
    from_ms integer not null,
    to_ms   integer not null
) strict;
