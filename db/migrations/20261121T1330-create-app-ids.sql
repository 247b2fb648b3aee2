-- Who a runner is in the messaging app: of each kind (official account 'web', mini-program 'mini', 'union' over both) a keyed index of the id,
-- never the id. One person of the app may have several accounts, an account one person.
create table app_ids (
  uid bigint not null references accounts (uid),
  kind text not null check (kind in ('web', 'mini', 'union')),
  id_ix bytea not null,
  used_at timestamptz not null,
  created_at timestamptz not null,
  primary key (uid, kind)
);
create index app_ids_by_id on app_ids (id_ix, uid);

-- Somebody of the messaging app whom no account is bound to yet: good once and for ten minutes, for binding one. Only the token's hash is kept.
create table app_tickets (
  token_hash bytea primary key,
  ids jsonb not null,                           -- [{kind, ix}], ix in base64
  name text,
  expires_at timestamptz not null
);
create index app_tickets_by_end on app_tickets (expires_at);

-- What others may see of an account that they know: a name of its own choice and a picture of ours.
alter table accounts add column name text;
alter table accounts add column avatar text;

-- The person of the messaging app who proved to be one when this session was opened: whose accounts it may change to.
alter table sessions add column app_ix bytea;

-- One's own document, among the saved people.
create unique index one_own_document on people (uid) where is_me;
