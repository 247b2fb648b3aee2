-- What its reader must do by: a message whose deadline falls into the night, or soon after, goes out at once, however late it is.
alter table messages add column deadline timestamptz;
-- What became of the last day's, for the console: small, as they come in the order of time.
create index messages_by_time on messages using brin (created_at) with (pages_per_range = 32);
