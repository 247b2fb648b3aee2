create table waitlists (
  raceid integer not null,
  eventid integer not null,
  basis text not null check (basis in ('draw_code', 'payment')),
  groups text not null check (groups in ('alone', 'skip', 'stop')),
  offer_minutes integer not null check (offer_minutes between 10 and 20160),
  at_once boolean not null default false,
  state text not null default 'open' check (state in ('open', 'ending', 'ended')),
  ends_at timestamptz,
  refreshed_at timestamptz not null,
  offering boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, eventid),
  foreign key (raceid, eventid) references events (raceid, id)
);
create index waitlists_open on waitlists (raceid, eventid) where state <> 'ended';
comment on table waitlists is 'Waitlists of events.';
comment on column waitlists.basis is 'The order: by draw code, or by time of payment.';
comment on column waitlists.groups is
  'alone: each for itself. Else an order gets its places together: smaller ones pass a group that does not '
  'fit (skip), or nobody does (stop).';
comment on column waitlists.offer_minutes is 'Time in which an unpaid place that is offered is kept.';
comment on column waitlists.at_once is 'Places that return are offered at once; else at the daily refresh.';
comment on column waitlists.refreshed_at is 'Last refresh of the order.';
comment on column waitlists.offering is 'Places of that refresh are still to be offered.';

create table waitlist_entries (
  raceid integer not null,
  eventid integer not null,
  registrationid bigint not null,
  rank integer,
  rank_before integer,
  joined_at timestamptz not null,
  given_at timestamptz,
  offer_until timestamptz,
  left_at timestamptz,
  primary key (raceid, registrationid),
  foreign key (raceid, eventid) references waitlists (raceid, eventid),
  foreign key (raceid, registrationid) references registrations (raceid, id)
);
create index waitlist_entries_in_order on waitlist_entries (raceid, eventid, rank) where rank is not null;
comment on table waitlist_entries is 'Registrations that stood, or stand, in line.';
comment on column waitlist_entries.rank is 'Rank of the last refresh.';
comment on column waitlist_entries.rank_before is 'Rank of the refresh before it.';
comment on column waitlist_entries.given_at is 'A place was given.';
comment on column waitlist_entries.offer_until is
  'An unpaid place is kept until then; null where it was paid before.';
