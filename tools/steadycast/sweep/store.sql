-- SPDX-License-Identifier: MIT
-- What a user sees with `.schema`. Columns that only repeat what a line says are made from it.
create table folder (          -- one row
  version text not null,       -- of the program that made it
  shard integer not null,      -- which part of the campaign: 1 of 1 is all of it
  shards integer not null,
  base text                    -- relative names of files in the campaign stand below this
);
create table cases (
  id integer primary key,
  name text not null unique,   -- the question and its engine
  number integer,              -- in the campaign, from 0; null: it is not asked any more
  line integer,                -- of the file `campaign`, from 1
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'answered', 'open', 'failed')),
  since real                   -- running since then: seconds since 1970, UTC
);
create table attempts (        -- in the order in which they ended
  id integer primary key,
  line text not null           -- JSON (results/README.md), with a check of its bytes
);
create table damaged (         -- lines that were taken out of attempts, and why
  id integer, line text, why text
);
create table run (             -- one row: of the last run, as of `updated`
  process integer, host text, started real, updated real, workers integer,
  total integer, kept integer, done integer, open integer, seconds_left real
);
create table workers (         -- of that run, those that are at work
  worker integer primary key, name text, piece integer, attempt integer, since real
);
create view history as         -- the attempts, with what their lines say
  select id, cast(json_extract(line, '$.case') as text) as name,
  json_extract(line, '$.piece') as piece, json_extract(line, '$.attempt') as attempt,
  json_extract(line, '$.verdict') as verdict, json_extract(line, '$.lower') as lower,
  json_extract(line, '$.upper') as upper, json_extract(line, '$.by') as "by",
  json_extract(line, '$.cause') as cause, json_extract(line, '$.reason') as reason,
  json_extract(line, '$.nodes') as nodes, json_extract(line, '$.seconds') as seconds,
  json_extract(line, '$.memory') as memory, json_extract(line, '$.version') as version,
  json_extract(line, '$.certificates') as certificates,
  json_extract(line, '$.inputs') as inputs
  from (select id, iif(json_valid(line), line, '{}') as line from attempts);
create view answers as         -- the last attempt at each whole case
  select number, cases.name, state, history.id, attempt, verdict, lower, upper, "by",
  cause, reason, nodes, seconds, memory, version, certificates, inputs from cases left join
  (select name as at, max(id) as last from history where piece is null group by 1)
  on at = cases.name left join history on history.id = last;
create view certificates as select history.id as attempt, name, piece,
  json_extract(value, '$.side') as side, json_extract(value, '$.file') as file,
  json_extract(value, '$.sha256') as sha256, json_extract(value, '$.bytes') as bytes
  from history, json_each(history.certificates);
create view inputs as select history.id as attempt, name, piece,
  json_extract(value, '$.file') as file, json_extract(value, '$.sha256') as sha256
  from history, json_each(history.inputs);
pragma application_id = 1400136569; -- `Stcy`
pragma user_version = 1;
