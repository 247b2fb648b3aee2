-- The fee of an event may be lower by day, number of entries, age or how many sign up together; add-ons are bought with
-- a sign-up. What was sold is kept with the registration and its order, whatever the event says later.
alter table events add column prices jsonb not null default '[]';
alter table events add column addons jsonb not null default '[]';
comment on column events.price is 'The fee, in fen, where none of its prices is lower.';
comment on column events.prices is 'Prices below the fee and when they hold (features/events/prices.contract.ts).';
comment on column events.addons is
  'What may be bought with a sign-up (features/events/prices.contract.ts); how many there are stands in counters.';

alter table counters drop constraint counters_kind_check;
alter table counters add check (kind in ('clothes', 'packagebus', 'zone', 'addon'));
comment on table counters is
  'Limited things of a race: shirts of a size, seats of a bus, room in a start zone, add-ons. A thing without a '
  'row has no limit.';
comment on column counters.name is 'The size, bus or zone, or the id of the add-on.';

alter table orders add column items jsonb;
comment on column orders.items is
  'What it asks for, line by line (features/orders/contract.ts); their sum is the amount. Null: an order of before, '
  'or of another room.';

alter table registrations add column fee integer;
alter table registrations add column price_by jsonb;
alter table registrations add column addons jsonb not null default '[]';
comment on column registrations.price is 'Fen: all that it costs, its entry and its add-ons.';
comment on column registrations.fee is
  'Fen: the event''s fee at the sign-up, before prices and codes. Null: a sign-up of before, whose price was the fee.';
comment on column registrations.price_by is
  'Which of the event''s prices made the fee lower: id, kind, names. Null: none, or an invitation did.';
comment on column registrations.addons is
  'What was bought with it: id, names, price of one in fen, n. Held with its place, as a shirt is.';
