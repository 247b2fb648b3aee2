-- A summary of each track, so that a new process need not read all of its fixes, and the clock of its device.
alter table tracks add farthest integer check (farthest >= 0);
comment on column tracks.farthest is 'Farthest place along the course that three sure fixes in a row reached, in metres.';
alter table tracks add farthest_at timestamptz;
comment on column tracks.farthest_at is 'Moment of the last fix that the farthest place takes into account.';
alter table tracks add clock_s integer not null default 0;
comment on column tracks.clock_s is 'Seconds by which the clock of the device is ahead; its fixes are kept in the time of the server.';
