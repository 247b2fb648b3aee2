-- Prefixes are printed in upper case. One that another runner has so already stays as it is.
update registrations r set prefix_bib = upper(prefix_bib) where prefix_bib <> upper(prefix_bib) and not exists (
  select from registrations o where o.raceid = r.raceid and o.id <> r.id
    and upper(coalesce(o.prefix_bib, '') || o.bib) = upper(r.prefix_bib || r.bib));
-- A bib is found by its number whether or not its prefix and the zeros at its beginning are written.
drop index registrations_of_bib;
create index registrations_of_bib_number on registrations (raceid, ltrim(upper(bib), '0')) where bib is not null;
