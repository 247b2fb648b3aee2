-- A poster template's name in other languages, as races and events have theirs: {"en": …, "zh-tw": …}.
alter table posters add column names jsonb not null default '{}';
