-- Pictures that were uploaded, re-encoded (server/outside/files.ts keeps their bytes). The name is a hash of what is kept: it never changes its meaning.
create table files (
  raceid integer not null references races (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  ext text not null check (ext in ('jpg', 'png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  name text not null,                           -- as it was called where it came from
  staffid bigint,
  created_at timestamptz not null,
  primary key (raceid, hash)
);
