-- The same tables as in SQLite. Texts are compared byte by byte, as there (collation "C"). Pages of
-- rows that change with each move have room left, so that a new version needs no new index entry.

-- The logs, from which everything about a game can be made again. `games` has one row for each
-- game: the body that it was opened with. `events` is the append-only log of what happened in it,
-- ordered by `seq`, which counts from 1. Every append counts its events in `event_count`, in the
-- same transaction: the version that an append is checked against, which also reveals a log that
-- lost its last events.

create table games (
    id text collate "C" not null primary key,
    event_count bigint not null default 0 check (event_count >= 0),
    created_ms bigint not null,
    body text collate "C" not null
) with (fillfactor = 80);

create table events (
    game_id text collate "C" not null references games (id),
    seq bigint not null check (seq > 0),
    at_ms bigint not null,
    body text collate "C" not null,
    primary key (game_id, seq)
);

-- Derived rows: what follows from a log, computed by the server and written with each append.
-- `to_act` has one character for each seat, `1` if the seat is to act. It is here and not in
-- `seats`, so that a move changes no row of `seats`.

create table game_index (
    game text collate "C" not null primary key references games (id),
    kind text collate "C" not null,
    state text collate "C" not null check (state in ('open', 'running', 'over')),
    plies bigint not null,
    created_ms bigint not null,
    last_ms bigint not null,
    deadline_ms bigint,
    excused_ms bigint not null,
    visibility text collate "C" not null check (visibility in ('public', 'link', 'private')),
    start text collate "C" not null,
    time text collate "C",
    in_lobby boolean not null,
    until_ms bigint,
    in_archive boolean not null,
    winner bigint,
    over_ms bigint,
    reason text collate "C",
    due_ms bigint,
    to_act text collate "C" not null
) with (fillfactor = 80);

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
    game text collate "C" not null references games (id),
    seat bigint not null,
    "user" text collate "C",
    invited text collate "C",
    computer bigint,
    place bigint,
    end_ms bigint,
    primary key (game, seat)
);

-- With the place, so that two users are compared on the index alone.
create index seats_user on seats ("user", end_ms, game, place) where "user" is not null;

create index seats_invited on seats (invited, game) where invited is not null;

-- Own truths beside the logs.

create table users (
    id text collate "C" not null primary key,
    kind text collate "C" not null check (kind in ('guest', 'person', 'gone')),
    name text collate "C",
    name_key text collate "C" unique,
    created_ms bigint not null,
    seen_ms bigint not null,
    gone_ms bigint,
    about text collate "C" not null default '',
    lang text collate "C",
    tz text collate "C",
    prefs text collate "C" not null default '',
    role text collate "C" not null default 'player',
    suspended_ms bigint,
    -- Until when the user may write no free text, and why.
    silenced_until_ms bigint,
    silenced_reason text collate "C",
    -- The balance of vacation when it was counted last.
    on_vacation boolean not null default false,
    vacation_ms bigint not null default 0,
    vacation_at_ms bigint not null
);

create index users_on_vacation on users (id) where on_vacation;

create table credentials (
    id text collate "C" not null primary key,
    "user" text collate "C" not null references users (id),
    passkey boolean not null,
    secret text collate "C" not null,
    label text collate "C" not null,
    created_ms bigint not null,
    used_ms bigint
);

create index credentials_user on credentials ("user");

create table sessions (
    token_hash bytea not null primary key,
    "user" text collate "C" not null references users (id),
    created_ms bigint not null,
    seen_ms bigint not null,
    agent text collate "C",
    household text collate "C",
    until_ms bigint not null
);

create index sessions_user on sessions ("user");
create index sessions_until on sessions (until_ms);

create table emails (
    "user" text collate "C" not null primary key references users (id),
    address text collate "C" not null,
    confirmed_ms bigint
);

create index emails_address on emails (address);

create table once_codes (
    hash bytea not null primary key,
    "user" text collate "C" references users (id),
    purpose text collate "C" not null,
    until_ms bigint not null
);

create index once_codes_user on once_codes ("user", purpose);

create table blocks (
    "user" text collate "C" not null references users (id),
    blocked text collate "C" not null references users (id),
    at_ms bigint not null,
    primary key ("user", blocked)
);

-- A takeover is written before its events are appended to the logs of the games, and ended after.

create table takeovers (
    guest text collate "C" not null primary key references users (id),
    "user" text collate "C" not null references users (id),
    at_ms bigint not null,
    done_ms bigint
);

-- The chats of games. A line without a user was said by one who has left: its number stays in use.

create table chat (
    game text collate "C" not null references games (id),
    room text collate "C" not null,
    seq bigint not null check (seq > 0),
    "user" text collate "C" references users (id),
    at_ms bigint not null,
    phrase text collate "C",
    body text collate "C",
    primary key (game, room, seq)
);

create index chat_user on chat ("user") where "user" is not null;

-- Texts that users keep beside games: private notes and conditional moves.

create table private_texts (
    "user" text collate "C" not null references users (id),
    game text collate "C" not null references games (id),
    kind text collate "C" not null check (kind in ('notes', 'conditionals')),
    at_ms bigint not null,
    body text collate "C" not null,
    primary key ("user", game, kind)
);

create index private_texts_game on private_texts (game);

-- What users have made of puzzles. The server alone reads the key of a puzzle.

create table puzzle_results (
    "user" text collate "C" not null references users (id),
    puzzle text collate "C" not null,
    tries bigint not null check (tries >= 0),
    solved_ms bigint,
    shown_ms bigint,
    primary key ("user", puzzle)
);

-- Reports of lines and of users. What was said is copied.

create table reports (
    id text collate "C" not null primary key,
    at_ms bigint not null,
    reporter text collate "C" not null references users (id),
    about text collate "C" not null references users (id),
    game text collate "C",
    room text collate "C",
    seq bigint,
    phrase text collate "C",
    body text collate "C",
    reason text collate "C" not null,
    closed_ms bigint,
    outcome text collate "C"
);

create index reports_at on reports (at_ms, id) where closed_ms is null;
create unique index reports_open
    on reports (reporter, about, coalesce(game, ''), coalesce(room, ''), coalesce(seq, 0))
    where closed_ms is null;

-- `number` gives the lines their order.

create table audit (
    number bigint generated always as identity primary key,
    at_ms bigint not null,
    actor text collate "C",
    what text collate "C" not null,
    whom text collate "C",
    detail text collate "C"
);

create table records (
    id text collate "C" not null primary key,
    body text collate "C" not null,
    created_ms bigint not null
);

create table outbox (
    id text collate "C" not null primary key,
    at_ms bigint not null,
    due_ms bigint not null,
    kind text collate "C" not null,
    "user" text collate "C" not null,
    dedupe_key text collate "C" not null unique,
    body text collate "C" not null,
    tries bigint not null default 0,
    failures bigint not null default 0,
    done_ms bigint
);

create index outbox_due on outbox (due_ms, id) where done_ms is null;
create index outbox_user on outbox ("user", kind, at_ms);
create index outbox_done on outbox (done_ms) where done_ms is not null;

-- The ways by which users are told that they are to act. A feed is found by the hash of its secret,
-- so that the time of the search tells nothing of it; its owner is shown the secret again.

create table feeds (
    "user" text collate "C" not null primary key references users (id),
    secret_hash bytea not null unique,
    secret text collate "C" not null,
    created_ms bigint not null
);

create table pushes (
    endpoint text collate "C" not null primary key,
    "user" text collate "C" not null references users (id),
    p256dh bytea not null,
    auth bytea not null,
    agent text collate "C",
    lang text collate "C" not null,
    created_ms bigint not null,
    failures bigint not null,
    failed_ms bigint
);

create index pushes_user on pushes ("user");

create table webhooks (
    "user" text collate "C" not null primary key references users (id),
    url text collate "C" not null,
    format text collate "C" not null,
    lang text collate "C" not null,
    created_ms bigint not null,
    failures bigint not null,
    failed_ms bigint,
    off text collate "C"
);

-- What a user has chosen of mail with news. `key` unsubscribes.

create table mail_news (
    "user" text collate "C" not null primary key references users (id),
    key text collate "C" not null unique,
    off boolean not null,
    failed_ms bigint,
    failure text collate "C"
);

-- Keys of the server, such as the one with which it signs push messages.

create table server_keys (
    name text collate "C" not null primary key,
    key bytea not null
);

create table heartbeat (
    id bigint not null primary key check (id = 1),
    at_ms bigint not null
);

create table outages (
    from_ms bigint not null,
    to_ms bigint not null
);

-- What the servers on this database know of each other. `presence` has a row for each seat and node
-- at which its player has watched; the node '' stands for "not seen since". `work` says which node
-- does what, and until when no other one begins it.

create table nodes (
    id text collate "C" not null primary key,
    seen_ms bigint not null
);

create table presence (
    game text collate "C" not null,
    seat bigint not null,
    node text collate "C" not null,
    here boolean not null,
    at_ms bigint not null,
    primary key (game, seat, node)
) with (fillfactor = 80);

create index presence_node on presence (node);

create table work (
    key text collate "C" not null primary key,
    step bigint not null,
    node text collate "C" not null,
    until_ms bigint not null
) with (fillfactor = 80);

-- The copying of a file into this database (`heterodox migrate`): one row if there was any.
-- `source` tells whether the file has changed. Until it is finished no server uses the database.

create table migration (
    id bigint not null primary key check (id = 1),
    source text collate "C" not null,
    begun_ms bigint not null,
    finished_ms bigint
);

-- How much of each table is there, and the key of the last row, unless all rows are.

create table migration_tables (
    name text collate "C" not null primary key,
    row_count bigint not null,
    last_key text[]
);
