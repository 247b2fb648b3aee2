-- Who stands in line for a place of an event: on the waitlist, live, and paid, or of an event that takes no money before there is a place.
create view registrations_in_line as
select raceid, eventid, id, orderid, pay_at, created_at, wait_pos
from registrations
where state = 'wait' and deleted_at is null and closed_at is null and refundid = 0 and not place_held and (pay_at is not null or orderid is null);
