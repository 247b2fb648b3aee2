create table courses (
  raceid integer not null,
  eventid integer not null,
  name text not null,
  filename text not null,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  bytes integer not null check (bytes > 0),
  metres integer not null check (metres > 0),
  course jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, eventid),
  foreign key (raceid, eventid) references events (raceid, id)
);
comment on table courses is 'Courses of events, read from an uploaded GPX file, which lies in the data folder.';
comment on column courses.name is 'Name of the course in the file.';
comment on column courses.hash is 'Half of the SHA-256 of the GPX as it is kept.';
comment on column courses.bytes is 'Size of the GPX.';
comment on column courses.metres is 'Length of the course.';
comment on column courses.course is 'Points, profile, marks and spots (features/courses/contract.ts).';

create table guidebooks (
  raceid integer not null references races (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  name text not null,
  bytes integer not null check (bytes > 0),
  staffid bigint,
  created_at timestamptz not null,
  primary key (raceid, hash)
);
comment on table guidebooks is 'Guidebooks as PDF files, which a menu entry opens.';
comment on column guidebooks.hash is 'Half of the SHA-256 of the file.';
comment on column guidebooks.bytes is 'Size of the file.';
