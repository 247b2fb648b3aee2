-- What somebody said of the columns of a result file, offered for the next file with the same titles.
create table result_mappings (
  raceid integer not null references races (id),
  titles bytea not null,
  staffid bigint,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (raceid, titles)
);
create index result_mappings_of_staff on result_mappings (staffid, titles);
comment on table result_mappings is 'What somebody said of the columns of a result file, by its titles.';
comment on column result_mappings.titles is 'SHA-256 of the titles in their order.';
comment on column result_mappings.staffid is 'Null: the command line.';
comment on column result_mappings.mapping is 'Meaning to title, or to the number of a column without one (#4).';
