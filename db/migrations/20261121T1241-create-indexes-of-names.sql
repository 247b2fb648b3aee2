-- Staff find a runner by the beginning of a name, in a race of any size. Few have a Latin name beside their own.
-- The race stands behind the name: while a table is small and new, an index led by the race ties with the primary key in the planner's
-- eyes, and a plan made then (that of a foreign key's check, kept per connection) would read a whole race for one row.
create index registrations_of_name on registrations (name text_pattern_ops, raceid);
create index registrations_of_enname on registrations (upper(enname) text_pattern_ops, raceid) where enname is not null;
