alter table hall_stations add column tested_at timestamptz;
comment on column hall_stations.tested_at is 'The time at which staff last sent it a test picture.';
