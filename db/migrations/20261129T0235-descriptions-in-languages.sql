-- A series and a challenge are described in each language of the product, as their names are.
alter table series add column descriptions jsonb not null default '{}';
comment on column series.descriptions is 'Description in other languages, by language. An absent language shows the description.';
alter table challenges add column descriptions jsonb not null default '{}';
comment on column challenges.descriptions is 'Description in other languages, by language. An absent language shows the description.';
