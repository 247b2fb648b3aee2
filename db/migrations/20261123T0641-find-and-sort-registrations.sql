-- Any part of a name is found by its characters, and the list of registrations is sorted by an index each. The race
-- leads them as an expression: led by the column, they would tie with the primary key while the table is small, and a
-- plan made then for a key's check would read a whole race.
create index registrations_of_characters on registrations using gin (string_to_array(lower(name), null));
create index registrations_by_name on registrations ((raceid::bigint), name, id);
create index registrations_by_age on registrations ((raceid::bigint), coalesce(age_on_race_day, -1), id);
create index registrations_by_payment on registrations ((raceid::bigint), coalesce(pay_at, '-infinity'), id);
create index registrations_by_bib on registrations (
  (raceid::bigint),
  (case when bib is null then '~' else coalesce(prefix_bib, '') || lpad(bib, 7, '0') end collate "C"),
  id
);
