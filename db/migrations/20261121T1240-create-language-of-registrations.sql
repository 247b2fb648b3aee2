-- The language in which somebody signed up: the messages about the registration are in it. None where it came before this was kept.
alter table registrations add column lang text check (lang in ('zh-cn', 'zh-tw', 'en'));
