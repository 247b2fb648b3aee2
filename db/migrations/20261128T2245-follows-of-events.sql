-- Two events of a race may use the same bib, so a follow and a told passing name the event too.
alter table follows add column eventid integer;
comment on column follows.eventid is 'Event of the runner. Null in a follow of an earlier release, which stands for every event that uses the bib.';
drop index follows_of_account;
drop index follows_of_device;
create unique index follows_of_account on follows (uid, raceid, bib, (coalesce(eventid, -1))) where uid is not null;
create unique index follows_of_device on follows (device_ix, raceid, bib, (coalesce(eventid, -1)))
  where device_ix is not null;

alter table follow_news drop constraint follow_news_pkey;
alter table follow_news add primary key (raceid, bib, eventid, point);
