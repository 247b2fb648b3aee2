create sequence notice_ids start with 1001;

create table notices (
  raceid integer not null references races (id),
  id bigint not null,
  kind text not null check (kind in ('notice', 'archive', 'post', 'page')),
  articletype text not null default '',
  lang text not null default 'zh-cn' check (lang in ('zh-cn', 'zh-tw', 'en')),
  title text not null,
  content text not null,
  cover text,
  pinned boolean not null default false,
  views bigint not null default 0,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (raceid, id)
);
create index notices_shown on notices (raceid, kind, pinned desc, published_at desc, id desc)
  where published_at is not null;
comment on table notices is 'Notices, articles and pages of a race. They differ in the place where they are shown.';
comment on column notices.id is 'Out of notice_ids: it may come without its race (table ids).';
comment on column notices.articletype is 'The section that an article is shown in: news, guide, traffic, …';
comment on column notices.content is 'Sanitised HTML.';
comment on column notices.cover is 'Path of a picture under /files/.';
comment on column notices.published_at is 'Null: a draft.';
