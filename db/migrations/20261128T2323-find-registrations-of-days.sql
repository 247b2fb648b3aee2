-- The console lists the registrations of some days. An index by ranges of pages (BRIN) finds them, because registrations
-- lie in the table in the order in which people signed up. Unlike a b-tree, it does not slow down sign-ups.
create index registrations_of_days on registrations using brin (created_at) with (autosummarize = on);
