-- An open waitlist stands on its event: places that return are owed to it before anybody may sign up for them. `waiting` is how many stood in
-- line when it was last counted, for whoever only looks; who gives a place counts for himself, under the event's lock.
alter table events
  add column waitlist boolean not null default false,
  add column waiting integer not null default 0;

-- The waitlist of an event. `basis`: by draw code (wait_pos of those not drawn) or by time of payment. `groups`: those of one order stand
-- alone, or get places only together: while a group does not fit, smaller ones pass it ('skip') or nobody does ('stop').
create table waitlists (
  raceid integer not null,
  eventid integer not null,
  basis text not null check (basis in ('draw_code', 'payment')),
  groups text not null check (groups in ('alone', 'skip', 'stop')),
  -- How long whoever has not paid may keep the place that is offered.
  offer_minutes integer not null check (offer_minutes between 10 and 20160),
  -- Places that return are offered at once; else at the daily refresh.
  at_once boolean not null default false,
  state text not null default 'open' check (state in ('open', 'ending', 'ended')),
  ends_at timestamptz,
  -- When the order was last refreshed, and whether the places of that refresh are still to be offered.
  refreshed_at timestamptz not null,
  offering boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, eventid),
  foreign key (raceid, eventid) references events (raceid, id)
);
create index waitlists_open on waitlists (raceid, eventid) where state <> 'ended';

-- Who stood, or stands, in line. `rank` is that of the last refresh, `rank_before` the one of the refresh before it.
create table waitlist_entries (
  raceid integer not null,
  eventid integer not null,
  registrationid bigint not null,
  rank integer,
  rank_before integer,
  joined_at timestamptz not null,
  given_at timestamptz,
  -- Until when a place that is to be paid is kept; null where it was paid before.
  offer_until timestamptz,
  left_at timestamptz,
  primary key (raceid, registrationid),
  foreign key (raceid, eventid) references waitlists (raceid, eventid),
  foreign key (raceid, registrationid) references registrations (raceid, id)
);
create index waitlist_entries_in_order on waitlist_entries (raceid, eventid, rank) where rank is not null;

-- Those who wait are found at once, whatever the size of the race.
create index registrations_waiting on registrations (raceid, eventid, id) where state = 'wait' and deleted_at is null and closed_at is null;
create index registrations_not_drawn on registrations (raceid, eventid, id) where state = 'undraw' and deleted_at is null and closed_at is null;
