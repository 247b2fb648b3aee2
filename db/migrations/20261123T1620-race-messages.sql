create index messages_of_race on messages (raceid, id) where raceid is not null and mobile is not null;
