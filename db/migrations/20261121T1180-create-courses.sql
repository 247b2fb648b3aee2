-- The course of an event, drawn from an uploaded GPX whose bytes are kept beside (server/outside/files.ts).
create table courses (
  raceid integer not null,
  eventid integer not null,
  name text not null,                           -- as the file calls it
  filename text not null,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'), -- of the GPX as it is kept
  bytes integer not null check (bytes > 0),
  metres integer not null check (metres > 0),
  course jsonb not null,                        -- points, profile, marks, spots (features/courses/contract.ts)
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, eventid),
  foreign key (raceid, eventid) references events (raceid, id)
);

-- Guidebooks as files: PDFs that a menu entry opens.
create table guidebooks (
  raceid integer not null references races (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  name text not null,
  bytes integer not null check (bytes > 0),
  staffid bigint,
  created_at timestamptz not null,
  primary key (raceid, hash)
);
