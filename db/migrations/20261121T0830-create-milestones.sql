-- What was begun and finished once for this database, such as filling it with the demo races: a kill in between is noticed.
create table milestones (
  name text primary key,
  at timestamptz not null
);
