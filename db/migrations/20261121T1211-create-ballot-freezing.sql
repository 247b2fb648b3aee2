-- How far a freezing is, what holds a draw up, and why one was called off. docs/ballot.md is its method.
alter table ballots
  -- Since when the list is being made; null before, and kept once it is frozen.
  add column freezing_at timestamptz,
  -- Makes the ids of groups unguessable; never published.
  add column group_salt text,
  -- What a person must know or do before it goes on: a word of features/ballot/words.ts.
  add column problem text,
  add column cancelled_at timestamptz,
  add column cancelled_why text;

-- Which of the declared weights and direct entries applied, by bits: weights from 0, direct entries from 16.
alter table ballot_entries add column met integer not null default 0;

create index ballot_entries_to_apply on ballot_entries (raceid, ballotid, fate, registrationid) where applied_at is null;
create index ballot_entries_of_groups on ballot_entries (raceid, ballotid, together) where together is not null;
