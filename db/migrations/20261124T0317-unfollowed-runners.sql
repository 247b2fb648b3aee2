-- A runner may forbid that others follow the race.
alter table registrations add column no_follow boolean not null default false;
comment on column registrations.no_follow is 'The runner''s own wish: nobody is told where this runner is.';
