alter table races add column archived_at timestamptz;
comment on column races.archived_at is
  'Out of all lists since then; its pages, results and certificates stay where they are.';
