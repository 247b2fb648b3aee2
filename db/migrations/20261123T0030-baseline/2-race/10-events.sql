create table events (
  raceid integer not null references races (id),
  id integer not null,
  name text not null,
  names jsonb not null default '{}',
  type text not null
    check (type in ('full', 'half', '10km', 'fun_run', 'ultra', 'trail_over_100km', '100km', '50km',
      'mountain', 'short_trail', 'other')),
  distance_cm integer,
  state text not null default 'normal' check (state in ('normal', 'draw', 'audit')),
  price integer not null default 0 check (price >= 0),
  paystate text not null default 'open' check (paystate in ('open', 'closed')),
  poster_reg integer,
  poster_paid integer,
  pay_end timestamptz,
  draw_at timestamptz,
  pay_minutes integer,
  places integer not null check (places >= 0),
  taken integer not null default 0,
  signup_from timestamptz,
  signup_until timestamptz,
  start_at timestamptz,
  colour text not null default '#09bb07',
  form jsonb not null default '{}',
  ranking jsonb not null default '{}',
  settings jsonb not null default '{}',
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  waitlist boolean not null default false,
  waiting integer not null default 0,
  draw_kept boolean not null default false,
  primary key (raceid, id),
  constraint places_are_not_oversold check (taken >= 0 and taken <= places)
);
comment on table events is 'Events (groups) of a race, with their places.';
comment on column events.names is 'The name in other languages where it differs: {"en": …, "zh-tw": …}.';
comment on column events.distance_cm is 'Certified distance: 4219500 for a marathon, 2109750 for a half.';
comment on column events.state is 'The state that a new registration enters.';
comment on column events.price is 'Fen.';
comment on column events.paystate is 'open: a registration is paid at once. closed: only once it has a place.';
comment on column events.poster_reg is 'Id of the poster of those who signed up.';
comment on column events.poster_paid is 'Id of the poster of those who paid.';
comment on column events.pay_end is 'Payments end at this time, whenever the order was opened.';
comment on column events.pay_minutes is 'Time to pay; null: the race''s own, or 60 minutes.';
comment on column events.places is 'Most registrations that may hold a place.';
comment on column events.taken is 'Registrations that hold a place. It moves only beside those registrations.';
comment on column events.form is 'Fields that are asked, required and offered (features/events/contract.ts).';
comment on column events.ranking is 'How results are ranked (features/results/rules.ts).';
comment on column events.waitlist is
  'A waitlist is open: places that return belong to it before anybody may sign up for them.';
comment on column events.waiting is
  'Length of the waitlist when it was last counted, for display. A place is given after a count under the '
  'event''s lock.';
comment on column events.draw_kept is
  'A declared ballot holds the hour of the draw: the event''s form does not move it.';

create table counters (
  raceid integer not null references races (id),
  kind text not null check (kind in ('clothes', 'packagebus', 'zone')),
  eventid integer not null,
  name text not null,
  most integer not null check (most >= 0),
  taken integer not null default 0,
  updated_at timestamptz not null,
  primary key (raceid, kind, eventid, name),
  constraint counters_are_not_overdrawn check (taken >= 0 and taken <= most)
);
comment on table counters is
  'Limited things of a race: shirts of a size, seats of a bus, room in a start zone. A thing without a row '
  'has no limit.';
comment on column counters.eventid is
  '0 counts over all events of the race. Where the event has a row too, both are limits.';
comment on column counters.name is 'The size, bus or zone.';
comment on column counters.most is 'Most that may be taken.';
