-- What somebody said of the columns of a list, offered for the next file of the same kind with the same titles.
create table import_mappings (
  raceid integer not null references races (id),
  kind text not null,
  titles bytea not null,
  staffid bigint,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (raceid, kind, titles)
);
create index import_mappings_of_staff on import_mappings (staffid, kind, titles);
comment on table import_mappings is 'What somebody said of the columns of an imported list, by its kind and titles.';
comment on column import_mappings.kind is 'The list: volunteers, invitations (seam/server/imports.ts).';
comment on column import_mappings.titles is 'SHA-256 of the titles in their order.';
comment on column import_mappings.mapping is 'Meaning to title, or to the number of a column without one (#4).';
