-- No two live registrations of a race with one number on the chest: the prefix is part of what is printed.
create unique index one_bib_once on registrations (raceid, (coalesce(prefix_bib, '') || bib)) where bib is not null and deleted_at is null and closed_at is null;
