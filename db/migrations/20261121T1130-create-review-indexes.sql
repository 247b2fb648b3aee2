-- What is under review is found at once, whatever the size of the race; signing up elsewhere writes nothing for it.
create index registrations_under_review on registrations (raceid, state, id) where state in ('audit', 'auditfail') and deleted_at is null;
-- The history of one thing, beside the thing.
create index log_of_target on log (raceid, target, id);
