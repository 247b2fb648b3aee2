create table app_codes (
  raceid integer not null references races (id),
  scene text not null check (length(scene) between 1 and 64),
  app text not null,
  page text not null,
  data jsonb,
  picture text not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  primary key (raceid, scene, app, page)
);
comment on table app_codes is
  'Codes of the messaging app''s mini-programs and of its official account, each made once.';
comment on column app_codes.scene is 'The text that the code carries.';
comment on column app_codes.app is 'Name of the mini-program, or account for the official account.';
comment on column app_codes.data is
  'Answer of /wechat/mini/qrdata for the scene; null where the scene says everything itself.';
comment on column app_codes.picture is 'Path of the kept picture.';
comment on column app_codes.ends_at is 'Null: for ever.';

create table brief_pictures (
  raceid integer not null references races (id),
  name text not null,
  ends_at timestamptz not null,
  primary key (raceid, name)
);
create index brief_pictures_by_end on brief_pictures (ends_at);
comment on table brief_pictures is
  'Pictures that are kept for a short time so that a web view can save them by a long press (/stor/base64).';
