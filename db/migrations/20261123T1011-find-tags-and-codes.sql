-- The desk filters registrations by tag and by invitation code. Few have either, so these cost the others nothing.
create index registrations_of_tag on registrations (raceid, tag) where tag is not null;
create index registrations_of_code on registrations (raceid, invite) where invite is not null;
