-- Fonts that an organiser brought for certificates. The whole file is never handed out: browsers get it in slices of a few dozen characters.
create table fonts (
  raceid integer not null references races (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  family text not null,
  weight integer not null check (weight between 1 and 1000),
  italic boolean not null,
  glyphs integer not null,
  bytes integer not null check (bytes > 0),
  filename text not null,
  licence text not null,                        -- what allows its use, in the organiser's words
  staffid bigint,
  created_at timestamptz not null,
  primary key (raceid, hash),
  unique (raceid, family, weight, italic)
);
