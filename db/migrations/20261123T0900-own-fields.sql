-- Fields of a race's own, and the answers to them that are sealed.
create table own_fields (
  raceid integer not null references races (id),
  name text not null,
  kind text not null,
  definition jsonb not null,
  personal boolean not null,
  reason text,
  retired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, name)
);
comment on table own_fields is 'Fields that a race asks beside the built-in ones. The form of an event holds those that it asks now; a field that has answers stays here when no event asks it any more.';
comment on column own_fields.name is 'Names its answers, for good.';
comment on column own_fields.kind is 'text, number, choice, choices, date, file, consent; never changed.';
comment on column own_fields.definition is 'Labels, help, options and bounds (JSON), as they were asked last.';
comment on column own_fields.personal is 'Its answers are sealed.';
comment on column own_fields.reason is 'Why the mark of a personal field was taken off.';
comment on column own_fields.retired_at is 'Since when no event asks it; its answers stay.';

create table personal_answers (
  raceid integer not null,
  registrationid bigint not null,
  name text not null,
  class text not null,
  answer bytea not null,
  file text,
  primary key (raceid, registrationid, name),
  foreign key (raceid, registrationid) references registrations (raceid, id) on delete cascade
);
create index personal_answers_by_name on personal_answers (raceid, name);
comment on table personal_answers is 'Answers to personal fields of a race''s own; all others stand in registrations.answers.';
comment on column personal_answers.name is 'The field: own_fields.name.';
comment on column personal_answers.class is 'The class of data that it is erased with.';
comment on column personal_answers.answer is 'The answer, sealed.';
comment on column personal_answers.file is 'Hash of the private file that it names, which goes with it.';

create index registrations_by_answer on registrations using gin (answers jsonb_path_ops) where answers <> '{}'::jsonb;
