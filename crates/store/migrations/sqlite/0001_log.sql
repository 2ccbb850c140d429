-- A row of `games` says how a game was opened, `events` what happened in it, in order. Events are only
-- ever added. Two columns of `games` follow from the events and change with every append, in the same
-- transaction: `length` is the number of events, by which a log that lost some of them is recognised;
-- `due` says whether the server has something to do in the game by itself, which spares its start from
-- replaying every log to find out.

create table games (
    id         text    not null primary key,
    length     integer not null default 0 check (length >= 0),
    due        integer not null check (due in (0, 1)),
    created_ms integer not null,
    body       text    not null
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
