-- Staff find a runner by the beginning of a name, in a race of any size. Few have a Latin name beside their own.
create index registrations_of_name on registrations (raceid, name text_pattern_ops);
create index registrations_of_enname on registrations (raceid, upper(enname) text_pattern_ops) where enname is not null;
