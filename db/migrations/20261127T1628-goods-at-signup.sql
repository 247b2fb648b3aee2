-- Goods and deposits that the sign-up of an event offers. They share the order of the registration.
alter table goods add signup_events integer[];
comment on column goods.signup_events is
  'events whose sign-up offers the kind; empty: every event; null: the kind is not offered at sign-up';

-- Changes of stock by staff. Sales and returns are in sold_items and sold_returns. Together they are all movements.
create table stock_changes (
  raceid integer not null,
  id bigint generated always as identity,
  variantid integer not null,
  slot text not null,
  before integer not null check (before >= 0),
  pieces integer not null check (pieces >= 0),
  staffid integer,
  created_at timestamptz not null,
  primary key (raceid, id)
);
create index stock_changes_of_variant on stock_changes (raceid, variantid, slot, created_at);
comment on table stock_changes is 'every change by staff of the pieces of a stock row, from its first number on';
comment on column stock_changes.raceid is 'the race that sells';
comment on column stock_changes.id is 'number of the change';
comment on column stock_changes.variantid is 'the variant whose stock changed';
comment on column stock_changes.slot is 'the slot of the variant; empty without slots';
comment on column stock_changes.before is 'pieces before the change; 0 for a new stock row';
comment on column stock_changes.pieces is 'pieces after the change';
comment on column stock_changes.staffid is 'the member of staff; null where the server or a copy made the stock';
comment on column stock_changes.created_at is 'moment of the change';
insert into stock_changes (raceid, variantid, slot, before, pieces, created_at)
  select s.raceid, s.variantid, s.slot, 0, s.pieces, g.created_at
  from stock s join variants v on v.raceid = s.raceid and v.id = s.variantid
  join goods g on g.raceid = v.raceid and g.id = v.goodsid;

-- Lines of paid orders that moved to another slot, such as a stay with other nights.
create table sold_moves (
  raceid integer not null,
  id bigint generated always as identity,
  itemid bigint not null,
  from_slot text not null,
  to_slot text not null,
  n integer not null check (n > 0),
  staffid integer,
  created_at timestamptz not null,
  primary key (raceid, id),
  foreign key (raceid, itemid) references sold_items (raceid, id)
);
create index sold_moves_of_item on sold_moves (raceid, itemid, id);
comment on table sold_moves is 'every move of a sold line from one slot to another';
comment on column sold_moves.raceid is 'the race that sells';
comment on column sold_moves.id is 'number of the move';
comment on column sold_moves.itemid is 'the line of the order';
comment on column sold_moves.from_slot is 'the slot that became free';
comment on column sold_moves.to_slot is 'the slot that the line takes';
comment on column sold_moves.n is 'pieces that moved';
comment on column sold_moves.staffid is 'the member of staff who moved the line; null where the buyer did';
comment on column sold_moves.created_at is 'moment of the move';

alter table sold_items add lowered integer not null default 0
  constraint no_more_lowered_than_paid check (lowered >= 0 and lowered <= amount);
comment on column sold_items.lowered is
  'fen that went back while the pieces stayed, such as for cheaper nights; a part of `back`';
