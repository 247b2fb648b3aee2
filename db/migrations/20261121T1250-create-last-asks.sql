-- A try that was shut before its payer came to the gateway is asked about once more when the gateway's own end of it is over.
alter table payments add column last_ask_at timestamptz;
create index payments_to_ask_last on payments (last_ask_at) where last_ask_at is not null;
