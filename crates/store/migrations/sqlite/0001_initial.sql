-- `games` has one row for each game: the body that it was opened with. `events` is the append-only
-- log of what happened in it, ordered by `seq`, which counts from 1.
--
-- Two columns of `games` are derived from the events, and every append updates them in the same
-- transaction:
--
-- `event_count`  the number of events. It is the version that an append is checked against, and it
--                reveals a log that lost its last events.
-- `due`          whether the server has to act in the game without a request, such as for a
--                computer player. Without it the server would have to replay every log at its start
--                to find these games.

create table games (
    id          text    not null primary key,
    event_count integer not null default 0 check (event_count >= 0),
    due         integer not null check (due in (0, 1)),
    created_ms  integer not null,
    body        text    not null
) strict;

create index games_due on games (created_ms, id) where due = 1;

create table events (
    game_id text    not null references games (id),
    seq     integer not null check (seq > 0),
    at_ms   integer not null,
    body    text    not null,
    primary key (game_id, seq)
) strict, without rowid;

create table guests (
    token_hash blob    not null primary key,
    name       text    not null unique,
    created_ms integer not null
) strict, without rowid;

create table records (
    id         text    not null primary key,
    body       text    not null,
    created_ms integer not null
) strict;
