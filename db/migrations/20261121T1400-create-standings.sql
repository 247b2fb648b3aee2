-- What all places of an event follow from, in one value: times, group and outcome of each of its results, column by column
-- (features/results/standings.rules.ts). It is rewritten with whatever changes a result; places are derived from it and stand nowhere else, so
-- that one correction is one row written and not as many as there are runners. An event without it is read and written when first asked for.
create table result_standings (
  raceid integer not null,
  eventid integer not null,
  version text not null,
  standings bytea not null,
  primary key (raceid, eventid),
  foreign key (raceid, eventid) references events (raceid, id)
);
-- Numbers hardly compress, and trying costs more than writing them.
alter table result_standings alter column standings set storage external;

drop index results_in_order;
alter table results
  drop constraint only_finishers_have_places,
  drop column place_sort, drop column place,
  drop column gun_overall, drop column gun_gender, drop column gun_agegroup,
  drop column net_overall, drop column net_gender, drop column net_agegroup;
create index results_of_event on results (eventid, raceid);
