-- A refund may wait for the next in line to pay ('waiting': promised, nothing asked of the channel yet, nothing in the ledger), and may be of
-- nothing (a free registration is left). `came_back` is what its channel has given back so far, `hand_…` what people did where it would not.
alter table refunds
  drop constraint refunds_amount_check,
  drop constraint refunds_state_check,
  add constraint refunds_amount_check check (amount >= 0),
  add constraint refunds_state_check check (state in ('waiting', 'asked', 'sent', 'done', 'failed')),
  add column came_back integer not null default 0 check (came_back >= 0),
  add column hand_at timestamptz,
  add column hand_by bigint,
  add column hand_reference text,
  add column hand_fee integer not null default 0 check (hand_fee >= 0 and hand_fee <= amount),
  add constraint a_hand_is_somebodys check ((hand_at is null) = (hand_by is null));
update refunds set came_back = amount where state = 'done';
-- Those that a person must look after.
create index refunds_failed on refunds (updated_at, raceid) where state = 'failed';

create or replace view order_books as
with posted as (
  select raceid, orderid, currency,
    coalesce(sum(signed) filter (where account = 'receivable'), 0) as receivable,
    coalesce(sum(signed) filter (where account = 'sales'), 0) as sales,
    coalesce(sum(signed) filter (where account = 'late_money'), 0) as late_money,
    coalesce(sum(signed) filter (where account = 'refund_due'), 0) as refund_due,
    coalesce(sum(signed) filter (where account like 'gateway:%'), 0) as gateway
  from ledger cross join lateral (values (debit, amount), (credit, -amount)) as leg (account, signed)
  group by raceid, orderid, currency
), paid as (
  select raceid, orderid, paid_currency as currency, sum(paid_amount) as amount
  from payments where state = 'paid' group by raceid, orderid, paid_currency
), back as (
  select raceid, orderid, currency, coalesce(sum(came_back), 0) as done,
    coalesce(sum(amount - least(came_back, amount)) filter (where state not in ('done', 'waiting')), 0) as due
  from refunds group by raceid, orderid, currency
)
select posted.*, orders.state, orders.amount,
  posted.receivable = case when own and orders.state = 'open' then orders.amount else 0 end
  and posted.sales = case when not own or orders.state = 'closed' then 0 else orders.refunded - orders.amount end
  and posted.late_money = 0
  and posted.refund_due = -coalesce(back.due, 0)
  and posted.gateway = coalesce(paid.amount, 0) - coalesce(back.done, 0) as balanced
from posted
join orders on orders.raceid = posted.raceid and orders.id = posted.orderid
cross join lateral (select posted.currency = orders.currency as own) as own_currency
left join paid on paid.raceid = posted.raceid and paid.orderid = posted.orderid and paid.currency = posted.currency
left join back on back.raceid = posted.raceid and back.orderid = posted.orderid and back.currency = posted.currency;

-- From the moment of the request the document has lost the race, also where the registration is deleted afterwards.
alter table registrations add column exited_at timestamptz;
update registrations r set exited_at = f.created_at from refunds f where f.raceid = r.raceid and f.id = r.refundid and f.reason = 'exit';
drop index one_live_registration_per_document;
create unique index one_live_registration_per_document on registrations (raceid, document_ix) where closed_at is null and (deleted_at is null or exited_at is not null);
-- Refused by a review with their money still here.
create index registrations_refused on registrations (id, raceid) where state = 'auditfail' and refundid = 0 and pay_at is not null and deleted_at is null;

-- Who asked for a refund of which registration, why, and by which rule its amount came about.
create table refund_requests (
  raceid integer not null,
  refundid bigint not null,
  registrationid bigint not null,
  eventid integer not null,
  uid bigint not null,
  -- 'exit': the registration is left. 'partial': it stays. 'auditfail': it did not pass the review.
  kind text not null check (kind in ('exit', 'partial', 'auditfail')),
  -- A runner's reason by its word; of staff their own words in `note`, and who it was.
  cause text not null default '',
  note text not null default '',
  staffid bigint,
  -- What was paid for this registration, and what was kept of it.
  share integer not null check (share >= 0),
  percent integer not null default 0,
  fixed integer not null default 0,
  -- Tied to the next in line: at the latest then, and with how much; who it was, and when either came.
  falls_at timestamptz,
  fallback integer,
  successorid bigint,
  settled_at timestamptz,
  created_at timestamptz not null,
  primary key (raceid, refundid),
  foreign key (raceid, refundid) references refunds (raceid, id),
  foreign key (raceid, registrationid) references registrations (raceid, id)
);
create unique index one_exit_once on refund_requests (registrationid, raceid) where kind <> 'partial';
create index refund_requests_of_registration on refund_requests (registrationid, raceid);
create unique index one_successor_once on refund_requests (successorid, raceid) where successorid is not null;
create index refund_requests_waiting on refund_requests (created_at, raceid) where falls_at is not null and settled_at is null;
create index refund_requests_of_account on refund_requests (uid, created_at desc);
