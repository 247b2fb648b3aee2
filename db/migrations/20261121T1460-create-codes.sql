-- Codes of the messaging app's mini-programs (app: which one) and of its official account (app 'account'), each made once. scene is what
-- the code carries; data is what /wechat/mini/qrdata gives back for it, null where the scene says everything itself.
create table app_codes (
  raceid integer not null references races (id),
  scene text not null check (length(scene) between 1 and 64),
  app text not null,
  page text not null,
  data jsonb,
  picture text not null,                        -- path of the kept picture
  created_at timestamptz not null,
  ends_at timestamptz,                          -- null: for ever
  primary key (raceid, scene, app, page)
);

-- Pictures handed over for a moment, so that a webview can keep them by pressing long (/stor/base64).
create table brief_pictures (
  raceid integer not null references races (id),
  name text not null,
  ends_at timestamptz not null,
  primary key (raceid, name)
);
create index brief_pictures_by_end on brief_pictures (ends_at);
