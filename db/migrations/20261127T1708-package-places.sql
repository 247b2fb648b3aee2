-- The position of a collection point, so that its page leads there.
alter table packages
  add lat double precision check (lat between -90 and 90),
  add lon double precision check (lon between -180 and 180),
  add constraint package_positions_are_whole check ((lat is null) = (lon is null));
comment on column packages.lat is 'The latitude of the collection point in degrees (WGS 84).';
comment on column packages.lon is 'The longitude of the collection point in degrees (WGS 84).';
