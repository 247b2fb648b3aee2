-- The account in whose box a message stands, where it leads, and when it was read. A message without a mobile stands in the box alone ('kept').
alter table messages
  add column uid bigint,
  add column path text,
  add column read_at timestamptz,
  add column announcementid bigint,
  -- Not to be sent before: the quiet hours of the night.
  add column send_at timestamptz,
  -- Who took it. Handed over and not answered is 'sending'; whose answer stays lost is 'lost' and is not sent again by itself.
  add column provider text,
  add column handed_at timestamptz,
  -- What the provider says became of it, and when to ask next.
  add column delivery text check (delivery in ('delivered', 'undelivered')),
  add column delivery_code text,
  add column delivered_at timestamptz,
  add column look_at timestamptz,
  add column looks integer not null default 0,
  alter column mobile drop not null,
  alter column mobile_mask drop not null,
  drop constraint messages_state_check,
  add constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'late', 'lost', 'kept')),
  add constraint message_reaches_somebody check ((mobile is null) = (mobile_mask is null) and (mobile is not null or uid is not null)),
  add constraint message_path_is_our_own check (path is null or path ~ '^/[^/\\]');

-- The search column first: the box of one account, and what of it is unread.
create index messages_of_account on messages (uid, id) where uid is not null;
create index messages_unread on messages (uid) where uid is not null and read_at is null;
create index messages_to_look on messages (look_at) where look_at is not null;
create index messages_unsent on messages (state, id) where state in ('queued', 'sending', 'failed', 'lost');
