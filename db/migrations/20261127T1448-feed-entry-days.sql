-- A race may say how long the entries of its live feed stay.
alter table feed_settings add column entry_days integer check (entry_days between 1 and 3650);
comment on column feed_settings.entry_days is 'Days after which entries leave the feed with their pictures. Null: they stay.';
comment on column feed_settings.words is 'Words that no entry, no comment and no cheer may hold.';
create index feed_entries_to_clear on feed_entries (raceid, id)
  where state = 'removed' and (pictures <> '[]' or film is not null);
