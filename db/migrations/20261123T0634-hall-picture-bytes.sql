-- What phones hand to the halls has a total.
alter table hall_jobs add column picture_bytes integer;
comment on column hall_jobs.picture_bytes is 'Size of the picture as it is kept; null where there is none, or before sizes were kept.';
