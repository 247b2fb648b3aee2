-- The ground of the maps of the platform.
create table map_settings (
  id integer not null primary key check (id = 1),
  ground jsonb not null,
  updated_at timestamptz not null
);
comment on table map_settings is 'The ground of every map of the platform. No row: maps draw the course alone.';
comment on column map_settings.ground is 'A style, tiles or a file, with coordinate system and credit (features/maps/contract.ts).';
