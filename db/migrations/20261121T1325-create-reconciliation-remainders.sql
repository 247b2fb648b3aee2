alter table reconciliations
  add column unlisted integer not null default 0,  -- differences found beyond those that are kept one by one
  add column currency text default 'CNY';          -- of what was received, refunded and kept as fees; null: several
