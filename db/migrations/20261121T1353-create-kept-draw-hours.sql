-- The hour of a draw that was declared stands in its declaration: the event's own form does not move it until it is published or called off.
alter table events add column draw_kept boolean not null default false;
update events e set draw_kept = true where exists (select from ballots b where b.raceid = e.raceid and b.eventid = e.id and b.state not in ('cancelled', 'published'));
