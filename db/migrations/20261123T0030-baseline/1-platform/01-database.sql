create table ids (
  kind text not null,
  id bigint not null,
  raceid integer not null,
  primary key (kind, id)
);
comment on table ids is 'The race of each id that a call may carry without its race.';
comment on column ids.kind is 'The kind of the id: score, notice, poster, album.';

create table keys (
  scope text primary key,
  version integer not null default 1 check (version > 0),
  wrapped bytea not null,
  master bytea not null,
  created_at timestamptz not null,
  rewrapped_at timestamptz
);
comment on table keys is
  'Data keys, each wrapped by STARTLINE_KEY. A rotation wraps them anew and leaves sealed columns as they '
  'are.';
comment on column keys.scope is 'Scope of the sealed fields: race:<id> for a race, accounts, people.';
comment on column keys.wrapped is 'The data key, sealed under STARTLINE_KEY.';
comment on column keys.master is 'Fingerprint of the STARTLINE_KEY that wrapped it.';

create table once_answers (
  key bytea primary key,
  answer jsonb,
  created_at timestamptz not null
);
create index once_answers_by_age on once_answers (created_at);
comment on table once_answers is
  'First answers to writes that a person may repeat (_once), given again for 24 hours.';
comment on column once_answers.key is 'SHA-256 over path, caller and the repeated word.';
comment on column once_answers.answer is 'Null while its transaction is under way, which no other transaction sees.';

create table limits (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limits_by_end on limits (ends_at);
comment on table limits is
  'Counts of attempts within a window of time. Rows are written outside any other transaction.';
comment on column limits.key is 'Hash over the kind of attempt and its subject.';
comment on column limits.ends_at is 'End of the window; the count begins anew after it.';

create table milestones (
  name text primary key,
  at timestamptz not null
);
comment on table milestones is
  'Steps that this database takes once, such as filling it with the demo races. A missing end shows a kill.';
