-- Notices, articles and pages of a race, one table: they differ in where they are shown, not in what they are.
create table notices (
  raceid integer not null references races (id),
  id bigint not null,                           -- from ids: it may come without its race
  kind text not null check (kind in ('notice', 'archive', 'post', 'page')),
  articletype text not null default '',         -- section that an article is shown in: news, guide, traffic, …
  lang text not null default 'zh-cn' check (lang in ('zh-cn', 'zh-tw', 'en')),
  title text not null,
  content text not null,                        -- sanitised HTML
  cover text,
  pinned boolean not null default false,
  views bigint not null default 0,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, id)
);
create index notices_shown on notices (raceid, kind, pinned desc, published_at desc, id desc) where published_at is not null;

create sequence notice_ids start 1001;
