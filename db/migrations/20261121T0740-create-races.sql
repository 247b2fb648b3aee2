-- A race: what a runner sees of it, and its settings (everything that the specification ties to a race id is data here).
create table races (
  id integer primary key,
  name text not null,
  names jsonb not null default '{}',            -- {"en": …, "zh-tw": …} where they differ from name
  kind text not null default 'road' check (kind in ('road', 'trail')),
  header text, footer text, bg text, cover text, -- paths of pictures under /files/
  city text not null default '', province text not null default '', area text not null default '', address text not null default '',
  time timestamptz not null,                    -- start of the first event
  zone text not null default 'Asia/Shanghai',
  skins jsonb not null default '{}',            -- {"primary": "#…", "menu": …, "color": …}
  albumid integer,
  menu jsonb not null default '[]',             -- entries: {"key", "page" | "address", "name"?, "names"?}
  settings jsonb not null default '{}',
  popularity bigint not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index races_by_time on races (time desc, id desc) where published_at is not null;
create index races_by_popularity on races (popularity desc, id desc) where published_at is not null;

-- An event (group) of a race, with its places. taken is moved only beside the registrations it counts.
create table events (
  raceid integer not null references races (id),
  id integer not null,
  name text not null,
  names jsonb not null default '{}',
  type text not null check (type in ('full', 'half', '10km', 'fun_run', 'ultra', 'trail_over_100km', '100km', '50km', 'mountain', 'short_trail', 'other')),
  distance_cm integer,                          -- certified distance: 4219500, 2109750 (21.0975 km)
  state text not null default 'normal' check (state in ('normal', 'draw', 'audit')), -- what a new registration enters
  price integer not null default 0 check (price >= 0),  -- fen
  paystate text not null default 'open' check (paystate in ('open', 'closed')),
  poster_reg integer, poster_paid integer,
  pay_end timestamptz, draw_at timestamptz,
  pay_minutes integer,                          -- overrides the race's and the specification's 60
  places integer not null check (places >= 0),
  taken integer not null default 0,
  signup_from timestamptz, signup_until timestamptz,
  start_at timestamptz,
  colour text not null default '#09bb07',
  form jsonb not null default '{}',             -- which fields are asked, required, offered (features/events/contract.ts)
  ranking jsonb not null default '{}',          -- features/results/rules.ts
  settings jsonb not null default '{}',
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (raceid, id),
  constraint places_are_not_oversold check (taken >= 0 and taken <= places)
);
