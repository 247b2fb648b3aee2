-- An article says the same in up to three languages, and may be taken down at a moment.
create table notice_texts (
  raceid integer not null,
  noticeid bigint not null,
  lang text not null check (lang in ('zh-cn', 'zh-tw', 'en')),
  title text not null,
  content text not null,
  primary key (raceid, noticeid, lang),
  foreign key (raceid, noticeid) references notices (raceid, id) on delete cascade
);
insert into notice_texts (raceid, noticeid, lang, title, content)
select raceid, id, lang, title, content from notices;
alter table notices drop column lang, drop column title, drop column content;
alter table notices add column shown_until timestamptz;
alter table notices alter column id set default nextval('notice_ids');
comment on table notice_texts is 'The title and the text of an article in one language.';
comment on column notice_texts.content is 'Sanitised HTML.';
comment on column notices.published_at is 'Runners see it from then on; null: a draft.';
comment on column notices.shown_until is 'Runners see it until then; null: without end.';
