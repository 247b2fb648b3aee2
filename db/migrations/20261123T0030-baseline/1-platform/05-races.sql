create table races (
  id integer primary key,
  name text not null,
  names jsonb not null default '{}',
  kind text not null default 'road' check (kind in ('road', 'trail')),
  header text,
  footer text,
  bg text,
  cover text,
  city text not null default '',
  province text not null default '',
  area text not null default '',
  address text not null default '',
  time timestamptz not null,
  zone text not null default 'Asia/Shanghai',
  skins jsonb not null default '{}',
  albumid integer,
  menu jsonb not null default '[]',
  settings jsonb not null default '{}',
  popularity bigint not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index races_by_time on races (time desc, id desc) where published_at is not null;
create index races_by_popularity on races (popularity desc, id desc) where published_at is not null;
comment on table races is 'Races: the parts that a runner sees, and the settings that decide how a race behaves.';
comment on column races.names is 'The name in other languages where it differs: {"en": …, "zh-tw": …}.';
comment on column races.header is 'Path of a picture under /files/.';
comment on column races.footer is 'Path of a picture under /files/.';
comment on column races.bg is 'Background; path of a picture under /files/.';
comment on column races.cover is 'Path of a picture under /files/.';
comment on column races.time is 'Start of the first event.';
comment on column races.zone is 'Time zone by its IANA name.';
comment on column races.skins is 'Colours by their use: {"primary": "#…", "menu": …, "color": …}.';
comment on column races.albumid is 'The album that the race page opens.';
comment on column races.menu is 'Entries: {"key", "page" | "address", "name"?, "names"?}.';
comment on column races.settings is 'features/races/contract.ts lists them.';
comment on column races.popularity is 'The higher, the earlier in the race finder by popularity.';
comment on column races.published_at is 'Null: runners do not see it.';
