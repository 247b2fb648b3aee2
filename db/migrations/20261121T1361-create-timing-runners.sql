-- Who is timed besides those who signed up here: a start list from elsewhere, relay teams.
create table timing_runners (
  raceid integer not null,
  bib text not null,
  eventid integer not null,
  name text, gender text check (gender in ('M', 'F', 'X')), age smallint, club text, zone text, field text not null default '',
  primary key (raceid, bib),
  foreign key (raceid, eventid) references events (raceid, id)
);
-- Rounds run, where as many as possible count: more rounds beat less time.
alter table results add column laps smallint;
