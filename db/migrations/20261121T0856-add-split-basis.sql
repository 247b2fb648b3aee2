-- From when an event's split times count: the gun, or each runner's own start.
alter table result_sheets add column split_basis text not null default 'gun' check (split_basis in ('gun', 'net'));
