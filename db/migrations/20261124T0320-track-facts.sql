-- Facts that matching finds at intake, and whether a place along the course is sure.
create table track_facts (
  raceid integer not null,
  trackid integer not null,
  kind text not null check (kind in ('cut', 'back', 'off', 'arrived')),
  at timestamptz not null,
  from_m integer not null,
  to_m integer not null,
  version bigint not null,
  primary key (raceid, trackid, kind, at),
  foreign key (raceid, trackid) references tracks (raceid, id) on delete cascade
);
comment on table track_facts is 'What matching found of a track: a cut, a way back, a way beside the course, the arrival.';
comment on column track_facts.at is 'Moment at which the fact began.';
comment on column track_facts.from_m is 'Metres along the course: where a cut left it, or the farthest place before a way back.';
comment on column track_facts.to_m is 'Metres along the course: where a cut came back to it, or the place of a way back.';
alter table fixes add sure boolean not null default false;
comment on column fixes.sure is 'True where no other place along the course explains the fix almost as well.';
