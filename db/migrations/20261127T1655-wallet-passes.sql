-- Passes that lie in a wallet, and the phones to tell of their changes.
create table wallet_passes (
  raceid integer not null references races (id),
  serial text not null,
  ticketid bigint,
  registrationid bigint,
  turn integer not null,
  lang text not null,
  own boolean not null,
  google boolean not null default false,
  fingerprint bytea not null,
  changed_at timestamptz not null,
  checked_at timestamptz not null,
  created_at timestamptz not null,
  primary key (raceid, serial),
  check ((ticketid is null) <> (registrationid is null))
);
create index wallet_passes_to_check on wallet_passes (checked_at, raceid);
comment on table wallet_passes is 'Passes that a phone has registered, or that somebody may have saved in Google Wallet.';
comment on column wallet_passes.serial is 'The name of the pass in the wallets. It holds race, ticket or registration, and turn.';
comment on column wallet_passes.own is 'True if the pass shows a hidden name, because its own person took it.';
comment on column wallet_passes.google is 'True if the address that saves the pass in Google Wallet was given.';
comment on column wallet_passes.fingerprint is 'SHA-256 of the contents of the pass that the wallets know.';
comment on column wallet_passes.changed_at is 'When the contents changed last, which a phone compares with its version.';
comment on column wallet_passes.checked_at is 'When the contents were compared last.';

create table wallet_devices (
  raceid integer not null,
  device text not null,
  serial text not null,
  push_token bytea not null,
  registered_at timestamptz not null,
  primary key (raceid, device, serial),
  foreign key (raceid, serial) references wallet_passes (raceid, serial) on delete cascade
);
create index wallet_devices_of_pass on wallet_devices (raceid, serial);
comment on table wallet_devices is 'Phones with Apple Wallet that asked to hear of changes of a pass.';
comment on column wallet_devices.device is 'The name that the phone gives itself for passes. It changes with the phone.';
comment on column wallet_devices.push_token is 'The sealed address of the phone at the push service of Apple.';
