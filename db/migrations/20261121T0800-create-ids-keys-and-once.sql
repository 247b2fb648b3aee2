-- Tables that belong to no race.

-- An id that may come without its race (scoreid, noticeid, posterid): which race is it in?
create table ids (
  kind text not null,
  id bigint not null,
  raceid integer not null,
  primary key (kind, id)
);

-- One data key per race (scope 'race:<id>') and one each for accounts and saved people, wrapped by STARTLINE_KEY.
-- 'master' is the fingerprint of the STARTLINE_KEY that wrapped it; rotation wraps anew and leaves the sealed columns alone.
create table keys (
  scope text primary key,
  version integer not null default 1 check (version > 0),
  wrapped bytea not null,
  master bytea not null,
  created_at timestamptz not null,
  rewrapped_at timestamptz
);

-- The first answer to a write that a person may repeat (_once), replayed for 24 hours. The key is a SHA-256 over path, caller
-- and the repeated word; the answer is null while its transaction is still under way, which nobody else sees.
create table once_answers (
  key bytea primary key,
  answer jsonb,
  created_at timestamptz not null
);
create index once_answers_by_age on once_answers (created_at);
