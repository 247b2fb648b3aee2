-- Channels that take another currency, and channels that ask for a number of their own.
alter table payments
  -- The channel's own number of a try before it is paid, where it is asked by that and not by ours.
  add column handle text,
  -- Fen of the order that this payment's money stands for; null for money that settled nothing.
  add column settles integer check (settles >= 0);
update payments set settles = orders.amount
from ledger join orders on orders.raceid = ledger.raceid and orders.id = ledger.orderid
where ledger.raceid = payments.raceid and ledger.paymentid = payments.id and ledger.event = 'order_paid';

-- Fen of the order that a refund stands for, where its own amount is in another currency.
alter table refunds add column fen integer check (fen >= 0);

-- What a payment channel has shown of itself, over all races: what it told, what was not believed of it, and who has tried it with its vendor.
create table channels (
  gateway text primary key,
  notices bigint not null default 0,
  notice_at timestamptz,
  refused bigint not null default 0,
  refused_at timestamptz,
  refused_why text,
  failures bigint not null default 0,
  failed_at timestamptz,
  failed_why text,
  proved_on date,
  proved_by text,
  proved_staffid bigint,
  proved_note text not null default '',
  updated_at timestamptz not null
);
-- Why notices were not believed, each kind counted by itself.
create table channel_refusals (
  gateway text not null,
  why text not null,
  count bigint not null,
  last_at timestamptz not null,
  primary key (gateway, why)
);
