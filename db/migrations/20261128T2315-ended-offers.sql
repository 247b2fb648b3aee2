-- The side that ended a change of a stay before its payment, so that the hotel tells a declined offer from an expired one.
alter table hotel_changes add column ended_by text
  constraint hotel_changes_ended_by check (ended_by in ('guest', 'hotel'));
comment on column hotel_changes.ended_by is
  'The side that ended the change before its payment. Null if nobody did: the change is open or done, or its time to '
  'pay ran out.';
