-- The log is the truth: a row of `games` says how a game was opened, `events` what happened at its
-- table, in order. Rows of both are only ever added. `closed_ms` is the one derived column: it spares
-- the start of the server from replaying every log to find the games that the computer must go on with.

create table games (
    id         text    not null primary key,
    body       text    not null,
    computer   integer not null check (computer in (0, 1)),
    created_ms integer not null,
    closed_ms  integer
) strict;

create index games_to_resume on games (id) where computer = 1 and closed_ms is null;

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
