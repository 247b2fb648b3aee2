-- incoming: what was sent still lies beside the picture made of it. It goes once the picture is kept, also after a kill.
alter table photos add column incoming boolean not null default false;
alter table photos alter column incoming set default true;
update photos set incoming = true where state = 'received';
create index photos_to_tidy on photos (id) where incoming and state <> 'received';

-- A page of an album, and of a race, in the order of the day.
create index photos_in_album on photos (albumid, taken_at, id, raceid) where state = 'ready';
create index photos_of_race on photos (raceid, taken_at, id, albumid) where state = 'ready';
drop index photos_by_time;
