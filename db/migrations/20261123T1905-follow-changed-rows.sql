-- The overview counts only the rows that have changed since its last count. An index by ranges of pages (BRIN) finds
-- them. Unlike a b-tree on a column that every change writes, it does not slow down updates.
create index registrations_changed on registrations using brin (updated_at) with (autosummarize = on);
create index orders_changed on orders using brin (updated_at) with (autosummarize = on);
create index refunds_changed on refunds using brin (updated_at) with (autosummarize = on);
